"""Surveys that peers lead: what a published method knows, and how it is asked for pairs."""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.outcomes import Outcome
from sortrank_gui.ranking.posterior import Posterior, normal_posterior
from sortrank_gui.ranking.strategies import Pairs
from sortrank_gui.simulation.respondents import Respondent
from sortrank_gui.simulation.surveys import Answers

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Knowledge:
    """The answers so far; models of them are computed where a peer asks for one."""

    def __init__(self, n_items: int, seed: int) -> None:
        self.n_items = n_items
        self.rng = stream("benchmark: peer", seed)
        self.table = Comparisons(n_items)
        self.first, self.second = np.triu_indices(n_items, 1)
        self.answers = 0
        self._posterior: Posterior | None = None
        self._waiting: list[tuple[int, int, int]] = []
        self._fitted = 0

    def learn(self, pairs: Pairs, outcomes: NDArray[np.int8]) -> None:
        """Take in answers."""
        self.table.add_outcomes(pairs[:, 0], pairs[:, 1], outcomes)
        self._waiting += zip(*pairs.T.tolist(), outcomes.tolist(), strict=True)
        self.answers += len(outcomes)
        self.__dict__.pop("estimate", None)

    @property
    def posterior(self) -> Posterior:
        """The normal posterior with a learned prior: updated by each answer, at times anew."""
        if self._posterior is None or self.answers >= self._fitted + self._stride:
            self._posterior = normal_posterior(self.table)
            self._fitted = self.answers
        else:
            for first, second, outcome in self._waiting:
                if outcome == Outcome.EQUAL:
                    self._posterior.update_equal(first, second)
                elif outcome != Outcome.NEITHER:
                    won = outcome == Outcome.FIRST
                    self._posterior.update(*((first, second) if won else (second, first)))
        self._waiting.clear()
        return self._posterior

    @property
    def _stride(self) -> int:
        return int(np.clip(self.n_items // 8, 10, 100))

    @cached_property
    def estimate(self) -> Estimate:
        """The mode of the posterior, for the methods that work with its curvature."""
        return fit(self.table)

    def gaps(self) -> tuple[Floats, Floats]:
        """Return means and variances of the gaps of all pairs under the posterior."""
        posterior = self.posterior
        return self.gaps_of(posterior.mean, posterior.covariance)

    def gaps_of(self, mean: Floats, covariance: Floats) -> tuple[Floats, Floats]:
        """Return means and variances of the gaps of all pairs."""
        own = np.diag(covariance)
        spread = own[self.first] + own[self.second] - 2 * covariance[self.first, self.second]
        return mean[self.first] - mean[self.second], np.maximum(spread, 1e-12)

    def best(self, values: Floats) -> Pairs:
        """Return one of the pairs with the largest value."""
        place = int(self.rng.choice(np.flatnonzero(values >= values.max() * (1 - 1e-9))))
        return np.array([[self.first[place], self.second[place]]])


Peer = Callable[[Knowledge], Pairs]
"""Returns the pairs to ask next: one, or a batch."""


def run_peer(peer: Peer, n_items: int, respondent: Respondent, count: int, *, seed: int) -> Answers:
    """Ask and answer `count` pairs."""
    known = Knowledge(n_items, seed)
    pairs, outcomes = [], []
    while known.answers < count:
        batch = peer(known)[: count - known.answers]
        answers = respondent.answer_many(batch)
        known.learn(batch, answers)
        pairs.append(batch)
        outcomes.append(answers)
    return Answers(n_items, np.concatenate(pairs), np.concatenate(outcomes))
