import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.items import Study
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.live.live_panel import LivePanel
from sortrank_gui.ui.survey.analysis_worker import Analysis
from sortrank_gui.ui.theme import LIGHT


def make_analysis(answered: int) -> Analysis:
    """Return an analysis after this many answers."""
    counts = np.arange(answered + 1)
    return Analysis(answered, np.arange(6.0), np.ones(6), counts, 11.0 - counts % 10)


@pytest.fixture
def panel(qtbot: QtBot, study: Study, images: ImageStore) -> LivePanel:
    """Return a live panel without answers."""
    panel = LivePanel(study, images)
    qtbot.addWidget(panel)
    panel.set_theme(LIGHT)
    panel.resize(420, 600)
    panel.show()
    return panel


def test_panel_says_what_to_do_before_answers(panel: LivePanel) -> None:
    """Without answers there is a hint instead of a ranking."""
    panel.show_analysis(make_analysis(0))
    assert not panel.ranking_plot.isVisible()


def test_panel_draws_at_most_five_times_a_second(panel: LivePanel, qtbot: QtBot) -> None:
    """Of many analyses in a row, the first and the last are drawn."""
    for answered in range(1, 40):
        panel.show_analysis(make_analysis(answered))
    assert panel.shown.answered == 1
    qtbot.waitUntil(lambda: panel.shown.answered == 39)
    assert panel.ranking_plot.isVisible()
