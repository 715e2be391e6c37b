"""The Simulation tab with its default experiment: first points, the whole, stalls, memory."""

import os
import resource
import sys
import time
from multiprocessing import active_children
from pathlib import Path
from typing import Any

from benchmarks.tables import Row, Table

_WARM_UP_MS = 4000
"""The processes start when the tab is first shown; a user needs a moment too."""


def run() -> list[Table]:
    """Run the default experiment in the tab, without a display."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return [Table("Simulation tab, default experiment", _Stopwatch().measure())]


class _Stopwatch:
    """Presses Start and notes what happens when."""

    def __init__(self) -> None:
        self._start = self._first = 0.0
        self._most_memory = 0.0

    def measure(self) -> list[Row]:
        """Return the figures of one run."""
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

        from sortrank_gui.ui.simulation.simulation_page import SimulationPage
        from sortrank_gui.ui.simulation.simulation_tab import SimulationTab
        from sortrank_gui.ui.widgets.theme import Appearance
        from tests.ui.stall_watch import StallWatch

        application = QApplication(["sortrank"])
        Appearance(application)
        page = SimulationPage(SimulationTab())
        page.simulator.started.connect(self._note_start)
        page.simulator.progressed.connect(self._note_news)
        page.simulator.stopped.connect(application.quit)
        page.resize(1360, 800)
        page.show()
        QTimer.singleShot(_WARM_UP_MS, page.experiments.settings.run_bar.start.trigger)
        with StallWatch() as watch:
            application.exec()
        seconds = time.perf_counter() - self._start
        page.close_workers()
        return [
            {"what": "first points (s)", "value": round(self._first - self._start, 2)},
            {"what": "all of it (s)", "value": round(seconds, 2)},
            {"what": "longest work of the GUI thread (ms)", "value": round(watch.worst_busy_ms, 1)},
            {"what": "memory, window and processes (MB)", "value": round(self._most_memory)},
            {"what": "load of the machine before", "value": load_of_machine()},
        ]

    def _note_start(self, _order: Any) -> None:
        self._start = time.perf_counter()

    def _note_news(self, news: Any) -> None:
        if news.findings is not None and not self._first:
            self._first = time.perf_counter()
        self._most_memory = max(self._most_memory, _megabytes())


def load_of_machine() -> float | str:
    """Return the load of the last quarter of an hour, where the system knows it."""
    if sys.platform == "win32":
        return "unknown"
    return round(os.getloadavg()[2], 1)


def _megabytes() -> float:
    """Return the resident memory of this process and its children."""
    return _resident(os.getpid()) + sum(_resident(process.pid) for process in active_children())


def _resident(pid: int | None) -> float:
    if sys.platform != "linux":
        return 0.0
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * resource.getpagesize() / 2**20
