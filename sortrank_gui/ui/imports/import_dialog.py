"""A table of answers, understood step by step: columns, a preview, and problems by line."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QListWidget,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.imports.making import USUAL_PROBLEMS, ImportOrder
from sortrank_gui.study.imports.reading import Reading
from sortrank_gui.tables import RowSource
from sortrank_gui.ui.imports.grammar_form import GrammarForm
from sortrank_gui.ui.imports.looking import HEAD, OpenTable, TablePreview, look_at, open_table
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.fields import Field, make_line
from sortrank_gui.ui.widgets.tips import plain_tip

_ABOUT = (
    "Each row of the table is an answer. SortRank guesses which column is what: look whether it is "
    "right. The study will say that it was imported, claim no strategy, and can’t be continued."
)


class ImportDialog(QDialog):
    """Shows what a table would become, and emits what to make of it."""

    confirmed = Signal(object, object)
    """An ImportOrder without its target, and the Reading."""

    def __init__(self, table: Path, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Import answers: {table.name}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._table = table
        self._rows: RowSource | None = None
        self._look: TablePreview | None = None
        self.form = GrammarForm()
        self.form.setEnabled(False)
        self.form.changed.connect(self._on_changed)
        self._make_parts()
        self._lay_out()
        self.resize(1120, 720)
        self.setMinimumSize(820, 560)
        self._jobs = Jobs("import", self, latest_wins=True)
        self._jobs.failed.connect(self._on_failed)
        self._say("Reading …")
        self._jobs.submit_long(partial(open_table, table), self._on_open)

    def _make_parts(self) -> None:
        self.prompt = Field(
            "What people were asked",
            make_line("not known"),
            "The question of the study; nobody was asked it by SortRank",
        )
        self.hide_codes = QCheckBox("Write P001, P002 … in place of who answered")
        self.hide_codes.setToolTip("For names and mail addresses, which a study need not hold")
        self.preview = QTableWidget(0, len(HEAD))
        self.preview.setObjectName("quiet")
        self.preview.setAccessibleName("The first answers")
        self.preview.setHorizontalHeaderLabels(list(HEAD))
        self.preview.verticalHeader().hide()
        self.preview.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.preview.setShowGrid(False)
        header = self.preview.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place in (0, 2, 4):
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        for place in (1, 3, 5):
            header.setSectionResizeMode(place, QHeaderView.ResizeMode.ResizeToContents)
        self.problems = QListWidget()
        self.problems.setObjectName("quiet")
        self.problems.setWordWrap(True)
        self.problems.setAccessibleName("Rows that can’t be read")
        self.skip = QCheckBox("Leave these rows out")
        self.skip.setToolTip("The study and its report say how many were left out")
        self.skip.toggled.connect(self._on_skip)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel = QPushButton("Cancel")
        self.cancel.setToolTip("Import nothing (Esc)")
        self.cancel.clicked.connect(self.reject)
        self.accept_button = QPushButton("Import")
        self.accept_button.setToolTip("Choose where the study goes, and make it")
        self.accept_button.setProperty("primary", True)
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self._on_accept)
        for widget in (self.hide_codes, self.skip, self.cancel, self.accept_button):
            widget.setAccessibleName(widget.text())

    def _lay_out(self) -> None:
        left = QWidget()
        fields = QVBoxLayout(left)
        fields.setContentsMargins(0, 0, 12, 0)
        fields.setSpacing(12)
        for widget in (self.form, self.prompt, self.hide_codes):
            fields.addWidget(widget)
        fields.addStretch()
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(left)
        scroll.setMinimumWidth(380)
        shown, wrong = TitledCard("The first answers, as they are understood"), TitledCard("")
        self._shown, self._wrong = shown, wrong
        shown.body.addWidget(self.preview)
        wrong.body.addWidget(self.problems)
        wrong.body.addWidget(self.skip)
        wrong.hide()
        right = QVBoxLayout()
        right.setSpacing(12)
        right.addWidget(shown, stretch=3)
        right.addWidget(wrong, stretch=2)
        parts = QHBoxLayout()
        parts.setSpacing(20)
        parts.addWidget(scroll, stretch=2)
        parts.addLayout(right, stretch=3)
        buttons = QHBoxLayout()
        buttons.addWidget(self.words, stretch=1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.accept_button)
        about = soft_label(_ABOUT)
        about.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addWidget(about)
        column.addLayout(parts, stretch=1)
        column.addLayout(buttons)

    def _say(self, words: str) -> None:
        self.words.setText(words)
        self.accept_button.setText("Import")
        self.accept_button.setEnabled(False)

    def _on_open(self, found: OpenTable) -> None:
        self._rows = found.rows
        self.form.setEnabled(True)
        self.form.show_grammar(found.grammar, found.rows.columns)
        self._on_changed()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self._look = None
        self._say(failure.sentence)

    @Slot()
    def _on_changed(self) -> None:
        if self._rows is not None:
            self._say("Reading …")
            work = partial(look_at, self._rows, self.form.grammar)
            self._jobs.submit_long(work, self._on_looked)

    def _on_looked(self, look: TablePreview) -> None:
        self._look = look
        self.form.show_questions(sorted(look.reading.questions))
        self._show_preview(look)
        self._show_problems(look.reading, look.list_problems())
        self._show_state()

    def _show_preview(self, look: TablePreview) -> None:
        rows = list(look.list_rows())
        self.preview.setRowCount(len(rows))
        for place, row in enumerate(rows):
            for column, text in enumerate(row):
                cell = QTableWidgetItem(text)
                cell.setToolTip(plain_tip(text))
                self.preview.setItem(place, column, cell)

    def _show_problems(self, found: Reading, lines: list[str]) -> None:
        self._wrong.setVisible(bool(lines))
        rows = "1 row" if found.n_problems == 1 else f"{found.n_problems:,} rows"
        self._wrong.set_title(f"{rows} of {found.rows:,} can’t be read")
        self.problems.clear()
        self.problems.addItems(lines)
        self.skip.setChecked(0 < found.n_problems <= USUAL_PROBLEMS * found.rows)

    def _show_state(self) -> None:
        look = self._look
        if look is None:
            return
        self._say(look.words)
        found = look.reading
        if look.needs_question:
            self.words.setText("The table asks several questions: choose one.")
        elif found.n_problems and not self.skip.isChecked():
            self.words.setText(f"{look.words} Rows can’t be read: leave them out, or mend them.")
        elif found.answers and len(found.names) > 1:
            self.accept_button.setText(f"Import {len(found.answers):,} answers …")
            self.accept_button.setEnabled(True)

    @Slot()
    def _on_skip(self) -> None:
        self._show_state()

    @Slot()
    def _on_accept(self) -> None:
        if self._look is None:
            return
        order = ImportOrder(
            self._table,
            Path(),
            self._look.grammar,
            title=self._table.stem,
            prompt=self.prompt.editor.text(),
            most_problems=1.0 if self.skip.isChecked() else 0.0,
            hide_codes=self.hide_codes.isChecked(),
        )
        self.confirmed.emit(order, self._look.reading)
        self.accept()

    def done(self, result: int) -> None:
        """Read no further."""
        self._jobs.close()
        super().done(result)
