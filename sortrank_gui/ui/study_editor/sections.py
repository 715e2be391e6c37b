"""The sections of the form: which settings there are, and what help they come with."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout

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
from sortrank_gui.ui.study_editor.section import FormField, Section
from sortrank_gui.ui.study_editor.strategy_editor import looks_for_top, make_strategy_fields
from sortrank_gui.ui.widgets.card import soft_label

_RESUME = [
    (Resume.ASK, "Ask whether to go on"),
    (Resume.RESUME, "Go on where it stopped"),
    (Resume.RESTART, "Begin a new session"),
]


def make_question() -> Section:
    """Return title and prompt."""
    section = Section("Question")
    section.add(
        FormField(
            "prompt",
            "Question to the participant",
            LineEditor("Which photo is sharper?"),
            "Stands above every pair.",
        )
    )
    section.add(FormField("title", "Title of the study", LineEditor(), "Participants see it too."))
    return section


def make_answers() -> Section:
    """Return the answers that are offered."""
    section = Section("Answers offered", "Left and right are always there.")
    section.add(
        FormField("offer_equal", "", ToggleEditor("Equal"), "A tie, by Davidson’s model."),
        FormField("offer_neither", "", ToggleEditor("Neither"), "Not counted: “can’t say”."),
    )
    section.add(FormField("undo", "", ToggleEditor("Participants may take their last answer back")))
    return section


class StrategySection(Section):
    """The strategy with its explanation, and when a session ends."""

    def __init__(self) -> None:
        super().__init__("Strategy and length")
        strategy, self._top = make_strategy_fields()
        self.add(strategy)
        self.add(self._top)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.RichText)
        self._words.setWordWrap(True)
        self._words.setAccessibleName("About this strategy")
        self.others = soft_label()
        self.others.setWordWrap(True)
        self.others.setAccessibleName("What the planner expects of other strategies")
        self.others.hide()
        self._probes = FormField(
            "probes",
            "",
            ToggleEditor("Mix in some random pairs"),
            "A quarter of the first 64, then fewer. Without them answers hardly tell how far "
            "apart the items are, and intervals and expected errors claim too much or too little.",
        )
        self.body.addWidget(self._words)
        self.body.addWidget(self.others)
        self.add(self._probes)
        self._add_rules()
        self.add(
            FormField(
                "shared",
                "",
                ToggleEditor("All participants carry on one common sort"),
                "Their answers give one ranking together, with fewer answers each. Otherwise "
                "everybody sorts alone, so that people can be compared.",
            )
        )

    def _add_rules(self) -> None:
        rules = QVBoxLayout()
        rules.setSpacing(4)
        rules.addWidget(QLabel("A session ends as soon as one of these holds"))
        self.body.addLayout(rules)
        for name, text, editor, first in (
            ("stop.budget", "Answers given", NumberEditor(1, 10_000_000, step=10), 200),
            ("stop.minutes", "Minutes answered", NumberEditor(0.5, 1_000, decimals=1), 15),
            ("stop.sorts", "Sorts or rounds complete", NumberEditor(1, 10_000_000), 1),
            (
                "stop.displacement",
                "Places off (displacement)",
                NumberEditor(0.01, 1_000, decimals=2, step=0.1),
                1.0,
            ),
        ):
            field = FormField(name, "", OptionalNumberEditor(text, editor, first))
            self.fields.append(field)
            rules.addWidget(field)

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Explain the strategy of this content."""
        super().show_content(content, problems)
        about = strategies.facts(content.design.recipe)
        own = strategies.facts(content.design.strategy)
        self._probes.setVisible(own.probed)
        self._top.setVisible(looks_for_top(content.design.strategy))
        self._words.setVisible(bool(about.what))
        self._words.setText(
            f"{about.what}<p><b>For it:</b> {about.good}</p><p><b>Against it:</b> {about.bad}</p>"
        )

    @Slot(str)
    def show_others(self, sentence: str) -> None:
        """Say what the planner expects of other strategies."""
        self.others.setText(sentence)
        self.others.setVisible(bool(sentence))


