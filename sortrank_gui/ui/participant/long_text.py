"""A text that is longer than its box: scrolled by wheel or keys, while clicks go to the box."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget


class LongText(QPlainTextEdit):
    """Lays out only what is seen, so that a novel opens as quickly as a sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Long text")
        self.hide()

    def set_look(self, colour: QColor, pixels: float) -> None:
        """Use a colour and a size of letters."""
        look = f"background: transparent; border: none; color: {colour.name()}"
        size = f"font-size: {round(pixels)}px"
        self.setStyleSheet(f"QPlainTextEdit {{ {look}; {size} }}")

    def scroll_by(self, lines: int) -> None:
        """Move by so many lines, down if above 0."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + lines)

    def scroll_page(self, pages: int) -> None:
        """Move by pages, down if above 0."""
        self.scroll_by(pages * max(1, self.verticalScrollBar().pageStep() - 1))
