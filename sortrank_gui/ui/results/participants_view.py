"""Participants: a table of all, and what is known and odd about the one that is picked."""

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.study.file.exclusions import Exclusion, Target
from sortrank_gui.study.results.report.wording import p_text
from sortrank_gui.study.results.summary import Participant
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.row_acts import PersonActs, tell_exclusion, tell_reason
from sortrank_gui.ui.results.table_model import Column, count, one_line, percent, seconds
from sortrank_gui.ui.results.view import Sources, View, ViewFacts, wrapped_label
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_DETAIL_WIDTH = 272
_SESSIONS, _WHO = 10, 11
_NAN = float("nan")
_CONSISTENCY = "How many repeated pairs got the same answer"
_CATCHES = "How many catch trials, whose better item is known, were passed"


class ParticipantsView(View):
    """Who answered, how well the answers fit those of the others, and what is odd."""

    name = "participants"
    facts = ViewFacts(5, "Participants", "Agreement, misfit, times and flags of everybody")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._people: dict[str, Participant] = {}
        self._shown: tuple[object, ...] = ()
        self._exclusions: Mapping[Target, Exclusion] = {}
        self.card = TableCard(self.title, "Find a participant…")
        self.card.failed.connect(self.failed)
        self.data = self.card.data
        self.data.picked.connect(self._on_picked)
        self.acts = PersonActs(sources, self)
        self.acts.attach(self.data)
        self.detail = ParticipantDetail(self.acts.actions)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self.card, stretch=1)
        row.addWidget(self.detail)
        self.column.addLayout(row)

    def show_news(self, news: News) -> None:
        """Show the participants that passed the filters, and struck out those who are excluded."""
        summary = news.summary
        if (summary.participants, summary.excluded) == self._shown:
            return
        self._shown = (summary.participants, summary.excluded)
        self._exclusions = summary.exclusions
        counted, people = summary.participants, [*summary.participants, *summary.excluded]
        self._people = {person.code: person for person in people}
        codes = list(self._people)
        out = [self._list_exclusions(person.code) for person in summary.excluded]
        reasons = [""] * len(counted) + [tell_reason(parts[0], self._exclusions) for parts in out]
        struck = [""] * len(counted) + [self._tell(parts) for parts in out]
        columns = participant_columns(people, reasons)
        self.data.set_columns(columns, codes, codes, struck=struck)
        self.data.hide_column(_SESSIONS, all(person.sessions == 1 for person in people))
        self.data.hide_column(_WHO, len({person.by_robot for person in people}) < 2)
        flagged = sum(bool(person.flags) for person in counted)
        odd = f"{flagged} with flags" if flagged else "nobody is flagged"
        gone = f", {len(summary.excluded):,} excluded" * bool(summary.excluded)
        self.card.say(f"{count_people(counted)}, {odd}{gone}. Pick one to see why.")
        if self.data.current_key is None and codes:
            first = next((p.code for p in people if p.flags), codes[0])
            self.data.pick(first)
        self._on_picked(self.data.current_key)

    @Slot(object)
    def _on_picked(self, code: str | None) -> None:
        target: Target | None = None if code is None else (code, None, None)
        self.acts.set_target(target, self._exclusions)
        if code is None:
            self.detail.show_participant(None)
        else:
            why = self._tell(self._list_exclusions(code))
            self.detail.show_participant(self._people.get(code), why)

    def _list_exclusions(self, code: str) -> list[Target]:
        """Return what is excluded of somebody, the whole first."""
        return sorted((each for each in self._exclusions if each[0] == code), key=_size)

    def _tell(self, parts: Sequence[Target]) -> str:
        return "\n".join(tell_exclusion(part, self._exclusions) for part in parts)


class ParticipantDetail(Card):
    """The flags of one participant in sentences, and the numbers behind them."""

    def __init__(self, acts: Sequence[QAction]) -> None:
        super().__init__()
        self.setAccessibleName("The participant")
        self.setFixedWidth(_DETAIL_WIDTH)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.setContentsMargins(20, 12, 20, 12)
        self.body.addWidget(self._scroll)
        for act in acts:
            self.body.addWidget(ActionButton(act))
        self.texts: list[str] = []

    def show_participant(self, person: Participant | None, excluded: str = "") -> None:
        """Show somebody, with what is excluded of them, or a hint."""
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.texts = []
        if person is None:
            column.addWidget(wrapped_label("Pick a participant to see more."))
        else:
            self._fill(column, person, excluded)
        column.addStretch()
        self._scroll.setWidget(sheet)

    def _fill(self, column: QVBoxLayout, person: Participant, excluded: str) -> None:
        column.addWidget(self._make_label(person.code, title=True))
        if excluded:
            column.addWidget(self._make_label(excluded, bold=True))
        for flag in person.flags:
            title = f"{flag.title.capitalize()} ({flag.kind.family})"
            column.addWidget(self._make_label(title, bold=True))
            chance = "" if flag.p_value != flag.p_value else f" ({p_text(flag.p_value)})"
            column.addWidget(self._make_label(flag.sentence + chance))
        if not person.flags and not excluded:
            calm = "Nothing odd was found." if person.agreement else "Nobody to compare with."
            column.addWidget(wrapped_label(calm))
        form = QFormLayout()
        form.setContentsMargins(0, 8, 0, 0)
        form.setVerticalSpacing(8)
        form.setHorizontalSpacing(16)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        for name, value in describe_participant(person):
            form.addRow(soft_label(name), self._make_label(value))
        column.addLayout(form)

    def _make_label(self, text: str, *, title: bool = False, bold: bool = False) -> QLabel:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setWordWrap(True)
        if title or bold:
            label.setFont(scaled_font(label.font(), 1.1 if title else 1.0, bold=True))
        self.texts.append(text)
        return label


