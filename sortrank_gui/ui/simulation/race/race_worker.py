"""The worker that runs a race at its pace and shows no more than an eye can follow."""

from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.races import Race, Scene
from sortrank_gui.ui.threads.failures import reports_failure
from sortrank_gui.ui.threads.latest import Latest

_TICK_MS = 40
_LONGEST_SECONDS = 0.25
"""After a pause of the machine a race goes on; it does not jump."""


class RaceWorker(QObject):
    """Steps a race; every new scene is put into a mailbox, and `advanced` says so."""

    advanced = Signal()
    failed = Signal(object)

    def __init__(self, scenes: Latest[Scene]) -> None:
        super().__init__()
        self._scenes = scenes
        self._race: Race | None = None
        self._rate = 0.0
        self._owed = 0.0
        self._last = 0.0
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_tick)

    @Slot(object)
    @reports_failure
    def restart(self, experiment: Experiment) -> None:
        """Line everyone up."""
        self._timer.stop()
        self._race = Race(experiment)
        self._show()

    @Slot(int)
    @reports_failure
    def step(self, count: int) -> None:
        """Let everyone ask so many pairs."""
        if self._race is not None:
            self._race.step(count)
            self._show()

    @Slot(float)
    @reports_failure
    def play(self, rate: float) -> None:
        """Go on at so many comparisons a second, each."""
        self._rate, self._owed, self._last = rate, 1.0, monotonic()
        self._timer.start()

    @Slot()
    @reports_failure
    def pause(self) -> None:
        """Stand still."""
        self._timer.stop()

    @Slot()
    @reports_failure
    def _on_tick(self) -> None:
        now = monotonic()
        self._owed += self._rate * min(now - self._last, _LONGEST_SECONDS)
        self._last = now
        count = int(self._owed)
        if self._race is None or count < 1:
            return
        self._owed -= count
        self.step(count)
        if self._race.is_over:
            self._timer.stop()

    def _show(self) -> None:
        if self._race is not None and self._scenes.put(self._race.scene()):
            self.advanced.emit()
