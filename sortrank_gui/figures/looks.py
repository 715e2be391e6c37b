"""How figures look on paper and on the screen: colours safe for the colour-blind, and markers."""

from collections.abc import Iterable
from dataclasses import dataclass

from sortrank_gui.figures.descriptions import Curve

# Okabe and Ito's set without yellow, which is too pale on white; the shape of the markers helps
# where colours are not seen or not printed.
BLUE, ORANGE = "#0072B2", "#E69F00"
_STRATEGIES = {
    "random": ("#000000", "circle"),
    "all-pairs": ("#999999", "circle"),
    "quicksort": ("#E69F00", "square"),
    "mergesort": ("#D55E00", "diamond"),
    "uncertainty": ("#CC79A7", "up"),
    "adjacent": ("#999999", "down"),
    "entropy": ("#009E73", "up"),
    "kl": ("#56B4E9", "down"),
    "matching": ("#0072B2", "circle"),
}
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
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
        elif curve.label in _STRATEGIES:
            looks[curve.label] = Look(*_STRATEGIES[curve.label])
        else:
            looks[curve.label] = Look(_COLOURS[count % 7], _SHAPES[count % 5])
            count += 1
    return looks
