"""A study whose file is taken away under the window: it says so, and offers a copy."""

import os

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.ui.window.main_window import MainWindow


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps an open file in its place")
def test_window_offers_a_copy_of_a_study_that_is_gone(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is nowhere taken for saved; the study goes on in a copy with all before."""
    study = window.study
    assert study is not None
    assert study.path is not None
    study.request(Engine.answer, 1, Answer.LEFT, 1.0)
    qtbot.waitUntil(lambda: study.state is not None and study.state.answered == 1)
    study.path.unlink()
    study.request(Engine.answer, 2, Answer.LEFT, 1.0)
    qtbot.waitUntil(lambda: study.state is not None and study.state.phase is Phase.STUCK)
    assert study.state is not None
    assert study.state.answered == 1
    qtbot.waitUntil(lambda: window.notice.act_button.text() == "Save a copy")
    assert "moved or deleted" in window.notice.text
    assert "not saved" in window.status.storage.text()
    copy = study.path.with_name("copy.sortrank")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(copy), ""))
    with qtbot.waitSignal(window.studies.closed):
        window.notice.act_button.click()
    qtbot.waitUntil(lambda: window.study is not None and window.study.path == copy)
    qtbot.waitUntil(lambda: "saved in" in window.status.storage.text())
    assert "goes on in" in window.notice.text
    assert check_study(copy).counts["answers"] == 1
