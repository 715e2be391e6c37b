"""One of the two boxes on the stage: shows an item as large as it can, and takes clicks."""

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QEnterEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from sortrank_gui.study.items import Item
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.theme import LIGHT, Theme

_PADDING = 16
_RADIUS = 12
_SETTLE_MS = 80


class ItemBox(QWidget):
    """Shows nothing until told to reveal, so that both items of a pair appear at once."""

    chosen = Signal()

    def __init__(self, images: ImageStore, name: str) -> None:
        super().__init__()
        self._images = images
        self._item: Item | None = None
        self._pixmap: QPixmap | None = None
        self._revealed = self._highlighted = self._pressed = self._hovered = False
        self._settled_size = QSize()
        self._settling = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settling.timeout.connect(self._settle)
        self.theme: Theme = LIGHT
        self.setAccessibleName(name)
        self.setToolTip(f"Click to choose the {name.lower()}")
        self.setMinimumSize(160, 160)
        images.arrived.connect(self._on_arrived)

    def set_item(self, item: Item | None) -> None:
        """Take an item, hidden at first."""
        self._item, self._pixmap = item, None
        self._revealed = self._highlighted = self._pressed = False
        self.update()

    @property
    def is_ready(self) -> bool:
        """Whether the item could be shown now; if not, its image is on its way."""
        if self._item is None or self._item.image is None:
            return self._item is not None
        return self._fetch() is not None or self._images.problem(self._item.image) is not None

    def reveal(self) -> None:
        """Show the item."""
        self._revealed = True
        self._update_cursor()
        self.update()

    def set_highlighted(self, highlighted: bool) -> None:
        """Mark the box as chosen, or not."""
        self._highlighted = highlighted
        self.update()

    def image_size(self) -> QSize:
        """Return the room for an image, in device pixels; it follows a resize when that is over."""
        return self._settled_size

    def sizeHint(self) -> QSize:
        """Ask for a comfortable size."""
        return QSize(372, 420)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Fetch the image anew once the size stays."""
        if self.isVisible():
            self._settling.start()
        else:
            self._settle()

    @Slot()
    def _settle(self) -> None:
        self._settled_size = self._pixels()
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where a click began."""
        self._pressed = self._revealed and event.button() is Qt.MouseButton.LeftButton

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose this item if the click began and ended on it."""
        if self._pressed and self.rect().contains(event.position().toPoint()):
            self.chosen.emit()
        self._pressed = False

    def enterEvent(self, _event: QEnterEvent) -> None:
        """Show that a click would choose this item."""
        self._hovered = True
        self.update()

    def leaveEvent(self, _event: QEvent) -> None:
        """Show that a click would not."""
        self._hovered = False
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Follow being enabled with the cursor, and another screen with a sharp image."""
        if event.type() is QEvent.Type.DevicePixelRatioChange:
            self._settling.start()
        if event.type() is QEvent.Type.EnabledChange:
            self._update_cursor()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the box and, once revealed, its item."""
        painter = QPainter(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        self._paint_box(painter)
        if self._revealed and self._item is not None:
            self._paint_item(painter, self._item)

    def _paint_box(self, painter: QPainter) -> None:
        hovered = self._hovered and self._revealed and self.isEnabled()
        width = 2.0 if self._highlighted else 1.0
        part = "accent" if self._highlighted or hovered else "line"
        painter.setPen(QPen(self.theme.colour(part), width))
        painter.setBrush(self.theme.colour("well"))
        edge = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.drawRoundedRect(edge, _RADIUS, _RADIUS)

    def _paint_item(self, painter: QPainter, item: Item) -> None:
        pixmap = self._fetch() or self._pixmap
        if item.image is None:
            self._paint_text(painter, item.text or item.name, "text")
        elif (problem := self._images.problem(item.image)) is not None:
            self._paint_text(painter, f"{item.name}\n\n⚠ {problem}", "bad")
        elif pixmap is not None:
            self._pixmap = pixmap
            self._paint_pixmap(painter, pixmap)

    def _paint_pixmap(self, painter: QPainter, pixmap: QPixmap) -> None:
        """Draw the image in the middle; pixel for pixel unless a resize is under way."""
        inner = self._inner()
        size = pixmap.size().scaled(self._pixels(), Qt.AspectRatioMode.KeepAspectRatio)
        ratio = self.devicePixelRatioF()
        target = QRectF(0, 0, size.width() / ratio, size.height() / ratio)
        target.moveCenter(QRectF(inner).center())
        corner = target.topLeft() * ratio
        target.moveTopLeft(QPointF(round(corner.x()), round(corner.y())) / ratio)
        painter.drawPixmap(target, pixmap, QRectF(pixmap.rect()))

    def _paint_text(self, painter: QPainter, text: str, part: str) -> None:
        painter.setPen(self.theme.colour(part))
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self._inner(), flags, text)

    def _fetch(self) -> QPixmap | None:
        if self._item is None or self._item.image is None:
            return None
        return self._images.pixmap(self._item.image, self.image_size())

    def _pixels(self) -> QSize:
        return (self._inner().size().toSizeF() * self.devicePixelRatioF()).toSize()

    def _inner(self) -> QRect:
        return self.rect().adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)

    def _update_cursor(self) -> None:
        clickable = self._revealed and self.isEnabled()
        shape = Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)

    def _on_arrived(self, path: str) -> None:
        if self._item is not None and str(self._item.image) == path:
            self.update()
