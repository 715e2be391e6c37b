"""A sentence at the bottom of a window that goes by itself."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from sortrank_gui.ui.widgets.theme import scaled_font

_STAYS_MS = 3000


class PassingHint(QLabel):
    """Shown for three seconds, over whatever is there."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self._timer = QTimer(self, singleShot=True, interval=_STAYS_MS)
        self._timer.timeout.connect(self.hide)
        self.setFont(scaled_font(self.font(), 1.25))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setStyleSheet(
            "background: rgba(20, 24, 30, 225); color: white; "
            "border-radius: 8px; padding: 12px 20px;"
        )
        self.hide()

    def show_text(self, text: str) -> None:
        """Show a sentence."""
        self.setText(text)
        self.adjustSize()
        room = self._room.rect()
        self.move((room.width() - self.width()) // 2, room.height() - self.height() - 64)
        self.show()
        self.raise_()
        self._timer.start()
