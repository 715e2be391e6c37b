"""Known items of an earlier study: reads their scores, and puts a study's items on their scale."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.anchors import AnchoredFit, Anchors, fit_anchored
from sortrank_gui.ranking.islands import Islands, find_islands, list_items
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.study.results.focus import focus, list_questions
from sortrank_gui.study.results.selection import Selection, count_study
from sortrank_gui.tables import read_table

if TYPE_CHECKING:
    from sortrank_gui.study.file.reading import Everything

Floats = NDArray[np.float64]
REACH = NormalDist().inv_cdf(0.975)
"""Of a 95 % interval, in standard errors."""
_CHANCE = 0.01
"""How often any anchor is said to have moved though none did."""


@dataclass(frozen=True, slots=True, eq=False)
class AnchoredRanking:
    """All items of a question on the scale of known ones, best first."""

    item: NDArray[np.int64]
    score: Floats
    error: Floats
    known: Floats
    """The score that was known before; NaN for a new item."""
    known_error: Floats
    words: tuple[str, ...]
    """On which scale scores are, and what to make of them, a sentence each."""

    @property
    def low(self) -> Floats:
        """The lower ends of 95 % intervals."""
        return self.score - REACH * self.error

    @property
    def high(self) -> Floats:
        """The upper ends of 95 % intervals."""
        return self.score + REACH * self.error


def rank_anchored(study: "Everything", selection: Selection, source: Path) -> AnchoredRanking:
    """Fit the answers that count, with the scores of known items from a table."""
    names_of_questions = list_questions(study)
    question = names_of_questions[min(selection.question, len(names_of_questions) - 1)]
    part = focus(study, selection.question)
    names = [item.name for item in part.content.items]
    anchors = read_anchors(source, names, question if len(names_of_questions) > 1 else None)
    table = count_study(part, selection)
    found = fit_anchored(table, anchors)
    words = [*tell_anchors(anchors, find_islands(table), names, source)]
    words += tell_drift(anchors, found, names)
    order = np.argsort(ranks(found.scores))
    known, errors = np.full(len(names), np.nan), np.full(len(names), np.nan)
    known[anchors.item], errors[anchors.item] = anchors.score, anchors.error
    return AnchoredRanking(
        order,
        found.scores[order],
        found.standard_errors[order],
        known[order],
        errors[order],
        tuple(words),
    )


def read_anchors(path: Path, names: Sequence[str], question: str | None = None) -> Anchors:
    """Return those known items that are among these; each has a score, and maybe an error.

    Of a table with several questions, such as a ranking of ours, one is taken.
    """
    table = read_table(path)
    item, score = table.need("item", "name"), table.need("score")
    error = table.find("standard_error", "se", "error")
    numbers = {name: number for number, name in enumerate(names)}
    found: dict[int, tuple[float, float]] = {}
    asked = table.find("question") if question is not None else None
    several = asked is not None and len({row[asked] for row in table}) > 1
    for row in table:
        if row[item] not in numbers or (several and asked and row[asked] != question):
            continue
        if numbers[row[item]] in found:
            raise row.mistake(f"“{row[item][:60]}” is there twice.")
        off = row.read_number(error) if error is not None and row.get(error) else 0.0
        if off < 0:
            raise row.mistake("a standard error is 0 or more.")
        found[numbers[row[item]]] = row.read_number(score), off
    if not found:
        raise InputError(f"None of the items in {path} is among those that were compared.")
    values = np.array(list(found.values()))
    return Anchors(np.array(list(found), dtype=np.int64), values[:, 0], values[:, 1])


def tell_anchors(
    anchors: Anchors, islands: Islands, names: Sequence[str], source: Path
) -> Iterator[str]:
    """Say on which scale scores are, and which items nothing joins to it."""
    known = len(anchors.item)
    yield (
        f"Scores are on the scale of {source.name}: {known:,} of {len(names):,} items are anchors, "
        f"{len(names) - known:,} are new."
    )
    joined = np.unique(islands.number[anchors.item])
    loose = np.flatnonzero(~np.isin(islands.number, joined[joined > 0]))
    loose = np.setdiff1d(loose, anchors.item)
    if len(loose):
        yield (
            f"No comparison joins {list_items(loose, names)} to an anchor: only the prior puts "
            "them on this scale."
        )


def tell_drift(anchors: Anchors, found: AnchoredFit, names: Sequence[str]) -> Iterator[str]:
    """Name anchors that today's answers moved by more than their own errors explain."""
    moved = found.scores[anchors.item] - anchors.score
    variance = anchors.error**2 - found.standard_errors[anchors.item] ** 2
    limit = NormalDist().inv_cdf(1 - _CHANCE / (2 * len(moved)))
    far = np.abs(moved) > limit * np.sqrt(np.maximum(variance, 0.0))
    odd = anchors.item[far & (variance > 0)]
    if len(odd):
        yield (
            f"Today's answers move {list_items(odd, names)} further than chance would move any "
            "anchor in 99 of 100 studies: people may see it differently now."
        )
