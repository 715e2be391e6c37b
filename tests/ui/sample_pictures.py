"""Pictures for tests, made as they are needed."""

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
    '<rect width="20" height="20" fill="red"/><rect x="20" width="20" height="20" fill="blue"/>'
    "</svg>"
)


def save_picture(path: Path, width: int, height: int, colour: str = "teal") -> Path:
    """Write a picture of one colour, in the format of its name."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    assert image.save(str(path))
    return path


def save_turned_jpeg(path: Path, width: int, height: int) -> Path:
    """Write a JPEG whose camera was turned by a quarter: it is to be shown `height` wide."""
    save_picture(path, width, height)
    tiff = b"MM\x00*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    exif = b"Exif\x00\x00" + tiff
    data = path.read_bytes()
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])
    return path


def make_gif(width: int, height: int, colours: list[tuple[int, int, int]], delay_ms: int) -> bytes:
    """Return a GIF that plays these colours, each for so long, without compression."""
    screen = struct.pack("<HHBBB", width, height, 0xF1, 0, 0)  # a palette of four colours
    palette = b"".join(bytes(colour) for colour in (colours + [(0, 0, 0)] * 4)[:4])
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    frames = b"".join(
        b"\x21\xf9\x04\x04" + struct.pack("<HBB", delay_ms // 10, 0, 0)
        + b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0)
        + _pixels(number, width * height)
        for number in range(len(colours))
    )  # fmt: skip
    return b"GIF89a" + screen + palette + loop + frames + b"\x3b"


def as_bytes(image: QImage, kind: str) -> bytes:
    """Return an image as the bytes of a file."""
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(content.data())


def _pixels(colour: int, count: int) -> bytes:
    """Return LZW codes of three bits: a clear code before every second pixel keeps them so."""
    codes: list[int] = []
    for _ in range(count):
        codes += [4, colour]
    codes.append(5)
    bits = sum(code << (3 * k) for k, code in enumerate(codes))
    data = bits.to_bytes((3 * len(codes) + 7) // 8, "little")
    blocks = [data[k : k + 255] for k in range(0, len(data), 255)]
    return b"\x02" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\x00"
