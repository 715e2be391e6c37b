"""The table of stations: who sits where, how far they are, and when they were last heard of."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem

from sortrank_gui.figures.numbers import NOTHING
from sortrank_gui.study.survey.lab_state import CLOSED, StationSeen
from sortrank_gui.ui.lab.lab_words import (
    count_answers,
    describe_seconds,
    describe_sign,
    describe_trial,
    describe_who,
    is_silent,
)
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of
from sortrank_gui.ui.widgets.tips import plain_tip

_HEAD = (
    ("Station", "Its name, as it was given when it was started"),
    ("Who", "Who takes part there now"),
    ("Trial", "Which trial is on the screen, and of how many"),
    ("Pace", "How long an answer takes there, lately"),
    ("Sign of life", "When the station was last heard of"),
    ("Not sent", "Answers that are on the station’s disk, but not yet on the server"),
)
_WHO, _SIGN, _PENDING = 1, 4, 5
_WIDEST = {0: "booth-10", 2: "300 of 300", 3: "< 0.1 s", 4: "59 min ago", 5: "99 answers"}
"""What columns have room for, by their places."""
_AROUND = 24


class StationsTable(Recoloured, QTableWidget):
    """A row for each station; those that are chosen stay so while the numbers change."""

    chosen_changed = Signal()

    def __init__(self) -> None:
        super().__init__(0, len(_HEAD))
        self._stations: tuple[StationSeen, ...] = ()
        self._cells: list[list[QTableWidgetItem]] = []
        self._are_heard = True
        self.setObjectName("quiet")
        self.setAccessibleName("Stations")
        for place, (title, tip) in enumerate(_HEAD):
            head = QTableWidgetItem(title)
            head.setToolTip(tip)
            self.setHorizontalHeaderItem(place, head)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(34)
        self.setShowGrid(False)
        self.setWordWrap(False)  # a long name is cut at its end, not after its first word
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableWidget.SelectionMode.ExtendedSelection)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(_WHO, QHeaderView.ResizeMode.Stretch)
        measure = self.fontMetrics().horizontalAdvance
        for place, text in _WIDEST.items():  # once: measuring each new number takes too long
            titled = measure(_HEAD[place][0])
            self.setColumnWidth(place, max(titled, measure(text)) + _AROUND)
        self.itemSelectionChanged.connect(self._on_selected)

    def show_stations(self, stations: Sequence[StationSeen], *, are_heard: bool = True) -> None:
        """Show these; cells that say the same stay as they are.

        While nobody hears of them, it is not known what is not sent.
        """
        self._are_heard = are_heard
        before, chosen = [each.name for each in self._stations], self.chosen_names
        self._stations = tuple(stations)
        if before != [each.name for each in self._stations]:
            self._make_rows(set(chosen))
        for row, station in enumerate(self._stations):
            self._show_row(row, station)

    @property
    def chosen(self) -> tuple[StationSeen, ...]:
        """The stations whose rows are selected, from the top."""
        rows = {index.row() for index in self.selectedIndexes()}
        return tuple(each for row, each in enumerate(self._stations) if row in rows)

    @property
    def chosen_names(self) -> tuple[str, ...]:
        """Their names, of the rows as they are."""
        rows = sorted({index.row() for index in self.selectedIndexes()})
        return tuple(self._cells[row][0].text() for row in rows)

    def choose(self, *names: str) -> None:
        """Select the rows of these stations alone."""
        self.clearSelection()
        mode = self.selectionMode()
        self.setSelectionMode(QTableWidget.SelectionMode.MultiSelection)
        for row, station in enumerate(self._stations):
            if station.name in names:
                self.selectRow(row)
        self.setSelectionMode(mode)

    def texts(self, row: int) -> list[str]:
        """Return what a row says."""
        return [cell.text() for cell in self._cells[row]]

    def recolour(self, _theme: Theme) -> None:
        """Write what is amiss in the colour of the theme."""
        for row, station in enumerate(self._stations):
            self._colour_row(row, station)

    def _make_rows(self, chosen: set[str]) -> None:
        quiet = self.blockSignals(True)
        self.setRowCount(len(self._stations))
        self._cells = [[QTableWidgetItem("") for _ in _HEAD] for _ in self._stations]
        for row, cells in enumerate(self._cells):
            for column, cell in enumerate(cells):
                self.setItem(row, column, cell)
        names = chosen or {each.name for each in self._stations[:1]}
        self.choose(*names)
        self.blockSignals(quiet)
        self.chosen_changed.emit()

    def _show_row(self, row: int, station: StationSeen) -> None:
        texts = (
            station.name,
            describe_who(station),
            describe_trial(station),
            describe_seconds(station),
            describe_sign(station.seen_seconds),
            self._describe_pending(station),
        )
        for cell, text in zip(self._cells[row], texts, strict=True):
            if cell.text() != text or not cell.toolTip():
                cell.setText(text)
                cell.setToolTip(plain_tip(text))
        self._colour_row(row, station)

    def _describe_pending(self, station: StationSeen) -> str:
        if station.pending:
            return count_answers(station.pending)
        return NOTHING if self._are_heard else "?"

    def _colour_row(self, row: int, station: StationSeen) -> None:
        """Let a station that is gone, and answers that wait, be seen from afar."""
        theme, closed = theme_of(self), station.phase == CLOSED
        colours = {
            _SIGN: theme.colour("bad") if is_silent(station) and not closed else None,
            _PENDING: theme.colour("second") if station.pending else None,
        }
        for column, colour in colours.items():
            brush = QBrush() if colour is None else QBrush(colour)
            if self._cells[row][column].foreground() != brush:
                self._cells[row][column].setForeground(brush)

    @Slot()
    def _on_selected(self) -> None:
        self.chosen_changed.emit()
