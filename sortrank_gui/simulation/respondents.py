"""Who answers in a simulation; a robot participant is one of these too.

How it works
------------
Everyone here weighs an advantage of the first item, in logits, against noise. Without habits the
noise is logistic, which is the Bradley-Terry model. A position bias adds a constant to the item on
the left, and sides are drawn for every answer, as the survey does. A lapse is an answer by a coin:
its noise is infinite, with a random sign.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons, Outcome
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies import Pairs

Floats = NDArray[np.float64]

_DRAWS = 1024
_FIRST = Outcome.FIRST
_SECOND = Outcome.SECOND
_CERTAIN = 1e300
"""An advantage that no logistic noise overcomes, but a lapse does."""


class Respondent(Protocol):
    """Answers pairs; a stream of answers depends on the seed and the pairs, not on batching."""

    def answer(self, first: int, second: int) -> Outcome:
        """Answer one pair."""
        ...

    def answer_many(self, pairs: Pairs) -> NDArray[np.int8]:
        """Answer pairs in a row."""
        ...


def check_habits(lapse: float, position_bias: float) -> None:
    """Refuse habits that nobody can have."""
    if not 0 <= lapse <= 1:
        raise InputError(f"The lapse rate must be from 0 to 1, and it is {lapse:g}.")
    if not np.isfinite(position_bias):
        raise InputError(f"The position bias must be a number, and it is {position_bias}.")


class _Weighing(ABC):
    """Prefers the first item where its advantage exceeds the noise."""

    name: ClassVar[str]
    title: ClassVar[str]
    needs_data: ClassVar = False
    """Whether it answers from what was observed, instead of from scores."""

    @classmethod
    @abstractmethod
    def create(cls, scores: ArrayLike, observed: "Observed | None", **habits: Any) -> "_Weighing":
        """Return the respondent of a trial: to these scores, or to what was observed."""

    def __init__(self, *, seed: int = 0, lapse: float = 0.0, position_bias: float = 0.0) -> None:
        check_habits(lapse, position_bias)
        self._lapse, self._bias = lapse, position_bias
        self._rng = stream("answers", seed)
        self._side_rng = stream("sides", seed)
        self._lapse_rng = stream("lapses", seed)
        self._noise: list[float] = []

    @abstractmethod
    def _advantage(self, first: int, second: int) -> float:
        """Return the logit of the first item's chance."""

    @abstractmethod
    def _advantages(self, pairs: Pairs) -> Floats:
        """Return the logits of the first items' chances."""

    def answer(self, first: int, second: int) -> Outcome:
        """Answer one pair."""
        if not self._noise:
            self._noise = self._draw(_DRAWS)[::-1].tolist()
        return _FIRST if self._advantage(first, second) > self._noise.pop() else _SECOND

    def answer_many(self, pairs: Pairs) -> NDArray[np.int8]:
        """Answer pairs in a row, with the noise that answering them one by one would use."""
        kept = self._noise[: -len(pairs) - 1 : -1]
        del self._noise[len(self._noise) - len(kept) :]
        noise = np.concatenate((kept, self._draw(len(pairs) - len(kept))))
        return (self._advantages(pairs) <= noise).astype(np.int8)

    def _draw(self, count: int) -> Floats:
        """Return what the first item's advantage has to exceed, habits included."""
        noise = self._rng.logistic(size=count)
        if self._bias:
            noise -= np.where(self._side_rng.random(count) < 0.5, self._bias, -self._bias)
        if self._lapse:
            chance = self._lapse_rng.random(count)
            noise[chance < self._lapse] = np.inf
            noise[chance < self._lapse / 2] = -np.inf
        return noise


