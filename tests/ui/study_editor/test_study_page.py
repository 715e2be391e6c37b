"""The Study tab over a real file: every edit ends up in it."""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Background, PictureSize, Texts
from sortrank_gui.study.design.edits import add_language, change_setting, get_setting
from sortrank_gui.study.design.page_pictures import MOST_BYTES
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.card_dialog import CardDialog
from sortrank_gui.ui.participant.message_page import Message
from sortrank_gui.ui.participant.page_pictures import find_pictures
from sortrank_gui.ui.study_editor.bars import FROZEN, READ_ONLY, ROBOTS, RUNNING
from sortrank_gui.ui.study_editor.page_picture_files import read_page_picture
from sortrank_gui.ui.study_editor.page_preview import PagePreview
from sortrank_gui.ui.study_editor.section import FormField
from sortrank_gui.ui.study_editor.study_page import StudyPage
from sortrank_gui.ui.threads.jobs import finish_jobs
from sortrank_gui.ui.widgets.list_dialog import ListDialog
from tests.ui.sample_pictures import save_picture


def wait_saved(qtbot: QtBot, page: StudyPage) -> Content:
    """Wait until the file holds the draft, and return what it holds."""
    qtbot.waitUntil(lambda: page.autosave.is_at_rest and page.autosave.status == "saved")
    assert page.study.content is not None
    return page.study.content


def line_of(page: StudyPage, name: str):
    """Return the part of a field that takes the keyboard."""
    return page.form.field(name).editor.focus_widget()


def retype(page: StudyPage, name: str, text: str) -> None:
    """Replace the text of a field as a person does."""
    line = line_of(page, name)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text) if text else QTest.keyClick(line, Qt.Key.Key_Delete)


def test_typing_is_saved_by_itself(qtbot: QtBot, page: StudyPage) -> None:
    """A new prompt is in the file soon after, without a button."""
    retype(page, "prompt", "Which is nicer?")
    assert page.autosave.status == "saving…"
    assert wait_saved(qtbot, page).design.prompt == "Which is nicer?"


def test_a_problem_shows_beside_its_field_and_is_not_saved(qtbot: QtBot, page: StudyPage) -> None:
    """An empty prompt says so at once, at the field and at the bottom, and nothing can start."""
    retype(page, "prompt", "")
    assert "need a question" in page.form.field("prompt").problem
    assert "need a question" in page.footer.problem
    assert not page.tab.start.isEnabled()
    qtbot.waitUntil(lambda: page.autosave.is_at_rest)
    assert page.autosave.status == "not saved: 1 problem to solve in the Study tab"
    assert page.study.content.design.prompt != ""
    retype(page, "prompt", "Why?")
    assert page.form.field("prompt").problem == ""
    assert wait_saved(qtbot, page).design.prompt == "Why?"


def test_the_problem_at_the_bottom_leads_to_its_field(qtbot: QtBot, page: StudyPage) -> None:
    """“Show” brings the field into view and gives it the keyboard."""
    retype(page, "texts.left", "")
    line_of(page, "prompt").setFocus()
    page.footer._show.click()
    qtbot.waitUntil(line_of(page, "texts.left").hasFocus)


@pytest.mark.parametrize(
    ("name", "act", "value"),
    [
        ("offer_equal", lambda e: e.box.click(), False),
        ("strategy", lambda e: e.box.setCurrentIndex(1), "rounds"),
        ("stop.budget", lambda e: e.number.box.setValue(50), 50),
        ("stop.minutes", lambda e: e.switch.click(), 15.0),
        ("repeat_share", lambda e: e.box.setValue(10), 0.1),
        ("background", lambda e: e.box.setCurrentIndex(2), "black"),
        ("resume", lambda e: e.box.setCurrentIndex(1), "resume"),
        ("break_every", lambda e: e.box.setValue(40), 40),
        ("texts.welcome", lambda e: e.box.setPlainText("Hello"), "Hello"),
        ("seed", lambda e: e.box.setValue(9), 9),
        ("shared", lambda e: e.box.click(), True),
    ],
)
def test_every_kind_of_editor_reaches_the_file(
    qtbot: QtBot, page: StudyPage, name: str, act: Callable, value: object
) -> None:
    """What is set in the form is in the file, and undo shows what was there before."""
    before = get_setting(page.draft.content.design, name)
    act(page.form.field(name).editor)
    assert get_setting(wait_saved(qtbot, page).design, name) == value
    page.tab.undo.trigger()
    assert get_setting(wait_saved(qtbot, page).design, name) == before


