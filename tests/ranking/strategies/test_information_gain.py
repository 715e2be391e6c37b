"""Entropy on many items: what it asks depends on the answers alone, whatever is in memory."""

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking.strategies import information_gain
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import Answers, run_survey


def _answer(n_items: int, count: int) -> tuple[BradleyTerryRespondent, Answers]:
    respondent = BradleyTerryRespondent(np.random.default_rng(1).normal(0, 2, n_items), seed=1)
    random = ranking.strategies.create("random", n_items=n_items, seed=1)
    return respondent, run_survey(random, respondent, count)


@pytest.mark.parametrize("n_items", [400, information_gain.DENSE_ITEMS + 1])
def test_resumed_study_asks_what_one_that_goes_on_asks(n_items: int) -> None:
    """Over 130 answers, past two fits: one that keeps its columns, and one that has none."""
    respondent, answers = _answer(n_items, 5 * n_items + 60)
    going_on = ranking.strategies.create("entropy", n_items=n_items, seed=3)
    going_on.tell_many(answers.pairs, answers.outcomes)
    told = [(*pair, outcome) for pair, outcome in zip(answers.pairs, answers.outcomes, strict=True)]
    for number in range(130):
        first, second = going_on.ask()
        if number % 16 == 0:
            resumed = ranking.strategies.create("entropy", n_items=n_items, seed=3)
            pairs = np.array([row[:2] for row in told])
            resumed.tell_many(pairs, np.array([row[2] for row in told], dtype=np.int8))
            assert resumed.ask() == (first, second)
        told.append((first, second, respondent.answer(first, second)))
        going_on.tell(*told[-1])


def test_columns_that_are_known_are_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 1,600 items a further pair needs few columns: under 30 on average, the first over 10."""
    n_items = 1600
    respondent, answers = _answer(n_items, 10 * n_items)
    strategy = ranking.strategies.create("entropy", n_items=n_items, seed=3)
    strategy.tell_many(answers.pairs, answers.outcomes)
    computed: list[int] = []
    columns = ranking.laplacian.Laplacian.columns

    def count(self, items, tolerance):
        computed.append(len(items))
        return columns(self, items, tolerance)

    monkeypatch.setattr(ranking.laplacian.Laplacian, "columns", count)
    strategy.ask()
    begin = sum(computed)
    for _ in range(50):
        first, second = strategy.ask()
        strategy.tell(first, second, respondent.answer(first, second))
    assert begin > 10
    assert (sum(computed) - begin) / 50 < 30
