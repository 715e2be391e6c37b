"""Answers that tell another sort than they told: no digest says so, the design does."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.file.details import Detail, Input, detail_from_json, detail_to_json
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import merge_studies
from tests.study.forging import forge

Make = Callable[..., Path]
Robot = Callable[..., None]
MakeMerged = Callable[..., Path]


def fill(path: Path, robot: Robot) -> None:
    """Let two people answer, and a third one come."""
    survey = Survey(open_study(path))
    for code, count in (("A", 9), ("B", 9), ("C", 0)):
        robot(survey.start(code), count)
    survey.close()


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET sort = 34 WHERE seq = 5 AND session = 1",
        "UPDATE journal SET sort = 34 WHERE seq = 10 AND session = 2",
        "UPDATE sorts SET question = 4611686018427387904",
        "UPDATE sorts SET question = 1",
        "UPDATE journal SET question = 7 WHERE seq = 5",
    ],
)
def test_sort_that_never_asked_is_refused(
    statement: str, shared: bool, make_study: Make, answer_many: Robot
) -> None:
    """One that is not there, or is of another question."""
    path = make_study(shared=shared)
    fill(path, answer_many)
    forge(path, statement)
    with pytest.raises(StudyFileError, match="is damaged"):
        open_study(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET sort = 2 WHERE seq = 5 AND session = 1",
        "UPDATE journal SET sort = 2 WHERE seq = 10 AND session = 1",
        "UPDATE journal SET sort = 3 WHERE seq = 10 AND session = 1",
        "UPDATE sessions SET sort = 2 WHERE id = 1",
        "UPDATE sessions SET sort = 1 WHERE id = 3",
    ],
)
def test_sort_of_another_session_is_refused(
    statement: str, make_study: Make, answer_many: Robot
) -> None:
    """Where nobody shares a sort, each belongs to one session."""
    path = make_study()
    fill(path, answer_many)
    forge(path, statement)
    with pytest.raises(StudyFileError, match="is damaged"):
        open_study(path)


@pytest.fixture
def conditions(make_study: Make, answer_many: Robot) -> Path:
    """Return a study in which people of each of two conditions share a sort."""
    design = {"shared": True, "conditions": (Condition("one"), Condition("two"))}
    path = make_study(**design)
    survey = Survey(open_study(path))
    for code in ("A", "B", "C", "D"):
        answer_many(survey.start(code), 6)
    survey.close()
    return path


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET sort = 3 - sort WHERE id = (SELECT max(id) FROM journal WHERE sort)",
        "UPDATE journal SET sort = 3 - sort WHERE seq = 4 AND session = 3",
        "UPDATE sessions SET sort = 3 - sort WHERE id = 1",
        "UPDATE sorts SET condition = 'two'",
        "UPDATE sorts SET condition = 'three' WHERE id = 1",
    ],
)
def test_common_sort_of_another_condition_is_refused(statement: str, conditions: Path) -> None:
    """People of one condition share a sort, and nobody tells that of the other condition."""
    with open_study(conditions, read_only=True) as study:
        assert len(study.sorts) == 2
    forge(conditions, statement)
    with pytest.raises(StudyFileError, match="is damaged"):
        open_study(conditions)


@pytest.fixture
def make_merged(make_study: Make, answer_many: Robot, tmp_path: Path) -> MakeMerged:
    """Return a maker of merged studies: each copy carried the common sort on: there are two."""

    def make(**fields: Any) -> Path:
        first = make_study(shared=True, **fields)
        survey = Survey(open_study(first))
        answer_many(survey.start("A"), 5)
        survey.close()
        second = Path(shutil.copy(first, tmp_path / "second.sortrank"))
        for path, code, flip_every in ((first, "B", 2), (second, "C", 3)):
            survey = Survey(open_study(path))
            answer_many(survey.start(code), 8, flip_every=flip_every)
            survey.close()
        merge_studies([first, second], tmp_path / "merged.sortrank")
        return tmp_path / "merged.sortrank"

    return make


@pytest.fixture
def merged(make_merged: MakeMerged) -> Path:
    """Return a merged study with two sorts."""
    return make_merged()


@pytest.mark.parametrize("sort", [1, 2])
@pytest.mark.parametrize("place", range(8))
def test_answer_of_a_common_sort_is_not_moved_to_its_fork(
    merged: Path, sort: int, place: int
) -> None:
    """Moved to the other sort of the same question, its own sort lacks an answer."""
    with open_study(merged, read_only=True) as study:
        told = [r for r in study.records if r.sort == sort][-8:]
    record = told[place]
    forge(
        merged,
        f"UPDATE journal SET sort = {3 - sort} "
        f"WHERE session = {record.session} AND seq = {record.seq}",
    )
    if place < 7:
        with pytest.raises(StudyFileError, match="missing"):
            open_study(merged)
    else:  # the last one; no ranking hangs on it
        assert check_study(merged).problems


@pytest.mark.parametrize("strategy", ["mergesort", "matching"])
@pytest.mark.parametrize("later", [0, 2])
def test_seal_tells_which_of_two_forks_was_told(
    strategy: str, later: int, make_merged: MakeMerged, answer_many: Robot
) -> None:
    """The last answer too, also to a model, and also of what was answered after the merge."""
    merged = make_merged(strategy=strategy)
    survey = Survey(open_study(merged))
    answer_many(survey.start("D"), later)
    survey.close()
    with open_study(merged, read_only=True) as study:
        told = [r for r in study.records if r.sort in (1, 2)]
    with closing(sqlite3.connect(merged)) as connection, connection:
        connection.execute(
            "UPDATE journal SET sort = 3 - sort WHERE session = ? AND seq = ?",
            (told[-1].session, told[-1].seq),
        )
    with pytest.raises(StudyFileError, match="is damaged"):
        open_study(merged)


@pytest.mark.parametrize(
    "text",
    [
        *("=cmd", "[]", "7", "[" * 9999, '{"screen":"x"}', '{"input":"nose"}', '{"screen":1.5}'),
        *(
            '{"shown_ms":true}',
            '{"shown_ms":1e999}',
            '{"left_size":[1]}',
            f'{{"shown_ms":{10**400}}}',
            '{"key":"\\ud800"}',
            '{"left_size":["a","b"]}',
        ),
    ],
)
def test_detail_that_is_none_is_a_sentence(text: str) -> None:
    """Whoever reads it gets a sentence, never an error of Python."""
    with pytest.raises(StudyFileError, match="detail"):
        detail_from_json(text)


def test_detail_comes_back() -> None:
    """All that is known; what a later version adds is passed over."""
    detail = Detail(Input.KEY, "Left", 1000.5, 7.0, 3, (640, 480), (1, 2), 2, late=True)
    assert detail_from_json(detail_to_json(detail)) == detail
    assert detail_from_json('{"later":[1]}') == Detail()
