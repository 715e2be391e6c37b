"""What happened to a study as a whole is kept in order, verified, and known to copies."""

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.file.details import Detail, Input, detail_from_json, detail_to_json
from sortrank_gui.study.file.events import EventKind, Screen, StudyEvent, write_events
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import merge_studies

Make = Callable[..., Path]
SCREEN = Screen("DELL U2415", 0, 0, 1920, 1200, 1.0, 59.95)


def tell(path: Path) -> list[tuple[str, int | None, object]]:
    """Return the events of a study without their times."""
    with open_study(path, read_only=True) as study:
        return [(event.kind, event.session, event.facts) for event in study.events]


def test_events_come_back_in_their_order(make_study: Make) -> None:
    """Kind, session and facts are in the file, in any script, and the file is sound."""
    path = make_study()
    with open_study(path) as study:
        row = study.start_session("P01")
        study.add_event(EventKind.LANGUAGE, {"language": "العربية"}, row)
        study.add_event(EventKind.DECLINED, {})
    with open_study(path) as study:
        study.add_event(EventKind.SCREEN, SCREEN.facts, row)
    assert tell(path) == [
        ("language", row.id, {"language": "العربية"}),
        ("declined", None, {}),
        ("screen", row.id, SCREEN.facts),
    ]
    assert check_study(path).problems == []


def test_event_of_a_later_version_is_passed_over(make_study: Make) -> None:
    """A kind that this version does not know stays in the file and breaks nothing."""
    path = make_study()
    with open_study(path) as study:
        later = StudyEvent(1, "2030-01-01T00:00:00.000Z", "teleported", None, '"x"', b"")
        write_events(study._connection, study.uuid, [later])
    with open_study(path) as study:
        study.add_event(EventKind.DECLINED, {})
    assert [kind for kind, _, _ in tell(path)] == ["teleported", "declined"]
    assert check_study(path).problems == []


def test_lost_event_is_noticed(make_study: Make) -> None:
    """A study whose last event is gone is not opened."""
    path = make_study()
    with open_study(path) as study:
        study.add_event(EventKind.DECLINED, {})
        study.add_event(EventKind.DECLINED, {})
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM events WHERE seq = 2")
    connection.close()
    with pytest.raises(StudyFileError, match="event of the study is damaged or missing"):
        open_study(path)


def test_merge_brings_the_events_of_all_copies(make_study: Make, tmp_path: Path) -> None:
    """An event that both copies have is there once; each stays with its session."""
    first = make_study()
    with open_study(first) as study:
        study.add_event(EventKind.LANGUAGE, {"language": "de"}, study.start_session("P01"))
    second = Path(shutil.copy(first, tmp_path / "second.sortrank"))
    for path, code, language in ((first, "A", "fr"), (second, "B", "it")):
        with open_study(path) as study:
            study.add_event(EventKind.LANGUAGE, {"language": language}, study.start_session(code))
    merged = tmp_path / "merged.sortrank"
    merge_studies([first, second], merged)
    with open_study(merged, read_only=True) as study:
        codes = {row.id: row.participant for row in study.sessions}
    found = [(codes[session or 0], facts) for _, session, facts in tell(merged)]
    languages = (("P01", "de"), ("A", "fr"), ("B", "it"))
    assert found == [(code, {"language": language}) for code, language in languages]
    assert check_study(merged).problems == []


def test_detail_of_an_answer_is_kept(make_study: Make) -> None:
    """How a trial was shown and answered is in its record; an answer without takes no room."""
    path = make_study()
    sizes = {"left_size": (640, 480), "right_size": (480, 640)}
    detail = Detail(Input.KEY, "Left", 1234.5, 2345.75, **sizes, screen=1)
    survey = Survey(open_study(path))
    session = survey.start("P01")
    session.answer(Answer.LEFT, seconds=1.0, detail=detail)
    session.answer(Answer.LEFT, seconds=1.0)
    session.skip(seconds=3.0, detail=Detail(late=True))
    survey.close()
    assert check_study(path).problems == []
    with open_study(path, read_only=True) as study:
        answers = [record for record in study.records if record.event == "answer"]
    assert [detail_from_json(record.detail) for record in answers[::2]] == [
        detail,
        Detail(late=True),
    ]
    assert answers[1].detail is None
    assert answers[2].answer == Answer.NEITHER


def test_detail_says_only_what_is_known() -> None:
    """Unknown facts take no room, and those of a later version are passed over."""
    assert detail_to_json(Detail(Input.TOUCH)) == '{"input":"touch"}'
    assert detail_from_json('{"input":"mouse","pupil_mm":3.5}') == Detail(Input.MOUSE)
