"""What a figure shows, without drawing it: curves, bars, named rows of dots, a matrix of wins."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Values = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A mean with a band around it, one value for every x; a reference line has no band."""

    label: str
    x: Values
    mean: Values
    low: Values = ()
    high: Values = ()
    reference: bool = False
    """Whether this is theory or a bound, not a measurement: drawn as a thin dashed line."""
    like: str = ""
    """The label of the curve that a reference line belongs to, and whose colour it has."""


@dataclass(frozen=True, slots=True)
class Bars:
    """Boxes from a base upwards, or downwards, such as those of a histogram."""

    label: str
    left: Values
    right: Values
    height: Values
    """Where they end."""
    colour: str
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves and bars that share their axes."""

    title: str
    x_label: str
    y_label: str
    curves: tuple[Curve, ...]
    log_x: bool = False
    log_y: bool = False
    bars: tuple[Bars, ...] = ()
    bare: bool = False
    """Whether it is low and has no axes: there is nothing to read off."""


class Mark(StrEnum):
    """The look of dots in rows."""

    DOT = "dot"
    RING = "ring"
    FLAG = "flag"
    STROKE = "stroke"


@dataclass(frozen=True, slots=True)
class Dots:
    """Values in some of the rows, with whiskers where they have an interval."""

    label: str
    rows: tuple[int, ...]
    value: Values
    low: Values = ()
    high: Values = ()
    mark: Mark = Mark.DOT


@dataclass(frozen=True, slots=True)
class Rows:
    """Named rows from the top down, with dots along one axis."""

    x_label: str
    names: tuple[str, ...]
    dots: tuple[Dots, ...]
    ranked: bool = False
    """Whether the rows have numbers."""
    groups: tuple[tuple[int, int], ...] = ()
    """First and last row of stretches that belong together, joined by a bar; they may overlap."""
    group_label: str = ""
    reference: tuple[float, str] | None = None
    """A value that matters, and what it is."""
    covers: Values = ()
    """What the axis must cover besides the dots."""


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """How often the items of rows were chosen over those of columns, in the ranking's order."""

    names: tuple[str, ...]
    """Of the rows; there are as many columns."""
    shares: NDArray[np.float64]
    """By row and column; NaN where there was no comparison. A cell may stand for many pairs."""
    wins: NDArray[np.float64] | None = None
    """Numbers to write into the cells."""
    first_row: int = 0
    first_column: int = 0
    """Places in the ranking, from 0, where a part of a larger matrix begins."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Panels in rows of so many columns, with one legend for all."""

    panels: tuple[Panel | Rows | Matrix, ...]
    columns: int = 1
    width: float | None = None
    """In hundredths of an inch; None leaves it to the panels."""
    about: str = ""
    """What it shows, for those who do not see it."""

    @property
    def curve_panels(self) -> tuple[Panel, ...]:
        """Those that have curves and bars."""
        return tuple(panel for panel in self.panels if isinstance(panel, Panel))
