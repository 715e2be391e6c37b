"""How a trial was shown and how it was answered: what an answer's record says beside the answer."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import isfinite
from typing import Any

from sortrank_gui.errors import StudyFileError
from sortrank_gui.plain_json import parse_json


class Input(StrEnum):
    """What an answer was given with."""

    MOUSE = "mouse"
    KEY = "key"
    TOUCH = "touch"


@dataclass(frozen=True, slots=True)
class Detail:
    """What is known about one answer; what is not known keeps its default, and takes no room."""

    input: Input | None = None
    key: str = ""
    """The name of the key, such as “Left” or “1”."""
    shown_ms: float | None = None
    """When the frame with the pair came to the screen, by a clock that never jumps; its zero is
    the start of the program."""
    hidden_ms: float | None = None
    """When the frame without the pair came, by the same clock, where that was before the answer."""
    previous_hidden_ms: float | None = None
    """When the frame without the pair before came, whose answer was on disk by then."""
    left_size: tuple[int, int] | None = None
    """Width and height of the left item in pixels of the screen."""
    right_size: tuple[int, int] | None = None
    screen: int | None = None
    """Which of the session's screens it was, from 1: see `EventKind.SCREEN`."""
    late: bool = False
    """Whether nobody answered before the deadline; such an answer is “neither”."""
    context: str = ""
    """The name of what the pair was shown with."""
    untimed: bool = False
    """Whether nobody knows how long the answer took: it was imported."""
    undated: bool = False
    """Whether nobody knows when it was given."""


def detail_to_json(detail: Detail) -> str:
    """Return what is known as compact JSON."""
    defaults = asdict(Detail())
    known = {name: value for name, value in asdict(detail).items() if value != defaults[name]}
    return json.dumps(known, ensure_ascii=False, separators=(",", ":"))


def is_untimed(text: str | None) -> bool:
    """Say whether a record's detail says that the time of its answer is not known."""
    return text is not None and '"untimed":true' in text


def is_undated(text: str | None) -> bool:
    """Say whether it says that nobody knows when the answer was given."""
    return text is not None and '"undated":true' in text


def detail_from_json(text: str | None) -> Detail:
    """Return the detail of a record; what a later SortRank adds is passed over."""
    if text is None:
        return Detail()
    try:
        found: dict[str, Any] = parse_json(text)
        known = {name: _READERS[name](value) for name, value in found.items() if name in _READERS}
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise StudyFileError(f"An answer has a detail that is none: {text[:40]!a}.") from error
    return Detail(**known)


def _read_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise TypeError(value)
    return value


def _read_size(value: Any) -> tuple[int, int]:
    width, height = value
    return int(_read_number(width)), int(_read_number(height))


def _read_count(value: Any) -> int:
    if int(_read_number(value)) != value:
        raise TypeError(value)
    return int(value)


_READERS: dict[str, Callable[[Any], Any]] = {
    "input": Input,
    "key": str,
    "context": str,
    "shown_ms": _read_number,
    "hidden_ms": _read_number,
    "previous_hidden_ms": _read_number,
    "left_size": _read_size,
    "right_size": _read_size,
    "screen": _read_count,
    "late": bool,
    "untimed": bool,
    "undated": bool,
}