def test_undo_by_key_is_that_of_the_study(qtbot: QtBot, page: StudyPage) -> None:
    """In a field too, Ctrl+Z takes back the last edit of the study, wherever it was made."""
    page.addActions([page.tab.undo, page.tab.redo])  # as the window's menu bar does
    before = page.draft.content.design.prompt
    retype(page, "prompt", "Which?")
    page.form.field("offer_equal").editor.box.click()
    line = line_of(page, "prompt")
    line.setFocus()
    QTest.keySequence(line, QKeySequence.StandardKey.Undo)
    assert line.text() == "Which?"
    assert page.form.field("offer_equal").editor.box.isChecked()
    QTest.keySequence(line, QKeySequence.StandardKey.Undo)
    assert line.text() == before
    QTest.keySequence(line, QKeySequence.StandardKey.Redo)
    assert line.text() == "Which?"


def test_catch_pairs_are_picked_from_the_items(qtbot: QtBot, page: StudyPage) -> None:
    """Only two different items make a pair; it is listed, and can be removed again."""
    names = [item.name for item in page.draft.content.items]
    page.form.show_field("catch_pairs")
    editor = page.form.field("catch_pairs").editor
    offered = [editor.better.itemText(k) for k in range(editor.better.count())]
    assert offered == names
    editor.better.setCurrentText(names[0])
    for wrong in ("", "nobody", names[0]):
        editor.worse.setCurrentText(wrong)
        assert not editor.add.isEnabled()
    editor.worse.setCurrentText(names[1])
    editor.add.click()
    assert wait_saved(qtbot, page).design.catch_pairs == ((names[0], names[1]),)
    assert editor.list.item(0).text() == f"{names[0]}  >  {names[1]}"
    assert editor.better.currentText() == ""
    editor.list.setCurrentRow(0)
    editor.remove.click()
    assert wait_saved(qtbot, page).design.catch_pairs == ()


def test_rarely_used_settings_are_folded(page: StudyPage) -> None:
    """A folded section names what is unusual, and opens for a field that is wrong or wanted."""
    trials = page.form.trials
    assert trials.is_folded
    assert trials.summary == ""
    page.form.field("practice").editor.box.setValue(3)
    assert trials.summary == "Practice pairs first"
    trials.header.click()
    assert page.form.field("practice").isVisible()
    trials.header.click()
    page.form.show_field("break_every")
    assert not trials.is_folded
    trials.fold(True)
    page.draft.edit(change_setting(page.draft.content, "catch_pairs", (("x", "y"),)))
    assert not trials.is_folded


def test_preview_is_laid_out_for_what_it_shows(page: StudyPage) -> None:
    """A page looks the same whatever was previewed before it."""
    preview, fresh = page.form.texts.preview, PagePreview()
    long, short = Message("word " * 400, "Title", "Continue"), Message("A word.", "", "Start")
    preview.show_message(long, Background.GREY, "")
    preview.grab()
    for shown in (preview, fresh):
        shown.show_message(short, Background.GREY, "")
    assert preview.render_page().toImage() == fresh.render_page().toImage()


def test_texts_are_previewed_live(page: StudyPage) -> None:
    """The preview shows the page whose tab is chosen, as it is typed."""
    page.form.texts.tabs.setCurrentIndex(2)
    page.form.field("texts.instructions").editor.box.setPlainText("Look closely.")
    assert page.form.texts.preview.text == "Look closely."
    page.form.texts.tabs.setCurrentIndex(0)
    assert "will not be shown" in page.form.texts.preview.text
    page.form.texts.tabs.setCurrentIndex(3)
    assert "No breaks" in page.form.texts.preview.text


