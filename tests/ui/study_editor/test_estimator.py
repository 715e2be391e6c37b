"""The estimate that follows an edit."""

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from time import monotonic
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.simulation.session_estimates import SessionEstimate, SessionQuestion
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, Step, StepKind
from sortrank_gui.study.items.items import Study
from sortrank_gui.ui.study_editor import estimator as module
from sortrank_gui.ui.study_editor.estimator import Estimator

PATIENCE_SECONDS = 10.0
LONG = 500


@pytest.fixture
def content(study: Study) -> Content:
    """Return a study of which a session is long."""
    design = Design(title="T", prompt="?", stop=StopRules(budget=LONG))
    return Content(design, study.items, None)


@pytest.fixture
def estimates(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Answer every question at once, but the long one only when nobody wants it; keep a list."""
    asked: list[Any] = []

    def simulate(
        question: SessionQuestion,
        _executor: object,
        *,
        tell: Callable[[SessionEstimate], None],
        cancelled: Callable[[], bool],
    ) -> SessionEstimate | None:
        asked.append(question.answers)
        tell(SessionEstimate(question.answers, 1.0, 3.0))
        deadline = monotonic() + PATIENCE_SECONDS
        while question.answers == LONG and not cancelled() and monotonic() < deadline:
            Event().wait(0.01)
        return SessionEstimate(question.answers, 1.0, 2.0)

    monkeypatch.setattr(module, "simulate", simulate)
    return asked


def test_estimate_follows_the_newest_content(
    qtbot: QtBot, content: Content, estimates: list[Any]
) -> None:
    """A rough estimate is told first; a new content stops the old one, whose end is not told."""
    estimator = Estimator()
    told: list[SessionEstimate] = []
    estimator.estimated.connect(told.append)
    estimator.watch(True)
    estimator.follow(content)
    qtbot.waitUntil(lambda: told[-1] == SessionEstimate(LONG, 1.0, 3.0), timeout=10_000)
    short = replace(content, design=replace(content.design, stop=StopRules(budget=20)))
    estimator.follow(short)
    qtbot.waitUntil(lambda: told[-1] == SessionEstimate(20, 1.0, 2.0), timeout=10_000)
    assert SessionEstimate(LONG, 1.0, 2.0) not in told
    assert [estimate.places for estimate in told[-3:]] == [None, 3.0, 2.0]
    estimator.follow(content)
    estimator.follow(short)
    assert told[-1] == SessionEstimate(20, 1.0, 2.0)
    assert estimates == [LONG, 20]
    estimator.close()


def test_nothing_is_estimated_while_nobody_looks(
    qtbot: QtBot, content: Content, estimates: list[Any]
) -> None:
    """Without a viewer only the plain estimate is told, and closing waits for nobody."""
    estimator = Estimator()
    with qtbot.waitSignal(estimator.estimated):
        estimator.follow(content)
    qtbot.wait(700)
    assert estimates == []
    estimator.watch(True)
    qtbot.waitUntil(lambda: estimates == [LONG], timeout=10_000)
    before = monotonic()
    estimator.close()
    assert monotonic() - before < PATIENCE_SECONDS / 2


def test_blocks_are_estimated_one_by_one_and_told_together(
    qtbot: QtBot, content: Content, estimates: list[Any]
) -> None:
    """Answers and minutes add up; the places are those of the block that fares worst."""
    blocks = tuple(
        Step(StepKind.BLOCK, str(budget), block=Block(stop=StopRules(budget)))
        for budget in (20, 30)
    )
    estimator = Estimator()
    told: list[SessionEstimate] = []
    estimator.estimated.connect(told.append)
    estimator.watch(True)
    estimator.follow(replace(content, design=replace(content.design, timeline=blocks)))
    last = SessionEstimate(50, 2.0, 2.0, blocks=2)
    qtbot.waitUntil(lambda: told[-1] == last, timeout=10_000)
    assert estimates == [20, 30]
    assert "50 answers in 2 blocks" in told[-1].describe()
    estimator.close()
