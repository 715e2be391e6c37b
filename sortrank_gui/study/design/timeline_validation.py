"""What is wrong with a timeline, with questionnaires, blocks and conditions, in sentences."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sortrank_gui.limits import (
    LONGEST_NAME,
    LONGEST_TEXT,
    MOST_CHOICES,
    MOST_CONTEXTS,
    MOST_FIELDS,
    MOST_STEPS,
)
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.conditions import AssignBy, Condition
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.questionnaire import CHOICES, FieldKind, Query
from sortrank_gui.study.design.timeline import ONCE, Step, StepKind
from sortrank_gui.study.design.versions import full_timeline, list_questionnaires
from sortrank_gui.study.items.items import Item, is_encodable, is_one_line

Problem = tuple[str, str]
_FIELD_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_MOST_PLACES = 2**31 - 2
"""Of a slider; more of them Qt can't count."""
_MOST_NUMBERS = 2.0**53
_NAMED = (StepKind.BLOCK, StepKind.QUESTIONNAIRE)


def list_timeline_problems(design: Design, items: Sequence[Item]) -> Iterator[Problem]:
    """Yield the name of a field, such as `timeline.3`, and a sentence about it."""
    yield from _step_problems(design)
    for place, step in enumerate(design.timeline):
        for sentence in (*_text_problems(step), *_questionnaire_problems(step)):
            yield f"timeline.{place}", sentence
    yield from _order_problems(design)
    yield from _condition_problems(design)
    yield from _context_problems(design, items)
    if items:
        yield from _item_problems(design, items)


def _step_problems(design: Design) -> Iterator[Problem]:
    steps = design.timeline
    if not steps:
        return
    if len(steps) > MOST_STEPS:
        yield "timeline", f"A timeline has at most {MOST_STEPS} steps."
    kinds = Counter(step.kind for step in steps)
    if not kinds[StepKind.BLOCK]:
        yield "timeline", "The timeline needs a block: without one nothing is compared."
    for kind in ONCE:
        if kinds[kind] > 1:
            yield "timeline", f"The step “{kind}” is there {kinds[kind]} times; one is possible."
    names = Counter(step.name.casefold() for step in steps if step.kind in _NAMED)
    for place, step in enumerate(steps):
        if step.kind not in _NAMED:
            continue
        if not step.name.strip() or len(step.name) > LONGEST_NAME or not is_one_line(step.name):
            yield f"timeline.{place}", f"The {step.kind} needs a name of one line."
        elif names[step.name.casefold()] > 1:
            yield f"timeline.{place}", f"Two steps are named “{step.name}”."
        if step.kind is StepKind.BLOCK and step.block.strategy not in ("", *strategies.names()):
            yield f"timeline.{place}", f"There is no strategy “{step.block.strategy}”."
        if step.block.top is not None and step.block.top < 1:
            yield f"timeline.{place}", f"At least one item is the top, not {step.block.top}."


def _order_problems(design: Design) -> Iterator[Problem]:
    """Yield where steps stand where they can't."""
    kinds = [step.kind for step in design.timeline]
    first = kinds.index(StepKind.BLOCK) if StepKind.BLOCK in kinds else len(kinds)
    for kind in (StepKind.WELCOME, StepKind.CONSENT, StepKind.INSTRUCTIONS):
        if kind in kinds and kinds.index(kind) > first:
            yield f"timeline.{kinds.index(kind)}", f"“{kind}” has to come before the first block."
    if StepKind.THANKS in kinds and kinds[-1] is not StepKind.THANKS:
        yield f"timeline.{kinds.index(StepKind.THANKS)}", "“thanks” has to be the last step."
    if StepKind.CONSENT in kinds:
        for place in range(kinds.index(StepKind.CONSENT)):
            if kinds[place] is StepKind.QUESTIONNAIRE:
                yield f"timeline.{place}", "A questionnaire can't come before consent."
    for place, step in enumerate(design.timeline):
        if step.kind is StepKind.PRACTICE:
            if kinds[place + 1 : place + 2] != [StepKind.BLOCK]:
                yield f"timeline.{place}", "Practice has to stand right before a block."
            elif not 0 <= step.trials <= 1_000:
                yield f"timeline.{place}", "Practice has 0 to 1,000 trials."


