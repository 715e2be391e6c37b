"""All small words that participants see or hear in one language, to be changed one by one."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.wording import find_text, list_keys
from sortrank_gui.ui.study_editor.language_bar import name_language, name_word
from sortrank_gui.ui.widgets.card import soft_label

_ELSEWHERE = ("prompt", "pause", "thanks", "left", "right", "equal", "neither")
"""Words that have a field of their own in the form."""


class WordsDialog(QDialog):
    """A row a word: what it says in English, and what it says here."""

    edited = Signal(str, str)
    """The key of a word, and what it shall say; empty for what the language says."""

    def __init__(self, design: Design, language: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"Words: {name_language(language)}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.language = language
        self._keys = [key for key in list_keys() if key not in _ELSEWHERE]
        self.table = QTableWidget(len(self._keys), 2)
        self.table.setObjectName("quiet")
        self.table.setAccessibleName("Words")
        self.table.setHorizontalHeaderLabels(["In English", "Here"])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        hint = soft_label("Words in {braces} are filled in. An empty one is the language’s own.")
        close = QPushButton("Close")
        close.setAccessibleName("Close")
        close.setToolTip("Back to the study (Esc)")
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        for widget in (hint, self.table):
            column.addWidget(widget)
        column.addWidget(close, alignment=Qt.AlignmentFlag.AlignRight)
        self.resize(760, 640)
        self.show_design(design)
        self.table.itemChanged.connect(self._on_changed)

    def show_design(self, design: Design) -> None:
        """Show the words of this design."""
        self.table.blockSignals(True)
        for row, key in enumerate(self._keys):
            english = QTableWidgetItem(name_word(key))
            english.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.table.setItem(row, 0, english)
            self.table.setItem(row, 1, QTableWidgetItem(find_text(design, self.language, key)))
        self.table.blockSignals(False)

    @Slot(QTableWidgetItem)
    def _on_changed(self, item: QTableWidgetItem) -> None:
        self.edited.emit(self._keys[item.row()], item.text())
