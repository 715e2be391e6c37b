"""Small studies, a robot that answers by number, and a data folder that is nobody's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.study import database
from sortrank_gui.study.design import Design, Resume, StopRules
from sortrank_gui.study.items import Item
from sortrank_gui.study.journal import Answer
from sortrank_gui.study.opening import create_study
from sortrank_gui.study.sessions import Session

MakeStudy = Callable[..., Path]
AnswerMany = Callable[..., None]


@pytest.fixture(autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Send backups to a folder of this test."""
    home = tmp_path_factory.mktemp("data")
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    return home


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