def _text_problems(step: Step) -> Iterator[str]:
    texts = [step.text, step.block.prompt]
    texts += [each.text for each in (*step.translations, *step.block.translations)]
    for text in texts:
        if len(text) > LONGEST_TEXT:
            yield f"The text has {len(text):,} characters; {LONGEST_TEXT:,} are possible."
        elif not is_encodable(text):
            yield "The text has a character that can't be saved; type it anew."
    if step.kind is StepKind.MESSAGE and not step.text.strip():
        yield "The message needs a text."


def _questionnaire_problems(step: Step) -> Iterator[str]:
    if step.kind is not StepKind.QUESTIONNAIRE:
        return
    if not 1 <= len(step.fields) <= MOST_FIELDS:
        yield f"A questionnaire has 1 to {MOST_FIELDS} questions."
    choices = sum(max(1, len(field.rows)) * max(1, len(field.options)) for field in step.fields)
    if choices > MOST_CHOICES:
        yield f"The questionnaire has {choices:,} answers to choose; {MOST_CHOICES:,} are possible."
        return
    columns = Counter(name.casefold() for field in step.fields for name in field.columns)
    for number, field in enumerate(step.fields, start=1):
        for sentence in _field_problems(field):
            yield f"Question {number}: {sentence}"
        for name in field.columns:
            if columns[name.casefold()] > 1:
                yield f"Question {number}: another one has the name “{name}”, too."


def _field_problems(field: Query) -> Iterator[str]:
    if not _FIELD_NAME.fullmatch(field.name):
        yield "its name is a letter, then letters, digits or _."
    if not field.label.strip():
        yield "it needs words."
    words = (field.label, *field.options, *field.rows)
    if any(len(text) > LONGEST_TEXT or not is_encodable(text) for text in words):
        yield "its words are too long or can't be saved."
    if field.kind in CHOICES:
        if len(field.options) < 2:
            yield "it needs at least two answers to choose from."
        if not all(text.strip() for text in field.options):
            yield "an answer is empty."
        if len(set(field.options)) < len(field.options):
            yield "an answer is there twice."
    if field.kind is FieldKind.LIKERT and not (field.rows and all(map(str.strip, field.rows))):
        yield "the matrix needs rows, each with words."
    if field.kind is FieldKind.SLIDER and (field.least is None or field.most is None):
        yield "a slider needs a lowest and a highest value."
    if field.least is not None and field.most is not None and field.least >= field.most:
        yield "the lowest value has to be below the highest."
    if field.step < 0:
        yield "the step can't be below 0."
    if field.least is not None and field.most is not None and not _has_places(field):
        yield "there are too many steps from the lowest to the highest value."


def _has_places(field: Query) -> bool:
    """Say whether values from the lowest to the highest can be counted."""
    assert field.least is not None
    assert field.most is not None
    places = (field.most - field.least) / (field.step or 1.0)
    most = _MOST_PLACES if field.kind is FieldKind.SLIDER and field.step else _MOST_NUMBERS
    return places <= most


def _condition_problems(design: Design) -> Iterator[Problem]:
    names = Counter(each.name.casefold() for each in design.conditions)
    if len(design.conditions) == 1:
        yield "conditions", "One condition alone is no comparison; add another, or remove it."
    for place, each in enumerate(design.conditions):
        at = f"conditions.{place}"
        if not each.name.strip() or len(each.name) > LONGEST_NAME or not is_one_line(each.name):
            yield at, "The condition needs a name of one line."
        elif names[each.name.casefold()] > 1:
            yield at, f"Two conditions are named “{each.name}”."
        if each.strategy not in ("", *strategies.names()):
            yield at, f"There is no strategy “{each.strategy}”."
        if each.top is not None and each.top < 1:
            yield at, f"At least one item is the top, not {each.top}."
        if any(len(text) > LONGEST_TEXT or not is_encodable(text) for _, _, text in each.words):
            yield at, "A text is too long or can't be saved."
    if design.conditions:
        yield from _assignment_problems(design)


