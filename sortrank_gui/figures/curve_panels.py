"""Panels of curves and bars: grid, bands, lines, markers and labels."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.axis_lines import (
    BOTTOM,
    RIGHT,
    draw_bottom_axis,
    draw_left_axis,
    tick_width,
)
from sortrank_gui.figures.canvas import Canvas, Frame, Point
from sortrank_gui.figures.descriptions import Bars, Panel
from sortrank_gui.figures.looks import Look

WIDTH, HEIGHT, _BARE_HEIGHT = 340.0, 250.0, 110.0
_TOP, _LABEL, _BARE = 26.0, 32.0, 10.0
"""Margins above, left of the numbers, and around a panel without axes."""
_BAND = 0.14
"""How opaque a band is."""
_APART = 12.0
"""How far apart markers are at the least."""
Place = Callable[[float, float], Point]


def panel_height(panel: Panel) -> float:
    """Return how tall a panel is."""
    return _BARE_HEIGHT if panel.bare else HEIGHT


def left_margin(panel: Panel) -> float:
    """Return the room that the left axis needs."""
    return _BARE if panel.bare else _LABEL + tick_width(fit_axes(panel)[1])


def draw_curves(
    canvas: Canvas, room: Frame, panel: Panel, looks: Mapping[str, Look], left: float
) -> None:
    """Draw a panel into its room; `left` is the margin that all panels of a figure have."""
    x_axis, y_axis = fit_axes(panel)
    frame = Frame(room.left + left, room.top + _TOP, room.right - RIGHT, room.bottom - BOTTOM)
    if panel.bare:
        frame = Frame(room.left + _BARE, room.top + _BARE, room.right - _BARE, room.bottom - _BARE)
    else:
        draw_bottom_axis(canvas, frame, x_axis, panel.x_label)
        draw_left_axis(canvas, frame, y_axis, panel.y_label)
        canvas.text((frame.left, frame.top - 13), panel.title, bold=True)

    def place(x: float, y: float) -> Point:
        return (
            frame.left + frame.width * x_axis.fraction(x),
            frame.bottom - frame.height * y_axis.fraction(y),
        )

    for bars in panel.bars:
        _draw_bars(canvas, bars, place)
    for curve in panel.curves:
        if curve.low:
            upper, lower = map(place, curve.x, curve.high), map(place, curve.x, curve.low)
            area = clip([*upper, *reversed(list(lower))], frame.bottom, closed=True)
            canvas.area(area, looks[curve.label].colour, opacity=_BAND)
    for curve in panel.curves:
        look = looks[curve.label]
        look = replace(look, colour=looks.get(curve.like, look).colour)
        _draw_curve(canvas, list(map(place, curve.x, curve.mean)), look, frame.bottom)


def clip(points: Sequence[Point], bottom: float, *, closed: bool = False) -> list[Point]:
    """Return the part of a line, or of the rim of an area, that lies above the bottom.

    On a logarithmic axis, values that it does not have lie below.
    """
    found: list[Point] = []
    for (x1, y1), (x2, y2) in pairwise([points[-1] if closed else points[0], *points]):
        if (y1 > bottom) != (y2 > bottom):
            found.append((x1 + (x2 - x1) * (bottom - y1) / (y2 - y1), bottom))
        if y2 <= bottom:
            found.append((x2, y2))
    return found


def fit_axes(panel: Panel) -> tuple[Axis, Axis]:
    """Return axes that cover all curves and bars, and 0 where they have it."""
    widths = [x for curve in panel.curves for x in curve.x]
    widths += [x for bars in panel.bars for x in (*bars.left, *bars.right)]
    if not panel.log_x:
        widths.append(0.0)
    x_axis = Axis.around(widths, log=panel.log_x, tight=True)
    return x_axis, Axis.around(_heights(panel), log=panel.log_y, tight=panel.bare)


def _heights(panel: Panel) -> Iterator[float]:
    """Yield what the y axis must cover."""
    for bars in panel.bars:
        yield from bars.height
        yield 0.0
    for curve in panel.curves:
        yield from curve.mean
        yield from curve.high
        if not panel.log_y:
            yield from curve.low
            yield 0.0


def _draw_bars(canvas: Canvas, bars: Bars, place: Place) -> None:
    for left, right, height in zip(bars.left, bars.right, bars.height, strict=True):
        top, foot = max(height, bars.base), min(height, bars.base)
        (x1, y1), (x2, y2) = place(left, top), place(right, foot)
        gap = min(0.5, (x2 - x1) / 8)
        canvas.box(Frame(x1 + gap, y1, x2 - gap, y2), bars.colour)


def _draw_curve(canvas: Canvas, points: Sequence[Point], look: Look, bottom: float) -> None:
    if not points:
        return
    canvas.line(clip(points, bottom), look.colour, width=look.line, dashed=look.dashed)
    last = float("-inf")
    for x, y in points:
        if y <= bottom and (x - last > _APART or x == points[-1][0]):
            canvas.marker((x, y), look.shape, look.colour)
            last = x
