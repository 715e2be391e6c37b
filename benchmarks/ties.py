"""Whether ties are modelled well: coverage and size of scores, beside those of half wins."""

import numpy as np
from numpy.typing import NDArray

from benchmarks.tables import Row, Table
from sortrank_gui.ranking import Comparisons, Outcome, fit, strategies
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.ties import outcome_chances

Floats = NDArray[np.float64]

_STRATEGIES = ("random", "mergesort", "matching")
_TIES = (0.6, 1.1, 1.8)
"""Tie parameters that give 20 to 40 % ties here."""
_ITEMS, _ANSWERS, _SPREAD, _WEAK_PRIOR = 20, 800, 1.0, 25.0


def run(studies: int, *, seed: int) -> list[Table]:
    """Return coverage and size, a row a strategy and tie parameter."""
    rows = [_measure(name, ties, studies, seed) for name in _STRATEGIES for ties in _TIES]
    title = f"Ties: {_ITEMS} items of spread {_SPREAD:g}, {_ANSWERS} answers, {studies} studies"
    return [Table(title, rows)]


def _measure(name: str, ties: float, studies: int, seed: int) -> Row:
    found = np.array([_try_study(name, ties, seed + k) for k in range(studies)])
    mean = found.mean(axis=0)
    return {
        "strategy": name,
        "nu": f"{ties:g}",
        "ties": f"{100 * mean[0]:.0f} %",
        "estimate of nu": f"{mean[1]:.2f}",
        "its 95 % interval holds nu": f"{100 * mean[2]:.0f} %",
        "intervals hold the truth": f"{100 * mean[3]:.1f} %",
        "the fit alone": f"{100 * mean[4]:.1f} %",
        "half wins": f"{100 * mean[5]:.1f} %",
        "size of scores": f"{mean[6]:.2f}",
        "of half wins": f"{mean[7]:.2f}",
    }


def _try_study(name: str, ties: float, seed: int) -> tuple[float, ...]:
    rng = stream("ties", seed)
    truth = rng.normal(0, _SPREAD, _ITEMS)
    truth -= truth.mean()
    tied, halves = _collect(name, truth, ties, seed, rng)
    whole, plain, old = assess(tied), fit(tied), fit(halves)
    weak = [fit(table, prior_variance=_WEAK_PRIOR).scores for table in (tied, halves)]
    off = abs(np.log(plain.ties.value / ties))
    return (
        tied.n_ties / tied.n_comparisons,
        plain.ties.value,
        float(off < 1.96 * plain.ties.log_error),
        float(np.mean((whole.low <= truth) & (truth <= whole.high))),
        *(
            float(np.mean(np.abs(each.scores - truth) < 1.96 * each.standard_errors))
            for each in (plain, old)
        ),
        *(float(scores @ truth / (truth @ truth)) for scores in weak),
    )


def _collect(
    name: str, truth: Floats, ties: float, seed: int, rng: np.random.Generator
) -> tuple[Comparisons, Comparisons]:
    """Return the answers to what a strategy asks: with ties, and with each as half a win."""
    strategy = strategies.create(name, n_items=len(truth), seed=seed)
    tied = Comparisons(len(truth))
    while tied.n_comparisons < _ANSWERS:
        pairs = strategy.upcoming(len(truth))
        gaps = truth[pairs[:, 0]] - truth[pairs[:, 1]]
        first, equal = outcome_chances(gaps, ties)
        drawn = rng.random(len(pairs))
        outcomes = np.where(drawn < first, Outcome.FIRST, Outcome.SECOND).astype(np.int8)
        outcomes[(drawn >= first) & (drawn < first + equal)] = Outcome.EQUAL
        strategy.tell_many(pairs, outcomes)
        tied.add_outcomes(pairs[:, 0], pairs[:, 1], outcomes)
    wins = tied.first_wins, tied.second_wins
    nothing = np.zeros(tied.n_pairs)
    halves = Comparisons.from_counts(len(truth), (tied.first, tied.second), wins, nothing)
    return tied, halves
