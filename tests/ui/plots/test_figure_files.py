"""Figures as files: what Qt makes of our SVG."""

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from sortrank_gui.errors import InputError, SortrankError
from sortrank_gui.figures.descriptions import (
    Bars,
    Curve,
    Dots,
    Figure,
    Mark,
    Matrix,
    Panel,
    Rows,
)
from sortrank_gui.ui.plots.figure_files import ENDINGS, make_picture, save_figure

X = (100.0, 1000.0, 10_000.0)
CURVES = (
    Curve("random", X, (900.0, 300.0, 100.0), (800.0, 250.0, 80.0), (1000.0, 350.0, 120.0)),
    Curve("matching", X, (700.0, 200.0, 0.0), (650.0, 150.0, -5.0), (750.0, 250.0, 5.0)),
    Curve("bound", (100.0, 10_000.0), (500.0, 500.0), reference=True),
)
LINES = Figure((Panel("", "comparisons", "displacement", CURVES),))
NAMES = ("<b>&\"'", "日本語", "שלום", "very long " * 30)
ROWS = Rows(
    "score",
    NAMES,
    (
        Dots("", (0, 1, 2), (2.0, 0.5, -1.0), (1.0, 0.0, -2.0), (3.0, 1.0, 0.0)),
        Dots("open", (3,), (-2.5,), (-4.0,), (-1.0,), Mark.RING),
        Dots("odd", (1,), (1.5,), mark=Mark.FLAG),
        Dots("expected", (0, 1), (1.0, 1.0), mark=Mark.STROKE),
    ),
    ranked=True,
    groups=((0, 2), (2, 3)),
    group_label="alike",
    reference=(0.0, "zero"),
)
SHARES = np.array([[np.nan, 1.0, 0.5], [0.0, np.nan, np.nan], [0.5, np.nan, np.nan]])
STRIPES = np.tile(np.arange(200) % 2.0, (200, 1))
STRIPES[:, 150:] = 1.0
FIGURES = {
    "lines": LINES,
    "log": Figure((Panel("t", "x", "y", CURVES, log_x=True, log_y=True),)),
    "nothing": Figure((Panel("", "x", "y", ()),)),
    "bars": Figure((Panel("", "x", "y", (), bars=(Bars("b", (1,), (2,), (3,), "#009E73"),)),)),
    "bare": Figure(
        (Panel("", "", "", (), bars=(Bars("b", (1,), (2,), (-3,), "#009E73"),), bare=True),)
    ),
    "rows": Figure((ROWS,)),
    "matrix": Figure((Matrix(NAMES[:3], SHARES, np.ones((3, 3)), 7, 0),)),
    "large matrix": Figure((Matrix(("a",) * 200, STRIPES),)),
    "several": Figure((LINES.panels[0], ROWS, LINES.panels[0]), columns=2, width=720.0),
}


def _ink(picture: QImage, left: float, top: float, right: float, bottom: float) -> float:
    """Return the share of pixels that are not white in a part, given in shares of the picture."""
    xs = range(int(left * picture.width()), int(right * picture.width()))
    ys = range(int(top * picture.height()), int(bottom * picture.height()))
    dark = sum(picture.pixelColor(x, y) != QColor("white") for x in xs for y in ys)
    return dark / (len(xs) * len(ys))


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("kind", FIGURES)
def test_figure_of_every_kind_is_written(
    qapp: object, tmp_path: Path, kind: str, ending: str
) -> None:
    """Nothing in the SVG is unknown to Qt: it would warn, and a warning fails the test."""
    path = tmp_path / f"figure{ending}"
    save_figure(FIGURES[kind], path, dpi=60)
    start = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[ending]
    assert path.read_bytes().startswith(start)


@pytest.mark.parametrize("kind", FIGURES)
def test_svg_is_well_formed_and_needs_nothing_else(kind: str, tmp_path: Path) -> None:
    """No references, no styles, no clip paths: all that viewers differ in."""
    save_figure(FIGURES[kind], tmp_path / "figure.svg")
    root = ET.parse(tmp_path / "figure.svg").getroot()
    tags = {element.tag.removeprefix("{http://www.w3.org/2000/svg}") for element in root.iter()}
    shapes = {"polyline", "polygon", "rect", "circle", "path", "text"}
    assert tags <= {"svg", "title", *shapes}
    for element in root.iter():
        assert not {"href", "style", "class", "id"} & set(element.attrib)


def test_picture_has_the_size_and_resolution_asked_for(qapp: object) -> None:
    """3.4 by 2.76 inches at 150 dpi, of which the file knows."""
    picture = make_picture(LINES, dpi=150)
    assert (picture.width(), picture.height()) == (510, 414)
    assert round(picture.dotsPerMeterX() * 0.0254) == 150
    assert picture.pixelColor(0, 0) == QColor("white")