def test_the_strategy_is_explained(page: StudyPage) -> None:
    """Every strategy has its words, for and against."""
    box = page.form.field("strategy").editor.box
    seen = set()
    for index in range(box.count()):
        box.setCurrentIndex(index)
        assert "For it:" in page.form.strategy._words.text()
        seen.add(page.form.strategy._words.text())
    assert len(seen) == box.count()


def test_rounds_have_goals_and_the_top_its_number(qtbot: QtBot, page: StudyPage) -> None:
    """One strategy with three goals; only for the best items it is asked how many they are."""
    editor, top = page.form.field("strategy").editor, page.form.field("top")
    titles = [editor.box.itemText(k) for k in range(editor.box.count())]
    assert titles.count("Adaptive rounds") == 1
    assert not any("top" in title or "scores" in title for title in titles)
    editor.box.setCurrentIndex(titles.index("Adaptive rounds"))
    goals = [editor.goal.itemText(k) for k in range(editor.goal.count())]
    assert goals == ["The whole order", "The best items", "The scores"]
    assert editor.goal.isVisibleTo(page)
    assert not top.isVisibleTo(page)
    editor.goal.setCurrentIndex(1)
    assert top.isVisibleTo(page)
    top.editor.edited.emit(3)
    saved = wait_saved(qtbot, page).design
    assert (saved.strategy, saved.top) == ("rounds-top", 3)
    assert saved.recipe == "rounds-top+top=3+windows+probes"
    top.editor.edited.emit(len(page.draft.content.items))
    assert "can be the top" in top.problem
    top.editor.edited.emit(None)
    editor.box.setCurrentIndex(titles.index("Mergesort"))
    assert not editor.goal.isVisibleTo(page)
    assert wait_saved(qtbot, page).design.strategy == "mergesort"
    page.draft.undo()
    assert editor.goal.currentText() == "The best items"


def test_random_pairs_can_be_left_out_where_a_model_asks(page: StudyPage) -> None:
    """The choice is offered with such strategies, taken at first, and changes what is said."""
    section, box = page.form.strategy, page.form.field("strategy").editor.box
    probes = page.form.field("probes")
    for strategy, offered in (("mergesort", False), ("matching", True)):
        box.setCurrentIndex(box.findData(strategy))
        assert probes.isVisibleTo(section) is offered
    assert "random ones" in section._words.text()
    probes.editor.box.click()
    assert not page.draft.content.design.probes
    assert "random ones" not in section._words.text()


def test_truth_is_loaded_and_cleared(qtbot: QtBot, page: StudyPage, tmp_path: Path) -> None:
    """A table gives scores to all items; a wrong one is explained and changes nothing."""
    names = [item.name for item in page.draft.content.items]
    page.form.truth.fold(False)
    page.form.truth.clear.click()
    assert wait_saved(qtbot, page).truth is None
    table = tmp_path / "truth.csv"
    table.write_text("item,score\n" + "".join(f"{name},{k}\n" for k, name in enumerate(names)))
    page.load_truth(table)
    qtbot.waitUntil(lambda: page.draft.content.truth is not None)
    assert wait_saved(qtbot, page).truth == tuple(map(float, range(len(names))))
    assert f"“{names[-1]}”, the best" in page.form.truth.status
    table.write_text("item,score\nnobody,1\n")
    page.load_truth(table)
    qtbot.waitUntil(lambda: "no item “nobody”" in page.form.truth.problem)
    assert page.draft.content.truth is not None


def test_truth_is_read_while_the_engine_is_at_work(
    qtbot: QtBot, page: StudyPage, tmp_path: Path
) -> None:
    """A long table delays no pair: neither the window's thread nor the engine's reads it."""
    names = [item.name for item in page.draft.content.items]
    table = tmp_path / "truth.csv"
    table.write_text("item,rank\n" + "".join(f"{name},{k}\n" for k, name in enumerate(names, 1)))
    before, may_end = page.draft.content.truth, threading.Event()
    page.study.run(lambda _file: may_end.wait())
    try:
        page.load_truth(table)
        qtbot.waitUntil(lambda: page.draft.content.truth != before)
    finally:
        may_end.set()


