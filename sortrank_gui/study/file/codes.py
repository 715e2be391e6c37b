"""Participants' codes: which one comes next, and which are taken at all."""

import re
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sortrank_gui.errors import CodeError, InputError
from sortrank_gui.limits import LONGEST_CODE
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.validation import check_code
from sortrank_gui.tables import read_table, read_text

_NUMBERED = re.compile(r"(.*?)([0-9]+)")
_FIRST, _FIRST_ROBOT = "P00", "R00"
_NOTHING: Mapping[str, int] = MappingProxyType({})


def choose_code(
    design: Design,
    people: Sequence[str],
    taken: Collection[str],
    reached: Mapping[str, int] = _NOTHING,
) -> str:
    """Return the next free code: of the study's list, or after the last one; empty if none is left.

    `people` came in this order; the code after VP113 is VP114, and the first one is P01. `reached`
    says how far codes had been counted when somebody withdrew, by what `series_digest` returns:
    their code is gone, and nobody else gets it.
    """
    if design.codes:
        return next((code for code in design.codes if code not in taken), "")
    last = people[-1] if people else _FIRST
    return _count_on(last, taken, reached) or _count_on(_FIRST, taken, reached)


def tell_reached(before: str, after: str) -> dict[str, Any]:
    """Return what stays of the codes when somebody withdraws: the number that was next.

    `before` and `after` are the next codes with the person and without. Nothing stays where no code
    of theirs would be offered again.
    """
    old, new = _NUMBERED.fullmatch(before), _NUMBERED.fullmatch(after)
    if old is None or new is None or old[1] != new[1] or int(old[2]) <= int(new[2]):
        return {}
    return {"series": series_digest(before), "next": int(old[2])}


def series_digest(code: str) -> str:
    """Return what tells apart which codes are counted together, without saying what they are."""
    found = _NUMBERED.fullmatch(code)
    return "" if found is None else sha256(found[1].encode()).hexdigest()[:8]


def choose_robot_code(taken: Collection[str]) -> str:
    """Return the first of R01, R02, ... that is free."""
    return _count_on(_FIRST_ROBOT, taken)


def list_codes(first: str, number: int) -> tuple[str, ...]:
    """Return so many codes, counted on from the first one; fewer where it has no number."""
    codes = [check_code(first)]
    while len(codes) < number and (following := _count_on(codes[-1], ())):
        codes.append(following)
    return tuple(codes)


def read_codes(path: Path) -> tuple[str, ...]:
    """Return the codes of a text with one a line, or of a table's column code or participant."""
    if path.suffix.lower() in (".csv", ".tsv"):
        table = read_table(path)
        column = table.need("code", "participant")
        found = [row[column] for row in table]
    else:
        found = read_text(path).splitlines()
    codes = tuple(dict.fromkeys(check_code(code) for code in found if code.strip()))
    if not codes:
        raise InputError(f"{path} has no codes.")
    return codes


def require_code(design: Design, code: str, people: Sequence[str], taken: Collection[str]) -> str:
    """Return a person's code without blanks around it, if the study takes it."""
    code = check_code(code)
    if not design.codes or code in taken:
        return code
    if code not in design.codes:
        raise CodeError(f"“{code}” is not in this study's list of codes.")
    following = choose_code(design, people, taken)
    if design.codes_in_order and code != following:
        raise CodeError(f"Codes are given out in their order: the next one is “{following}”.")
    return code


def _count_on(code: str, taken: Collection[str], reached: Mapping[str, int] = _NOTHING) -> str:
    """Return the next free code of the same pattern; empty if it has no number at its end."""
    found = _NUMBERED.fullmatch(code)
    if found is None:
        return ""
    letters, digits = found.groups()
    first = int(digits) + 1
    if reached:
        first = max(first, reached.get(series_digest(code), 0))
    for number in count(first):
        following = f"{letters}{number:0{len(digits)}}"
        if following not in taken:
            return following if len(following) <= LONGEST_CODE else ""
    return ""
