"""Pairs that were shown twice, with their sides swapped."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.summary.columns import Columns


def find_repeats(columns: Columns, own: NDArray[np.bool_]) -> Iterator[tuple[float, float, int]]:
    """Yield both answers of each repeated pair, sides as they stood, and the repeat's row.

    The sides are swapped, so that the same judgement gives answers that add up to 1.
    """
    rows = np.flatnonzero(own & columns.of_kinds([Kind.REGULAR, Kind.REPEAT]))
    is_repeat = columns.of_kinds([Kind.REPEAT])
    last: dict[tuple[int, int, int], float] = {}
    for row in rows.tolist():
        place = int(columns.session[row]), int(columns.left[row]), int(columns.right[row])
        chosen = float(columns.chosen[row])
        if is_repeat[row]:
            before = last.get((place[0], place[2], place[1]))
            if before is not None and not np.isnan((before, chosen)).any():
                yield before, chosen, row
        else:
            last[place] = chosen