def freeze(qtbot: QtBot, opened: OpenStudy) -> None:
    """Let somebody answer once and go."""
    with qtbot.waitSignal(opened.state_changed, check_params_cb=lambda s: s.trial is not None):
        opened.request(Engine.start_session, "P01")
    opened.request(Engine.answer, opened.state.trial.number, Answer.LEFT, 1.0)
    qtbot.waitUntil(lambda: opened.is_frozen)
    opened.request(Engine.leave)
    qtbot.waitUntil(lambda: not opened.session_runs)


def test_answers_freeze_the_design(qtbot: QtBot, page: StudyPage) -> None:
    """With a person's answer the design is closed, and each field says why and what to do."""
    freeze(qtbot, page.study)
    qtbot.waitUntil(lambda: page.lock_bar.text == FROZEN)
    assert page.lock_bar.isVisible()
    assert not line_of(page, "prompt").isEnabled()
    assert line_of(page, "prompt").toolTip() == FROZEN
    assert not line_of(page, "texts.left").isEnabled()
    assert not page.form.texts.bar.first.isEnabled()
    assert not page.items.add.isEnabled()
    assert not page.tab.undo.isEnabled()
    page.form.truth.fold(False)
    page.form.truth.clear.click()
    qtbot.waitUntil(lambda: page.study.content.truth is None)
    assert "Not known" in page.form.truth.status


def test_reason_of_a_frozen_design_is_said_once(qtbot: QtBot, page: StudyPage) -> None:
    """The bar above says it; no section repeats it, folded or not."""
    for section in page.form.sections:
        section.fold(False)
    freeze(qtbot, page.study)
    qtbot.waitUntil(lambda: page.lock_bar.text == FROZEN)
    said = [label for label in page.findChildren(QLabel) if label.text() == FROZEN]
    assert [page.lock_bar.isAncestorOf(label) for label in said] == [True]


def test_pages_stay_editable_when_people_have_answered(qtbot: QtBot, page: StudyPage) -> None:
    """A page, a word, the codes and the PIN are saved and undone; the old text is remembered."""
    retype(page, "texts.welcome", "Helo")
    wait_saved(qtbot, page)
    freeze(qtbot, page.study)
    qtbot.waitUntil(lambda: page.lock_bar.text == FROZEN)
    retype(page, "texts.welcome", "Hello")
    page.form.edited.emit("pin", "42")
    page.form.edited.emit("seed", 77)
    design = wait_saved(qtbot, page).design
    assert (design.texts.welcome, design.pin, design.seed) == ("Hello", "42", 1)
    page.tab.undo.trigger()
    page.tab.undo.trigger()
    assert wait_saved(qtbot, page).design.texts.welcome == "Helo"
    page.tab.undo.trigger()
    assert wait_saved(qtbot, page).design.texts.welcome == "", "the edit before was of a text too"
    page.study.close()
    with open_study(page.study.path, read_only=True) as file:
        pages = [e.facts["page"] for e in file.everything.events if e.kind == "texts"]
    assert pages == ["welcome"] * 3


def test_answers_of_robots_hold_the_design_until_they_may_go(qtbot: QtBot, page: StudyPage) -> None:
    """A try by a robot is no reason to duplicate a study."""
    page.study.request(partial(Engine.start_session, robot=True), "R01")
    qtbot.waitUntil(lambda: page.study.state.trial is not None)
    answer = partial(Engine.answer, by_robot=True)
    page.study.request(answer, page.study.state.trial.number, Answer.LEFT, 1.0)
    page.study.request(Engine.end)
    qtbot.waitUntil(lambda: page.lock_bar.text == ROBOTS)
    assert not line_of(page, "prompt").isEnabled()
    page.lock_bar.drop.click()
    assert line_of(page, "prompt").isEnabled()
    retype(page, "prompt", "Which is it?")
    assert wait_saved(qtbot, page).design.prompt == "Which is it?"
    qtbot.waitUntil(lambda: page.study.state.sittings == ())
    assert page.lock_bar.isHidden()