class BradleyTerryRespondent(_Weighing):
    """Prefers item i to item j with probability 1 / (1 + exp(score_j - score_i))."""

    name = "bradley-terry"
    title = "Bradley-Terry"

    def __init__(
        self,
        scores: ArrayLike,
        *,
        seed: int = 0,
        lapse: float = 0.0,
        position_bias: float = 0.0,
    ) -> None:
        super().__init__(seed=seed, lapse=lapse, position_bias=position_bias)
        self._scores = np.asarray(scores, dtype=np.float64)
        self._score_list: list[float] = self._scores.tolist()

    @classmethod
    def create(cls, scores: ArrayLike, observed: "Observed | None", **habits: Any) -> "_Weighing":
        """Return one that knows the scores."""
        return cls(scores, **habits)

    def _advantage(self, first: int, second: int) -> float:
        return self._score_list[first] - self._score_list[second]

    def _advantages(self, pairs: Pairs) -> Floats:
        gaps: Floats = self._scores[pairs[:, 0]] - self._scores[pairs[:, 1]]
        return gaps


class NoiselessRespondent(BradleyTerryRespondent):
    """Always prefers the item with the higher score; equal ones by a coin."""

    name = "noiseless"
    title = "Always right"

    def _advantage(self, first: int, second: int) -> float:
        gap = super()._advantage(first, second)
        return math.copysign(_CERTAIN, gap) if gap else 0.0

    def _advantages(self, pairs: Pairs) -> Floats:
        return _CERTAIN * np.sign(super()._advantages(pairs))


class CoinRespondent(_Weighing):
    """Flips a fair coin for every pair."""

    name = "coin"
    title = "Coin flips"

    @classmethod
    def create(cls, scores: ArrayLike, observed: "Observed | None", **habits: Any) -> "_Weighing":
        """Return one that needs to know nothing."""
        return cls(**habits)

    def _advantage(self, first: int, second: int) -> float:
        return 0.0

    def _advantages(self, pairs: Pairs) -> Floats:
        return np.zeros(len(pairs))


@dataclass(frozen=True, slots=True)
class Observed:
    """Which share of a pair's observed outcomes its first item won, for every pair seen."""

    n_items: int
    first: tuple[int, ...]
    second: tuple[int, ...]
    share: tuple[float, ...]

    @classmethod
    def from_table(cls, table: Comparisons) -> "Observed":
        """Return the shares of a table of comparisons."""
        share = table.first_wins / (table.first_wins + table.second_wins)
        columns = (table.first, table.second, share)
        return cls(table.n_items, *(tuple(column.tolist()) for column in columns))


class ObservedRespondent(_Weighing):
    """Draws from the outcomes that were observed for the pair; a coin where there are none."""

    name = "observed"
    title = "As in the data"
    needs_data = True

    def __init__(
        self,
        observed: Observed,
        *,
        seed: int = 0,
        lapse: float = 0.0,
        position_bias: float = 0.0,
    ) -> None:
        super().__init__(seed=seed, lapse=lapse, position_bias=position_bias)
        self._n_items = observed.n_items
        first, second = (np.array(x, dtype=np.int64) for x in (observed.first, observed.second))
        order = np.argsort(keys := first * observed.n_items + second)
        logits = np.clip(scipy.special.logit(np.array(observed.share)), -_CERTAIN, _CERTAIN)
        self._keys, self._logits = keys[order], logits[order]

    @classmethod
    def create(cls, scores: ArrayLike, observed: Observed | None, **habits: Any) -> "_Weighing":
        """Return one that knows what was observed."""
        assert observed is not None, "the settings see to that"
        return cls(observed, **habits)

    def _advantage(self, first: int, second: int) -> float:
        return float(self._advantages(np.array([[first, second]]))[0])

    def _advantages(self, pairs: Pairs) -> Floats:
        if not len(self._keys):
            return np.zeros(len(pairs))
        first, second = pairs[:, 0], pairs[:, 1]
        keys = np.minimum(first, second) * self._n_items + np.maximum(first, second)
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        logits = np.where(self._keys[at] == keys, self._logits[at], 0.0)
        return np.where(first < second, logits, -logits)


_ALL = (BradleyTerryRespondent, NoiselessRespondent, CoinRespondent, ObservedRespondent)
KINDS: dict[str, type[_Weighing]] = {kind.name: kind for kind in _ALL}
DEFAULT = BradleyTerryRespondent.name


def names() -> list[str]:
    """Return who can answer without data."""
    return [name for name, kind in KINDS.items() if not kind.needs_data]
