from sortrank_gui.study.file.journal import NoteKind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.results.summary.sessions import (
    JournalLine,
    SessionSummary,
    list_sessions,
    read_journal,
)
from tests.diary import Diary


def test_sessions_are_counted(fruit: Everything) -> None:
    """Answers that count and those taken back, times, notes, by hand."""
    one, two = list_sessions(fruit)
    assert one == SessionSummary(
        id=1,
        participant="anna@example",
        number=1,
        strategy="mergesort",
        seed=987654321,
        started_at="2026-03-01T10:00:00.000Z",
        last_at="2026-03-01T10:00:06.000Z",
        answers=4,
        taken_back=1,
        pauses=0,
        minutes=6500 / 60_000,
        ended=False,
        robot_answers=0,
        reason="",
        notes=("anna@example was late",),
    )
    assert (two.strategy, two.answers, two.taken_back) == ("quicksort", 3, 0)
    assert (two.robot_answers, two.is_robot) == (0, False)
    assert two.notes == ()


def test_robots_take_answers_back_too() -> None:
    """What does not count is not counted as a robot's either."""
    diary = Diary(["a", "b"])
    diary.sit("x")
    diary.answer("a > b", "a < b", robot=True)
    diary.undo()
    (found,) = list_sessions(diary.study)
    assert (found.answers, found.taken_back, found.robot_answers) == (1, 1, 1)


def test_pauses_ends_and_reasons_are_told() -> None:
    """The last reason counts; a reason is no note."""
    diary = Diary(["a", "b"])
    diary.sit("x")
    diary.answer("a > b")
    diary.pause()
    diary.resume()
    diary.pause()
    diary.note("tired", NoteKind.REASON)
    diary.note("fire alarm", NoteKind.REASON)
    diary.note("lost focus", NoteKind.EVENT)
    diary.end()
    diary.sit("x")
    first, second = list_sessions(diary.study)
    assert (first.pauses, first.ended, first.reason, first.notes) == (2, True, "fire alarm", ())
    assert (second.number, second.pauses, second.ended) == (2, 0, False)
    assert (second.answers, second.minutes) == (0, 0)


def test_session_without_a_record_has_no_time(fruit: Everything) -> None:
    """It was made, and nothing came of it."""
    fruit.records = Records()
    assert [(one.started_at, one.last_at) for one in list_sessions(fruit)] == [("", "")] * 2


def test_journal_is_told_in_words(fruit: Everything) -> None:
    """Each record has a line; what was taken back is marked, and kinds are named."""
    lines = list(read_journal(fruit, 1))
    assert lines[1] == JournalLine(
        2, "2026-03-01T10:00:01.000Z", 1, "practice: chose left, fig, over pear", 1.5, False
    )
    assert [(line.seq, line.what, line.taken_back) for line in lines] == [
        (1, "The session began", False),
        (2, "practice: chose left, fig, over pear", False),
        (3, "Chose right, pear, over fig", False),
        (4, "Chose left, plum, over pear", True),
        (5, "Took record 4 back", False),
        (6, "Found plum and pear equal", False),
        (7, "repeat: chose left, pear, over fig", False),
        (7, "Note: anna@example was late", False),
    ]
    words = [line.what for line in read_journal(fruit, 2)]
    assert words[2:] == ["Chose neither fig nor pear", "catch: chose left, plum, over fig"]


def test_notes_stand_where_they_were_written() -> None:
    """Between the records of their time, after the last one before them."""
    diary = Diary(["a", "b"])
    diary.sit("x")
    diary.note("glasses forgotten")
    diary.study.notes[-1] = diary.study.notes[-1]._replace(at="2026-03-01T10:00:00.500Z")
    diary.answer("a > b")
    diary.pause()
    diary.resume()
    diary.end()
    diary.note("fire alarm", NoteKind.REASON)
    diary.note("left the room", NoteKind.EVENT)
    told = [(line.seq, line.what, line.trial) for line in read_journal(diary.study, 1)]
    assert told == [
        (1, "The session began", None),
        (1, "Note: glasses forgotten", None),
        (2, "Chose left, a, over b", 1),
        (3, "Paused", None),
        (4, "Went on", None),
        (5, "The session ended", None),
        (5, "Reason: fire alarm", None),
        (5, "Seen: left the room", None),
    ]
