"""Trials with a context: a prompt above two answers, and no name that would tell."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.timeline import Context
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.study.items.items import Item, Variant
from sortrank_gui.ui.participant.trial_view import TrialView
from tests.ui.participant.trials import QUICK, present, press, texts

LONG = "\n".join(f"Line {k} of a prompt that nobody reads to its end." for k in range(80))
CONTEXTS = (Context("q1", "Why is the **sky** <b>blue</b>?"), Context("q2", LONG))
DESIGN = replace(QUICK, contexts=CONTEXTS)
MODELS = [
    Item(
        f"model {name}", variants=tuple(Variant(c.name, text=f"{c.name} {name}") for c in CONTEXTS)
    )
    for name in ("A", "B")
]


def show(view: TrialView, qtbot: QtBot, number: int, context: str) -> None:
    """Show a trial in a context and wait until it was painted."""
    view.set_content(DESIGN, MODELS)
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(number, 0, 1, context=context))


def test_context_stands_above_the_answers_to_it(view: TrialView, qtbot: QtBot) -> None:
    """Both boxes have the variant of that name, and the text is shown as it was written."""
    show(view, qtbot, 1, "q1")
    assert view.context.text == "Why is the **sky** <b>blue</b>?"
    assert [box.words for box in view.boxes.values()] == ["q1 A", "q1 B"]
    assert (
        view.context.geometry().bottom()
        < view.boxes[Answer.LEFT].mapTo(view, view.boxes[Answer.LEFT].rect().topLeft()).y()
    )


def test_no_name_of_a_model_is_told(view: TrialView, qtbot: QtBot) -> None:
    """Neither on the screen nor to a screen reader."""
    show(view, qtbot, 1, "q1")
    for box in view.boxes.values():
        assert "model" not in box.words + box.accessibleDescription()


def test_context_comes_and_goes_with_the_pair(view: TrialView, qtbot: QtBot) -> None:
    """Nobody reads it before the clock starts, or beside another pair."""
    show(view, qtbot, 1, "q1")
    view.show_trial(None)
    assert view.context.text == ""
    show(view, qtbot, 2, "q2")
    assert view.context.text == LONG


def test_boxes_keep_their_place_whatever_the_context(
    view: TrialView, qtbot: QtBot, qapp: QApplication
) -> None:
    """A long prompt scrolls in at most a third of the room, and a short one leaves it empty."""
    show(view, qtbot, 1, "q1")
    qapp.processEvents()
    before = view.boxes[Answer.LEFT].geometry()
    show(view, qtbot, 2, "q2")
    qapp.processEvents()
    assert view.boxes[Answer.LEFT].geometry() == before
    assert view.context.height() <= 0.31 * view.height()


def test_page_keys_scroll_a_long_context(view: TrialView, qtbot: QtBot) -> None:
    """Down and back."""
    show(view, qtbot, 1, "q2")
    bar = view.context.text_area.verticalScrollBar()
    press(view, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    press(view, Qt.Key.Key_PageUp)
    assert bar.value() == 0


def test_study_without_contexts_has_no_panel(view: TrialView, qtbot: QtBot) -> None:
    """Nothing takes room from the items, also when the study before had contexts."""
    show(view, qtbot, 1, "q1")
    assert view.context.isVisible()
    present(view, qtbot, texts("one", "two"))
    assert not view.context.isVisible()
