"""Drawings as files in a paper's quality, PNG, SVG or PDF, and as a picture to copy.

A drawing's unit is 1/100 inch, and its background is white.
"""

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from sortrank_gui.errors import InputError, SortrankError

ENDINGS = {".png": "PNG picture", ".svg": "SVG drawing", ".pdf": "PDF document"}
"""What can be written, by the ending of a file's name."""
_UNITS_PER_INCH = 100
_PDF_FINENESS = 12


class Drawing(Protocol):
    """Something that paints itself inside a rectangle at the origin."""

    @property
    def size(self) -> QSize:
        """Width and height in units."""
        ...

    def paint(self, painter: QPainter) -> None:
        """Draw everything."""
        ...


def save_drawing(drawing: Drawing, path: Path, *, dpi: int = 300) -> None:
    """Write a drawing in the format that the ending of the file's name says."""
    match path.suffix.lower():
        case ".png":
            _require(make_picture(drawing, dpi=dpi).save(str(path)), path)
        case ".svg":
            _save_svg(drawing, path)
        case ".pdf":
            _save_pdf(drawing, path)
        case _:
            raise InputError(f"A figure's name ends with {', '.join(ENDINGS)}; “{path}” does not.")


def make_picture(drawing: Drawing, *, dpi: int = 300) -> QImage:
    """Return the drawing as pixels on white."""
    scale = dpi / _UNITS_PER_INCH
    image = QImage((drawing.size.toSizeF() * scale).toSize(), QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(scale, scale)
    drawing.paint(painter)
    painter.end()
    return image


def _save_svg(drawing: Drawing, path: Path) -> None:
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(drawing.size)
    generator.setViewBox(QRectF(0, 0, drawing.size.width(), drawing.size.height()))
    painter = QPainter()
    _require(painter.begin(generator), path)
    painter.fillRect(QRectF(QPointF(0, 0), drawing.size.toSizeF()), Qt.GlobalColor.white)
    drawing.paint(painter)
    painter.end()


def _save_pdf(drawing: Drawing, path: Path) -> None:
    writer = QPdfWriter(str(path))
    inches: QSizeF = drawing.size.toSizeF() / _UNITS_PER_INCH
    writer.setPageSize(QPageSize(inches, QPageSize.Unit.Inch, "figure"))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setResolution(_UNITS_PER_INCH * _PDF_FINENESS)
    writer.setCreator("SortRank")
    painter = QPainter()
    _require(painter.begin(writer), path)
    painter.scale(_PDF_FINENESS, _PDF_FINENESS)
    drawing.paint(painter)
    painter.end()


def _require(written: bool, path: Path) -> None:
    if not written:
        raise SortrankError(f"The figure {path} can't be written; choose another folder.")
