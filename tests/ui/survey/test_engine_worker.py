import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.items import Study
from sortrank_gui.study.journal import Answer, Snapshot
from sortrank_gui.study.sessions import Session, fleeting_session
from sortrank_gui.ui.latest import Latest
from sortrank_gui.ui.survey.engine_worker import EngineWorker, SurveySettings, SurveyState
from sortrank_gui.ui.survey.robot import FULL_SPEED

SETTINGS = SurveySettings(strategy="quicksort", seed=5, budget=40)


class Bench:
    """An engine on this thread, with all that it says."""

    def __init__(self, study: Study) -> None:
        self.snapshots: Latest[Snapshot] = Latest()
        self.engine = EngineWorker(study, self.snapshots)
        self.states: list[SurveyState] = []
        self.failures: list[object] = []
        self.engine.changed.connect(self.states.append)
        self.engine.failed.connect(self.failures.append)
        self.engine.start(SETTINGS)

    @property
    def state(self) -> SurveyState:
        """The last thing that the engine said."""
        return self.states[-1]

    def answer(self, answer: Answer = Answer.LEFT, seconds: float = 2.0) -> None:
        """Answer the trial on the screen."""
        assert self.state.trial is not None
        self.engine.answer(self.state.trial.number, answer, seconds)


@pytest.fixture
def bench(qapp: object, study: Study) -> Bench:
    """Return an engine at its first trial."""
    return Bench(study)


def test_engine_starts_with_the_session_of_its_settings(bench: Bench, study: Study) -> None:
    """The first trial is the one that strategy and seed ask for."""
    session = fleeting_session(len(study.items), strategy="quicksort", seed=5, budget=40)
    assert bench.state.trial == session.trial
    assert bench.state.answered == 0


def test_engine_counts_an_answer_and_asks_on(bench: Bench) -> None:
    """After an answer there is the next trial, the pace, and a snapshot for the analysis."""
    bench.answer()
    assert bench.state.answered == 1
    assert bench.state.seconds_per_answer == 2.0
    snapshot = bench.snapshots.take()
    assert snapshot is not None
    assert snapshot.length == 1


def test_engine_ignores_an_answer_to_an_old_trial(bench: Bench) -> None:
    """A second click on a trial that was answered changes nothing."""
    bench.answer()
    bench.engine.answer(1, Answer.RIGHT, 1.0)
    assert bench.state.answered == 1


def test_engine_undoes(bench: Bench) -> None:
    """The trial before comes back, and the answer is gone."""
    first = bench.state.trial
    bench.answer()
    bench.engine.undo()
    assert bench.state.trial == first
    assert bench.state.answered == 0


def test_engine_ends_and_extends(bench: Bench) -> None:
    """There is no trial after the budget, and there is one after asking for more."""
    for _ in range(40):
        bench.answer()
    assert bench.state.trial is None
    bench.engine.extend(10)
    assert bench.state.trial is not None
    assert bench.state.budget == 50


@pytest.mark.parametrize(("speed", "goal"), [(FULL_SPEED, 0), (500.0, 0), (FULL_SPEED, 7)])
def test_robot_answers_up_to_its_goal(bench: Bench, qtbot: QtBot, speed: float, goal: int) -> None:
    """At any speed the robot stops at the goal, or when all answers are given."""
    bench.engine.start_robot(speed, goal)
    assert bench.state.robot_runs
    qtbot.waitUntil(lambda: not bench.state.robot_runs)
    assert bench.state.answered == (goal or 40)
    assert all(given.by_robot for given in bench.state.snapshot.answers())


def test_robot_repeats_itself(bench: Bench, qtbot: QtBot) -> None:
    """The same seed gives the same answers."""
    runs = []
    for _ in range(2):
        bench.engine.start(SETTINGS)
        bench.engine.start_robot(FULL_SPEED, 0)
        qtbot.waitUntil(lambda: bench.state.trial is None)
        runs.append([(g.trial, g.answer) for g in bench.state.snapshot.answers()])
    assert runs[0] == runs[1]


def test_robot_rests_when_told(bench: Bench, qtbot: QtBot) -> None:
    """A pause stops the answers; a person's answer then counts."""
    bench.engine.start_robot(100.0, 0)
    qtbot.waitUntil(lambda: bench.state.answered > 0)
    bench.engine.stop_robot()
    before = bench.state.answered
    bench.answer()
    assert bench.state.answered == before + 1
    assert not bench.state.snapshot.answers()[-1].by_robot


def test_person_has_to_wait_for_the_robot(bench: Bench) -> None:
    """While the robot answers, a late click does not count."""
    bench.engine.start_robot(1.0, 0)
    bench.answer()
    assert bench.state.answered == 0


def test_engine_reports_a_failure(bench: Bench) -> None:
    """A strategy that does not exist is reported in words, and the session goes on."""
    bench.engine.start(SurveySettings(strategy="bogosort"))
    assert "bogosort" in bench.failures[0].sentence
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
        bench.engine.start_robot(FULL_SPEED, 0)
    bench.engine.stop_robot()
    assert len(bench.failures) == 1
    assert "no mood" in bench.failures[0].details
