"""The robot participant: answers by a Bradley-Terry model, at a chosen speed."""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.journal import Answer, Trial

FULL_SPEED = math.inf
SPEEDS = {
    "1 per second": 1.0,
    "5 per second": 5.0,
    "20 per second": 20.0,
    "full speed": FULL_SPEED,
}
DEFAULT_SPEED = "5 per second"


class Robot(QObject):
    """Says when its next answer is due, and what it is.

    It lives on the engine's thread: at full speed no answer waits for a window.
    """

    due = Signal()

    def __init__(self, scores: NDArray[np.float64], parent: QObject) -> None:
        super().__init__(parent)
        self._scores = scores
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.due)
        self.reset(seed=0)

    @property
    def is_running(self) -> bool:
        """Whether answers are due."""
        return self._timer.isActive()

    @property
    def at_full_speed(self) -> bool:
        """Whether the robot answers as fast as the machine allows."""
        return self.is_running and self._timer.interval() == 0

    def reset(self, seed: int) -> None:
        """Stop, and start its chance anew."""
        self.stop()
        self._respondent = BradleyTerryRespondent(self._scores, seed=seed)

    def start(self, answers_per_second: float) -> None:
        """Answer from now on, at this speed."""
        self._timer.start(round(1000 / answers_per_second))

    def stop(self) -> None:
        """Answer no more."""
        self._timer.stop()

    def answer(self, trial: Trial) -> Answer:
        """Return its answer to a trial."""
        return Answer.from_outcome(self._respondent.answer(trial.left, trial.right))
