"""The robot participant: answers by a Bradley-Terry model or by a coin, at a chosen speed."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from sortrank_gui.ranking.chance import derive_seed
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.file.journal import Answer, Trial

FULL_SPEED = math.inf
SPEEDS = {
    "1 per second": 1.0,
    "5 per second": 5.0,
    "20 per second": 20.0,
    "full speed": FULL_SPEED,
}
DEFAULT_SPEED = "5 per second"
COIN = math.inf
"""The noise of a robot that flips coins."""
NOISES = {
    "By the ground truth": 1.0,
    "By the truth, half as sure": 2.0,
    "By the truth, twice as sure": 0.5,
    "By coin flips": COIN,
}
DEFAULT_NOISE = "By the ground truth"


@dataclass(frozen=True, slots=True)
class RobotOrder:
    """How fast a robot answers, how noisily, and up to how many answers of the session."""

    answers_per_second: float = FULL_SPEED
    noise: float = 1.0
    """True scores are divided by this."""
    goal: int = 0
    """0: until the session is over."""


class Robot(QObject):
    """Says when its next answer is due, and what it is.

    It lives on the engine's thread: at full speed no answer waits for a window.
    """

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.due)
        self._respondent: BradleyTerryRespondent | None = None
        self.goal = 0

    @property
    def is_running(self) -> bool:
        """Whether answers are due."""
        return self._timer.isActive()

    @property
    def at_full_speed(self) -> bool:
        """Whether the robot answers as fast as the machine allows."""
        return self.is_running and self._timer.interval() == 0

    def start(
        self, order: RobotOrder, truth: Sequence[float] | None, n_items: int, *facts: object
    ) -> None:
        """Answer from now on; chance depends on the facts, and without a truth on nothing else."""
        scores = np.zeros(n_items)
        if truth is not None and math.isfinite(order.noise):
            scores = np.asarray(truth, dtype=np.float64) / order.noise
        self._respondent = BradleyTerryRespondent(scores, seed=derive_seed(0, *facts))
        self.goal = order.goal
        self._timer.start(round(1000 / order.answers_per_second))

    def stop(self) -> None:
        """Answer no more."""
        self._timer.stop()

    def answer(self, trial: Trial) -> Answer:
        """Return its answer to a trial."""
        assert self._respondent is not None
        return Answer.from_outcome(self._respondent.answer(trial.left, trial.right))
