from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.errors import InputError, ReplayError, StudyFileError
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file import clock
from sortrank_gui.study.file.journal import Answer, Event, Kind
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.parts import StopReason
from sortrank_gui.study.survey.replaying import replay_sort
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.diary import change_record

Make = Callable[..., Path]
Robot = Callable[..., None]


def is_sound(path: Path) -> bool:
    """Say whether a check finds nothing at all."""
    report = check_study(path)
    return not report.problems and not report.notices


@pytest.mark.parametrize("strategy", strategies.names())
@pytest.mark.parametrize("shared", [False, True])
def test_session_resumes_where_it_was(
    strategy: str, shared: bool, make_study: Make, answer_many: Robot
) -> None:
    """Closed and opened again, the participant sees the trial that was next, sides included."""
    path = make_study(
        strategy=strategy, shared=shared, practice=2, catch_share=0.1, repeat_share=0.1
    )
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 45)
    trial = session.trial
    survey.close()
    survey = Survey(open_study(path))
    again = survey.start("P01")
    assert again.trial == trial
    assert again.answered == 43
    survey.close()
    assert is_sound(path)


@pytest.mark.parametrize(
    ("design", "asked"),
    [
        ({"strategy": "matching"}, "matching+probes"),
        ({"strategy": "entropy", "shared": True}, "entropy+probes"),
        ({"strategy": "matching", "probes": False}, "matching"),
        ({"strategy": "mergesort"}, "mergesort"),
        ({"strategy": "rounds-top", "top": 3, "probes": False}, "rounds-top+top=3+windows"),
    ],
)
def test_file_says_whether_pairs_probe(
    design: dict[str, Any], asked: str, make_study: Make, answer_many: Robot
) -> None:
    """A new study mixes in random pairs where a model asks; its sort says so, and replays."""
    path = make_study(**design)
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 40)
    assert [row.strategy for row in survey.file.everything.sorts.values()] == [asked]
    survey.close()
    assert is_sound(path)


def test_answer_is_on_disk_before_the_next_trial(make_study: Make) -> None:
    """What another connection reads right after `answer` includes it."""
    path = make_study()
    survey = Survey(open_study(path))
    session = survey.start()
    for number in range(1, 6):
        trial = session.answer(Answer.LEFT, seconds=1.0)
        assert trial is not None
        with open_study(path, read_only=True) as other:
            answers = [record for record in other.records if record.event == Event.ANSWER]
            assert len(answers) == number
            assert trial.number == number + 1
    survey.close()


def test_participants_get_the_next_free_code(make_study: Make) -> None:
    """P01, then the first that is not taken."""
    survey = Survey(open_study(make_study()))
    survey.start()
    survey.start("P02")
    survey.start()
    assert survey.file.participants == ["P01", "P02", "P03"]
    survey.close()


def test_participants_sort_differently(make_study: Make) -> None:
    """In individual sorting each participant has pairs and sides of their own."""
    survey = Survey(open_study(make_study(n_items=30)))
    first, second = survey.start("A"), survey.start("B")
    pairs = []
    for session in (first, second):
        pairs.append([(session.trial.left, session.trial.right)])
        for _ in range(10):
            trial = session.answer(Answer.LEFT, seconds=1.0)
            pairs[-1].append((trial.left, trial.right))
    assert pairs[0] != pairs[1]
    survey.close()


def test_shared_sessions_work_on_one_sort(make_study: Make, answer_many: Robot) -> None:
    """Open sessions never show the same pair, and together they complete sorts."""
    path = make_study(shared=True, n_items=8)
    survey = Survey(open_study(path))
    sessions = [survey.start() for _ in range(3)]
    for _ in range(40):
        pairs = [frozenset((s.trial.left, s.trial.right)) for s in sessions]
        assert len(set(pairs)) == 3
        for session in sessions:
            answer_many(session, 1, flip_every=1000)
    assert len(survey.file.sorts) == 1
    assert sessions[0].progress.sort > 3
    assert sessions[0].progress == sessions[2].progress
    survey.close()
    assert is_sound(path)


def test_only_regular_trials_reach_sort_and_model(make_study: Make, answer_many: Robot) -> None:
    """Practice, catch and repeat trials are in the journal, but no sort was told."""
    path = make_study(practice=3, catch_share=0.15, repeat_share=0.15)
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 200)
    answers = list(effective(survey.file.records))
    sort = replay_sort(survey.file.everything, 1)
    survey.close()
    assert {record.kind for record in answers} == set(Kind)
    assert sort.steps == sum(record.kind == Kind.REGULAR for record in answers)


def test_undo_appends_and_asks_again(make_study: Make, answer_many: Robot) -> None:
    """Undo shows the trial before; the journal keeps both answers and the undo."""
    path = make_study(repeat_share=0.2)
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 20)
    shown = session.trial
    session.answer(Answer.LEFT, seconds=1.0)
    session.undo()
    assert session.trial == shown
    session.answer(Answer.RIGHT, seconds=1.0)
    events = [record.event for record in survey.file.records][-3:]
    assert events == [Event.ANSWER, Event.UNDO, Event.ANSWER]
    assert session.answered == 21
    survey.close()
    assert is_sound(path)


