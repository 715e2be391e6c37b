"""The first opening of each tab: what the GUI thread works for it, in all and at once.

Chosen right after the study came, a page is made then, in slices. Later it was made ahead.
"""

import statistics
from importlib import import_module
from pathlib import Path
from time import monotonic, thread_time

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication

from benchmarks.tables import Row, Table
from benchmarks.window import (
    SIZE,
    make_study,
    own_folder,
    start_application,
    wait_a_little,
    wait_for,
)
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.ui.threads.garbage import GarbageCollector
from sortrank_gui.ui.threads.jobs import finish_jobs
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.window.main_window import MainWindow

ITEMS, ANSWERS = 200, 600
TITLES = ("Study", "Survey", "Results", "Simulation")
_CALM_SECONDS = 0.5
_NEVER_MS = 1_000_000
_AT_ALL_MS = 1.0
"""Shorter work is that of timers, not of a tab that opens."""


def run(repeats: int) -> list[Table]:
    """Open a study in new windows, and its tabs one after the other; medians of all windows."""
    start_application()
    for title in ("study_editor.study_page", "survey.survey_page", "results.results_page"):
        import_module(f"sortrank_gui.ui.{title}")
    import_module("sortrank_gui.ui.simulation.simulation_page")
    with own_folder() as folder:
        path = _make(folder)
        at_once = [_open_tabs(path, ahead=False) for _ in range(repeats)]
        ahead = [_open_tabs(path, ahead=True) for _ in range(repeats)]
    rows: list[Row] = []
    for title in TITLES:
        row: Row = {"tab": title}
        for words, found in (("", at_once), (", made ahead", ahead)):
            works = [each[title] for each in found if title in each]
            for k, name in enumerate(("longest", "in all")):
                row[f"{name}{words}"] = statistics.median(w[k] for w in works) if works else ""
        rows.append(row)
    head = "First opening of a tab, milliseconds of the GUI thread's processor time"
    return [Table(f"{head}, {repeats} windows", rows)]


def _make(folder: Path) -> Path:
    """Make a study in which a robot has answered."""
    items = [Item(f"item {k}", text=f"Statement {k} about one thing.") for k in range(ITEMS)]
    design = Design(title="Tabs", prompt="Which one?", stop=StopRules(budget=ANSWERS))
    path = make_study(folder / "tabs.sortrank", design, items)
    engine = Engine(BradleyTerryRespondent)
    engine.open(path)
    engine.start_session("R01", robot=True)
    engine.start_robot(RobotOrder())
    while engine.state().answered < ANSWERS:
        engine.let_robot_answer()
    engine.close()
    return path


class _Beat(QObject):
    """Notes what the GUI thread works from one look at its events to the next, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.works: list[float] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_beat)
        self._at = 0.0

    def watch_until_calm(self) -> None:
        """Handle events until there was hardly anything to do for a while."""
        busy_at = monotonic()
        while monotonic() < busy_at + _CALM_SECONDS:
            before = len(self.works)
            QApplication.processEvents()
            if max(self.works[before:], default=0.0) > _AT_ALL_MS:
                busy_at = monotonic()
        self._timer.stop()

    def begin(self) -> None:
        """Count from now on."""
        self.works.clear()
        self._timer.start()
        self._at = thread_time()

    @Slot()
    def _on_beat(self) -> None:
        now = thread_time()
        self.works.append(1e3 * (now - self._at))
        self._at = thread_time()


def _open_tabs(path: Path, *, ahead: bool) -> dict[str, tuple[float, float]]:
    """Return for every tab the longest work at once, and all of it; the study opens in Survey."""
    application = start_application()
    garbage = GarbageCollector()
    garbage.start()
    window = MainWindow(Appearance(application, Choice.LIGHT))
    window.resize(*SIZE)
    window.show()
    if not ahead:  # on a slow machine, what is made ahead would be counted for another tab
        window.stack.calm.setInterval(_NEVER_MS)
    beat, found = _Beat(), {}
    beat.begin()
    beat.watch_until_calm()
    beat.begin()
    window.open_path(path)
    wait_for(lambda: window.study is not None and window.study.state is not None)
    beat.watch_until_calm()
    if ahead:
        wait_for(lambda: set(TITLES) <= set(window.stack.pages))
    else:
        found["Survey"] = _tell(beat.works)
    for title in TITLES:
        if title == "Survey":
            continue
        beat.begin()
        window.stack.header.chosen.emit(window.stack.titles.index(title))
        beat.watch_until_calm()
        found[title] = _tell(beat.works)
    window.close()
    finish_jobs()
    garbage.stop()
    window.deleteLater()
    wait_a_little()
    return found


def _tell(works: list[float]) -> tuple[float, float]:
    return max(works), sum(work for work in works if work > _AT_ALL_MS)