def test_a_running_session_locks_the_design(qtbot: QtBot, page: StudyPage) -> None:
    """Before the first answer too: the pair on the screen must stay what it is."""
    page.study.request(Engine.start_session, "P01")
    qtbot.waitUntil(lambda: page.lock_bar.text == RUNNING)
    page.study.request(Engine.end)
    qtbot.waitUntil(lambda: page.lock_bar.text == "")
    assert line_of(page, "prompt").isEnabled()


def test_a_study_in_use_elsewhere_is_locked(
    make_file: Callable[..., Path], make_opened: Callable[..., OpenStudy], make_study_page: Callable
) -> None:
    """What is open for reading only can't be edited."""
    path = make_file()
    with open_study(path):
        page = make_study_page(make_opened(path))
        assert page.lock_bar.text == READ_ONLY
        assert not page.tab.undo.isEnabled()


def test_a_duplicate_has_no_answers(qtbot: QtBot, page: StudyPage, tmp_path: Path) -> None:
    """It is made from the frozen study, and asked to be opened."""
    freeze(qtbot, page.study)
    path = tmp_path / "again.sortrank"
    with qtbot.waitSignal(page.open_wanted) as wanted:
        page.duplicate(path)
    assert wanted.args == [path]
    with open_study(path) as study:
        assert not study.is_frozen
        assert study.content.items == page.study.content.items
        assert study.design.title.endswith("(copy)")


def test_the_last_edit_is_saved_on_closing(qtbot: QtBot, page: StudyPage) -> None:
    """Nobody has to wait for the delay before closing."""
    retype(page, "prompt", "Last word?")
    path = page.study.path
    page.study.close()
    finish_jobs()
    with open_study(path) as study:
        assert study.design.prompt == "Last word?"


def test_starting_saves_and_asks_for_the_survey(qtbot: QtBot, page: StudyPage) -> None:
    """The button leads to the Survey tab."""
    retype(page, "prompt", "Ready?")
    with qtbot.waitSignal(page.survey_wanted):
        page.tab.start.trigger()
    assert wait_saved(qtbot, page).design.prompt == "Ready?"


def test_the_estimate_comes_from_the_planner(qtbot: QtBot, make_study_page: Callable) -> None:
    """First what is known at once, then what simulations say, also of other strategies."""
    page = make_study_page(budget=60, estimates=True)
    assert page.footer.text == "About 60 answers, 4 minutes at 4 s each"
    qtbot.waitUntil(lambda: "expected displacement" in page.footer.text, timeout=20_000)
    assert "answers here." in page.form.strategy.others.text()
    page.form.field("stop.budget").editor.number.box.setValue(30)
    assert page.footer.text.startswith("About 30 answers, 2 minutes")


def test_trying_it_keeps_nothing(qtbot: QtBot, page: StudyPage) -> None:
    """Answers of a test run are in no file, and the study stays as it is."""
    page.tab.try_it.trigger()
    window = page.try_out
    qtbot.waitUntil(lambda: window.state is not None and window.state.trial is not None)
    view = window.screen_.trial_page.view
    folder = window._path.parent
    for number in (1, 2):
        qtbot.waitUntil(lambda: view.is_open)
        view.give_answer(Answer.LEFT)
        qtbot.waitUntil(lambda n=number: window.state.trial.number == n + 1)
    assert window.state.answered == 2
    window.close()
    assert page.try_out is None
    qtbot.waitUntil(lambda: not folder.exists())
    assert page.study.state.records == 0
    assert not page.study.is_frozen


