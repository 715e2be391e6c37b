"""What was seen wrong on the screen once: labels, colours, cut words, axes without a unit."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.figures.axes import Axis
from sortrank_gui.study.results.figures import describe_course, describe_spread
from sortrank_gui.study.results.summary import ResponseTimes
from sortrank_gui.study.results.win_picture import NEVER, STEPS, WinPicture
from sortrank_gui.ui.plots.calm_plot import CalmPlot, small_font
from sortrank_gui.ui.results.cells import SpanDelegate
from sortrank_gui.ui.results.data_table import DataTable
from sortrank_gui.ui.results.matrix_plot import MatrixPlot, colours
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.results.table_model import Column
from sortrank_gui.ui.widgets.theme import Appearance, Choice, theme_of

Fill = Callable[..., Path]
Make = Callable[..., ResultsPage]


def count_ink(image: QImage, left: float, right: float, top: float, bottom: float) -> int:
    """Count the pixels of a part that are not as the corner."""
    ground = image.pixelColor(0, 0)
    places = ((x, y) for x in range(int(left), int(right)) for y in range(int(top), int(bottom)))
    return sum(image.pixelColor(x, y) != ground for x, y in places)


@pytest.mark.parametrize("name", ["apple", "תפוח", "تفاحة"])
def test_number_of_a_row_is_beside_the_matrix(
    name: str, qtbot: QtBot, appearance: Appearance
) -> None:
    """The rank stands between name and cells, whichever way the name is read."""
    plot = MatrixPlot()
    qtbot.addWidget(plot)
    plot.resize(500, 400)
    nothing = np.empty(0, dtype=np.int32)
    picture = WinPicture(4, nothing, nothing, np.empty(0), np.empty(0))
    images = []
    for names in ([name] * 4, [""] * 4):
        plot.show_picture(picture, names)
        plot._left = 200
        images.append(plot.grab().toImage())
    square = plot.square
    rows = (square.top() + 8, square.top() + square.height() / 4)
    beside = [count_ink(image, square.left() - 18, square.left() - 2, *rows) for image in images]
    assert beside[0] == beside[1] > 0  # the number alone
    further = [count_ink(image, 0, square.left() - 18, *rows) for image in images]
    assert further[0] > further[1] == 0


@pytest.mark.parametrize("choice", [Choice.LIGHT, Choice.DARK])
def test_even_pairs_are_not_like_those_without_answers(
    choice: Choice, qtbot: QtBot, appearance: Appearance
) -> None:
    """Half of the time and never compared are far apart in lightness."""
    appearance.choose(choice)
    plot = MatrixPlot()
    qtbot.addWidget(plot)
    table = colours(theme_of(plot))
    assert abs(table[STEPS // 2].lightness() - table[NEVER].lightness()) > 30


def test_flags_are_never_cut(qtbot: QtBot, appearance: Appearance) -> None:
    """A column that fits its texts grows with them, also when they come later."""
    table = DataTable("People")
    qtbot.addWidget(table)
    words = "like a coin, catch trials, prefers left"
    for text in ("", words):
        table.set_columns([Column("Flags", [text], at_left=True, bold=True, fits=True)], [0])
    font = table.font()
    font.setBold(True)
    assert table.columnWidth(0) >= QFontMetrics(font).horizontalAdvance(words) + 16


def test_titles_are_never_cut(qtbot: QtBot, appearance: Appearance) -> None:
    """A column has room for its title, whatever the system's font is; another has its own width."""
    table = DataTable("People")
    qtbot.addWidget(table)
    title = "Ranks (95 %), wider than the column was meant to be"
    table.set_columns([Column(title, [1], width=92), Column("n", [1], width=92)], [0])
    needed = QFontMetrics(table.horizontalHeader().font()).horizontalAdvance(title)
    assert table.columnWidth(0) >= needed + 16
    assert table.columnWidth(1) == 92


def test_dots_of_a_comparison_have_names(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """Dots have the names of their items, also in another size, and few are left out."""
    page = make_results(fill_study(people=4))
    view = page.views.choose("Compare")
    qtbot.waitUntil(lambda: view.scatter is not None and len(view.scatter.names_shown) >= 4)
    page.resize(1500, 900)
    qtbot.waitUntil(lambda: len(view.scatter.names_shown) >= 5)
    page.resize(900, 600)
    qtbot.waitUntil(lambda: view.scatter.width() < 400)
    assert "item 0" in view.scatter.names_shown


def test_axes_of_times_have_a_unit(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Both axes of every plot say what they count."""
    page = make_results(fill_study(people=2))
    for title in ("Response times", "History"):
        view = page.views.choose(title)
        qtbot.waitUntil(lambda view=view: bool(view.findChildren(CalmPlot)))
        for plot in view.findChildren(CalmPlot):
            for side in ("left", "bottom"):
                axis = plot.area.axis(side)
                qtbot.waitUntil(lambda axis=axis: bool(axis.labelText))


def test_times_of_robots_are_no_powers_of_ten() -> None:
    """Microseconds are told in milliseconds, on axes and in the legend."""
    seconds = np.linspace(1e-5, 4e-5, 50)
    ones, blocks = np.ones(50, dtype=np.int64), np.arange(3.0)
    times = ResponseTimes(seconds, ones, ones, (2.5e-5,) * 5, blocks, np.full(3, 2.5e-5))
    course, spread = describe_course(times), describe_spread(times)
    assert course.y_label == spread.x_label == "milliseconds"
    assert course.curves[0].mean == pytest.approx((0.025,) * 3)
    assert spread.curves[0].label == "median 0.025 ms"


@pytest.mark.parametrize("reach", [1.2, 16.25, 160.0, 1625.0])
def test_numbers_of_a_score_axis_keep_apart(
    reach: float, qtbot: QtBot, appearance: Appearance
) -> None:
    """Long numbers with a sign had no room to the next one: there are fewer of them."""
    delegate = SpanDelegate(table := QWidget())
    qtbot.addWidget(table)
    delegate.axis = Axis.around((-reach, reach))
    metrics, ticks = QFontMetricsF(small_font(table.font())), delegate.ticks(200)
    assert len(ticks) >= 2
    for (value, text), (further, other) in pairwise(ticks):
        width = (metrics.horizontalAdvance(text) + metrics.horizontalAdvance(other)) / 2
        assert delegate.place(further, 0, 200) - delegate.place(value, 0, 200) > width + 4
