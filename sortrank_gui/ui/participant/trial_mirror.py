"""A small picture of the participant's trial for the researcher; it takes no answers."""

from PySide6.QtCore import QRectF, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from sortrank_gui.study.design.versions import show_variant
from sortrank_gui.study.file.journal import Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.item_drawing import TextDrawing, draw_pixmap
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.widgets.theme import theme_of

_GAP = 16
_PADDING = 8
_RADIUS = 8


class TrialMirror(QWidget):
    """Draws both items from the pictures that the participant window has in the cache."""

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self._images = images
        self._items: tuple[Item, ...] = ()
        self._trial: Trial | None = None
        self._texts = TextDrawing(), TextDrawing()
        self.setMinimumSize(240, 120)
        self.setAccessibleName("The participant's trial")
        images.arrived.connect(self._on_arrived)

    def set_items(self, items: tuple[Item, ...]) -> None:
        """Take the items that trials refer to."""
        self._items, self._trial = items, None
        self.update()

    def show_trial(self, trial: Trial | None) -> None:
        """Show a trial, or nothing."""
        self._trial = trial
        pair = () if trial is None else (trial.left, trial.right)
        self.setAccessibleDescription(" or ".join(self._items[k].name for k in pair))
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for little."""
        return QSize(480, 240)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw two boxes of equal size."""
        painter, theme = QPainter(self), theme_of(self)
        painter.setRenderHints(
            QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform
        )
        width = (self.width() - _GAP) / 2
        for side in (0, 1):
            box = QRectF(side * (width + _GAP), 0, width, self.height())
            painter.setPen(QPen(theme.colour("line"), 1))
            painter.setBrush(theme.colour("well"))
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
            if self._trial is not None:
                number = self._trial.right if side else self._trial.left
                inner = box.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)
                item = show_variant(self._items[number], self._trial.context)
                self._paint_item(painter, item, inner, self._texts[side])

    def _paint_item(
        self, painter: QPainter, item: Item, room: QRectF, drawing: TextDrawing
    ) -> None:
        source = source_of(item)
        pixmap = None if source is None else self._images.pixmap_of_any_size(source)
        if pixmap is not None:
            draw_pixmap(painter, pixmap, room, self.devicePixelRatioF())
            return
        painter.setPen(theme_of(self).colour("text" if source is None else "soft"))
        text = item.name if source is not None else item.text or item.name
        drawing.draw(painter, text, room, self.font(), None)

    @Slot(str)
    def _on_arrived(self, _source: str) -> None:
        self.update()
