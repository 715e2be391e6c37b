"""The timeline in the Study tab: steps come, go, move and change, and all of it is saved."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, BlockOrder, Prompt, Step, StepKind
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.participant.questionnaire_page import QuestionnairePage
from sortrank_gui.ui.study_editor.bars import FROZEN
from sortrank_gui.ui.study_editor.study_page import StudyPage
from sortrank_gui.ui.study_editor.timeline.row_list import COPY_KEYS, RowList
from sortrank_gui.ui.study_editor.timeline.steps_panel import StepsPanel

MakePage = Callable[..., StudyPage]
QUERY = Query("hand", FieldKind.SINGLE, "Which hand?", options=("left", "right"))
STEPS = (
    Step(StepKind.CONSENT),
    Step(StepKind.QUESTIONNAIRE, "you", fields=(QUERY,)),
    Step(StepKind.PRACTICE, trials=2),
    Step(StepKind.BLOCK, "sharp", block=Block("Which is sharper?")),
    Step(StepKind.MESSAGE, "half", "Half of it!"),
    Step(StepKind.BLOCK, "nice", block=Block("Which is nicer?")),
    Step(StepKind.THANKS),
)


def wait_saved(qtbot: QtBot, page: StudyPage) -> Design:
    """Wait until the file holds the draft, and return its design."""
    qtbot.waitUntil(lambda: page.autosave.is_at_rest and page.autosave.status == "saved")
    assert page.study.content is not None
    return page.study.content.design


def open_steps(page: StudyPage, place: int = 0) -> StepsPanel:
    """Go to a step as the button and the list do."""
    page.form.timeline.button.click()
    page.timeline.steps.choose(place)
    return page.timeline.steps


def design_of(page: StudyPage) -> Design:
    """Return the design of the draft."""
    return page.draft.content.design


def kinds(page: StudyPage) -> list[str]:
    """Return the kinds of the steps."""
    return [step.kind.value for step in design_of(page).timeline]


def type_into(widget: QWidget, text: str) -> None:
    """Replace what stands in a field as a person does."""
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(widget, text)


def field(panel: StepsPanel, name: str) -> QWidget:
    """Return the part of a field of the chosen step that takes the keyboard."""
    return panel.form.fields[name].editor.focus_widget()


def test_a_template_is_added_in_the_language_of_the_study(
    qtbot: QtBot, make_study_page: MakePage
) -> None:
    """A questionnaire that comes with SortRank is a step like others, and can be changed."""
    page = make_study_page(languages=("de",))
    panel = open_steps(page, 1)
    panel.fill_menu()
    assert panel.templates.menuAction() in panel.menu.actions()
    next(a for a in panel.templates.actions() if "About the person" in a.text()).trigger()
    step = wait_saved(qtbot, page).timeline[2]
    assert step.kind is StepKind.QUESTIONNAIRE
    assert step.fields[0].label == "Wie alt sind Sie, in Jahren?"


def test_a_new_study_says_its_timeline_in_a_line(page: StudyPage) -> None:
    """Whoever needs no more sees neither steps nor conditions, and the design has none."""
    assert page.form.timeline.line == "Block  ›  Thanks"
    assert page.form.conditions.line == "All participants get the same."
    assert not page.timeline.isVisible()
    assert design_of(page).timeline == ()


def test_looking_changes_nothing(page: StudyPage) -> None:
    """Opening the timeline, choosing steps and going back is no edit."""
    panel = open_steps(page, 3)
    assert page.timeline.isVisible()
    assert not panel.plain.isVisible()
    QTest.keyClick(page.timeline, Qt.Key.Key_Escape)
    assert not page.timeline.isVisible()
    assert not page.draft.can_undo


def test_a_step_is_added_typed_saved_and_undone(qtbot: QtBot, page: StudyPage) -> None:
    """A message from the menu, its text at once under the fingers; undo makes the study plain."""
    panel = open_steps(page, 2)
    panel.fill_menu()
    next(a for a in panel.menu.actions() if a.text() == "Message").trigger()
    assert "needs a text" in panel.card.problem
    type_into(field(panel, "text"), "Hello")
    design = wait_saved(qtbot, page)
    assert [step.text for step in design.timeline if step.kind is StepKind.MESSAGE] == ["Hello"]
    page.timeline.back.click()
    assert page.form.timeline.line == "message  ›  Block  ›  Thanks"
    while page.draft.can_undo:
        page.draft.undo()
    assert wait_saved(qtbot, page).timeline == ()


def test_practice_moves_into_its_step_and_back(page: StudyPage) -> None:
    """While the timeline is the study's own, the setting in the form would mean nothing."""
    page.form.edited.emit("practice", 4)
    panel = open_steps(page)
    panel.add_step(Step(StepKind.BLOCK))
    assert (design_of(page).practice, design_of(page).timeline[4].trials) == (0, 4)
    panel.choose(4)
    panel.form.fields["trials"].editor.box.setValue(6)
    page.timeline.back.click()
    assert page.form.field("practice").isHidden()
    open_steps(page).plain.click()
    page.timeline.back.click()
    assert (design_of(page).practice, design_of(page).timeline) == (6, ())
    assert not page.form.field("practice").isHidden()


