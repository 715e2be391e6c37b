"""What a figure shows, without drawing it: curves with bands, in panels with labelled axes."""

from dataclasses import dataclass

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
class Panel:
    """Curves that share their axes."""

    title: str
    x_label: str
    y_label: str
    curves: tuple[Curve, ...]
    log_x: bool = False
    log_y: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """Panels in rows of so many columns, with one legend for all."""

    panels: tuple[Panel, ...]
    columns: int = 1
