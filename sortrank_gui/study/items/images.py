"""Checks pictures on their way into a study: what is accepted here can be shown later.

Sizes are compared with limits before anything is decoded, so that a picture that would fill the
memory is refused instead. Everything here runs in any thread and without a QApplication.
"""

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QImageWriter

from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_FRAMES, MOST_PICTURE_BYTES, MOST_PIXELS
from sortrank_gui.study.items.conversion import convert_to_png, find_foreign_format
from sortrank_gui.study.items.svg import check_svg, looks_like_svg

_FORMATS = {"png", "jpeg", "webp", "gif", "bmp"}
_TRIAL_SIZE = QSize(256, 256)
_MOST_SVG_BYTES = 20_000
_MOST_KNOWN = 100_000
_known: dict[bytes, tuple[str, int, int, int]] = {}
"""Format, width, height and frames of the pictures that were checked, by their SHA-256."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that can be shown, as the bytes of its file."""

    data: bytes
    format: str
    width: int
    """As it will stand: a camera's rotation is taken into account."""
    height: int
    frames: int = 1

    @property
    def digest(self) -> str:
        """The name of the picture inside a study."""
        return sha256(self.data).hexdigest()


def load_image(path: Path, name: str = "") -> Image:
    """Read and check a picture; errors call it by this name, or else by its path."""
    name = name or str(path)
    try:
        if not path.is_file():
            raise InputError(f"{name} is missing.")
        size = path.stat().st_size
        if size > MOST_PICTURE_BYTES:
            most = f"pictures up to {MOST_PICTURE_BYTES / 1e6:,.0f} MB are possible"
            raise InputError(f"{name} has {size / 1e6:,.0f} MB; {most}.")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{name} can't be read: {error.strerror}.") from error
    return check_image(data, name)


def check_image(data: bytes, name: str) -> Image:
    """Return a picture if it can be shown; its content decides on its format, not its name.

    One that not every computer can show becomes PNG. A picture that was checked before is not
    decoded again: an import checks, and so does saving.
    """
    data = make_showable(data, name)
    key = sha256(data).digest()
    known = _known.get(key)
    if known is not None:
        return Image(data, *known)
    image = _check(data, name)
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[key] = (image.format, image.width, image.height, image.frames)
    return image


def make_showable(data: bytes, name: str) -> bytes:
    """Return a picture as it is, or as PNG where it is in a format that Qt knows here and there."""
    kind = find_foreign_format(data)
    if not kind:
        return data
    if kind != "TIFF" or b"tiff" not in [f.data() for f in QImageReader.supportedImageFormats()]:
        return convert_to_png(data, kind, name)
    reader, _buffer = _open(data)
    _require_size(reader.size(), name)
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(made, QByteArray(b"png")).write(_read(reader, name)):
        raise InputError(f"{name} can't be made into PNG; save it as PNG or JPEG.")
    return bytes(made.data().data())


def make_thumbnail(data: bytes, side: int) -> str:
    """Return a picture as a small data URI for a page; nothing where it can't be small."""
    if looks_like_svg(data):
        return _make_uri("svg+xml", data) if len(data) <= _MOST_SVG_BYTES else ""
    reader, _buffer = _open(data)
    full = reader.size()
    small = full.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
    reader.setScaledSize(small.boundedTo(full).expandedTo(QSize(1, 1)))
    image = reader.read()
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    kind = "png" if image.hasAlphaChannel() else "jpeg"
    if image.isNull() or not QImageWriter(made, QByteArray(kind.encode())).write(image):
        return ""
    return _make_uri(kind, bytes(made.data().data()))


def _make_uri(kind: str, data: bytes) -> str:
    return f"data:image/{kind};base64,{b64encode(data).decode('ascii')}"


def _open(data: bytes) -> tuple[QImageReader, QBuffer]:
    """Return a reader of a picture, and the buffer that has to live as long."""
    buffer = QBuffer()
    buffer.setData(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setDecideFormatFromContent(True)
    reader.setAutoTransform(True)
    return reader, buffer


def _read(reader: QImageReader, name: str) -> QImage:
    image = reader.read()
    if image.isNull():
        reason = reader.errorString() or "it is damaged"
        raise InputError(f"{name} can't be shown: {reason.rstrip('.')}.")
    return image


def _check(data: bytes, name: str) -> Image:
    if looks_like_svg(data):
        width, height = check_svg(data, name, lambda inner: check_image(inner, name))
        _require_size(QSize(width, height), name)
        return Image(data, "svg", width, height)
    reader, _buffer = _open(data)
    kind = bytes(reader.format().data()).decode("ascii", "replace")
    if kind not in _FORMATS:
        raise InputError(f"{name} is not a picture that SortRank can show (PNG, JPEG, ...).")
    size = reader.size()
    _require_size(size, name)
    frames = _count_frames(reader, data, kind)
    if frames > MOST_FRAMES:
        raise InputError(
            f"{name} has {frames:,} or more frames; up to {MOST_FRAMES:,} are possible."
        )
    _decode(reader, data, kind, name)
    if _is_turned(reader):
        size = size.transposed()
    return Image(data, kind, size.width(), size.height(), frames)


def _require_size(size: QSize, name: str) -> None:
    if not size.isValid() or size.isEmpty():
        raise InputError(f"{name} has no size, so it can't be shown; it may be damaged.")
    if size.width() * size.height() > MOST_PIXELS:
        raise InputError(
            f"{name} has {size.width():,} x {size.height():,} pixels; up to "
            f"{MOST_PIXELS / 1e6:.0f} million are possible."
        )


def _count_frames(reader: QImageReader, data: bytes, kind: str) -> int:
    """Return how many frames there are, without decoding them."""
    if kind == "gif":
        return count_gif_frames(data, MOST_FRAMES + 1)
    return max(1, reader.imageCount()) if kind == "webp" else 1


def count_gif_frames(data: bytes, most: int) -> int:
    """Walk over the blocks of a GIF file and count its frames, up to `most`."""
    at, frames = 13 + _table_size(data[10:11]), 0
    while at < len(data) and frames < most:
        mark = data[at]
        if mark == 0x21:  # an extension: a label, then sub-blocks
            at = _skip_blocks(data, at + 2)
        elif mark == 0x2C:  # a frame: ten bytes, a colour table, a code size, then sub-blocks
            frames += 1
            at = _skip_blocks(data, at + 11 + _table_size(data[at + 9 : at + 10]))
        else:
            break
    return max(frames, 1)


def _table_size(flags: bytes) -> int:
    if not flags or not flags[0] & 0x80:
        return 0
    return 3 * (2 << (flags[0] & 7))


def _skip_blocks(data: bytes, at: int) -> int:
    while at < len(data) and data[at]:
        at += data[at] + 1
    return at + 1


def _decode(reader: QImageReader, data: bytes, kind: str, name: str) -> None:
    """Decode the first frame once, small."""
    if kind == "jpeg" and data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda"):
        raise InputError(f"{name} is cut off: its end is missing.")
    mode = Qt.AspectRatioMode.KeepAspectRatio
    small = reader.size().scaled(_TRIAL_SIZE, mode).expandedTo(QSize(1, 1))
    reader.setScaledSize(small.boundedTo(reader.size()))
    _read(reader, name)


def _is_turned(reader: QImageReader) -> bool:
    quarter = QImageIOHandler.Transformation.TransformationRotate90
    return bool(reader.transformation() & quarter)
