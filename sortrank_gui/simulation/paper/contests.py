"""What the experiments with strategies share: the paper's manner, tables, figures, comparisons."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sortrank_gui import ranking
from sortrank_gui.simulation.experiments import Experiment, Measurement, SimulatedTrial
from sortrank_gui.simulation.paper.base import Done
from sortrank_gui.simulation.populations import Population
from sortrank_gui.simulation.reports import (
    displacement_rows,
    group_displacements,
    markdown_table,
    some_budgets,
)

Results = Sequence[Done[tuple[Measurement, ...]]]
Means = Mapping[str, Mapping[int, float]]
ALL = ("random", "quicksort", "mergesort", "uncertainty", "adjacent", "entropy", "kl", "rounds")


_MICROSECONDS = {
    "random": 5.0,
    "quicksort": 7.0,
    "mergesort": 6.0,
    "adjacent": 26.0,
    "rounds": 200.0,
    "uncertainty": 850.0,
    "entropy": 1150.0,
    "kl": 1150.0,
}
"""What a comparison costs about, with its share of the fits."""


def population_precision(n_items: int, noise: float) -> float:
    """Return the precision of scores that are uniform on [0, (n + 1) / λ]."""
    return 12 * noise**2 / (n_items + 1) ** 2


def trial_seconds(trial: SimulatedTrial) -> float:
    """Return about how long a trial takes."""
    return trial.experiment.budgets[-1] * _MICROSECONDS[trial.strategy] * 1e-6


def paper_experiment(
    n_items: int,
    population: Population,
    strategies: Sequence[str],
    budgets: Sequence[int],
    **settings: Any,
) -> Experiment:
    """Return an experiment in the paper's manner: textbook sorts, and ML in effect.

    Strategies that are not there are left out.
    """
    known = ranking.strategies.names()
    return Experiment(
        n_items,
        population,
        tuple(name for name in strategies if name in known),
        tuple(budgets),
        order="depth",
        prior_variance=ranking.VAGUE_PRIOR_VARIANCE,
        **settings,
    )


def measurements(done: Results) -> list[Measurement]:
    """Return all rows of trials."""
    return [row for d in done for row in d.value]


def mean_curves(rows: Sequence[Measurement]) -> Means:
    """Return the mean displacement by strategy and number of comparisons."""
    return {
        name: {c: float(np.mean(values)) for c, values in groups.items()}
        for name, groups in group_displacements(rows).items()
    }


def displacement_table(rows: Sequence[Measurement], budgets: Sequence[int]) -> str:
    """Return the means in Markdown, at budgets such as 100, 200 and 500."""
    shown = some_budgets([c for c in budgets if str(c).rstrip("0") in ("1", "2", "5")], 8)
    header = ["strategy", *(f"c = {c:,}" for c in shown)]
    return markdown_table(header, displacement_rows(rows, shown))


def percent_above(means: Means, worse: str, better: str, c: int) -> float:
    """Return by how many per cent one strategy's displacement exceeds another's."""
    return 100 * (ratio(means, worse, better, c) - 1)


def ratio(means: Means, name: str, other: str, c: int) -> float:
    """Return how many times another's displacement a strategy's is; two perfect ones are equal."""
    ours, theirs = means[name][c], means[other][c]
    if theirs == 0:
        return 1.0 if ours == 0 else float("inf")
    return ours / theirs


def first_better(means: Means, name: str, other: str) -> int | None:
    """Return the budget from which on a strategy is never more than 5 % worse than another."""
    budgets = sorted(means[name])
    losing = [c for c in budgets if means[name][c] > 1.05 * means[other][c]]
    later = [c for c in budgets if not losing or c > losing[-1]]
    return later[0] if later else None