def test_png_is_as_fine_as_paper_needs(qapp: object, tmp_path: Path) -> None:
    """300 dpi, unless something else is asked for; the SVG has the same size in inches."""
    save_figure(LINES, tmp_path / "figure.png")
    save_figure(LINES, tmp_path / "figure.svg")
    picture = QImage(str(tmp_path / "figure.png"))
    assert (picture.width(), picture.height()) == (1020, 828)
    root = ET.parse(tmp_path / "figure.svg").getroot()
    assert (root.attrib["width"], root.attrib["height"]) == ("3.4in", "2.76in")


def test_picture_has_ink_where_the_curves_are(qapp: object) -> None:
    """The black and the blue curve fall from the left, and the upper right is empty but a line."""
    picture = make_picture(LINES, dpi=200)
    assert _ink(picture, 0.2, 0.2, 0.35, 0.8) > 0.1
    assert 0.01 < _ink(picture, 0.6, 0.2, 0.9, 0.5) < 0.08
    colours = {
        picture.pixelColor(x, y).name()
        for x in range(picture.width())
        for y in range(picture.height())
    }
    assert {"#000000", "#0072b2"} <= colours


def test_ring_is_empty_and_dot_is_full(qapp: object) -> None:
    """The middle of a dot is blue, that of a ring is white; both sit on their whiskers."""
    row = Rows("", ("a", "b"), (Dots("", (0,), (1.0,)), Dots("", (1,), (1.0,), mark=Mark.RING)))
    picture = make_picture(Figure((row,)), dpi=300)
    blue = [
        (x, y)
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y).name() == "#0072b2"
    ]
    middle = round(sum(x for x, _ in blue) / len(blue))
    assert picture.pixelColor(middle, 3 * 18).name() == "#0072b2"
    assert picture.pixelColor(middle, 3 * 34).name() == "#ffffff"


def test_large_matrix_is_painted_to_its_end(qapp: object) -> None:
    """Qt drops what comes after 32,767 elements of a path, so that no path may have as many."""
    picture = make_picture(FIGURES["large matrix"], dpi=100)
    edge = picture.width() - 16 - 10
    assert picture.pixelColor(edge, 30 + 5).name() == "#0072b2"
    assert picture.pixelColor(edge, 30 + 440 - 5).name() == "#0072b2"


def test_pdf_has_one_page_of_the_figures_size(qapp: object, tmp_path: Path) -> None:
    """3.4 by 2.76 inches are 245 by 199 points; letters are letters, with their meaning."""
    save_figure(LINES, tmp_path / "figure.pdf")
    content = (tmp_path / "figure.pdf").read_bytes()
    assert content.count(b"/Type /Page\n") == 1
    assert b"/MediaBox [0 0 245.000000 199.000000]" in content
    assert b"/ToUnicode" in content


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler")
def test_pdf_can_be_searched(qapp: object, tmp_path: Path) -> None:
    """The words of the figure are words of the page."""
    save_figure(LINES, tmp_path / "figure.pdf")
    command = ["pdftotext", str(tmp_path / "figure.pdf"), "-"]
    words = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert {"random", "matching", "bound", "comparisons"} <= set(words.split())


def test_figure_of_an_unknown_ending_is_refused(qapp: object, tmp_path: Path) -> None:
    """The sentence names the endings that are possible."""
    with pytest.raises(InputError, match=r"\.png, \.svg, \.pdf"):
        save_figure(LINES, tmp_path / "figure.doc")


@pytest.mark.parametrize("ending", ENDINGS)
def test_figure_says_when_it_cannot_be_written(qapp, qtlog, tmp_path: Path, ending: str) -> None:
    """A folder that is not there leads to a sentence, not to silence."""
    with qtlog.disabled(), pytest.raises(SortrankError, match="can't be written"):
        save_figure(LINES, tmp_path / "missing" / f"figure{ending}")


def test_figure_needs_no_display(tmp_path: Path) -> None:
    """A program without a window draws it too, wherever it runs."""
    code = (
        "from pathlib import Path; from sortrank_gui.figures.descriptions import *; "
        "from sortrank_gui.ui.plots.figure_files import save_figure; "
        "p = Panel('t', 'x', 'y', (Curve('a', (1.0, 2.0), (1.0, 2.0)),)); "
        f"save_figure(Figure((p,)), Path({str(tmp_path / 'figure.png')!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": "", "PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert QImage(str(tmp_path / "figure.png")).width() == 1020
