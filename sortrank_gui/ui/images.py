"""Pictures for the screen: decoded and scaled on a thread of their own, in a bounded cache."""

from collections import OrderedDict
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QPixmap

from sortrank_gui.errors import InputError
from sortrank_gui.ui.failures import reports_failure
from sortrank_gui.ui.thread_host import ThreadHost

_MOST_PIXELS = 200_000_000
_CACHE_BYTES = 192 * 1024 * 1024


class ImageWorker(QObject):
    """Decodes one image after another, at the size at which it will be shown."""

    loaded = Signal(str, QSize, QImage)
    unreadable = Signal(str, str)
    failed = Signal(object)

    @Slot(str, QSize)
    @reports_failure
    def load(self, path: str, size: QSize) -> None:
        """Decode an image to fit into `size` device pixels."""
        try:
            self.loaded.emit(path, size, read_image(Path(path), size))
        except InputError as error:
            self.unreadable.emit(path, str(error))


class ImageStore(QObject):
    """Pixmaps by path and size; what is missing is fetched and then announced."""

    arrived = Signal(str)
    failed = Signal(object)
    _requested = Signal(str, QSize)

    def __init__(self, parent: QObject | None = None, *, cache_bytes: int = _CACHE_BYTES) -> None:
        super().__init__(parent)
        self._cache_bytes = cache_bytes
        self._pixmaps: OrderedDict[tuple[str, int, int], QPixmap] = OrderedDict()
        self._bytes = 0
        self._pending: set[tuple[str, int, int]] = set()
        self._problems: dict[str, str] = {}
        worker = ImageWorker()
        self._host = ThreadHost(worker, "images")
        self._requested.connect(worker.load)
        worker.loaded.connect(self._on_loaded)
        worker.unreadable.connect(self._on_unreadable)
        worker.failed.connect(self.failed)

    def pixmap(self, path: Path, size: QSize) -> QPixmap | None:
        """Return the image that fits into `size` device pixels, or None and fetch it."""
        key = (str(path), size.width(), size.height())
        if key in self._pixmaps:
            self._pixmaps.move_to_end(key)
            return self._pixmaps[key]
        if key not in self._pending and key[0] not in self._problems and not size.isEmpty():
            self._pending.add(key)
            self._requested.emit(key[0], size)
        return None

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is being fetched."""
        return not self._pending

    def problem(self, path: Path) -> str | None:
        """Return why an image can't be shown, if so."""
        return self._problems.get(str(path))

    def close(self) -> None:
        """Stop fetching and end the thread."""
        self._requested.disconnect()
        self._host.close()

    @Slot(str, QSize, QImage)
    def _on_loaded(self, path: str, size: QSize, image: QImage) -> None:
        key = (path, size.width(), size.height())
        self._pending.discard(key)
        self._pixmaps[key] = QPixmap.fromImage(image)
        self._bytes += image.sizeInBytes()
        while self._bytes > self._cache_bytes and len(self._pixmaps) > 2:
            _, oldest = self._pixmaps.popitem(last=False)
            self._bytes -= oldest.width() * oldest.height() * 4
        self.arrived.emit(path)

    @Slot(str, str)
    def _on_unreadable(self, path: str, sentence: str) -> None:
        self._problems[path] = sentence
        self._pending = {key for key in self._pending if key[0] != path}
        self.arrived.emit(path)


def read_image(path: Path, size: QSize) -> QImage:
    """Return the image, upright and scaled to fit into `size` pixels; any thread may call this."""
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    full = reader.size()
    if full.isValid() and full.width() * full.height() > _MOST_PIXELS:
        raise InputError(f"{path.name} is too large: {full.width()} x {full.height()} pixels.")
    if full.isValid():
        turned = bool(
            reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
        )
        box = size.transposed() if turned else size
        reader.setScaledSize(full.scaled(box, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise InputError(f"{path.name} can't be shown: {reader.errorString()}.")
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
