"""Large boxes to tick and circles to choose from, for answers that should not be overlooked."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QRadioButton, QSizePolicy

from sortrank_gui.ui.widgets.theme import Theme, theme_of

_SIDE = 24
_GAP = 12
_NARROW = 160
_WRAPPED = int(Qt.TextFlag.TextWordWrap)
if TYPE_CHECKING:
    _Mixed = QAbstractButton
else:
    _Mixed = object  # Qt's classes can't be inherited twice


class _LargeBox(_Mixed):
    """Drawn in a theme's colours; the accent marks focus and choice. Its words wrap."""

    def take_shape(self) -> None:
        """Be as high as the words need."""
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def setText(self, text: str) -> None:
        """Take words, in which & stands for itself and makes no key."""
        super().setText(text)
        self.setShortcut(QKeySequence())

    def sizeHint(self) -> QSize:
        """Ask for the box and one line of text."""
        words = self.fontMetrics().horizontalAdvance(self.text())
        width = _SIDE + 4 + (_GAP + words if words else 0)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Be content with lines of a few words."""
        return QSize(min(_NARROW, self.sizeHint().width()), _SIDE + 4)

    def hasHeightForWidth(self) -> bool:
        """Take more lines where there is less room."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the words at a width."""
        room = QRect(0, 0, max(1, width - _SIDE - _GAP - 2), 10_000)
        words = self.fontMetrics().boundingRect(room, _WRAPPED, self.text())
        return max(_SIDE + 4, words.height())

    def hitButton(self, place: QPoint) -> bool:
        """Take clicks on the text too."""
        return self.rect().contains(place)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box, the mark in it and the words, from the side where reading begins."""
        painter, theme = QPainter(self), theme_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        x = self.width() - _SIDE - 2 if mirrored else 2
        if not self.text():
            x = (self.width() - _SIDE) // 2
        box = QRectF(x, (self.height() - _SIDE) / 2, _SIDE, _SIDE)
        painter.setPen(QPen(theme.colour(self._edge), 2))
        self.draw_box(painter, box, theme)
        painter.setPen(theme.colour("text" if self.isEnabled() else "soft"))
        beside = _SIDE + _GAP + 2
        words = self.rect().adjusted(0 if mirrored else beside, 0, -beside if mirrored else 0, 0)
        start = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        place = int(start | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute)
        painter.drawText(words, place | _WRAPPED, self.text())

    @property
    def _edge(self) -> str:
        """The colour around the box: what is chosen and what has the focus can be told apart."""
        if not self.isEnabled():
            return "soft"
        if self.hasFocus() and self.isChecked():
            return "text"
        return "accent" if self.hasFocus() or self.underMouse() or self.isChecked() else "soft"

    def draw_box(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        """Draw what is ticked."""
        raise NotImplementedError


class TickBox(_LargeBox, QCheckBox):
    """A box to tick."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setText(text)
        self.take_shape()

    def draw_box(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        """Draw a square with a tick."""
        filled = "accent" if self.isEnabled() else "soft"
        painter.setBrush(theme.colour(filled if self.isChecked() else "card"))
        painter.drawRoundedRect(box, 5, 5)
        if self.isChecked():
            painter.setPen(QPen(theme.colour("on_accent"), 3))
            corner = box.topLeft()
            tick = [corner + QPointF(*at) for at in ((6, 12.5), (10.5, 17), (18, 8))]
            painter.drawPolyline(tick)


class RoundBox(_LargeBox, QRadioButton):
    """A circle of which one in a group is chosen."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setText(text)
        self.take_shape()

    def draw_box(self, painter: QPainter, box: QRectF, theme: Theme) -> None:
        """Draw a circle with a dot."""
        painter.setBrush(theme.colour("card"))
        painter.drawEllipse(box)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent" if self.isEnabled() else "soft"))
            painter.drawEllipse(box.adjusted(6, 6, -6, -6))
