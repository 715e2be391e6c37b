"""Follows a study on the server in a thread of its own: what is new, and how the stations are.

How it works
------------
The server tells with every commit that there is something new; whoever has heard nothing for two
seconds looks all the same. What was read waits until the study's own thread takes it, in order. If
that could not write it, it says how far it is, and reading goes on from there. A server that is
gone is called again until it answers.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from threading import Condition, Thread
from time import monotonic
from typing import Any

from sortrank_gui.errors import LabError, LabGoneError
from sortrank_gui.limits import LONGEST_CODE, MOST_COUNTED
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.connecting import Server, connect_server, server_sentences, tell_fault
from sortrank_gui.study.lab.news import LabNews, LabStanding, read_news, read_standing
from sortrank_gui.study.lab.sharing import StationRow, read_stations
from sortrank_gui.study.lab.tables import channel
from sortrank_gui.study.survey.lab_state import StationSeen

_LOOK_SECONDS = 2.0
"""How often one looks without being told."""
_LISTEN_SECONDS = 0.25
"""How long one listens before seeing whether it is enough."""
_AGAIN_SECONDS = (0.5, 1.0, 2.0, 5.0)
"""From one call of a server that does not answer to the next."""
_MOST_WAITING = 20
"""Portions that nobody has taken."""


@dataclass(frozen=True, slots=True)
class Following:
    """How it goes."""

    connected: bool = False
    sentence: str = ""
    stations: tuple[StationSeen, ...] = ()


class Follower:
    """The thread, and what it has read."""

    def __init__(
        self,
        address: LabAddress,
        study: str,
        since: LabStanding,
        notice: Callable[[], object],
    ) -> None:
        self._address, self._study, self._notice = address, study, notice
        self._since, self._waiting = since, list[LabNews]()
        self._state = Following()
        self._changed = Condition()
        self._stopping = self._moved = False
        self._thread = Thread(target=self._run, name="sortrank-follower", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and wait for the end."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def state(self) -> Following:
        """How it goes now."""
        with self._changed:
            return self._state

    def take(self) -> list[LabNews]:
        """Return what has come since the last time, in order."""
        with self._changed:
            taken, self._waiting = self._waiting, []
            self._changed.notify_all()
            return taken

    def go_on_from(self, standing: LabStanding) -> None:
        """Forget what has come, and read on from here."""
        with self._changed:
            self._since, self._waiting, self._moved = standing, [], True
            self._changed.notify_all()

    def _run(self) -> None:
        failures = 0
        while not self._stopping:
            try:
                with closing(connect_server(self._address)) as server:
                    failures = 0
                    self._follow(server)
            except LabError as error:
                self._lose(str(error))
                patience = _AGAIN_SECONDS[min(failures, len(_AGAIN_SECONDS) - 1)]
                failures += 1
                if not isinstance(error, LabGoneError):
                    patience = _AGAIN_SECONDS[-1]
                self._rest(patience)
            except Exception as error:  # a fault of ours: told, but no desk falls behind by it
                self._lose("Following the server failed; it begins anew.")
                tell_fault(error)
                self._rest(_AGAIN_SECONDS[-1])

    def _lose(self, sentence: str) -> None:
        self._tell(replace(self._state, connected=False, sentence=sentence))

    def _follow(self, server: Server) -> None:
        with server_sentences("listen for news"):
            server.execute(f"LISTEN {channel(self._study)}".encode())
        looked = -_LOOK_SECONDS
        while not self._stopping:
            self._look(server)
            if monotonic() - looked >= _LOOK_SECONDS:
                looked = monotonic()
                stations = tuple(map(_read_station, read_stations(server, self._study)))
                self._tell(Following(True, "", stations))
            self._listen(server, looked + _LOOK_SECONDS)

    def _listen(self, server: Server, until: float) -> None:
        """Wait for news, or until it is time to look without."""
        with server_sentences("listen for news"):
            while not self._stopping and monotonic() < until:
                for _ in server.notifies(timeout=_LISTEN_SECONDS, stop_after=1):
                    return
                if self._moved:
                    return

    def _look(self, server: Server) -> None:
        with self._changed:
            since, self._moved = self._since, False
        until = read_standing(server, self._study)
        if (until.generation, until.clock) == (since.generation, since.clock):
            return
        for news in read_news(server, self._study, since, until):
            if not self._put(news):
                return

    def _put(self, news: LabNews) -> bool:
        """Let news wait, unless one is to go on from elsewhere or not at all."""
        with self._changed:
            self._changed.wait_for(
                lambda: len(self._waiting) < _MOST_WAITING or self._stopping or self._moved
            )
            if self._stopping or self._moved:
                return False
            self._waiting.append(news)
            self._since = news.until
        self._notice()
        return True

    def _tell(self, state: Following) -> None:
        with self._changed:
            changed, self._state = state != self._state, state
        if changed and not self._stopping:
            self._notice()

    def _rest(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._stopping, timeout=seconds)


def _read_station(row: StationRow) -> StationSeen:
    """Return a station as the desk shows it; what it says of itself may be anything."""
    said = row.status

    def read(name: str, kind: type | tuple[type, ...], usual: Any) -> Any:
        value = said.get(name, usual)
        is_right: bool = isinstance(value, kind) and not isinstance(value, bool)
        if not is_right:
            return usual
        return value if isinstance(value, str) or 0 <= value <= MOST_COUNTED else usual

    pace = read("pace", (int, float), None)
    return StationSeen(
        name=row.name,
        participant=read("participant", str, "")[:LONGEST_CODE],
        trial=read("trial", int, None),
        answered=read("answered", int, 0),
        budget=read("budget", int, None),
        pace=None if pace is None else float(pace),
        pending=read("pending", int, 0),
        phase=read("phase", str, "idle")[:LONGEST_CODE],
        seen_seconds=row.seen_seconds,
    )