def _assignment_problems(design: Design) -> Iterator[Problem]:
    assignment = design.assignment
    if assignment.by is AssignBy.CODES:
        codes = Counter(code for each in design.conditions for code in each.codes)
        twice = [code for code, count in codes.items() if count > 1]
        if twice:
            yield "assignment", f"The code “{twice[0]}” is in two conditions."
        if not codes:
            yield "assignment", "No condition has a list of codes."
    if assignment.by is AssignBy.ANSWER:
        yield from _deciding_problems(design)


def _deciding_problems(design: Design) -> Iterator[Problem]:
    """Yield what is wrong with the question whose answer decides."""
    steps = {step.name: step for step in list_questionnaires(design)}
    step = steps.get(design.assignment.questionnaire)
    fields = {} if step is None else {field.name: field for field in step.fields}
    field = fields.get(design.assignment.field)
    if step is None or field is None or field.kind is not FieldKind.SINGLE:
        yield "assignment", "Choose the question, a single choice, whose answer decides."
        return
    if not field.required or field.may_refuse:
        yield "assignment", f"“{field.name}” decides, so that everybody has to answer it."
    kinds = [each.kind for each in design.timeline]
    if design.timeline.index(step) > kinds.index(StepKind.BLOCK):
        yield "assignment", "The questionnaire that decides has to come before the first block."
    chosen = Counter(option for each in design.conditions for option in each.options)
    for option, text in enumerate(field.options, start=1):
        if chosen[option] != 1:
            where = "no condition" if not chosen[option] else "several conditions"
            yield "assignment", f"The answer “{text}” leads to {where}."


def _context_problems(design: Design, items: Sequence[Item]) -> Iterator[Problem]:
    names = Counter(each.name for each in design.contexts)
    if len(design.contexts) > MOST_CONTEXTS:
        yield "contexts", f"At most {MOST_CONTEXTS:,} contexts are possible."
    shown = _count_variants(items) if names else Counter[str]()
    for each in design.contexts:
        if not each.name.strip() or not is_one_line(each.name) or names[each.name] > 1:
            yield "contexts", f"A context needs a name of its own, and “{each.name}” is not one."
            return
        if items and shown[each.name] < len(items):
            yield (
                "contexts",
                f"Only {shown[each.name]} of {len(items)} items have an answer to the context "
                f"“{each.name}”.",
            )
            return


def _item_problems(design: Design, items: Sequence[Item]) -> Iterator[Problem]:
    conditions: tuple[Condition, ...] = design.conditions or (Condition(),)
    blocks = [(k, s) for k, s in enumerate(full_timeline(design)) if s.kind is StepKind.BLOCK]
    asked = any(step.block.tags for _, step in blocks) or any(each.tags for each in conditions)
    tags = Counter(item.tags for item in items) if asked else Counter[tuple[str, ...]]()
    pictures = any(each.pictures for each in conditions)
    variants = _count_variants(items) if pictures else Counter[str]()
    for condition in conditions:
        where = f" in the condition “{condition.name}”" if condition.name else ""
        for place, step in blocks:
            wanted = [set(each) for each in (step.block.tags, condition.tags) if each]
            found = len(items)
            if wanted:
                fits = (all(each.intersection(own) for each in wanted) for own in tags)
                found = sum(n for n, fit in zip(tags.values(), fits, strict=True) if fit)
            top = step.block.top or condition.top
            strategy = step.block.strategy or condition.strategy or design.strategy
            if wanted and found < 2:
                yield (
                    f"timeline.{place}",
                    f"The block “{step.name}” has {found} items{where}; two are needed.",
                )
            elif top and top >= found and strategies.facts(strategy).pick_top is not None:
                yield (
                    f"timeline.{place}",
                    f"The block “{step.name}” has {found:,} items{where}: at most {found - 1:,} "
                    "can be the top.",
                )
        if condition.pictures and variants[condition.pictures] < len(items):
            without = next(
                i for i in items if all(v.name != condition.pictures for v in i.variants)
            )
            yield (
                "conditions",
                f"“{without.name}” has no picture of the set “{condition.pictures}”; "
                f"{variants[condition.pictures]:,} of {len(items):,} items have one.",
            )


def _count_variants(items: Sequence[Item]) -> Counter[str]:
    """Return how many items have each variant; a study may have thousands of both."""
    return Counter(name for item in items for name in {each.name for each in item.variants})