def test_undo_to_the_beginning_and_redo(make_study: Make, answer_many: Robot) -> None:
    """All answers taken back and given again lead to the same trial."""
    path = make_study(practice=2, catch_share=0.1, repeat_share=0.1)
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 25)
    trial = session.trial
    for _ in range(30):
        session.undo()
    assert session.snapshot().length == 0
    answer_many(session, 25)
    assert session.trial == trial
    survey.close()
    assert is_sound(path)


def test_undo_after_resume_works(make_study: Make, answer_many: Robot) -> None:
    """An answer of before a pause can be taken back, in this process or the next."""
    path = make_study(shared=True)
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 7)
    session.answer(Answer.LEFT, seconds=0.12345678)
    survey.leave(session)
    session = survey.start("P01")
    session.undo()
    survey.close()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    session.undo()
    assert session.answered == 6
    survey.close()
    assert is_sound(path)


def test_undo_in_a_shared_sort_is_refused_when_others_went_on(
    make_study: Make, answer_many: Robot
) -> None:
    """Nothing changes, and the file is sound."""
    path = make_study(shared=True)
    survey = Survey(open_study(path))
    first, second = survey.start(), survey.start()
    answer_many(first, 3)
    answer_many(second, 3)
    with pytest.raises(InputError, match="others"):
        first.undo()
    answer_many(first, 3)
    survey.close()
    assert is_sound(path)


def test_undo_may_be_forbidden(make_study: Make, answer_many: Robot) -> None:
    """A study without undo says so."""
    survey = Survey(open_study(make_study(undo=False)))
    session = survey.start()
    answer_many(session, 2)
    with pytest.raises(InputError, match="take answers back"):
        session.undo()
    survey.close()


def test_policy_asks_resumes_or_restarts(make_study: Make, answer_many: Robot) -> None:
    """A participant who comes back is treated as the study says."""
    path = make_study(resume=Resume.ASK)
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 4)
    survey.leave(session)
    with pytest.raises(InputError, match="4 answers"):
        survey.start("P01")
    session = survey.start("P01", policy=Resume.RESUME)
    assert session.answered == 4
    survey.leave(session)
    session = survey.start("P01", policy=Resume.RESTART)
    assert session.answered == 0
    assert [row.number for row in survey.file.sessions] == [1, 2]
    survey.close()
    assert is_sound(path)


def test_open_session_is_not_started_twice(make_study: Make) -> None:
    """The same participant can't sit at two screens."""
    survey = Survey(open_study(make_study()))
    survey.start("P01")
    with pytest.raises(InputError, match="already open"):
        survey.start("P01")
    survey.close()


