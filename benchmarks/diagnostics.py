"""Whether the diagnostics say the truth: their levels, intervals and reliabilities, simulated."""

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from benchmarks.tables import Row, Table
from sortrank_gui.ranking import Outcome, displacement, strategies
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.diagnostics import (
    Judgements,
    assess_goodness,
    estimate_position_bias,
    split_half,
)

Floats = NDArray[np.float64]
Found = dict[str, float]

_STRATEGIES = ("mergesort", "quicksort", "matching", "random")
_SIZES = ((12, 40), (30, 100))
"""Items, and answers a participant."""
_PEOPLE = 8
_BIAS = 0.3
_SPREAD = 1.2
"""Standard deviation of the true scores."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of study; the answers of coins have no scores behind them."""

    strategy: str
    n_items: int
    answers: int
    coins: bool = False


def run(studies: int, *, seed: int, jobs: int) -> list[Table]:
    """Return levels and reliabilities, a row a kind of study."""
    honest = [Setting(name, *size) for name, size in product(_STRATEGIES, _SIZES)]
    coins = [Setting(name, *_SIZES[0], coins=True) for name in _STRATEGIES]
    work = [(setting, seed + k) for setting in honest + coins for k in range(studies)]
    with ProcessPoolExecutor(jobs) as pool:
        results = list(pool.map(_try_study, *zip(*work, strict=True), chunksize=4))
    parts = [results[k : k + studies] for k in range(0, len(results), studies)]
    rows = zip(honest + coins, parts, strict=True)
    pairs = [(setting, part) for setting, part in rows]
    return [
        Table("Levels and intervals", [_level_row(*p) for p in pairs if not p[0].coins]),
        Table("Reliability", [_reliability_row(*p) for p in pairs]),
    ]


def _level_row(setting: Setting, found: list[Found]) -> Row:
    beta = np.array([values["beta"] for values in found])
    return _start(setting) | {
        "any false difference": _percent(_mean(found, "false difference")),
        "interval holds the truth": _percent(_mean(found, "covered")),
        f"beta ({_BIAS})": f"{beta.mean():.2f}",
        "its spread / SE": f"{beta.std() / _mean(found, 'beta error'):.2f}",
        "fit rejected at 5 %": _percent(_mean(found, "rejected")),
        "expected / true displacement": f"{_mean(found, 'expected') / _mean(found, 'true'):.2f}",
    }


def _reliability_row(setting: Setting, found: list[Found]) -> Row:
    squared = "-" if setting.coins else f"{_mean(found, 'squared correlation'):.2f}"
    return _start(setting) | {
        "answers are": "coins" if setting.coins else "honest",
        "squared correlation with the truth": squared,
        "split-half": f"{_mean(found, 'halves'):.2f}",
        "SSR": f"{_mean(found, 'separation'):.2f}",
    }


def _start(setting: Setting) -> Row:
    return {
        "strategy": setting.strategy,
        "items": str(setting.n_items),
        "answers": str(_PEOPLE * setting.answers),
    }


def _try_study(setting: Setting, seed: int) -> Found:
    rng = stream("calibration", seed)
    truth = rng.normal(0, 0.0 if setting.coins else _SPREAD, setting.n_items)
    truth -= truth.mean()
    threes = np.repeat(truth[::3], 3)
    return _check_fair(setting, truth, seed, rng) | _check_biased(setting, threes, seed, rng)


def _check_fair(setting: Setting, truth: Floats, seed: int, rng: np.random.Generator) -> Found:
    """Return what concerns answers that follow the model."""
    answers, people = _collect(setting, truth, 0.0, seed, rng)
    table = answers.table()
    found = assess(table)
    estimate = found.estimate
    halves = split_half(answers, people, estimate, splits=20)
    goodness = assess_goodness(table, estimate, draws=39)
    assert halves is not None
    return {
        "covered": float(np.mean((found.low <= truth) & (truth <= found.high))),
        "rejected": float(goodness is not None and goodness.p_value <= 0.05),
        "expected": found.displacement,
        "true": float(displacement(estimate.scores, truth)),
        "squared correlation": _squared_correlation(estimate.scores, truth),
        "halves": halves.mean,
        "separation": found.reliability,
    }


def _check_biased(setting: Setting, truth: Floats, seed: int, rng: np.random.Generator) -> Found:
    """Return what is found where the left side is preferred, and items are equal in threes."""
    answers, _ = _collect(setting, truth, _BIAS, seed, rng)
    found = assess(answers.table())
    bias = estimate_position_bias(answers, found.estimate)
    assert bias is not None
    return {
        "false difference": float((found.apart & (truth[:, None] <= truth)).any()),
        "beta": bias.beta,
        "beta error": bias.standard_error,
    }


def _collect(
    setting: Setting, scores: Floats, bias: float, seed: int, rng: np.random.Generator
) -> tuple[Judgements, NDArray[np.int64]]:
    """Return the answers of all participants, each with a sort of their own, and whose they are."""
    rows = []
    for person in range(_PEOPLE):
        sort = strategies.create(
            setting.strategy, n_items=setting.n_items, seed=1000 * seed + person
        )
        for _ in range(setting.answers):
            left, right = rng.permutation(sort.ask()).tolist()
            chosen = rng.random() < expit(scores[left] - scores[right] + bias)
            sort.tell(left, right, Outcome.FIRST if chosen else Outcome.SECOND)
            rows.append((left, right, int(chosen), person))
    left, right, chose, person = np.array(rows, dtype=np.int64).T
    return Judgements(setting.n_items, left, right, chose.astype(np.float64)), person


def _squared_correlation(scores: Floats, truth: Floats) -> float:
    return float(np.corrcoef(scores, truth)[0, 1] ** 2) if np.ptp(truth) else 0.0


def _mean(found: list[Found], name: str) -> float:
    return float(np.mean([values[name] for values in found]))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
