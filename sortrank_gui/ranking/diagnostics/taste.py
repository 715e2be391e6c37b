"""Classes of taste: groups of people who rank alike, found by a mixture of rankings.

How it works
------------
Everybody belongs to one of K classes, each with scores of its own (a mixture of Bradley-Terry
models, as in Croon and Luijkx, 1993). Expectation-maximisation alternates between the chance that
somebody belongs to a class, by all of his or her answers, and the fit of each class, with answers
weighed by these chances. It begins with people who differ most from the ranking of all in the same
way, and several times with others, since it may end in a poor place.

The number of classes is that with the least BIC = -2 log L + p log(answers). A prior draws scores
together, so that a score counts in p by the share of it that the answers decide.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.bradley_terry import Estimate, fit
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.ties import outcome_chances

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LEAST_PEOPLE = 20
MOST_CLASSES = 4
MOST_ITEMS = 600
_STARTS = 4
_MOST_STEPS = 60
_STILL = 1e-3
_TINY = 1e-300
_LEAST_VARIANCE = 1.0
"""Of scores within a class: tastes that cancel out in the ranking of all have a spread, too."""


@dataclass(frozen=True, slots=True, eq=False)
class TasteClasses:
    """The classes that explain the answers best, the largest first."""

    member: Floats
    """For everybody (row), the chance to belong to each class (column)."""
    share: Floats
    """The share of people in each class."""
    estimates: tuple[Estimate, ...]
    """The scores of each class."""
    bic: tuple[float, ...]
    """For one class, two and so on: the least is the best."""

    @property
    def count(self) -> int:
        """How many classes there are; 1: nobody's taste is another one, as far as can be told."""
        return len(self.estimates)

    @property
    def of_person(self) -> Ints:
        """The class that everybody belongs to most probably."""
        found: Ints = self.member.argmax(axis=1)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Mixture:
    member: Floats
    share: Floats
    estimates: tuple[Estimate, ...]
    log_likelihood: float


def find_taste_classes(
    judgements: Judgements,
    people: Ints,
    estimate: Estimate,
    *,
    count: int | None = None,
    seed: int = 0,
    tick: Callable[[float], None] | None = None,
) -> TasteClasses | None:
    """Find one to four classes; None with fewer than 20 people or more than 600 items.

    Parameters
    ----------
    judgements
        All answers.
    people
        Whose each answer is, numbered from 0.
    estimate
        The fit of everybody.
    count
        How many people there are, where some may have no answers.
    tick
        Hears the share done; may raise to stop.
    """
    if len(np.unique(people)) < LEAST_PEOPLE or judgements.n_items > MOST_ITEMS:
        return None
    search = _ClassSearch(judgements, people, count or int(people.max()) + 1, estimate, seed)
    found = [search.start_with_one()]
    found += [search.find(classes, tick) for classes in range(2, MOST_CLASSES + 1)]
    bic = [search.bic(mixture) for mixture in found]
    best = found[int(np.argmin(bic))]
    order = np.argsort(-best.share, kind="stable")
    return TasteClasses(
        best.member[:, order],
        best.share[order],
        tuple(best.estimates[k] for k in order.tolist()),
        tuple(bic),
    )


