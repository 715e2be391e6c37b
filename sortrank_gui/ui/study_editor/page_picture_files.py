"""Reads a picture for a page: checked like any other, and no larger than a page needs."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import QImage, QImageWriter

from sortrank_gui.study.design.page_pictures import MOST_BYTES
from sortrank_gui.study.items.pictures import load_picture
from sortrank_gui.ui.pictures.decoding import decode

LARGEST = QSize(1600, 1200)
_SMALL_BYTES = 300_000
_PLAIN = ("png", "jpeg")
_QUALITY = 88


def read_page_picture(path: Path) -> tuple[str, bytes]:
    """Return a name without brackets, and the bytes; runs in any thread."""
    found = load_picture(path)
    name = "".join(sign for sign in path.stem if sign not in "<>[]()").strip() or "picture"
    fits = QSize(found.width, found.height).boundedTo(LARGEST) == QSize(found.width, found.height)
    if fits and len(found.data) <= _SMALL_BYTES and found.format in _PLAIN:
        return name, found.data
    image = decode(found.data, name, LARGEST, enlarge=False).image
    data = _encode(image, "PNG")
    if len(data) > MOST_BYTES:
        data = _encode(image.convertToFormat(QImage.Format.Format_RGB32), "JPEG")
    return name, data


def _encode(image: QImage, kind: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(kind.encode()))
    if kind == "JPEG":
        writer.setQuality(_QUALITY)
    writer.write(image)
    return bytes(buffer.data().data())
