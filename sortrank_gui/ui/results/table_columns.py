"""Columns of a table: values to sort by, and how they read."""

import html
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt

from sortrank_gui.figures.numbers import NOTHING

_LONGEST = 300
"""Nobody reads more in a cell; the rest would only slow the painting down."""

SPAN_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""A stretch of an axis to draw: low, middle (NaN for none) and high."""
KEY_ROLE = int(Qt.ItemDataRole.UserRole) + 2
"""What a row is about, whatever its place is."""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One value a row; all columns of a table have the same number of them."""

    title: str
    values: Sequence[Any]
    """What the column is sorted by."""
    read: Callable[[Any], str] = str
    """Returns a value's text."""
    tip: str = ""
    """Explains the column."""
    tips: Sequence[str] | None = None
    """Explain the values, one each."""
    spans: Sequence[tuple[float, float, float]] | None = None
    """What to draw instead of texts."""
    at_left: bool = False
    width: int = 72
    bold: bool = False
    keys: Sequence[Any] | None = None
    """What to sort by, where it is not the values."""


def one_line(text: str) -> str:
    """Return a text as a cell shows it: one line, not endless."""
    short = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    return " ".join(short.split())


def plain_tip(text: str) -> str:
    """Return a tooltip that shows a text as it is, whatever tags it has."""
    short = text if len(text) <= 4 * _LONGEST else f"{text[: 4 * _LONGEST]}…"
    return f"<p style='white-space:pre-wrap'>{html.escape(short)}</p>" if short else ""


def count(value: float) -> str:
    """Return a whole number."""
    return f"{value:,.0f}"


def percent(value: float) -> str:
    """Return a share."""
    return NOTHING if math.isnan(value) else f"{100 * value:.0f} %"


def seconds(value: float) -> str:
    """Return a time in seconds."""
    return NOTHING if math.isnan(value) else f"{value:.1f} s"


def moment(text: str) -> str:
    """Return a moment of the file as the clock on the wall shows it."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return text or NOTHING
    return f"{at.astimezone():%Y-%m-%d %H:%M:%S}"
