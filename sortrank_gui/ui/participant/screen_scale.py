"""The screen that a trial is on, and how large its pixels are: as measured, or as the system says.

What was measured is kept on this computer, a screen with its resolution each; a study moves to
other screens and says millimetres or degrees.
"""

import json
import math
from contextlib import suppress
from functools import cache
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from sortrank_gui.errors import SortrankError
from sortrank_gui.paths import config_folder
from sortrank_gui.safe_files import read_json, replacing
from sortrank_gui.study.design.design import Display, PictureSize
from sortrank_gui.study.file.events import Screen

CARD_MM = (85.60, 53.98)
"""Width and height of a bank card, by ISO/IEC 7810."""
_INCH_MM = 25.4
_USUAL_DPI = 96.0
_SENSIBLE_DPI = (20.0, 2000.0)


def screen_of(widget: QWidget) -> QScreen:
    """Return the screen that a widget is on.

    A screen that a widget itself returns is gone for Python as soon as the widget is.
    """
    middle = widget.mapToGlobal(widget.rect().center())
    return QGuiApplication.screenAt(middle) or QGuiApplication.primaryScreen()


def screen_facts(screen: QScreen) -> Screen:
    """Return what is written down about a screen."""
    place, ratio = screen.geometry(), screen.devicePixelRatio()
    width, height = round(place.width() * ratio), round(place.height() * ratio)
    rate, per_mm = round(screen.refreshRate(), 3), round(pixels_per_mm(screen), 4)
    return Screen(screen.name(), place.x(), place.y(), width, height, ratio, rate, per_mm)


def pixels_per_mm(screen: QScreen) -> float:
    """Return how many pixels of the screen make a millimetre."""
    return _read(_file()).get(_name(screen)) or _told_by_system(screen)


def is_measured(screen: QScreen) -> bool:
    """Say whether somebody has measured this screen, at this resolution."""
    return _name(screen) in _read(_file())


def keep_pixels_per_mm(screen: QScreen, value: float) -> None:
    """Remember what was measured, on disk too; a disk that refuses is no reason to stop."""
    file = _file()
    known = _read(file)
    known[_name(screen)] = value
    with suppress(OSError, SortrankError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with replacing(file, mode=0o600) as opened:
            json.dump(known, opened, ensure_ascii=False, indent=1)


def longer_side(display: Display, per_mm: float) -> float | None:
    """Return the longer side of pictures in pixels of the screen; None where none is set."""
    match display.pictures:
        case PictureSize.PIXELS:
            return display.size
        case PictureSize.MILLIMETRES:
            return display.size * per_mm
        case PictureSize.DEGREES:
            return 2 * display.distance_mm * math.tan(math.radians(display.size) / 2) * per_mm
        case _:
            return None


def _told_by_system(screen: QScreen) -> float:
    width = screen.geometry().width() * screen.devicePixelRatio()
    told_mm = screen.physicalSize().width()
    dpi = _INCH_MM * width / told_mm if told_mm > 0 else 0.0
    least, most = _SENSIBLE_DPI
    return (dpi if least < dpi < most else _USUAL_DPI * screen.devicePixelRatio()) / _INCH_MM


def _name(screen: QScreen) -> str:
    size, ratio = screen.geometry().size(), screen.devicePixelRatio()
    return f"{screen.name()} {round(size.width() * ratio)}x{round(size.height() * ratio)}"


def _file() -> Path:
    return config_folder() / "screens.json"


@cache
def _read(file: Path) -> dict[str, float]:
    """Return what was measured so far; a damaged file is as good as none."""
    with suppress(OSError, ValueError):
        found = read_json(file)
        if isinstance(found, dict):
            known = {k: v for k, v in found.items() if isinstance(v, int | float)}
            most = _SENSIBLE_DPI[1] / _INCH_MM
            return {k: float(v) for k, v in known.items() if 0 < v < most}
    return {}
