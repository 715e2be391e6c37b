"""Sorts with what the paper's lemmas say about them: counts, bounds, and chances of an order."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import ranking
from sortrank_gui.ranking.chance import stream
from sortrank_gui.simulation.paper.base import seeds, sort_once
from sortrank_gui.simulation.populations import Given, Poisson
from sortrank_gui.simulation.respondents import (
    BradleyTerryRespondent,
    CoinRespondent,
    NoiselessRespondent,
    Respondent,
)
from sortrank_gui.simulation.surveys import Answers

NOISES = (1.0, 2.0, 4.0)
KINDS = ("noiseless", "coin", *(f"λ = {noise:g}" for noise in NOISES))
AILON_TRUTH = Given.from_array([0.15 * k for k in range(16)])


@dataclass(frozen=True, slots=True)
class SortCheck:
    """One sort, with what the lemmas speak about."""

    sort: str
    answers: str
    n: int
    repetition: int
    comparisons: int
    repeated_pairs: int
    displacement: int
    bound: int
    """Of Lemma 3: twice the sum of |i - j| over the inconsistent answers."""
    kendall: int


@dataclass(frozen=True, slots=True)
class CheckTask:
    """A batch of sorts of one kind."""

    sort: str
    answers: str
    n_items: int
    repetitions: range
    seed: int

    def describe(self) -> str:
        """Name the settings and the seed."""
        return f"{self.sort}, {self.n_items} items, {self.answers}, seed {self.seed}"

    def run(self) -> tuple[SortCheck, ...]:
        """Sort and check."""
        return tuple(self._check(repetition) for repetition in self.repetitions)

    def _check(self, repetition: int) -> SortCheck:
        key = (self.seed, self.n_items, KINDS.index(self.answers), repetition)
        truth_seed, sort_seed, answer_seed = seeds(3, *key)
        noise = float(self.answers[4:]) if self.answers.startswith("λ") else 1.0
        truth = Poisson(noise).draw(self.n_items, stream("truth", truth_seed))
        respondent = _respondent(self.answers, truth, answer_seed)
        found, answers = sort_once(self.sort, self.n_items, respondent, seed=sort_seed)
        return SortCheck(
            self.sort,
            self.answers,
            self.n_items,
            repetition,
            len(answers.outcomes),
            len(answers.outcomes) - answers.table().n_pairs,
            ranking.displacement(found, truth),
            _lemma_3(answers, truth),
            ranking.kendall_tau_distance(found, truth),
        )


@dataclass(frozen=True, slots=True)
class OrderRow:
    """How often sorts of the same items put one above another."""

    sort: str
    item: int
    other: int
    sorts: int
    above: int
    chance: float
    """That the item wins a comparison with the other."""


@dataclass(frozen=True, slots=True)
class OrderTask:
    """Many sorts of a few items."""

    sort: str
    batch: int
    repetitions: int
    seed: int

    def describe(self) -> str:
        """Name the settings and the seed."""
        return f"{self.sort} of {len(AILON_TRUTH.scores)} items, seed {self.seed}"

    def run(self) -> tuple[OrderRow, ...]:
        """Count for every pair in how many sorts the first stands above the second."""
        truth = np.array(AILON_TRUTH.scores)
        above = np.zeros((len(truth), len(truth)), dtype=np.int64)
        answer_seed, *sort_seeds = seeds(1 + self.repetitions, self.seed, self.batch)
        respondent = BradleyTerryRespondent(truth, seed=answer_seed)
        for seed in sort_seeds:
            found, _ = sort_once(self.sort, len(truth), respondent, seed=seed)
            above += found[:, None] > found
        chances = 1 / (1 + np.exp(truth - truth[:, None]))
        return tuple(
            OrderRow(self.sort, i, j, self.repetitions, int(above[i, j]), float(chances[i, j]))
            for i in range(len(truth))
            for j in range(i)
        )


def expected_kendall(n: int, noise: float) -> float:
    """Return the mean Kendall distance of one Quicksort under the Poisson model, for large n."""
    return (n - 1) * noise * math.log(2) - noise**2 * math.pi**2 / 12


def quicksort_comparisons(n: int) -> float:
    """Return the mean number of comparisons with consistent answers."""
    return 2 * (n + 1) * sum(1 / k for k in range(1, n + 1)) - 4 * n


def _respondent(kind: str, truth: NDArray[np.float64], seed: int) -> Respondent:
    match kind:
        case "noiseless":
            return NoiselessRespondent(truth, seed=seed)
        case "coin":
            return CoinRespondent(seed=seed)
    return BradleyTerryRespondent(truth, seed=seed)


def _lemma_3(answers: Answers, truth: NDArray[np.float64]) -> int:
    places = ranking.metrics.ranks(truth)
    first, second = places[answers.pairs[:, 0]], places[answers.pairs[:, 1]]
    wrong = (answers.outcomes == ranking.Outcome.FIRST) != (first < second)
    return int(2 * np.abs(first - second)[wrong].sum())