def test_resume_that_fails_can_be_tried_again(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full when a session is resumed leaves it as it was."""
    survey = Survey(open_study(make_study()))
    session = survey.start("P01")
    answer_many(session, 4)
    survey.leave(session)

    def fail(*_arguments: object, **_options: object) -> None:
        raise StudyFileError("full")

    with monkeypatch.context() as broken:
        broken.setattr(StudyFile, "append", fail)
        with pytest.raises(StudyFileError):
            survey.start("P01")
    assert survey.start("P01").answered == 4
    survey.close()


def test_ended_session_stays_ended(make_study: Make, answer_many: Robot) -> None:
    """An ended session takes no answer; the participant's next one is new."""
    survey = Survey(open_study(make_study()))
    session = survey.start("P01")
    answer_many(session, 3)
    session.end()
    assert session.trial is None
    assert session.stop_reason is StopReason.ENDED
    with pytest.raises(InputError, match="All answers"):
        session.answer(Answer.LEFT, seconds=1.0)
    with pytest.raises(InputError, match="closed"):
        session.undo()
    with pytest.raises(InputError, match="is ended"):
        survey.resume(survey.file.sessions[0])
    with pytest.raises(InputError, match="P01 has taken part already"):
        survey.start("P01")
    assert len(survey.file.sessions) == 1
    assert survey.start("P01", policy=Resume.AGAIN).answered == 0
    survey.close()


@pytest.mark.parametrize(
    ("stop", "reason", "answers"),
    [
        (StopRules(budget=7), StopReason.BUDGET, 7),
        (StopRules(budget=None, minutes=0.1), StopReason.MINUTES, 8),
        (StopRules(budget=None, sorts=1), StopReason.SORTS, None),
    ],
)
def test_stop_rules_end_a_session(
    stop: StopRules, reason: StopReason, answers: int | None, make_study: Make, answer_many: Robot
) -> None:
    """Budget, time on trials and complete sorts each end a session, also after a resume."""
    path = make_study(stop=stop, n_items=6)
    survey = Survey(open_study(path))
    session = survey.start("P01")
    while session.trial is not None:
        answer_many(session, 1)
    assert session.stop_reason is reason
    assert answers is None or session.answered == answers
    survey.close()
    survey = Survey(open_study(path))
    assert survey.start("P01").stop_reason is reason
    survey.close()


def test_expected_displacement_ends_a_session(make_study: Make, answer_many: Robot) -> None:
    """Once the estimate is as good as wanted, there is no further trial."""
    survey = Survey(open_study(make_study(stop=StopRules(budget=None, displacement=0.5))))
    session = survey.start()
    answer_many(session, 3)
    session.note_displacement(0.8, 100)
    assert session.trial is not None
    session.note_displacement(0.4, 100)
    assert session.trial is None
    assert session.stop_reason is StopReason.DISPLACEMENT
    survey.close()


def test_stop_rule_waits_for_two_sorts(make_study: Make) -> None:
    """Answers of one sort hardly contradict each other: sessions do not end by their doubt."""
    survey = Survey(open_study(make_study(stop=StopRules(budget=None, displacement=0.5))))
    session = survey.start()
    session.note_displacement(0.1, 86)  # 2 n log2 n is 86.04
    assert session.trial is not None
    session.note_displacement(0.1, 87)
    assert session.stop_reason is StopReason.DISPLACEMENT
    survey.close()


def test_breaks_come_every_few_trials(make_study: Make, answer_many: Robot) -> None:
    """After every third trial that is no practice, a break is due."""
    survey = Survey(open_study(make_study(break_every=3, practice=2)))
    session = survey.start()
    due = []
    for _ in range(11):
        answer_many(session, 1)
        due.append(session.break_due)
    assert [k + 1 for k, x in enumerate(due) if x] == [5, 8, 11]
    survey.close()


@pytest.mark.parametrize(
    ("answer", "seconds", "word"),
    [
        (Answer.EQUAL, 1.0, "equal"),
        (Answer.NEITHER, 1.0, "neither"),
        (Answer.LEFT, 0.1, "100 ms"),
        (Answer.LEFT, -1.0, "response time"),
        (Answer.LEFT, float("nan"), "response time"),
        (Answer.LEFT, float("inf"), "response time"),
    ],
)
def test_answer_that_is_not_possible_changes_nothing(
    answer: Answer, seconds: float, word: str, make_study: Make
) -> None:
    """Answers that are not offered, too fast or without a time are refused with a sentence."""
    survey = Survey(open_study(make_study(min_response_ms=200)))
    session = survey.start()
    trial, records = session.trial, len(survey.file.records)
    with pytest.raises(InputError, match=word):
        session.answer(answer, seconds=seconds)
    assert session.trial == trial
    assert len(survey.file.records) == records
    survey.close()


def test_robot_may_be_faster_than_people(make_study: Make) -> None:
    """The minimum response time is about people."""
    survey = Survey(open_study(make_study(min_response_ms=200)))
    survey.start(robot=True).answer(Answer.LEFT, seconds=0.0, by_robot=True)
    assert survey.file.records[-1].robot == 1
    survey.close()


def test_clock_jumps_are_harmless(
    make_study: Make, answer_many: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that jumps back and forth by years disturbs neither order, time limit nor check."""
    times = iter([1990, 2040, 1971, 2030] * 100)

    class Jumping(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return datetime(next(times), 1, 1, tzinfo=clock.UTC)

    monkeypatch.setattr(clock, "datetime", Jumping)
    path = make_study(stop=StopRules(budget=None, minutes=1.0))
    survey = Survey(open_study(path))
    session = survey.start("P01")
    answer_many(session, 30)
    trial = session.trial
    survey.file.back_up()
    survey.close()
    survey = Survey(open_study(path))
    session = survey.start("P01")
    assert session.trial == trial
    assert session.active_seconds == pytest.approx(30 * 0.75)
    survey.close()
    assert is_sound(path)


def test_replay_error_names_session_and_trial(make_study: Make, answer_many: Robot) -> None:
    """Answers that do not belong to their questions raise when a session is resumed."""
    path = make_study()
    survey = Survey(open_study(path))
    answer_many(survey.start("P07"), 20)
    found = survey.file.everything
    record = found.records[12]
    other = next(k for k in range(12) if k not in (record.left, record.right))
    change_record(found, 12, left=other)
    with pytest.raises(ReplayError, match="P07, session 1, trial 12"):
        replay_sort(found, 1)
    survey.close()


def test_likely_items_begin_with_the_trial(make_study: Make) -> None:
    """The items on the screen come first, then what may follow."""
    survey = Survey(open_study(make_study(practice=1)))
    session = survey.start()
    trial = session.trial
    assert session.likely_items(3)[:2] == [trial.left, trial.right]
    assert len(session.likely_items(3)) > 2
    survey.close()


def test_designs_default_is_the_papers_method() -> None:
    """A new study starts with Mergesort."""
    assert Design().strategy == "mergesort"
