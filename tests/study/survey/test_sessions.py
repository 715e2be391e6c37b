import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons, Outcome, strategies
from sortrank_gui.study.file.given_answers import count_answers
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.survey.parts import StopReason
from sortrank_gui.study.survey.sessions import Session
from tests.fleeting import fleeting_session
from tests.spread import near

STRATEGIES = strategies.names()


def make_session(strategy: str = "mergesort", budget: int = 60) -> Session:
    """Return a session over eight items."""
    return fleeting_session(8, strategy=strategy, seed=3, budget=budget)


def answer_by_number(session: Session, count: int) -> None:
    """Prefer the higher item number, and say equal now and then."""
    for _ in range(count):
        trial = session.trial
        assert trial is not None
        better = Answer.LEFT if trial.left > trial.right else Answer.RIGHT
        session.answer(Answer.EQUAL if trial.number % 7 == 0 else better, seconds=1.0)


@pytest.mark.parametrize("answer", list(Answer))
def test_answer_and_outcome_are_one_to_one(answer: Answer) -> None:
    """Every answer means an outcome of (left, right), and back."""
    assert Answer.from_outcome(answer.outcome) is answer


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_session_repeats_its_trials(strategy: str) -> None:
    """The same seed and answers give the same trials, sides included."""
    journals = []
    for _ in range(2):
        session = make_session(strategy)
        answer_by_number(session, 60)
        journals.append(session.snapshot().answers())
    assert journals[0] == journals[1]


def test_session_shows_items_on_both_sides() -> None:
    """The side is a coin's choice: the higher number is left about half of the time."""
    session = make_session("random", budget=400)
    answer_by_number(session, 400)
    left = np.mean([given.trial.left > given.trial.right for given in session.snapshot().answers()])
    assert left == near(0.5, 0.5 / 20)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_undo_goes_back_to_the_trial_before(strategy: str) -> None:
    """After an undo the undone trial is asked again, and another answer changes the journal."""
    session = make_session(strategy)
    answer_by_number(session, 20)
    asked = session.trial
    session.answer(Answer.LEFT, seconds=1.0)
    session.undo()
    assert session.trial == asked
    session.answer(Answer.RIGHT, seconds=2.0)
    assert session.snapshot().answers()[-1].answer is Answer.RIGHT
    assert session.answered == 21


def test_undo_of_nothing_does_nothing() -> None:
    """At the beginning there is nothing to take back."""
    session = make_session()
    asked = session.trial
    session.undo()
    assert session.trial == asked


def test_session_ends_at_its_budget() -> None:
    """After the last answer there is no trial, and no further answer is taken."""
    session = make_session(budget=2)
    answer_by_number(session, 2)
    assert session.trial is None
    with pytest.raises(InputError, match="All answers"):
        session.answer(Answer.LEFT, seconds=1.0)
    session.extend(1)
    assert session.trial is not None


def test_pause_and_resume_show_the_same_trial() -> None:
    """A pause takes the trial away, and going on brings it back."""
    session = make_session()
    answer_by_number(session, 5)
    asked = session.trial
    session.pause()
    assert (session.trial, session.stop_reason) == (None, StopReason.PAUSED)
    session.resume()
    assert session.trial == asked


def test_snapshot_stays_as_it_was() -> None:
    """Later answers and undo don't change a snapshot that was handed out."""
    session = make_session()
    answer_by_number(session, 5)
    snapshot = session.snapshot()
    before = list(snapshot.answers())
    session.undo()
    answer_by_number(session, 3)
    assert snapshot.answers() == before


def test_likely_items_begin_with_the_trial() -> None:
    """The items of the next trial are the first to fetch."""
    session = make_session()
    trial = session.trial
    assert trial is not None
    assert set(session.likely_items(3)[:2]) == {trial.left, trial.right}


def test_count_answers_counts_wins_and_ties() -> None:
    """Left, right and equal count; neither is left out."""
    session = make_session("all-pairs")
    for answer in (Answer.LEFT, Answer.RIGHT, Answer.EQUAL, Answer.NEITHER):
        session.answer(answer, seconds=1.0)
    table = Comparisons(8)
    count_answers(table, session.snapshot().answers())
    assert table.n_comparisons == 3
    count_answers(table, [])
    assert table.n_comparisons == 3
    assert Answer.LEFT.outcome is Outcome.FIRST
