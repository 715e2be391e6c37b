"""Kills stations, restarts the server, cuts the network, and looks whether an answer was lost.

    python -m tests.campaigns.lab --rounds 300
    python -m tests.campaigns.lab --rounds 300 --seed 1 --part 60 --log FILE

Three stations, real processes with robots, share a sort on a PostgreSQL of our own. Each prints
every answer once it is in its own file. In turn a round kills a station (SIGKILL) and starts it
again, stops the server as a loss of power would and starts it again, or cuts a station off (its
end of a cable between network namespaces goes down, which needs root). In the end of a round
everything that was printed must be on the server. Every few rounds, and in the end, the study is
brought home and checked, and compared with the stations' files record by record: none lost, none
doubled, and all have heard the same list of answers.
"""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.postgres import OwnServer
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.lab.addresses import LabAddress, find_address
from sortrank_gui.study.lab.bringing_home import bring_home
from sortrank_gui.study.lab.connecting import connect_server
from sortrank_gui.study.lab.ordering import give_order
from sortrank_gui.study.lab.roles import RESEARCHER, STATION
from sortrank_gui.study.lab.setting_up import set_up_lab
from sortrank_gui.study.lab.sharing import share_study
from sortrank_gui.study.lab.stations import open_station
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from tests.campaigns.reporting import Figures, run_campaign

ROOT = Path(__file__).parents[2]
STATIONS = 3
KINDS = ("kill", "restart", "cut")
RATE = 5
"""Answers a second of a robot."""
ITEMS = 60
_CHECK_EVERY = 10
_PATIENCE = 60.0
"""Seconds that answers may take to the server after a fault, on a busy machine."""
_SLOW_SECONDS = 15
"""What takes longer than this is counted: a cut is noticed before."""
_NETWORK = "10.231"


class Cable:
    """A network namespace for one station, with a cable to this computer."""

    def __init__(self, number: int) -> None:
        self.name = f"sortrank{os.getpid()}n{number}"
        self._end = f"sr{os.getpid() % 100000}n{number}"
        # Of each process another one: what a killed campaign left behind is in nobody's way.
        network = f"{_NETWORK}.{(STATIONS * os.getpid() + number) % 256}"
        self.address, self._other_address = f"{network}.1", f"{network}.2"

    def lay(self) -> None:
        """Make it; raises where that is not allowed."""
        inside = f"{self._end}i"
        for words in (
            f"netns add {self.name}",
            f"link add {self._end} type veth peer name {inside}",
            f"link set {inside} netns {self.name}",
            f"addr add {self.address}/24 dev {self._end}",
            f"link set {self._end} up",
            f"-n {self.name} addr add {self._other_address}/24 dev {inside}",
            f"-n {self.name} link set {inside} up",
            f"-n {self.name} link set lo up",
        ):
            _ip(words)

    def cut(self) -> None:
        """Let nothing through."""
        _ip(f"link set {self._end} down")

    def mend(self) -> None:
        """Let all through again."""
        _ip(f"link set {self._end} up")

    def remove(self) -> None:
        """Leave nothing of it."""
        for words in (f"link del {self._end}", f"netns del {self.name}"):
            subprocess.run(["ip", *words.split()], check=False, capture_output=True)


def _ip(words: str) -> None:
    subprocess.run(["ip", *words.split()], check=True, capture_output=True)


