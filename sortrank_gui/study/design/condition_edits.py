"""Every edit of conditions as a function from a study's content to the next."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sortrank_gui.study.design.conditions import AssignBy, Assignment, Condition
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.timeline_edits import number_name

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def add_condition(content: Content) -> tuple[Content, int]:
    """Add a condition, or two where there is none yet: one alone is no comparison."""
    conditions = list(content.design.conditions)
    place = len(conditions)
    for _ in range(1 if conditions else 2):
        conditions.append(Condition(_free_letter(conditions)))
    return _store(content, conditions), place


def duplicate_condition(content: Content, place: int) -> tuple[Content, int]:
    """Add a copy of a condition behind it, whose people are still to be chosen."""
    conditions = content.design.conditions
    taken = {each.name.casefold() for each in conditions}
    name = number_name(conditions[place].name, taken)
    copy = replace(conditions[place], name=name, codes=(), options=())
    after = place + 1
    return _store(content, [*conditions[:after], copy, *conditions[after:]]), after


def remove_condition(content: Content, place: int) -> Content:
    """Take a condition away; without any, nobody is assigned."""
    conditions = content.design.conditions
    content = _store(content, [*conditions[:place], *conditions[place + 1 :]])
    if content.design.conditions:
        return content
    return replace(content, design=replace(content.design, assignment=Assignment()))


def move_condition(content: Content, place: int, target: int) -> Content:
    """Put a condition before the one that stands at `target` now."""
    conditions = list(content.design.conditions)
    moved = conditions.pop(place)
    conditions.insert(target - (target > place), moved)
    return _store(content, conditions)


def change_condition(content: Content, place: int, **changes: Any) -> Content:
    """Give a condition another value, such as its tags."""
    conditions = list(content.design.conditions)
    conditions[place] = replace(conditions[place], **changes)
    return _store(content, conditions)


def reword_condition(content: Content, place: int, language: str, key: str, text: str) -> Content:
    """Let a condition say something in other words than the study; as the study if empty."""
    words = {(at, name): old for at, name, old in content.design.conditions[place].words}
    words[language, key] = text
    kept = tuple((at, name, word) for (at, name), word in words.items() if word.strip())
    return change_condition(content, place, words=kept)


def find_condition_text(condition: Condition, language: str, key: str) -> str:
    """Return what a condition itself says; empty where it says what the study does."""
    return {(at, name): text for at, name, text in condition.words}.get((language, key), "")


def assign_by(content: Content, by: AssignBy) -> Content:
    """Let people come into conditions in another way."""
    return _assign(content, by=by)


def choose_deciding(content: Content, questionnaire: str, field: str) -> Content:
    """Let the answer to a question decide; where its answers lead is to be chosen anew."""
    conditions = [replace(each, options=()) for each in content.design.conditions]
    return _assign(_store(content, conditions), questionnaire=questionnaire, field=field)


def lead_option(content: Content, option: int, place: int | None) -> Content:
    """Let an answer, by its number from 1, lead to one condition and to no other."""
    conditions = []
    for k, each in enumerate(content.design.conditions):
        options = {*each.options} - {option} | ({option} if k == place else set())
        conditions.append(replace(each, options=tuple(sorted(options))))
    return _store(content, conditions)


def _store(content: Content, conditions: Sequence[Condition]) -> Content:
    return replace(content, design=replace(content.design, conditions=tuple(conditions)))


def _assign(content: Content, **changes: Any) -> Content:
    assignment = replace(content.design.assignment, **changes)
    return replace(content, design=replace(content.design, assignment=assignment))


def _free_letter(conditions: Sequence[Condition]) -> str:
    taken = {each.name.casefold() for each in conditions}
    free = (letter for letter in _LETTERS if letter.casefold() not in taken)
    return next(free, "") or number_name("condition", taken)
