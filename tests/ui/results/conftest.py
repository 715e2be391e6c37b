"""Studies that robots filled, and Results tabs that show them, closed in order."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation.respondents import BradleyTerryRespondent, CoinRespondent
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.results.results_tab import ResultsTab
from sortrank_gui.ui.widgets.theme import Appearance

NAMES = ["<script>alert(1)</script>", "=cmd|' /C calc'!A0", "& <b>bold</b>", "😀 日本語", "x" * 200]
"""Names that would do harm where they are not taken as plain text."""


@pytest.fixture
def fill_study(tmp_path: Path) -> Callable[..., Path]:
    """Return a maker of studies; the first `coins` people flip coins, the last ones are robots."""

    def fill(
        *,
        n_items: int = 8,
        people: int = 4,
        robots: int = 0,
        answers: int = 24,
        coins: int = 0,
        **fields: Any,
    ) -> Path:
        path = tmp_path / "results.sortrank"
        names = [*NAMES, *(f"item {k}" for k in range(n_items))][:n_items]
        truth = np.random.default_rng(5).permutation(np.linspace(0, n_items / 2, n_items))
        options = {"min_response_ms": 0, "stop": StopRules(budget=answers)} | fields
        design = Design(title="Robots", prompt="Which?", **options)
        create_study(path, design, [Item(name) for name in names], truth.tolist())
        survey = Survey(open_study(path))
        for number in range(people + robots):
            session = survey.start(robot=number >= people)
            robot = BradleyTerryRespondent(truth, seed=number)
            if number < coins:
                robot = CoinRespondent(seed=number)
            while (trial := session.trial) is not None:
                choice = Answer.from_outcome(robot.answer(trial.left, trial.right))
                session.answer(choice, seconds=1.0 + 0.1 * number, by_robot=number >= people)
            session.end()
        survey.close()
        return path

    return fill


@pytest.fixture
def make_results(
    qtbot: QtBot, make_opened: Callable[..., OpenStudy], images: ImageStore, appearance: Appearance
) -> Iterator[Callable[..., ResultsPage]]:
    """Return a maker of Results tabs of a study file: shown, and complete unless told not to."""
    pages: list[ResultsPage] = []

    def make(path: Path, *, wait: bool = True) -> ResultsPage:
        opened = make_opened(path)
        images.set_study(opened.path)
        page = ResultsPage(opened, images, ResultsTab())
        pages.append(page)
        qtbot.addWidget(page)
        page.resize(1100, 700)
        page.show()
        if wait:
            qtbot.waitUntil(lambda: is_complete(page), timeout=20_000)
        return page

    yield make
    for page in pages:
        page.close_workers()


def is_complete(page: ResultsPage) -> bool:
    """Say whether everything is computed and shown."""
    return page.news is not None and page.news.summary.is_complete and not page.newest.is_busy
