"""Undo and redo as steps in a list."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.edits import change_setting
from sortrank_gui.study.design.validation import problems
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.study_editor.draft import Draft


@pytest.fixture
def draft(qtbot: QtBot) -> Draft:
    """Return a draft without problems."""
    return Draft(Content(Design(title="t", prompt=""), (Item("a"), Item("b"))))


def type_prompt(draft: Draft, *texts: str, key: str = "prompt") -> None:
    """Edit the prompt step by step."""
    for text in texts:
        draft.edit(change_setting(draft.content, "prompt", text), key=key)


def test_typing_is_undone_at_once(draft: Draft) -> None:
    """Edits in a row with one key are one step; another key begins a new one."""
    type_prompt(draft, "W", "Wh", "Why?")
    draft.edit(change_setting(draft.content, "title", "x"), key="title")
    draft.undo()
    assert (draft.content.design.prompt, draft.content.design.title) == ("Why?", "t")
    draft.undo()
    assert draft.content.design.prompt == ""
    assert not draft.can_undo


def test_redo_brings_back_what_undo_took(draft: Draft) -> None:
    """Undo then redo is the same content; a new edit forgets what was undone."""
    type_prompt(draft, "Why?")
    after = draft.content
    draft.undo()
    draft.redo()
    assert draft.content == after
    draft.undo()
    type_prompt(draft, "How?")
    assert not draft.can_redo


def test_leaving_a_field_ends_the_step(draft: Draft) -> None:
    """Typing in the same field later is another step."""
    type_prompt(draft, "Why?")
    draft.end_typing()
    type_prompt(draft, "Why not?")
    draft.undo()
    assert draft.content.design.prompt == "Why?"


def test_typing_after_undo_does_not_change_history(draft: Draft) -> None:
    """An edit after undo is a new step, even with the same key."""
    type_prompt(draft, "Why?")
    draft.undo()
    type_prompt(draft, "How?")
    draft.undo()
    assert draft.content.design.prompt == ""


def test_problems_follow_the_content(draft: Draft) -> None:
    """Every edit is checked at once."""
    assert "prompt" in draft.problems
    type_prompt(draft, "Why?")
    assert draft.problems == {}


def test_a_locked_draft_takes_no_edits(qtbot: QtBot, draft: Draft) -> None:
    """Nothing changes, nothing is said."""
    type_prompt(draft, "Why?")
    draft.lock = "Answers exist."
    with qtbot.assertNotEmitted(draft.changed):
        type_prompt(draft, "How?")
        draft.undo()
    assert draft.content.design.prompt == "Why?"


def test_problems_are_those_of_the_validation(draft: Draft) -> None:
    """Whatever is checked again or not, the result is that of checking everything."""
    content = draft.content
    for changed in (
        change_setting(content, "catch_pairs", (("a", "x"),)),
        change_setting(content, "catch_share", 0.2),
        replace(content, items=(Item("a"), Item("a"))),
        replace(content, items=(Item("a"), Item("")), truth=(1.0,)),
        replace(content, items=()),
        content,
    ):
        draft.edit(changed)
        assert draft.problems == problems(changed.design, changed.items, changed.truth)
