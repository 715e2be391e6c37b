"""A common sort that a link keeps in step: what it was told since, and which pairs are lent."""

import threading
from collections.abc import Sequence
from typing import Any

from sortrank_gui.errors import SortrankError
from sortrank_gui.study.lab.connecting import Server
from sortrank_gui.study.lab.lab_sort import Heard, LabSort, Pair, order_pair
from sortrank_gui.study.lab.station_cache import StationCache
from sortrank_gui.study.survey.sorts import Asked

_AHEAD = 1
"""Leases beside the pair on the screen."""
_CANDIDATES = 12
_MOST_TRIES = 3
"""How often pairs are asked for in a row while others take them away."""
_UNKNOWN = [[-1]]


class FollowedSort:
    """Asks the server about one sort; `send` and `take` are the two halves of an exchange."""

    def __init__(self, uuid: str, sort: LabSort, cache: StationCache) -> None:
        self.uuid, self.sort, self._cache = uuid, sort, cache
        self.in_step = threading.Event()
        """Set when it has heard all, and no pair is to be lent, or none can be."""
        self._tries = 0
        self._is_out = False
        """Whether no open pair is free, as far as is known: only what others answer can help."""
        self.is_replaced = False
        """Whether the server had another list than this station, which is not yet told."""
        self.reconnect()
        try:
            sort.hear(cache.read_told(uuid))
        except SortrankError:
            cache.forget_told(uuid)
            sort.forget()

    def reconnect(self) -> None:
        """Compare with the server's list once more, which may be another one."""
        self.is_verified, self._leases = False, _UNKNOWN

    def knows(self, step: int) -> bool:
        """Say whether the state after so many answers is known to be the server's."""
        return self.is_verified and self.sort.has_step(step)

    def send(self, server: Server, study: str, session: str) -> None:
        """Ask for what is new, in the caller's round trip."""
        sort = self.sort
        last = sort.clock_at(sort.steps)
        self._overlaps = sort.steps > 0
        self._told = server.execute(
            "SELECT clock, left_item, right_item, answer FROM sortrank.told(%s, %s, %s)",
            (study, self.uuid, last - 1 if self._overlaps else last),
        )
        self._kept = [_lease(asked) for asked in sort.list_held()]
        wants = self.is_verified and session and sort.wants(_AHEAD)
        self._wanted = sort.list_candidates(_CANDIDATES) if wants else []
        self._is_out = bool(wants) and not self._wanted
        self._lent = self._held = None
        if session and self.is_verified and (self._wanted or self._kept != self._leases):
            wanted = [_lease(asked) for asked in self._wanted]
            self._lent = server.execute(
                "SELECT sortrank.lend(%s, %s, %s, %s::jsonb, %s::jsonb, %s)",
                (study, self.uuid, session, _write(self._kept), _write(wanted), last),
            )
            self._held = server.execute(
                "SELECT low, high FROM sortrank.held(%s, %s) WHERE NOT mine", (study, self.uuid)
            )

    def take(self, settled: Sequence[Pair]) -> None:
        """Take what the server answered; these pairs of this station have arrived."""
        sort = self.sort
        news = [Heard(*row) for row in self._told.fetchall()]
        if self._overlaps and (not news or news[0].clock != sort.clock_at(sort.steps)):
            # Another list: somebody withdrew, and all that is left was numbered anew.
            self._cache.forget_told(self.uuid)
            sort.forget()
            sort.hear((), settled)
            self.reconnect()
            self.is_replaced = True
            return
        news = news[1:] if self._overlaps else news
        sort.hear(news, settled)
        self.is_verified = True
        self._cache.add_told(self.uuid, news)
        if self._lent is not None and self._held is not None:
            self._take_lease(self._lent.fetchall()[0][0], self._held.fetchall())
        if not self.has_more:
            self.in_step.set()

    def _take_lease(self, place: int | None, elsewhere: list[Any]) -> None:
        self.sort.know_elsewhere((low, high) for low, high in elsewhere)
        self._leases = self._kept
        if place is not None:
            asked = self._wanted[place]
            self._leases = [*self._kept, _lease(asked)]
            self.sort.grant(asked)
        self._tries = self._tries + 1 if self._wanted and place is None else 0

    @property
    def has_more(self) -> bool:
        """Whether it should ask again at once."""
        if not self.is_verified:
            return True
        return bool(self.sort.wants(_AHEAD)) and not self._is_out and self._tries < _MOST_TRIES

    def rest(self) -> None:
        """Try again to have a pair lent, the next time."""
        self._tries = 0


def _lease(asked: Asked) -> list[int]:
    return [*order_pair(*asked.pair), asked.step, asked.place]


def _write(leases: list[list[int]]) -> str:
    return str(leases)
