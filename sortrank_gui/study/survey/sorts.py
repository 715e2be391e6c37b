"""A strategy with the answers it was told, and the pairs that people hold in their hands.

How it works
------------
A sort is a fold over the answers told to it. Several sessions may share one: each holds a pair of
its own until it is answered. Every answer keeps how many answers the sort had when it asked for
the pair and which of its open pairs that was; a replay verifies both. Strategies that follow a
model learn from any pair, and what they would ask rests on floating-point numbers that differ
between machines, so their pairs are not compared with what the strategy would ask now.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sortrank_gui import ranking
from sortrank_gui.errors import InputError, ReplayError
from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.ranking.strategies.even_rounds import EvenRounds
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.ranking.strategies.probes import Probing
from sortrank_gui.ranking.strategies.runs import RunStrategy
from sortrank_gui.study.file.given_answers import GivenAnswers
from sortrank_gui.study.file.journal import GivenAnswer

Count = Callable[[int], None]
MOST_PAIRS_AHEAD = 1000
_AT_ONCE = 1000
_ALL_TAKEN = (
    "All pairs that could be asked now are in other people's hands; end or pause another session "
    "first."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A pair that a sort asked, and where it stood then."""

    pair: tuple[int, int]
    round: int
    step: int
    place: int


@dataclass(frozen=True, slots=True)
class Told:
    """An answer on its way into a sort, with words that name its place in the file."""

    given: GivenAnswer
    where: str


class Sort:
    """One strategy, told all answers in the order in which they came to disk."""

    def __init__(self, strategy: str, items: Sequence[int], seed: int) -> None:
        """Sort these items of the study, which are known by their numbers there."""
        self.strategy_name, self.items, self.seed = strategy, tuple(items), seed
        self._places = {item: place for place, item in enumerate(self.items)}
        self._told = GivenAnswers()
        self._held: dict[object, Asked] = {}
        self._strategy = self._create()

    @property
    def steps(self) -> int:
        """How many answers it was told."""
        return len(self._told)

    @property
    def progress(self) -> Progress:
        """Where the strategy stands."""
        return self._strategy.progress

    def layout(self) -> SortLayout | None:
        """Return where every item stands; None for a strategy that does not sort."""
        return self._strategy.layout() if isinstance(self._strategy, RunStrategy) else None

    def replay(
        self, answers: Iterable[Told], count: Count | None = None, *, aside: Iterable[Told] = ()
    ) -> None:
        """Tell the answers of a file to a new sort; raise where one does not fit.

        `count` hears now and then how many are told. Answers aside were asked for on the way, but
        forks were told them: their pairs are verified, too.
        """
        listed = list(answers)
        is_verified = isinstance(self._strategy, RunStrategy)
        asked_at = self._group(listed, aside) if is_verified else {}
        for step, told in enumerate(listed):
            for due in asked_at.get(step, ()):
                self._verify(due, step)
            try:
                self.tell(told.given)
            except ReplayError as error:
                raise ReplayError(f"{told.where}: {error}") from error
            if count is not None and step % _AT_ONCE == 0:
                count(step)
        for due in asked_at.get(len(listed), ()):
            self._verify(due, len(listed))

    def ask(self, holder: object) -> Asked:
        """Return the pair that this holder has, or one that nobody else has."""
        if holder not in self._held:
            self._held[holder] = self._find_free()
        return self._held[holder]

    def release(self, holder: object) -> None:
        """Take a holder's pair back unanswered."""
        self._held.pop(holder, None)

    def tell(self, given: GivenAnswer, holder: object = None) -> None:
        """Take the answer to a pair that was asked."""
        self._tell(given.trial.left, given.trial.right, given.answer.outcome)
        self._told.append(given)
        self.release(holder)

    def require_last(self, given: GivenAnswer, holder: object) -> None:
        """Raise where others have built on an answer, so that it can't be taken back."""
        others = (asked.step for other, asked in self._held.items() if other != holder)
        if self._told[-1] != given or max(others, default=0) >= len(self._told):
            raise InputError(
                "This answer can't be taken back: others have gone on with the common sort."
            )

    def undo(self, holder: object, pair: tuple[int, int]) -> None:
        """Forget the last answer, which was to this pair; the holder gets it again."""
        trial = self._told[-1].trial
        self._told = self._told.without(len(self._told) - 1)
        self._strategy = self._create()
        for left, right, outcome in self._told.outcomes().tolist():
            self._tell(left, right, Outcome(outcome))
        assert trial.step is not None
        self._held[holder] = Asked(pair, trial.round, trial.step, trial.place)

    def likely_items(self, pairs: int) -> list[int]:
        """Return the items of the pairs that may come next."""
        places = dict.fromkeys(self._strategy.ask_many(pairs).ravel().tolist())
        return [self.items[place] for place in places]

    def _tell(self, left: int, right: int, outcome: Outcome) -> None:
        places = self._places
        if left not in places or right not in places:
            raise ReplayError(f"items {left} and {right} are not among those of its block.")
        self._strategy.tell(places[left], places[right], outcome)

    def _create(self) -> ranking.strategies.Strategy:
        return ranking.strategies.recreate(
            self.strategy_name, n_items=len(self.items), seed=self.seed
        )

    def _find_free(self) -> Asked:
        taken = {frozenset(asked.pair) for asked in self._held.values()}
        step, round_ = len(self._told), self.progress.sort
        if taken and isinstance(self._strategy, (EvenRounds, Probing)):
            return self._find_beside(self._strategy, round_, step)
        for place in range(min(len(taken) + 1, MOST_PAIRS_AHEAD)):
            pair = self._pair_at(place)
            if pair is None:
                break
            if frozenset(pair) not in taken:
                return Asked(pair, round_, step, place)
        raise InputError(_ALL_TAKEN)

    def _find_beside(self, strategy: EvenRounds | Probing, round_: int, step: int) -> Asked:
        """Return the pair that is best beside all that are in people's hands."""
        places = self._places
        held = [[places[item] for item in asked.pair] for asked in self._held.values()]
        found = strategy.ask_beside(np.array(held, dtype=np.int64))
        if found is None:
            raise InputError(_ALL_TAKEN)
        return Asked((self.items[found[0]], self.items[found[1]]), round_, step, len(held))

    def _pair_at(self, place: int) -> tuple[int, int] | None:
        """Return one of the open pairs by its place, if there are so many."""
        if place == 0:
            first, second = self._strategy.ask()
        else:
            pairs = self._strategy.ask_many(place + 1)
            if len(pairs) <= place:
                return None
            first, second = pairs[place].tolist()
        return self.items[first], self.items[second]

    def _group(self, answers: list[Told], aside: Iterable[Told]) -> dict[int, list[Told]]:
        """Return the answers by the step at which their pairs were asked."""
        asked_at: dict[int, list[Told]] = {}
        last = [(len(answers), told) for told in aside]
        for step, told in [*enumerate(answers), *last]:
            asked = told.given.trial.step
            if asked is None or not 0 <= asked <= step:
                raise ReplayError(
                    f"{told.where}: its pair was asked after {asked} answers, "
                    f"but it is answer {step + 1} of its sort."
                )
            asked_at.setdefault(asked, []).append(told)
        return asked_at

    def _verify(self, told: Told, step: int) -> None:
        trial = told.given.trial
        pair = self._pair_at(trial.place) if 0 <= trial.place <= MOST_PAIRS_AHEAD else None
        if pair is None or {trial.left, trial.right} != set(pair):
            raise ReplayError(
                f"{told.where}: items {trial.left} and {trial.right} are not what "
                f"{self.strategy_name} with seed {self.seed} asked after {step} answers."
            )
