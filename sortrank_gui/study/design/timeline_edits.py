"""Every edit of a timeline as a function from a study's content to the next.

A study is plain for as long as its steps are the plain ones; with the first step that is not,
the timeline becomes its own, and practice a step of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.timeline import ONCE, Prompt, Step, StepKind
from sortrank_gui.study.design.versions import full_timeline

NAMES = {
    StepKind.BLOCK: "question",
    StepKind.QUESTIONNAIRE: "questionnaire",
    StepKind.MESSAGE: "message",
}
"""What steps are called until somebody gives them a name."""
_FIRST = (StepKind.WELCOME, StepKind.CONSENT, StepKind.INSTRUCTIONS)
"""Pages that come before any block."""


def set_steps(content: Content, steps: Sequence[Step]) -> Content:
    """Let a session have these steps; if they are the plain ones, the study is plain again."""
    practice = next((step.trials for step in steps if step.kind is StepKind.PRACTICE), 0)
    plain = replace(content.design, timeline=(), practice=practice)
    if tuple(steps) == full_timeline(plain):
        return replace(content, design=plain)
    return replace(content, design=replace(plain, timeline=tuple(steps), practice=0))


def make_plain(content: Content) -> Content:
    """Let a session have the plain steps; the first practice of the timeline stays."""
    steps = full_timeline(content.design)
    practice = next((step.trials for step in steps if step.kind is StepKind.PRACTICE), 0)
    plain = replace(content.design, timeline=(), practice=practice)
    return _drop_block_words(replace(content, design=plain))


def add_step(content: Content, step: Step, after: int | None = None) -> tuple[Content, int]:
    """Add a step behind another, or where it can stand; return its place, too."""
    steps = list(full_timeline(content.design))
    place = find_place(steps, step.kind, len(steps) - 1 if after is None else after)
    steps.insert(place, replace(step, name=_free_name(steps, step)))
    return set_steps(content, steps), place


def duplicate_step(content: Content, place: int) -> tuple[Content, int]:
    """Add a copy of a step behind it, or behind the block that is practised; return its place."""
    return add_step(content, full_timeline(content.design)[place], place)


def remove_step(content: Content, place: int) -> Content:
    """Take a step away; the last one stays, since no steps at all would be the plain ones."""
    steps = list(full_timeline(content.design))
    if len(steps) > 1:
        del steps[place]
    return _drop_block_words(set_steps(content, steps))


def move_step(content: Content, place: int, target: int) -> Content:
    """Put a step before the one that stands at `target` now."""
    steps = list(full_timeline(content.design))
    moved = steps.pop(place)
    steps.insert(target - (target > place), moved)
    return set_steps(content, steps)


def change_step(content: Content, place: int, **changes: Any) -> Content:
    """Give a step other values; whoever calls it by its name follows."""
    steps = list(full_timeline(content.design))
    before = steps[place]
    steps[place] = after = replace(before, **changes)
    content = set_steps(content, steps)
    return _follow_name(content, before, after) if before.name != after.name else content


def change_block(content: Content, place: int, **changes: Any) -> Content:
    """Give a block another value, such as its strategy."""
    block = full_timeline(content.design)[place].block
    return change_step(content, place, block=replace(block, **changes))


def reword_step(content: Content, place: int, language: str, text: str) -> Content:
    """Give a step its text in a language; in others than the first, empty is as in the first."""
    step = full_timeline(content.design)[place]
    if language == content.design.languages[0]:
        return change_step(content, place, text=text)
    return change_step(content, place, translations=_reword(step.translations, language, text))


def reword_block(content: Content, place: int, language: str, text: str) -> Content:
    """Give a block its own question in a language; empty is the study's, or as in the first."""
    block = full_timeline(content.design)[place].block
    if language == content.design.languages[0]:
        return change_block(content, place, prompt=text)
    return change_block(content, place, translations=_reword(block.translations, language, text))


def find_place(steps: Sequence[Step], kind: StepKind, after: int) -> int:
    """Return where a new step of a kind stands, behind another as far as its kind may."""
    kinds = [step.kind for step in steps]
    block = kinds.index(StepKind.BLOCK) if StepKind.BLOCK in kinds else len(kinds)
    consent = kinds.index(StepKind.CONSENT) if StepKind.CONSENT in kinds else -1
    match kind:
        case StepKind.WELCOME:
            return 0
        case StepKind.CONSENT:
            return 1 if kinds[:1] == [StepKind.WELCOME] else 0
        case StepKind.INSTRUCTIONS:
            return block - (kinds[block - 1 : block] == [StepKind.PRACTICE])
        case StepKind.THANKS:
            return len(kinds)
        case StepKind.PRACTICE:
            return next((k for k in range(after, len(kinds)) if kinds[k] is StepKind.BLOCK), block)
    place = min(after + 1, len(kinds) - (kinds[-1:] == [StepKind.THANKS]))
    if kind is StepKind.QUESTIONNAIRE:
        place = max(place, consent + 1)
    elif kind is StepKind.BLOCK:
        place = max(
            place, 1 + max((k for k, each in enumerate(kinds) if each in _FIRST), default=-1)
        )
    return place + (kinds[place - 1 : place] == [StepKind.PRACTICE])


def list_addable(steps: Sequence[Step]) -> list[StepKind]:
    """Return the kinds of which one more step is possible."""
    there = {step.kind for step in steps}
    return [kind for kind in StepKind if kind not in ONCE or kind not in there]


def _free_name(steps: Sequence[Step], step: Step) -> str:
    base = step.name or NAMES.get(step.kind, "")
    taken = {each.name.casefold() for each in steps}
    return base if step.kind not in NAMES else number_name(base, taken)


def number_name(base: str, taken: set[str]) -> str:
    """Return a name, with a number counted on where it is taken, as “question 2”."""
    name, number = base, 1
    stem = base.rstrip("0123456789").rstrip() or base
    while name.casefold() in taken:
        number += 1
        name = f"{stem} {number}"
    return name


def _reword(texts: Sequence[Prompt], language: str, text: str) -> tuple[Prompt, ...]:
    known = {each.language: each for each in texts} | {language: Prompt(language, text)}
    return tuple(each for each in known.values() if each.text.strip())


def _follow_name(content: Content, before: Step, after: Step) -> Content:
    """Let conditions and their assignment call a step by its new name."""
    design = content.design
    if after.kind is StepKind.QUESTIONNAIRE and design.assignment.questionnaire == before.name:
        assignment = replace(design.assignment, questionnaire=after.name)
        return replace(content, design=replace(design, assignment=assignment))
    if after.kind is not StepKind.BLOCK:
        return content
    old, new = f"prompt {before.name}", f"prompt {after.name}"
    conditions = tuple(
        replace(each, words=tuple((at, new if key == old else key, t) for at, key, t in each.words))
        for each in design.conditions
    )
    return replace(content, design=replace(design, conditions=conditions))


def _drop_block_words(content: Content) -> Content:
    """Forget what conditions ask in blocks that are gone."""
    blocks = {s.name for s in full_timeline(content.design) if s.kind is StepKind.BLOCK}
    known = {f"prompt {name}" for name in blocks}
    conditions = tuple(
        replace(
            each,
            words=tuple(w for w in each.words if not w[1].startswith("prompt ") or w[1] in known),
        )
        for each in content.design.conditions
    )
    return replace(content, design=replace(content.design, conditions=conditions))
