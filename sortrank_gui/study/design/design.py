"""How a study is run: everything that a researcher decides before the first answer."""

import json
import types
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from enum import StrEnum
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from sortrank_gui.errors import StudyFileError
from sortrank_gui.ranking import strategies

Values = TypeVar("Values")


class Resume(StrEnum):
    """What happens when a participant comes back to a session that was not ended."""

    RESUME = "resume"
    RESTART = "restart"
    ASK = "ask"


class Background(StrEnum):
    """What is behind the items."""

    GREY = "grey"
    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class StopRules:
    """When a session is over: as soon as one of these holds. None switches a rule off."""

    budget: int | None = 200
    """Trials a participant answers in a session: regular, catch and repeat ones."""
    sorts: int | None = None
    """Complete sorts (or rounds)."""
    minutes: float | None = None
    """Time spent on trials; breaks and pauses do not count."""
    displacement: float | None = None
    """Expected displacement per item, from the posterior."""


@dataclass(frozen=True, slots=True)
class Texts:
    """What a participant reads, in any language. An empty page is not shown."""

    welcome: str = ""
    consent: str = ""
    instructions: str = ""
    pause: str = "Take a short break."
    thanks: str = "Thank you!"
    left: str = "Left"
    right: str = "Right"
    equal: str = "Equal"
    neither: str = "Neither"


@dataclass(frozen=True, slots=True)
class Design:
    """The settings of a study; `problems` of `validation.py` says what is wrong with them."""

    title: str = ""
    prompt: str = ""
    strategy: str = strategies.DEFAULT
    shared: bool = False
    """Whether all participants carry on one common sort."""
    offer_equal: bool = False
    offer_neither: bool = False
    undo: bool = True
    min_response_ms: int = 200
    """Answers that come faster are not taken."""
    interval_ms: int = 300
    """The blank time between two trials."""
    break_every: int = 0
    """Trials between breaks; 0 for none."""
    practice: int = 0
    """Trials at the beginning that do not count."""
    catch_share: float = 0.0
    """Share of trials that have a known answer."""
    catch_pairs: tuple[tuple[str, str], ...] = ()
    """Names of the better and the worse item. Empty: taken from the ends of the ground truth."""
    repeat_share: float = 0.0
    """Share of trials that show an earlier pair again, with its sides swapped."""
    resume: Resume = Resume.ASK
    background: Background = Background.GREY
    seed: int = 1
    stop: StopRules = field(default_factory=StopRules)
    texts: Texts = field(default_factory=Texts)


def design_to_json(design: Design) -> str:
    """Return a design as JSON."""
    return json.dumps(asdict(design), ensure_ascii=False, sort_keys=True)


def design_from_json(text: str) -> Design:
    """Return the design that `design_to_json` wrote."""
    try:
        return _build(Design, json.loads(text))
    except (ValueError, TypeError, RecursionError) as error:
        raise StudyFileError(f"The design in this file can't be read: {error}.") from error


def _build(kind: type[Values], content: Any) -> Values:
    """Return a dataclass from a dictionary; fields that are missing keep their default."""
    if not isinstance(content, dict):
        raise TypeError(f"{kind.__name__} is not a table of fields")
    hints = get_type_hints(kind)
    names = {f.name for f in fields(kind)}  # type: ignore[arg-type]
    if unknown := content.keys() - names:
        raise TypeError(f"it has an unknown field “{min(unknown)}”")
    return kind(**{name: _read(name, hints[name], value) for name, value in content.items()})


def _read(name: str, hint: Any, value: Any) -> Any:
    if is_dataclass(hint) and isinstance(hint, type):
        return _build(hint, value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(value)
    if get_origin(hint) is tuple:
        return _read_pairs(name, value)
    if isinstance(hint, types.UnionType):
        if value is None:
            return None
        hint = get_args(hint)[0]
    if hint is float and type(value) is int:
        return float(value)
    if type(value) is not hint:
        raise TypeError(f"“{name}” is {value!r}, not {hint.__name__}")
    return value


def _read_pairs(name: str, value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, list):
        raise TypeError(f"“{name}” is not a list of pairs")
    for pair in value:
        if not (isinstance(pair, list) and [type(x) for x in pair] == [str, str]):
            raise TypeError(f"“{name}” holds {pair!r}, which is not two names")
    return tuple((better, worse) for better, worse in value)
