"""What is wrong with a design or its items, field by field, in sentences."""

import math
from collections.abc import Iterator, Sequence

from sortrank_gui.errors import InputError
from sortrank_gui.limits import LONGEST_CODE, LONGEST_TEXT, MOST_ITEMS
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.design import Design, StopRules
from sortrank_gui.study.items.items import Item, find_problem, is_encodable, is_one_line

LARGEST_SEED = 2**31 - 1
MOST_EXTRAS = 0.5

Problem = tuple[str, str]
"""The name of a field, such as `stop.budget`, and a sentence about it."""


def problems(
    design: Design, items: Sequence[Item], truth: Sequence[float] | None = None
) -> dict[str, str]:
    """Return a sentence for every field that can't stay as it is; empty where all is well."""
    found: dict[str, str] = {}
    for name, sentence in (
        *_text_problems(design),
        *_number_problems(design),
        *_extra_problems(design, items, has_truth=truth is not None),
        *_stop_problems(design.stop),
        *_item_problems(items),
        *_truth_problems(items, truth),
    ):
        found.setdefault(name, sentence)
    return found


def require_valid(
    design: Design, items: Sequence[Item], truth: Sequence[float] | None = None
) -> None:
    """Raise with the first problem, if there is one."""
    for name, sentence in problems(design, items, truth).items():
        raise InputError(f"{name}: {sentence}")


def check_code(code: str) -> str:
    """Return a participant's code without blanks around it, if it can be one."""
    code = code.strip()
    if not code or len(code) > LONGEST_CODE or not is_one_line(code):
        raise InputError(
            f"A participant's code is one line of 1 to {LONGEST_CODE} characters, "
            f"and “{code[:LONGEST_CODE]}” is not."
        )
    return code


def _text_problems(design: Design) -> Iterator[Problem]:
    if not design.title.strip():
        yield "title", "The study needs a title."
    if not design.prompt.strip():
        yield "prompt", "Participants need a question, such as “Which photo is sharper?”."
    if design.strategy not in strategies.names():
        yield (
            "strategy",
            f"There is no strategy “{design.strategy}”; "
            f"choose one of {', '.join(strategies.names())}.",
        )
    named = {"title": design.title, "prompt": design.prompt}
    texts = {f"texts.{name}": getattr(design.texts, name) for name in design.texts.__slots__}
    for name, text in {**named, **texts}.items():
        if len(text) > LONGEST_TEXT:
            yield name, f"The text has {len(text):,} characters; {LONGEST_TEXT:,} are possible."
        elif not is_encodable(text):
            yield name, "The text has a character that can't be saved; type it anew."
    for name in ("left", "right", "equal", "neither"):
        if not getattr(design.texts, name).strip():
            yield f"texts.{name}", "The button needs a label."


def _number_problems(design: Design) -> Iterator[Problem]:
    for name, most in (
        ("min_response_ms", 60_000),
        ("interval_ms", 60_000),
        ("break_every", 1_000_000),
        ("practice", 1_000),
        ("seed", LARGEST_SEED),
    ):
        value = getattr(design, name)
        if not 0 <= value <= most:
            yield name, f"A whole number from 0 to {most:,} is possible, not {value:,}."


def _extra_problems(design: Design, items: Sequence[Item], *, has_truth: bool) -> Iterator[Problem]:
    for name in ("catch_share", "repeat_share"):
        if not 0 <= getattr(design, name) <= MOST_EXTRAS:
            yield name, f"A share from 0 to {MOST_EXTRAS:g} is possible."
    if design.repeat_share > 0 and design.catch_share + design.repeat_share > MOST_EXTRAS:
        yield "repeat_share", "Catch and repeat trials together can be half of the trials at most."
    if design.catch_share > 0 and not design.catch_pairs and not has_truth:
        yield (
            "catch_pairs",
            "Catch trials need pairs with a known answer, or a ground truth to take them from.",
        )
    names = {item.name for item in items}
    for better, worse in design.catch_pairs:
        unknown = [name for name in (better, worse) if name not in names]
        if unknown:
            yield "catch_pairs", f"There is no item “{unknown[0]}”."
        elif better == worse:
            yield "catch_pairs", f"“{better}” can't be compared with itself."


def _stop_problems(stop: StopRules) -> Iterator[Problem]:
    if all(getattr(stop, name) is None for name in stop.__slots__):
        yield "stop.budget", "Without any stop rule a session would never end."
    for name in ("budget", "sorts"):
        value = getattr(stop, name)
        if value is not None and not 1 <= value <= 10_000_000:
            yield f"stop.{name}", f"A whole number from 1 on is possible, not {value:,}."
    for name in ("minutes", "displacement"):
        value = getattr(stop, name)
        if value is not None and not (value > 0 and math.isfinite(value)):
            yield f"stop.{name}", f"A number above 0 is possible, not {value:g}."


def _item_problems(items: Sequence[Item]) -> Iterator[Problem]:
    if not 2 <= len(items) <= MOST_ITEMS:
        yield "items", f"A study has 2 to {MOST_ITEMS:,} items, and this one has {len(items):,}."
    seen: dict[str, int] = {}
    for number, item in enumerate(items, start=1):
        if problem := find_problem(item):
            yield "items", f"Item {number} {problem}."
        elif item.name in seen:
            yield "items", f"Items {seen[item.name]} and {number} are both named “{item.name}”."
        seen.setdefault(item.name, number)


def _truth_problems(items: Sequence[Item], truth: Sequence[float] | None) -> Iterator[Problem]:
    if truth is None:
        return
    if len(truth) != len(items):
        yield "truth", f"The ground truth has {len(truth)} scores for {len(items)} items."
    elif not all(map(math.isfinite, truth)):
        yield "truth", "A true score is not a number."
