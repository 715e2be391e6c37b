"""Whether the maximum-likelihood estimate exists, and in words why not."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.comparisons import Comparisons

Ints = NDArray[np.int64]
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class MlExistence:
    """What keeps the ML estimate from existing: nothing, if all is empty and connected."""

    exists: bool
    never_compared: Ints
    islands: int
    """How many groups of items there are without any comparison between them."""
    smallest: Ints
    """The items of the smallest group."""
    unbeaten: Ints
    """Items that never lost against anyone outside this set (of one island)."""
    winless: Ints
    """Items that never won against anyone outside this set (of one island)."""

    def explain(self, names: Sequence[str] | None = None) -> str:
        """Say in a sentence which items are the cause, by name where names are given."""
        if self.exists:
            return "The maximum-likelihood estimate exists."
        if len(self.never_compared):
            cause = f"{_list(self.never_compared, names)} never compared"
        elif self.islands > 1:
            cause = (
                f"the items fall into {self.islands} groups with no comparison between them; "
                f"{_list(self.smallest, names)} compared with no others"
            )
        else:
            won, lost = _list(self.winless, names), _list(self.unbeaten, names)
            cause = f"{lost} never beaten by any other item, and {won} never better than any other"
        return (
            f"The maximum-likelihood estimate does not exist: {cause}. "
            "Choose a prior variance, or collect more comparisons."
        )


def ml_existence(table: Comparisons) -> MlExistence:
    """Examine the graph of wins: the estimate exists if it is strongly connected (Ford, 1957)."""
    n = table.n_items
    forward, backward = table.first_wins > 0, table.second_wins > 0
    winners = np.concatenate((table.first[forward], table.second[backward]))
    losers = np.concatenate((table.second[forward], table.first[backward]))
    if n == 0:
        return MlExistence(True, winners, 0, winners, winners, winners)
    graph = scipy.sparse.csr_array(
        (np.ones(len(winners), dtype=np.int8), (winners, losers)), shape=(n, n)
    )
    islands, island = scipy.sparse.csgraph.connected_components(graph, connection="weak")
    _, group = scipy.sparse.csgraph.connected_components(graph, connection="strong")
    compared = np.zeros(n, dtype=bool)
    compared[winners] = compared[losers] = True
    across = group[winners] != group[losers]
    beaten, winning = np.zeros(group.max() + 1, dtype=bool), np.zeros(group.max() + 1, dtype=bool)
    beaten[group[losers[across]]] = True
    winning[group[winners[across]]] = True
    return MlExistence(
        exists=n == 1 or bool(group.max() == 0),
        never_compared=np.flatnonzero(~compared) if n > 1 else np.empty(0, dtype=np.int64),
        islands=int(islands),
        smallest=np.flatnonzero(island == np.argmin(np.bincount(island))),
        unbeaten=np.flatnonzero(~beaten[group]),
        winless=np.flatnonzero(~winning[group]),
    )


def _list(items: Ints, names: Sequence[str] | None) -> str:
    """Return such as "items 1, 2 and 7 were"."""
    shown = [str(k) if names is None else f"“{names[k]}”" for k in items[:_MOST_NAMED].tolist()]
    if len(items) == 1:
        return f"item {shown[0]} was"
    if len(items) > _MOST_NAMED:
        return f"items {', '.join(shown)} and {len(items) - _MOST_NAMED} more were"
    return f"items {', '.join(shown[:-1])} and {shown[-1]} were"
