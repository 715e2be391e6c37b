"""A robot that takes part: it answers by a Bradley-Terry model or by a coin, up to a goal."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.chance import derive_seed
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.study.survey.sessions import Session

FULL_SPEED = math.inf
COIN = math.inf
"""The noise of a robot that flips coins."""
_SLICE_SECONDS = 0.03
"""How long a robot answers at full speed before the screen hears of it."""


class Answerer(Protocol):
    """Answers pairs of items."""

    def answer(self, first: int, second: int) -> Outcome:
        """Answer one pair."""
        ...


class MakeRespondent(Protocol):
    """Makes a respondent with these true scores, whose chance depends on the seed alone."""

    def __call__(self, scores: ArrayLike, *, seed: int) -> Answerer:
        """Return a new one."""
        ...


@dataclass(frozen=True, slots=True)
class RobotOrder:
    """How fast a robot answers, how noisily, and up to how many answers of the session."""

    answers_per_second: float = FULL_SPEED
    noise: float = 1.0
    """True scores are divided by this."""
    goal: int = 0
    """0: until the session is over."""

    @property
    def pause(self) -> float:
        """Seconds from one turn to the next."""
        return 1 / self.answers_per_second

    @property
    def turn(self) -> float:
        """Seconds that a turn may take: one answer, or at full speed as many as fit."""
        return 0.0 if self.pause else _SLICE_SECONDS

    def scores(self, truth: Sequence[float] | None, n_items: int) -> ArrayLike:
        """Return what the robot believes; without a truth it can only flip coins."""
        if truth is None or math.isinf(self.noise):
            return np.zeros(n_items)
        return np.asarray(truth, dtype=np.float64) / self.noise


class Robot:
    """Answers one session; the same session, answered so far, gives the same answers."""

    def __init__(
        self, order: RobotOrder, make: MakeRespondent, scores: ArrayLike, session: Session
    ) -> None:
        self.order, self._session = order, session
        self._respondent = make(scores, seed=derive_seed(0, session.seed, session.answered))

    def next_trial(self) -> Trial | None:
        """Return the trial to answer; None once its goal is reached, or the session is over."""
        is_done = 0 < self.order.goal <= self._session.answered
        return None if is_done else self._session.trial

    def answer(self, trial: Trial) -> Answer:
        """Return its answer to a trial."""
        return Answer.from_outcome(self._respondent.answer(trial.left, trial.right))
