"""Sessions of several blocks: which question comes when, and what the file knows about it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.conditions import AssignBy, Assignment, Condition
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, BlockOrder, Context, Step, StepKind
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import Answer, Kind
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.plans import find_plan
from sortrank_gui.study.items.items import Item, Variant
from sortrank_gui.study.results.focus import focus
from sortrank_gui.study.results.selection import count_study
from sortrank_gui.study.survey.parts import StopReason
from sortrank_gui.study.survey.planning import count_conditions
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.withdrawing import withdraw
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import merge_studies

ITEMS = [Item(f"item {k}", tags=("even",) if k % 2 == 0 else ()) for k in range(10)]
SHARP = Step(StepKind.BLOCK, "sharp", block=Block("Which is sharper?", stop=StopRules(8)))
NICE = Step(StepKind.BLOCK, "nice", block=Block(tags=("even",), stop=StopRules(6)))
TWO = Design(
    "Two questions",
    "Which is nicer?",
    min_response_ms=0,
    resume=Resume.RESUME,
    timeline=(Step(StepKind.PRACTICE, trials=2), SHARP, NICE),
)
GROUPS = (Condition("A"), Condition("B", strategy="random"))

Open = Callable[..., Survey]


@pytest.fixture
def open_survey(tmp_path: Path) -> Open:
    """Open a study of a design, made where there is none."""

    def make(design: Design = TWO, items: list[Item] = ITEMS, name: str = "study") -> Survey:
        path = tmp_path / f"{name}.sortrank"
        if not path.exists():
            create_study(path, design, items)
        return Survey(open_study(path))

    return make


def _answer(session: Session, count: int | None = None, **facts: Any) -> list[int]:
    """Answer trials; return the questions that were asked."""
    asked: list[int] = []
    while (trial := session.trial) is not None and (count is None or len(asked) < count):
        asked.append(trial.question)
        better = Answer.LEFT if trial.left > trial.right else Answer.RIGHT
        session.answer(better, seconds=0.5, **facts)
    return asked


def test_blocks_come_one_after_the_other(open_survey: Open) -> None:
    """Each has its budget; practice stands before the first; the last one ends the session."""
    survey = open_survey()
    session = survey.start("P01")
    assert session.budget == 14
    assert _answer(session) == [0] * 10 + [1] * 6
    assert (session.answered, session.stop_reason) == (14, StopReason.BUDGET)
    kinds = [given.trial.kind for given in session.snapshot().answers()]
    assert kinds[:3] == [Kind.PRACTICE, Kind.PRACTICE, Kind.REGULAR]
    assert [given.trial.number for given in session.snapshot().answers()] == list(range(1, 17))


def test_a_block_asks_about_its_items_only(open_survey: Open) -> None:
    """The second question is about the even ones."""
    survey = open_survey()
    session = survey.start("P01")
    _answer(session)
    asked = [given.trial for given in session.snapshot().answers() if given.trial.question == 1]
    assert {item % 2 for trial in asked for item in (trial.left, trial.right)} == {0}


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("order", list(BlockOrder))
def test_a_session_resumes_where_it_was(open_survey: Open, order: BlockOrder, shared: bool) -> None:
    """Leaving and coming back at every trial asks the same as staying."""
    design = replace(TWO, block_order=order, shared=shared)
    survey = open_survey(design)
    shown = []
    for _ in range(16):
        session = survey.start("P01")
        assert session.trial is not None
        shown.append(session.trial)
        _answer(session, 1)
        survey.close()
        survey = open_survey()
    assert survey.start("P01").trial is None
    survey.close()
    assert check_study(survey.file.path).problems == []
    staying = open_survey(design, name="other").start("P01")
    _answer(staying)
    assert [given.trial for given in staying.snapshot().answers()] == shown


def test_undo_goes_back_across_the_border_of_blocks(open_survey: Open) -> None:
    """The last answer of a block can be taken back from the first trial of the next."""
    session = open_survey().start("P01")
    _answer(session, 10)
    assert session.trial is not None
    assert session.trial.question == 1
    last = session.snapshot().answers()[-1].trial
    session.undo()
    assert session.trial == last
    assert _answer(session) == [0] + [1] * 6


def test_questions_take_turns(open_survey: Open) -> None:
    """Trial by trial, until each has its answers."""
    design = replace(TWO, block_order=BlockOrder.ALTERNATING, timeline=(SHARP, NICE))
    asked = _answer(open_survey(design).start("P01"))
    assert asked == [0, 1] * 6 + [0, 0]


def test_a_latin_square_is_filled_evenly(open_survey: Open) -> None:
    """Of four people two begin with each block."""
    survey = open_survey(replace(TWO, block_order=BlockOrder.LATIN))
    first = Counter(_answer(survey.start(), 1)[0] for _ in range(4))
    assert first == {0: 2, 1: 2}


def test_people_fill_the_conditions_evenly(open_survey: Open) -> None:
    """Whoever was excluded leaves the place to somebody else; robots do not count."""
    survey = open_survey(replace(TWO, conditions=GROUPS))
    survey.start(robot=True)
    for _ in range(6):
        session = survey.start()
        session.end()
    assert count_conditions(survey.file.everything) == {"A": (3, 0), "B": (3, 0)}
    row = survey.file.sessions[1]
    freed = find_plan(survey.file.everything, row).condition
    exclude(survey.file, (row.participant, None, None), "Slept.")
    survey.start()
    assert find_plan(survey.file.everything, survey.file.sessions[-1]).condition == freed


def test_who_comes_again_stays_in_the_condition(open_survey: Open) -> None:
    """The second session of a person has the plan of the first."""
    survey = open_survey(replace(TWO, conditions=GROUPS))
    for _ in range(3):
        survey.start("P01", policy=Resume.AGAIN).end()
    plans = {find_plan(survey.file.everything, row) for row in survey.file.sessions}
    assert len(plans) == 1


def test_a_list_of_codes_or_the_researcher_decides(open_survey: Open, tmp_path: Path) -> None:
    """A code that is nowhere is refused, and so is nobody's choice."""
    listed = (Condition("A", codes=("P01",)), Condition("B", codes=("P02",)))
    survey = open_survey(replace(TWO, conditions=listed, assignment=Assignment(AssignBy.CODES)))
    survey.start("P02")
    assert find_plan(survey.file.everything, survey.file.sessions[0]).condition == "B"
    with pytest.raises(InputError, match="no condition's list"):
        survey.start("P03")
    survey.close()
    survey.file.path.unlink()
    by_hand = replace(TWO, conditions=GROUPS, assignment=Assignment(AssignBy.HAND))
    survey = open_survey(by_hand)
    with pytest.raises(InputError, match="Choose a condition"):
        survey.start("P01")
    survey.start("P01", condition="B")
    strategies = {sort.strategy for sort in survey.file.sorts.values()}
    assert strategies == {"random"}


