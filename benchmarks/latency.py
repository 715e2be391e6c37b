"""How long a participant waits: from a click to the next pair, and from the start to the window.

A person clicks 200 ms after each pair was painted, as fast as the default design allows, and the
blank interval is set to nothing: the engine has no time but the highlight's to write the answer to
disk, pick the next pair and have its pictures ready. What counts is what comes on top of that.
"""

import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest

from benchmarks.tables import Table
from benchmarks.window import (
    Screen,
    make_photographs,
    make_study,
    own_folder,
    shown,
    wait_for,
)
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.trial_view import HIGHLIGHT_MS

PHOTOGRAPHS = 200
TEXTS = 10_000
THINKING_MS = 200
STARTS = 7
_BARE = """
import sys, pyqtgraph
from PySide6.QtWidgets import QApplication
application = QApplication(sys.argv)
window = pyqtgraph.PlotWidget()
"""
_OURS = """
import sys
from sortrank_gui.ui.window.application import make_application
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow
application = make_application()
window = MainWindow(Appearance(application))
"""
_PAINT = """
from PySide6.QtCore import QEvent, QObject
class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            print("painted", flush=True)
        return False
watch = Watch()
application.installEventFilter(watch)
window.resize(1360, 850)
window.show()
application.exec()
"""


def run(answers: int, *, starts: int = STARTS) -> list[Table]:
    """Measure clicks in several studies, and starts."""
    clicks = Table(
        f"From a click to the next pair, milliseconds beyond the highlight, {answers} answers"
    )
    with own_folder() as folder:
        photographs = make_photographs(folder, PHOTOGRAPHS)
        texts = [Item(f"item {k}", text=f"Statement {k} about one thing.") for k in range(TEXTS)]
        for strategy, items, what in (
            ("mergesort", photographs, f"{PHOTOGRAPHS} photographs of 12 megapixels"),
            ("quicksort", photographs, f"{PHOTOGRAPHS} photographs of 12 megapixels"),
            ("entropy", photographs, f"{PHOTOGRAPHS} photographs of 12 megapixels"),
            ("mergesort", texts, f"{TEXTS:,} texts"),
        ):
            taken = _click_through(
                folder / f"{strategy}-{len(items)}.sortrank", strategy, items, answers
            )
            clicks.rows.append(_row(strategy, what, taken))
    return [clicks, _starts(starts)]


def _row(strategy: str, what: str, taken: list[float]) -> dict[str, str | float]:
    return {
        "items": what,
        "strategy": strategy,
        "median": statistics.median(taken),
        "99th percentile": float(np.quantile(taken, 0.99)),
        "longest": max(taken),
        "at most": "20, 50",
    }


def _click_through(path: Path, strategy: str, items: list[Item], answers: int) -> list[float]:
    """Return the milliseconds between clicks and paintings, less the highlight."""
    design = Design(
        title="Benchmark",
        prompt="Which one is better?",
        strategy=strategy,
        min_response_ms=0,
        interval_ms=0,
        stop=StopRules(budget=answers + 1),
    )
    make_study(path, design, items)
    with shown(path) as screen:
        return _Clicker(screen).click(answers)


class _Clicker:
    """Clicks into one of the boxes a while after each painting, and takes times."""

    def __init__(self, screen: Screen) -> None:
        self._view = screen.page.stage.trial_view
        self._view.painted.connect(self._on_painted)
        self._chance = random.Random(1)
        self._clicked_at = self._painted_at = 0.0

    def click(self, answers: int) -> list[float]:
        """Give answers and return how long each next pair took."""
        return [self._click_once() for _ in range(answers)]

    def _click_once(self) -> float:
        thought: list[bool] = []
        QTimer.singleShot(THINKING_MS, lambda: thought.append(True))
        wait_for(lambda: bool(thought))
        side = self._chance.choice((Answer.LEFT, Answer.RIGHT))
        self._clicked_at, self._painted_at = time.perf_counter(), 0.0
        QTest.mouseClick(self._view.boxes[side], Qt.MouseButton.LeftButton)
        wait_for(lambda: self._painted_at > 0)
        return 1e3 * (self._painted_at - self._clicked_at) - HIGHLIGHT_MS

    def _on_painted(self, _number: int) -> None:
        self._painted_at = time.perf_counter()


def _starts(repeats: int) -> Table:
    """Start our window and a bare one in turns."""
    table = Table("From the start of the process to the first painting, seconds")
    _first_paint(_BARE), _first_paint(_OURS)
    rounds = [(_first_paint(_OURS), _first_paint(_BARE)) for _ in range(repeats)]
    ours, bare = (statistics.median(times) for times in zip(*rounds, strict=True))
    table.rows.append(
        {
            "start page": ours,
            "bare PySide6 and pyqtgraph": bare,
            "ratio": statistics.median(our / their for our, their in rounds),
            "at most": 2.0,
        }
    )
    return table


def _first_paint(source: str) -> float:
    """Return the seconds until a program says that it has painted."""
    environment = dict(os.environ)
    if not environment.get("DISPLAY"):
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", source + _PAINT],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        taken = time.perf_counter() - start
        process.kill()
    if line.strip() != b"painted":
        raise RuntimeError("A window did not open.")
    return taken
