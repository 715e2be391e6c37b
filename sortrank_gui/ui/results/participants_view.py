"""Participants: a table of all, and what is known and odd about the one that is picked."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sortrank_gui.study.results.summary import Participant
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.participant_columns import (
    SESSIONS,
    WHO,
    describe_participant,
    participant_columns,
)
from sortrank_gui.ui.results.table_card import TableCard
from sortrank_gui.ui.results.view import Sources, View, ViewFacts, wrapped_label
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_DETAIL_WIDTH = 272
_HEADER = (
    *("participant", "flags", "answers", "agreement", "infit", "outfit", "median_seconds"),
    *("share_left", "repeats_same", "repeats", "catches_passed", "catches", "sessions", "given_by"),
)


class ParticipantsView(View):
    """Who answered, how well the answers fit those of the others, and what is odd."""

    name = "participants"
    facts = ViewFacts(5, "Participants", "Agreement, misfit, times and flags of everybody")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._people: dict[str, Participant] = {}
        self._shown: object = None
        self.card = TableCard(self.title, "Find a participant…")
        self.card.failed.connect(self.failed)
        self.card.offer_files(self)
        self.data = self.card.data
        self.data.picked.connect(self._on_picked)
        self.detail = ParticipantDetail()
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self.card, stretch=1)
        row.addWidget(self.detail)
        self.column.addLayout(row)

    def show_news(self, news: News) -> None:
        """Show the participants that passed the filters."""
        people = news.summary.participants
        if people is self._shown:
            return
        self._shown = people
        self._people = {person.code: person for person in people}
        codes = list(self._people)
        self.data.set_columns(participant_columns(people), codes, codes)
        self.data.hide_column(SESSIONS, all(person.sessions == 1 for person in people))
        self.data.hide_column(WHO, len({person.by_robot for person in people}) < 2)
        flagged = sum(bool(person.flags) for person in people)
        who = "1 participant" if len(people) == 1 else f"{len(people):,} participants"
        odd = f", {flagged} with flags" if flagged else ", nobody is flagged"
        self.card.say(f"{who}{odd}. Pick one to see why.")
        if self.data.current_key is None and codes:
            first = next((p.code for p in people if p.flags), codes[0])
            self.data.pick(first)
        self._on_picked(self.data.current_key)

    def table(self) -> tuple[tuple[str, ...], list[list]]:
        """Return all rows, as they are sorted."""
        rows = self.data.data_model.rows()
        return _HEADER, [[*row[:8], *row[8], *row[9], *row[10:]] for row in rows]

    @Slot(object)
    def _on_picked(self, code: str | None) -> None:
        self.detail.show_participant(self._people.get(code) if code is not None else None)


class ParticipantDetail(Card):
    """The flags of one participant in sentences, and the numbers behind them."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("The participant")
        self.setFixedWidth(_DETAIL_WIDTH)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.setContentsMargins(20, 12, 8, 12)
        self.body.addWidget(self._scroll)
        self.texts: list[str] = []

    def show_participant(self, person: Participant | None) -> None:
        """Show somebody, or a hint."""
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(8)
        self.texts = []
        if person is None:
            column.addWidget(wrapped_label("Pick a participant to see more."))
        else:
            self._fill(column, person)
        column.addStretch()
        self._scroll.setWidget(sheet)

    def _fill(self, column: QVBoxLayout, person: Participant) -> None:
        column.addWidget(self._make_label(person.code, title=True))
        for flag in person.flags:
            column.addWidget(self._make_label(flag.title.capitalize(), bold=True))
            chance = "" if flag.p_value != flag.p_value else f" (p {_p_text(flag.p_value)})"
            column.addWidget(self._make_label(flag.sentence + chance))
        if not person.flags:
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


def _p_text(p_value: float) -> str:
    return "< 0.001" if p_value < 0.001 else f"= {p_value:.3f}"
