"""Answers that tell another sort than they told: no digest says so, the design does."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.details import Detail, Input, detail_from_json, detail_to_json
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.survey import Survey
from tests.study.forging import forge

Make = Callable[..., Path]
Robot = Callable[..., None]


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


@pytest.mark.parametrize(
    "text",
    [
        *("=cmd", "[]", "7", "[" * 9999, '{"screen":"x"}', '{"input":"nose"}', '{"screen":1.5}'),
        *(
            '{"shown_ms":true}',
            '{"shown_ms":1e999}',
            '{"left_size":[1]}',
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
