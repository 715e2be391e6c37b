"""Axes drawn beside and below a frame: lines of a grid, numbers that have room, and a label."""

from itertools import pairwise

from sortrank_gui.figures.axes import Axis, Tick
from sortrank_gui.figures.canvas import INK, SMALL, Canvas, Frame
from sortrank_gui.figures.lettering import text_width, widest
from sortrank_gui.figures.looks import SOFT

RIGHT, BOTTOM = 18.0, 44.0
"""Room that an axis below takes at its right end and below it."""
_GAP = 6.0


def draw_bottom_axis(canvas: Canvas, frame: Frame, axis: Axis, label: str) -> None:
    """Draw the axis below a frame, with lines up to its top."""
    for value, text in fit_ticks(axis, frame.width):
        x = frame.left + frame.width * axis.fraction(value)
        canvas.line([(x, frame.top), (x, frame.bottom)])
        canvas.text((x, frame.bottom + 10), text, anchor="middle", colour=SOFT, size=SMALL)
    canvas.line([(frame.left, frame.bottom), (frame.right, frame.bottom)], INK, width=1.0)
    canvas.text(((frame.left + frame.right) / 2, frame.bottom + 29), label, anchor="middle")


def draw_left_axis(canvas: Canvas, frame: Frame, axis: Axis, label: str) -> None:
    """Draw the axis at the left of a frame, with lines to its right."""
    for value, text in axis.ticks():
        y = frame.bottom - frame.height * axis.fraction(value)
        canvas.line([(frame.left, y), (frame.right, y)])
        canvas.text((frame.left - 6, y), text, anchor="end", colour=SOFT, size=SMALL)
    canvas.line([(frame.left, frame.bottom), (frame.left, frame.top)], INK, width=1.0)
    at = (frame.left - tick_width(axis) - 18, (frame.top + frame.bottom) / 2)
    canvas.text(at, label, anchor="middle", turned=True)


def tick_width(axis: Axis) -> float:
    """Return the width of the numbers beside a left axis."""
    return widest((text for _, text in axis.ticks()), SMALL)


def fit_ticks(axis: Axis, room: float) -> list[Tick]:
    """Return as many ticks as have room side by side; none reaches over the right margin."""
    for steps in (6, 5, 4, 3, 2):
        ends = []
        for value, text in axis.ticks(steps):
            half = text_width(text, SMALL) / 2
            middle = room * axis.fraction(value)
            if middle + half < room + RIGHT:
                ends.append((middle - half, middle + half, (value, text)))
        if all(after[0] - before[1] >= _GAP for before, after in pairwise(ends)):
            break
    return [tick for _, _, tick in ends]
