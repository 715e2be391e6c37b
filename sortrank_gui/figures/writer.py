"""A figure as SVG: a legend above panels in rows and columns.

How it works: every kind of panel says how large it is, and draws itself into the room that it gets.
The report puts the SVG into its page, files have it as it is, and Qt paints it for PNG and PDF.
"""

from collections.abc import Mapping
from typing import assert_never

from sortrank_gui.figures.canvas import SIZE, Canvas, Frame
from sortrank_gui.figures.curve_panels import WIDTH, draw_curves, left_margin, panel_height
from sortrank_gui.figures.descriptions import Figure, Matrix, Panel, Rows
from sortrank_gui.figures.lettering import text_width
from sortrank_gui.figures.looks import MARKS, SOFT, Look, choose_looks
from sortrank_gui.figures.markup import Markup
from sortrank_gui.figures.matrix_panels import draw_matrix, measure_matrix
from sortrank_gui.figures.row_panels import draw_rows, find_lanes, measure_rows

_SAMPLE, _ROW, _GAP = 26.0, 16.0, 12.0
"""Of a legend: how wide a sample is, how tall a row of keys, and how far apart keys are."""


def write_svg(figure: Figure) -> str:
    """Return a figure as the text of an SVG file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{draw_figure(figure)}\n'


def draw_figure(figure: Figure) -> Markup:
    """Return a figure as an SVG element; it may stand in a page or in a file."""
    columns = max(1, min(figure.columns, len(figure.panels)))
    sizes = [
        _measure(panel, None if figure.width is None else figure.width / columns)
        for panel in figure.panels
    ]
    width = max(width for width, _ in sizes)
    looks = choose_looks(curve for panel in figure.curve_panels for curve in panel.curves)
    left = max(map(left_margin, figure.curve_panels), default=0.0)
    canvas = Canvas()
    top = _draw_legend(canvas, _legend(figure, looks), columns * width - 16)
    for start in range(0, len(figure.panels), columns):
        for place, panel in enumerate(figure.panels[start : start + columns]):
            room = Frame(place * width, top, (place + 1) * width, top + sizes[start + place][1])
            match panel:
                case Panel():
                    draw_curves(canvas, room, panel, looks, left)
                case Rows():
                    draw_rows(canvas, room, panel)
                case Matrix():
                    draw_matrix(canvas, room, panel)
                case _:
                    assert_never(panel)
        top += max(height for _, height in sizes[start : start + columns])
    return canvas.render(columns * width, top, figure.about)


def _measure(panel: Panel | Rows | Matrix, width: float | None) -> tuple[float, float]:
    """Return width and height of a panel, for a given width or by itself."""
    match panel:
        case Panel():
            return width or WIDTH, panel_height(panel)
        case Rows():
            own, height = measure_rows(panel)
            return width or own, height
        case Matrix():
            return measure_matrix(panel, width)
        case _:
            assert_never(panel)


def _legend(figure: Figure, looks: Mapping[str, Look]) -> dict[str, Look]:
    """Return the look of everything that has a label."""
    found = dict(looks)
    for panel in figure.panels:
        match panel:
            case Panel():
                found |= {bars.label: Look(bars.colour, "box") for bars in panel.bars}
            case Rows():
                found |= {dots.label: MARKS[dots.mark] for dots in panel.dots}
                if find_lanes(panel):
                    found[panel.group_label] = Look(SOFT, "stroke")
    return {label: look for label, look in found.items() if label}


def _draw_legend(canvas: Canvas, legend: Mapping[str, Look], width: float) -> float:
    """Draw a key for every label, in as many rows as needed; return where they end."""
    x, y = 8.0, 16.0
    for label, look in legend.items():
        needed = _SAMPLE + 8 + text_width(label, SIZE)
        if x > 8 and x + needed > width:
            x, y = 8.0, y + _ROW
        if look.line:
            canvas.line(
                [(x, y), (x + _SAMPLE, y)], look.colour, width=look.line, dashed=look.dashed
            )
        canvas.marker((x + _SAMPLE / 2, y), look.shape, look.colour)
        canvas.text((x + _SAMPLE + 6, y), label)
        x += needed + _GAP
    return y + 10 if legend else 0.0
