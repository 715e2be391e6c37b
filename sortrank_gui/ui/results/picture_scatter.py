"""Scores of two questions against each other, with the items' pictures in place of dots."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Slot
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.results.score_scatter import ScorePairs, ScoreScatter

_SIDE = 36
_MOST_PICTURES = 60
"""More would cover each other; dots tell more then."""
_PAUSE_MS = 60


class PictureScatter(ScoreScatter):
    """Pictures come when they are decoded; until then, and for many items, there are dots."""

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self.setAccessibleName("Scores of two questions")
        self._images = images
        self._items: Sequence[Item] = ()
        self._pictures: list[QGraphicsPixmapItem] = []
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._show_pictures)
        images.arrived.connect(self._on_arrived)

    @property
    def pictures(self) -> int:
        """How many pictures are shown."""
        return len(self._pictures)

    def show_items(self, pairs: ScorePairs, items: Sequence[Item], sides: tuple[str, str]) -> None:
        """Show the items that two questions share."""
        self._items = items
        self.show_sides(pairs, [item.name for item in items], sides)
        self._show_pictures()

    def _gap_of(self, item: int) -> float:
        """Leave room for a picture."""
        few = len(self._items) <= _MOST_PICTURES
        return _SIDE / 2 + 3 if few and source_of(self._items[item]) else super()._gap_of(item)

    @Slot(str)
    def _on_arrived(self, _source: str) -> None:
        self._pause.start()

    @Slot()
    def _show_pictures(self) -> None:
        for picture in self._pictures:
            self.area.remove(picture)
        self._pictures = []
        if self._found is None or len(self._items) > _MOST_PICTURES:
            return
        scale = self.devicePixelRatioF()
        side = round(_SIDE * scale)
        for number, item in enumerate(self._items):
            source = source_of(item)
            pixmap = None if source is None else self._images.pixmap(source, QSize(side, side))
            if pixmap is None:
                continue
            shown = QGraphicsPixmapItem(pixmap)
            shown.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
            shown.setTransformationMode(Qt.TransformationMode.SmoothTransformation)
            shown.setScale(1 / scale)
            shown.setOffset(-pixmap.width() / 2, -pixmap.height() / 2)
            shown.setPos(
                float(self._found.first_scores[number]), float(self._found.second_scores[number])
            )
            self.area.add(shown)
            self._pictures.append(shown)
