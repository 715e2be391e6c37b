"""The ranking and its groups as columns of a table."""

from collections.abc import Sequence
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.ranking.diagnostics import Groups
from sortrank_gui.study.results.summary import Ranking
from sortrank_gui.ui.results.table_columns import Column, count, one_line

ITEM, PLOT, NOTE = 1, 2, 11
_NEVER_LOST = "never lost"
_NOTES = {
    "": "",
    _NEVER_LOST: "Was chosen every time: only the prior limits its score. More answers would help.",
    "never won": "Was chosen not once: only the prior limits its score. More answers would help.",
    "no answers": "Nobody has compared it yet; its score is the mean of all.",
}


def ranking_columns(ranking: Ranking, names: Sequence[str], groups: Groups | None) -> list[Column]:
    """Return the columns of a ranking, best first."""
    titles = [names[item] for item in ranking.item.tolist()]
    notes = find_notes(ranking)
    firsts, letters = name_groups(groups, len(titles))
    bounds = list(zip(ranking.low.tolist(), ranking.high.tolist(), strict=True))
    return [
        Column("Rank", np.arange(1, len(titles) + 1), count, "1 is the best", width=56),
        Column("Item", titles, one_line, "Name of the item", tips=titles, at_left=True, width=176),
        Column(
            "Score with 95 % interval",
            ranking.score,
            spans=_spans(ranking),
            tips=_describe(titles, ranking),
            at_left=True,
            width=200,
        ),
        Column("Score", ranking.score, decimals, "Bradley-Terry score in logits; the mean is 0"),
        Column("± SE", ranking.standard_error, decimals, "Standard error of the score", width=64),
        Column(
            "95 % interval",
            bounds,
            _read_bounds,
            "Where the true score lies, 95 times in 100; sorted by its lower end",
            keys=ranking.low,
            width=120,
        ),
        Column("Wins", ranking.wins, count, "How often it was chosen", width=60),
        Column("Losses", ranking.losses, count, "How often the other was chosen", width=66),
        Column("Ties", ranking.ties, count, "How often both were called equal", width=54),
        Column("Shown", ranking.shown, count, "In how many trials it was on the screen", width=68),
        Column(
            "Group",
            letters,
            tip="Items that share a letter can't be told apart (5 %, Holm's correction)",
            keys=firsts,
            at_left=True,
            width=70,
        ),
        Column(
            "Note", notes, tip="What limits the score", tips=[_NOTES[n] for n in notes],
            at_left=True, width=92,
        ),
    ]  # fmt: skip


def score_axis(ranking: Ranking) -> Axis:
    """Return an axis that covers all intervals."""
    return Axis.around([float(ranking.low.min()), float(ranking.high.max())], tight=True)


def find_notes(ranking: Ranking) -> list[str]:
    """Return a word for items whose score has no limit in the data."""
    notes = np.full(len(ranking.item), "", dtype=object)
    notes[ranking.never_lost] = _NEVER_LOST
    notes[ranking.never_won] = "never won"
    notes[ranking.never_compared] = "no answers"
    return notes.tolist()


def name_groups(groups: Groups | None, places: int) -> tuple[NDArray[np.int64], list[str]]:
    """Return the first group of every place, from 0, and the letters of all of its groups."""
    if groups is None:
        return np.zeros(places, dtype=np.int64), [""] * places
    place = np.arange(places)
    firsts = np.searchsorted(groups.last, place)
    lasts = np.searchsorted(groups.first, place, side="right") - 1
    pairs = zip(firsts.tolist(), lasts.tolist(), strict=True)
    return firsts, [_join_letters(first, last) for first, last in pairs]


def group_letter(group: int) -> str:
    """Return a, b … z, aa, ab … for groups from 0."""
    text = ""
    group += 1
    while group:
        group, rest = divmod(group - 1, 26)
        text = ascii_lowercase[rest] + text
    return text


def _join_letters(first: int, last: int) -> str:
    if last - first < 3:
        return " ".join(group_letter(group) for group in range(first, last + 1))
    return f"{group_letter(first)} – {group_letter(last)}"


def _read_bounds(bounds: tuple[float, float]) -> str:
    return f"{decimals(bounds[0])} … {decimals(bounds[1])}"


def _spans(ranking: Ranking) -> list[tuple[float, float, float]]:
    columns = (ranking.low.tolist(), ranking.score.tolist(), ranking.high.tolist())
    return list(zip(*columns, strict=True))


def _describe(titles: Sequence[str], ranking: Ranking) -> list[str]:
    rows = zip(titles, ranking.score.tolist(), ranking.standard_error.tolist(), strict=True)
    return [f"{title}\nscore {decimals(score)} ± {decimals(error)}" for title, score, error in rows]
