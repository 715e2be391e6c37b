"""Errors of the scores if people, not answers, are what a study has drawn by chance.

How it works
------------
The model takes all answers as independent. Answers of one person are not, where people differ in
taste: then their errors add up. The sandwich formula C M C has the scores' covariance C and, in
place of the model's information H, the sum M over people of g g', g being the sum of a person's
residuals for each item. Its diagonal over that of C H C tells how much the model's variances are
too small. Residuals of a fit are smaller than errors, the more so with few people: so the same is
computed for answers drawn from the fit, without any people in them, and the ratio is taken to that.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.ties import answer_variance, outcome_chances

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LEAST_PEOPLE = 5
"""Fewer people say nothing about how much people differ."""
MOST_ITEMS = 600
_DRAWS = 19


@dataclass(frozen=True, slots=True, eq=False)
class Clustering:
    """How much larger errors are because people differ."""

    ratio: float
    """Of the errors of all scores together to the model's; 1 where people do not matter."""
    usual: float
    """Below this ratio are 95 % of studies whose people do not differ."""
    people: int

    @property
    def clear(self) -> bool:
        """Whether people differ more than chance makes them."""
        return self.ratio > self.usual

    def widen(self, scores: Floats, low: Floats, high: Floats) -> tuple[Floats, Floats]:
        """Return the ends of intervals that hold for other people, too; never narrower ones."""
        ratio = max(self.ratio, 1.0)
        return scores - ratio * (scores - low), scores + ratio * (high - scores)


def assess_clustering(
    judgements: Judgements, people: Ints, estimate: Estimate, *, seed: int = 0
) -> Clustering | None:
    """Compare errors by people with the model's; None with fewer than five, or too many items.

    `people` has the number of the person who gave each answer.
    """
    _, numbers = np.unique(people, return_inverse=True)
    count = int(numbers.max(initial=-1)) + 1
    if count < LEAST_PEOPLE or judgements.n_items > MOST_ITEMS:
        return None
    ours = _compare(judgements, numbers, estimate)
    rng, variance = stream("clustering", seed), estimate.prior_variance
    drawn = []
    for _ in range(_DRAWS):
        answers = _draw(judgements, estimate, rng)
        again = fit(answers.table(), prior_variance=variance, start=estimate, tolerance=1e-5)
        drawn.append(_compare(answers, numbers, again))
    typical = float(np.mean(drawn))
    if not typical > 0:
        return None
    usual = float(np.quantile(drawn, 0.95))
    return Clustering((ours / typical) ** 0.5, (usual / typical) ** 0.5, count)


def _compare(answers: Judgements, people: Ints, estimate: Estimate) -> float:
    """Return the variance of all scores by people over the model's."""
    first, equal = outcome_chances(answers.gaps(estimate.scores), estimate.ties.value)
    residuals = answers.chosen - first - equal / 2
    n, count = answers.n_items, int(people.max()) + 1
    sums = np.zeros((count, n))
    np.add.at(sums, (people, answers.left), residuals)
    np.subtract.at(sums, (people, answers.right), residuals)
    covariance = estimate.precision.centred_inverse()
    by_people = float(((sums @ covariance) ** 2).sum()) * count / (count - 1)
    information = np.zeros((n, n))
    weights = answer_variance(first, equal)
    np.subtract.at(information, (answers.left, answers.right), weights)
    information += information.T
    information[np.diag_indices(n)] -= information.sum(axis=1)
    by_model = float(((covariance @ information) * covariance).sum())
    return by_people / max(by_model, 1e-12)


def _draw(answers: Judgements, estimate: Estimate, rng: np.random.Generator) -> Judgements:
    """Return answers to the same pairs, by people who do not differ."""
    first, equal = outcome_chances(answers.gaps(estimate.scores), estimate.ties.value)
    luck = rng.random(len(answers))
    chosen = np.where(luck < first, 1.0, np.where(luck < first + equal, 0.5, 0.0))
    return Judgements(answers.n_items, answers.left, answers.right, chosen)