def can_cut() -> bool:
    """Say whether namespaces can be made here: by root, with the right to change networks."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return False
    cable = Cable(250)
    try:
        cable.lay()
    except (OSError, subprocess.CalledProcessError):
        return False
    finally:
        cable.remove()
    return True


class Booth:
    """A station's process, and what it has printed."""

    def __init__(self, name: str, server: str, home: Path, cable: Cable | None) -> None:
        self.name, self._server, self.home, self.cable = name, server, home, cable
        self.socket = ""
        """The server's address without a network."""
        self.printed = 0
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    def start(self) -> None:
        """Start the program, which goes on with its session."""
        command = [sys.executable, "-m", "sortrank_gui", "lab", "station", self.name]
        command += ["--server", self._server, "--insecure", "--robot", str(RATE), "--echo"]
        if self.cable is not None:
            command = ["ip", "netns", "exec", self.cable.name, *command]
        environment = {**os.environ, "SORTRANK_HOME": str(self.home), "OPENBLAS_NUM_THREADS": "1"}
        self._process = process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        self._reader = threading.Thread(target=self._read, args=(process,))
        self._reader.start()

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.endswith("\n") and line.strip().isdecimal():
                self.printed = max(self.printed, int(line))
        process.stdout.close()

    @contextmanager
    def at_home(self) -> Iterator[None]:
        """Let SortRank keep its files where this station does."""
        before = os.environ["SORTRANK_HOME"]
        os.environ["SORTRANK_HOME"] = str(self.home)
        try:
            yield
        finally:
            os.environ["SORTRANK_HOME"] = before

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        """End it as nothing else can."""
        assert self._process is not None
        assert self._reader is not None
        self._process.kill()
        self._process.wait()
        self._reader.join()

    def wait(self, seconds: float) -> bool:
        """Wait until it has ended by itself."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return self._process.returncode == 0

    def files(self) -> tuple[Path, Path]:
        """Return its study and its cache."""
        (study,) = (self.home / "data" / "lab").glob("*/*.sortrank")
        return study, study.with_suffix(".cache")


class Field:
    """A server, its stations, and what goes wrong."""

    def __init__(self, server: OwnServer, folder: Path, cables: list[Cable], strategy: str) -> None:
        self.server, self.folder = server, folder
        self.cables = cables
        _prepare(server, cables)
        path = folder / "study.sortrank"
        design = Design(
            title="Lab", prompt="?", strategy=strategy, shared=True, stop=StopRules(1_000_000)
        )
        create_study(path, design, [Item(f"item {k}") for k in range(ITEMS)], range(ITEMS))
        with open_study(path) as file:
            self.uuid = share_study(file, self.desk).uuid
        self.booths = [self._make_booth(number) for number in range(STATIONS)]

    @property
    def desk(self) -> LabAddress:
        """The address for a researcher."""
        return find_address(self.server.url("lab", RESEARCHER))

    def _make_booth(self, number: int) -> Booth:
        cable = self.cables[number] if self.cables else None
        url = self.server.url("lab", STATION, "" if cable is None else cable.address)
        hurry = " sslmode=disable tcp_user_timeout=1500 connect_timeout=2"
        home = self.folder / f"booth{number}"
        booth = Booth(f"booth {number}", url + hurry, home, cable)
        booth.socket = self.server.url("lab", STATION)
        return booth

    def play(self, kind: str, chance: random.Random, figures: Counter[str]) -> list[str]:
        """Play one round; return what is wrong after it."""
        booth = chance.choice(self.booths)
        self._let_answer(chance.uniform(0.2, 0.8))
        if kind == "kill":
            booth.kill()
            booth.start()
        elif kind == "restart":
            self.server.stop("immediate")
            time.sleep(chance.uniform(0.0, 1.0))
            self.server.start()
        elif booth.cable is not None:
            booth.cable.cut()
            time.sleep(chance.uniform(0.2, 3.0))
            booth.cable.mend()
        self._let_answer(chance.uniform(0.2, 0.8))
        figures[kind] += 1
        dead = [f"{each.name} has ended" for each in self.booths if not each.is_alive]
        began = time.monotonic()
        missing = self._find_missing()
        figures[f"over {_SLOW_SECONDS} s to the server"] += time.monotonic() - began > _SLOW_SECONDS
        return dead + missing

    def _let_answer(self, seconds: float) -> None:
        """Wait a while, and until every station has answered something."""
        before = [booth.printed for booth in self.booths]
        time.sleep(seconds)
        wait_until(
            lambda: all(
                booth.printed > was or not booth.is_alive
                for booth, was in zip(self.booths, before, strict=True)
            )
        )

    def _find_missing(self) -> list[str]:
        """Return which stations have printed more than comes to the server."""
        printed = {booth.name: booth.printed for booth in self.booths}

        def is_there() -> bool:
            there = dict(
                self.server.execute(
                    "SELECT s.station, max(j.seq) FROM sortrank.journal j "
                    "JOIN sortrank.sessions s ON s.uuid = j.session GROUP BY s.station",
                    "lab",
                )
            )
            return all(there.get(name, 0) >= seq for name, seq in printed.items())

        return [] if wait_until(is_there) else [f"not all of {printed} came to the server"]

    def end(self) -> list[str]:
        """Let the desk end all sessions, and wait for the stations."""
        names = [booth.name for booth in self.booths]
        with closing(connect_server(self.desk)) as server:
            give_order(server, self.uuid, names, StationOrder(0, OrderKind.END))
        return [f"{b.name} did not end well" for b in self.booths if not b.wait(_PATIENCE)]

    def catch_up(self, figures: Counter[str]) -> list[str]:
        """Open each station once more, so that it sends what it could not while it ran."""
        late = list[str]()
        for booth in self.booths:
            with booth.at_home(), closing(open_station(booth.name, booth.socket)) as file:
                figures["sent by a later start"] += file.link.pending
                if not file.link.wait_until_quiet(5 * _PATIENCE):
                    late.append(f"{booth.name} could not send all")
        return late

    def stop(self) -> None:
        """Leave no process."""
        for booth in self.booths:
            if booth.is_alive:
                booth.kill()

    def compare(self, figures: Counter[str], *, final: bool) -> list[str]:
        """Bring the study home, which checks it, and compare it with what stations have."""
        target = self.folder / "home.sortrank"
        target.unlink(missing_ok=True)
        wrong = [*bring_home(self.desk, self.uuid, target).problems]
        figures["checks of the whole study"] += 1
        if not final:
            return wrong
        with open_study(target, read_only=True) as file:
            there = _list_records(file)
            figures["answers"] += sum(r.event == "answer" for r in file.records)
            figures["sessions"] += len(file.sessions)
            forks = [row for row in file.sorts.values() if row.parent is not None]
            figures["answers told to a fork"] += sum(
                r.sort in {row.id for row in forks} for r in file.records
            )
        own = Counter[Any]()
        for booth in self.booths:
            study, _ = booth.files()
            with open_study(study, read_only=True) as file:
                own.update(_list_records(file))
        figures["lost"] += len(own - there)
        figures["doubled"] += len(there - own) + sum(times > 1 for times in there.values())
        if own != there:
            wrong.append(f"{len(own - there)} records are lost, {len(there - own)} are doubled")
        return wrong + self._compare_lists()

    def _compare_lists(self) -> list[str]:
        """Return which stations have heard another list of answers than the server's."""
        query = (
            "SELECT j.clock, j.left_item, j.right_item, j.answer FROM sortrank.journal j "
            "JOIN sortrank.sorts s ON s.uuid = j.sort WHERE s.parent IS NULL ORDER BY j.clock"
        )
        told = self.server.execute(query, "lab")
        wrong = []
        for booth in self.booths:
            with closing(sqlite3.connect(booth.files()[1])) as cache:
                columns = "clock, left_item, right_item, answer"
                heard = cache.execute(f"SELECT {columns} FROM told ORDER BY clock").fetchall()
            if heard != told[: len(heard)] or not heard:
                wrong.append(f"{booth.name} has heard another list of answers")
        return wrong


