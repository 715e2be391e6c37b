"""Whether preferences are transitive, and whether judges agree: all answers together.

How it works
------------
Let p_ij be the share of answers that chose i over j, “equal” left out. Take items with p_ij >= 1/2
and p_jk >= 1/2. Stochastic transitivity is weak if p_ik >= 1/2, moderate if p_ik is at least the
smaller of the two, and strong if it is at least the larger. Bradley and Terry's model has all
three, but shares of a few answers violate them by chance: so the violations are compared with those
of answers drawn from the fit to the same pairs. Where strategies chose pairs by earlier answers,
these draws are only nearly right.

Kendall's u counts how often two answers to a pair agree: u = 2 A / N - 1, where A of N pairs of
answers to the same pair of items agree: 1 if all do, 0 for coins. For judges who have answered all
pairs it is the coefficient of Kendall and Babington Smith (1940). Under coins the agreements of two
answers are uncorrelated, so that A has the variance N / 4.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, ndtr

from sortrank_gui.ranking.bradley_terry import Estimate
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.diagnostics.consistency import count_circles

Floats = NDArray[np.float64]

MOST_ITEMS = 1000
_WORK = 40_000_000
"""How many triples to look at for one count, of larger sets those around some items."""
_LEAST_DRAWS = 19


@dataclass(frozen=True, slots=True)
class Violations:
    """How often a kind of stochastic transitivity is violated."""

    kind: str
    """“weak”, “moderate” or “strong”."""
    share: float
    """Of all triples; NaN without any."""
    expected: float
    """The share in answers drawn from the model."""
    p_value: float
    """The share of such draws with as many violations, or more."""


@dataclass(frozen=True, slots=True)
class Transitivity:
    """What all answers together say."""

    triples: int
    """Three items in an order, both steps of which have a majority."""
    violations: tuple[Violations, ...]
    triads: int
    """Sets of three items all of whose pairs have a majority."""
    circular: int
    agreement: float
    """Kendall's u; NaN where no pair has two answers."""
    agreement_error: float
    """Its standard error if all answers were coins."""
    pairs_of_answers: int
    draws: int

    @property
    def p_agreement(self) -> float:
        """Chance that coins agree as much, or more."""
        return float(ndtr(-self.agreement / self.agreement_error))


_KINDS = ("weak", "moderate", "strong")


def assess_transitivity(
    table: Comparisons,
    estimate: Estimate,
    *,
    draws: int = 99,
    seed: int = 0,
    tick: Callable[[float], None] | None = None,
) -> Transitivity | None:
    """Count violations and agreement; None with more than 1,000 items or without answers."""
    n = table.n_items
    if n > MOST_ITEMS or not table.n_comparisons - table.n_ties:
        return None
    won, lost = (np.rint(w - table.ties / 2) for w in (table.first_wins, table.second_wins))
    totals = won + lost
    rng = stream("transitivity", seed)
    middles = _choose_middles(n, rng)
    triples, found = _count_violations(table, won, lost, middles)
    draws = max(_LEAST_DRAWS, min(draws, _WORK // max(triples, 1))) if triples else 0
    chances = expit(estimate.scores[table.first] - estimate.scores[table.second])
    null = []
    for done in range(draws):
        drawn = rng.binomial(totals.astype(np.int64), chances).astype(np.float64)
        count, violated = _count_violations(table, drawn, totals - drawn, middles)
        null.append(violated / max(count, 1))
        if tick is not None:
            tick((done + 1) / draws)
    beats = np.zeros((n, n), dtype=bool)
    beats[table.first, table.second], beats[table.second, table.first] = won > lost, lost > won
    both = float((totals * (totals - 1) / 2).sum())
    agree = float((won * (won - 1) / 2 + lost * (lost - 1) / 2).sum())
    nan = float("nan")
    return Transitivity(
        triples,
        tuple(_compare(found / max(triples, 1), np.array(null))) if triples else (),
        *count_circles(beats),
        2 * agree / both - 1 if both else nan,
        both**-0.5 if both else nan,
        round(both),
        draws,
    )


def _compare(found: Floats, null: Floats) -> list[Violations]:
    return [
        Violations(
            kind,
            float(found[k]),
            float(null[:, k].mean()),
            float((1 + np.count_nonzero(null[:, k] >= found[k])) / (1 + len(null))),
        )
        for k, kind in enumerate(_KINDS)
    ]


def _choose_middles(n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the items in the middle of the triples to look at: all, or as many as time allows."""
    most = max(1, _WORK // max(n * n * 20, 1))
    return np.arange(n) if n <= most else np.sort(rng.choice(n, most, replace=False))


def _count_violations(
    table: Comparisons, won: Floats, lost: Floats, middles: NDArray[np.int64]
) -> tuple[int, Floats]:
    """Return how many triples there are, and how many of them violate each kind."""
    n = table.n_items
    shares = np.full((n, n), np.nan, dtype=np.float32)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares[table.first, table.second] = won / (won + lost)
        shares[table.second, table.first] = lost / (won + lost)
    triples, violated = 0, np.zeros(3)
    for j in middles.tolist():
        into, out = np.flatnonzero(shares[:, j] >= 0.5), np.flatnonzero(shares[j] >= 0.5)
        whole = shares[np.ix_(into, out)]
        known = ~np.isnan(whole)
        if not known.any():
            continue
        first, second = shares[into, j][:, None], shares[j, out][None, :]
        triples += int(known.sum())
        limits = (np.float32(0.5), np.minimum(first, second), np.maximum(first, second))
        violated += [np.count_nonzero(known & (whole < limit)) for limit in limits]
    return triples, violated
