"""Landscapes to rank by how much people like them, drawn here in the place of photographs."""

import math
from pathlib import Path

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Background, Design, Texts
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.templates.template import StudyTemplate, write_svg
from sortrank_gui.study.items.items import Item

_WIDTH, _HEIGHT = 720, 480
_HOURS = {
    "dawn": ("#3E4A7A", "#F2B8A0", "#FFE3B8", "#5B5F86", "#6B7FB0"),
    "noon": ("#4C9BE8", "#CFE8FB", "#FFFBE0", "#4E7D55", "#2F6FA8"),
    "dusk": ("#2B2450", "#E8744F", "#FFD08A", "#3C3350", "#5A3A5E"),
    "night": ("#070B1F", "#24305C", "#EEF2FF", "#31406E", "#16224A"),
}
"""Colours of the zenith, of the horizon, of sun or moon, of land and of water."""
_LANDS = ("hills", "mountains", "sea")


def _fill(folder: Path) -> Content:
    items = [
        Item(f"{land} at {hour}", _draw(folder / f"{land} {hour}.svg", land, hour, number))
        for number, (land, hour) in enumerate((a, b) for a in _LANDS for b in _HOURS)
    ]
    design = Design(
        title="Landscapes",
        prompt="Which picture do you like better?",
        stop=StopRules(40),
        repeat_share=0.1,
        background=Background.GREY,
        texts=Texts(instructions="You will see two pictures at a time. Choose the one you like."),
    )
    return Content(design, tuple(items))


def _draw(path: Path, land: str, hour: str, number: int) -> Path:
    zenith, horizon, light, ground, water = _HOURS[hour]
    sky = (
        '<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{zenith}"/><stop offset="1" stop-color="{horizon}"/>'
        "</linearGradient></defs>"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="url(#sky)"/>'
    )
    x, y = 120 + 150 * (number % 4), 100 + 40 * (number % 3)
    sun = f'<circle cx="{x}" cy="{y}" r="34" fill="{light}"/>'
    if land == "sea":
        return write_svg(path, _WIDTH, _HEIGHT, sky + sun + _draw_sea(water, light, x))
    ridges = (_draw_ridge(land, layer, ground, number) for layer in range(3))
    return write_svg(path, _WIDTH, _HEIGHT, sky + sun + "".join(ridges))


def _draw_ridge(land: str, layer: int, colour: str, number: int) -> str:
    """Return a line of hills or peaks across the picture; nearer ones are lower and darker."""
    base, points = 260 + 60 * layer, []
    for x in range(0, _WIDTH + 1, 12):
        wave = x / (90 - 15 * layer) + 1.7 * number + 2.3 * layer
        if land == "hills":
            rise = 40 * math.sin(wave) + 14 * math.sin(2.3 * wave)
        else:
            rise = 110 * abs((wave / 2) % 1 - 0.5) + 30 * abs((1.7 * wave) % 1 - 0.5)
        points.append(f"{x},{base - rise:.0f}")
    corners = f"0,{_HEIGHT} {' '.join(points)} {_WIDTH},{_HEIGHT}"
    opacity = (0.45, 0.7, 1.0)[layer]
    return f'<polygon points="{corners}" fill="{colour}" fill-opacity="{opacity}"/>'


def _draw_sea(colour: str, light: str, x: int) -> str:
    water = f'<rect y="300" width="{_WIDTH}" height="180" fill="{colour}"/>'
    glints = (
        f'<rect x="{x - 50 + 9 * (k % 4)}" y="{310 + 16 * k}" width="{100 - 6 * k}" height="4" '
        f'fill="{light}" fill-opacity="0.6"/>'
        for k in range(10)
    )
    return water + "".join(glints)


TEMPLATE = StudyTemplate(
    "photographs",
    "Photographs",
    "Twelve landscapes on neutral grey, ranked by liking, with some pairs shown twice.",
    _fill,
)