def test_a_save_that_fails_is_said_and_tried_again(
    qtbot: QtBot, page: StudyPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The status says so; the next edit is saved with all before."""
    from sortrank_gui.errors import StudyFileError
    from sortrank_gui.study.file.storage import StudyFile

    def refuse(*_arguments: object, **_options: object) -> None:
        raise StudyFileError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(StudyFile, "save", refuse)
        retype(page, "prompt", "First?")
        with qtbot.waitSignal(page.study.failed):
            pass
        assert page.autosave.status == "not saved"
    retype(page, "title", "Second")
    stored = wait_saved(qtbot, page)
    assert (stored.design.prompt, stored.design.title) == ("First?", "Second")


def test_what_another_page_changes_can_be_undone(qtbot: QtBot, page: StudyPage) -> None:
    """A plan that the Simulation tab saves is shown, and is an edit like others."""
    content = page.study.content
    before = content.design.stop.budget
    planned = change_setting(content, "stop.budget", 77).design
    with qtbot.waitSignal(page.study.content_changed):
        page.study.request(Engine.save, planned, content.items, content.truth)
    assert page.form.field("stop.budget").editor.number.box.value() == 77
    wait_saved(qtbot, page)
    page.tab.undo.trigger()
    assert wait_saved(qtbot, page).design.stop.budget == before


def test_every_control_has_a_name_and_a_hint(page: StudyPage) -> None:
    """A screen reader and a resting mouse say what each of them is."""
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox)
    nameless = [
        widget
        for kind in kinds
        for widget in page.findChildren(kind)
        if not widget.objectName().startswith("qt_")
        and not isinstance(widget, QToolButton)  # made by Qt inside of others
        and not page.notice.isAncestorOf(widget)
        and not (widget.accessibleName() and widget.toolTip())
    ]
    names = [(type(w).__name__, w.accessibleName(), getattr(w, "text", str)()) for w in nameless]
    assert names == []


def test_form_fits_into_the_smallest_window(page: StudyPage) -> None:
    """With everything unfolded, nothing is wider than the form may become."""
    for section in page.form.sections:
        section.fold(False)
    page.form.content_edited.emit(add_language(page.draft.content, "ar"), "")
    assert page.form.area.minimumSizeHint().width() <= 398


@pytest.mark.parametrize(
    ("name", "act", "value"),
    [
        ("pin", lambda e: e.edited.emit("1234"), "1234"),
        ("codes", lambda e: e.box.setPlainText(" VP1\n\nVP2\n"), ("VP1", "VP2")),
        ("codes_in_order", lambda e: e.box.click(), True),
        ("display.pictures", lambda e: e.box.setCurrentIndex(3), "millimetres"),
        ("display.gap", lambda e: e.switch.click(), 80),
        ("display.text", lambda e: e.box.setCurrentIndex(1), "same"),
        ("timing.fixation_ms", lambda e: e.box.setValue(500), 500),
        ("timing.deadline_ms", lambda e: e.box.setValue(5000), 5000),
        ("keys.left", lambda e: e._on_edited("A, Left"), ("A", "Left")),
        ("exclusion.failed_catch_share", lambda e: e.switch.click(), 0.2),
        ("exclusion.infit", lambda e: e.switch.click(), 1.5),
        ("consent_to_end", lambda e: e.box.click(), True),
    ],
)
def test_every_setting_of_a_session_reaches_the_file(
    qtbot: QtBot, page: StudyPage, name: str, act: Callable, value: object
) -> None:
    """What a lab needs beyond the plain study is set in the form too, and can be undone."""
    test_every_kind_of_editor_reaches_the_file(qtbot, page, name, act, value)


def test_codes_come_from_a_pattern_or_a_file(qtbot: QtBot, page: StudyPage, tmp_path: Path) -> None:
    """A series is counted on; a table has a column for them; a bad file is named there."""
    editor = page.form.field("codes").editor
    editor.first.setText("VP098")
    editor.count.setValue(3)
    editor.make.click()
    assert page.draft.content.design.codes == ("VP098", "VP099", "VP100")
    assert editor.box.toPlainText() == "VP098\nVP099\nVP100"
    table = tmp_path / "codes.csv"
    table.write_text("code,age\nA1,30\nA2,31\n")
    editor.read(table)
    qtbot.waitUntil(lambda: page.draft.content.design.codes == ("A1", "A2"))
    table.write_text("age\n30\n")
    editor.read(table)
    qtbot.waitUntil(lambda: "codes.csv" in editor._problem.text())


def test_key_is_set_by_pressing_it(page: StudyPage) -> None:
    """The button waits for one key; Escape changes nothing."""
    page.form.show_field("keys.equal")
    editor = page.form.field("keys.equal").editor
    editor.press.click()
    QTest.keyClick(editor.press, Qt.Key.Key_F9)
    assert page.draft.content.design.keys.equal == ("Down", "F9")
    assert not editor.press.isChecked()
    editor.press.click()
    QTest.keyClick(editor.press, Qt.Key.Key_Escape)
    assert page.draft.content.design.keys.equal == ("Down", "F9")
    retype(page, "keys.equal", "Left")
    assert "already" in page.form.field("keys.equal").problem


def test_folded_section_has_fields_when_they_are_needed(page: StudyPage) -> None:
    """Unfolding makes them, and they show what the study says and that they are locked."""
    trials = page.form.trials
    assert not trials.findChildren(FormField)
    trials.set_locked(RUNNING, texts_free=False)
    trials.header.click()
    field = trials.field("break_every")
    assert field.isVisible()
    assert field.editor.value() == page.draft.content.design.break_every
    assert not field.editor.isEnabled()


def test_sizes_ask_only_for_what_they_need(page: StudyPage) -> None:
    """Degrees need a distance; a picture pixel by pixel is never enlarged."""
    page.form.display.fold(False)
    choice = page.form.field("display.pictures").editor.box

    def shown() -> list[str]:
        names = ("size", "distance_mm", "enlarge")
        return [name for name in names if page.form.field(f"display.{name}").isVisible()]

    expected = [["enlarge"], [], ["size", "enlarge"], ["size", "enlarge"]]
    for index, names in enumerate([*expected, ["size", "distance_mm", "enlarge"]]):
        choice.setCurrentIndex(index)
        assert shown() == names
    assert page.form.field("display.size").editor.box.suffix() == "°"


def test_screen_is_measured_from_the_form(page: StudyPage) -> None:
    """Where a size is in millimetres or degrees, the form says what it knows of the screen."""
    display = page.form.display
    display.fold(False)
    assert not display.measure.isVisible()
    page.form.edited.emit("display.pictures", PictureSize.MILLIMETRES)
    assert "has not been measured" in display._measured.text()
    display.measure.click()
    (dialog,) = display.findChildren(CardDialog)
    dialog.accept()
    assert "was measured" in display._measured.text()


def test_one_choice_of_language_sets_all_words(qtbot: QtBot, page: StudyPage) -> None:
    """Labels, pages and placeholders are in the language then; undo brings the first one back."""
    texts = page.form.texts
    german = texts.bar.first.findData("de")
    texts.bar.first.setCurrentIndex(german)
    texts.bar.first.activated.emit(german)
    design = wait_saved(qtbot, page).design
    assert (design.languages, design.texts.left) == (("de",), "Links")
    assert line_of(page, "texts.right").text() == "Rechts"
    assert line_of(page, "texts.agree").placeholderText() == "Ich stimme zu"
    page.tab.undo.trigger()
    assert page.draft.content.design.languages == ("en",)


def test_texts_of_another_language_are_edited_in_their_place(qtbot: QtBot, page: StudyPage) -> None:
    """A second language has its own question, pages and words; what is missing is listed."""
    texts = page.form.texts
    assert texts.bar.problem == ""
    texts.bar.added.emit("fr")
    assert texts.bar.current == "fr", "the new language is there to be written"
    assert texts.bar.problem == "Missing: Français: the question."
    line = texts.field("texts.prompt").editor.line
    assert line.isVisible()
    QTest.keyClicks(line, "Quoi ?")
    assert texts.bar.problem == ""
    line_of(page, "texts.welcome").setPlainText("Bonjour !")
    assert texts.preview.text == "Bonjour !"
    (french,) = wait_saved(qtbot, page).design.translations
    assert (french.prompt, french.texts.welcome) == ("Quoi ?", "Bonjour !")
    texts.bar.show_language("en")
    assert line_of(page, "texts.welcome").toPlainText() == ""
    assert not texts.field("texts.prompt").isVisible()
    texts.bar.show_language("fr")
    texts.bar.remove.click()
    assert page.draft.content.design.languages == ("en",)


def test_texts_are_written_in_their_direction(page: StudyPage) -> None:
    """Arabic is typed from the right, and English from the left."""
    texts = page.form.texts
    texts.bar.added.emit("ar")
    assert line_of(page, "texts.welcome").layoutDirection() is Qt.LayoutDirection.RightToLeft
    texts.bar.show_language("en")
    assert line_of(page, "texts.welcome").layoutDirection() is Qt.LayoutDirection.LeftToRight


def test_missing_words_of_an_unknown_language_are_a_list(page: StudyPage) -> None:
    """SortRank has no words for it: every one is listed."""
    texts = page.form.texts
    texts.bar.added.emit("sw")
    assert texts.bar.problem.startswith("Missing: sw: the question; ")
    texts.bar.list.click()
    (dialog,) = page.window().findChildren(ListDialog)
    assert dialog.list.count() > 40
    dialog.close()


def test_every_small_word_can_be_changed(qtbot: QtBot, page: StudyPage) -> None:
    """The table shows what a word says, and what is typed is the study's own."""
    texts = page.form.texts
    texts.bar.first_chosen.emit("de")
    texts.all_words.click()
    table = texts.words.table
    row = next(k for k in range(table.rowCount()) if table.item(k, 1).text() == "Weiter")
    table.item(row, 1).setText("Los!")
    assert wait_saved(qtbot, page).design.texts.words == (("continue", "Los!"),)
    table.item(row, 1).setText("")
    assert page.draft.content.design.texts.words == ()
    assert table.item(row, 1).text() == "Weiter"
    texts.words.close()


def test_picture_is_added_where_the_cursor_is(
    page: StudyPage, qtbot: QtBot, tmp_path: Path
) -> None:
    """It goes into the file with the text, is seen in the preview, and one undo takes it back."""
    texts = page.form.texts
    page.form.edited.emit("texts.welcome", "Before, after.")
    box = texts.field("texts.welcome").editor.focus_widget()
    cursor = box.textCursor()
    cursor.setPosition(len("Before, "))
    box.setTextCursor(cursor)
    texts.pictures.take(save_picture(tmp_path / "our (keys).png", 300, 200))
    welcome = "Before, ![](<our keys>)after."
    qtbot.waitUntil(lambda: page.draft.content.design.texts.welcome == welcome)
    qtbot.waitUntil(lambda: page.study.content.design.texts.welcome == welcome)
    qtbot.waitUntil(lambda: list(texts.pictures.images) == ["our keys"])
    assert texts.pictures.images["our keys"].width() == 300
    assert list(find_pictures(page.study.content)) == ["our keys"]
    page.draft.undo()
    assert page.draft.content.design.texts == Texts(welcome="Before, after.")


def test_file_that_is_no_picture_is_refused_in_a_sentence(
    page: StudyPage, qtbot: QtBot, tmp_path: Path
) -> None:
    """The sentence stands below the button, and the text stays as it was."""
    (tmp_path / "notes.png").write_text("no picture")
    texts = page.form.texts
    texts.pictures.take(tmp_path / "notes.png")
    qtbot.waitUntil(lambda: "notes.png" in texts.pictures._problem.text())
    assert page.draft.content.design.texts.welcome == ""


def test_large_picture_is_made_smaller(tmp_path: Path) -> None:
    """No page needs more than 1600 x 1200 pixels."""
    name, data = read_page_picture(save_picture(tmp_path / "wide.png", 3000, 1000))
    image = QImage.fromData(data)
    assert (name, image.width(), image.height()) == ("wide", 1600, 533)
    assert len(data) <= MOST_BYTES
