"""A participant's way through a timeline: pages, questionnaires and blocks."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.conditions import AssignBy, Assignment, Condition
from sortrank_gui.study.design.design import Design, Resume, Texts
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, BlockOrder, Step, StepKind
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.course import Course, CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.study.upkeep.checking import check_study

HAND = Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"))
YOU = Step(StepKind.QUESTIONNAIRE, "you", fields=(HAND,))
EASE = Step(
    StepKind.QUESTIONNAIRE,
    "ease",
    fields=(Query("ease", FieldKind.SLIDER, "How easy?", least=0, most=10),),
)
ONE = Step(StepKind.BLOCK, "one", block=Block("First?", stop=StopRules(2)))
TWO = Step(StepKind.BLOCK, "two", block=Block("Second?", stop=StopRules(2)))
DESIGN = Design(
    "t",
    "Which?",
    min_response_ms=0,
    resume=Resume.RESUME,
    texts=Texts(welcome="Hello.", instructions="Look."),
    timeline=(
        Step(StepKind.WELCOME),
        Step(StepKind.CONSENT),
        YOU,
        Step(StepKind.INSTRUCTIONS),
        Step(StepKind.PRACTICE, trials=1),
        ONE,
        Step(StepKind.MESSAGE, "half", "Half is done."),
        Step(StepKind.BREAK),
        TWO,
        EASE,
        Step(StepKind.THANKS),
    ),
)
GIVEN: dict[str, dict[str, object]] = {"you": {"hand": 2}, "ease": {"ease": 7}}
BY_HAND = replace(
    DESIGN,
    conditions=(Condition("l", options=(1,)), Condition("r", options=(2,), strategy="random")),
    assignment=Assignment(AssignBy.ANSWER, "you", "hand"),
)

Make = Callable[..., tuple[Engine, Course]]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Open a study of a design, made where there is none."""

    def open_(design: Design = DESIGN) -> tuple[Engine, Course]:
        path = tmp_path / "study.sortrank"
        if not path.exists():
            create_study(path, design, [Item(name) for name in "abcdef"], [1, 2, 3, 4, 5, 6])
        engine = Engine(BradleyTerryRespondent)
        engine.open(path)
        return engine, Course(engine.file.design)

    return open_


def _walk(engine: Engine, course: Course, most: int = 100) -> list[str]:
    """Go through the pages as a participant does; return what was seen."""
    seen: list[str] = []
    for _ in range(most):
        state = engine.state()
        page = course.follow(state)
        seen.append(page.value if course.step is None else f"{page} {course.step.name}".strip())
        if page is CoursePage.TRIAL:
            assert state.trial is not None
            engine.answer(state.trial.number, Answer.LEFT, 0.5)
        elif page is CoursePage.QUESTIONNAIRE:
            assert course.step is not None
            engine.answer_questionnaire(course.step.name, GIVEN[course.step.name], "en")
        elif page is CoursePage.THANKS:
            break
        else:
            course.go_on()
    return seen


def test_a_participant_sees_every_step_in_its_order(make: Make) -> None:
    """Pages without a text are passed over; questionnaires are kept as events."""
    engine, course = make()
    engine.start_session("P01")
    assert _walk(engine, course) == [
        "welcome",
        "questionnaire you",
        "instructions",
        "practice",
        "trial",
        "beginning",
        "trial",
        "trial",
        "message half",
        "break",
        "trial",
        "trial",
        "questionnaire ease",
        "thanks",
    ]
    kept = [e.facts for e in engine.file.everything.events if e.kind == EventKind.QUESTIONNAIRE]
    assert [facts["given"] for facts in kept] == [GIVEN["you"], GIVEN["ease"]]
    path = engine.file.path
    engine.close()
    assert check_study(path).problems == []


@pytest.mark.parametrize("stop", range(1, 13))
def test_who_comes_back_gets_what_is_missing(make: Make, stop: int) -> None:
    """After any step: the open questionnaires, then the trials that are left."""
    engine, course = make()
    engine.start_session("P01")
    before = _walk(engine, course, stop)
    engine.close()
    engine, course = make()
    engine.start_session("P01")
    after = _walk(engine, course)
    assert (before + after).count("trial") == 5
    for name in GIVEN:
        assert (before + after).count(f"questionnaire {name}") in (1, 2)
    filled = engine.state().filled
    assert (filled, after[-1]) == ({"you", "ease"}, "thanks")


def test_blocks_in_another_order_leave_the_other_steps_in_place(make: Make) -> None:
    """The message stays between the blocks, whichever is first."""
    engine, course = make(replace(DESIGN, block_order=BlockOrder.LATIN))
    firsts = set()
    for code in ("P01", "P02"):
        engine.start_session(code)
        version = engine.state().version
        assert version is not None
        firsts.add(version.order[0])
        seen = _walk(engine, course)
        assert seen[8:10] == ["message half", "break"]
        engine.end()
    assert firsts == {0, 1}


def test_questions_in_turns_have_no_pages_between_them(make: Make) -> None:
    """What stands between the blocks comes after both."""
    engine, course = make(replace(DESIGN, block_order=BlockOrder.ALTERNATING))
    engine.start_session("P01")
    seen = _walk(engine, course)
    trials = [place for place, page in enumerate(seen) if page == "trial"]
    assert trials[-1] - trials[0] == 5  # five trials, and the page after practice
    assert seen[-4:] == ["message half", "break", "questionnaire ease", "thanks"]


def test_an_answer_decides_on_the_condition(make: Make) -> None:
    """Before it no answer to a trial is taken; after it the session has the version."""
    engine, course = make(BY_HAND)
    engine.start_session("P01")
    trial = engine.state().trial
    assert trial is not None
    with pytest.raises(InputError, match="no condition yet"):
        engine.answer(trial.number, Answer.LEFT, 0.5)
    engine.retry()
    _walk(engine, course)
    state = engine.state()
    assert state.version is not None
    assert state.version.condition.name == "r"
    assert state.conditions == (("l", 0, 0), ("r", 0, 1))
    path = engine.file.path
    engine.close()
    assert check_study(path).problems == []


def test_wrong_answers_to_a_questionnaire_change_nothing(make: Make) -> None:
    """The sentence names the question."""
    engine, _ = make()
    engine.start_session("P01")
    with pytest.raises(InputError, match="hand: Please choose"):
        engine.answer_questionnaire("you", {"hand": 5}, "en")
    with pytest.raises(InputError, match="no questionnaire"):
        engine.answer_questionnaire("me", {}, "en")
    assert engine.state().filled == frozenset()


def test_a_robot_fills_in_what_is_asked(make: Make) -> None:
    """It reads no pages, and its answer may decide on its condition."""
    engine, course = make(BY_HAND)
    engine.start_session(robot=True)
    engine.start_robot(RobotOrder())
    while engine.state().robot_runs:
        engine.let_robot_answer()
    state = engine.state()
    assert (state.phase, state.filled) == (Phase.OVER, {"you", "ease"})
    assert course.follow(state) is CoursePage.THANKS


def test_the_live_panel_shows_one_question(make: Make) -> None:
    """That which is being answered, unless the researcher wants another."""
    engine, course = make()
    engine.start_session("P01")
    _walk(engine, course)
    state = engine.state()
    assert (state.questions, state.question, state.snapshot.length) == (("one", "two"), 1, 2)
    assert state.shown.content.design.prompt == "Second?"
    engine.show_question(0)
    state = engine.state()
    assert (state.question, state.shown.content.design.prompt) == (0, "First?")
    engine.undo()
    assert engine.state().snapshot.length == 2
    engine.show_question(None)
    assert engine.state().snapshot.length == 1
