"""A station's way to the server: a thread that sends what was written, and listens.

How it works
------------
The engine's thread hands over rows and goes on; nothing here ever makes it wait. The link sends
what waits, hears what common sorts were told, and has pairs lent, in two round trips; it begins a
moment after an answer, when the next pair is on the screen. A row stays in the queue until the
server has said that it has it. Without a server the link tries again and again, more and more
rarely. Every two seconds it gives a sign of life, looks whether texts were mended at the desk, and
asks for its orders, of which a notice of the server tells sooner.
"""

import json
import logging
import random
import select
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from typing import Any

from sortrank_gui.errors import LabError, LabGoneError, SortrankError
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.connecting import Server, connect_server, server_sentences, tell_fault
from sortrank_gui.study.lab.followed_sort import FollowedSort
from sortrank_gui.study.lab.lab_sort import LabSort
from sortrank_gui.study.lab.news import LabContent, read_lab_content
from sortrank_gui.study.lab.ordering import StationOrders
from sortrank_gui.study.lab.outgoing import Outgoing
from sortrank_gui.study.lab.sending_queue import SendingQueue
from sortrank_gui.study.lab.station_cache import StationCache
from sortrank_gui.study.lab.station_functions import order_channel
from sortrank_gui.study.lab.straying import SessionFacts, begin_tail
from sortrank_gui.study.survey.lab_files import StationOrder
from sortrank_gui.study.survey.lab_state import CLOSED

