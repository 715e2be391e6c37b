from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey import engine
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import FULL_SPEED, RobotOrder
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.threads.jobs import finish_jobs

MakeStudy = Callable[..., OpenStudy]


def answer(study: OpenStudy, qtbot: QtBot, choice: Answer = Answer.LEFT) -> None:
    """Answer the current trial and wait until the engine took it."""
    number = study.state.trial.number
    study.request(Engine.answer, number, choice, 1.0)
    qtbot.waitUntil(lambda: study.state.trial.number == number + 1)


def start(study: OpenStudy, qtbot: QtBot, code: str = "P01") -> None:
    """Start a session and wait until it runs."""
    study.request(Engine.start_session, code)
    qtbot.waitUntil(lambda: study.state.phase is Phase.RUNNING)


def test_study_knows_what_it_opened(make_opened: MakeStudy) -> None:
    """Path, content and the state of the file are there once it is open."""
    study = make_opened(title="Dots")
    assert study.path is not None
    assert study.path.name == "study.sortrank"
    assert study.content.design.title == "Dots"
    assert (study.is_frozen, study.read_only, study.is_demo) == (False, False, False)


def test_opened_study_knows_its_state(qtbot: QtBot, make_file: Callable[..., Path]) -> None:
    """Who hears that a study is open may ask for its state at once."""
    study, known = OpenStudy(), []
    study.opened.connect(lambda: known.append(study.state))
    with qtbot.waitSignal(study.opened):
        study.request(Engine.open, make_file())
    assert known[0].phase is Phase.IDLE
    study.close()


def test_door_refuses_what_is_no_study(qtbot: QtBot, tmp_path: Path) -> None:
    """A file that is not there is refused with a sentence that names it."""
    study = OpenStudy()
    with qtbot.waitSignal(study.refused) as refused:
        study.request(Engine.open, tmp_path / "none.sortrank")
    assert "none.sortrank" in refused.args[0].sentence
    study.close()


