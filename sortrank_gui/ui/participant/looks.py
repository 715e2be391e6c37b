"""The colours of the participant window: neutral around the items, whatever the app's theme."""

from dataclasses import dataclass, replace

from sortrank_gui.study.design.design import Background
from sortrank_gui.ui.widgets.theme import DARK, LIGHT, Theme


@dataclass(frozen=True, slots=True)
class Looks:
    """What is behind the items, and the colours on it."""

    ground: str
    page: Theme
    """Prompt, key hints and progress, which stand on the ground."""
    sheet: Theme
    """Pages of text, which stand on a sheet."""
    items: Theme
    """The boxes of the items; what marks a choice has no hue that could colour them."""


def looks_of(background: Background) -> Looks:
    """Return the looks that a design asks for."""
    return _LOOKS[background]


def _make(ground: str, page: Theme, sheet: Theme, mark: str) -> Looks:
    items = replace(sheet, well=sheet.card, accent=mark)
    return Looks(ground, page, replace(sheet, background=sheet.well), items)


_GREY_PAGE = replace(
    LIGHT,
    background="#747474",
    well="#363636",
    line="#EDEDED",
    text="#FFFFFF",
    soft="#FFFFFF",
    accent="#FFFFFF",
)
_WHITE_PAGE = replace(LIGHT, background="#FFFFFF", well="#D3D8E0", line="#8A93A1", accent="#4A5468")
_BLACK_PAGE = replace(
    DARK, background="#1C1C1C", well="#3A3A3A", line="#757575", text="#F2F2F2", accent="#D0D0D0"
)
_BLACK_SHEET = replace(DARK, card="#161616", well="#242424", line="#3A3A3A", text="#F2F2F2")

_LOOKS = {
    Background.GREY: _make("#808080", _GREY_PAGE, replace(LIGHT, line="#808080"), "#101418"),
    Background.WHITE: _make("#FFFFFF", _WHITE_PAGE, LIGHT, "#1D2433"),
    Background.BLACK: _make("#000000", _BLACK_PAGE, _BLACK_SHEET, "#FFFFFF"),
}
