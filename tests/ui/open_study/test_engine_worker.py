from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.file.journal import Answer, Snapshot
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.open_study.engine_worker import EngineWorker
from sortrank_gui.ui.open_study.robot import COIN, FULL_SPEED, RobotOrder
from sortrank_gui.ui.threads.latest import Latest

MakeFile = Callable[..., Path]


class Bench:
    """An engine on this thread, with all that it says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.snapshots: Latest[Snapshot] = Latest()
        self.engine = EngineWorker(self.snapshots)
        self.states: list[SurveyState] = []
        self.failures: list[object] = []
        self.engine.changed.connect(self.states.append)
        self.engine.failed.connect(self.failures.append)
        self.engine.open(path)
        self.engine.offer_snapshot()
        self.snapshots.take()

    @property
    def state(self) -> SurveyState:
        """The last thing that the engine said."""
        return self.states[-1]

    def answer(self, answer: Answer = Answer.LEFT, seconds: float = 2.0) -> None:
        """Answer the trial on the screen."""
        assert self.state.trial is not None
        self.engine.answer(self.state.trial.number, answer, seconds)

    def answers_in_file(self) -> list[str]:
        """Return the answers that reached the file, once the engine has let go of it."""
        self.engine.close()
        with open_study(self.path, read_only=True) as file:
            return [record.answer for record in file.records if record.answer]


@pytest.fixture
def bench(qapp: object, make_file: MakeFile) -> Bench:
    """Return an engine at the first trial of P01."""
    bench = Bench(make_file(strategy="quicksort", seed=5, budget=40))
    bench.engine.start_session("P01", None)
    return bench


def test_engine_is_idle_until_a_session_starts(qapp: object, make_file: MakeFile) -> None:
    """An opened study knows who is next, and shows no trial."""
    bench = Bench(make_file())
    assert (bench.state.phase, bench.state.trial) == (Phase.IDLE, None)
    assert bench.state.next_code == "P01"
    bench.engine.start_session(None, None)
    assert (bench.state.phase, bench.state.participant) == (Phase.RUNNING, "P01")
    assert bench.state.next_code == "P02"


def test_engine_counts_an_answer_and_asks_on(bench: Bench) -> None:
    """After an answer there is the next trial, the pace, and a snapshot for the analysis."""
    bench.answer()
    assert bench.state.answered == 1
    assert bench.state.seconds_per_answer == 2.0
    assert bench.state.is_frozen
    snapshot = bench.snapshots.take()
    assert snapshot is not None
    assert snapshot.length == 1
    assert bench.answers_in_file() == ["left"]


def test_engine_ignores_an_answer_to_an_old_trial(bench: Bench) -> None:
    """A second click on a trial that was answered changes nothing."""
    bench.answer()
    bench.engine.answer(1, Answer.RIGHT, 1.0)
    assert bench.state.answered == 1


def test_engine_undoes(bench: Bench) -> None:
    """The trial before comes back, and the answer is gone, also for the analysis."""
    first = bench.state.trial
    bench.answer()
    bench.engine.undo()
    assert bench.state.trial == first
    assert bench.state.answered == 0
    assert bench.state.snapshot.length == 0


def test_engine_ends_and_extends(bench: Bench) -> None:
    """There is no trial after the budget, and there is one after asking for more."""
    for _ in range(40):
        bench.answer()
    assert (bench.state.trial, bench.state.phase) == (None, Phase.OVER)
    bench.engine.extend(10)
    assert bench.state.trial is not None
    assert bench.state.budget == 50


def test_engine_pauses_and_resumes(bench: Bench) -> None:
    """A pause takes no answers; the same trial comes back."""
    bench.answer()
    trial = bench.state.trial
    bench.engine.pause("")
    assert (bench.state.phase, bench.state.trial) == (Phase.PAUSED, None)
    bench.engine.resume()
    assert (bench.state.phase, bench.state.trial) == (Phase.RUNNING, trial)


def test_snapshots_pool_all_participants(bench: Bench) -> None:
    """The second participant's session starts empty, the analysis does not; undo finds its own."""
    bench.answer(Answer.RIGHT)
    bench.engine.start_session("P02", None)
    bench.answer()
    assert (bench.state.answered, bench.state.snapshot.length) == (1, 2)
    bench.engine.start_session("P01", Resume.RESUME)
    assert bench.state.answered == 1
    bench.engine.undo()
    assert [given.answer for given in bench.state.snapshot.answers()] == [Answer.LEFT]
    bench.engine.set_pooled(False)
    assert bench.state.snapshot.length == 0