def test_keys_move_copy_and_remove_steps(make_study_page: MakePage) -> None:
    """Alt and arrows, Ctrl+Shift+C and Delete act on the chosen step, which stays chosen."""
    page = make_study_page(timeline=STEPS)
    panel = open_steps(page, 4)
    view = panel.list.list
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert (kinds(page)[5], view.current) == ("message", 5)
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert (kinds(page)[4], view.current) == ("message", 4)
    QTest.keyClick(view, COPY_KEYS.key(), COPY_KEYS.keyboardModifiers())
    assert (design_of(page).timeline[5].name, view.current) == ("half 2", 5)
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert design_of(page).timeline == STEPS


def test_a_dropped_step_goes_where_it_is_dropped(make_study_page: MakePage) -> None:
    """The upper half of a row is before it, the lower half behind it, below all is last."""
    page = make_study_page(timeline=STEPS)
    view: RowList = open_steps(page).list.list
    box = view.visualRect(view.rows.index(2, 0))
    assert view.row_at(box.center() - type(box.center())(0, 8)) == 2
    assert view.row_at(box.center() + type(box.center())(0, 8)) == 3
    view.move_wanted.emit(5, 3)
    assert [step.name for step in design_of(page).timeline[3:6]] == ["nice", "sharp", "half"]


def test_a_block_has_its_own_question_items_strategy_and_length(
    qtbot: QtBot, make_study_page: MakePage
) -> None:
    """What is typed is in the file; what is emptied is as in the study again."""
    page = make_study_page(timeline=STEPS, languages=("en", "de"))
    panel = open_steps(page, 3)
    type_into(field(panel, "name"), "clear")
    type_into(field(panel, "prompt"), "Which is clearer?")
    panel.card.tabs.setCurrentIndex(1)
    type_into(field(panel, "prompt"), "Welches ist klarer?")
    panel.form.fields["strategy"].editor.box.setCurrentIndex(2)
    switch = field(panel, "stop")
    assert isinstance(switch, QCheckBox)
    switch.click()
    panel.form.fields["stop"].editor.rules["budget"].number.box.setValue(30)
    step = wait_saved(qtbot, page).timeline[3]
    assert (step.name, step.block.prompt) == ("clear", "Which is clearer?")
    assert step.block.translations == (Prompt("de", "Welches ist klarer?"),)
    assert step.block.strategy != ""
    assert step.block.stop == StopRules(30)
    switch.click()
    assert design_of(page).timeline[3].block.stop is None


def test_a_block_chooses_the_goal_of_rounds_and_how_many_are_best(
    qtbot: QtBot, make_study_page: MakePage
) -> None:
    """As in the form of the study: one strategy, its goals beside it, and k for the best items."""
    page = make_study_page(timeline=STEPS)
    fields = open_steps(page, 3).form.fields
    editor, top = fields["strategy"].editor, fields["top"]
    titles = [editor.box.itemText(k) for k in range(editor.box.count())]
    assert titles[0] == "As in the study"
    assert titles.count("Adaptive rounds") == 1
    assert not any("top" in title or "scores" in title for title in titles)
    assert not editor.goal.isVisibleTo(page)
    editor.box.setCurrentIndex(titles.index("Adaptive rounds"))
    editor.goal.setCurrentIndex(1)
    assert top.isVisibleTo(page)
    top.editor.switch.click()
    top.editor.number.box.setValue(2)
    block = wait_saved(qtbot, page).timeline[3].block
    assert (block.strategy, block.top) == ("rounds-top", 2)
    editor.box.setCurrentIndex(0)
    assert design_of(page).timeline[3].block.strategy == ""
    assert not editor.goal.isVisibleTo(page)
    assert not top.isVisibleTo(page)


def test_one_block_has_no_order(page: StudyPage) -> None:
    """Nobody is asked what does not matter."""
    assert not open_steps(page).order.isVisible()


