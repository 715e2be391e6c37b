"""A sort that all stations share: what it was told is on the server, and pairs are lent by leases.

How it works
------------
The server's journal has an order, and the answers that it tells a sort are a list that only grows.
Each station replays this list, so all come to the same state; a station that was cut off has a
shorter piece of the same list. A pair is asked at a state that every reader of the journal comes
by: the record names how many answers of the list it rests on, and which of the open pairs it was.

The link gets one lease more than the pair on the screen, so that the next pair is there without
asking anybody. Without a lease at hand the sort gives an open pair that nobody holds as far as it
knows, then one that others hold, and at last one that was answered here already: an answer that
does not fit the list any more when it comes to the server begins a sort of its own there, and
counts in the ranking all the same.

The engine's thread asks and tells, the link's thread listens. Two locks keep them apart: one for
the pairs in hand, which is never held for long, and one for the strategy, which may compute.
"""

from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import chain
from random import Random
from threading import Lock, RLock
from typing import NamedTuple, NoReturn

from sortrank_gui.errors import InputError, ReplayError
from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.ranking.strategies.even_rounds import EvenRounds
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.ranking.strategies.probes import Probing
from sortrank_gui.ranking.strategies.runs import RunStrategy
from sortrank_gui.study.file.journal import Answer, GivenAnswer
from sortrank_gui.study.survey.sorts import MOST_PAIRS_AHEAD, Asked, Sort

_CHOICE = 2
"""Open pairs of which some are chosen by chance, for every pair that others hold."""
Pair = tuple[int, int]
"""Two items of the study, the smaller number first."""


class Heard(NamedTuple):
    """An answer that the server has told the sort."""

    clock: int
    left: int
    right: int
    answer: str


def order_pair(first: int, second: int) -> Pair:
    """Return a pair without its sides."""
    return (first, second) if first < second else (second, first)


