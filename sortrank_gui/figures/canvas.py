"""Shapes on white that become SVG: only what Qt draws, too, that is SVG Tiny without clipping.

Units are hundredths of an inch. Everything is escaped by `markup`, so that no name of an item can
become a part of the drawing.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sortrank_gui.figures.markup import Markup, element, join

INK, GRID, PAPER = "#1A1A1A", "#E6E6E6", "#FFFFFF"
SIZE, SMALL = 11.0, 10.0
"""Heights of letters: labels, and the numbers of axes."""
FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"
_DASHES = "4 3"
_POLYGONS = {
    "box": ((-2, -2), (2, -2), (2, 2), (-2, 2)),
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "diamond": ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    "up": ((0, -1.3), (1.24, 0.98), (-1.24, 0.98)),
    "down": ((0, 1.3), (1.24, -0.98), (-1.24, -0.98)),
}
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


class Canvas:
    """Shapes, one over the other."""

    def __init__(self) -> None:
        self._shapes: list[Markup] = []

    def line(
        self,
        points: Iterable[Point],
        colour: str = GRID,
        *,
        width: float = 0.8,
        dashed: bool = False,
    ) -> None:
        """Draw straight lines from point to point."""
        self._add(
            "polyline",
            points=_points(points),
            fill="none",
            stroke=colour,
            stroke_width=_n(width),
            stroke_linejoin="round",
            stroke_dasharray=_DASHES if dashed else None,
        )

    def area(self, points: Iterable[Point], colour: str, *, opacity: float) -> None:
        """Fill what lies between points."""
        self._add("polygon", points=_points(points), fill=colour, fill_opacity=_n(opacity))

    def box(self, frame: Frame, colour: str) -> None:
        """Fill a rectangle."""
        self._add(
            "rect",
            x=_n(frame.left),
            y=_n(frame.top),
            width=_n(frame.width),
            height=_n(frame.height),
            fill=colour,
        )

    def path(self, steps: str, colour: str, *, corner: Point, scale: float) -> None:
        """Fill a path whose units are `scale` times those of the drawing."""
        transform = f"translate({_n(corner[0])} {_n(corner[1])}) scale({scale:.6g})"
        self._add("path", d=steps, fill=colour, transform=transform)

    def marker(self, at: Point, shape: str, colour: str, *, size: float = 2.8) -> None:
        """Draw a mark of one of the shapes."""
        x, y = at
        fill, rim, thick = (PAPER, colour, 1.2) if shape == "ring" else (colour, PAPER, 0.5)
        style = {"fill": fill, "stroke": rim, "stroke_width": _n(thick)}
        if shape == "stroke":
            self.line([(x, y - 5), (x, y + 5)], colour, width=1.6)
        elif shape in _POLYGONS:
            corners = [(x + size * dx, y + size * dy) for dx, dy in _POLYGONS[shape]]
            self._add("polygon", points=_points(corners), **style)
        elif shape:
            self._add("circle", cx=_n(x), cy=_n(y), r=_n(size), **style)

    def text(
        self,
        at: Point,
        content: str,
        *,
        anchor: str = "start",
        colour: str = INK,
        size: float = SIZE,
        bold: bool = False,
        turned: bool = False,
        whole: str | None = None,
    ) -> None:
        """Write a text whose middle is at this height.

        `whole` is what it was before it was cut, for those who point at it.
        """
        if not content:
            return
        x, y = at
        transform = f"rotate(-90 {_n(x)} {_n(y)})" if turned else None
        self._add(
            "text",
            None if whole is None or whole == content else element("title", whole),
            content,
            x=_n(x),
            y=_n(y + 0.36 * size),
            text_anchor=None if anchor == "start" else anchor,
            fill=colour,
            font_size=_n(size),
            font_weight="bold" if bold else None,
            transform=transform,
        )

    def render(self, width: float, height: float, about: str) -> Markup:
        """Return the drawing as an element, with words for those who do not see it."""
        ground = element("rect", width=_n(width), height=_n(height), fill=PAPER)
        return element(
            "svg",
            element("title", about) if about else None,
            join(ground, *self._shapes, between="\n"),
            xmlns="http://www.w3.org/2000/svg",
            width=f"{_n(width / 100)}in",
            height=f"{_n(height / 100)}in",
            viewBox=f"0 0 {_n(width)} {_n(height)}",
            role="img",
            font_family=FONT,
        )

    def _add(self, kind: str, *content: str | None, **attributes: str | None) -> None:
        self._shapes.append(element(kind, *content, **attributes))


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(value: float) -> str:
    """Return a length in few letters."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
