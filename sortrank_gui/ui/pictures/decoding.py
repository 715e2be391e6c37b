"""Decodes pictures at the size at which they are shown: upright, sharp, safe; on any thread."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_PICTURE_BYTES
from sortrank_gui.study.items.images import check_image, make_showable
from sortrank_gui.study.items.svg import check_svg, looks_like_svg

_MOST_PIXELS = 200_000_000


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture; of an animated one, the first frame."""

    image: QImage
    is_animated: bool = False


class PictureReader:
    """Reads one frame after another out of a file's bytes, and starts again after the last."""

    def __init__(self, data: bytes, name: str, size: QSize, *, enlarge: bool = True) -> None:
        self._content, self._name, self._box = QByteArray(data), name, size
        self._enlarge = enlarge
        self._is_svg = looks_like_svg(data)
        if self._is_svg:
            check_svg(data, name, lambda inner: check_image(inner, name))
        self._open()

    def _open(self) -> None:
        self._buffer = QBuffer(self._content)
        self._buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        self._reader = QImageReader(self._buffer)
        if self._is_svg:
            self._reader.setFormat(b"svg")
        self._reader.setDecideFormatFromContent(not self._is_svg)
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


def decode(data: bytes, name: str, size: QSize, *, enlarge: bool = True) -> Picture:
    """Return the picture in a file's bytes, scaled to fit into `size` pixels."""
    reader = PictureReader(make_showable(data, name), name, size, enlarge=enlarge)
    is_animated = reader.is_animated
    return Picture(reader.read(), is_animated)


def read_file(path: Path) -> bytes:
    """Return the bytes of a picture's file."""
    try:
        if path.stat().st_size > MOST_PICTURE_BYTES:
            raise InputError(f"{path.name} is larger than a picture may be.")
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path.name} can't be read: {error.strerror}.") from error


def _fit(full: QSize, box: QSize) -> QSize:
    fitted = full.scaled(box, Qt.AspectRatioMode.KeepAspectRatio)
    return fitted.expandedTo(QSize(1, 1))
