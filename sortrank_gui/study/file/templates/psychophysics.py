"""Lines to rank by length, whose true order is known, to see how well people see it."""

import math
from pathlib import Path

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Background, Design, Texts, Timing
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.templates.template import StudyTemplate, write_svg
from sortrank_gui.study.items.items import Item

SENSITIVITY = 44.0
"""Score for a factor e in length: people tell 2.5 % apart three times in four."""
_SIDE, _SHORTEST, _STEP, _COUNT = 480, 200.0, 1.02, 15


def _fill(folder: Path) -> Content:
    lengths = [_SHORTEST * _STEP**k for k in range(_COUNT)]
    items = [
        Item(f"line {length:.1f}", _draw(folder / f"line {k}.svg", length, k))
        for k, length in enumerate(lengths)
    ]
    scores = [SENSITIVITY * math.log(length) for length in lengths]
    middle = sum(scores) / len(scores)
    design = Design(
        title="Length of lines",
        prompt="Which line is longer?",
        practice=6,
        catch_share=0.05,
        repeat_share=0.1,
        stop=StopRules(90),
        break_every=45,
        background=Background.WHITE,
        timing=Timing(fixation_ms=500, exposure_ms=1_500),
        texts=Texts(
            instructions="After a cross you will see two lines for a moment. Choose the longer "
            "one. Where you are not sure, guess."
        ),
    )
    return Content(design, tuple(items), tuple(score - middle for score in scores))


def _draw(path: Path, length: float, number: int) -> Path:
    """Draw a line at a slant of its own, so that its ends tell nothing."""
    slant = math.radians((-20, 10, 25, -10, 0)[number % 5])
    x, y = length / 2 * math.cos(slant), length / 2 * math.sin(slant)
    middle = _SIDE / 2
    line = (
        f'<line x1="{middle - x:.2f}" y1="{middle - y:.2f}" x2="{middle + x:.2f}" '
        f'y2="{middle + y:.2f}" stroke="#202020" stroke-width="6" stroke-linecap="round"/>'
    )
    ground = f'<rect width="{_SIDE}" height="{_SIDE}" fill="#FFFFFF"/>'
    return write_svg(path, _SIDE, _SIDE, ground + line)


TEMPLATE = StudyTemplate(
    "psychophysics",
    "Psychophysics",
    "Fifteen lines of known length with a fixation cross, short exposure, catch and repeat trials.",
    _fill,
)
