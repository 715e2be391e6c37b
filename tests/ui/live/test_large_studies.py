"""The live panel with 10,000 items and 100,000 answers."""

import numpy as np
import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.ranking.strategies import create
from sortrank_gui.study.file.given_answers import GivenAnswers, Snapshot
from sortrank_gui.study.file.journal import Answer, GivenAnswer, Trial
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.ui.live.live_panel import LivePanel
from sortrank_gui.ui.open_study.analysis_loop import AnalysisLoop
from sortrank_gui.ui.pictures.images import ImageStore
from tests.fleeting import fleeting_file, fleeting_state
from tests.ui.stall_watch import StallWatch

N_ITEMS, N_ANSWERS, STEP = 10_000, 100_000, 2000


@pytest.fixture(scope="module")
def answers() -> list[GivenAnswer]:
    """Return answers to random pairs, most of them for the higher number."""
    rng = np.random.default_rng(1)
    first = rng.integers(N_ITEMS, size=N_ANSWERS)
    second = (first + rng.integers(1, N_ITEMS, size=N_ANSWERS)) % N_ITEMS
    sides = np.where(rng.random(N_ANSWERS) < 0.8, first > second, first < second)
    rows = zip(first.tolist(), second.tolist(), sides.tolist(), strict=True)
    return [
        GivenAnswer(Trial(k, a, b), Answer.LEFT if left else Answer.RIGHT, 1.0)
        for k, (a, b, left) in enumerate(rows)
    ]


def test_window_never_waits_for_a_large_study(
    qtbot: QtBot, qapp: QApplication, images: ImageStore, answers: list[GivenAnswer]
) -> None:
    """While analyses, pictures of the sort and scrolling come in, no event takes 50 ms of work."""
    truth = np.arange(float(N_ITEMS))
    study = Study("many", "?", tuple(Item(f"item {k}") for k in range(N_ITEMS)), truth)
    kept = GivenAnswers(answers)
    file, loop = fleeting_file(study.items, truth.tolist()), AnalysisLoop()
    strategy = create("mergesort", n_items=N_ITEMS, seed=1)
    panel = LivePanel(study, images, QAction("Sort", checkable=True))
    qtbot.addWidget(panel)
    panel.sort_action.setChecked(True)
    panel.ranking.plot.set_top(N_ITEMS)
    panel.resize(480, 800)
    panel.show()
    loop.analysed.connect(panel.show_analysis)
    try:
        with StallWatch() as watch:
            for count in range(N_ANSWERS - 2 * STEP, N_ANSWERS + 1, STEP):
                loop.follow(fleeting_state(file, Snapshot(kept, count)))
                layout, pair = strategy.layout(), strategy.ask()
                panel.sort.show_sort("mergesort", strategy.progress, layout, pair)
                panel.ranking.plot.scroll_bar.setValue(count % N_ITEMS)
                qtbot.waitUntil(
                    lambda n=count: panel.shown is not None and panel.shown.answered == n,
                    timeout=20_000,
                )
            qtbot.waitUntil(lambda: len(panel.shown.curve.answers) > 4, timeout=20_000)
        assert watch.worst_busy_ms < watch.limit_ms, watch.report()
    finally:
        loop.close()
    order = panel.ranking.plot.order
    assert np.corrcoef(np.argsort(order), -truth)[0, 1] > 0.5
