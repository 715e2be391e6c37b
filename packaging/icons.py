"""Makes icons of every system from resources/icon.svg: python packaging/icons.py FOLDER.

Windows' .ico and the Mac's .icns are plain containers of PNG pictures, so both are written here.
"""

import os
import struct
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QBuffer, QByteArray, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SOURCE = Path(__file__).parent.parent / "resources" / "icon.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512, 1024)
MAC_NAMES = {128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}


def draw(size: int) -> bytes:
    """Return the icon as a PNG picture."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(data)


def make_ico(pictures: dict[int, bytes]) -> bytes:
    """Return a Windows icon: a table of sizes and places, then the pictures."""
    wanted = {size: data for size, data in pictures.items() if size <= 256}
    table, body = struct.pack("<HHH", 0, 1, len(wanted)), b""
    start = len(table) + 16 * len(wanted)
    for size, data in wanted.items():
        side = size % 256  # 0 stands for 256
        place = start + len(body)
        table += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(data), place)
        body += data
    return table + body


def make_icns(pictures: dict[int, bytes]) -> bytes:
    """Return a Mac icon: each picture behind its name and length."""
    parts = [
        name + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for size, name in MAC_NAMES.items()
    ]
    body = b"".join(parts)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def main() -> None:
    """Write them all into a folder."""
    application = QGuiApplication(sys.argv[:1])
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {size: draw(size) for size in SIZES}
    for size, data in pictures.items():
        (folder / f"sortrank-{size}.png").write_bytes(data)
    (folder / "sortrank.ico").write_bytes(make_ico(pictures))
    (folder / "sortrank.icns").write_bytes(make_icns(pictures))
    del application


if __name__ == "__main__":
    main()