def test_closing_ends_what_is_over_and_pauses_the_rest(bench: Bench) -> None:
    """A complete session is ended by closing, one in its middle can be resumed."""
    for _ in range(40):
        bench.answer()
    bench.engine.start_session("P02", None)
    bench.answer()
    bench.engine.close()
    again = Bench(bench.path)
    assert [(s.participant, s.answered, s.is_ended) for s in again.state.sittings] == [
        ("P01", 40, True),
        ("P02", 1, False),
    ]
    again.engine.close()


@pytest.mark.parametrize(("speed", "goal"), [(FULL_SPEED, 0), (500.0, 0), (FULL_SPEED, 7)])
def test_robot_answers_up_to_its_goal(bench: Bench, qtbot: QtBot, speed: float, goal: int) -> None:
    """At any speed the robot stops at the goal, or when all answers are given."""
    bench.engine.start_robot(RobotOrder(speed, goal=goal))
    assert bench.state.robot_runs
    qtbot.waitUntil(lambda: not bench.state.robot_runs)
    assert bench.state.answered == (goal or 40)
    assert all(given.by_robot for given in bench.state.snapshot.answers())
    assert len(bench.answers_in_file()) == (goal or 40)


def test_robot_repeats_itself(qtbot: QtBot, make_file: MakeFile) -> None:
    """The same study and participant give the same answers; coins give others."""
    runs = []
    for name, noise in (("a", 1.0), ("b", 1.0), ("c", COIN)):
        bench = Bench(make_file(name, budget=40))
        bench.engine.start_session("P01", None)
        bench.engine.start_robot(RobotOrder(noise=noise))
        qtbot.waitUntil(lambda bench=bench: bench.state.phase is Phase.OVER)
        runs.append([given.answer for given in bench.state.snapshot.answers()])
        bench.engine.close()
    assert runs[0] == runs[1] != runs[2]


def test_robot_rests_when_told(bench: Bench, qtbot: QtBot) -> None:
    """A pause stops the answers; a person's answer then counts."""
    bench.engine.start_robot(RobotOrder(100.0))
    qtbot.waitUntil(lambda: bench.state.answered > 0)
    bench.engine.stop_robot()
    before = bench.state.answered
    bench.answer()
    assert bench.state.answered == before + 1
    assert not bench.state.snapshot.answers()[-1].by_robot


def test_person_has_to_wait_for_the_robot(bench: Bench) -> None:
    """While the robot answers, a late click does not count."""
    bench.engine.start_robot(RobotOrder(1.0))
    bench.answer()
    assert bench.state.answered == 0


def test_engine_reports_a_failure(bench: Bench) -> None:
    """A code that can't be is reported in words; nothing is lost, and another one starts."""
    bench.engine.start_session("a\nb", None)
    assert "code" in bench.failures[0].sentence
    bench.engine.start_session("P01", Resume.RESUME)
    bench.answer()
    assert bench.state.answered == 1


def test_robot_stops_when_it_fails(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failing robot is reported once, not with every tick."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise RuntimeError("no mood")

    monkeypatch.setattr(Session, "answer", fail)
    with qtbot.waitSignal(bench.engine.failed):
        bench.engine.start_robot(RobotOrder())
    bench.engine.stop_robot()
    assert len(bench.failures) == 1
    assert "no mood" in bench.failures[0].details