# A lost connection is told by the link itself; the library would print it as well.
logging.getLogger("psycopg").addHandler(logging.NullHandler())
_AT_ONCE = 200
"""Rows of one statement, unless the server took too long for them."""
_BREATH = 0.02
"""Seconds from an answer to its way to the server: the next pair comes first."""
_HEARTBEAT = 2.0
_PATIENCE = (0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds from one attempt to reach the server to the next."""


class StationLink:
    """The connection of one station, for one study."""

    def __init__(
        self,
        address: LabAddress,
        study: str,
        name: str,
        token: str,
        cache: StationCache,
        facts: Mapping[str, SessionFacts],
    ) -> None:
        """Serve a station of this name; `facts` are those of its sessions, and may grow."""
        self.address, self.study, self.name, self.token = address, study, name, token
        self._cache, self._facts = cache, facts
        self._queue, self._most = SendingQueue(), _AT_ONCE
        self._lock = threading.Lock()
        self._sorts: dict[str, FollowedSort] = {}
        self._lost: set[str] = set()
        """Sessions whose common sort is another one now."""
        self._orders = StationOrders()
        self._digest = b""
        self._content: LabContent | None = None
        self._status: dict[str, Any] = {}
        self._sentence, self._is_connected = "", False
        self._session = ""
        self._is_closing = False
        self.on_change: Callable[[], object] | None = None
        """Called in the link's thread when there are orders, or the connection changed."""
        self._wake_in, self._wake_out = socket.socketpair()
        self._wake_in.setblocking(False)
        self._wake_out.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="lab link", daemon=True)
        self._beat_at = 0.0

    # The engine's thread.

    def start(self, digest: bytes) -> None:
        """Begin to call the server; the digest is that of the content which the file has."""
        self._digest = digest
        self._thread.start()

    def offer(self, rows: Iterable[Outgoing]) -> None:
        """Hand over rows that are safe in the station's own file."""
        self._queue.offer(rows)
        self.wake()

    def forget(self, session: str) -> None:
        """Let go of a session that is deleted; what still comes of it stays here."""
        self._queue.forget(session)

    def follow(self, uuid: str, sort: LabSort) -> None:
        """Keep a sort in step with the server; it begins with what is known of it."""
        followed = FollowedSort(uuid, sort, self._cache)
        with self._lock:
            self._sorts[uuid] = followed
        self.wake()

    def wait_for(self, uuid: str, seconds: float) -> bool:
        """Wait until a sort is in step and a pair of it is lent, but no longer than that."""
        followed = self._sorts[uuid]
        followed.sort.invite()
        followed.in_step.clear()
        self.wake()
        return followed.in_step.wait(seconds)

    def begin(self, session: str) -> None:
        """Lend pairs to this session from now on."""
        self._session = session
        self.wake()

    def note_status(self, status: dict[str, Any]) -> None:
        """Take what the desk shows about this station."""
        if {**status, "pace": 0} != {**self._status, "pace": 0}:
            phase, who = self._status.get("phase"), self._status.get("participant")
            self._status = status
            if (phase, who) != (status.get("phase"), status.get("participant")):
                self._beat_at = 0.0
                self.wake()

    def take_orders(self) -> list[StationOrder]:
        """Return the desk's orders since the last time."""
        return self._orders.take()

    def take_content(self) -> LabContent | None:
        """Return the study's content if it was mended at the desk since the last time."""
        with self._lock:
            content, self._content = self._content, None
        return content

    def report(self, order: int, outcome: str) -> None:
        """Tell the desk what came of an order."""
        self._orders.report(order, outcome)
        self.wake()

    @property
    def pending(self) -> int:
        """How many answers the server does not have yet."""
        return self._queue.answers

    @property
    def is_connected(self) -> bool:
        """Whether the server answered last time."""
        return self._is_connected

    @property
    def sentence(self) -> str:
        """What is wrong with the connection; empty if nothing is."""
        return self._sentence

    def wake(self) -> None:
        """Let the link look for work."""
        with suppress(OSError):
            self._wake_out.send(b".")

    def wait_until_quiet(self, seconds: float) -> bool:
        """Wait until the server has everything, but no longer than that."""
        return self._queue.wait_until_empty(seconds)

    def close(self, *, seconds: float = 3.0) -> None:
        """Send what waits if the server is there, and hang up."""
        if self._is_closing:
            return
        if self._is_connected:
            self.wait_until_quiet(seconds)
        self._is_closing = True
        self.wake()
        if self._thread.is_alive():
            self._thread.join(seconds + 10)
        self._cache.close()
        if not self._thread.is_alive():
            self._wake_in.close()
            self._wake_out.close()

    # The link's thread.

    def _run(self) -> None:
        attempt = 0
        while not self._is_closing:
            try:
                with closing(connect_server(self.address, token=self.token)) as server:
                    self._begin(server)
                    attempt = 0
                    self._serve(server)
            except LabGoneError as error:
                self._lose(str(error))
                self._most = max(1, self._most // 4)  # it may have been too much for the server
            except SortrankError as error:
                self._lose(str(error))
                attempt = max(attempt, 3)
            except Exception as error:  # a fault of ours: told, but no station falls silent by it
                self._lose("The link to the server failed; it begins anew.")
                attempt = max(attempt, 3)
                tell_fault(error)
            if not self._is_closing:
                pause = _PATIENCE[min(attempt, len(_PATIENCE) - 1)]
                attempt += 1
                self._rest(pause * random.uniform(0.7, 1.0))

    def _begin(self, server: Server) -> None:
        with server_sentences("listen"):
            server.execute("SET statement_timeout = '20s'")
            server.execute(f'LISTEN "{order_channel(self.study)}"')  # a UUID's digits
        for followed in self._sorts.values():
            followed.reconnect()
        self._beat_at = 0.0

    def _lose(self, sentence: str) -> None:
        changed = self._is_connected or sentence != self._sentence
        self._is_connected, self._sentence = False, sentence
        if changed:
            self._tell()

    def _tell(self) -> None:
        if self.on_change is not None:
            self.on_change()

    def _rest(self, seconds: float) -> None:
        """Wait, unless the program ends."""
        end = time.monotonic() + seconds
        while not self._is_closing and (left := end - time.monotonic()) > 0:
            select.select([self._wake_in], [], [], left)
            self._drain()
            time.sleep(min(_BREATH, max(0.0, end - time.monotonic())))

    def _drain(self) -> None:
        with suppress(BlockingIOError):
            while self._wake_in.recv(4096):
                pass

    def _serve(self, server: Server) -> None:
        """Do what there is to do, and wait for more, until the server is gone."""
        while not self._is_closing:
            more = self._exchange(server)
            if not self._is_connected:
                self._is_connected, self._sentence = True, ""
                self._tell()
            if not more:
                self._wait(server)
        self._status, self._beat_at = {**self._status, "phase": CLOSED}, 0.0
        with suppress(SortrankError):
            self._exchange(server)

    def _wait(self, server: Server) -> None:
        left = max(0.0, self._beat_at + _HEARTBEAT - time.monotonic())
        with server_sentences("listen"):
            wake, called = self._wake_in.fileno(), server.fileno()
        ready, _, _ = select.select([wake, called], [], [], left)
        if wake in ready:
            time.sleep(_BREATH)
            self._drain()
        if called in ready:
            with server_sentences("listen"):
                for _ in server.notifies(timeout=0):
                    self._beat_at = 0.0

    def _exchange(self, server: Server) -> bool:
        """Send, then hear and lend; say whether there is more to do at once."""
        is_due = time.monotonic() - self._beat_at >= _HEARTBEAT
        self._part_lost(server)
        batch = self._queue.list_batch(self._may_go, self._most)
        outcomes = self._orders.list_outcomes()
        with self._lock:
            # Two that lend pairs of the same sorts wait for each other in one order.
            sorts = [followed for _, followed in sorted(self._sorts.items())]
        signed = orders = digests = None
        with server_sentences("send what was answered"):
            # A statement of its own ends its transaction at once: others wait for the order.
            strayed = self._append(server, batch) if batch else {}
            with server.pipeline():
                # Leases and signs of life need no disk; whoever loses them asks again.
                server.execute("SELECT set_config('synchronous_commit', 'off', true)")
                for followed in sorts:
                    followed.send(server, self.study, self._session)
                if is_due or outcomes:
                    signed, orders, digests = self._send_sign(server, outcomes)
            arrived = [row for row in batch if not _is_strayed(row, strayed)]
            for followed in sorts:
                own = (row for row in arrived if row.sort == followed.uuid)
                followed.take([row.pair for row in own if row.pair is not None])
            is_known = signed is None or signed.fetchall()[0][0]
            asked = [] if orders is None else orders.fetchall()
            digest = [] if digests is None else [bytes(row[0]) for row in digests.fetchall()]
        if not is_known:
            raise LabError(f"Another station is called “{self.name}”; choose another name.")
        if is_due:
            self._beat_at = time.monotonic()
        self._settle(arrived)
        self._most = min(_AT_ONCE, 2 * self._most)
        if digest and digest != [self._digest]:
            self._fetch_content(server)
        self._orders.settle(len(outcomes))
        if self._orders.read(asked):
            self._tell()
        self._look_for_lost(sorts)
        for session, seq in strayed.items():
            self._part(server, session, seq)
        return self._has_more(sorts)

    def _fetch_content(self, server: Server) -> None:
        """Bring texts and codes that were mended; they wait until nobody takes part here."""
        content = read_lab_content(server, self.study)
        with self._lock:
            self._content, self._digest = content, content.digest
        self._tell()

    def _look_for_lost(self, sorts: list[FollowedSort]) -> None:
        """Note which sessions told a sort that the server has no more as it was."""
        for followed in sorts:
            if followed.is_replaced:
                followed.is_replaced = False
                with self._lock:
                    self._lost |= {
                        session
                        for session, facts in self._facts.items()
                        if followed.uuid in facts.sorts
                    }

    def _part_lost(self, server: Server) -> None:
        """Let what waits of such sessions, or comes later, be a session that tells no sort."""
        waiting = self._queue.list_records(self._lost)
        for session, seq in {row.session: row.seq for row in reversed(waiting)}.items():
            self._part(server, session, seq, is_loose=True)

    def _may_go(self, row: Outgoing) -> bool:
        """Say whether the server is known to have the state at which a row's pair was asked."""
        followed = self._sorts.get(row.sort)
        return not row.sort or (followed is not None and followed.knows(row.step))

    def _append(self, server: Server, batch: list[Outgoing]) -> dict[str, int]:
        """Send rows, and return from which record on sessions went on elsewhere."""
        entries = json.dumps([self._complete(row) for row in batch])
        query = "SELECT sortrank.append(%s, %s::jsonb)"
        strayed: dict[str, int] = server.execute(query, (self.study, entries)).fetchall()[0][0]
        return strayed

    def _complete(self, row: Outgoing) -> dict[str, Any]:
        """Return an entry with the clock of the state at which its pair was asked."""
        if not row.sort or not (sort := self._sorts[row.sort].sort).verifies:
            return row.entry
        return {**row.entry, "after": sort.clock_at(row.step)}

    def _send_sign(self, server: Server, outcomes: list[tuple[int, str]]) -> tuple[Any, Any, Any]:
        status = {**self._status, "name": self.name, "pending": self.pending}
        signed = server.execute(
            "SELECT sortrank.sign_of_life(%s, %s, %s::jsonb)",
            (self.study, self.name, json.dumps(status)),
        )
        for number, outcome in outcomes:
            server.execute(
                "UPDATE sortrank.orders SET done_at = now(), outcome = %s WHERE id = %s",
                (outcome, number),
            )
        orders = server.execute(
            "SELECT id, kind, data, extract(epoch FROM now() - at)::float8 FROM sortrank.orders "
            "WHERE study = %s AND station = %s AND done_at IS NULL ORDER BY id",
            (self.study, self.name),
        )
        query = "SELECT digest FROM sortrank.studies WHERE uuid = %s"
        return signed, orders, server.execute(query, (self.study,))

    def _settle(self, arrived: list[Outgoing]) -> None:
        """Take out of the queue what the server has."""
        self._queue.remove(arrived)
        for session, seq in {row.session: row.seq for row in arrived if row.seq}.items():
            self._cache.note_arrived(session, seq)

    def _has_more(self, sorts: list[FollowedSort]) -> bool:
        if self._queue.list_batch(self._may_go, 1):
            return True
        if any(followed.has_more for followed in sorts):
            return True
        for followed in sorts:
            followed.rest()
        return False

    def _part(self, server: Server, session: str, seq: int, *, is_loose: bool = False) -> None:
        """Let what was written here, after a session went on elsewhere, be a session of its own."""
        facts = self._facts.get(session)
        if self._queue.is_forgotten(session) or facts is None or not seq:
            self.forget(session)
            return
        rows = [row for row in self._queue.list_records({session}) if row.seq >= seq]
        if rows:
            tail = begin_tail(server, self.study, self.name, facts, rows[0])
            tail.is_loose = is_loose or session in self._lost
            self._queue.divert(session, tail)


def _is_strayed(row: Outgoing, strayed: dict[str, int]) -> bool:
    return row.session in strayed and (not row.seq or row.seq >= strayed[row.session])
