from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.design import ExclusionRules, Resume, Texts
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.events import Screen
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.selection import count_study, find_excluded
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import COIN, FULL_SPEED, RobotOrder
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.study.upkeep.checking import check_study

Make = Callable[..., Path]


class Clock:
    """Goes on by itself, a little with every look."""

    def __init__(self, step: float = 0.001) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        """Return the time."""
        self.now += self.step
        return self.now


class Bench:
    """An engine with a study of twelve numbers, as its driver sees it."""

    def __init__(self, path: Path, *, step: float = 0.001, **options: Any) -> None:
        self.path = path
        self.engine = Engine(BradleyTerryRespondent, clock=Clock(step), **options)
        self.engine.open(path)

    @property
    def state(self) -> SurveyState:
        """Where the survey stands."""
        return self.engine.state()

    def answer(self, answer: Answer = Answer.LEFT, seconds: float = 2.0) -> None:
        """Answer the trial on the screen."""
        trial = self.state.trial
        assert trial is not None
        self.engine.answer(trial.number, answer, seconds)

    def let_robot_finish(self) -> int:
        """Take the robot's turns to the end, and return how many there were."""
        turns = 0
        while self.state.robot_runs:
            self.engine.let_robot_answer()
            turns += 1
        return turns

    def answers_in_file(self) -> list[str]:
        """Return the answers that reached the file, once the engine has let go of it."""
        self.engine.close()
        with open_study(self.path, read_only=True) as file:
            return [record.answer for record in file.records if record.answer]


@pytest.fixture
def make_bench(make_study: Make) -> Iterator[Callable[..., Bench]]:
    """Return a maker of engines at the first trial of P01; options are fields of the design."""
    benches: list[Bench] = []

    def make(
        name: str = "study", *, step: float = 0.001, robot: bool = False, **fields: object
    ) -> Bench:
        options = {"strategy": "quicksort", "seed": 5, "stop": StopRules(budget=40)} | fields
        bench = Bench(make_study(name, **options), step=step)
        bench.engine.start_session("P01", robot=robot)
        benches.append(bench)
        return bench

    yield make
    for bench in benches:
        bench.engine.close()


@pytest.fixture
def bench(make_bench: Callable[..., Bench]) -> Bench:
    """Return an engine at the first trial of P01."""
    return make_bench()


@pytest.fixture
def robot_bench(make_bench: Callable[..., Bench]) -> Bench:
    """Return an engine at the first trial of a robot's session."""
    return make_bench(robot=True)


def test_engine_is_idle_until_a_session_starts(make_study: Make) -> None:
    """An opened study knows who is next, and shows no trial."""
    bench = Bench(make_study())
    assert (bench.state.phase, bench.state.trial) == (Phase.IDLE, None)
    assert bench.state.next_code == "P01"
    bench.engine.start_session()
    assert (bench.state.phase, bench.state.participant) == (Phase.RUNNING, "P01")
    assert bench.state.next_code == "P02"
    bench.engine.close()


def test_engine_counts_an_answer_and_asks_on(bench: Bench) -> None:
    """After an answer there is the next trial, the pace, and a snapshot for the analysis."""
    bench.answer()
    state = bench.state
    assert (state.answered, state.seconds_per_answer, state.is_frozen) == (1, 2.0, True)
    assert state.snapshot.answers() == [state.last]
    assert bench.answers_in_file() == ["left"]


def test_answer_is_on_disk_when_the_engine_returns(bench: Bench) -> None:
    """Whoever reads the file then finds it, before anybody asks for the next pair."""
    bench.answer()
    with open_study(bench.path, read_only=True) as file:
        assert [record.answer for record in file.records if record.answer] == ["left"]


def test_engine_ignores_an_answer_to_an_old_trial(bench: Bench) -> None:
    """A second click on a trial that was answered changes nothing."""
    bench.answer()
    bench.engine.answer(1, Answer.RIGHT, 1.0)
    bench.engine.skip(1, "late")
    assert bench.state.answered == 1


def test_engine_skips_what_cannot_be_shown(bench: Bench) -> None:
    """The trial counts as neither, though the study does not offer it, and the reason is kept."""
    bench.engine.skip(1, "damaged")
    assert [given.answer for given in bench.state.snapshot.answers()] == [Answer.NEITHER]
    assert [note.text for note in bench.engine.file.notes] == ["trial 1 skipped: damaged"]


