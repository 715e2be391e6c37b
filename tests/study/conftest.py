"""Small studies, robots that answer them, and a data folder that is nobody's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sortrank_gui.simulation.respondents import (
    BradleyTerryRespondent,
    CoinRespondent,
    Respondent,
)
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file import database
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey import Survey

NAMES = [
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    'the "best" & last',
    "日本語",
    "e\u0301",
]
MakeStudy = Callable[..., Path]
AnswerMany = Callable[..., None]


@pytest.fixture(autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Send backups to a folder of this test."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("SORTRANK_HOME", str(home))
    return home / "data"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for the disk: only test_kill.py, in processes of its own, depends on that."""
    monkeypatch.setattr(database, "SYNCHRONOUS", "OFF")


@pytest.fixture
def make_study(tmp_path: Path) -> MakeStudy:
    """Return a maker of study files; options are fields of the design."""

    def make(name: str = "study", *, n_items: int = 12, truth: bool = True, **fields: Any) -> Path:
        options: dict[str, Any] = {
            "title": "Numbers",
            "prompt": "Which is larger?",
            "resume": Resume.RESUME,
            "min_response_ms": 0,
            "stop": StopRules(budget=100_000),
        }
        path = tmp_path / f"{name}.sortrank"
        items = [Item(f"item {k}") for k in range(n_items)]
        scores = [float(k) for k in range(n_items)] if truth else None
        create_study(path, Design(**(options | fields)), items, scores)
        return path

    return make


@pytest.fixture
def answer_many() -> AnswerMany:
    """Return a robot that prefers the higher number, most of the time."""

    def answer(session: Session, count: int, *, flip_every: int = 5) -> None:
        for _ in range(count):
            trial = session.trial
            assert trial is not None
            left = (trial.left > trial.right) != (trial.number % flip_every == 0)
            session.answer(Answer.LEFT if left else Answer.RIGHT, seconds=0.75)

    return answer


@pytest.fixture
def make_mixed(tmp_path: Path, answer_many: AnswerMany) -> Callable[[str, list[str]], Everything]:
    """Return a maker of studies with every kind of trial and answer, two people and an undo."""

    def make(title: str, names: list[str]) -> Everything:
        design = Design(
            title=title,
            prompt="Which?",
            offer_equal=True,
            offer_neither=True,
            practice=2,
            catch_share=0.15,
            repeat_share=0.1,
            min_response_ms=0,
        )
        path = tmp_path / "mixed.sortrank"
        create_study(path, design, [Item(name) for name in names], range(len(names)))
        survey = Survey(open_study(path))
        for code in ("anna@example", "P2"):
            session = survey.start(code)
            answer_many(session, 40)
            session.answer(Answer.EQUAL, seconds=1.2345)
            session.answer(Answer.NEITHER, seconds=2.0)
            answer_many(session, 1)
            session.undo()
        survey.close()
        with open_study(path, read_only=True) as file:
            return file.everything

    return make


@pytest.fixture
def mixed(make_mixed: Callable[[str, list[str]], Everything]) -> Everything:
    """Return such a study whose title and items are hard to show."""
    return make_mixed("Fruit & <b>nuts</b>", [*NAMES, "f", "g", "h"])


@pytest.fixture
def robots(tmp_path: Path) -> Callable[..., Everything]:
    """Return a maker of studies that robots answer as people; the first ones flip coins."""

    def make(
        *, n_items: int = 16, people: int = 8, answers: int = 60, coins: int = 0, **fields: Any
    ) -> Everything:
        path = tmp_path / f"robots-{people}-{coins}.sortrank"
        truth = np.random.default_rng(5).permutation(np.linspace(0, n_items / 4, n_items))
        options = {"min_response_ms": 0, "stop": StopRules(budget=answers)} | fields
        design = Design(title="Robots", prompt="Which?", **options)
        create_study(path, design, [Item(f"item {k}") for k in range(n_items)], truth)
        survey = Survey(open_study(path))
        for number in range(people):
            session = survey.start()
            robot: Respondent = BradleyTerryRespondent(truth, seed=number)
            if number < coins:
                robot = CoinRespondent(seed=number)
            while (trial := session.trial) is not None:
                choice = Answer.from_outcome(robot.answer(trial.left, trial.right))
                session.answer(choice, seconds=1.0 + 0.1 * number)
            session.end()
        survey.close()
        with open_study(path, read_only=True) as file:
            return file.everything

    return make
