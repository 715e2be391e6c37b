"""One simulated survey: a strategy asks, a respondent answers."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.strategies import Pairs, Strategy
from sortrank_gui.ranking.strategies.mergesort import Mergesort
from sortrank_gui.ranking.strategies.runs import RunStrategy
from sortrank_gui.simulation.respondents import Respondent

_FEW = 48
"""With fewer pairs open at once, single calls are faster than arrays."""
_STRETCH = 256


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of a survey, in the order in which they were given."""

    n_items: int
    pairs: Pairs
    outcomes: NDArray[np.int8]

    def table(self, count: int | None = None) -> Comparisons:
        """Return the comparisons of the first `count` answers, or of all."""
        table = Comparisons(self.n_items)
        pairs = self.pairs[:count]
        table.add_outcomes(pairs[:, 0], pairs[:, 1], self.outcomes[:count])
        return table


def run_survey(strategy: Strategy, respondent: Respondent, count: int) -> Answers:
    """Ask and answer `count` pairs, as many at a time as do not depend on one another."""
    pairs = np.empty((count, 2), dtype=np.int64)
    outcomes = np.empty(count, dtype=np.int8)
    done = 0
    while done < count:
        batch = strategy.upcoming(count - done)
        if len(batch) >= _FEW:
            answers = respondent.answer_many(batch)
            strategy.tell_many(batch, answers)
        else:
            batch, answers = _ask_singly(strategy, respondent, min(_STRETCH, count - done))
        pairs[done : done + len(batch)] = batch
        outcomes[done : done + len(batch)] = answers
        done += len(batch)
    return Answers(strategy.n_items, pairs, outcomes)


def _ask_singly(
    strategy: Strategy, respondent: Respondent, count: int
) -> tuple[Pairs, NDArray[np.int8]]:
    ask, answer, tell = strategy.ask, respondent.answer, strategy.tell
    if isinstance(strategy, Mergesort):
        items, outcomes = strategy.converse(answer, count)
        return _arrays(items, outcomes)
    items = []
    outcomes = bytearray()
    for _ in range(count):
        pair = ask()
        outcome = answer(*pair)
        tell(*pair, outcome)
        items += pair
        outcomes.append(outcome)
    return _arrays(items, outcomes)


def _arrays(items: list[int], outcomes: bytearray) -> tuple[Pairs, NDArray[np.int8]]:
    return np.array(items, dtype=np.int64).reshape(-1, 2), np.frombuffer(outcomes, dtype=np.int8)


def run_sort(strategy: RunStrategy, respondent: Respondent) -> Answers:
    """Ask and answer until one more sort is complete; its ranking is the strategy's last."""
    pairs, outcomes = [], []
    before = len(strategy.rankings)
    while len(strategy.rankings) == before:
        batch = strategy.upcoming(strategy.n_items)
        answers = respondent.answer_many(batch)
        strategy.tell_many(batch, answers)
        pairs.append(batch)
        outcomes.append(answers)
    return Answers(strategy.n_items, np.concatenate(pairs), np.concatenate(outcomes))
