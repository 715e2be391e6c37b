"""Small SVG drawings: axes with round numbers, labels of limited width, marks.

Everything is measured in pixels of a drawing that is 720 wide. Texts have no exact width without a
font, so labels are cut by a count of letters, where the wide ones of East Asia count twice.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from unicodedata import combining, east_asian_width

from sortrank_gui.figures.markup import Markup, element, join

WIDTH = 720
INK, SOFT, GRID, PAPER = "#1D2433", "#596273", "#E4E7EC", "#FFFFFF"
BLUE, ORANGE, GREY = "#0072B2", "#D55E00", "#98A1B0"
_LETTER = 0.6
"""How wide a letter is on average, in heights; some fonts are narrower."""
FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif"


class Drawing:
    """Shapes on a white ground, one over the other."""

    def __init__(self, height: float, width: float = WIDTH) -> None:
        self.width, self.height = width, height
        self._shapes: list[Markup] = []

    def line(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        colour: str = GRID,
        *,
        width: float = 1.0,
        dashes: str | None = None,
    ) -> None:
        """Draw a straight line."""
        (x1, y1), (x2, y2) = start, end
        self._add(
            "line",
            x1=_n(x1),
            y1=_n(y1),
            x2=_n(x2),
            y2=_n(y2),
            stroke=colour,
            stroke_width=_n(width),
            stroke_dasharray=dashes,
        )

    def curve(
        self,
        points: Sequence[tuple[float, float]],
        colour: str,
        *,
        width: float = 1.8,
        dashes: str | None = None,
    ) -> None:
        """Draw straight lines from point to point."""
        self._add(
            "polyline",
            points=" ".join(f"{_n(x)},{_n(y)}" for x, y in points),
            fill="none",
            stroke=colour,
            stroke_width=_n(width),
            stroke_linejoin="round",
            stroke_dasharray=dashes,
        )

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Draw a filled rectangle."""
        self._add("rect", x=_n(x), y=_n(y), width=_n(max(width, 0)), height=_n(height), fill=colour)

    def path(self, steps: str, colour: str) -> None:
        """Draw a filled shape."""
        self._add("path", d=steps, fill=colour)

    def dot(self, x: float, y: float, colour: str, *, hollow: bool = False) -> None:
        """Draw a round mark."""
        fill = PAPER if hollow else colour
        self._add("circle", cx=_n(x), cy=_n(y), r="3.5", fill=fill, stroke=colour)

    def triangle(self, x: float, y: float, colour: str) -> None:
        """Draw a mark that differs in shape, too."""
        self.path(f"M{_n(x - 5)} {_n(y + 4)}h10l-5 -9z", colour)

    def text(
        self,
        x: float,
        y: float,
        content: str,
        *,
        anchor: str = "start",
        colour: str = INK,
        size: float = 12,
        bold: bool = False,
        turned: bool = False,
        whole: str | None = None,
    ) -> None:
        """Write a text; `whole` is what it was before it was cut, for those who point at it."""
        self._add(
            "text",
            None if whole is None or whole == content else element("title", whole),
            content,
            x=_n(x),
            y=_n(y),
            text_anchor=anchor,
            fill=colour,
            font_size=_n(size),
            font_weight="600" if bold else None,
            transform=f"rotate(-90 {_n(x)} {_n(y)})" if turned else None,
        )

    def render(self, description: str) -> Markup:
        """Return the drawing as an element, with words for those who do not see it."""
        return element(
            "svg",
            element("title", description),
            join(*self._shapes, between="\n"),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {_n(self.width)} {_n(self.height)}",
            role="img",
            font_family=FONT,
        )

    def _add(self, kind: str, *content: str | None, **attributes: str | None) -> None:
        self._shapes.append(element(kind, *content, **attributes))


Scale = Callable[[float], float]
"""Turns a value into a place on the drawing."""


def linear(low: float, high: float, start: float, end: float) -> Scale:
    """Return the scale of an axis; a single value stands in the middle."""
    span = high - low
    if span <= 0:
        return lambda value: (start + end) / 2
    return lambda value: start + (value - low) / span * (end - start)


def logarithmic(low: float, high: float, start: float, end: float) -> Scale:
    """Return the scale of a logarithmic axis; values are above 0."""
    inner = linear(math.log(low), math.log(high), start, end)
    return lambda value: inner(math.log(value))


def round_ticks(low: float, high: float, count: int = 6) -> list[float]:
    """Return about so many round numbers from low to high."""
    span = high - low
    if not span > 0:
        return [low]
    rough = span / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.75)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [k * step for k in range(first, last + 1)]


def log_ticks(low: float, high: float) -> list[float]:
    """Return 1, 2 and 5 times the powers of ten from low to high."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    ticks = [factor * 10.0**power for power in powers for factor in (1, 2, 5)]
    return [tick for tick in ticks if low * 0.999 <= tick <= high * 1.001]


def number_text(value: float) -> str:
    """Return a number of an axis."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:g}".replace("-", "−") if abs(value) > 1e-12 else "0"


def cut(label: str, units: int) -> str:
    """Return a label of at most so many letters, on one line; wide letters count twice."""
    label = " ".join(label.split())
    room = units
    for place, letter in enumerate(label):
        room -= _breadth(letter)
        if room < 0:
            return label[: max(place - 1, 1)].rstrip() + "…"
    return label


def label_width(labels: Iterable[str], size: float = 12) -> float:
    """Return about how wide the widest of these labels is."""
    units = (sum(map(_breadth, label)) for label in labels)
    return max(units, default=0) * size * _LETTER


def _breadth(letter: str) -> int:
    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1


def _n(value: float) -> str:
    """Return a coordinate in few letters."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"
