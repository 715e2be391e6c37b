"""Figures of the report about items: the ranking with its intervals, and who beat whom."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.figures.markup import Markup
from sortrank_gui.study.results.report.drawing import (
    BLUE,
    INK,
    SOFT,
    WIDTH,
    Drawing,
    cut,
    label_width,
    linear,
    number_text,
    round_ticks,
)
from sortrank_gui.study.results.summary import Summary

Floats = NDArray[np.float64]

MOST_ITEMS = 50
"""Of longer rankings a figure shows the first items only; the table has all."""
_ROW, _TOP = 17.0, 14.0
_NAME, _SHORT_NAME = 30, 22
"""Letters of a name in the ranking, and beside the matrix."""
_MOST_COUNTS = 14
_KEY = 170.0
"""How high the key of the colours is."""
_LEVELS = 12
_NEVER = "#C9CED6"


def draw_ranking(summary: Summary) -> Markup:
    """Draw scores with their 95 % intervals, best on top, and a band for every other group."""
    ranking, shown = summary.ranking, min(len(summary.names), MOST_ITEMS)
    bottom = _TOP + shown * _ROW + 4
    drawing = Drawing(bottom + 44)
    labels = _names(summary, shown, _NAME)
    left = 44 + label_width(labels)
    low, high = float(ranking.low[:shown].min()), float(ranking.high[:shown].max())
    x = linear(low, high, left + 14, WIDTH - 14)
    for tick in round_ticks(low, high):
        drawing.line((x(tick), _TOP), (x(tick), bottom))
        drawing.text(x(tick), bottom + 16, number_text(tick), anchor="middle", colour=SOFT)
    drawing.line((left, bottom), (WIDTH - 8, bottom), SOFT)
    for place in range(shown):
        y = _TOP + (place + 0.5) * _ROW
        whole = summary.names[int(ranking.item[place])]
        drawing.text(30, y + 4, str(place + 1), anchor="end", colour=SOFT, size=11)
        drawing.text(left, y + 4, labels[place], anchor="end", whole=whole)
        ends = x(float(ranking.low[place])), x(float(ranking.high[place]))
        drawing.line((ends[0], y), (ends[1], y), BLUE, width=1.6)
        open_ = bool(ranking.never_lost[place] or ranking.never_won[place])
        drawing.dot(x(float(ranking.score[place])), y, BLUE, hollow=open_)
    middle = (left + WIDTH) / 2
    drawing.text(middle, bottom + 36, "Score (logits)", anchor="middle", colour=SOFT)
    return drawing.render(f"Scores of the {shown} best items with 95 % intervals")


def draw_wins(summary: Summary) -> Markup:
    """Draw the share of wins of each row over each column, both in the order of the ranking."""
    shown = min(len(summary.names), MOST_ITEMS)
    won = summary.wins.dense(0, shown)
    labels = _names(summary, shown, _SHORT_NAME)
    left = 36 + label_width(labels)
    side = min((WIDTH - left - 90) / shown, 30.0)
    left = max(left, (WIDTH - 90 - shown * side) / 2)
    drawing = Drawing(max(26 + shown * side + 10, _KEY))
    _draw_cells(drawing, won, left, 22.0, side)
    size = min(12.0, max(side * 0.85, 5.0))
    for place in range(shown):
        y = 22 + (place + 0.5) * side + size * 0.35
        whole = summary.names[int(summary.ranking.item[place])]
        drawing.text(left - 30, y, labels[place], anchor="end", size=size, whole=whole)
        drawing.text(left - 6, y, str(place + 1), anchor="end", size=min(size, 11), colour=SOFT)
    for place in sorted({0, shown - 1, *range(4, shown - 2, 5)} if shown > 14 else range(shown)):
        centre = left + (place + 0.5) * side
        drawing.text(centre, 16, str(place + 1), anchor="middle", colour=SOFT, size=11)
    _draw_key(drawing, left + shown * side + 22, 22.0)
    return drawing.render("How often each item was chosen over each other one")


def _names(summary: Summary, shown: int, letters: int) -> list[str]:
    return [cut(summary.names[item], letters) for item in summary.ranking.item[:shown].tolist()]


def _draw_cells(drawing: Drawing, won: Floats, left: float, top: float, side: float) -> None:
    total = won + won.T
    size = len(won)
    share = np.divide(won, total, out=np.full_like(won, np.nan), where=total > 0)
    levels = np.where(np.isnan(share), -1, np.rint(np.nan_to_num(share) * _LEVELS))
    drawing.box(left, top, size * side, size * side, _NEVER)
    for level in range(_LEVELS + 1):
        rows, columns = np.nonzero(levels == level)
        steps = "".join(
            f"M{left + column * side:.1f} {top + row * side:.1f}h{side:.2f}v{side:.2f}h-{side:.2f}z"
            for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
        )
        if steps:
            drawing.path(steps, _colour(level / _LEVELS))
    if size <= _MOST_COUNTS:
        _write_counts(drawing, won, left, top, side)


def _write_counts(drawing: Drawing, won: Floats, left: float, top: float, side: float) -> None:
    total = won + won.T
    for row, column in zip(*np.nonzero(total), strict=True):
        share = won[row, column] / total[row, column]
        x, y = left + (column + 0.5) * side, top + (row + 0.5) * side + 4
        colour = "#FFFFFF" if abs(share - 0.5) > 0.35 else INK
        drawing.text(
            x, y, f"{won[row, column]:g}", anchor="middle", size=min(11.0, side / 2), colour=colour
        )


def _draw_key(drawing: Drawing, x: float, top: float) -> None:
    """Draw what the colours mean: the share of wins."""
    step = 8.0
    for level in range(_LEVELS + 1):
        drawing.box(x, top + (_LEVELS - level) * step, 12, step, _colour(level / _LEVELS))
    height = (_LEVELS + 1) * step
    for share in (0, 50, 100):
        y = top + height - (share / 100 * _LEVELS + 0.5) * step + 4
        drawing.text(x + 17, y, f"{share} %", size=11, colour=SOFT)
    drawing.box(x, top + height + 12, 12, 10, _NEVER)
    drawing.text(x + 17, top + height + 21, "never", size=11, colour=SOFT)


def _colour(share: float) -> str:
    """Return orange for 0, white for a half and blue for 1: safe for the colour-blind."""
    ends: Sequence[int] = (0x00, 0x72, 0xB2) if share > 0.5 else (0xD5, 0x5E, 0x00)
    reach = 2 * abs(share - 0.5)
    return "#" + "".join(f"{round(250 + (end - 250) * reach):02X}" for end in ends)
