import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from sortrank_gui.figures.axes import Axis
from sortrank_gui.ui.plots.calm_plot import CalmPlot, show_tip


@pytest.mark.parametrize("reach", [0.0004, 0.3, 30_000.0])
def test_label_never_claims_a_factor(qtbot: QtBot, reach: float) -> None:
    """The ticks have the values themselves, so the label has no "(x0.001)" beside it."""
    plot = CalmPlot("Scores", grid="bottom", label="score")
    qtbot.addWidget(plot)
    plot.set_axis("bottom", Axis(-reach, reach))
    assert plot.area.axis("bottom").label.toPlainText().strip() == "score"


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
