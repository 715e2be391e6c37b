"""How figures look on paper and on the screen: colours safe for the colour-blind, and markers."""

from collections.abc import Iterable
from dataclasses import dataclass

from sortrank_gui.figures.descriptions import Curve
from sortrank_gui.ranking import strategies

# Okabe and Ito's set without yellow, which is too pale on white; the shape of the markers helps
# where colours are not seen or not printed.
BLUE, ORANGE = "#0072B2", "#E69F00"
_COLOURS = (BLUE, "#D55E00", "#009E73", "#CC79A7", ORANGE, "#56B4E9", "#000000", "#999999")
_OTHERS = 7
"""How many of the colours serve curves that are no strategy's: all but the grey."""
_SHAPES = ("circle", "square", "up", "diamond", "down")
_REFERENCE = "#555555"


@dataclass(frozen=True, slots=True)
class Look:
    """Colour and marker of a curve."""

    colour: str
    shape: str


def choose_looks(curves: Iterable[Curve]) -> dict[str, Look]:
    """Return the look of every label; strategies have their own, the same in all figures."""
    looks: dict[str, Look] = {}
    count = 0
    for curve in curves:
        if curve.label in looks:
            continue
        if curve.reference:
            looks[curve.label] = Look(_REFERENCE, "")
        elif curve.label in strategies.names():
            facts = strategies.facts(curve.label)
            looks[curve.label] = Look(_COLOURS[facts.colour], _SHAPES[facts.marker])
        else:
            looks[curve.label] = Look(_COLOURS[count % _OTHERS], _SHAPES[count % len(_SHAPES)])
            count += 1
    return looks
