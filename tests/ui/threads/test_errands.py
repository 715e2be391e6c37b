from pathlib import Path
from threading import get_ident

from pytestqt.qtbot import QtBot

from sortrank_gui.errors import InputError
from sortrank_gui.ui.threads.errands import Errands


def test_errand_runs_elsewhere_and_comes_back(qtbot: QtBot) -> None:
    """A job has a thread of its own, its value arrives on ours, and the thread is gone then."""
    errands, found = Errands(), []

    def take(value: int) -> None:
        found.append((value, get_ident()))

    errands.run(get_ident, take)
    qtbot.waitUntil(lambda: not errands.is_busy)
    ((elsewhere, here),) = found
    assert here == get_ident() != elsewhere


def test_errand_that_fails_is_a_sentence(qtbot: QtBot) -> None:
    """What a job raises is told by a signal."""

    def fail() -> None:
        raise InputError("This can't be.")

    errands = Errands()
    with qtbot.waitSignal(errands.failed) as failed:
        errands.run(fail)
    assert failed.args[0].sentence == "This can't be."
    qtbot.waitUntil(lambda: not errands.is_busy)


def test_closing_waits_for_the_job(qtbot: QtBot, tmp_path: Path) -> None:
    """What was to be written is there when the window is gone."""
    errands, path = Errands(), tmp_path / "file"
    errands.run(lambda: path.write_text("done"))
    errands.close()
    assert path.read_text() == "done"
