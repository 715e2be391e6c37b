"""The design: everything that was decided before the first answer, as JSON."""

import json
from dataclasses import replace

from sortrank_gui.study.design.design import design_to_json
from sortrank_gui.study.design.versions import list_blocks
from sortrank_gui.study.results.exporting import Export, Order, TextFile


def _make(order: Order) -> TextFile:
    design = replace(order.study.content.design, pin="")  # a PIN is for the lab alone
    text = json.dumps(json.loads(design_to_json(design)), ensure_ascii=False, indent=1)
    return TextFile([text, "\n"], len(list_blocks(design)))


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
