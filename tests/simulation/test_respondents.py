"""Robots that answer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.ranking import Outcome
from sortrank_gui.simulation import BradleyTerryRespondent
from tests.spread import near


def _pairs(rng: np.random.Generator, n_items: int, count: int) -> np.ndarray:
    first = rng.integers(n_items, size=count)
    return np.column_stack((first, (first + rng.integers(1, n_items, size=count)) % n_items))


@pytest.mark.parametrize("gap", [-6.0, -1.0, 0.0, 0.5, 3.0])
@pytest.mark.parametrize("one_by_one", [True, False])
def test_bradley_terry_respondent_frequencies(gap: float, one_by_one: bool) -> None:
    """The first item wins with chance 1 / (1 + exp(-gap)), but for chance."""
    count, respondent = 20_000, BradleyTerryRespondent([gap + 1.0, 1.0], seed=6)
    if one_by_one:
        wins = sum(respondent.answer(0, 1) is Outcome.FIRST for _ in range(count))
    else:
        wins = int((respondent.answer_many(np.tile([0, 1], (count, 1))) == Outcome.FIRST).sum())
    chance = 1 / (1 + np.exp(-gap))
    assert wins / count == near(chance, (chance * (1 - chance) / count) ** 0.5)


def test_bradley_terry_respondent_answers_are_independent() -> None:
    """Neighbouring answers to an even pair agree in half of the cases."""
    answers = BradleyTerryRespondent([0.0, 0.0], seed=6).answer_many(np.tile([0, 1], (40_000, 1)))
    assert (answers[1:] == answers[:-1]).mean() == near(0.5, 0.5 / 200)


def test_bradley_terry_respondent_is_certain_about_huge_gaps() -> None:
    """Scores 1,000 apart leave no doubt, in either order and without overflow."""
    respondent = BradleyTerryRespondent([500.0, -500.0])
    assert respondent.answer(0, 1) is Outcome.FIRST
    assert respondent.answer(1, 0) is Outcome.SECOND
    assert respondent.answer_many(np.array([[0, 1], [1, 0]])).tolist() == [0, 1]


@given(
    seed=st.integers(0, 1000),
    batches=st.lists(st.sampled_from([-1, 0, 1, 2, 5, 100, 1023, 1024, 1025, 3000]), max_size=12),
)
def test_bradley_terry_respondent_stream_ignores_batching(seed: int, batches: list[int]) -> None:
    """Answers depend on seed and pairs, not on the sizes of batches; -1 is a single answer."""
    scores = np.linspace(-1, 1, 7)
    pairs = _pairs(np.random.default_rng(seed), 7, sum(abs(size) for size in batches))
    whole = BradleyTerryRespondent(scores, seed=seed).answer_many(pairs)
    respondent, parts, done = BradleyTerryRespondent(scores, seed=seed), [], 0
    for size in batches:
        if size < 0:
            parts.append([respondent.answer(*pairs[done].tolist())])
        else:
            parts.append(respondent.answer_many(pairs[done : done + size]).tolist())
        done += abs(size)
    assert [code for part in parts for code in part] == whole.tolist()
    assert whole.dtype == np.int8


def test_bradley_terry_respondent_depends_on_seed() -> None:
    """One seed repeats its answers, another gives others."""
    pairs = np.tile([0, 1], (200, 1))
    first, same, other = (
        BradleyTerryRespondent([0, 0], seed=seed).answer_many(pairs).tolist() for seed in (1, 1, 2)
    )
    assert first == same != other
