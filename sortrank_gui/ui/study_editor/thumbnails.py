"""Small pictures of items: only those that are looked at are fetched, once scrolling rests."""

from collections import OrderedDict
from collections.abc import Iterable

from PySide6.QtCore import QObject, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QPixmap

from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.image_requests import Source
from sortrank_gui.ui.pictures.images import ImageStore, source_of

_MOST = 600
_REST_MS = 40


class Thumbnails(QObject):
    """Hands out what is there at once; `arrived` names the source of what came later."""

    arrived = Signal(str)

    def __init__(self, images: ImageStore, side: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._images, self._side, self._ratio = images, side, 1.0
        self._pixmaps: OrderedDict[Source, QPixmap] = OrderedDict()
        self._wanted: list[Source] = []
        self._timer = QTimer(self, singleShot=True, interval=_REST_MS)
        self._timer.timeout.connect(self._on_rest)
        images.arrived.connect(self._on_arrived)

    def set_size(self, side: int, ratio: float) -> None:
        """Fetch pictures of this size, for a screen with so many pixels to a point."""
        if (side, ratio) != (self._side, self._ratio):
            self._side, self._ratio = side, ratio
            self._pixmaps.clear()

    def pixmap(self, item: Item) -> QPixmap | None:
        """Return the picture of an item if it is there."""
        source = source_of(item)
        return None if source is None else self._pixmaps.get(source)

    def problem(self, item: Item) -> str | None:
        """Return why an item's picture can't be shown, if so."""
        source = source_of(item)
        return None if source is None else self._images.problem(source)

    def want(self, items: Iterable[Item]) -> None:
        """Fetch the pictures of these items, and forget earlier wishes."""
        sources = (source_of(item) for item in items)
        self._wanted = [s for s in sources if s is not None and s not in self._pixmaps]
        if self._wanted:
            self._timer.start()

    @Slot()
    def _on_rest(self) -> None:
        for source in self._wanted:
            self._take(source)

    @Slot(str)
    def _on_arrived(self, name: str) -> None:
        for source in self._wanted:
            if str(source) == name:
                self._take(source)
                self.arrived.emit(name)

    def _take(self, source: Source) -> None:
        side = round(self._side * self._ratio)
        pixmap = self._images.pixmap(source, QSize(side, side))
        if pixmap is None or source in self._pixmaps:
            return
        self._pixmaps[source] = pixmap
        while len(self._pixmaps) > _MOST:
            self._pixmaps.popitem(last=False)
        self.arrived.emit(str(source))
