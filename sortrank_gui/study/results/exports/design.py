"""The design: everything that was decided before the first answer, as JSON."""

import json
from dataclasses import replace

from sortrank_gui.study.design.design import Design, design_to_json
from sortrank_gui.study.design.versions import list_blocks
from sortrank_gui.study.results.exporting import Export, Order, TextFile


def write_design(design: Design) -> str:
    """Return all settings but the PIN, which is for the lab alone."""
    content = json.loads(design_to_json(replace(design, pin="")))
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _make(order: Order) -> TextFile:
    design = order.study.content.design
    return TextFile([write_design(design)], len(list_blocks(design)))


EXPORT = Export(
    name="design",
    title="Design",
    about="Timeline, questions, conditions and all settings, for “sortrank new --design”.",
    ending=".json",
    kind="JSON file",
    unit="question",
    place=9,
    make=_make,
    hides_codes=True,
    has_answers=False,
)