def test_a_condition_has_sorts_of_its_own(open_survey: Open) -> None:
    """Where people share a sort, they share it inside their condition and question."""
    survey = open_survey(replace(TWO, conditions=GROUPS, shared=True))
    for _ in range(4):
        _answer(survey.start())
    sorts = Counter((sort.question, sort.condition) for sort in survey.file.sorts.values())
    assert sorts == {(q, c): 1 for q in (0, 1) for c in "AB"}
    survey.close()
    assert check_study(survey.file.path).problems == []


def test_a_study_is_focused_on_one_question(open_survey: Open) -> None:
    """Its items are those of the question, under numbers of their own."""
    survey = open_survey()
    _answer(survey.start("P01"))
    study = survey.file.everything
    first, second = focus(study, 0), focus(study, 1)
    assert [item.name for item in second.content.items] == [f"item {k}" for k in (0, 2, 4, 6, 8)]
    assert (first.content.design.prompt, second.content.design.prompt) == (
        "Which is sharper?",
        "Which is nicer?",
    )
    assert count_study(first).n_comparisons == 8
    table = count_study(second)
    assert (table.n_items, table.n_comparisons) == (5, 6)
    assert focus(study, 1) is second


def test_copies_with_several_questions_merge(open_survey: Open, tmp_path: Path) -> None:
    """Both copies went on with the shared sorts; all answers are in the merged study."""
    survey = open_survey(replace(TWO, shared=True, conditions=GROUPS))
    _answer(survey.start("P01"), 5)
    survey.close()
    path = survey.file.path
    other = tmp_path / "other.sortrank"
    other.write_bytes(path.read_bytes())
    for each, codes in ((path, ("P02", "P03")), (other, ("P04", "P05"))):
        again = Survey(open_study(each))
        for code in codes:
            _answer(again.start(code))
        again.close()
    merged = tmp_path / "merged.sortrank"
    counts = merge_studies([path, other], merged)
    assert counts["answers"] == 5 + 4 * 16
    assert check_study(merged).problems == []
    survey = Survey(open_study(merged))
    assert len(_answer(survey.start("P01"))) == 11


def test_withdrawing_from_a_shared_study_leaves_it_sound(open_survey: Open) -> None:
    """Sorts of every question go back to where they can be replayed."""
    survey = open_survey(replace(TWO, shared=True))
    for code in ("P01", "P02", "P03"):
        _answer(survey.start(code))
        survey.leave(survey._open[survey.file.sessions[-1].uuid])
    withdraw(survey.file, "P02")
    survey.file.close()
    assert check_study(survey.file.path).problems == []


def test_contexts_go_round(open_survey: Open) -> None:
    """Every pair has one; each comes equally often, and the answer's detail keeps it."""
    contexts = tuple(Context(name, f"Say {name}.") for name in ("one", "two", "three"))
    items = [
        Item(f"model {k}", variants=tuple(Variant(c.name, text="Yes.") for c in contexts))
        for k in range(4)
    ]
    survey = open_survey(Design("t", "Which?", stop=StopRules(6), contexts=contexts), items)
    session = survey.start("P01")
    shown = []
    while (trial := session.trial) is not None:
        shown.append(trial.context)
        session.answer(Answer.LEFT, seconds=0.5)
    assert Counter(shown) == {"one": 2, "two": 2, "three": 2}
    kept = [record.detail for record in survey.file.records if record.detail]
    assert [name in detail for name, detail in zip(shown, kept, strict=True)] == [True] * 6
