"""Expectation propagation against importance sampling: the evidence of spreads, and the errors.

What is said about uncertainty rests on the evidence of each spread and on a normal posterior, both
approximate. Here the same integrals are sums over many draws: of a t distribution with 5 degrees of
freedom around the normal posterior, each weighted by what the true posterior has there. Only
centred scores matter to answers, so all draws are centred.
"""

from itertools import product

import numpy as np
import scipy
from numpy.typing import NDArray

from benchmarks.calibration import draw_truth
from benchmarks.tables import Row, Table
from sortrank_gui.ranking import Comparisons, strategies
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.propagation import NormalPosterior, Propagation
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

Floats = NDArray[np.float64]
STRATEGIES = ("random", "quicksort", "mergesort", "entropy", "matching", "rounds")
ITEMS = (12, 30)
SPREADS = (0.3, 1.0, 2.0, 4.0)
_TRUTHS = ("normal:0.4", "normal:1", "normal:2")
_ANSWERS = 10
"""An item."""
_FREEDOM = 5


def run(studies: int, draws: int, *, seed: int) -> list[Table]:
    """Return how far the evidence and the standard deviations are off."""
    title = f"Against {draws:,} weighted draws, {studies} studies a row, {_ANSWERS} answers an item"
    table = Table(title)
    for items, name, spread in product(ITEMS, STRATEGIES, SPREADS):
        off, ratios, effective = [], [], []
        for number in range(studies):
            answers = _simulate(name, items, _TRUTHS[number % len(_TRUTHS)], seed + number)
            found = Propagation(answers).settle(spread)
            rng = stream("evidence", seed, number)
            evidence, deviations, share = sum_draws(answers, found, draws, rng)
            off.append(found.log_evidence - evidence)
            ratios.append(np.sqrt(np.diag(found.covariance)) / deviations)
            effective.append(share)
        table.rows.append(_row(items, name, spread, np.array(off), np.array(ratios), effective))
    return [table]


def sum_draws(
    table: Comparisons, found: NormalPosterior, draws: int, rng: np.random.Generator
) -> tuple[float, Floats, float]:
    """Return log evidence, standard deviations of centred scores, and the share of draws' worth."""
    n = table.n_items
    basis = scipy.linalg.null_space(np.ones((1, n)))
    root = np.linalg.cholesky(basis.T @ found.covariance @ basis)
    normal = rng.standard_normal((n - 1, draws))
    scale = np.sqrt(_FREEDOM / rng.chisquare(_FREEDOM, draws))
    inside = basis.T @ found.mean
    places = inside[:, None] + root @ normal * scale
    logs = _log_likelihood(table, basis @ places)
    logs -= (places**2).sum(axis=0) / (2 * found.spread**2)
    logs -= (n - 1) * np.log(found.spread * np.sqrt(2 * np.pi))
    t = scipy.stats.multivariate_t(df=_FREEDOM, shape=np.eye(n - 1))
    logs -= t.logpdf((normal * scale).T) - np.log(np.diag(root)).sum()
    evidence = float(scipy.special.logsumexp(logs) - np.log(draws))
    weights = np.exp(logs - scipy.special.logsumexp(logs))
    scores = basis @ places
    means = scores @ weights
    variances = (scores - means[:, None]) ** 2 @ weights
    return evidence, np.sqrt(variances), float(1 / (weights**2).sum() / draws)


def _log_likelihood(table: Comparisons, scores: Floats) -> Floats:
    """Return the log likelihood of each column of scores."""
    gaps = scores[table.first] - scores[table.second]
    expit = scipy.special.log_expit
    logs: Floats = table.first_wins @ expit(gaps) + table.second_wins @ expit(-gaps)
    return logs


def _simulate(name: str, items: int, truth: str, seed: int) -> Comparisons:
    scores = draw_truth(truth, items, seed)
    strategy = strategies.create(strategies.study_recipe(name), n_items=items, seed=seed)
    respondent = BradleyTerryRespondent(scores, seed=seed)
    return run_survey(strategy, respondent, _ANSWERS * items // 2).table()


def _row(
    items: int, name: str, spread: float, off: Floats, ratios: Floats, effective: list[float]
) -> Row:
    return {
        "items": str(items),
        "strategy": name,
        "spread": f"{spread:g}",
        "log evidence off": f"{np.median(np.abs(off)):.2f}",
        "at the most": f"{np.abs(off).max():.2f}",
        "sd off": f"{100 * np.median(np.abs(ratios - 1)):.1f} %",
        "95 % of sds": f"{100 * np.quantile(np.abs(ratios - 1), 0.95):.1f} %",
        "worth of draws": f"{100 * np.median(effective):.0f} %",
    }
