"""The Study tab inside of the window: where its buttons lead."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.study_editor.bars import DEMO
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow
from sortrank_gui.ui.window.quit_dialog import LossDialog


@pytest.fixture
def empty_window(qtbot: QtBot, appearance: Appearance) -> Iterator[MainWindow]:
    """Return the window with its start page."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()


def test_a_new_study_opens_here_and_leads_to_the_survey(
    qtbot: QtBot, empty_window: MainWindow, tmp_path: Path
) -> None:
    """From an empty study by lines and a question to who is next."""
    window = empty_window
    with qtbot.waitSignal(window.study_shown):
        window.files.make(tmp_path / "new.sortrank")
    assert window.stack.current == "Study"
    page = window.stack.pages["Study"]
    page.estimator.watch(False)
    source = tmp_path / "items.txt"
    source.write_text("tea\ncoffee\nmilk\n")
    page.editing.add_paths([source])
    qtbot.waitUntil(page.tab.start.isEnabled)
    page.form.edited.emit("prompt", "What do you prefer?")
    page.tab.start.trigger()
    assert window.stack.current == "Survey"
    window.study.request(
        Engine.start_session, "P01"
    )  # at once: what was typed last is in the file before
    qtbot.waitUntil(lambda: window.study.state.trial is not None)
    assert len(window.study.content.items) == 3
    assert window.study.content.design.prompt == "What do you prefer?"


def test_a_duplicate_is_opened_in_its_place(
    qtbot: QtBot, empty_window: MainWindow, make_file: Callable[..., Path], tmp_path: Path
) -> None:
    """The window then shows the copy, ready to be edited."""
    window = empty_window
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file())
    window.stack.show_page("Study")
    page = window.stack.pages["Study"]
    with qtbot.waitSignal(window.study_shown):
        page.duplicate(tmp_path / "copy.sortrank")
    assert window.study.path == tmp_path / "copy.sortrank"
    assert window.stack.current == "Study"
    assert window.stack.pages["Study"] is not page


def test_the_demo_is_not_edited(qtbot: QtBot, empty_window: MainWindow) -> None:
    """It can be looked at and duplicated."""
    window = empty_window
    with qtbot.waitSignal(window.study_shown):
        window.open_demo()
    window.stack.show_page("Study")
    page = window.stack.pages["Study"]
    assert page.lock_bar.text == DEMO
    assert not page.form.field("prompt").editor.isEnabled()


def test_there_is_one_truth_about_saving(
    qtbot: QtBot, empty_window: MainWindow, make_file: Callable[..., Path]
) -> None:
    """What is not saved is said in the one place that otherwise says “saved”, on every tab."""
    window = empty_window
    with qtbot.waitSignal(window.study_shown):
        window.open_path(make_file())
    window.stack.show_page("Study")
    page = window.stack.pages["Study"]
    page.estimator.watch(False)
    assert "saved in" in window.status.storage.text()
    page.form.edited.emit("prompt", "")
    assert "not saved: 1 problem" in window.status.storage.text()
    assert "saved in" not in window.status.storage.text()
    window.stack.show_page("Survey")
    assert "not saved: 1 problem" in window.status.storage.text()
    page.form.edited.emit("prompt", "Which?")
    qtbot.waitUntil(lambda: "saved in" in window.status.storage.text())
    texts = [label.text() for label in window.stack.header.findChildren(QLabel)]
    assert not any("saved" in text for text in texts)


@pytest.mark.parametrize("may_go", [False, True])
@pytest.mark.parametrize("way", ["quit", "close", "open", "demo"])
def test_edits_with_a_problem_are_not_lost_unasked(
    qtbot: QtBot,
    empty_window: MainWindow,
    make_file: Callable[..., Path],
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    may_go: bool,
) -> None:
    """Whichever way the study would be closed: the question names the problem, and is heard."""
    window, path = empty_window, make_file()
    asked: list[str] = []

    def answer(dialog: LossDialog) -> bool:
        asked.append(dialog.informativeText())
        return may_go

    monkeypatch.setattr(LossDialog, "exec", answer)
    with qtbot.waitSignal(window.study_shown):
        window.open_path(path)
    window.stack.show_page("Study")
    page = window.stack.pages["Study"]
    page.estimator.watch(False)
    assert page.unsaved == ""
    page.form.edited.emit("prompt", "")
    ways = {
        "quit": window.quit,
        "close": window.reception.close_study,
        "open": partial(window.open_path, make_file("other")),
        "demo": window.open_demo,
    }
    ways[way]()
    assert len(asked) == 1
    assert "because of a problem: " in asked[0]
    gone = window.isHidden() if way == "quit" else None
    if way in ("open", "demo") and may_go:
        qtbot.waitUntil(lambda: window.study is not None and window.study.path != path)
    elif way == "close":
        assert (window.study is None) is may_go
    else:
        assert gone in (None, may_go)
        assert may_go or window.study.path == path
    if not may_go:
        assert page.draft.content.design.prompt == ""
        page.draft.undo()
        assert page.unsaved == ""
