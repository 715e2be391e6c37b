import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.study.file.opening import RECOVERED, open_study
from sortrank_gui.study.upkeep.checking import check_study
from tests.study.survey.portable import BEFORE, CRASHED, go_on

DATA = Path(__file__).parent / "data"
SYSTEMS = ("linux", "windows")


def kept_questions(system: str) -> dict[str, Any]:
    """Return the questions that came next where the studies were made."""
    with zipfile.ZipFile(DATA / f"portable-{system}.zip") as packed:
        found: dict[str, Any] = json.loads(packed.read("questions.json"))
    return found


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest) -> str:
    """Return where the studies come from."""
    return str(request.param)


@pytest.fixture
def luggage(system: str, tmp_path: Path) -> Path:
    """Return a folder with what came from that system."""
    shutil.unpack_archive(DATA / f"portable-{system}.zip", tmp_path)
    return tmp_path


def test_both_systems_ask_the_same(system: str) -> None:
    """The same seed and answers led to the same questions, with every strategy of that day."""
    assert kept_questions(system) == kept_questions("linux")


@pytest.mark.parametrize("strategy", sorted({*kept_questions("linux")} - {CRASHED}))
def test_session_goes_on_here(luggage: Path, system: str, strategy: str) -> None:
    """A session begun on any system is resumed here with the questions it had got there."""
    path = luggage / f"{strategy}.sortrank"
    assert check_study(path).problems == []
    with open_study(path, read_only=True) as file:
        assert len(file.everything.content.items) == 14
        assert sum(record.answer is not None for record in file.records) == BEFORE
    assert [list(q) for q in go_on(path)] == kept_questions(system)[strategy]
    assert check_study(path).problems == []


def test_session_goes_on_here_after_a_crash_there(luggage: Path, system: str) -> None:
    """What was only in the -wal file is read on any system, and nothing is missing."""
    path = luggage / f"{CRASHED}.sortrank"
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    with open_study(path) as file:
        assert file.notices == [RECOVERED]
        assert sum(record.answer is not None for record in file.records) == BEFORE
    assert [list(q) for q in go_on(path)] == kept_questions(system)[CRASHED]
