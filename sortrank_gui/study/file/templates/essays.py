"""Essays to rank by quality, each a page: what examiners call comparative judgement."""

import textwrap
from pathlib import Path

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Texts
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, Step, StepKind
from sortrank_gui.study.file.templates.template import StudyTemplate, write_svg
from sortrank_gui.study.items.items import Item

_WIDTH, _HEIGHT, _LINE = 595, 842, 56
"""A page of A4 in points, and the letters that a line of it has room for."""
_OPENING = {
    "plain": "I think that school should start later because everybody is tired.",
    "clear": "Should school start an hour later? I will argue that it should, for those who are "
    "older than thirteen.",
}
_REASONS = (
    "Pupils who slept long enough pay attention. In my own class the first lesson is the one of "
    "which nobody remembers anything.",
    "Buses are full at half past seven, since everyone is on the way to work. An hour later there "
    "would be seats, and fewer cars in front of the school.",
    "Between thirteen and eighteen people fall asleep later by nature. It is no use to tell them "
    "to go to bed at nine.",
    "Breakfast at home costs time that families do not have now. A later bell would give it back.",
)
_DOUBT = (
    "Some say that training and work after school would suffer. That is true for those who play "
    "in a team, but clubs move their hours for holidays, and they could do so for this."
)
_CLOSE = (
    "All in all an hour of sleep costs a school little and gives back a whole lesson. That is why "
    "I would begin at nine."
)
_FILLER = "It is just not fair and it is also boring and so it should be changed."
_ESSAYS: tuple[tuple[str, str, tuple[int, ...], bool, bool], ...] = (
    ("essay 1", "plain", (), False, False),
    ("essay 2", "plain", (0,), False, False),
    ("essay 3", "plain", (1, 3), False, False),
    ("essay 4", "clear", (3,), False, False),
    ("essay 5", "clear", (1, 2), False, True),
    ("essay 6", "clear", (0, 2, 3), False, True),
    ("essay 7", "clear", (0, 2), True, True),
    ("essay 8", "clear", (0, 1, 2, 3), True, True),
)
"""Name, opening, reasons, whether a doubt is answered, whether there is an end: ever better."""


def _fill(folder: Path) -> Content:
    items = [
        Item(name, _draw(folder / f"{name}.svg", _write(opening, reasons, doubt, close)))
        for name, opening, reasons, doubt, close in _ESSAYS
    ]
    design = Design(
        title="Essays on the first lesson",
        prompt="Which essay argues better?",
        stop=StopRules(24),
        texts=Texts(
            instructions="You will see two essays at a time. Read both, then choose the one that "
            "argues better. Spelling and handwriting do not count."
        ),
        timeline=(
            Step(StepKind.INSTRUCTIONS),
            Step(StepKind.BLOCK, "argument", block=Block("Which essay argues better?")),
            Step(StepKind.THANKS),
        ),
    )
    middle = (len(items) - 1) / 2
    return Content(design, tuple(items), tuple(k - middle for k in range(len(items))))


def _write(opening: str, reasons: tuple[int, ...], doubt: bool, close: bool) -> list[str]:
    """Return the paragraphs of an essay."""
    parts = [_OPENING[opening], *(_REASONS[k] for k in reasons)]
    parts += [_DOUBT] if doubt else []
    return [*parts, _CLOSE if close else _FILLER]


def _draw(path: Path, paragraphs: list[str]) -> Path:
    rows, y = [_place("When should school start?", 96, 22)], 140
    for paragraph in paragraphs:
        for line in textwrap.wrap(paragraph, _LINE):
            rows.append(_place(line, y, 16))
            y += 24
        y += 14
    paper = f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#FFFFFF"/>'
    return write_svg(path, _WIDTH, _HEIGHT, paper + "".join(rows))


def _place(text: str, y: int, size: int) -> str:
    look = f'font-family="serif" font-size="{size}" fill="#1A1A1A"'
    return f'<text x="64" y="{y}" {look}>{text}</text>'


TEMPLATE = StudyTemplate(
    "essays",
    "Essays",
    "Comparative judgement of eight pages, better and better by how they were made; import "
    "pages of your own as pictures or PDF.",
    _fill,
)
