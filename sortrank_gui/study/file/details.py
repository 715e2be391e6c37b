"""How a trial was shown and how it was answered: what an answer's record says beside the answer."""

import json
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any


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
    found: dict[str, Any] = {} if text is None else json.loads(text)
    names = {field.name for field in fields(Detail)}
    known = {name: _read(name, value) for name, value in found.items() if name in names}
    return Detail(**known)


def _read(name: str, value: Any) -> Any:
    if name == "input":
        return Input(value)
    return tuple(value) if isinstance(value, list) else value
