"""Expectation propagation against importance sampling: the evidence of spreads, and the errors.

What is said about uncertainty rests on the evidence of each spread and on a normal posterior, both
approximate. Here the same integrals are sums over many draws: of a t distribution with 5 degrees of
freedom around the normal posterior, each weighted by what the true posterior has there. Only
centred scores matter to answers, so all draws are centred.

For 200 items no such weights are worth anything. There, draws go from the normal posterior to the
true one in small steps, each followed by a move that leaves the mixture of both as it is (annealed
importance sampling; Neal, 2001), in sorts of ten answers an item: Quicksort isn't through by then.
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
_SORTED_ITEMS, _SORTED_SPREADS = 200, (2.0, 6.0, 12.0, 20.0, 40.0)
_CHAINS, _STEPS, _TURNS, _ANGLE = 64, 24, 4, 0.35
"""Draws, steps to the true posterior, and of the move after each: how many, how far."""


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
    return [table, _anneal_sorts(studies, seed)]


def _anneal_sorts(studies: int, seed: int) -> Table:
    """Return how far the evidence of sorts is off, signed: some is lost, some counted twice."""
    title = (
        f"Sorts of {_SORTED_ITEMS} items, {_ANSWERS} answers an item: annealed, {studies} studies"
    )
    table = Table(title)
    for name, spread in product(("quicksort", "mergesort"), _SORTED_SPREADS):
        off, errors = [], []
        for number in range(studies):
            answers = _simulate(name, _SORTED_ITEMS, "normal:2", seed + number)
            found = Propagation(answers).settle(spread)
            evidence, error = anneal(answers, found, stream("annealed", seed, number))
            off.append(found.log_evidence - evidence)
            errors.append(error)
        table.rows.append(
            {
                "strategy": name,
                "spread": f"{spread:g}",
                "log evidence off": f"{np.mean(off):+.2f}",
                "from": f"{min(off):+.2f}",
                "to": f"{max(off):+.2f}",
                "error of one": f"{np.mean(errors):.2f}",
            }
        )
    return table


def anneal(
    table: Comparisons, found: NormalPosterior, rng: np.random.Generator
) -> tuple[float, float]:
    """Return log evidence and its standard error, by draws that go on to the true posterior.

    Moves are Hamiltonian: turns that keep the normal posterior, between kicks by the rest.
    """
    n = table.n_items
    basis = scipy.linalg.null_space(np.ones((1, n)))
    root = np.linalg.cholesky(basis.T @ found.covariance @ basis)
    to_scores, middle = basis @ root, found.mean[:, None]
    counts = (table.first_wins + table.second_wins)[:, None]

    def look(x: Floats) -> tuple[Floats, Floats]:
        """Return the log of true over normal posterior, and its gradient."""
        scores = middle + to_scores @ x
        logs = _log_likelihood(table, scores) - (scores**2).sum(axis=0) / (2 * found.spread**2)
        chances = scipy.special.expit(scores[table.first] - scores[table.second])
        surplus = table.first_wins[:, None] - counts * chances
        force = -scores / found.spread**2
        np.add.at(force, table.first, surplus)
        np.subtract.at(force, table.second, surplus)
        return logs + (x**2).sum(axis=0) / 2, to_scores.T @ force + x

    x = rng.standard_normal((n - 1, _CHAINS))
    logs, slope = look(x)
    weights = np.zeros(_CHAINS)
    for step in range(_STEPS):
        weights += logs / _STEPS
        share, angle = (step + 1) / _STEPS, _ANGLE * rng.uniform(0.7, 1.3)
        p = rng.standard_normal(x.shape)
        before = share * logs - (x**2 + p**2).sum(axis=0) / 2
        y, far, uphill = x, logs, slope
        for _ in range(_TURNS):
            p = p + angle / 2 * share * uphill
            y, p = np.cos(angle) * y + np.sin(angle) * p, np.cos(angle) * p - np.sin(angle) * y
            far, uphill = look(y)
            p = p + angle / 2 * share * uphill
        after = share * far - (y**2 + p**2).sum(axis=0) / 2
        taken = np.log(rng.random(_CHAINS)) < after - before
        x, slope = np.where(taken, y, x), np.where(taken, uphill, slope)
        logs = np.where(taken, far, logs)
    shares = np.exp(weights - weights.max())
    constant = float(np.log(np.diag(root)).sum()) - (n - 1) * float(np.log(found.spread))
    evidence = constant + float(weights.max() + np.log(shares.mean()))
    return evidence, float(shares.std() / shares.mean() / np.sqrt(_CHAINS))


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
