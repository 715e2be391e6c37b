"""Draws pictures at the size at which they are shown, in a child process: upright, sharp, safe."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from sortrank_gui.confining import Reply
from sortrank_gui.errors import InputError
from sortrank_gui.study.items.images import (
    check_image,
    find_format,
    make_ready_for_text,
    make_showable,
)
from sortrank_gui.study.items.svg import check_svg

_MOST_PIXELS = 200_000_000
_readers: dict[str, "PictureReader"] = {}
"""The animations that play, by the names that the parent gave them."""


def prepare() -> Reply:
    """Load what drawing needs."""
    make_ready_for_text()
    return {}, b""


def draw(data: bytes, name: str, width: int, height: int, enlarge: bool) -> Reply:
    """Return a picture's pixels, scaled to fit; of an animated one, those of the first frame."""
    make_ready_for_text()
    size = QSize(width, height)
    reader = PictureReader(make_showable(data, name), name, size, enlarge=enlarge)
    is_animated = reader.is_animated
    facts, pixels = pack(reader.read())
    return facts | {"is_animated": is_animated}, pixels


def draw_next(
    which: str, data: bytes | None, name: str, width: int, height: int, enlarge: bool
) -> Reply:
    """Return the next frame of an animation, whose bytes come with the first call."""
    if data is not None:
        _readers[which] = PictureReader(data, name, QSize(width, height), enlarge=enlarge)
    if which not in _readers:
        return {"is_lost": True}, b""
    reader = _readers[which]
    facts, pixels = pack(reader.read_in_turn())
    return facts | {"delay_ms": reader.delay_ms}, pixels


def forget(which: str) -> Reply:
    """Let go of an animation."""
    _readers.pop(which, None)
    return {}, b""


def pack(image: QImage) -> Reply:
    """Return an image as facts and bytes; `decoding.unpack` makes it one again."""
    facts = {"width": image.width(), "height": image.height(), "stride": image.bytesPerLine()}
    return facts | {"alpha": image.hasAlphaChannel()}, bytes(image.constBits())


class PictureReader:
    """Reads one frame after another out of a file's bytes, and starts again after the last."""

    def __init__(self, data: bytes, name: str, size: QSize, *, enlarge: bool = True) -> None:
        self._content, self._name, self._box = QByteArray(data), name, size
        self._enlarge = enlarge
        self._kind = find_format(data)
        if not self._kind:
            raise InputError(f"{name} can't be shown: it is no picture.")
        if self._kind == "svg":
            check_svg(data, name, lambda inner: check_image(inner, name))
        self._open()

    def _open(self) -> None:
        self._buffer = QBuffer(self._content)
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._reader = QImageReader(self._buffer, QByteArray(self._kind.encode()))
        self._reader.setAutoDetectImageFormat(False)
        self._reader.setDecideFormatFromContent(False)
        self._reader.setAutoTransform(True)
        full = self._reader.size()
        if full.isValid():
            self._require_small(full)
            box = self._box.transposed() if is_turned(self._reader) else self._box
            small = full.boundedTo(box) == full
            self._reader.setScaledSize(full if small and not self._enlarge else _fit(full, box))

    @property
    def is_animated(self) -> bool:
        """Whether there is more than one frame."""
        return self._reader.supportsAnimation() and self._reader.imageCount() > 1

    @property
    def delay_ms(self) -> int:
        """How long the frame that was read last is to stay."""
        return self._reader.nextImageDelay()

    def read(self) -> QImage:
        """Return the next frame, scaled to fit."""
        image = self._reader.read()
        if image.isNull():
            reason = self._reader.errorString().rstrip(".") or "it is damaged"
            raise InputError(f"{self._name} can't be shown: {reason}.")
        return image.convertToFormat(
            QImage.Format.Format_ARGB32_Premultiplied
            if image.hasAlphaChannel()
            else QImage.Format.Format_RGB32
        )

    def read_in_turn(self) -> QImage:
        """Return the next frame, the first one after the last."""
        if not self._reader.canRead():
            self._open()
        return self.read()

    def _require_small(self, full: QSize) -> None:
        if full.width() * full.height() > _MOST_PIXELS:
            raise InputError(
                f"{self._name} is too large: {full.width():,} x {full.height():,} pixels."
            )


def is_turned(reader: QImageReader) -> bool:
    """Say whether a camera's rotation swaps width and height."""
    quarter = QImageIOHandler.Transformation.TransformationRotate90
    return bool(reader.transformation() & quarter)


def _fit(full: QSize, box: QSize) -> QSize:
    fitted = full.scaled(box, Qt.AspectRatioMode.KeepAspectRatio)
    return fitted.expandedTo(QSize(1, 1))
