"""What waits at a station to be sent: rows in their order, until the server has them."""

import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable

from sortrank_gui.study.lab.outgoing import Outgoing
from sortrank_gui.study.lab.straying import StrayedTail


class SendingQueue:
    """The engine's thread adds rows, the link's thread takes them out."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rows: deque[Outgoing] = deque()
        self._moved: dict[str, StrayedTail] = {}
        """Sessions that go on elsewhere, and what their rows become."""
        self._forgotten: set[str] = set()
        self._is_empty = threading.Event()
        self._is_empty.set()
        self.answers = 0
        """How many answers are among the rows."""

    def offer(self, rows: Iterable[Outgoing]) -> None:
        """Add rows that are safe in the station's own file."""
        with self._lock:
            kept = (row for row in rows if row.session not in self._forgotten)
            listed = [moved for row in kept for moved in self._move(row)]
            self._rows.extend(listed)
            self.answers += sum(row.is_answer for row in listed)
            if self._rows:
                self._is_empty.clear()

    def forget(self, session: str) -> None:
        """Let go of a session that is deleted; what still comes of it stays here."""
        with self._lock:
            self._forgotten.add(session)
            self._keep([row for row in self._rows if row.session != session])

    def is_forgotten(self, session: str) -> bool:
        """Say whether a session is deleted."""
        return session in self._forgotten

    def wait_until_empty(self, seconds: float) -> bool:
        """Wait until the server has everything, but no longer than that."""
        return self._is_empty.wait(seconds)

    def list_batch(self, may_go: Callable[[Outgoing], bool], most: int) -> list[Outgoing]:
        """Return the first rows, as long as they may go, but not more than that; they stay here."""
        batch = list[Outgoing]()
        with self._lock:
            for row in self._rows:
                if len(batch) == most or not may_go(row):
                    break
                batch.append(row)
        return batch

    def remove(self, rows: Iterable[Outgoing]) -> None:
        """Take out what the server has."""
        gone = set(map(id, rows))
        with self._lock:
            self._keep([row for row in self._rows if id(row) not in gone])

    def list_records(self, sessions: Collection[str]) -> list[Outgoing]:
        """Return the records of these sessions, without those that have become others."""
        with self._lock:
            own = [row for row in self._rows if row.seq and row.session in sessions]
        return [row for row in own if row.session not in self._moved]

    def divert(self, session: str, tail: StrayedTail) -> None:
        """Let what waits of a session, or comes later, be what another one makes of it."""
        with self._lock:
            self._moved[session] = tail
            self._keep([moved for row in self._rows for moved in self._move(row)])

    def _move(self, row: Outgoing) -> list[Outgoing]:
        tail = self._moved.get(row.session)
        return [row] if tail is None else tail.move(row)

    def _keep(self, rows: list[Outgoing]) -> None:
        self._rows = deque(rows)
        self.answers = sum(row.is_answer for row in rows)
        if not rows:
            self._is_empty.set()
