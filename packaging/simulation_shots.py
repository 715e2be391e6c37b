"""Make the pictures of docs/simulation.md: the real window, while it runs the tour's experiments.

Run it by path: `python packaging/simulation_shots.py [FOLDER]`, or call `simulation_shots`. It
needs one to two minutes, and prints the figures that the tour quotes.
"""

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"
_SIZE = (1280, 800)


def simulation_shots(folder: Path) -> None:
    """Take all pictures, without a display and without the user's settings."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as home:
        for name in ("DATA", "CONFIG", "STATE", "CACHE"):
            os.environ[f"XDG_{name}_HOME"] = home
        _Photographer(folder).take_all()


class _Photographer:
    """Takes the window through the states of the tour."""

    def __init__(self, folder: Path) -> None:
        from sortrank_gui.ui.threads.garbage import GarbageCollector
        from sortrank_gui.ui.widgets.theme import Appearance, Choice
        from sortrank_gui.ui.window.application import make_application
        from sortrank_gui.ui.window.main_window import MainWindow

        self._folder = folder
        self._application, self._garbage = make_application(), GarbageCollector()
        self._garbage.start()
        self._appearance = Appearance(self._application, Choice.LIGHT)
        self._window = MainWindow(self._appearance)
        self._window.resize(*_SIZE)
        self._window.show()
        self._window.stack.show_page("Simulation")
        self._page = self._window.stack.pages["Simulation"]

    def take_all(self) -> None:
        """Take every picture, then close the window and its processes."""
        try:
            self._experiments()
            self._race()
            self._plan()
        finally:
            self._window.close()

    def _experiments(self) -> None:
        from sortrank_gui.simulation.populations import Normal, Uniform

        usual = self._page.experiments.settings.own.experiment()
        self._run(usual)
        self._take("simulation-curves")
        self._run(replace(usual, population=Normal(0.7)))
        self._compare(0)
        self._take("simulation-noise")
        easy = replace(usual, population=Uniform(2.0), strategies=("quicksort", "mergesort"))
        self._run(easy)
        self._run(replace(easy, order="depth"))
        self._compare(2)
        self._take("simulation-order")

    def _race(self) -> None:
        from sortrank_gui.ui.widgets.theme import Choice

        self._page.show_view(1)
        for count in (0, *[10] * 30):
            self._page.race.step(count)
            self._wait(60)
        self._wait(600)
        self._take("simulation-race")
        self._appearance.choose(Choice.DARK)
        self._take("simulation-race-dark")
        self._appearance.choose(Choice.LIGHT)

    def _plan(self) -> None:
        self._page.show_view(2)
        self._start(self._page.planner.run_bar.start)
        self._take("simulation-plan")

    def _run(self, experiment: object) -> None:
        """Run an experiment and print where its curves end."""
        settings = self._page.experiments.settings
        settings.show_experiment(experiment)
        self._start(settings.run_bar.start)
        for curve in self._page.experiments.curves.panel().curves:
            points = zip(curve.x, curve.mean, strict=True)
            print(curve.label, *(f"{x:g}: {y:.0f}" for x, y in points), sep="  ", flush=True)

    def _compare(self, row: int) -> None:
        """Draw an earlier result behind the last one, and no other."""
        kept = self._page.experiments.kept
        for number in range(kept.count):
            kept.tick(number, number == row)

    def _start(self, action: object) -> None:
        from PySide6.QtCore import QEventLoop

        loop = QEventLoop()
        self._page.simulator.stopped.connect(loop.quit)
        action.trigger()
        loop.exec()
        self._wait(200)

    def _wait(self, milliseconds: int) -> None:
        from PySide6.QtCore import QEventLoop, QTimer

        loop = QEventLoop()
        QTimer.singleShot(milliseconds, loop.quit)
        loop.exec()

    def _take(self, name: str) -> None:
        self._wait(300)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._window.grab().save(str(self._folder / f"{name}.png"))


if __name__ == "__main__":
    simulation_shots(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