class _ClassSearch:
    """The answers by person and pair, and mixtures that are fitted to them."""

    def __init__(
        self, judgements: Judgements, people: Ints, count: int, estimate: Estimate, seed: int
    ) -> None:
        self._all, self._seed = estimate, seed
        n, self._count = judgements.n_items, count
        self._n, self._answers = n, len(judgements)
        forth = judgements.left < judgements.right
        low = np.where(forth, judgements.left, judgements.right)
        high = np.where(forth, judgements.right, judgements.left)
        keys, pair = np.unique(low * n + high, return_inverse=True)
        self._pairs = keys // n, keys % n
        won = np.where(forth, judgements.chosen, 1 - judgements.chosen)

        def tally(which: NDArray[np.bool_]) -> scipy.sparse.csr_array:
            ones = np.ones(int(which.sum()))
            cells = (people[which], pair[which])
            return scipy.sparse.csr_array((ones, cells), shape=(self._count, len(keys)))

        self._counts = [tally(won == 1.0), tally(won == 0.0), tally(won == 0.5)]
        spread = self._counts[0] - self._counts[1]
        share, _ = outcome_chances(self._gaps(estimate), 0.0)
        totals = self._counts[0] + self._counts[1]
        residual = (spread - totals * (2 * share - 1)[None, :]).toarray()
        by_item = np.zeros((self._count, n))
        np.add.at(by_item.T, self._pairs[0], residual.T)
        np.add.at(by_item.T, self._pairs[1], -residual.T)
        norms = np.sqrt(np.maximum(totals.sum(axis=1), 1.0))
        self._odd: Floats = by_item / norms[:, None]
        """How everybody's choices of each item differ from those of all."""

    def start_with_one(self) -> _Mixture:
        """Return the mixture of one class."""
        ones = np.ones((self._count, 1))
        return _Mixture(ones, np.ones(1), (self._all,), float(self._log_chances(self._all).sum()))

    def find(self, count: int, tick: Callable[[float], None] | None) -> _Mixture:
        """Return the best of several mixtures of so many classes."""
        found = []
        for start in range(_STARTS):
            found.append(self._settle(self._begin(count, start)))
            if tick is not None:
                done = (count - 2) * _STARTS + start + 1
                tick(done / ((MOST_CLASSES - 1) * _STARTS))
        return max(found, key=lambda mixture: mixture.log_likelihood)

    def bic(self, mixture: _Mixture) -> float:
        """Return Schwarz's criterion; less is better."""
        parameters = len(mixture.estimates) - 1.0
        for estimate in mixture.estimates:
            prior_part = float(np.trace(estimate.covariance)) / estimate.prior_variance
            parameters += max(self._n - 1 - prior_part, 0.0)
        return -2 * mixture.log_likelihood + parameters * float(np.log(self._answers))

    def _begin(self, count: int, start: int) -> Floats:
        """Return who may belong where: people alike in what is odd about them."""
        left, sizes, _ = np.linalg.svd(self._odd - self._odd.mean(axis=0), full_matrices=False)
        places = left[:, :count] * sizes[:count]
        rng = stream("taste", self._seed, count, start)
        seeds = [int(rng.integers(self._count))]
        for _ in range(count - 1):
            away = np.min([((places - places[k]) ** 2).sum(axis=1) for k in seeds], axis=0)
            chances = away / away.sum() if away.sum() > 0 else np.full(len(away), 1 / len(away))
            seeds.append(int(rng.choice(len(away), p=chances)))
        gaps = np.array([((places - places[k]) ** 2).sum(axis=1) for k in seeds]).T
        member = np.full((self._count, count), 0.1 / count)
        member[np.arange(self._count), gaps.argmin(axis=1)] += 0.9
        return member

    def _settle(self, member: Floats) -> _Mixture:
        before = -np.inf
        estimates: tuple[Estimate, ...] = (self._all,) * member.shape[1]
        for _ in range(_MOST_STEPS):
            share = np.maximum(member.mean(axis=0), 1e-9)
            estimates = tuple(
                self._fit(weights, last) for weights, last in zip(member.T, estimates, strict=True)
            )
            logs = np.stack([self._log_chances(each) for each in estimates], axis=1)
            logs = logs + np.log(share)
            whole = np.logaddexp.reduce(logs, axis=1)
            member = np.exp(logs - whole[:, None])
            now = float(whole.sum())
            if now - before < _STILL * max(1.0, abs(now)) / 100:
                break
            before = now
        return _Mixture(member, share, estimates, now)

    def _fit(self, weights: Floats, start: Estimate) -> Estimate:
        won, lost, tied = (weights @ counts for counts in self._counts)
        table = Comparisons.from_counts(self._n, self._pairs, (won, lost), tied)
        return fit(table, prior_variance=self._variance, start=start, tolerance=1e-4)

    @property
    def _variance(self) -> float:
        """The prior variance within classes: they are wider apart than their mean is."""
        return max(1.5 * self._all.prior_variance, _LEAST_VARIANCE)

    def _gaps(self, estimate: Estimate) -> Floats:
        gaps: Floats = estimate.scores[self._pairs[0]] - estimate.scores[self._pairs[1]]
        return gaps

    def _log_chances(self, estimate: Estimate) -> Floats:
        """Return the log-likelihood of everybody's answers, if theirs were these scores."""
        first, equal = outcome_chances(self._gaps(estimate), estimate.ties.value)
        chances = (first, 1 - first - equal, equal)
        logs = [np.log(np.maximum(chance, _TINY)) for chance in chances]
        total = np.zeros(self._count)
        for counts, values in zip(self._counts, logs, strict=True):
            total = total + counts @ values
        return total
