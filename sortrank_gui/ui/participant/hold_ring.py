"""A ring that fills while a key is held: leaving takes two seconds of intent."""

from PySide6.QtCore import QElapsedTimer, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

_SIDE = 176
_STEP_MS = 25
_GRACE_MS = 80
"""Some X servers send a held key as strokes, one right after the other."""


class HoldRing(QWidget):
    """Seen from `start` to `stop`; `completed` when it was held long enough."""

    completed = Signal()

    def __init__(self, parent: QWidget, *, hold_ms: int = 2000) -> None:
        super().__init__(parent)
        self._room = parent
        self._hold_ms, self._words = hold_ms, ""
        self._held = QElapsedTimer()
        self._timer = QTimer(self, interval=_STEP_MS)
        self._timer.timeout.connect(self._on_step)
        self._grace = QTimer(self, singleShot=True, interval=_GRACE_MS)
        self._grace.timeout.connect(self.stop)
        self.setFixedSize(_SIDE, _SIDE)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_words(self, words: str) -> None:
        """Say what the ring is for."""
        self._words = words
        self.setAccessibleName(words)

    def start(self) -> None:
        """Begin to fill, in the middle of the parent; or go on, if the key was just let go."""
        self._grace.stop()
        if self._timer.isActive():
            return
        place = self._room.rect().center() - self.rect().center()
        self.move(place)
        self._held.start()
        self._timer.start()
        self.show()
        self.raise_()

    def let_go(self) -> None:
        """Stop, unless the key is down again at once."""
        self._grace.start()

    @Slot()
    def stop(self) -> None:
        """Forget how long it was held."""
        self._timer.stop()
        self._grace.stop()
        self.hide()

    @Slot()
    def _on_step(self) -> None:
        self.update()
        if self._held.elapsed() >= self._hold_ms:
            self.stop()
            self.completed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring and what it is for."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 24, 30, 225))
        painter.drawEllipse(self.rect())
        ring = QRectF(self.rect()).adjusted(14, 14, -14, -14)
        painter.setPen(QPen(QColor(255, 255, 255, 60), 6))
        painter.drawArc(ring, 0, 16 * 360)
        share = min(1.0, self._held.elapsed() / self._hold_ms)
        painter.setPen(QPen(QColor("white"), 6))
        painter.drawArc(ring, 16 * 90, round(-16 * 360 * share))
        wrapped = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(ring.adjusted(16, 16, -16, -16), wrapped, self._words)