def _size(target: Target) -> int:
    return sum(part is not None for part in target)


def participant_columns(people: Sequence[Participant], reasons: Sequence[str]) -> list[Column]:
    """Return the columns of a table of participants; `reasons` why somebody does not count."""
    found = [p.agreement for p in people]
    agreement = np.array([_NAN if a is None else a.agreement for a in found])
    infit = np.array([_NAN if a is None else a.infit for a in found])
    outfit = np.array([_NAN if a is None else a.outfit for a in found])
    codes = [p.code for p in people]
    flags = [
        reason or ", ".join(flag.title for flag in p.flags)
        for p, reason in zip(people, reasons, strict=True)
    ]
    sentences = ["\n".join(flag.sentence for flag in p.flags) for p in people]
    return [
        Column("Participant", codes, one_line, tips=codes, at_left=True, width=104),
        Column(
            "Flags",
            flags,
            one_line,
            "What is odd about the answers; each flag is a test",
            tips=sentences,
            at_left=True,
            fits=True,
            keys=np.array([-float(len(p.flags)) for p in people]),
            bold=True,
        ),
        Column("Answers", _of(people, "answers"), count, "Answers that count in the ranking"),
        Column(
            "Agreement", agreement, percent, "Share of answers as the others would rank", width=98
        ),
        Column(
            "Noise (infit)",
            infit,
            decimals,
            "How unpredictable the answers are: about 1 as the model expects, above 1.3 too much",
            width=112,
            names=("infit",),
        ),
        Column(
            "Surprises (outfit)",
            outfit,
            decimals,
            "The same, but ruled by the most surprising answers",
            width=134,
            names=("outfit",),
        ),
        Column(
            "Median",
            _of(people, "median_seconds"),
            seconds,
            "Median time of an answer",
            names=("median_seconds",),
        ),
        Column(
            "Left",
            _of(people, "share_left"),
            percent,
            "Share of answers for the left side",
            width=62,
            names=("share_left",),
        ),
        Column(
            "Repeats",
            _pairs(people, "repeats_same", "repeats"),
            _share,
            _CONSISTENCY,
            keys=_ratios(people, "repeats_same", "repeats"),
            width=76,
            names=("repeats_same", "repeats"),
        ),
        Column(
            "Catch",
            _pairs(people, "catches_passed", "catches"),
            _share,
            _CATCHES,
            keys=_ratios(people, "catches_passed", "catches"),
            width=76,
            names=("catches_passed", "catches"),
        ),
        Column("Sessions", _of(people, "sessions"), count, "How often the person came", width=80),
        Column(
            "Who",
            ["robot" if p.by_robot else "person" for p in people],
            tip="Who gave the answers",
            at_left=True,
            names=("given_by",),
        ),
    ]


def count_people(people: Sequence[Participant]) -> str:
    """Say how many people there are, and how many robots if there are some."""
    robots = sum(person.by_robot for person in people)
    persons = len(people) - robots
    text = "1 participant" if persons == 1 else f"{persons:,} participants"
    return text + f" and {robots:,} {'robot' if robots == 1 else 'robots'}" * bool(robots)


def describe_participant(person: Participant) -> list[tuple[str, str]]:
    """Return what is known about a participant: names and values."""
    found, lines = person.agreement, []
    if found is not None:
        lines += [
            ("Agreement", f"{percent(found.agreement)}, {percent(found.expected)} expected"),
            ("Noise (infit)", f"{decimals(found.infit)} (1: as expected)"),
            ("Surprises (outfit)", f"{decimals(found.outfit)} (1: as expected)"),
            ("Slope", f"{decimals(found.slope)} (1: like the others, 0: a coin)"),
        ]
    repeats = f"{person.repeats_same} of {person.repeats} the same"
    if person.repeats_expected == person.repeats_expected:
        repeats += f", about {person.repeats_expected:.0f} expected"
    return [
        ("Answers", f"{person.answers:,} in {_sessions(person.sessions)}"),
        *([("Equal", f"{person.equal:,} of them")] if person.equal else []),
        *lines,
        *_tell_consistency(person),
        ("Median time", seconds(person.median_seconds)),
        ("Left side", f"{percent(person.share_left)} ± {percent(person.share_left_error)}"),
        ("Repeated pairs", repeats if person.repeats else "none"),
        ("Catch trials", _passed(person)),
        ("Given by", "a robot" if person.by_robot else "a person"),
    ]


def _tell_consistency(person: Participant) -> list[tuple[str, str]]:
    """Return how the answers agree with each other, in standard errors above a coin's."""
    found = person.consistency
    if found is None or found.z_coin != found.z_coin:
        return []
    return [("Own answers", f"{decimals(found.z_coin, 1)} (0: a coin, above 2: agree)")]


def _passed(person: Participant) -> str:
    return f"{person.catches_passed} of {person.catches} passed" if person.catches else "none"


def _sessions(sessions: int) -> str:
    return "1 session" if sessions == 1 else f"{sessions} sessions"


def _of(people: Sequence[Participant], name: str) -> np.ndarray:
    return np.array([getattr(p, name) for p in people], dtype=float)


def _pairs(people: Sequence[Participant], part: str, whole: str) -> list[tuple[int, int]]:
    return [(getattr(p, part), getattr(p, whole)) for p in people]


def _ratios(people: Sequence[Participant], part: str, whole: str) -> np.ndarray:
    pairs = _pairs(people, part, whole)
    return np.array([a / b if b else _NAN for a, b in pairs], dtype=float)


def _share(pair: tuple[int, int]) -> str:
    part, whole = pair
    return f"{part} of {whole}" if whole else NOTHING
