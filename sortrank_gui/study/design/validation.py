"""What is wrong with a design or its items, field by field, in sentences."""

import math
import re
from collections.abc import Iterator, Sequence

from sortrank_gui.errors import CodeError, InputError
from sortrank_gui.limits import LONGEST_CODE, LONGEST_PICTURE, LONGEST_TEXT, MOST_ITEMS
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.design import Design, ExclusionRules, PictureSize, Resume
from sortrank_gui.study.design.extent import list_long_lists, list_odd_values
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline_validation import list_timeline_problems
from sortrank_gui.study.design.wording import PICTURE
from sortrank_gui.study.items.items import Item, find_problem, is_encodable, is_one_line

LARGEST_SEED = 2**31 - 1
MOST_EXTRAS = 0.5
LONGEST_MS = 600_000
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")

Problem = tuple[str, str]
"""The name of a field, such as `stop.budget`, and a sentence about it."""


def problems(
    design: Design, items: Sequence[Item], truth: Sequence[float] | None = None
) -> dict[str, str]:
    """Return a sentence for every field that can't stay as it is; empty where all is well."""
    found = design_problems(design, items, has_truth=truth is not None)
    return found | item_problems(items, truth)


def design_problems(design: Design, items: Sequence[Item], *, has_truth: bool) -> dict[str, str]:
    """Return what is wrong with the settings; of items only as far as these name them."""
    found = dict(list_long_lists(design))
    if found:  # which the rest would go through again and again
        return found
    for name, sentence in (
        *_text_problems(design),
        *_number_problems(design),
        *_language_problems(design),
        *_code_problems(design),
        *_trial_problems(design),
        *_rule_problems(design.exclusion),
        *_top_problems(design, len(items)),
        *_extra_problems(design, items, has_truth=has_truth),
        *(() if design.is_imported else _stop_problems(design.stop)),
        *_block_stop_problems(design),
        *list_timeline_problems(design, items),
        *list_odd_values(design),
    ):
        found.setdefault(name, sentence)
    return found


def item_problems(items: Sequence[Item], truth: Sequence[float] | None = None) -> dict[str, str]:
    """Return what is wrong with the items themselves, and with the truth about them."""
    found: dict[str, str] = {}
    for name, sentence in (*_item_problems(items), *_truth_problems(items, truth)):
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
        raise CodeError(
            f"A participant's code is one line of 1 to {LONGEST_CODE} characters, "
            f"and “{code[:LONGEST_CODE]}” is not."
        )
    return code


def _text_problems(design: Design) -> Iterator[Problem]:
    if not design.title.strip():
        yield "title", "The study needs a title."
    if not design.prompt.strip():
        yield "prompt", "Participants need a question, such as “Which photo is sharper?”."
    if design.strategy not in strategies.names() and not design.is_imported:
        yield (
            "strategy",
            f"There is no strategy “{design.strategy}”; "
            f"choose one of {', '.join(strategies.names())}.",
        )
    named = {"title": design.title, "prompt": design.prompt}
    for name, text in (*named.items(), *_list_texts(design)):
        if len(text) > LONGEST_TEXT:
            yield name, f"The text has {len(text):,} characters; {LONGEST_TEXT:,} are possible."
        elif not is_encodable(text):
            yield name, "The text has a character that can't be saved; type it anew."
    for name in ("left", "right", "equal", "neither"):
        if not getattr(design.texts, name).strip():
            yield f"texts.{name}", "The button needs a label."


def _top_problems(design: Design, n_items: int) -> Iterator[Problem]:
    if design.top is None:
        return
    if design.top < 1:
        yield "top", f"At least one item is the top, not {design.top}."
    elif design.top >= max(n_items, 2) and strategies.facts(design.strategy).pick_top is not None:
        yield "top", f"Of {n_items:,} items at most {max(n_items, 2) - 1:,} can be the top."


def _list_texts(design: Design) -> Iterator[tuple[str, str]]:
    """Yield the fields of all texts of all languages, with what stands there."""
    for field, texts in (
        ("texts", design.texts),
        *(("translations", each.texts) for each in design.translations),
    ):
        for name in texts.__slots__:
            if name != "words":
                yield f"{field}.{name}", getattr(texts, name)
        for key, text in texts.words:
            if not key.startswith(PICTURE) or len(text) > LONGEST_PICTURE:
                yield f"{field}.words", f"{key} {text}"
    yield from (("translations", each.prompt) for each in design.translations)


