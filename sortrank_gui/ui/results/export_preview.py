"""The beginning of an export: rows, a text, or a picture; and its options."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QLabel,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.results.exporting import Preview
from sortrank_gui.ui.results.data_table import DataTable
from sortrank_gui.ui.results.table_model import Column, one_line
from sortrank_gui.ui.results.view import wrapped_label

_TABLE, _TEXT, _PICTURE, _NOTHING = range(4)
_WIDTHS = (64, 240)


class ExportPreview(QWidget):
    """Shows what a file would begin with."""

    def __init__(self) -> None:
        super().__init__()
        self.codes = QCheckBox("Replace participant codes")
        self.codes.setToolTip("Write P001, P002 … instead of the codes, and leave seeds out")
        self.excel = QCheckBox("For Excel")
        self.excel.setToolTip(
            "Begin the table with a mark (BOM), so that Excel reads é and 漢 well"
        )
        self.fineness = QSpinBox()
        self.fineness.setRange(50, 1200)
        self.fineness.setSingleStep(50)
        self.fineness.setValue(300)
        self.fineness.setSuffix(" dpi")
        self.fineness.setAccessibleName("Dots per inch")
        self.fineness.setToolTip("How fine a PNG picture is; SVG and PDF are fine at any size")
        self.rows = DataTable("First rows")
        self.rows.setSortingEnabled(False)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName("First lines")
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.picture.setAccessibleName("The figure")
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(self.picture)
        scroll.setWidgetResizable(True)
        self._stack = QStackedWidget()
        for page in (self.rows, self.text, scroll, QWidget()):
            self._stack.addWidget(page)
        self._words = wrapped_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._words)
        column.addWidget(self._stack, stretch=1)

    @property
    def words(self) -> str:
        """What is said."""
        return self._words.text()

    def offer(self, *, codes: bool, excel: bool, fineness: bool) -> None:
        """Show the options that make sense."""
        self.codes.setVisible(codes)
        self.excel.setVisible(excel)
        self.fineness.setVisible(fineness)

    def wait(self, about: str) -> None:
        """Say what it is while its beginning is fetched."""
        self._words.setText(about)
        self._stack.setCurrentIndex(_NOTHING)

    def say(self, sentence: str) -> None:
        """Say something, such as that a file was written."""
        self._words.setText(sentence)

    def show_preview(self, found: Preview) -> None:
        """Show rows or lines."""
        self._words.setText(f"{found.export.about} Answers: {found.words}.")
        prose = bool(found.export.contents)
        family = QFontDatabase.SystemFont.FixedFont
        self.text.setFont(self.font() if prose else QFontDatabase.systemFont(family))
        if found.rows:
            header, *rows = found.rows
            self.rows.set_columns(_columns(header, rows), list(range(len(rows))))
            self._stack.setCurrentIndex(_TABLE)
        else:
            self.text.setPlainText(found.text)
            self._stack.setCurrentIndex(_TEXT)

    def show_picture(self, picture: QImage) -> None:
        """Show a figure as it will look on paper."""
        self.picture.setPixmap(QPixmap.fromImage(picture))
        self._stack.setCurrentIndex(_PICTURE)


def _columns(header: list[str], rows: list[list[str]]) -> list[Column]:
    least, most = _WIDTHS
    columns = []
    for number, title in enumerate(header):
        values = [row[number] for row in rows]
        longest = max(map(len, (title, *values[:20])))
        width = min(max(8 * longest + 24, least), most)
        columns.append(Column(title, values, one_line, tips=values, at_left=True, width=width))
    return columns
