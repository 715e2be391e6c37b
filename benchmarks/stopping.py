"""Whether sessions that end by their expected displacement are as good as they think."""

from concurrent.futures import ProcessPoolExecutor
from itertools import product
from math import log2
from multiprocessing import get_context

import numpy as np

from benchmarks.calibration import draw_truth
from benchmarks.tables import Row, Table
from sortrank_gui.ranking import Comparisons, displacement, strategies
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

STRATEGIES = ("random", "quicksort", "mergesort", "entropy", "matching")
TRUTHS = ("normal:1", "normal:2")
_MOST = 100
"""Answers an item after which a study is given up."""


def run(studies: int, n_items: int, goal: float, *, seed: int, jobs: int) -> list[Table]:
    """Return the true displacement per item where sessions end, over the goal."""
    table = Table(f"Ended at {goal:g} expected places off per item, n={n_items}")
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for truth, name in product(TRUTHS, STRATEGIES):
            args = (name, n_items, truth, goal)
            ends = list(pool.map(_run_study, [args] * studies, range(seed, seed + studies)))
            table.rows.append(_row(name, truth, goal, n_items, [end for end in ends if end]))
    return [table]


def _row(name: str, truth: str, goal: float, n_items: int, ends: list[tuple[int, float]]) -> Row:
    row: Row = {"strategy": name, "truth": truth, "ended": str(len(ends))}
    if not ends:
        return row | {"answers an item": "-", "true places off": "-", "true / goal": "-"}
    answers, true = np.mean(ends, axis=0).tolist()
    return row | {
        "answers an item": f"{2 * answers / n_items:.0f}",
        "true places off": f"{true:.2f}",
        "true / goal": f"{true / goal:.2f}",
    }


def _run_study(args: tuple[str, int, str, float], seed: int) -> tuple[int, float] | None:
    """Return after how many answers a session ends, and how far off its ranking is then."""
    name, n_items, truth, goal = args
    scores = draw_truth(truth, n_items, seed)
    strategy = strategies.create(strategies.study_recipe(name), n_items=n_items, seed=seed)
    most = _MOST * n_items // 2
    respondent, table = BradleyTerryRespondent(scores, seed=seed), Comparisons(n_items)
    more = round(2 * n_items * log2(n_items))
    while table.n_comparisons + more <= most:
        answers = run_survey(strategy, respondent, more)
        table.add_outcomes(answers.pairs[:, 0], answers.pairs[:, 1], answers.outcomes)
        found = assess(table)
        if not found.too_early and found.displacement <= goal * n_items:
            return int(table.n_comparisons), displacement(found.scores, scores) / n_items
        more = n_items
    return None
