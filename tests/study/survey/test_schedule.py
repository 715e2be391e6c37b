from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sortrank_gui.ranking.chance import derive_seed
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.given_answers import GivenAnswers
from sortrank_gui.study.file.journal import Answer, GivenAnswer, Kind, Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.schedule import Schedule, choose_catch_pairs, is_turned
from sortrank_gui.study.survey.sorts import Asked, Sort
from tests.spread import near


def run(schedule: Schedule, count: int) -> list[GivenAnswer]:
    """Go through a session whose participant always says left."""
    sort, given_ = Sort("mergesort", schedule.items, 1), GivenAnswers()
    for _ in range(count):
        trial = schedule.next_trial(given_, len(given_) + 1, lambda: sort.ask("me"))
        given_.append(GivenAnswer(trial, Answer.LEFT, 1.0))
        if trial.step is not None:
            sort.tell(given_[-1], "me")
    return list(given_)


@given(st.integers(0, 2**31 - 1), st.integers(0, 1000))
def test_sides_are_balanced_in_every_block(seed: int, block: int) -> None:
    """Of eight trials in a row, four are turned round."""
    assert sum(is_turned(seed, 8 * block + k) for k in range(8)) == 4


def test_sides_cannot_be_foreseen() -> None:
    """Blocks differ from one another and between participants."""
    patterns = {
        tuple(is_turned(seed, 8 * block + k) for k in range(8))
        for seed in (1, 2)
        for block in range(30)
    }
    assert len(patterns) > 30


def test_every_item_is_on_both_sides() -> None:
    """Over a long session no item keeps to one side.

    It is left in 50 % of 600 trials' cases, with a deviation of 5.0 % over 60 other seeds.
    """
    trials = [g.trial for g in run(Schedule(Design(), range(10), 7), 600)]
    left = Counter(trial.left for trial in trials)
    right = Counter(trial.right for trial in trials)
    assert all(left[k] / (left[k] + right[k]) == near(0.5, 0.050, 10) for k in range(10))


def test_derived_seeds_differ_and_stay() -> None:
    """Each participant and session has a seed of its own, the same on every machine."""
    seeds = {derive_seed(1, code, number) for code in ("P01", "P02") for number in (1, 2)}
    assert len(seeds) == 4
    assert derive_seed(1, "P01", 1) == 1074890678
    assert all(0 <= seed < 2**31 for seed in seeds)


@settings(max_examples=25)
@given(
    st.integers(0, 10**6),
    st.sampled_from([(0.1, 0.1), (0.05, 0.0), (0.0, 0.2), (0.25, 0.25), (0.3, 0.0)]),
)
def test_shares_of_extra_trials_are_kept(seed: int, shares: tuple[float, float]) -> None:
    """Of 400 trials the wanted shares are catch and repeat trials, evenly spread."""
    catch, repeat = shares
    schedule = Schedule(
        Design(catch_share=catch, repeat_share=repeat), range(10), seed, [(9, 0), (8, 1)]
    )
    kinds = [schedule._extra_at(main)[0] for main in range(1, 401)]
    assert abs(kinds.count(Kind.CATCH) - 400 * catch) <= 2
    assert abs(kinds.count(Kind.REPEAT) - 400 * repeat) <= 2
    first, second = (
        sum(k is not Kind.REGULAR for k in half) for half in (kinds[:200], kinds[200:])
    )
    assert abs(first - second) <= 2


def test_practice_comes_first() -> None:
    """The first trials are practice, with pairs of real items."""
    kinds = [g.trial.kind for g in run(Schedule(Design(practice=3), range(6), 1), 6)]
    assert kinds == [Kind.PRACTICE] * 3 + [Kind.REGULAR] * 3


def test_catch_trials_go_through_all_pairs() -> None:
    """Every catch pair is used before one comes again, on both sides."""
    pairs = [(9, 0), (8, 1), (7, 2)]
    answers = run(Schedule(Design(catch_share=0.3), range(10), 5, pairs), 400)
    catches = [g.trial for g in answers if g.trial.kind is Kind.CATCH]
    keys = [frozenset((t.left, t.right)) for t in catches]
    assert set(keys[:3]) == {frozenset(pair) for pair in pairs}
    assert {t.left > t.right for t in catches} == {True, False}


def test_repeat_swaps_the_sides_of_an_earlier_trial() -> None:
    """A repeat shows an earlier regular pair again, once, turned round, after some trials."""
    answers = run(Schedule(Design(repeat_share=0.2), range(15), 3), 300)
    repeats = [g.trial for g in answers if g.trial.kind is Kind.REPEAT]
    assert len(repeats) > 40
    for trial in repeats:
        earlier = [
            g.trial.number
            for g in answers[: trial.number - 1]
            if (g.trial.left, g.trial.right) == (trial.right, trial.left)
            and g.trial.kind is Kind.REGULAR
        ]
        assert earlier
        assert min(trial.number - number for number in earlier) > 5 or len(earlier) > 1
    keys = [frozenset((t.left, t.right)) for t in repeats]
    assert len(set(keys)) == len(keys)


def test_extra_trials_are_not_the_sorts() -> None:
    """Only regular trials carry the step of a sort."""
    answers = run(Schedule(Design(catch_share=0.1, repeat_share=0.1), range(10), 1, [(9, 0)]), 200)
    assert all((g.trial.step is None) == (g.trial.kind is not Kind.REGULAR) for g in answers)


def test_next_trial_depends_on_the_answers_alone() -> None:
    """Asked twice, or by a new object, the schedule gives the same trial."""
    design = Design(practice=2, catch_share=0.2, repeat_share=0.2)
    first, second = (run(Schedule(design, range(10), 4, [(9, 0)]), 80) for _ in range(2))
    assert first == second


def test_unturned_gives_the_pair_as_it_was_asked() -> None:
    """The order in which the sort asked can be found from the trial."""
    schedule = Schedule(Design(), range(5), 9)
    for number in range(1, 20):
        before = GivenAnswers(
            GivenAnswer(Trial(k, 0, 1), Answer.LEFT, 1.0) for k in range(1, number)
        )
        trial = schedule.next_trial(before, len(before) + 1, lambda: Asked((3, 4), 1, 0, 0))
        assert schedule.unturned(trial) == (3, 4)


@pytest.mark.parametrize("truth", [None, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]])
def test_catch_pairs_come_from_the_ends_of_the_truth(truth: list[float] | None) -> None:
    """Without pairs in the design, the best fifth meets the worst fifth."""
    items = [Item(str(k)) for k in range(10)]
    pairs = choose_catch_pairs(Design(), items, truth)
    assert set(pairs) == (set() if truth is None else {(9, 0), (9, 1), (8, 0), (8, 1)})


def test_catch_pairs_of_the_design_are_found_by_name() -> None:
    """The researcher's own pairs win over the truth."""
    items = [Item("a"), Item("b"), Item("c")]
    design = Design(catch_pairs=(("c", "a"),))
    assert choose_catch_pairs(design, items, [3.0, 2.0, 1.0]) == [(2, 0)]
