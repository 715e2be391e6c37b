"""Editors of lists: participants' codes, and the keys of an answer."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.study.file.codes import list_codes, read_codes
from sortrank_gui.ui.study_editor.editors import Editor, Line, Paragraphs
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.fields import (
    make_line,
    make_number,
    make_problem_label,
    show_problem,
)

_TABLES = "Tables and texts (*.csv *.tsv *.txt);;All files (*)"


class CodesEditor(Editor):
    """Codes, one a line: typed, pasted, read from a file, or counted on from the first one."""

    def __init__(self) -> None:
        super().__init__()
        self._jobs = Jobs("codes", self)
        self.box = Paragraphs("Empty: any code is taken, such as P01, P02 …", 5)
        self.box.textChanged.connect(self._on_changed)
        self.first, self.count = make_line("VP001"), make_number(1, 9_999, 50, suffix=" codes")
        self.first.setAccessibleName("First code")
        self.first.setToolTip("The first code; the number at its end is counted on")
        self.count.setAccessibleName("How many codes")
        self.count.setToolTip("How many codes the list shall have")
        self.make = _make_button("Make list", "Write so many codes, counted on from the first one")
        self.load = _make_button("From a file…", "A text with a code a line, or a CSV table")
        self.make.clicked.connect(self._on_make)
        self.load.clicked.connect(self._on_load)
        self._problem = make_problem_label()
        series = QHBoxLayout()
        series.setSpacing(8)
        series.addWidget(self.first, stretch=1)
        series.addWidget(self.count)
        series.addWidget(self.make)
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self.box)
        column.addWidget(self._problem)
        column.addLayout(series)
        column.addWidget(self.load, alignment=Qt.AlignmentFlag.AlignLeft)
        self.row.addLayout(column)

    def show_value(self, value: tuple[str, ...]) -> None:
        """Show codes; what is typed stays as it is while it means the same."""
        if value != _read_lines(self.box.toPlainText()):
            self.box.show_text("\n".join(value))

    def focus_widget(self) -> QWidget:
        """Return the box."""
        return self.box

    def read(self, path: Path) -> None:
        """Take the codes of a file."""
        self._jobs.submit(partial(read_codes, path), self._on_read, self._on_failed)

    @Slot()
    def _on_changed(self) -> None:
        self.edited.emit(_read_lines(self.box.toPlainText()))

    @Slot()
    def _on_make(self) -> None:
        first = self.first.text().strip() or self.first.placeholderText()
        self._on_read(list_codes(first, self.count.value()))

    @Slot()
    def _on_load(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Codes of the participants", "", _TABLES)
        if name:
            self.read(Path(name))

    @Slot(object)
    def _on_read(self, codes: tuple[str, ...]) -> None:
        show_problem(self._problem, "")
        self.edited.emit(codes)

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        show_problem(self._problem, failure.sentence)


class KeysEditor(Editor):
    """Names of keys with commas between them; a button adds the key that is pressed next."""

    def __init__(self) -> None:
        super().__init__()
        self.line = Line()
        self.line.setPlaceholderText("none")
        self.line.textEdited.connect(self._on_edited)
        self.line.editingFinished.connect(self.left)
        self.press = _make_button("Press a key", "Add the key that you press next")
        self.press.setCheckable(True)
        self.press.installEventFilter(self)
        self.row.addWidget(self.line, stretch=1)
        self.row.addWidget(self.press)

    def show_value(self, value: tuple[str, ...]) -> None:
        """Show keys; what is typed stays as it is while it means the same."""
        if value != _read_names(self.line.text()):
            self.line.setText(", ".join(value))

    def focus_widget(self) -> QWidget:
        """Return the line."""
        return self.line

    @Slot(str)
    def _on_edited(self, text: str) -> None:
        self.edited.emit(_read_names(text))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the next key while the button waits for it; Escape takes none."""
        if not self.press.isChecked():
            return super().eventFilter(watched, event)
        if isinstance(event, QFocusEvent) and event.lostFocus():
            self.press.setChecked(False)
        if not isinstance(event, QKeyEvent) or event.type() is QEvent.Type.KeyRelease:
            return super().eventFilter(watched, event)
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            self.press.setChecked(False)
            name = QKeySequence(event.key()).toString(QKeySequence.SequenceFormat.PortableText)
            if name and name != "Esc":
                names = dict.fromkeys((*_read_names(self.line.text()), name))
                self.edited.emit(tuple(names))
        return True


def _read_lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _read_names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _make_button(text: str, tip: str) -> QPushButton:
    button = QPushButton(text)
    button.setAccessibleName(text)
    button.setToolTip(tip)
    return button
