"""The dialog that plans a study for people."""

from dataclasses import replace

from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, Step, StepKind
from sortrank_gui.study.items.items import Study
from sortrank_gui.ui.study_editor.people_dialog import PeopleDialog

PATIENCE_MS = 60_000


def test_a_plan_names_people_questions_and_conditions(qtbot: QtBot, study: Study) -> None:
    """Minutes each and the error of every question; too few people get a sentence."""
    blocks = tuple(
        Step(StepKind.BLOCK, name, block=Block(stop=StopRules(30))) for name in ("sharp", "nice")
    )
    design = Design("T", "?", timeline=blocks, conditions=(Condition("a"), Condition("b")))
    dialog = PeopleDialog(Content(design, study.items, None))
    qtbot.addWidget(dialog)
    with qtbot.waitSignal(dialog.planned, timeout=PATIENCE_MS):
        dialog.people.setValue(12)
    assert dialog.text.startswith("12 people, 2 questions, 2 conditions: 4 minutes each")
    assert "sharp: an item is" in dialog.text
    dialog.people.setValue(1)
    qtbot.waitUntil(lambda: "conditions need as many people" in dialog.text)
    dialog.reject()


def test_a_block_without_an_end_is_named(qtbot: QtBot, study: Study) -> None:
    """Nothing can be planned where a block has no rule that ends it."""
    block = Step(StepKind.BLOCK, "endless", block=Block(stop=StopRules(None)))
    content = Content(Design("T", "?", timeline=(block,)), study.items, None)
    dialog = PeopleDialog(replace(content))
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: "“endless” has no items, or no end" in dialog.text)
    dialog.reject()
