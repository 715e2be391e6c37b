"""Panels of named rows: dots with whiskers, and bars that join rows which belong together."""

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.axis_lines import BOTTOM, RIGHT, draw_bottom_axis
from sortrank_gui.figures.canvas import SIZE, SMALL, Canvas, Frame
from sortrank_gui.figures.descriptions import Dots, Rows
from sortrank_gui.figures.lettering import cut, text_width, widest
from sortrank_gui.figures.looks import MARKS, SOFT

_ROW, _TOP, _PLOT, _MOST_NAME = 16.0, 10.0, 250.0, 180.0
_LANE, _MOST_LANES = 6.0, 10
"""Bars that overlap lie side by side; of more than so many one would see nothing."""
_SIZE = 3.2


def measure_rows(panel: Rows) -> tuple[float, float]:
    """Return the width and the height that a panel has by itself."""
    width = _left(panel) + _PLOT + RIGHT + _LANE * _count_lanes(panel)
    return width, _top(panel) + _ROW * len(panel.names) + BOTTOM


def draw_rows(canvas: Canvas, room: Frame, panel: Rows) -> None:
    """Draw a panel into its room."""
    right = room.right - RIGHT - _LANE * _count_lanes(panel)
    top = room.top + _top(panel)
    bottom = top + _ROW * len(panel.names)
    frame = Frame(room.left + _left(panel), top, right, bottom)
    ends = [
        v for dots in panel.dots for values in (dots.value, dots.low, dots.high) for v in values
    ]
    axis = Axis.around([*ends, *panel.covers], tight=bool(panel.covers))
    draw_bottom_axis(canvas, frame, axis, panel.x_label)
    _draw_names(canvas, frame, room.left, panel)
    if panel.reference is not None:
        value, text = panel.reference
        x = frame.left + frame.width * axis.fraction(value)
        canvas.line([(x, top), (x, bottom)], SOFT, width=1.0, dashed=True)
        canvas.text((x, top - 8), text, anchor="middle", colour=SOFT, size=SMALL)
    for lane, (first, last) in find_lanes(panel):
        x = right + 12 + _LANE * lane
        canvas.line([(x, top + _ROW * first + 3), (x, top + _ROW * (last + 1) - 3)], SOFT, width=2)
    for dots in panel.dots:
        _draw_dots(canvas, frame, axis, dots)


def find_lanes(panel: Rows) -> list[tuple[int, tuple[int, int]]]:
    """Return groups of two rows or more, each with the first lane that is free; none if many."""
    found = []
    ends: list[int] = []
    for first, last in sorted(panel.groups):
        if first == last:
            continue
        lane = next((k for k, end in enumerate(ends) if end < first), len(ends))
        ends[lane : lane + 1] = [last]
        found.append((lane, (first, last)))
    return found if len(ends) <= _MOST_LANES else []


def _count_lanes(panel: Rows) -> int:
    return max((lane + 1 for lane, _ in find_lanes(panel)), default=0)


def _top(panel: Rows) -> float:
    return _TOP if panel.reference is None else _TOP + 14


def _number_width(panel: Rows) -> float:
    return text_width(f"{len(panel.names)}", SMALL) + 8 if panel.ranked else 0.0


def _left(panel: Rows) -> float:
    names = (cut(name, _MOST_NAME, SIZE) for name in panel.names)
    return 8 + _number_width(panel) + widest(names, SIZE) + 8


def _draw_names(canvas: Canvas, frame: Frame, left: float, panel: Rows) -> None:
    for row, name in enumerate(panel.names):
        y = frame.top + _ROW * (row + 0.5)
        at = (frame.left - 8, y)
        canvas.text(at, cut(name, _MOST_NAME, SIZE), anchor="end", whole=name)
        if panel.ranked:
            at = (left + _number_width(panel), y)
            canvas.text(at, f"{row + 1}", anchor="end", colour=SOFT, size=SMALL)


def _draw_dots(canvas: Canvas, frame: Frame, axis: Axis, dots: Dots) -> None:
    look = MARKS[dots.mark]
    ends = zip(dots.low, dots.high, strict=True) if dots.low else ((v, v) for v in dots.value)
    for row, value, (low, high) in zip(dots.rows, dots.value, ends, strict=True):
        y = frame.top + _ROW * (row + 0.5)
        x, start, end = (frame.left + frame.width * axis.fraction(v) for v in (value, low, high))
        if end > start:
            canvas.line([(start, y), (end, y)], look.colour, width=look.line)
        canvas.marker((x, y), look.shape, look.colour, size=_SIZE)
