import gc
import threading

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.threads.garbage import GarbageCollector


class Knot(QObject):
    """Refers to itself, and notes the thread on which it is deleted."""

    def __init__(self, threads: list[int]) -> None:
        super().__init__()
        self.itself = self
        self._threads = threads

    def __del__(self) -> None:
        self._threads.append(threading.get_ident())


def test_garbage_is_collected_on_the_gui_thread(qtbot: QtBot) -> None:
    """However busy another thread is, knots are deleted by the event loop of this one."""
    collector = GarbageCollector()
    collector.start()
    threads: list[int] = []
    Knot(threads)
    busy = threading.Thread(target=lambda: [[k] for k in range(100_000)])
    busy.start()
    busy.join()
    assert threads == []
    kept = [[k] for k in range(2000)]
    qtbot.waitUntil(lambda: threads != [])
    assert threads == [threading.get_ident()]
    assert len(kept) == 2000
    collector.stop()
    assert not gc.isenabled(), "windows that are deleted at the end need that too"