def _list_records(file: Any) -> Counter[tuple[str, int, bytes]]:
    names = {row.id: row.uuid for row in file.sessions}
    return Counter((names[r.session], r.seq, r.digest) for r in file.records)


def wait_until(done: Callable[[], bool], seconds: float = _PATIENCE) -> bool:
    """Wait for something; say whether it came."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def _prepare(server: OwnServer, cables: list[Cable]) -> None:
    server.execute(f"CREATE ROLE {server.owner} LOGIN CREATEROLE")
    server.execute(f"CREATE DATABASE lab OWNER {server.owner}")
    set_up_lab(find_address(server.url("lab", server.owner)))
    if cables:
        with (server.folder / "data" / "pg_hba.conf").open("a", encoding="utf-8") as file:
            file.write(f"host all all {_NETWORK}.0.0/16 trust\n")
        names = ", ".join(["localhost", *(cable.address for cable in cables)])
        server.execute(f"ALTER SYSTEM SET listen_addresses = '{names}'")
        server.restart()


@contextmanager
def field(folder: Path, strategy: str) -> Iterator[Field]:
    """Give a server with stations at work; nothing of it is left in the end."""
    cables = [Cable(number) for number in range(STATIONS)] if can_cut() else []
    made: Field | None = None
    try:
        for cable in cables:
            cable.lay()
        with OwnServer(fsync=True, network=True) as server:
            try:
                made = Field(server, folder, cables, strategy)
                for booth in made.booths:
                    booth.start()
                if not wait_until(lambda: all(booth.printed for booth in made.booths)):
                    raise RuntimeError("not all stations began to answer")
                yield made
            finally:
                if made is not None:
                    made.stop()
    finally:
        for cable in cables:
            cable.remove()


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Play rounds on one field; return what was counted and what went wrong."""
    chance, figures, wrong = random.Random(seed), Counter[str](), list[str]()
    strategy = ("mergesort", "quicksort")[seed % 2]
    with field(folder, strategy) as ground:
        kinds = [kind for kind in KINDS if kind != "cut" or ground.cables]
        for number in range(rounds):
            kind = kinds[number % len(kinds)]
            found = ground.play(kind, chance, figures)
            if number % _CHECK_EVERY == _CHECK_EVERY - 1:
                found += ground.compare(figures, final=False)
            wrong += [f"round {number}, {kind}: {each}" for each in found]
            figures["rounds"] += 1
        wrong += ground.end()
        wrong += ground.catch_up(figures)
        wrong += ground.compare(figures, final=True)
    if len(kinds) < len(KINDS):
        figures["cuts skipped, not root"] += 1
    return figures, wrong


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 30))