class LabSort(Sort):
    """One strategy, told the answers of all stations in the server's order."""

    def __init__(
        self,
        strategy: str,
        items: Sequence[int],
        seed: int,
        *,
        wake: Callable[[], object] = int,
    ) -> None:
        """Sort these items; `wake` is called when the server should hear something."""
        super().__init__(strategy, items, seed)
        self._wake = wake
        self._mind, self._hand = RLock(), Lock()
        self._clocks = array("q")
        self._pairs: list[Pair] = []
        self._ready: deque[Asked] = deque()
        """Leases that nobody has on the screen yet."""
        self._unsettled: Counter[Pair] = Counter()
        """Pairs that were answered here and whose answers the server does not have yet."""
        self._elsewhere: frozenset[Pair] = frozenset()
        """Pairs in the hands of others, as far as is known."""
        self._likely: list[int] = []
        self._is_invited = False
        self._luck = Random()
        self._progress = self._strategy.progress

    @property
    def verifies(self) -> bool:
        """Whether a pair has to fit: strategies that follow a model learn from any."""
        return isinstance(self._strategy, RunStrategy)

    @property
    def steps(self) -> int:
        """How many answers of the server's list it was told."""
        return len(self._clocks)

    @property
    def progress(self) -> Progress:
        """Where the strategy stands."""
        return self._progress

    def layout(self) -> SortLayout | None:
        """Return where every item stands; None also while the strategy is busy."""
        if not self._mind.acquire(blocking=False):
            return None
        try:
            return super().layout()
        finally:
            self._mind.release()

    def likely_items(self, pairs: int) -> list[int]:
        """Return the items of the pairs that may come next."""
        with self._hand:
            own = [asked.pair for asked in chain(self._held.values(), self._ready)]
        return list(dict.fromkeys([*chain.from_iterable(own), *self._likely]))[: 2 * pairs]

    def ask(self, holder: object) -> Asked:
        """Return the pair that this holder has, or a lease, or an open pair."""
        with self._hand:
            self._is_invited = False
            if holder in self._held:
                return self._held[holder]
            if self._ready:
                self._held[holder] = asked = self._ready.popleft()
        if holder not in self._held:
            with self._mind:
                asked = self._find_free()
                with self._hand:
                    self._held[holder] = asked
        self._wake()
        return asked

    def invite(self) -> None:
        """Have a pair lent for somebody who is about to ask for the first one."""
        with self._hand:
            self._is_invited = True

    def release(self, holder: object) -> None:
        """Give a pair back unanswered, and what was lent in advance along with it."""
        with self._hand:
            self._held.pop(holder, None)
            self._ready.clear()
        self._wake()

    def tell(self, given: GivenAnswer, holder: object = None) -> None:
        """Note an answer of this station; the strategy hears of it by the server."""
        self.expect(given.trial.left, given.trial.right)
        with self._hand:
            self._held.pop(holder, None)
        self._wake()

    def expect(self, left: int, right: int) -> None:
        """Note that an answer to a pair is on its way to the server."""
        with self._hand:
            self._count(order_pair(left, right), 1)

    def require_last(self, given: GivenAnswer, holder: object) -> NoReturn:
        """Raise: others may have built on any answer."""
        raise InputError(
            "This answer can't be taken back: others have gone on with the common sort."
        )

    def hear(self, news: Iterable[Heard], settled: Iterable[Pair] = ()) -> None:
        """Take what the server was told since, and which pairs of this station it has now.

        An answer to a pair that was not open is one of a list that all have, and teaches nobody
        anything; whoever checks the study is told of it.
        """
        with self._mind:
            for heard in news:
                with suppress(ReplayError):  # of a pair that no station of ours can have had
                    self._tell(heard.left, heard.right, Answer(heard.answer).outcome)
                self._clocks.append(heard.clock)
                self._pairs.append(order_pair(heard.left, heard.right))
            self._progress = self._strategy.progress
            with self._hand:
                self._settle(settled)
                self._ready = deque(asked for asked in self._ready if self._is_open(asked))

    def _settle(self, pairs: Iterable[Pair]) -> None:
        for pair in pairs:
            self._count(pair, -1)

    def _count(self, pair: Pair, change: int) -> None:
        """Count an answer on its way; the link may be quicker than whoever tells of it."""
        self._unsettled[pair] += change
        if not self._unsettled[pair]:
            del self._unsettled[pair]

    def forget(self) -> None:
        """Begin the list anew, where the server has another one; pairs in hand stay there."""
        with self._mind, self._hand:
            self._strategy = self._create()
            self._clocks, self._pairs = array("q"), []
            self._ready.clear()

    def know_elsewhere(self, pairs: Iterable[Pair]) -> None:
        """Take which pairs others hold now."""
        self._elsewhere = frozenset(pairs)

    def clock_at(self, step: int) -> int:
        """Return the clock of the last of so many answers of the list; 0 for none."""
        return self._clocks[step - 1] if step else 0

    def has_step(self, step: int) -> bool:
        """Say whether the list has so many answers."""
        return 0 <= step <= len(self._clocks)

    def list_held(self) -> list[Asked]:
        """Return the pairs that this station has: on the screen, and for the next time."""
        with self._hand:
            return [*self._held.values(), *self._ready]

    def wants(self, ahead: int) -> int:
        """Return how many more leases it should have while somebody takes part.

        Who has no pair yet needs one more.
        """
        with self._hand:
            if not self._held and not self._is_invited:
                return 0
            return max(0, ahead + self._is_invited - len(self._ready))

    def list_candidates(self, count: int) -> list[Asked]:
        """Return open pairs that nobody holds, as far as is known: to be lent by the server."""
        with self._mind:
            taken = self._find_taken() | self._elsewhere
            found = self._choose(taken, count)
        self._likely = list(dict.fromkeys(chain.from_iterable(each.pair for each in found)))
        return found

    def grant(self, asked: Asked) -> bool:
        """Keep a lease for the next time, if it is still of use here."""
        with self._mind, self._hand:
            if order_pair(*asked.pair) in self._list_taken() or not self._is_open(asked):
                return False
            self._ready.append(asked)
            return True

    def _is_open(self, asked: Asked) -> bool:
        """Say whether the list has no answer to a pair since it was asked."""
        return order_pair(*asked.pair) not in self._pairs[asked.step :]

    def _find_taken(self) -> set[Pair]:
        with self._hand:
            return self._list_taken()

    def _list_taken(self) -> set[Pair]:
        own = {order_pair(*each.pair) for each in chain(self._held.values(), self._ready)}
        return own | {pair for pair, number in self._unsettled.items() if number > 0}

    def _find_free(self) -> Asked:
        """Return the best pair that is at hand; one that others hold only if there is no other."""
        taken = self._find_taken()
        with self._hand:
            on_screen = {order_pair(*each.pair) for each in self._held.values()}
        for without in (taken | self._elsewhere, taken, on_screen, set[Pair]()):
            for asked in self._choose(without, 1):
                return asked
        raise AssertionError("a strategy always has a pair")

    def _choose(self, without: set[Pair] | frozenset[Pair], count: int) -> list[Asked]:
        """Return some open pairs, by chance: others look at the same pairs at the same time."""
        found = list(self._list_open(without, count + _CHOICE * len(self._elsewhere)))
        return self._luck.sample(found, min(count, len(found)))

    def _list_open(self, without: set[Pair] | frozenset[Pair], count: int) -> Iterable[Asked]:
        """Yield some of the pairs that are open now, but none of these."""
        step, round_ = self.steps, self._progress.sort
        if without and isinstance(self._strategy, (EvenRounds, Probing)):
            found = self._find_beside_all(self._strategy, without)
            if found is not None:
                yield Asked(found, round_, step, len(without))
            return
        pairs = self._strategy.ask_many(min(len(without) + count, MOST_PAIRS_AHEAD)).tolist()
        for place, (first, second) in enumerate(pairs):
            pair = self.items[first], self.items[second]
            if order_pair(*pair) not in without:
                yield Asked(pair, round_, step, place)
                count -= 1
            if count == 0:
                return

    def _find_beside_all(
        self, strategy: EvenRounds | Probing, taken: Iterable[Pair]
    ) -> Pair | None:
        import numpy as np

        places = [[self._places[item] for item in pair] for pair in taken]
        found = strategy.ask_beside(np.array(places, dtype=np.int64))
        return None if found is None else (self.items[found[0]], self.items[found[1]])