def test_the_text_of_a_page_is_that_of_the_study_in_its_language(
    make_study_page: MakePage,
) -> None:
    """Typed here or among the texts of the form, it is the same text."""
    page = make_study_page(languages=("en", "de"))
    panel = open_steps(page, 0)
    type_into(field(panel, "text"), "Hello")
    panel.card.tabs.setCurrentIndex(1)
    assert field(panel, "text").property("plainText") == ""
    type_into(field(panel, "text"), "Hallo")
    design = design_of(page)
    assert [find_text(design, code, "welcome") for code in ("en", "de")] == ["Hello", "Hallo"]
    assert design.timeline == ()
    assert field(panel, "text").property("plainText") == "Hallo"


def test_a_study_with_a_timeline_can_be_tried(qtbot: QtBot, make_study_page: MakePage) -> None:
    """“Try it yourself” begins with the first page of the timeline, here the questionnaire."""
    page = make_study_page(timeline=STEPS)
    page.tab.try_it.trigger()
    window = page.try_out
    assert window is not None
    qtbot.waitUntil(lambda: window.screen_ is not None)
    shown = window.screen_
    qtbot.waitUntil(lambda: any(p.boxes for p in shown.findChildren(QuestionnairePage)))
    window.close()


def test_the_order_of_several_blocks(make_study_page: MakePage) -> None:
    """Fixed until something else is chosen."""
    page = make_study_page(timeline=STEPS)
    panel = open_steps(page)
    assert panel.order.isVisible()
    panel.order.editor.box.setCurrentIndex(2)
    assert design_of(page).block_order is BlockOrder.LATIN


def test_a_break_without_a_text_says_what_all_breaks_say(make_study_page: MakePage) -> None:
    """Its field is empty, and shows that text in grey."""
    page = make_study_page(timeline=(*STEPS[:4], Step(StepKind.BREAK), *STEPS[5:]))
    box = field(open_steps(page, 4), "text")
    assert box.property("plainText") == ""
    assert box.property("placeholderText") == design_of(page).texts.pause


def test_problems_appear_at_their_step(make_study_page: MakePage) -> None:
    """In the list, above the fields and at the bottom, from where a button leads to it."""
    page = make_study_page(timeline=STEPS)
    type_into(field(open_steps(page, 5), "name"), "sharp")
    rows = page.timeline.steps.list.list.rows
    assert "Two steps" in page.timeline.steps.card.problem
    assert "Two steps" in rows.data(rows.index(3, 0), Qt.ItemDataRole.AccessibleTextRole)
    page.timeline.back.click()
    assert "Two steps" in page.form.timeline.problem
    page.footer._show.click()
    assert page.timeline.isVisible()
    assert page.timeline.steps.list.list.current == 3


def test_a_tag_that_too_few_items_have_is_a_problem_of_its_block(
    make_study_page: MakePage,
) -> None:
    """Only some of the items count, so that all of them are looked at."""
    page = make_study_page(timeline=STEPS)
    panel = open_steps(page, 3)
    type_into(field(panel, "tags"), "old, new")
    assert design_of(page).timeline[3].block.tags == ("old", "new")
    assert "has 0 items" in panel.card.problem


def test_pages_of_a_frozen_study_can_be_mended_and_nothing_else(
    qtbot: QtBot, make_study_page: MakePage
) -> None:
    """With an answer steps stay as they are; the text of the thanks may change."""
    page = make_study_page(timeline=STEPS[3:4])
    panel = open_steps(page)
    opened = page.study
    with qtbot.waitSignal(opened.state_changed, check_params_cb=lambda s: s.trial is not None):
        opened.request(Engine.start_session, "P01")
    opened.request(Engine.answer, opened.state.trial.number, Answer.LEFT, 1.0)
    qtbot.waitUntil(lambda: opened.is_frozen)
    opened.request(Engine.leave)
    qtbot.waitUntil(lambda: page.lock_bar.text == FROZEN)
    for button in (panel.list.add, panel.list.copy, panel.list.remove, panel.plain):
        assert not button.isEnabled()
    assert not field(panel, "name").isEnabled()
    QTest.keyClick(panel.list.list, Qt.Key.Key_Delete)
    assert design_of(page).timeline == STEPS[3:4]
    assert panel.forms[StepKind.THANKS].fields["text"].editor.isEnabled()
    assert not page.timeline.conditions.list.add.isEnabled()


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (1, "Which hand?"),
        (2, "2 trials"),
        (3, "Which is sharper?"),
        (4, "Half of it!"),
        (6, "Thank you"),
    ],
)
def test_every_step_is_previewed(
    qtbot: QtBot, make_study_page: MakePage, place: int, words: str
) -> None:
    """The preview draws the page of the participant, and tells a screen reader its words."""
    page = make_study_page(timeline=STEPS)
    preview = open_steps(page, place).preview
    qtbot.waitUntil(lambda: words in preview.accessibleDescription())
    assert not preview.grab().isNull()
