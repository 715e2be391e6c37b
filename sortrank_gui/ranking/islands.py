"""Whether comparisons join all items: islands without any between them, and weak joints.

How it works
------------
Items are nodes, compared pairs are edges. Items of two components share no scale: the prior alone
puts one above the other. Within a component a joint is weak if few answers say how far two large
parts are apart. The parts are found by a sweep along the eigenvector of the Laplacian's second
smallest eigenvalue (Fiedler, 1973), which puts items that are hardly joined far from each other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

_MOST_NAMED, _LONGEST = 5, 60
_MOST_ISLANDS = 4
_MOST_ITEMS = 3000
"""Of more items no weak joint is looked for."""
_LEAST_EACH = 2.0
"""Answers an item below which there is more to mend than a joint."""
_WEAK_ERROR = 0.5
"""Standard error, in logits, of how far two parts are apart, from which on their joint is weak."""
_INSIDE = 5.0
"""Times the answers across that both parts have inside."""


@dataclass(frozen=True, slots=True, eq=False)
class WeakJoint:
    """Two parts of an island that few answers join."""

    part: Ints
    """Items of the smaller part."""
    answers: float
    """Across both."""
    standard_error: float
    """Of how far they are apart, in logits."""


@dataclass(frozen=True, slots=True, eq=False)
class Islands:
    """Which items are joined by comparisons."""

    number: Ints
    """Of each item's island, the largest is 1; 0 for an item that was never compared."""
    joint: WeakJoint | None = None

    @property
    def count(self) -> int:
        """How many islands there are, items that were never compared left aside."""
        return int(self.number.max(initial=0))

    @property
    def never_compared(self) -> Ints:
        """Items without any comparison."""
        return np.flatnonzero(self.number == 0)

    @property
    def split(self) -> bool:
        """Whether ranks hold within islands alone."""
        return self.count > 1

    def members(self, number: int) -> Ints:
        """Return the items of an island."""
        return np.flatnonzero(self.number == number)


