import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.study.file.opening import RECOVERED, open_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.study.survey.portable import BEFORE, CRASHED, Question, go_on

DATA = Path(__file__).parent / "data"
SYSTEMS = ("linux", "windows")


def kept_questions(system: str) -> dict[str, Any]:
    """Return the questions that came next where the studies were made."""
    with zipfile.ZipFile(DATA / f"portable-{system}.zip") as packed:
        found: dict[str, Any] = json.loads(packed.read("questions.json"))
    return found


def unpack(system: str, folder: Path) -> Path:
    """Return a folder with what came from that system."""
    shutil.unpack_archive(DATA / f"portable-{system}.zip", folder / system)
    return folder / system


STRATEGIES = sorted({*kept_questions("linux")} - {CRASHED})


def test_both_systems_asked_the_same() -> None:
    """The same seed and answers led to the same questions, with every strategy of that day."""
    assert kept_questions("windows") == kept_questions("linux")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_session_of_any_system_goes_on_here_with_the_same_questions(
    tmp_path: Path, strategy: str
) -> None:
    """A session begun on either system is resumed here, and neither asks anything else."""
    asked = list[list[Question]]()
    for system in SYSTEMS:
        path = unpack(system, tmp_path) / f"{strategy}.sortrank"
        assert check_study(path).problems == []
        with open_study(path, read_only=True) as file:
            assert len(file.everything.content.items) == 14
            assert sum(record.answer is not None for record in file.records) == BEFORE
        asked.append(go_on(path))
        assert check_study(path).problems == []
    assert asked[0] == asked[1]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("strategy", ["random", "all-pairs", "quicksort", "mergesort"])
def test_strategy_without_a_model_asks_what_it_would_have_asked(
    tmp_path: Path, system: str, strategy: str
) -> None:
    """Where no estimate takes part, a later version, too, asks what the one of that day did."""
    path = unpack(system, tmp_path) / f"{strategy}.sortrank"
    assert [list(question) for question in go_on(path)] == kept_questions(system)[strategy]


@pytest.mark.parametrize("strategy", ["matching", "entropy", "kl"])
def test_study_from_before_probing_pairs_goes_on_without(tmp_path: Path, strategy: str) -> None:
    """Neither the session under way nor that of the next participant gets any."""
    path = unpack("linux", tmp_path) / f"{strategy}.sortrank"
    go_on(path)
    survey = Survey(open_study(path))
    survey.start("P02")
    rows = list(survey.file.everything.sorts.values())
    survey.close()
    assert [row.strategy for row in rows] == [strategy] * 2


@pytest.mark.parametrize("system", SYSTEMS)
def test_session_goes_on_here_after_a_crash_there(tmp_path: Path, system: str) -> None:
    """What was only in the -wal file is read on any system, and nothing is missing."""
    path = unpack(system, tmp_path) / f"{CRASHED}.sortrank"
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    with open_study(path) as file:
        assert file.notices == [RECOVERED]
        assert sum(record.answer is not None for record in file.records) == BEFORE
    assert [list(question) for question in go_on(path)] == kept_questions(system)[CRASHED]
