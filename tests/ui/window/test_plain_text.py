"""Names from a study never act in labels, tips and dialogs: they are shown as they are."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow
from sortrank_gui.ui.window.quit_dialog import LossDialog, QuitDialog

TAG = "<img src=x><b>y"
"""Qt takes such a text for HTML, and would look for the picture."""


@pytest.fixture
def window(qtbot: QtBot, appearance: Appearance, tmp_path: Path) -> Iterator[MainWindow]:
    """Return a window with a study all of whose names have tags in them."""
    name = "study" if sys.platform == "win32" else TAG  # Windows has no such file names
    path = tmp_path / f"{name}.sortrank"
    design = Design(
        title=TAG, prompt=TAG, resume=Resume.RESUME, min_response_ms=0, stop=StopRules(budget=60)
    )
    items = [Item(f"{TAG} {k}", text=f"{TAG} {k}") for k in range(5)]
    create_study(path, design, items, range(5))
    survey = Survey(open_study(path))
    for code in (f"{TAG}1", f"{TAG}2"):
        session = survey.start(code)
        for _ in range(12):
            session.answer(Answer.LEFT, seconds=1.0)
        session.end()
    exclude(survey.file, (f"{TAG}2", None, None), TAG)
    survey.close()
    found = MainWindow(appearance)
    qtbot.addWidget(found)
    found.show()
    with qtbot.waitSignal(found.study_shown):
        found.open_path(path)
    yield found
    found.close()


def list_acting(window: QWidget) -> list[str]:
    """Return the labels and tips that would run a tag of a name."""
    found = list[str]()
    for label in window.findChildren(QLabel):
        is_plain = label.textFormat() is Qt.TextFormat.PlainText
        if "<img" in label.text() and not is_plain:
            found.append(f"{label.parent()}: {label.text()}")
    for part in (*window.findChildren(QWidget), *window.findChildren(QAction)):
        if "<img" in part.toolTip():
            found.append(f"tip of {part}: {part.toolTip()}")
    return found


def test_no_tab_runs_tags_of_names(window: MainWindow, qtbot: QtBot) -> None:
    """Every tab is shown, with a session under way and results; nothing acts."""
    study = window.study
    assert study is not None
    study.request(Engine.start_session, f"{TAG}3")
    qtbot.waitUntil(lambda: study.state is not None and study.state.trial is not None)
    for title in window.stack.titles:
        window.stack.show_page(title)
        qtbot.wait(100)
        assert list_acting(window) == []
    page = window.stack.pages["Results"]
    window.stack.show_page("Results")
    qtbot.waitUntil(lambda: page.views.isVisible(), timeout=20_000)
    for row in range(page.views.list.count()):
        page.views.list.setCurrentRow(row)
        qtbot.wait(10)
        assert list_acting(window) == []
    window.notice.say(TAG)
    window.status.say(TAG)
    assert list_acting(window) == []


@pytest.mark.parametrize("kind", [QuitDialog, LossDialog])
def test_dialogs_show_plain_text(kind: type[QMessageBox], qtbot: QtBot) -> None:
    """A path or a code in the question is shown as it is."""
    dialog = kind(TAG)
    qtbot.addWidget(dialog)
    assert dialog.textFormat() is Qt.TextFormat.PlainText
