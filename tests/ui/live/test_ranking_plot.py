import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.items import Item
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.live.ranking_plot import RankingPlot
from sortrank_gui.ui.theme import LIGHT


@pytest.fixture
def plot(qtbot: QtBot, images: ImageStore) -> RankingPlot:
    """Return a ranking of a thousand items, shown."""
    plot = RankingPlot(tuple(Item(f"item {k}") for k in range(1000)), images)
    qtbot.addWidget(plot)
    plot.set_theme(LIGHT)
    plot.resize(420, 360)
    plot.show()
    return plot


def test_ranking_puts_the_best_on_top(plot: RankingPlot) -> None:
    """Rows are in the order of the scores, with intervals of 1.96 standard errors."""
    plot.show_scores(np.arange(1000.0), np.full(1000, 0.5))
    assert plot.order[:3].tolist() == [999, 998, 997]
    scores, low, high = plot.shown_rows()
    assert scores[:2].tolist() == [999.0, 998.0]
    assert (high - low)[0] == pytest.approx(2 * 1.96 * 0.5, rel=1e-3)


def test_ranking_draws_only_rows_in_sight(plot: RankingPlot) -> None:
    """A thousand items cost no more than the few rows that fit; the others scroll."""
    plot.set_top(1000)
    plot.show_scores(np.arange(1000.0), np.ones(1000))
    scores, _, _ = plot.shown_rows()
    assert 4 <= len(scores) <= 20
    plot.scroll_to(500)
    assert plot.shown_rows()[0][0] == 499.0


def test_ranking_shows_the_top_that_was_chosen(plot: RankingPlot) -> None:
    """Top 5 shows five rows."""
    plot.show_scores(np.arange(1000.0), np.ones(1000))
    plot.set_top(5)
    assert len(plot.shown_rows()[0]) == 5
