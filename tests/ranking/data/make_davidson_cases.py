"""Makes davidson.json: fits of Davidson's model by a slow method that shares nothing with ours.

The log-likelihood is written out answer by answer, as PlackettLuce and psychotools define it:
worths w, P(i) = w_i / s, P(j) = w_j / s, P(tie) = nu sqrt(w_i w_j) / s with
s = w_i + w_j + nu sqrt(w_i w_j). scipy's BFGS finds the maximum, and differences of the exact
gradient the standard errors. The first case is example 2 of Davidson (1970); the figures beside it
are those that PlackettLuce's vignette prints (npseudo = 0, seven iterations).

Run it from the project's folder: python -m tests.ranking.data.make_davidson_cases
"""

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import approx_fprime, minimize

Floats = NDArray[np.float64]
Rows = list[tuple[int, int, int, int, int]]
"""First item, second item, wins of the first, wins of the second, ties."""

PUDDING = """1 2 19 22 16, 1 3 16 19 12, 2 3 19 19 10, 1 4 18 23 13, 2 4 23 19 9, 3 4 19 20 15,
1 5 13 19 18, 2 5 16 20 12, 3 5 16 15 17, 4 5 17 14 16, 1 6 18 21 12, 2 6 22 20 12, 3 6 13 18 10,
4 6 14 19 18, 5 6 11 21 12"""
PRINTED = {
    "worths": [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855],
    "ties": 0.7468147,
    "log_ties_error": 0.082499,
    "errors_to_the_first": [0.1872168, 0.1935181, 0.1882110, 0.1927043, 0.1924059],
}
SYNTHETIC = ((5, 300, 1.0, 0.5, 1), (8, 900, 1.5, 1.2, 2), (4, 200, 0.6, 2.5, 3))
"""Items, answers, standard deviation of the scores, tie parameter, seed."""


def draw(n_items: int, answers: int, spread: float, ties: float, seed: int) -> Rows:
    """Return counts of simulated answers."""
    rng = np.random.default_rng(seed)
    worths = np.exp(rng.normal(0, spread, n_items))
    counts: dict[tuple[int, int], list[int]] = {}
    for _ in range(answers):
        i, j = sorted(rng.choice(n_items, 2, replace=False).tolist())
        weights = np.array([worths[i], worths[j], ties * np.sqrt(worths[i] * worths[j])])
        counts.setdefault((i, j), [0, 0, 0])[rng.choice(3, p=weights / weights.sum())] += 1
    return [(i, j, *numbers) for (i, j), numbers in sorted(counts.items())]


def negative(point: Floats, rows: Rows) -> float:
    """Return minus the log-likelihood; the last of the point is the logarithm of nu."""
    total = 0.0
    worths, ties = np.exp(point[:-1]), np.exp(point[-1])
    for i, j, won, lost, tied in rows:
        both = ties * np.sqrt(worths[i] * worths[j])
        whole = worths[i] + worths[j] + both
        total += won * np.log(worths[i] / whole) + lost * np.log(worths[j] / whole)
        total += tied * np.log(both / whole)
    return -total


def slope(point: Floats, rows: Rows) -> Floats:
    """Return its gradient."""
    result = np.zeros(len(point))
    worths, ties = np.exp(point[:-1]), np.exp(point[-1])
    for i, j, won, lost, tied in rows:
        count, both = won + lost + tied, ties * np.sqrt(worths[i] * worths[j])
        whole = worths[i] + worths[j] + both
        result[i] -= won + tied / 2 - count * (worths[i] + both / 2) / whole
        result[j] -= lost + tied / 2 - count * (worths[j] + both / 2) / whole
        result[-1] -= tied - count * both / whole
    return result


def solve(name: str, n_items: int, rows: Rows) -> dict[str, object]:
    """Return the case: counts, the maximum, and the standard errors there."""
    start = np.zeros(n_items + 1)
    found = minimize(negative, start, (rows,), jac=slope, method="BFGS", options={"gtol": 1e-10})
    point = found.x - np.append(np.full(n_items, found.x[:-1].mean()), 0.0)
    bend = np.array(
        [approx_fprime(point, lambda x, k=k: slope(x, rows)[k], 1e-6) for k in range(n_items + 1)]
    )
    inverse = np.linalg.pinv((bend + bend.T) / 2, rcond=1e-6)
    contrast = [
        float(np.sqrt(inverse[0, 0] + inverse[k, k] - 2 * inverse[0, k])) for k in range(1, n_items)
    ]
    return {
        "name": name,
        "n_items": n_items,
        "counts": rows,
        "scores": [round(x, 9) for x in point[:-1].tolist()],
        "ties": round(float(np.exp(point[-1])), 9),
        "log_ties_error": round(float(np.sqrt(inverse[-1, -1])), 6),
        "errors_to_the_first": [round(x, 6) for x in contrast],
    }


def main() -> None:
    """Write the file beside this one."""
    lines = [tuple(map(int, line.split())) for line in PUDDING.split(",")]
    rows: Rows = [(i - 1, j - 1, won, lost, tied) for i, j, won, lost, tied in lines]
    cases = [solve("pudding (Davidson, 1970)", 6, rows) | {"printed": PRINTED}]
    cases += [solve(f"drawn, seed {x[4]}", x[0], draw(*x)) for x in SYNTHETIC]
    about = (
        "Facts computed by make_davidson_cases.py, which says how; counts: i, j, won, lost, tied."
    )
    path = Path(__file__).with_name("davidson.json")
    path.write_text(json.dumps({"about": about, "cases": cases}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
