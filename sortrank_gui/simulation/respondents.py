"""Who answers in a simulation; a robot participant is one of these too."""

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.strategies import Pairs

_DRAWS = 1024
_FIRST = Outcome.FIRST
_SECOND = Outcome.SECOND


class Respondent(Protocol):
    """Answers pairs; a stream of answers depends on the seed and the pairs, not on batching."""

    def answer(self, first: int, second: int) -> Outcome:
        """Answer one pair."""
        ...

    def answer_many(self, pairs: Pairs) -> NDArray[np.int8]:
        """Answer pairs in a row."""
        ...


class BradleyTerryRespondent:
    """Prefers item i to item j with probability 1 / (1 + exp(score_j - score_i))."""

    def __init__(self, scores: ArrayLike, *, seed: int = 0) -> None:
        self._scores = np.asarray(scores, dtype=np.float64)
        self._score_list: list[float] = self._scores.tolist()
        self._rng = np.random.default_rng(seed)
        self._noise: list[float] = []

    def answer(self, first: int, second: int) -> Outcome:
        """Answer one pair."""
        if not self._noise:
            self._noise = self._draw(_DRAWS)[::-1].tolist()
        gap = self._score_list[first] - self._score_list[second]
        return _FIRST if gap > self._noise.pop() else _SECOND

    def answer_many(self, pairs: Pairs) -> NDArray[np.int8]:
        """Answer pairs in a row, with the noise that answering them one by one would use."""
        kept = self._noise[: -len(pairs) - 1 : -1]
        del self._noise[len(self._noise) - len(kept) :]
        noise = np.concatenate((kept, self._draw(len(pairs) - len(kept))))
        gap = self._scores[pairs[:, 0]] - self._scores[pairs[:, 1]]
        return (gap <= noise).astype(np.int8)

    def _draw(self, count: int) -> NDArray[np.float64]:
        """Return logistic noise: a gap exceeds it with the probability of the model."""
        return self._rng.logistic(size=count)