def test_saving_changes_the_content(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """Design and items are replaced, and the news carry what is in the file."""
    study = make_opened()
    design = replace(study.content.design, prompt="Which is larger?")
    with qtbot.waitSignal(study.content_changed):
        study.request(Engine.save, design, [*study.content.items, Item("seven", text="7")], None)
    assert study.content.design.prompt == "Which is larger?"
    assert (len(study.content.items), study.content.truth) == (7, None)
    start(study, qtbot)
    answer(study, qtbot)


def test_long_save_says_how_far_it_is(
    make_opened: MakeStudy, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Items are counted while they are written."""
    monkeypatch.setattr(engine, "_TELL_SECONDS", 0.0)
    study = make_opened()
    design, items = study.content.design, study.content.items
    told: list[tuple[int, int]] = []
    study.save_progressed.connect(lambda done, total: told.append((done, total)))
    with qtbot.waitSignal(study.content_changed):
        tell = study.save_progressed.emit
        study.request(Engine.save, design, items[:3], None, progress=tell)
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_first_answer_freezes(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """The news say so, and a save is refused with a sentence."""
    study = make_opened()
    start(study, qtbot)
    with qtbot.waitSignals([study.content_changed, study.records_changed]):
        study.request(Engine.answer, 1, Answer.LEFT, 1.0)
    assert study.is_frozen
    with qtbot.waitSignal(study.failed) as failed:
        study.request(Engine.save, study.content.design, study.content.items, None)
    assert "duplicate" in failed.args[0].sentence


def test_new_truth_reaches_the_analysis(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """With answers in the file, the truth may still change; the analysis starts anew."""
    study = make_opened(truth=False)
    start(study, qtbot)
    answer(study, qtbot)
    with qtbot.waitSignals([study.content_changed, study.analysed]):
        study.request(Engine.set_truth, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    assert study.content.truth == (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


class Clerk:
    """Takes what jobs return."""

    def __init__(self) -> None:
        self.values: list[object] = []

    def take(self, value: object) -> None:
        """Keep a value."""
        self.values.append(value)


def count_records(file: StudyFile) -> int:
    """Return how many records there are."""
    return len(file.everything.records)


def test_job_runs_between_answers(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """A job sees the file as it is then; its value arrives on this thread."""
    study, clerk = make_opened(), Clerk()
    start(study, qtbot)
    study.request(Engine.answer, 1, Answer.LEFT, 1.0)
    study.run(count_records, clerk.take)
    qtbot.waitUntil(lambda: clerk.values == [2])


def test_job_that_fails_is_told(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """Its failure goes to whoever asked, or to all."""

    def fail(_file: StudyFile) -> None:
        raise InputError("That can't be.")

    study, clerk = make_opened(), Clerk()
    study.run(fail, clerk.take, clerk.take)
    qtbot.waitUntil(lambda: len(clerk.values) == 1)
    assert clerk.values[0].sentence == "That can't be."
    with qtbot.waitSignal(study.failed):
        study.run(fail, clerk.take)


def test_second_one_can_only_read(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """A study that is open elsewhere is for reading, and starting a session says why."""
    study = make_opened()
    reader = make_opened(study.path)
    assert reader.read_only
    assert "in use" in reader.notices[0]
    with qtbot.waitSignal(reader.failed) as failed:
        reader.request(Engine.start_session)
    assert "reading only" in failed.args[0].sentence


@pytest.mark.parametrize("patient", [True, False])
def test_closing_releases_the_file(make_opened: MakeStudy, qtbot: QtBot, patient: bool) -> None:
    """By and by or at the program's end, the file is let go of, with all answers in it."""
    study = make_opened()
    start(study, qtbot)
    answer(study, qtbot)
    if patient:
        with qtbot.waitSignal(study.closed):
            study.close()
    else:
        study.close()
        finish_jobs()
    again = make_opened(study.path)
    assert not again.read_only
    assert [sitting.answered for sitting in again.state.sittings] == [1]


def test_requests_before_closing_are_done(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """What was asked for at the last moment is in the file, and what comes later is not."""
    study = make_opened()
    start(study, qtbot)
    study.closing.connect(partial(study.request, Engine.add_note, "last words"))
    study.close()
    study.request(Engine.add_note, "too late")
    finish_jobs()
    again, clerk = make_opened(study.path), Clerk()
    again.run(attrgetter("notes"), clerk.take)
    qtbot.waitUntil(lambda: bool(clerk.values))
    assert [note.text for note in clerk.values[0]] == ["last words"]


def test_reason_and_notes_are_kept(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """Notes, events and the reason of an end are in the file, in their order."""
    study, clerk = make_opened(), Clerk()
    start(study, qtbot)
    study.request(Engine.add_note, "came late")
    qtbot.waitUntil(lambda: study.state.note == "came late")
    study.request(Engine.pause, "focus lost")
    study.request(Engine.resume)
    study.request(Engine.end, "fire alarm")
    qtbot.waitUntil(lambda: study.state.phase is Phase.IDLE)
    study.run(attrgetter("notes"), clerk.take)
    qtbot.waitUntil(lambda: bool(clerk.values))
    assert [(note.kind, note.text) for note in clerk.values[0]] == [
        ("note", "came late"),
        ("event", "paused: focus lost"),
        ("reason", "fire alarm"),
    ]


def test_closing_while_opening_leaves_nothing(
    qapp: QApplication, make_file: Callable[..., Path]
) -> None:
    """Who closes before the news have come hears of nothing but the end."""
    study, told = OpenStudy(), []
    study.opened.connect(partial(told.append, "opened"))
    study.request(Engine.open, make_file())
    study.close()
    finish_jobs()
    QApplication.processEvents()
    assert study.content is None
    assert told == []


def test_failure_comes_after_the_state(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """A code that can't be is reported in words, when it is known that nobody takes part."""
    study, phases = make_opened(), []
    start(study, qtbot)
    study.failed.connect(lambda _failure: phases.append(study.state.phase))
    with qtbot.waitSignal(study.failed) as failed:
        study.request(Engine.start_session, "a\nb")
    assert "code" in failed.args[0].sentence
    assert phases == [Phase.IDLE]


def test_bug_in_the_engine_is_reported(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """A request that raises what it should not is a failure with details, and the door is open."""

    def stumble(_engine: Engine) -> None:
        raise ZeroDivisionError("in a test")

    study = make_opened()
    with qtbot.waitSignal(study.failed) as failed:
        study.request(stumble)
    assert "ZeroDivisionError: in a test" in failed.args[0].details
    start(study, qtbot)


@pytest.mark.parametrize("speed", [FULL_SPEED, 100.0])
def test_robot_is_driven_to_its_goal(make_opened: MakeStudy, qtbot: QtBot, speed: float) -> None:
    """Its turns come by themselves, one after the other, and stop with it."""
    study = make_opened(demo=True)
    start(study, qtbot)
    study.request(Engine.start_robot, RobotOrder(speed, goal=9))
    qtbot.waitUntil(lambda: study.state.answered == 9)
    assert not study.state.robot_runs
    assert not study._robot.isActive()


def test_slow_robot_keeps_its_pace(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """Between two turns nothing is asked of the engine."""
    study = make_opened(demo=True)
    start(study, qtbot)
    study.request(Engine.start_robot, RobotOrder(1 / 3600))
    qtbot.waitUntil(lambda: study.state.robot_runs)
    assert study._robot.interval() == 3_600_000
    study.request(Engine.stop_robot)
    qtbot.waitUntil(lambda: not study.state.robot_runs)
    assert study.state.answered == 0


def test_analysis_follows_the_newest_state(make_opened: MakeStudy, qtbot: QtBot) -> None:
    """While a fit is under way states pile up nowhere: the last of them is analysed."""
    study, counts = make_opened(), []
    study.analysed.connect(lambda analysis: counts.append(analysis.answered))
    start(study, qtbot)
    for _ in range(30):
        answer(study, qtbot)
    qtbot.waitUntil(lambda: 30 in counts)
    assert counts == sorted(counts)


def test_failed_analysis_is_reported(
    make_opened: MakeStudy, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its traceback; the next answers are analysed again."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise FloatingPointError("overflow in a test")

    study = make_opened()
    start(study, qtbot)
    with monkeypatch.context() as broken:
        broken.setattr(ranking, "fit", fail)
        with qtbot.waitSignal(study.failed) as failed:
            answer(study, qtbot)
    assert "overflow in a test" in failed.args[0].details
    with qtbot.waitSignal(study.analysed, check_params_cb=lambda found: found.answered == 2):
        answer(study, qtbot)