class TrialsSection(Section):
    """Practice, breaks, and the trials that check the participant."""

    def __init__(self) -> None:
        super().__init__("Practice, breaks and checks", folded=True)
        self._pairs = PairsEditor()
        self._practice = FormField(
            "practice",
            "Practice pairs first",
            NumberEditor(0, 1_000),
            "Their answers are kept apart.",
        )
        self.add(
            self._practice,
            FormField(
                "break_every",
                "A break after every",
                NumberEditor(0, 1_000_000, step=10, suffix=" pairs"),
                "0 for none.",
            ),
        )
        self.add(
            FormField(
                "catch_share",
                "Catch trials",
                NumberEditor(0, 50, suffix=" %", scale=0.01),
                "Pairs with a known answer: who fails them did not look.",
            ),
            FormField(
                "repeat_share",
                "Repeated trials",
                NumberEditor(0, 50, suffix=" %", scale=0.01),
                "An earlier pair again, sides swapped: are people consistent?",
            ),
        )
        self.add(
            FormField(
                "catch_pairs",
                "Pairs with a known answer",
                self._pairs,
                "For catch trials. Empty: from both ends of the ground truth.",
            )
        )

    def show_content(self, content: Content, problems: dict[str, str]) -> None:
        """Offer the items of this content for pairs."""
        super().show_content(content, problems)
        self._practice.setVisible(not content.design.timeline)  # else it is a step
        self._pairs.offer(content.items)


def make_timing() -> Section:
    """Return what happens when, within a trial."""
    section = Section("Timing of a pair", "0 switches each of these off.", folded=True)
    section.add(
        FormField("interval_ms", "Blank time between pairs", _milliseconds()),
        FormField("timing.fixation_ms", "Fixation cross before a pair", _milliseconds()),
    )
    section.add(
        FormField(
            "timing.exposure_ms",
            "Items vanish after",
            _milliseconds(),
            "The answer stays possible.",
        ),
        FormField(
            "timing.min_view_ms",
            "Items stay at least",
            _milliseconds(),
            "Also when they are answered sooner.",
        ),
    )
    section.add(
        FormField(
            "min_response_ms",
            "Ignore answers faster than",
            _milliseconds(),
            "Against slips of the finger.",
        ),
        FormField("timing.answer_delay_ms", "Offer answers after", _milliseconds()),
    )
    section.add(
        FormField(
            "timing.deadline_ms",
            "Too late after",
            _milliseconds(),
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
        FormField("codes", "Codes, one a line", CodesEditor(), "Only these are taken, if any."),
    )
    section.add(FormField("codes_in_order", "", ToggleEditor("Give codes out in this order")))
    section.add(FormField("resume", "Who comes back to an open session", ChoiceEditor(_RESUME)))
    section.add(
        FormField(
            "pin",
            "PIN to leave the participant window",
            LineEditor("none"),
            "So that nobody leaves by accident.",
        ),
    )
    return section


def make_keys() -> Section:
    """Return the keys of the answers."""
    section = Section("Keys", "Boxes of buttons send keys, too.", folded=True)
    for name in AnswerKeys.__slots__:
        section.add(FormField(f"keys.{name}", f"Keys for {name}", KeysEditor()))
    return section


def make_exclusion() -> Section:
    """Return the rules by which people are left out, set before there are answers."""
    section = Section(
        "Exclusion, preregistered",
        "Decided before there are answers, and reported as such. Left out is who … "
        "(Infit: 1 is usual; 1.5 is half as much noise again.)",
        folded=True,
    )
    for name, text, editor, first in (
        (
            "failed_catch_share",
            "fails more catch trials than",
            NumberEditor(0, 99, suffix=" %", scale=0.01),
            0.2,
        ),
        (
            "median_ms",
            "answers faster than (median)",
            NumberEditor(1, LONGEST_MS, step=50, decimals=0, suffix=" ms", scale=1.0),
            400,
        ),
        (
            "infit",
            "fits the others worse (infit) than",
            NumberEditor(1.01, 99, step=0.1, decimals=2),
            1.5,
        ),
    ):
        section.add(FormField(f"exclusion.{name}", "", OptionalNumberEditor(text, editor, first)))
    return section


def make_seed() -> Section:
    """Return the seed."""
    section = Section("Seed", folded=True)
    section.add(
        FormField(
            "seed",
            "Seed of all chance",
            SeedEditor(),
            "The same seed asks the same pairs for the same answers. Report it in your paper.",
        )
    )
    return section
