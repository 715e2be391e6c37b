import itertools

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.plots.calm_plot import CalmPlot, label_ticks, nice_ticks, show_tip


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-3.2, 7.9), (0, 299.7), (1e-6, 2e-6), (-1e5, 1e5), (2, 2)]
)
def test_ticks_are_round_and_cover_the_data(low: float, high: float) -> None:
    """Few ticks, evenly spaced, from below the lowest to above the highest value."""
    ticks = nice_ticks(low, high, 5)
    assert 2 <= len(ticks) <= 8
    assert ticks[0] <= low + 1e-9
    assert ticks[-1] >= high - 1e-9
    steps = {round((b - a) / (ticks[1] - ticks[0]), 6) for a, b in itertools.pairwise(ticks)}
    assert steps == {1.0}


def test_ticks_have_a_real_minus() -> None:
    """Labels are short, and negative numbers have a minus sign, not a hyphen."""
    assert label_ticks([-0.5, 0.0, 2.0]) == [(-0.5, "−0.5"), (0.0, "0"), (2.0, "2")]


@pytest.mark.parametrize("reach", [0.0004, 0.3, 30_000.0])
def test_label_never_claims_a_factor(qtbot: QtBot, reach: float) -> None:
    """The ticks have the values themselves, so the label has no "(x0.001)" beside it."""
    plot = CalmPlot("Scores", grid="bottom", label="score")
    qtbot.addWidget(plot)
    plot.set_axis("bottom", -reach, reach, [-reach, 0, reach])
    assert plot.getPlotItem().getAxis("bottom").label.toPlainText().strip() == "score"


def test_tip_stays_while_the_mouse_rests(qtbot: QtBot) -> None:
    """When Qt asks the scene for a tip, which it has none of, ours is not taken away."""
    plot = CalmPlot("Scores", grid="bottom", label="score")
    qtbot.addWidget(plot)
    with qtbot.waitExposed(plot):
        plot.show()
    at = plot.mapToGlobal(QPoint(20, 20))
    show_tip(["dots 24", "score 1.55"], at, plot)
    rest = QHelpEvent(QEvent.Type.ToolTip, QPoint(20, 20), at)
    QApplication.sendEvent(plot.viewport(), rest)
    assert "dots 24" in QToolTip.text()
    QToolTip.hideText()
