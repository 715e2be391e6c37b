"""Figures as files in a paper's quality, PNG, SVG or PDF, and as a picture to copy.

An SVG file is what the figure's writer returns; Qt paints that same text for the others.
"""

import os
import sys
from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QCoreApplication, QMarginsF, QSizeF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication

from sortrank_gui.errors import InputError, SortrankError
from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.figures.writer import write_svg
from sortrank_gui.safe_files import replacing, replacing_file

ENDINGS = {".png": "PNG picture", ".svg": "SVG drawing", ".pdf": "PDF document"}
"""What can be written, by the ending of a file's name."""
_UNITS_PER_INCH = 100
_PDF_DPI = 1200


def save_figure(figure: Figure, path: Path, *, dpi: int = 300) -> None:
    """Write a figure in the format that the ending of the file's name says."""
    match path.suffix.lower():
        case ".png":
            with replacing_file(path) as building:
                _require(make_picture(figure, dpi=dpi).save(str(building)), path)
        case ".svg":
            with replacing(path) as file:
                file.write(write_svg(figure))
        case ".pdf":
            with replacing_file(path) as building:
                _save_pdf(figure, building)
        case _:
            raise InputError(f"A figure's name ends with {', '.join(ENDINGS)}; “{path}” does not.")


def make_picture(figure: Figure, *, dpi: int = 300) -> QImage:
    """Return a figure as pixels on white."""
    renderer = _read(figure)
    size = (_inches(renderer) * dpi).toSize()
    image = QImage(size, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    image.setText("Description", figure.about)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def _save_pdf(figure: Figure, path: Path) -> None:
    renderer = _read(figure)
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(_inches(renderer), QPageSize.Unit.Inch, "figure"))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(_PDF_DPI)
    writer.setCreator("SortRank")
    writer.setTitle(figure.about)
    painter = QPainter()
    _require(painter.begin(writer), path)
    renderer.render(painter)
    painter.end()


def _read(figure: Figure) -> QSvgRenderer:
    _application()
    return QSvgRenderer(QByteArray(write_svg(figure).encode()))


def _inches(renderer: QSvgRenderer) -> QSizeF:
    size = renderer.viewBoxF().size()
    return QSizeF(size.width() / _UNITS_PER_INCH, size.height() / _UNITS_PER_INCH)


@cache
def _application() -> QCoreApplication:
    """Return the application; fonts need one, but not a display.

    It is one for widgets, as the window's is: a process has one application for all its life.
    """
    running = QApplication.instance()
    if running is not None:
        return running
    if (
        sys.platform != "win32"
    ):  # which always has a display, and without it Qt finds no fonts there
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return QApplication(["sortrank"])


def _require(written: bool, path: Path) -> None:
    if not written:
        raise SortrankError(f"The figure {path} can't be written; choose another folder.")
