"""Open from the lab: the studies on a server, with what is going on in each."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.figures.numbers import NOTHING
from sortrank_gui.study.lab.sharing import LabStudy
from sortrank_gui.ui.lab.lab_services import LabServices
from sortrank_gui.ui.lab.server_form import ServerForm
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.tips import plain_tip

_HEAD = ("Study", "Items", "Answers", "Stations at work")
_FIRST = "Test the connection; the studies on the server are listed here then."
_NONE = "No study is on this server yet. Open one, and choose File > Share with the lab."


class LabOpenDialog(QDialog):
    """Lists what is there; `confirmed` names the server and the study."""

    confirmed = Signal(str, str)

    def __init__(self, services: LabServices, server: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Open from the lab")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._services = services
        self._studies: Sequence[LabStudy] = ()
        self._jobs = Jobs("lab studies", self, latest_wins=True)
        self.form = ServerForm(services, server)
        self.form.changed.connect(self._on_changed)
        self.form.found.connect(self._on_found)
        self.table = self._make_table()
        self.hint = soft_label(_FIRST)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self._views = QStackedWidget()
        self._views.addWidget(self.hint)
        self._views.addWidget(self.table)
        self.cancel = self._make_button("Cancel", "Open nothing (Esc)")
        self.cancel.clicked.connect(self.reject)
        self.open_button = self._make_button("Open", "Follow the study in this window (Enter)")
        self.open_button.setProperty("primary", True)
        self.open_button.clicked.connect(self._on_open)
        self._lay_out()
        self.resize(720, 480)
        self._on_changed()
        if server:
            self.form.try_it()

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, len(_HEAD))
        table.setObjectName("quiet")
        table.setAccessibleName("Studies on the server")
        table.setHorizontalHeaderLabels(list(_HEAD))
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.itemSelectionChanged.connect(self._on_selected)
        table.itemActivated.connect(self._on_open)
        return table

    def _make_button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setAccessibleName(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        return button

    def _lay_out(self) -> None:
        card = TitledCard("Studies on the server")
        card.body.addWidget(self._views)
        row = QHBoxLayout()
        row.addStretch()
        row.addWidget(self.cancel)
        row.addWidget(self.open_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(self.form)
        column.addWidget(card, stretch=1)
        column.addLayout(row)

    @property
    def chosen(self) -> LabStudy | None:
        """The study whose row is selected."""
        rows = {index.row() for index in self.table.selectedIndexes()}
        return self._studies[rows.pop()] if rows else None

    @Slot()
    def _on_changed(self) -> None:
        self._jobs.cancel()
        self._show([])
        self._hint(_FIRST)

    @Slot(bool)
    def _on_found(self, found: bool) -> None:
        if found:
            self._hint("Looking …")
            work = partial(self._services.list_studies, self.form.server)
            self._jobs.submit(work, self._on_listed, self._on_failed)

    def _on_listed(self, studies: Sequence[LabStudy]) -> None:
        self._show(studies)
        if studies:
            self._views.setCurrentWidget(self.table)
            self.table.selectRow(0)
            self.table.setFocus()
        else:
            self._hint(_NONE)

    def _on_failed(self, failure: Failure) -> None:
        self._hint(failure.sentence)

    def _hint(self, sentence: str) -> None:
        self.hint.setText(sentence)
        self._views.setCurrentWidget(self.hint)

    def _show(self, studies: Sequence[LabStudy]) -> None:
        self._studies = studies
        self.table.setRowCount(len(studies))
        for row, study in enumerate(studies):
            at_work = ", ".join(study.stations) or NOTHING
            texts = (study.title, f"{study.items:,}", f"{study.answers:,}", at_work)
            for column, text in enumerate(texts):
                cell = QTableWidgetItem(text)
                cell.setToolTip(plain_tip(text))
                self.table.setItem(row, column, cell)
        self._on_selected()

    @Slot()
    def _on_selected(self) -> None:
        self.open_button.setEnabled(self.chosen is not None)

    @Slot()
    def _on_open(self) -> None:
        study = self.chosen
        if study is not None:
            self.confirmed.emit(self.form.server, study.uuid)
            self.accept()

    def done(self, result: int) -> None:
        """Look no further."""
        self.form.close_workers()
        self._jobs.close()
        super().done(result)
