"""How much a design may hold, whatever its fields are: texts, lists and numbers.

How it works
------------
A design comes from a file that anybody may have written. One walk goes over all of it, so that a
field that is added later is looked at, too: each text can be saved and has an end, each number is
one, each list is as long as screens and tables can bear.
"""

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from sortrank_gui.limits import (
    LONGEST_PICTURE,
    LONGEST_TEXT,
    MOST_CODES,
    MOST_CONDITIONS,
    MOST_CONTEXTS,
    MOST_LISTED,
)
from sortrank_gui.study.items.items import is_encodable

Problem = tuple[str, str]
Trail = tuple[str | int, ...]
_MOST = {"codes": MOST_CODES, "catch_pairs": MOST_CODES, "contexts": MOST_CONTEXTS}
_MOST |= {"conditions": MOST_CONDITIONS}


def list_long_lists(value: Any, trail: Trail = ()) -> Iterator[Problem]:
    """Yield the field of every list that is too long, with a sentence."""
    if isinstance(value, tuple):
        names = [str(part) for part in trail if isinstance(part, str)]
        most = _MOST.get(names[-1], MOST_LISTED)
        if len(value) > most:
            yield (
                _name(trail),
                f"{len(value):,} {names[-1]} are too many; {most:,} are possible.",
            )
            return
    for step, part in _list_parts(value):
        yield from list_long_lists(part, (*trail, step))


def list_odd_values(value: Any, trail: Trail = ()) -> Iterator[Problem]:
    """Yield the field of every text or number that no study can have, with a sentence."""
    if isinstance(value, str):
        most = LONGEST_PICTURE if "words" in trail else LONGEST_TEXT
        if len(value) > most:
            yield _name(trail), f"The text has {len(value):,} characters; {most:,} are possible."
        elif not is_encodable(value):
            yield _name(trail), "The text has a character that can't be saved; type it anew."
    elif isinstance(value, float) and not math.isfinite(value):
        yield _name(trail), f"A number is needed, not {value:g}."
    for step, part in _list_parts(value):
        yield from list_odd_values(part, (*trail, step))


def _list_parts(value: Any) -> Iterator[tuple[str | int, Any]]:
    """Yield what a dataclass or a tuple holds, with its name or place there."""
    if is_dataclass(value):
        yield from ((field.name, getattr(value, field.name)) for field in fields(value))
    elif isinstance(value, tuple):
        yield from enumerate(value)


def _name(trail: Trail) -> str:
    """Return the name of a field as forms know it, such as `texts.welcome` or `timeline.3`."""
    if trail[0] in ("translations", "catch_pairs", "codes", "languages", "contexts"):
        return str(trail[0])
    return ".".join(map(str, trail[:2]))
