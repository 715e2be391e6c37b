"""A text that is longer than its box: scrolled by its bar, the wheel, a drag or keys.

Its bar keeps the mouse to itself; all other clicks go to the box, of which a drag is none.
"""

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from sortrank_gui.ui.widgets.theme import Theme


class LongText(QPlainTextEdit):
    """Lays out only what is seen, so that a novel opens as quickly as a sentence."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.verticalScrollBar().setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.verticalScrollBar().setCursor(Qt.CursorShape.ArrowCursor)
        self._dragged = 0.0
        """Pixels of a drag that are less than a line yet."""
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Long text")
        self.hide()

    def set_look(self, theme: Theme, pixels: float) -> None:
        """Use the colours of the box and a size of letters."""
        bare = f"background: transparent; border: none; color: {theme.text}"
        self.setStyleSheet(
            f"QPlainTextEdit {{ {bare}; font-size: {round(pixels)}px }}"
            f"QScrollBar:vertical {{ width: 12px }}"
            f"QScrollBar::handle:vertical {{ background: {theme.soft}; border-radius: 6px }}"
        )

    def take_wheel(self, event: QWheelEvent) -> None:
        """Scroll as the bar would if the mouse were over it."""
        QCoreApplication.sendEvent(self.verticalScrollBar(), event)

    def drag(self, pixels: float) -> None:
        """Let the text follow a drag, line by line."""
        self._dragged += pixels
        height = self.fontMetrics().lineSpacing()
        lines = int(self._dragged / height)
        self._dragged -= lines * height
        self._scroll_by(-lines)

    def scroll_page(self, pages: int) -> None:
        """Move by pages, down if above 0."""
        self._scroll_by(pages * max(1, self.verticalScrollBar().pageStep() - 1))

    def _scroll_by(self, lines: int) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + lines)
