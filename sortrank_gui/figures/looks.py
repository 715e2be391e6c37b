"""How figures look on paper and on the screen: colours safe for the colour-blind, and markers."""

from collections.abc import Iterable
from dataclasses import dataclass

from sortrank_gui.figures.descriptions import Curve, Mark
from sortrank_gui.ranking import strategies

# Okabe and Ito's set without yellow, which is too pale on white; the shape of the markers helps
# where colours are not seen or not printed.
BLUE, VERMILION, ORANGE, SKY, BLACK = "#0072B2", "#D55E00", "#E69F00", "#56B4E9", "#000000"
COLOURS = (BLUE, VERMILION, "#009E73", "#CC79A7", ORANGE, SKY, BLACK, "#999999")
_OTHERS = 7
"""How many of the colours serve curves that are no strategy's: all but the grey."""
_SHAPES = ("circle", "square", "up", "diamond", "down")
SOFT = "#555555"
NEVER = "#FFFFFF"
"""Of pairs that were not compared: nothing is there."""
EVEN = "#D3D6DB"
"""Of pairs that won as often as they lost."""


@dataclass(frozen=True, slots=True)
class Look:
    """Colour, marker and line of something that has a label."""

    colour: str
    shape: str = ""
    line: float = 0.0
    """How thick the line is; 0 where there is none."""
    dashed: bool = False


MARKS = {
    Mark.DOT: Look(BLUE, "circle", 1.4),
    Mark.RING: Look(BLUE, "ring", 1.4),
    Mark.FLAG: Look(VERMILION, "up", 1.4),
    Mark.STROKE: Look(SOFT, "stroke"),
}


def choose_looks(curves: Iterable[Curve]) -> dict[str, Look]:
    """Return the look of every label; strategies have their own, the same in all figures."""
    looks: dict[str, Look] = {}
    count = 0
    for curve in curves:
        if curve.label in looks:
            continue
        if curve.reference:
            looks[curve.label] = Look(SOFT, line=1.0, dashed=True)
            continue
        if strategies.is_known(curve.label):
            facts = strategies.facts(curve.label)
            colour, shape = COLOURS[facts.colour], _SHAPES[facts.marker]
        else:
            colour, shape = COLOURS[count % _OTHERS], _SHAPES[count % len(_SHAPES)]
            count += 1
        looks[curve.label] = Look(colour, shape, 1.6)
    return looks


def share_colour(share: float, pale: str = EVEN) -> str:
    """Return the colour of a share of wins: orange for 0, blue for 1, grey for a half."""
    strong = BLUE if share > 0.5 else ORANGE
    return mix(pale, strong, abs(2 * share - 1) ** 0.8)


def mix(one: str, two: str, share: float) -> str:
    """Return the colour that has so large a share of the second one."""
    pairs = ((int(one[k : k + 2], 16), int(two[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