def _language_problems(design: Design) -> Iterator[Problem]:
    codes = [each.language for each in design.translations]
    if not design.languages:
        yield "languages", "A study has one language at least."
    elif len(set(design.languages)) < len(design.languages):
        yield "languages", "A language is there twice."
    elif not all(_LANGUAGE.fullmatch(code) for code in design.languages):
        yield "languages", "The code of a language is such as “pt” or “zh-Hans”."
    if len(set(codes)) < len(codes):
        yield "translations", "A language has its texts twice."
    elif set(codes) - set(design.languages[1:]):
        yield "translations", "There are texts in a language that the study does not offer."


def _code_problems(design: Design) -> Iterator[Problem]:
    for code in design.codes:
        try:
            if check_code(code) != code:
                yield "codes", f"“{code}” has blanks around it."
        except InputError as error:
            yield "codes", str(error)
    if len(set(design.codes)) < len(design.codes):
        twice = next(code for code in design.codes if design.codes.count(code) > 1)
        yield "codes", f"The code “{twice}” is there twice."
    if design.resume is Resume.AGAIN:
        yield "resume", "Another session of the same person is never begun without asking."
    if not (is_one_line(design.pin) or not design.pin) or len(design.pin) > LONGEST_CODE:
        yield "pin", f"A PIN is one line of up to {LONGEST_CODE} characters."


def _trial_problems(design: Design) -> Iterator[Problem]:
    """Yield what is wrong with what is shown when, and with the keys."""
    display, timing = design.display, design.timing
    for name, least, most in (
        ("size", 0.1, 100_000.0),
        ("distance_mm", 50.0, 100_000.0),
        ("points", 4.0, 400.0),
    ):
        if not least <= getattr(display, name) <= most:
            yield f"display.{name}", f"A number from {least:g} to {most:,.0f} is possible."
    if display.pictures is PictureSize.DEGREES and display.size >= 180:
        yield "display.size", "A picture has less than 180 degrees."
    if display.gap is not None and not 0 <= display.gap <= 10_000:
        yield "display.gap", "A whole number from 0 to 10,000 is possible."
    for name in timing.__slots__:
        if not 0 <= getattr(timing, name) <= LONGEST_MS:
            yield f"timing.{name}", f"A whole number from 0 to {LONGEST_MS:,} is possible."
    soonest = max(timing.answer_delay_ms, design.min_response_ms)
    if timing.deadline_ms and timing.deadline_ms <= soonest:
        yield "timing.deadline_ms", f"Nobody can answer: answers are taken from {soonest} ms on."
    yield from _key_problems(design)


def _key_problems(design: Design) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name in design.keys.__slots__:
        names = getattr(design.keys, name)
        offered = {"equal": design.offer_equal, "neither": design.offer_neither}.get(name, True)
        if offered and not names:
            yield f"keys.{name}", "The answer needs a key at least."
        for key in names:
            if not key.strip() or not is_one_line(key):
                yield f"keys.{name}", "A key has a name, such as Left or F."
            elif key.casefold() in seen:
                yield f"keys.{name}", f"The key {key} means “{seen[key.casefold()]}” already."
            seen.setdefault(key.casefold(), name)


def _rule_problems(rules: ExclusionRules) -> Iterator[Problem]:
    share, median, infit = rules.failed_catch_share, rules.median_ms, rules.infit
    if share is not None and not 0 <= share < 1:
        yield "exclusion.failed_catch_share", "A share from 0 to below 1 is possible."
    if median is not None and not 0 < median <= LONGEST_MS:
        yield "exclusion.median_ms", f"A number above 0, up to {LONGEST_MS:,}, is possible."
    if infit is not None and not 1 < infit < 100:
        yield "exclusion.infit", "A number above 1 is possible: 1 is to be expected of everybody."


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
    names = {item.name for item in items} if design.catch_pairs else set[str]()
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


def _block_stop_problems(design: Design) -> Iterator[Problem]:
    for place, step in enumerate(design.timeline):
        if step.block.stop is not None:
            for _, sentence in _stop_problems(step.block.stop):
                yield f"timeline.{place}", sentence


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
