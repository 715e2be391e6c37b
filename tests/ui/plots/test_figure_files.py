"""Drawings as files."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter

from sortrank_gui.errors import InputError, SortrankError
from sortrank_gui.ui.plots.figure_files import make_picture, save_drawing

STARTS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


class Square:
    """A black square in the middle of a drawing of 2 by 1 inches."""

    size = QSize(200, 100)

    def paint(self, painter: QPainter) -> None:
        """Draw the square."""
        painter.fillRect(90, 40, 20, 20, Qt.GlobalColor.black)


@pytest.mark.parametrize("ending", STARTS)
def test_drawing_is_written_by_its_ending(qapp, tmp_path: Path, ending: str) -> None:
    """The name says the format."""
    path = tmp_path / f"figure{ending}"
    save_drawing(Square(), path)
    assert path.read_bytes().startswith(STARTS[ending])


def test_picture_is_white_and_has_the_resolution_asked_for(qapp) -> None:
    """Two inches at 150 dpi are 300 pixels, with the square in their middle."""
    picture = make_picture(Square(), dpi=150)
    assert (picture.width(), picture.height()) == (300, 150)
    assert picture.pixelColor(0, 0) == QColor("white")
    assert picture.pixelColor(150, 75) == QColor("black")


def test_drawing_of_an_unknown_ending_is_refused(qapp, tmp_path: Path) -> None:
    """The sentence names the endings that are possible."""
    with pytest.raises(InputError, match=r"\.png, \.svg, \.pdf"):
        save_drawing(Square(), tmp_path / "figure.doc")


@pytest.mark.parametrize("ending", STARTS)
def test_drawing_says_when_it_cannot_be_written(qapp, qtlog, tmp_path: Path, ending: str) -> None:
    """A folder that is not there leads to a sentence, not to silence."""
    with qtlog.disabled(), pytest.raises(SortrankError, match="can't be written"):
        save_drawing(Square(), tmp_path / "missing" / f"figure{ending}")
