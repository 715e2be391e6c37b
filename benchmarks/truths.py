"""What is true in a simulated survey: how many items, where their scores come from, who answers."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies import Pairs
from sortrank_gui.simulation.populations import Normal, Uniform
from sortrank_gui.simulation.respondents import BradleyTerryRespondent, Respondent

Floats = NDArray[np.float64]
POPULATIONS: tuple[Uniform | Normal, ...] = (
    *(Uniform(noise) for noise in (1.0, 2.0, 5.0, 10.0)),
    *(Normal(spread) for spread in (0.7, 1.5, 3.0)),
)
MODEL = "by the model"
PEOPLE = (MODEL, "lapses of 5 %", "lapses of 10 %", "unlike judges", "20 % ties")
"""Who answers: as Bradley and Terry say, or as people do."""
_EACH = 25
"""Answers that a judge gives before the next one comes."""


@dataclass(frozen=True, slots=True)
class Truth:
    """How many items there are, where their scores come from, and who answers."""

    n_items: int
    scores: Uniform | Normal
    people: str = MODEL

    def __str__(self) -> str:
        match self.scores:
            case Uniform(noise):
                text = f"uniform, lambda {noise:g}"
            case Normal(spread):
                text = f"normal, sd {spread:g}"
        return text if self.people == MODEL else f"{text}, {self.people}"

    def draw(self, seed: int) -> Floats:
        """Return the scores of one survey."""
        return self.scores.draw(self.n_items, stream("benchmark: truth", seed))

    def respondent(self, scores: Floats, seed: int) -> Respondent:
        """Return who answers in one survey."""
        match self.people:
            case "lapses of 5 %":
                return BradleyTerryRespondent(scores, seed=seed, lapse=0.05)
            case "lapses of 10 %":
                return BradleyTerryRespondent(scores, seed=seed, lapse=0.1)
            case "unlike judges":
                return _Judges(scores, seed)
            case "20 % ties":
                return _Undecided(scores, seed)
        return BradleyTerryRespondent(scores, seed=seed)


def list_truths(sizes: Iterable[int], people: Iterable[str]) -> list[Truth]:
    """Return every population with every number of items and everybody who answers."""
    return [Truth(size, scores, who) for size in sizes for who in people for scores in POPULATIONS]


class _Latent(ABC):
    """Compares scores with noise, pair by pair; a kind of people turns that into an answer."""

    def __init__(self, scores: Floats, seed: int) -> None:
        self._scores = scores
        self._rng = stream("benchmark: people", seed)

    def answer(self, first: int, second: int) -> Outcome:
        """Answer one pair."""
        return Outcome(int(self.answer_many(np.array([[first, second]]))[0]))

    def answer_many(self, pairs: Pairs) -> NDArray[np.int8]:
        """Answer pairs in a row."""
        gaps = self._scores[pairs[:, 0]] - self._scores[pairs[:, 1]]
        return self._decide(gaps, self._rng.logistic(size=len(pairs)))

    @abstractmethod
    def _decide(self, gaps: Floats, noise: Floats) -> NDArray[np.int8]:
        """Return the outcomes of pairs with these gaps and this noise."""


class _Judges(_Latent):
    """Judges who discriminate differently, by factors of exp(N(0, 0.6^2)), 25 answers each."""

    def __init__(self, scores: Floats, seed: int) -> None:
        super().__init__(scores, seed)
        self._skills = np.exp(0.6 * stream("benchmark: judges", seed).standard_normal(997))
        self._done = 0

    def _decide(self, gaps: Floats, noise: Floats) -> NDArray[np.int8]:
        turns = (self._done + np.arange(len(gaps))) // _EACH
        self._done += len(gaps)
        return (self._skills[turns % len(self._skills)] * gaps <= noise).astype(np.int8)


class _Undecided(_Latent):
    """People who say “equal” where little tells two items apart: to a fifth of random pairs."""

    def __init__(self, scores: Floats, seed: int) -> None:
        super().__init__(scores, seed)
        rng = stream("benchmark: undecided", seed)
        gaps = rng.choice(scores, 4000) - rng.choice(scores, 4000)
        self._least = float(np.quantile(np.abs(gaps - rng.logistic(size=4000)), 0.2))

    def _decide(self, gaps: Floats, noise: Floats) -> NDArray[np.int8]:
        felt = gaps - noise
        answers = np.where(felt > 0, int(Outcome.FIRST), int(Outcome.SECOND))
        return np.where(np.abs(felt) < self._least, int(Outcome.EQUAL), answers).astype(np.int8)
