"""Checks pictures on their way into a study, in a child process: what is accepted can be shown.

Sizes are compared with limits before anything is decoded, so that a picture that would fill the
memory is refused instead. What that does not catch, the limits of the child do: see `confining`.
"""

import sys

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QImageIOHandler, QImageReader, QImageWriter

from sortrank_gui.confining import Reply
from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_FRAMES, MOST_PIXELS
from sortrank_gui.study.items.conversion import convert_to_png, find_foreign_format
from sortrank_gui.study.items.pictures import Image
from sortrank_gui.study.items.svg import check_svg, looks_like_svg

_BEGINNINGS = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"\xff\xd8\xff": "jpeg",
    b"GIF87a": "gif",
    b"GIF89a": "gif",
    b"BM": "bmp",
}
_application: QGuiApplication | None = None
_TRIAL_SIZE = QSize(256, 256)
_MOST_SVG_BYTES = 20_000
_MOST_SCANS = 500
"""Of a progressive JPEG, which has about ten."""


def check_image(data: bytes, name: str) -> Image:
    """Return a picture if it can be shown; its content decides on its format, not its name.

    One that not every computer can show becomes PNG.
    """
    return _check(make_showable(data, name), name)


def examine(data: bytes, name: str) -> Reply:
    """Check a picture in a child; the reply has its bytes only where they became others."""
    make_ready_for_text()
    image = check_image(data, name)
    facts = {"format": image.format, "width": image.width, "height": image.height}
    return facts | {"frames": image.frames}, b"" if image.data == data else image.data


def make_showable(data: bytes, name: str) -> bytes:
    """Return a picture as it is, or as PNG where it is in a format that Qt knows here and there."""
    kind = find_foreign_format(data)
    if not kind:
        return data
    if kind != "TIFF" or b"tiff" not in [f.data() for f in QImageReader.supportedImageFormats()]:
        return convert_to_png(data, kind, name)
    reader, _buffer = _open(data, name, "tiff")
    _require_size(reader.size(), name)
    return _encode_png(_read(reader, name), name)


def encode_bgr(pixels: bytes, width: int, height: int, stride: int, name: str) -> bytes:
    """Return pixels of three bytes each, blue first, as PNG."""
    _require_size(QSize(width, height), name)
    image = QImage(pixels, width, height, stride, QImage.Format.Format_BGR888)
    if image.allGray():  # as most pages are: half as large, and made in a quarter of the time
        image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    return _encode_png(image, name)


def _encode_png(image: QImage, name: str) -> bytes:
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(made, QByteArray(b"png")).write(image):
        raise InputError(f"{name} can't be made into PNG; save it as PNG or JPEG.")
    return bytes(made.data().data())


def find_format(data: bytes) -> str:
    """Return the format of a picture by its first bytes: one of those we admit, or nothing."""
    if looks_like_svg(data):
        return "svg"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "webp"
    return next((kind for start, kind in _BEGINNINGS.items() if data.startswith(start)), "")


def make_ready_for_text() -> None:
    """Make the application that Qt needs to draw text; only in a child, which has no window."""
    global _application
    if QGuiApplication.instance() is None:
        if sys.platform == "darwin":  # or it would have a place in the Dock
            QGuiApplication.setAttribute(Qt.ApplicationAttribute.AA_PluginApplication)
        _application = QGuiApplication(["pictures"])


def shrink(data: bytes, side: int) -> Reply:
    """Make a picture small, in a child; nothing where it can't be small."""
    if looks_like_svg(data):
        check_svg(data, "The picture", lambda inner: check_image(inner, "The picture"))
        return {"format": "svg+xml"}, data if len(data) <= _MOST_SVG_BYTES else b""
    reader, _buffer = _open(data, "The picture")
    full = reader.size()
    small = full.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
    reader.setScaledSize(small.boundedTo(full).expandedTo(QSize(1, 1)))
    image = reader.read()
    made = QBuffer()
    made.open(QIODevice.OpenModeFlag.WriteOnly)
    kind = "png" if image.hasAlphaChannel() else "jpeg"
    if image.isNull() or not QImageWriter(made, QByteArray(kind.encode())).write(image):
        return {"format": kind}, b""
    return {"format": kind}, bytes(made.data().data())


def _open(data: bytes, name: str, kind: str = "") -> tuple[QImageReader, QBuffer]:
    """Return a reader of a picture, and the buffer that has to live as long.

    Its first bytes decide who decodes it: no other decoder of Qt's is let at it.
    """
    kind = kind or find_format(data)
    if not kind:
        raise InputError(f"{name} is not a picture that SortRank can show (PNG, JPEG, ...).")
    buffer = QBuffer()
    buffer.setData(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setDecideFormatFromContent(False)
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
        _draw_once(data, name)
        return Image(data, "svg", width, height)
    kind = find_format(data)
    reader, _buffer = _open(data, name, kind)
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


def _draw_once(data: bytes, name: str) -> None:
    """Draw a vector picture small, where there is an application for its text."""
    if QGuiApplication.instance() is not None:
        reader, _buffer = _open(data, name, "svg")
        reader.setScaledSize(_TRIAL_SIZE)
        _read(reader, name)


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
    if kind == "jpeg" and data.count(b"\xff\xda") > _MOST_SCANS:
        raise InputError(f"{name} has too many scans; save it anew.")
    mode = Qt.AspectRatioMode.KeepAspectRatio
    small = reader.size().scaled(_TRIAL_SIZE, mode).expandedTo(QSize(1, 1))
    reader.setScaledSize(small.boundedTo(reader.size()))
    _read(reader, name)


def _is_turned(reader: QImageReader) -> bool:
    quarter = QImageIOHandler.Transformation.TransformationRotate90
    return bool(reader.transformation() & quarter)
