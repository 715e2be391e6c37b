"""The sections of the form: which settings there are, and what help they come with."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel

from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import AnswerKeys, Resume
from sortrank_gui.study.design.validation import LONGEST_MS
from sortrank_gui.ui.study_editor.editors import (
    ChoiceEditor,
    LineEditor,
    NumberEditor,
    OptionalNumberEditor,
    SeedEditor,
    ToggleEditor,
)
from sortrank_gui.ui.study_editor.list_editors import CodesEditor, KeysEditor
from sortrank_gui.ui.study_editor.pairs_editor import PairsEditor
from sortrank_gui.ui.study_editor.section import Section, Setting
from sortrank_gui.ui.study_editor.strategy_editor import looks_for_top, strategy_settings
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import set_shown

_RESUME = [
    (Resume.ASK, "Ask whether to go on"),
    (Resume.RESUME, "Go on where it stopped"),
    (Resume.RESTART, "Begin a new session"),
]


def make_question() -> Section:
    """Return title and prompt."""
    section = Section("Question")
    section.add(
        Setting(
            "prompt",
            "Question to the participant",
            partial(LineEditor, "Which photo is sharper?"),
            "Stands above every pair.",
        )
    )
    section.add(Setting("title", "Title of the study", LineEditor, "Participants see it too."))
    return section


def make_answers() -> Section:
    """Return the answers that are offered."""
    section = Section("Answers offered", "Left and right are always there.")
    section.add(
        Setting("offer_equal", "", partial(ToggleEditor, "Equal"), "A tie, by Davidson’s model."),
        Setting("offer_neither", "", partial(ToggleEditor, "Neither"), "Not counted: “can’t say”."),
    )
    section.add(
        Setting("undo", "", partial(ToggleEditor, "Participants may take their last answer back"))
    )
    return section


class StrategySection(Section):
    """The strategy with its explanation, and when a session ends."""

    def __init__(self) -> None:
        super().__init__("Strategy and length")
        for setting in strategy_settings():
            self.add(setting)
        self.add_part(self._make_words)
        self.add_part(self._make_others)
        self.add(
            Setting(
                "probes",
                "",
                partial(ToggleEditor, "Mix in some random pairs"),
                "A quarter of the first 64, then fewer. Without them answers hardly tell how far "
                "apart the items are, and intervals and expected errors claim too much or too "
                "little.",
            )
        )
        self.add_group("A session ends as soon as one of these holds", *_rules())
        self.add(
            Setting(
                "shared",
                "",
                partial(ToggleEditor, "All participants carry on one common sort"),
                "Their answers give one ranking together, with fewer answers each. Otherwise "
                "everybody sorts alone, so that people can be compared.",
            )
        )

    def _make_words(self) -> QLabel:
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.RichText)
        self._words.setWordWrap(True)
        self._words.setAccessibleName("About this strategy")
        return self._words

    def _make_others(self) -> QLabel:
        self.others = soft_label()
        self.others.setWordWrap(True)
        self.others.setAccessibleName("What the planner expects of other strategies")
        self.others.hide()
        return self.others

    def show_fields(self, content: Content, problems: dict[str, str]) -> None:
        """Explain the strategy of this content."""
        super().show_fields(content, problems)
        about = strategies.facts(content.design.recipe)
        own = strategies.facts(content.design.strategy)
        set_shown(self.field("probes"), own.probed)
        set_shown(self.field("top"), looks_for_top(content.design.strategy))
        set_shown(self._words, bool(about.what))
        self._words.setText(
            f"{about.what}<p><b>For it:</b> {about.good}</p><p><b>Against it:</b> {about.bad}</p>"
        )

    @Slot(str)
    def show_others(self, sentence: str) -> None:
        """Say what the planner expects of other strategies."""
        self.others.setText(sentence)
        self.others.setVisible(bool(sentence))


def _rules() -> list[Setting]:
    """Return what ends a session."""
    return [
        Setting(f"stop.{name}", "", partial(_make_optional, text, make_number, first))
        for name, text, make_number, first in (
            ("budget", "Answers given", partial(NumberEditor, 1, 10_000_000, step=10), 200),
            ("minutes", "Minutes answered", partial(NumberEditor, 0.5, 1_000, decimals=1), 15),
            ("sorts", "Sorts or rounds complete", partial(NumberEditor, 1, 10_000_000), 1),
            (
                "displacement",
                "Places off (displacement)",
                partial(NumberEditor, 0.01, 1_000, decimals=2, step=0.1),
                1.0,
            ),
        )
    ]


def _make_optional(
    text: str, make_number: Callable[[], NumberEditor], first: float
) -> OptionalNumberEditor:
    return OptionalNumberEditor(text, make_number(), first)


class TrialsSection(Section):
    """Practice, breaks, and the trials that check the participant."""

    def __init__(self) -> None:
        super().__init__("Practice, breaks and checks", folded=True)
        self.add(
            Setting(
                "practice",
                "Practice pairs first",
                partial(NumberEditor, 0, 1_000),
                "Their answers are kept apart.",
            ),
            Setting(
                "break_every",
                "A break after every",
                partial(NumberEditor, 0, 1_000_000, step=10, suffix=" pairs"),
                "0 for none.",
            ),
        )
        self.add(
            Setting(
                "catch_share",
                "Catch trials",
                partial(NumberEditor, 0, 50, suffix=" %", scale=0.01),
                "Pairs with a known answer: who fails them did not look.",
            ),
            Setting(
                "repeat_share",
                "Repeated trials",
                partial(NumberEditor, 0, 50, suffix=" %", scale=0.01),
                "An earlier pair again, sides swapped: are people consistent?",
            ),
        )
        self.add(
            Setting(
                "catch_pairs",
                "Pairs with a known answer",
                PairsEditor,
                "For catch trials. Empty: from both ends of the ground truth.",
            )
        )

    def show_fields(self, content: Content, problems: dict[str, str]) -> None:
        """Offer the items of this content for pairs."""
        super().show_fields(content, problems)
        set_shown(self.field("practice"), not content.design.timeline)  # else it is a step
        pairs = self.field("catch_pairs").editor
        assert isinstance(pairs, PairsEditor)
        pairs.offer(content.items)


def make_timing() -> Section:
    """Return what happens when, within a trial."""
    section = Section("Timing of a pair", "0 switches each of these off.", folded=True)
    section.add(
        Setting("interval_ms", "Blank time between pairs", _milliseconds),
        Setting("timing.fixation_ms", "Fixation cross before a pair", _milliseconds),
    )
    section.add(
        Setting(
            "timing.exposure_ms",
            "Items vanish after",
            _milliseconds,
            "The answer stays possible.",
        ),
        Setting(
            "timing.min_view_ms",
            "Items stay at least",
            _milliseconds,
            "Also when they are answered sooner.",
        ),
    )
    section.add(
        Setting(
            "min_response_ms",
            "Ignore answers faster than",
            _milliseconds,
            "Against slips of the finger.",
        ),
        Setting("timing.answer_delay_ms", "Offer answers after", _milliseconds),
    )
    section.add(
        Setting(
            "timing.deadline_ms",
            "Too late after",
            _milliseconds,
            "The next pair comes; counts as neither.",
        ),
    )
    return section


def _milliseconds() -> NumberEditor:
    return NumberEditor(0, LONGEST_MS, step=50, suffix=" ms")


def make_participants() -> Section:
    """Return codes, what happens on coming back, and the way out of the participant window."""
    section = Section("Participants", folded=True)
    section.add(
        Setting("codes", "Codes, one a line", CodesEditor, "Only these are taken, if any."),
    )
    section.add(
        Setting("codes_in_order", "", partial(ToggleEditor, "Give codes out in this order"))
    )
    section.add(
        Setting("resume", "Who comes back to an open session", partial(ChoiceEditor, _RESUME))
    )
    section.add(
        Setting(
            "pin",
            "PIN to leave the participant window",
            partial(LineEditor, "none"),
            "So that nobody leaves by accident.",
        ),
    )
    return section


def make_keys() -> Section:
    """Return the keys of the answers."""
    section = Section("Keys", "Boxes of buttons send keys, too.", folded=True)
    for name in AnswerKeys.__slots__:
        section.add(Setting(f"keys.{name}", f"Keys for {name}", KeysEditor))
    return section


def make_exclusion() -> Section:
    """Return the rules by which people are left out, set before there are answers."""
    section = Section(
        "Exclusion, preregistered",
        "Decided before there are answers, and reported as such. Left out is who … "
        "(Infit: 1 is usual; 1.5 is half as much noise again.)",
        folded=True,
    )
    for name, text, make_number, first in (
        (
            "failed_catch_share",
            "fails more catch trials than",
            partial(NumberEditor, 0, 99, suffix=" %", scale=0.01),
            0.2,
        ),
        (
            "median_ms",
            "answers faster than (median)",
            partial(NumberEditor, 1, LONGEST_MS, step=50, decimals=0, suffix=" ms", scale=1.0),
            400,
        ),
        (
            "infit",
            "fits the others worse (infit) than",
            partial(NumberEditor, 1.01, 99, step=0.1, decimals=2),
            1.5,
        ),
    ):
        make_editor = partial(_make_optional, text, make_number, first)
        section.add(Setting(f"exclusion.{name}", "", make_editor))
    return section


def make_seed() -> Section:
    """Return the seed."""
    section = Section("Seed", folded=True)
    section.add(
        Setting(
            "seed",
            "Seed of all chance",
            SeedEditor,
            "The same seed asks the same pairs for the same answers. Report it in your paper.",
        )
    )
    return section
