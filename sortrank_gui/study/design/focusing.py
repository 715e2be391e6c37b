"""Design, items and truth as one question of a study has them."""

from dataclasses import replace

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.timeline import StepKind
from sortrank_gui.study.design.versions import (
    full_timeline,
    list_blocks,
    make_version,
    question_items,
)


def is_plain(content: Content) -> bool:
    """Say whether there is one question, about all items."""
    if len(list_blocks(content.design)) > 1:
        return False
    return len(question_items(content.design, 0, content.items)) == len(content.items)


def focus_content(content: Content, question: int) -> Content:
    """Return design, items and truth as one question has them."""
    design = content.design
    if is_plain(content):
        return content
    items = question_items(design, question, content.items)
    block = list_blocks(design)[question]
    forms = [step for step in full_timeline(design) if step.kind is StepKind.QUESTIONNAIRE]
    names = {content.items[number].name for number in items}
    focused = replace(
        make_version(design).block_design(question),
        timeline=(*forms, block),
        catch_pairs=tuple(pair for pair in design.catch_pairs if names.issuperset(pair)),
    )
    return Content(
        focused,
        tuple(content.items[number] for number in items),
        None if content.truth is None else tuple(content.truth[number] for number in items),
    )
