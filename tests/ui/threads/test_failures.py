import sys
import threading

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import InputError
from sortrank_gui.ui.threads.failures import ExceptionHooks, Failure


def test_failure_of_ours_speaks_for_itself() -> None:
    """A SortrankError's text is the sentence; the traceback is in the details."""
    failure = Failure.from_error(InputError("Row 3 is empty."))
    assert failure.sentence == "Row 3 is empty."
    assert "InputError" in failure.details


def test_bug_is_called_unexpected() -> None:
    """Any other exception is a bug, and we say so."""
    assert "unexpected" in Failure.from_error(KeyError("x")).sentence


def test_hooks_catch_threads_too(qtbot: QtBot, capsys: pytest.CaptureFixture[str]) -> None:
    """An exception that nobody caught on a Python thread is printed and reported."""
    hooks = ExceptionHooks()
    before = sys.excepthook, threading.excepthook
    hooks.install()
    try:
        with qtbot.waitSignal(hooks.failed) as failed:
            thread = threading.Thread(target=int, args=("many",))
            thread.start()
            thread.join()
    finally:
        hooks.remove()
    assert "many" in failed.args[0].sentence
    assert "ValueError" in capsys.readouterr().err
    assert (sys.excepthook, threading.excepthook) == before