def find_islands(table: Comparisons, scores: Floats | None = None) -> Islands:
    """Return the islands of a table, and with scores the weakest joint of the largest one."""
    n, first, second = table.n_items, table.first, table.second
    number = np.zeros(n, dtype=np.int64)
    if not len(first):
        return Islands(number)
    graph = scipy.sparse.csr_array((np.ones(len(first)), (first, second)), shape=(n, n))
    _, label = scipy.sparse.csgraph.connected_components(graph, directed=False)
    compared = np.unique(np.concatenate((first, second)))
    sizes = np.bincount(label[compared], minlength=int(label.max()) + 1)
    order = np.argsort(-sizes, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(1, len(order) + 1)
    number[compared] = place[label[compared]]
    joint = None if scores is None else _find_joint(table, scores, np.flatnonzero(number == 1))
    return Islands(number, joint)


def _find_joint(table: Comparisons, scores: Floats, members: Ints) -> WeakJoint | None:
    """Sweep through an island for the cut that tells least about its two parts."""
    n = len(members)
    inside = np.isin(table.first, members)
    totals = (table.first_wins + table.second_wins)[inside]
    if not 4 <= n <= _MOST_ITEMS or totals.sum() < _LEAST_EACH / 2 * n:
        return None
    first = np.searchsorted(members, table.first[inside])
    second = np.searchsorted(members, table.second[inside])
    order = np.argsort(_fiedler(n, first, second, totals), kind="stable")
    place = np.empty(n, dtype=np.int64)
    place[order] = np.arange(n)
    low, high = np.minimum(place[first], place[second]), np.maximum(place[first], place[second])
    across = _sum_between(n, low, high, totals)
    chance = 1 / (1 + np.exp(-np.abs(scores[members[first]] - scores[members[second]])))
    known = _sum_between(n, low, high, totals * chance * (1 - chance))
    below = np.cumsum(np.bincount(high, totals, n))[:-1]
    above = totals.sum() - below - across
    fits = (known < _WEAK_ERROR**-2) & (np.minimum(below, above) >= _INSIDE * across)
    if not fits.any():
        return None
    sizes = np.minimum(np.arange(1, n), n - np.arange(1, n))
    cut = int(np.argmax(np.where(fits, sizes / np.maximum(across, 0.5), -1.0)))
    part = order[: cut + 1] if 2 * (cut + 1) <= n else order[cut + 1 :]
    error = float(known[cut] ** -0.5) if known[cut] > 0 else float("inf")
    return WeakJoint(np.sort(members[part]), float(across[cut]), error)


def _sum_between(n: int, low: Ints, high: Ints, weights: Floats) -> Floats:
    """Return for each cut after a place the weights of the pairs that it cuts."""
    steps = np.bincount(low, weights, n) - np.bincount(high, weights, n)
    return np.cumsum(steps)[:-1]


def _fiedler(n: int, first: Ints, second: Ints, weights: Floats) -> Floats:
    """Return the eigenvector of the second smallest eigenvalue of the weighted Laplacian."""
    degree = np.bincount(first, weights, n) + np.bincount(second, weights, n)
    if n <= 300:
        dense = np.diag(degree)
        np.add.at(dense, (first, second), -weights)
        np.add.at(dense, (second, first), -weights)
        vectors: Floats = np.linalg.eigh(dense)[1]
        return vectors[:, 1]
    ends, weight = np.concatenate((first, second)), np.concatenate((weights, weights))
    others = np.concatenate((second, first))
    links = scipy.sparse.csc_array((weight, (ends, others)), shape=(n, n))
    laplacian = scipy.sparse.diags_array(degree, format="csc") - links
    _, vectors = scipy.sparse.linalg.eigsh(
        laplacian, k=2, sigma=-1e-3 * float(degree.mean()), v0=np.linspace(1.0, 2.0, n)
    )
    second_smallest: Floats = vectors[:, 1]
    return second_smallest


def tell_islands(islands: Islands, names: Sequence[str], scores: Floats) -> Iterator[str]:
    """Say which items no comparison joins, and what to ask next, a sentence each."""
    if islands.split:
        yield (
            f"The items fall into {islands.count:,} islands without any comparison between them. "
            "Ranks and scores hold within an island; across islands they mean nothing."
        )
        shown = range(1, min(islands.count, _MOST_ISLANDS) + 1)
        parts = [f"{list_items(islands.members(k), names)}" for k in shown]
        parts = [f"island {k}: {part}" for k, part in enumerate(parts, start=1)]
        more = islands.count - len(parts)
        yield f"I{'; '.join([*parts, *([f'and {more:,} more'] if more else [])])[1:]}."
        pairs = [_suggest(islands, k, names, scores) for k in shown if k > 1]
        yield f"To join them, ask next {' and '.join(pairs)}."
    alone = islands.never_compared
    if len(alone) and islands.count:
        were = "was" if len(alone) == 1 else "were"
        yield (
            f"{list_items(alone, names)} {were} never compared: the place in the ranking means "
            "nothing. Ask about them next."
        )
    if islands.joint is not None:
        yield _tell_joint(islands.joint, islands, names, scores)


def _tell_joint(joint: WeakJoint, islands: Islands, names: Sequence[str], scores: Floats) -> str:
    answers = "1 answer joins" if joint.answers == 1 else f"{joint.answers:g} answers join"
    rest = np.setdiff1d(islands.members(1), joint.part)
    error = f"{joint.standard_error:.1f} logits" if np.isfinite(joint.standard_error) else "unknown"
    pair = " with ".join(_quote(names[_middle(part, scores)]) for part in (joint.part, rest))
    return (
        f"Only {answers} {list_items(joint.part, names)} to the other {len(rest):,} items: how far "
        f"both parts are apart has a standard error of {error}. Compare {pair} and others like "
        "them next."
    )


def _suggest(islands: Islands, number: int, names: Sequence[str], scores: Floats) -> str:
    one, two = (_middle(islands.members(k), scores) for k in (1, number))
    return f"{_quote(names[two])} against {_quote(names[one])}"


def _middle(members: Ints, scores: Floats) -> int:
    """Return the item in the middle of some: its answers say most about all of them."""
    order = members[np.argsort(scores[members], kind="stable")]
    return int(order[len(order) // 2])


def list_items(items: Ints, names: Sequence[str]) -> str:
    """Return such as “a”, “b” and 7 more (9 items)."""
    shown = [_quote(names[k]) for k in items[:_MOST_NAMED].tolist()]
    if len(items) == 1:
        return shown[0]
    more = len(items) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more:,} more ({len(items):,} items)"
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def _quote(name: str) -> str:
    return f"“{name if len(name) <= _LONGEST else name[: _LONGEST - 1].rstrip() + '…'}”"
