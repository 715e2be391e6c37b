"""Which kind of trial comes when, and which item stands left: rules of the seed alone.

How it works
------------
Everything here is a function of the session's seed, the trial's number and the answers that count;
it does not matter how often it was asked, or whether the program was started anew in between.
The k-th extra trial (catch or repeat) of a share s is at a random place of the k-th stretch of 1/s
trials, so that extras are spread evenly and still can't be foreseen.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.chance import stream
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.given_answers import GivenAnswers
from sortrank_gui.study.file.journal import Kind, Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.sorts import Asked

Pair = tuple[int, int]

_BLOCK = 8
"""In every block of so many trials, half of the pairs are turned round."""
_LEAST_LAG = 5
"""A pair is shown again after this many other trials at the earliest."""
_MOST_CATCH_PAIRS = 1000


def is_turned(seed: int, number: int) -> bool:
    """Say whether trial `number` shows its pair turned round; in each block of 8, 4 are."""
    block, place = divmod(number, _BLOCK)
    turned: NDArray[np.bool_] = stream("sides", seed, block).permutation(_BLOCK) < _BLOCK // 2
    return bool(turned[place])


def choose_catch_pairs(
    design: Design, items: Sequence[Item], truth: Sequence[float] | None
) -> list[Pair]:
    """Return pairs (better, worse): those of the design, or of the best and worst fifths.

    A pair of the design that is not among the items is left out: it belongs to other blocks.
    """
    if design.catch_pairs:
        numbers = {item.name: k for k, item in enumerate(items)}
        named = ((numbers.get(a), numbers.get(b)) for a, b in design.catch_pairs)
        return [(a, b) for a, b in named if a is not None and b is not None]
    if truth is None:
        return []
    order = np.argsort(-np.asarray(truth), kind="stable").tolist()
    fifth = max(1, len(order) // 5)
    best, worst = order[:fifth], order[-fifth:]
    pairs = [(i, j) for i in best for j in worst if truth[i] > truth[j]]
    return pairs[:_MOST_CATCH_PAIRS]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The plan of one block of a session."""

    design: Design
    items: Sequence[int]
    """Numbers of the items that the block is about."""
    seed: int
    catch_pairs: Sequence[Pair] = ()
    question: int = 0

    @property
    def n_items(self) -> int:
        """How many items are compared."""
        return len(self.items)

    def next_trial(self, given: GivenAnswers, number: int, ask: Callable[[], Asked]) -> Trial:
        """Return the trial after these answers, whose number counts the whole session's trials.

        `ask` gives the sort's next pair.
        """
        trial = self._choose_trial(given, number, ask)
        return replace(trial, question=self.question)

    def _choose_trial(self, given: GivenAnswers, number: int, ask: Callable[[], Asked]) -> Trial:
        main = len(given) + 1 - self.design.practice
        context = self._context_at(number)
        if main < 1:
            pair = self._practice_pair(len(given) + 1)
            return self._turn(Trial(number, *pair, Kind.PRACTICE, context=context))
        kind, k = self._extra_at(main)
        if kind is Kind.CATCH and self.catch_pairs:
            return self._turn(Trial(number, *self._catch_pair(k), Kind.CATCH, context=context))
        if kind is Kind.REPEAT and (earlier := self._find_repeat(given)) is not None:
            context = self._context_at(earlier.number)
            return Trial(number, earlier.right, earlier.left, Kind.REPEAT, context=context)
        asked = ask()
        place = (asked.round, asked.step, asked.place)
        return self._turn(Trial(number, *asked.pair, Kind.REGULAR, *place, context=context))

    def _context_at(self, number: int) -> str:
        """Go through all contexts in a random order, then in another one."""
        contexts = self.design.contexts
        if not contexts:
            return ""
        turn, place = divmod(number - 1, len(contexts))
        order = stream("contexts", self.seed, turn).permutation(len(contexts))
        return contexts[int(order[place])].name

    def unturned(self, trial: Trial) -> Pair:
        """Return the pair of a trial in the order in which the sort asked it."""
        turned = self._turn(trial)
        return turned.left, turned.right

    def _turn(self, trial: Trial) -> Trial:
        if not is_turned(self.seed, trial.number):
            return trial
        return replace(trial, left=trial.right, right=trial.left)

    def _practice_pair(self, number: int) -> Pair:
        rng = stream("practice", self.seed, number)
        first, second = rng.choice(self.n_items, 2, replace=False).tolist()
        return self.items[first], self.items[second]

    def _extra_at(self, main: int) -> tuple[Kind, int]:
        """Return the kind of a trial after practice, and the number of the extra trial from 0."""
        catch, repeat = self.design.catch_share, self.design.repeat_share
        share = catch + repeat
        if share <= 0:
            return Kind.REGULAR, 0
        near = math.floor((main - 1) * share)
        for k in range(max(0, near - 1), near + 2):
            place = (k + (1 - share) * stream("extras", self.seed, k).random()) / share
            if math.floor(place) == main - 1:
                before, after = (math.floor(x * catch / share + 1e-9) for x in (k, k + 1))
                return (Kind.CATCH, before) if after > before else (Kind.REPEAT, k - before)
        return Kind.REGULAR, 0

    def _catch_pair(self, k: int) -> Pair:
        """Go through all catch pairs in a random order, then in another one."""
        turn, place = divmod(k, len(self.catch_pairs))
        order = stream("catch", self.seed, turn).permutation(len(self.catch_pairs))
        return self.catch_pairs[int(order[place])]

    def _find_repeat(self, given: GivenAnswers) -> Trial | None:
        """Choose among the regular trials that were shown some while ago and not repeated yet."""
        left, right = given.column("left"), given.column("right")
        pair = (np.minimum(left, right).astype(np.int64) << 32) + np.maximum(left, right)
        late = np.arange(len(given)) >= len(given) - _LEAST_LAG
        shown = pair[late | given.are_of(Kind.REPEAT)]
        open_ = np.flatnonzero(given.are_of(Kind.REGULAR) & ~late & ~np.isin(pair, shown))
        if not len(open_):
            return None
        chosen = stream("repeat", self.seed, len(given)).integers(len(open_))
        return given[int(open_[chosen])].trial
