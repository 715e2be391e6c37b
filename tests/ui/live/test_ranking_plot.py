from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.live_analysis import Analysis
from sortrank_gui.ui.live.item_axis import Labels
from sortrank_gui.ui.live.ranking_plot import RankingPlot
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.theme import LIGHT

MakeAnalysis = Callable[..., Analysis]


@pytest.fixture
def plot(qtbot: QtBot, images: ImageStore) -> RankingPlot:
    """Return a ranking of a thousand items, shown."""
    plot = RankingPlot(tuple(Item(f"item {k} <b>") for k in range(1000)), images)
    qtbot.addWidget(plot)
    plot.resize(420, 360)
    plot.show()
    return plot


@pytest.fixture(scope="module")
def analysis(make_analysis: MakeAnalysis) -> Analysis:
    """Return an analysis of a thousand items."""
    return make_analysis(4000, 1000)


def test_ranking_puts_the_best_on_top(plot: RankingPlot, analysis: Analysis) -> None:
    """Rows are in the order of the scores, with the intervals of the analysis."""
    plot.show_analysis(analysis)
    best = int(analysis.scores.argmax())
    assert plot.order[0] == best
    scores, low, high = plot.shown_rows()
    assert np.all(np.diff(scores) <= 0)
    assert scores[0] == analysis.scores.max()
    assert (low[0], high[0]) == (analysis.low[best], analysis.high[best])


def test_axis_is_not_ruled_by_what_only_the_prior_limits(
    plot: RankingPlot, make_analysis: MakeAnalysis
) -> None:
    """An interval that goes on and on leaves the axis; the scores stay apart."""
    found = make_analysis(40, 6)
    scores = np.linspace(-1.0, 1.0, 6)
    high = np.append(scores[:-1] + 2, 46.0)
    plot.show_analysis(replace(found, scores=scores, low=scores - 2, high=high))
    assert plot.shown_rows()[2][0] == 46.0
    assert plot.rows.span(6) == (-3.0, 4.0)


def test_ranking_draws_only_rows_in_sight(plot: RankingPlot, analysis: Analysis) -> None:
    """A thousand items cost no more than the few rows that fit; the others scroll."""
    plot.show_analysis(analysis)
    assert 4 <= len(plot.shown_rows()[0]) <= 20
    plot.scroll_bar.setValue(500)
    assert plot.shown_rows()[0][0] == np.sort(analysis.scores)[::-1][500]


def test_ranking_shows_the_top_that_was_chosen(plot: RankingPlot, analysis: Analysis) -> None:
    """Top 5 shows five rows."""
    plot.show_analysis(analysis)
    plot.set_top(5)
    assert len(plot.shown_rows()[0]) == 5


def test_ranking_scrolls_by_keys_and_wheel(
    plot: RankingPlot, analysis: Analysis, qtbot: QtBot
) -> None:
    """Arrows go by rows, Page Down by pages, End to the last; the wheel scrolls too."""
    plot.show_analysis(analysis)
    best = np.sort(analysis.scores)[::-1]
    for key, first in ((Qt.Key.Key_Down, 1), (Qt.Key.Key_Up, 0)):
        qtbot.keyClick(plot, key)
        assert plot.shown_rows()[0][0] == best[first]
    qtbot.keyClick(plot, Qt.Key.Key_End)
    assert plot.shown_rows()[0][-1] == best[-1]
    qtbot.keyClick(plot, Qt.Key.Key_Home)
    centre = QPointF(plot.rect().center())
    wheel = QWheelEvent(
        centre,
        plot.mapToGlobal(centre),
        QPoint(),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(plot, wheel)
    assert plot.shown_rows()[0][0] < best[0]


def test_hovering_tells_about_an_item(plot: RankingPlot, analysis: Analysis, qtbot: QtBot) -> None:
    """Name, score with error, interval, rank with its range, wins, losses, shown; plain text."""
    plot.show_analysis(analysis)
    plot.scroll_bar.setValue(10)
    item = int(plot.order[12])
    lines = plot.describe_row(2)
    assert lines[0] == f"item {item} <b>"
    text = "\n".join(lines)
    assert f"{analysis.scores[item]:.2f}".replace("-", "−") in text
    assert f"± {analysis.standard_errors[item]:.2f}" in text
    ends = f"{analysis.low[item]:.2f} to {analysis.high[item]:.2f}".replace("-", "−")
    assert f"95 % interval {ends}" in text
    assert "rank 13 of 1000" in text
    assert f"{analysis.ranks.best[item] + 1} to {analysis.ranks.worst[item] + 1}" in text
    wins, losses = analysis.wins[item], analysis.losses[item]
    assert f"{wins:g} won · {losses:g} lost · shown {wins + losses:g} times" in text
    assert plot.describe_row(999) == []
    qtbot.mouseMove(plot._plot.viewport(), plot._plot.viewport().rect().center())
    qtbot.waitUntil(lambda: "&lt;b&gt;" in QToolTip.text())


def test_items_keep_their_colours(plot: RankingPlot, analysis: Analysis) -> None:
    """With a colour for each item, a row's colour goes with its item."""
    plot.show_analysis(analysis)
    plot.set_many_colours(True)
    before = dict(zip(plot._shown().tolist(), plot._dots.data["brush"], strict=True))
    plot.scroll_bar.setValue(3)
    after = dict(zip(plot._shown().tolist(), plot._dots.data["brush"], strict=True))
    shared = before.keys() & after.keys()
    assert shared
    assert all(before[item].color() == after[item].color() for item in shared)
    assert len({brush.color().name() for brush in after.values()}) > 2
    plot.set_many_colours(False)
    assert {brush.color().name() for brush in plot._dots.data["brush"]} == {LIGHT.accent.lower()}


def test_pictures_alone_are_larger(qtbot: QtBot, images: ImageStore, study) -> None:
    """Pictures need no names; texts have nothing but names."""
    plot = RankingPlot(study.items, images)
    qtbot.addWidget(plot)
    assert plot.axis.labels is Labels.BOTH
    plot.set_labels(Labels.PICTURES)
    assert plot.axis.thumb > 20
    plot.set_labels(Labels.NAMES)
    assert plot.axis.thumb == 0
    texts = RankingPlot((Item("a"), Item("b")), images)
    qtbot.addWidget(texts)
    texts.set_labels(Labels.PICTURES)
    assert texts.axis.labels is Labels.NAMES


def test_ranking_is_drawn_once_when_it_is_shown(
    plot: RankingPlot, analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What came while nobody saw it is drawn then, and nothing where nothing came."""
    drawn: list[int] = []
    draw = plot._dots.setData
    monkeypatch.setattr(plot._dots, "setData", lambda *a, **k: (drawn.append(1), draw(*a, **k)))
    plot.hide()
    plot.show_analysis(analysis)
    assert not drawn
    plot.show()
    assert len(drawn) == 1
    plot.hide()
    plot.show()
    assert len(drawn) == 1
