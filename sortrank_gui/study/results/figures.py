"""Figures of a study's results, as descriptions: the report, files and the screen show the same."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.figures.descriptions import Bars, Curve, Dots, Mark, Matrix, Panel, Rows, Values
from sortrank_gui.figures.looks import SKY
from sortrank_gui.figures.numbers import number_text
from sortrank_gui.ranking.diagnostics import Agreement, Groups, wilson_interval
from sortrank_gui.study.results.summary import History, Participant, Ranking, ResponseTimes
from sortrank_gui.study.results.win_picture import NEVER, STEPS, Window, WinPicture

Floats = NDArray[np.float64]

MOST_ROWS = 200
"""More rows than this would be no figure; tables have them all."""
MOST_COUNTED = 14
"""Of more items a matrix has no numbers in its cells."""
MOST_PEOPLE = 60
_MOST_PAIRS, _FINE, _COARSE = 40_000, 600, 240
"""Of up to so many pairs a matrix has as many as 600 rows of cells, else 240."""
_BINS = 40


def describe_ranking(
    names: Sequence[str], ranking: Ranking, groups: Groups | None = None, *, most: int = MOST_ROWS
) -> Rows:
    """Return the best items, with bars that join those which can't be told apart.

    `names` are in the study's order.
    """
    return describe_scores(
        [names[item] for item in ranking.item.tolist()],
        ranking.score,
        ranking.low,
        ranking.high,
        unlimited=ranking.never_lost | ranking.never_won,
        groups=groups,
        most=most,
    )


def describe_scores(
    names: Sequence[str],
    score: Floats,
    low: Floats,
    high: Floats,
    *,
    unlimited: NDArray[np.bool_],
    groups: Groups | None = None,
    most: int = MOST_ROWS,
) -> Rows:
    """Return scores, best first, with intervals; those that only the prior limits are rings."""
    shown = np.arange(min(len(names), most))
    dots = [
        Dots(
            label,
            tuple(rows.tolist()),
            _values(score[rows]),
            _values(low[rows]),
            _values(high[rows]),
            mark,
        )
        for label, rows, mark in (
            ("", shown[~unlimited[shown]], Mark.DOT),
            ("never won or never lost", shown[unlimited[shown]], Mark.RING),
        )
        if len(rows)
    ]
    stretches: list[tuple[int, int]] = []
    if groups is not None:
        firsts, lasts = groups.first.tolist(), np.minimum(groups.last, len(shown) - 1).tolist()
        stretches = [(a, b) for a, b in zip(firsts, lasts, strict=True) if a < b]
    return Rows(
        "score with 95 % interval",
        tuple(names[:most]),
        tuple(dots),
        ranked=True,
        groups=tuple(stretches),
        group_label="can’t be told apart",
    )


def describe_wins(picture: WinPicture, names: Sequence[str], window: Window) -> Matrix:
    """Return a part of the matrix of wins; `names` are in the order of the ranking."""
    shades = picture.shades(window, _FINE if len(picture.row) <= _MOST_PAIRS else _COARSE)
    rows = range(window.row, window.row + window.count)
    columns = range(window.column, window.column + window.count)
    wins = None
    if window.count <= MOST_COUNTED:
        wins = np.array([[picture.counts(row, column)[0] for column in columns] for row in rows])
    return Matrix(
        tuple(names[row] for row in rows),
        np.where(shades == NEVER, np.nan, shades / STEPS),
        wins,
        window.row,
        window.column,
    )


def describe_history(history: History, *, per: int = 1) -> Panel | None:
    """Return displacement against answers, per so many items; None without answers."""
    if not len(history.answers):
        return None
    known = None if history.to_truth is None else history.to_truth / per
    label = "displacement: places off, " + ("all items together" if per == 1 else "per item")
    return describe_distances(
        label, history.answers, known, history.expected / per, history.random / per
    )


def describe_distances(
    label: str,
    answers: NDArray[np.int64],
    to_truth: Floats | None,
    expected: Floats,
    random: float,
    *,
    log: bool = False,
) -> Panel:
    """Return distances against answers, as far as they are known, with that of a random order."""
    curves = []
    for name, values in (("to the ground truth", to_truth), ("expected", expected)):
        if values is None:
            continue
        known = np.isfinite(values) & (answers >= (1 if log else 0))
        if known.any():
            curves.append(Curve(name, _values(answers[known]), _values(values[known])))
    if len(answers):
        ends = (max(float(answers[0]), 1.0), max(float(answers[-1]), 2.0))
        curves.append(Curve("random order", ends, (random, random), reference=True))
    return Panel("", "answers", label, tuple(curves), log_x=log, log_y=log)


def describe_spread(times: ResponseTimes, *, log: bool = False) -> Panel | None:
    """Return a histogram of response times; None without answers.

    On a linear axis the slowest one in a hundred lies beyond it.
    """
    if not len(times.seconds):
        return None
    scale, unit = _choose_unit(times.seconds)
    taken, middle = scale * times.seconds, scale * times.median
    if log:
        usable = np.maximum(taken, 0.01)
        low, high = np.quantile(usable, (0.002, 0.998)).tolist()
        edges = np.geomspace(0.9 * low, 1.1 * high, _BINS + 1)
        counts = np.histogram(np.clip(usable, edges[0], edges[-1]), edges)[0]
    else:
        top = max(float(np.quantile(taken, 0.99)), 0.1)
        counts, edges = np.histogram(taken, bins=_BINS, range=(0, top))
    bars = Bars("answers", _values(edges[:-1]), _values(edges[1:]), _values(counts), SKY)
    height = float(counts.max())
    label = f"median {_tell_time(times.median)}"
    median = Curve(label, (middle,) * 2, (0.0, height), reference=True)
    return Panel("", unit, "answers", (median,), log_x=log, bars=(bars,))


def describe_course(times: ResponseTimes) -> Panel | None:
    """Return the median time by the number of the trial; None without answers."""
    if not len(times.block_trial):
        return None
    scale, unit = _choose_unit(times.block_median)
    curve = Curve("median time", _values(times.block_trial), _values(scale * times.block_median))
    return Panel("", "trial of the session", unit, (curve,))


def _choose_unit(seconds: Floats) -> tuple[float, str]:
    """Return a unit in which the times are no powers of ten: robots take microseconds."""
    return (1000.0, "milliseconds") if seconds.max() < 0.1 else (1.0, "seconds")


def _tell_time(seconds: float) -> str:
    value, unit = (seconds, "s") if seconds >= 0.1 else (1000 * seconds, "ms")
    return f"{number_text(float(f'{value:.2g}'))} {unit}"


def describe_participants(people: Sequence[Participant]) -> Rows:
    """Return each participant's agreement with the others, with what is to be expected."""
    assessed = [(p, p.agreement) for p in people if p.agreement is not None]
    assessed.sort(key=lambda pair: pair[1].agreement if pair[1].answers else 1.0)
    shown = assessed[:MOST_PEOPLE][::-1]
    known = [(row, p, found) for row, (p, found) in enumerate(shown) if found.answers]
    expected = tuple(100 * found.expected for _, _, found in known)
    usual, flagged = ([k for k in known if bool(k[1].flags) == flag] for flag in (False, True))
    dots = (
        _agreements("agreement, with 95 % interval", usual, Mark.DOT),
        _agreements("of a participant with a flag", flagged, Mark.FLAG),
        Dots("expected", tuple(row for row, _, _ in known), expected, mark=Mark.STROKE),
    )
    return Rows(
        "agreement with the others, %",
        tuple(person.code for person, _ in shown),
        tuple(part for part in dots if part.rows),
        reference=(50, "a coin"),
        covers=(0, 100),
    )


def _agreements(
    label: str, people: Sequence[tuple[int, Participant, Agreement]], mark: Mark
) -> Dots:
    ends = [wilson_interval(f.agreement * f.answers, f.answers) for _, _, f in people]
    return Dots(
        label,
        tuple(row for row, _, _ in people),
        tuple(100 * found.agreement for _, _, found in people),
        tuple(100 * low for low, _ in ends),
        tuple(100 * high for _, high in ends),
        mark,
    )


def _values(column: NDArray[np.generic]) -> Values:
    return tuple(column.astype(float).tolist())
