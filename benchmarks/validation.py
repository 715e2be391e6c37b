"""Our figures for real comparative-judgement sessions beside those that others published.

The sessions are read from the user's own copy; docs/validation.md says where to get them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from benchmarks.tables import Row, Table
from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.diagnostics import Judgements, separation_reliability, split_half
from sortrank_gui.study.imports.grammar import guess
from sortrank_gui.study.imports.reading import Reading, read_answers
from sortrank_gui.study.imports.sources import open_rows
from sortrank_gui.tables import Row as TableRow
from sortrank_gui.tables import read_table

Floats = NDArray[np.float64]
PUBLISHED = "published.csv"
_CHOSEN = {"left": 1.0, "right": 0.0, "equal": 0.5}
_EPSILON = 0.3
"""What sirt's btm takes off the ends of every item's wins, so that all estimates are finite."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a session says by our code, and by sirt's formulas written anew here."""

    items: int
    answers: int
    ssr: float
    cautious_ssr: float
    split_half: float
    """The median correlation of two halves of the judges, not stepped up."""
    their_ssr: float
    correlation: float
    """Of our scores with sirt's."""


def run(folder: Path) -> list[Table]:
    """Return a row a session of the folder, and how far the figures are apart."""
    table = read_table(folder / PUBLISHED)
    session, ssr = table.need("judging_session", "session"), table.need("ssr")
    half = table.need("median_split_corr", "split_half")
    rows: list[Row] = []
    gaps: list[tuple[float, float, float]] = []
    for line in table:
        path = folder / f"{line[session]}.csv"
        if not path.is_file():
            continue
        found, theirs = measure(path), (_number(line, ssr), _number(line, half))
        rows.append(_describe(line[session], found, *theirs))
        gaps.append((found.ssr - theirs[0], found.split_half - theirs[1], found.correlation))
    if not rows:
        raise InputError(f"{folder} has none of the sessions that its {PUBLISHED} names.")
    return [Table("Sessions", rows), Table("Differences from what is published", _summarise(gaps))]


def measure(path: Path) -> Figures:
    """Import a session as `sortrank import-answers` does, and compute all figures."""
    rows = open_rows(path)
    reading = read_answers(rows, guess(rows))
    judgements, judges = _collect(reading)
    table = judgements.table()
    found = assess(table)
    halves = split_half(judgements, judges, found.estimate, splits=100)
    their_scores, their_errors = fit_like_sirt(table)
    return Figures(
        len(reading.names),
        len(judgements),
        separation_reliability(found.estimate, found.estimate.standard_errors),
        found.reliability,
        float("nan") if halves is None else float(np.median(_step_down(halves.values))),
        1 - float(np.mean(their_errors**2) / np.var(their_scores, ddof=1)),
        float(np.corrcoef(found.scores, their_scores)[0, 1]),
    )


def fit_like_sirt(table: Comparisons) -> tuple[Floats, Floats]:
    """Return scores and errors of the ML fit to wins that are drawn a little to the middle.

    Each item's wins w of m comparisons become eps + w (m - 2 eps) / m, as in sirt's btm.
    """
    first, second, n = table.first, table.second, table.n_items
    totals = table.first_wins + table.second_wins
    played = np.bincount(first, totals, n) + np.bincount(second, totals, n)
    wanted = _EPSILON + table.wins * (played - 2 * _EPSILON) / played
    scores = np.zeros(n)
    for _ in range(5000):
        chance = expit(scores[first] - scores[second])
        won = np.bincount(first, totals * chance, n) + np.bincount(second, totals * (1 - chance), n)
        known = totals * chance * (1 - chance)
        curve = np.bincount(first, known, n) + np.bincount(second, known, n)
        step = np.clip((wanted - won) / curve, -1.0, 1.0)
        scores = scores + 0.6 * step
        scores -= scores.mean()
        if np.abs(step).max() < 1e-7:
            break
    errors: Floats = np.sqrt(1 / curve)
    return scores, errors


def _collect(reading: Reading) -> tuple[Judgements, NDArray[np.int64]]:
    kept = [answer for answer in reading.answers if answer.answer in _CHOSEN]
    columns = [(a.left, a.right, a.person) for a in kept]
    left, right, judges = np.array(columns, dtype=np.int64).T
    chosen = np.array([_CHOSEN[answer.answer] for answer in kept])
    return Judgements(len(reading.names), left, right, chosen), judges


def _step_down(values: Floats) -> Floats:
    """Return the correlations that were stepped up by Spearman and Brown's formula."""
    plain: Floats = values / (2 - np.abs(values))
    return plain


def _number(line: TableRow, column: str) -> float:
    return line.read_number(column)


def _describe(name: str, found: Figures, ssr: float, half: float) -> Row:
    return {
        "session": name,
        "items": found.items,
        "answers": found.answers,
        "SSR, published": f"{ssr:.3f}",
        "by sirt's formula": f"{found.their_ssr:.3f}",
        "ours": f"{found.ssr:.3f}",
        "ours, cautious": f"{found.cautious_ssr:.3f}",
        "split-half, published": f"{half:.3f}",
        "ours ": f"{found.split_half:.3f}",
        "scores, r with sirt's": f"{found.correlation:.4f}",
    }


def _summarise(gaps: list[tuple[float, float, float]]) -> list[Row]:
    return list(_list_gaps(np.array(gaps)))


def _list_gaps(gaps: Floats) -> Iterator[Row]:
    for name, values in (("SSR", gaps[:, 0]), ("split-half", gaps[:, 1])):
        known = np.abs(values[~np.isnan(values)])
        yield {
            "figure": name,
            "sessions": len(known),
            "median difference": f"{np.median(known):.3f}",
            "largest": f"{known.max():.3f}",
        }
    yield {
        "figure": "scores, r with sirt's",
        "sessions": len(gaps),
        "median difference": f"{np.median(gaps[:, 2]):.4f}",
        "largest": f"{gaps[:, 2].min():.4f} (smallest)",
    }