def test_engine_undoes(bench: Bench) -> None:
    """The trial before comes back, and the answer is gone, also for the analysis."""
    first = bench.state.trial
    bench.answer()
    bench.engine.undo()
    state = bench.state
    assert (state.trial, state.answered, state.last) == (first, 0, None)
    assert state.snapshot.length == 0


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
    bench.engine.pause()
    assert (bench.state.phase, bench.state.trial) == (Phase.PAUSED, None)
    bench.engine.resume()
    assert (bench.state.phase, bench.state.trial) == (Phase.RUNNING, trial)


def test_snapshots_pool_all_participants(bench: Bench) -> None:
    """The second participant's session starts empty, the analysis does not; undo finds its own."""
    bench.answer(Answer.RIGHT)
    bench.engine.start_session("P02")
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
    bench.engine.start_session("P02")
    bench.answer()
    bench.engine.close()
    again = Bench(bench.path)
    assert [(s.participant, s.answered, s.is_ended) for s in again.state.sittings] == [
        ("P01", 40, True),
        ("P02", 1, False),
    ]
    again.engine.close()


def test_answer_that_cannot_be_written_waits(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session is stuck and says why; another try writes the same answer."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise StudyFileError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(StudyFile, "_write_record", fail)
        with pytest.raises(StudyFileError):
            bench.answer(Answer.RIGHT)
    assert (bench.state.phase, bench.state.problem) == (Phase.STUCK, "The disk is full.")
    bench.engine.retry()
    assert (bench.state.phase, bench.state.answered) == (Phase.RUNNING, 1)
    assert bench.answers_in_file() == ["right"]


def test_session_ends_by_what_an_estimate_expects(make_bench: Callable[..., Bench]) -> None:
    """The stop rule hears of it through the engine, and waits for two sorts."""
    bench = make_bench(stop=StopRules(budget=None, displacement=0.5))
    bench.engine.note_displacement(0.1, 80)
    assert bench.state.phase is Phase.RUNNING
    bench.engine.note_displacement(0.1, 90)
    assert (bench.state.phase, bench.state.trial) == (Phase.OVER, None)


def test_saving_is_another_state_of_the_file(make_study: Make) -> None:
    """Whoever compares file states by identity sees every save and every new truth."""
    bench = Bench(make_study())
    states = [bench.state.file]
    design, items = states[0].content.design, [Item("a"), Item("b"), Item("c")]
    told: list[tuple[int, int]] = []
    bench.engine._clock.step = 0.3
    bench.engine.save(design, items, None, progress=lambda done, total: told.append((done, total)))
    states.append(bench.state.file)
    bench.engine.set_truth([1.0, 2.0, 3.0])
    states.append(bench.state.file)
    assert bench.state.file is states[2]
    assert len(set(map(id, states))) == 3
    assert [state.content.truth for state in states[1:]] == [None, (1.0, 2.0, 3.0)]
    assert told == [(1, 3), (2, 3), (3, 3)]
    bench.engine.close()


@pytest.mark.parametrize("is_demo", [True, False])
def test_temporary_study_is_gone_when_it_is_closed(make_study: Make, is_demo: bool) -> None:
    """A demo, whose session runs at once, and a study in a folder that goes with it."""
    engine = Engine(BradleyTerryRespondent)
    if is_demo:
        engine.open_demo(DemoSettings(budget=5))
        assert engine.state().phase is Phase.RUNNING
    else:
        folder = TemporaryDirectory()
        path = Path(folder.name) / "here.sortrank"
        make_study().rename(path)
        engine.open(path, folder)
    path = engine.state().file.path
    assert engine.state().file.is_demo is is_demo
    engine.close()
    assert not path.parent.exists()
    assert not engine.is_open


@pytest.mark.parametrize(
    ("speed", "goal", "turns"), [(FULL_SPEED, 0, 2), (500.0, 0, 40), (FULL_SPEED, 7, 1)]
)
def test_robot_answers_up_to_its_goal(
    robot_bench: Bench, speed: float, goal: int, turns: int
) -> None:
    """At any speed the robot stops at the goal, or when all answers are given."""
    robot_bench.engine.start_robot(RobotOrder(speed, goal=goal))
    assert robot_bench.state.robot_pause == 1 / speed
    assert robot_bench.let_robot_finish() == turns
    assert robot_bench.state.answered == (goal or 40)
    assert all(given.by_robot for given in robot_bench.state.snapshot.answers())
    assert len(robot_bench.answers_in_file()) == (goal or 40)


def test_robot_repeats_itself(make_bench: Callable[..., Bench]) -> None:
    """The same study and participant give the same answers; coins give others."""
    runs = []
    for name, noise in (("a", 1.0), ("b", 1.0), ("c", COIN)):
        bench = make_bench(name, robot=True)
        bench.engine.start_robot(RobotOrder(noise=noise))
        bench.let_robot_finish()
        runs.append([given.answer for given in bench.state.snapshot.answers()])
    assert runs[0] == runs[1] != runs[2]


def test_robot_takes_the_time_between_its_answers(make_bench: Callable[..., Bench]) -> None:
    """Response times are those of the clock that drives it."""
    bench = make_bench(step=0.25, robot=True)
    bench.engine.start_robot(RobotOrder(1.0))
    bench.let_robot_finish()
    assert {given.seconds % 0.25 for given in bench.state.snapshot.answers()} == {0.0}
    assert bench.state.snapshot.answers()[0].seconds > 0


@pytest.mark.parametrize(
    "stop", [Engine.stop_robot, Engine.pause, Engine.undo, Engine.leave, Engine.end]
)
def test_robot_rests_when_told(robot_bench: Bench, stop: Callable[[Engine], None]) -> None:
    """A turn that is still due then does nothing."""
    robot_bench.engine.start_robot(RobotOrder(5.0))
    robot_bench.engine.let_robot_answer()
    assert robot_bench.state.answered == 1
    stop(robot_bench.engine)
    records = robot_bench.state.records
    robot_bench.engine.let_robot_answer()
    assert (robot_bench.state.records, robot_bench.state.robot_runs) == (records, False)


def test_person_has_to_wait_for_the_robot_of_a_demo() -> None:
    """While the robot answers, a late click does not count; then it does."""
    engine = Engine(BradleyTerryRespondent, clock=Clock())
    engine.open_demo(DemoSettings())
    engine.start_robot(RobotOrder(1.0))
    engine.answer(1, Answer.LEFT, 2.0)
    assert engine.state().answered == 0
    engine.let_robot_answer()
    engine.stop_robot()
    engine.answer(2, Answer.LEFT, 2.0)
    given = engine.state().snapshot.answers()
    assert [each.by_robot for each in given] == [True, False]
    engine.close()


def test_robot_is_refused_in_a_persons_session(bench: Bench) -> None:
    """Whatever the door: the order for a robot and an answer of one are both refused in words."""
    with pytest.raises(InputError, match="person's session"):
        bench.engine.start_robot(RobotOrder())
    bench.answer()
    assert (bench.state.answered, bench.state.is_robot) == (1, False)
    assert bench.state.sittings[0].is_robot is False


def test_person_is_refused_in_a_robots_session(robot_bench: Bench) -> None:
    """A click on a robot's trial does not count."""
    with pytest.raises(InputError, match="robot's session"):
        robot_bench.answer()
    assert (robot_bench.state.answered, robot_bench.state.is_robot) == (0, True)
    assert robot_bench.state.sittings[0].is_robot


def test_code_is_a_persons_or_a_robots(make_bench: Callable[..., Bench]) -> None:
    """Neither can go on under the other's code; robots without a code get R01."""
    bench = make_bench()
    with pytest.raises(InputError, match="P01 is a person's code"):
        bench.engine.start_session("P01", robot=True)
    bench.engine.start_session(robot=True)
    assert bench.state.participant == "R01"
    with pytest.raises(InputError, match="R01 is a robot's code"):
        bench.engine.start_session("R01")
    assert bench.state.next_code == "P02"


def test_robot_is_left_out_of_the_peoples_ranking(make_bench: Callable[..., Bench]) -> None:
    """The live panel shows a robot's session alone, and nothing of it to the next person."""
    bench = make_bench()
    bench.answer()
    bench.engine.start_session(robot=True)
    assert bench.state.snapshot.length == 0
    bench.engine.start_robot(RobotOrder(goal=5))
    bench.let_robot_finish()
    assert bench.state.snapshot.length == 5
    bench.engine.undo()
    bench.engine.start_session("P02")
    assert bench.state.snapshot.length == 1
    bench.engine.close()
    again = Bench(bench.path)
    assert again.state.snapshot.length == 1
    again.engine.close()


def test_robot_stops_when_it_fails(robot_bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing robot is reported once, not with every turn."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise RuntimeError("no mood")

    robot_bench.engine.start_robot(RobotOrder())
    monkeypatch.setattr(Session, "answer", fail)
    with pytest.raises(RuntimeError, match="no mood"):
        robot_bench.engine.let_robot_answer()
    assert not robot_bench.state.robot_runs
    robot_bench.engine.let_robot_answer()


def test_refused_code_leaves_nobody_there(bench: Bench) -> None:
    """A code that can't be is refused in words; nothing is lost, and another one starts."""
    with pytest.raises(InputError, match="code"):
        bench.engine.start_session("a\nb")
    assert bench.state.phase is Phase.IDLE
    bench.engine.start_session("P01", Resume.RESUME)
    bench.answer()
    assert bench.state.answered == 1


@pytest.mark.parametrize("request_", [Engine.undo, Engine.pause, Engine.end, Engine.leave])
def test_requests_without_a_session_are_refused(
    make_study: Make, request_: Callable[[Engine], None]
) -> None:
    """A sentence says what is missing."""
    bench = Bench(make_study())
    with pytest.raises(InputError, match="Start a session first"):
        request_(bench.engine)
    bench.engine.close()
    with pytest.raises(InputError, match="No study is open"):
        bench.engine.state()


def test_excluded_answers_leave_the_live_ranking(make_bench: Callable[..., Bench]) -> None:
    """At once, and they come back when they are included."""
    bench = make_bench()
    for _ in range(3):
        bench.answer()
    bench.engine.exclude(("P01", 1, 2), "sneezed")
    assert bench.state.snapshot.length == 2
    bench.engine.include(("P01", 1, 2))
    assert bench.state.snapshot.length == 3


def test_screen_is_described_once(bench: Bench) -> None:
    """Answers refer to the session's screens by number."""
    wide, small = (Screen(name, 0, 0, 800, 600, 1.0, 60.0) for name in ("wide", "small"))
    assert [bench.engine.describe_screen(each) for each in (wide, small, wide)] == [1, 2, 1]
    assert [event.kind for event in bench.engine.file.events] == ["screen", "screen"]


def test_answer_that_came_too_late_is_neither(bench: Bench) -> None:
    """Also where the study does not offer that answer; the record says why."""
    bench.engine.answer(1, Answer.LEFT, 5.0, Detail(late=True))
    last = bench.engine.file.records[-1]
    assert (last.answer, last.detail) == ("neither", '{"late":true}')


def test_language_and_a_look_at_the_ranking_are_written_down(bench: Bench) -> None:
    """Both belong to the session that runs."""
    bench.engine.choose_language("de")
    bench.engine.note_ranking_shown()
    row = bench.engine.file.sessions[0]
    found = [(event.kind, event.session, event.facts) for event in bench.engine.file.events]
    assert found == [("language", row.id, {"language": "de"}), ("ranking_shown", row.id, {})]


def test_consent_is_an_event_of_the_session(make_bench: Callable[..., Bench]) -> None:
    """Which text by its digest, in which language."""
    bench = make_bench(texts=Texts(consent="I take part."))
    bench.engine.consent(True, "en")
    (event,) = bench.engine.file.events
    digest = sha256(b"I take part.").hexdigest()
    assert (event.kind, event.session) == ("consent", bench.engine.file.sessions[0].id)
    assert event.facts == {"language": "en", "text": digest}


def test_who_declines_leaves_no_data(make_bench: Callable[..., Bench]) -> None:
    """Only that somebody declined is known; the code is free again, and the file is sound."""
    bench = make_bench(texts=Texts(consent="I take part."))
    bench.engine.choose_language("en")
    bench.engine.consent(False, "en")
    state = bench.state
    assert (state.phase, state.sittings, state.records) == (Phase.IDLE, (), 0)
    assert (state.next_code, bench.engine.file.sorts) == ("P01", {})
    assert [event.kind for event in bench.engine.file.events] == ["declined"]
    bench.engine.start_session()
    bench.engine.consent(True, "en")
    bench.answer()
    assert bench.answers_in_file() == ["left"]
    assert check_study(bench.path).problems == []


def test_consent_comes_before_the_first_answer(bench: Bench) -> None:
    """Later a participant withdraws instead."""
    bench.answer()
    with pytest.raises(InputError, match="withdraw instead"):
        bench.engine.consent(False, "en")
    assert bench.state.answered == 1


def test_engine_forgets_who_withdrew(make_bench: Callable[..., Bench]) -> None:
    """Not while somebody takes part; then the state knows nothing of them."""
    bench = make_bench()
    bench.answer()
    with pytest.raises(InputError, match="Somebody takes part now"):
        bench.engine.withdraw("P01")
    bench.engine.leave()
    assert bench.engine.withdraw("P01").answers == 1
    assert (bench.state.sittings, bench.state.snapshot.length) == ((), 0)


def test_engine_corrects_a_code(make_bench: Callable[..., Bench]) -> None:
    """The sitting goes on under the right one."""
    bench = make_bench()
    bench.answer()
    bench.engine.leave()
    bench.engine.rename_participant("P01", "VP7")
    assert bench.state.sittings[0].participant == "VP7"
    assert bench.state.next_code == "VP8"


@pytest.mark.parametrize("pooled", [True, False])
def test_practice_is_not_shown_in_the_live_panel(
    make_bench: Callable[..., Bench], pooled: bool
) -> None:
    """The curve begins with the first answer that counts, and undo leads back to nothing."""
    bench = make_bench(practice=2)
    bench.engine.set_pooled(pooled)
    for expected in (0, 0, 1):
        bench.answer()
        assert bench.state.snapshot.length == expected
    bench.engine.undo()
    bench.engine.undo()
    assert bench.state.snapshot.length == 0


CONSENT = Texts(consent="We store your answers.")


def test_answer_without_consent_is_refused(make_bench: Callable[..., Bench]) -> None:
    """Whatever a window shows: nothing is written before somebody agreed, in this session."""
    bench = make_bench(texts=CONSENT, practice=1, stop=StopRules(budget=1))
    assert bench.state.needs_consent
    with pytest.raises(InputError, match="P01 has not agreed"):
        bench.answer()
    with pytest.raises(InputError, match="P01 has not agreed"):
        bench.engine.skip(1, "damaged")
    assert (bench.state.trial.number, bench.state.phase) == (1, Phase.RUNNING)
    bench.engine.consent(True, "en")
    assert not bench.state.needs_consent
    bench.answer()
    bench.answer()
    bench.engine.start_session("P01", Resume.AGAIN)
    with pytest.raises(InputError, match="has not agreed"):
        bench.answer()
    assert len(bench.answers_in_file()) == 2


def test_consent_lasts_for_its_session(make_bench: Callable[..., Bench]) -> None:
    """Who goes on later is not asked again; a robot and a demo never are."""
    bench = make_bench(texts=CONSENT)
    bench.engine.consent(True, "en")
    bench.answer()
    bench.engine.close()
    again = Bench(bench.path)
    again.engine.start_session("P01", Resume.RESUME)
    again.answer()
    again.engine.start_session(robot=True)
    assert not again.state.needs_consent
    again.engine.start_robot(RobotOrder(goal=3))
    again.let_robot_finish()
    assert len(again.answers_in_file()) == 5


def test_consent_in_one_language_is_asked_for_in_all(make_bench: Callable[..., Bench]) -> None:
    """Who reads a language without the text gets that of another, and its digest is kept."""
    bench = make_bench(texts=CONSENT, languages=("en", "de"))
    bench.engine.choose_language("de")
    assert (bench.state.language, bench.state.needs_consent) == ("de", True)
    bench.engine.consent(True, "de")
    facts = bench.engine.file.events[-1].facts
    assert facts == {"language": "de", "text": sha256(b"We store your answers.").hexdigest()}
    bench.engine.start_session("P02")
    assert (bench.state.language, bench.state.needs_consent) == ("", True)
    bench.engine.start_session("P01", Resume.RESUME)
    assert (bench.state.language, bench.state.needs_consent) == ("de", False)


def test_live_ranking_leaves_out_whom_a_rule_excludes(make_study: Make) -> None:
    """Judged when a session is left, as the results are; who is judged well counts on."""
    rules = ExclusionRules(median_ms=500.0)
    path = make_study(exclusion=rules, stop=StopRules(budget=6))
    bench = Bench(path, find_excluded=find_excluded)
    for code, seconds in (("P01", 2.0), ("P02", 0.1), ("P03", 1.0)):
        bench.engine.start_session(code)
        for _ in range(6):
            bench.answer(seconds=seconds)
    assert bench.state.snapshot.length == 12
    bench.engine.leave()
    kept = count_study(bench.engine.file.everything).n_comparisons
    assert bench.state.snapshot.length == kept == 12
    bench.engine.include(("P02", None, None))
    assert bench.state.snapshot.length == 18
    bench.engine.close()
    again = Bench(path, find_excluded=find_excluded)
    assert again.state.snapshot.length == 18
    again.engine.close()
