"""Figures for publications."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from sortrank_gui.errors import SortrankError
from sortrank_gui.figures.descriptions import Curve, Figure, Panel
from sortrank_gui.simulation.curves import summarise
from sortrank_gui.ui.plots.figures import save_figure

X = (100.0, 1000.0, 10_000.0)
CURVES = (
    Curve("random", X, (900.0, 300.0, 100.0), (800.0, 250.0, 80.0), (1000.0, 350.0, 120.0)),
    Curve("matching", X, (700.0, 200.0, 0.0), (650.0, 150.0, -5.0), (750.0, 250.0, 5.0)),
    Curve("bound", (100.0, 10_000.0), (500.0, 500.0), reference=True),
)
FIGURE = Figure(
    (
        Panel("linear", "comparisons", "displacement", CURVES),
        Panel("log", "comparisons", "displacement", CURVES, log_x=True, log_y=True),
        Panel("nothing", "comparisons", "displacement", ()),
    ),
    columns=2,
)


def test_figure_is_written_as_png_and_svg(qapp, tmp_path: Path) -> None:
    """White background, 300 dpi, every label in the SVG, both files of the same shape."""
    png, svg = save_figure(FIGURE, tmp_path / "figure")
    image = QImage(str(png))
    assert image.pixelColor(0, 0) == QColor("white")
    assert round(image.dotsPerMeterX() * 0.0254) == 300
    root = ET.parse(svg).getroot()
    texts = {element.text.strip() for element in root.iter() if element.tag.endswith("}text")}
    assert {"random", "matching", "bound", "linear", "log", "comparisons", "displacement"} <= texts
    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    assert image.width() / image.height() == pytest.approx(width / height, rel=0.01)


def test_figure_shows_every_curve(qapp, tmp_path: Path) -> None:
    """Each strategy's own colour is on the picture."""
    png, _ = save_figure(FIGURE, tmp_path / "figure")
    image = QImage(str(png))
    colours = {
        image.pixelColor(x, y).name()
        for x in range(0, image.width(), 5)
        for y in range(0, image.height(), 5)
    }
    assert {"#000000", "#0072b2"} <= colours


def test_figure_needs_no_display(tmp_path: Path) -> None:
    """A program without a window draws it too, wherever it runs."""
    code = (
        "from pathlib import Path; from sortrank_gui.figures.descriptions import *; "
        "from sortrank_gui.ui.plots.figures import save_figure; "
        "p = Panel('t', 'x', 'y', (Curve('a', (1.0, 2.0), (1.0, 2.0)),)); "
        f"save_figure(Figure((p,)), Path({str(tmp_path / 'figure')!r}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "figure.png").stat().st_size > 1000


def test_figure_that_can_not_be_written_is_one_sentence(qapp, tmp_path: Path) -> None:
    """A folder that is not there."""
    with pytest.raises(SortrankError, match="can't be written"):
        save_figure(FIGURE, tmp_path / "none" / "figure")


def test_summary_has_a_band_of_one_standard_deviation() -> None:
    """Mean and sample deviation; a single value has no width."""
    curve = summarise("a", [(10, [1.0, 3.0]), (20, [5.0])])
    assert curve.mean == (2.0, 5.0)
    assert curve.high[0] - curve.mean[0] == pytest.approx(2**0.5)
    assert curve.low[1] == curve.high[1] == 5.0
