"""What is excluded counts no more, nothing of it is deleted, and it can count again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.exclusions import Target, exclude, find_exclusions, include
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.results.selection import ALL, Selection, select, tell_selection
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]
Robot = Callable[..., None]


@pytest.fixture
def file(make_study: Make, answer_many: Robot) -> Iterator[StudyFile]:
    """Return a study in which A sat twice and B once, with ten answers each time."""
    path = make_study()
    survey = Survey(open_study(path))
    for code in ("A", "B", "A"):
        survey.file.start_session(code)
        session = survey.resume(survey.file.sessions[-1])
        answer_many(session, 10)
        session.end()
    survey.close()
    with open_study(path) as file:
        yield file


def left_out(file: StudyFile) -> int:
    """Return how many answers do not count."""
    return 30 - len(list(select(file.everything, ALL)))


@pytest.mark.parametrize(
    ("target", "answers"),
    [(("A", None, None), 20), (("A", 2, None), 10), (("B", 1, 7), 1)],
)
def test_excluded_answers_do_not_count(file: StudyFile, target: Target, answers: int) -> None:
    """A participant, a session, a trial: until it is included again; nothing is deleted."""
    exclude(file, target, " fire alarm ")
    assert left_out(file) == answers
    assert len(list(select(file.everything, Selection(excluded=True)))) == 30
    (found,) = find_exclusions(file.everything).excluded.values()
    assert (found.target, found.reason, found.by) == (target, "fire alarm", "researcher")
    assert f"{found.words} excluded (fire alarm)" in tell_selection(file.everything, ALL)
    include(file, target)
    assert left_out(file) == 0


def test_exclusion_is_kept_in_the_file(file: StudyFile) -> None:
    """Who opens it next sees the same, and both decisions are there with their times."""
    exclude(file, ("B", None, None), "left early")
    include(file, ("B", None, None))
    exclude(file, ("A", 1, 3), "sneezed")
    file.close()
    assert check_study(file.path).problems == []
    with open_study(file.path, read_only=True) as again:
        assert [event.kind for event in again.events] == ["exclude", "include", "exclude"]
        assert all(event.at > "2026" for event in again.events)
        assert list(find_exclusions(again.everything).excluded) == [("A", 1, 3)]


@pytest.mark.parametrize(
    ("target", "reason", "words"),
    [
        (("C", None, None), "x", "no participant “C”"),
        (("A", 3, None), "x", "A has no session 3"),
        (("A", 1, 11), "x", "has no trial 11"),
        (("A", None, 1), "x", "in which session"),
        (("A", None, None), "  ", "Say why"),
        (("B", None, None), "again", "excluded already"),
    ],
)
def test_what_cannot_be_excluded_is_told(
    file: StudyFile, target: Target, reason: str, words: str
) -> None:
    """A sentence says what is wrong, and nothing is written."""
    exclude(file, ("B", None, None), "x")
    with pytest.raises(InputError, match=words):
        exclude(file, target, reason)
    assert len(file.events) == 1
