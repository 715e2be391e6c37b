"""A study on a lab's server: the wait at a station, fifty stations at once, pictures on demand.

The server is a PostgreSQL of its own on this machine (benchmarks/postgres.py), with its disk's
care (fsync) as in a lab. Stations are processes without a window, with folders of their own.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from benchmarks.study import draw_noise
from benchmarks.tables import Row, Table
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.lab.addresses import LabAddress, find_address
from sortrank_gui.study.lab.bringing_home import bring_home
from sortrank_gui.study.lab.replica import ReplicaFile, open_desk
from sortrank_gui.study.lab.roles import RESEARCHER, ROLES, STATION
from sortrank_gui.study.lab.setting_up import set_up_lab
from sortrank_gui.study.lab.sharing import share_study
from sortrank_gui.study.lab.station_file import StationFile
from sortrank_gui.study.lab.stations import open_station
from sortrank_gui.study.survey.engine import Engine

assert sys.platform != "win32"  # the server is another computer there
from benchmarks.postgres import ELSEWHERE, PASSWORD, OwnServer  # noqa: E402

ITEMS = 500
CLICKS = 300
_CLICK_PAUSE = 0.2
"""Seconds from one click to the next; people are slower."""
_BEGIN_SECONDS = 1.5
"""For a station to start, before all begin together."""
_SIDE = 830
"""Pixels a side of a picture of noise: two megabytes."""
_LAST_SECONDS = 3.0
"""So long before the end processes are measured, as long as all of them are there."""
_TICKS = os.sysconf("SC_CLK_TCK")


class BenchLab:
    """A server with one study, in folders of their own; all call it by TCP and TLS, verified."""

    def __init__(self, server: OwnServer, folder: Path) -> None:
        self.server, self.folder = server, folder
        server.execute(f"CREATE ROLE {server.owner} LOGIN CREATEROLE PASSWORD '{PASSWORD}'")
        server.execute(f"CREATE DATABASE lab OWNER {server.owner}")
        set_up_lab(find_address(server.url("lab", server.owner)))
        for role in ROLES:
            server.execute(f"ALTER ROLE {role} PASSWORD '{PASSWORD}'")
        os.environ["PGPASSWORD"] = PASSWORD

    @property
    def desk(self) -> LabAddress:
        """The address for a researcher."""
        return find_address(self.server.url("lab", RESEARCHER, ELSEWHERE))

    @property
    def station(self) -> str:
        """The address for stations."""
        return self.server.url("lab", STATION, ELSEWHERE)

    def share(self, path: Path) -> str:
        """Put a study on the server."""
        with open_study(path) as file:
            return share_study(file, self.desk).uuid

    @contextmanager
    def home(self, name: str) -> Iterator[dict[str, str]]:
        """Let SortRank keep its files in a folder of this name, here and in child processes."""
        before = os.environ.get("SORTRANK_HOME")
        os.environ["SORTRANK_HOME"] = str(self.folder / name)
        try:
            yield dict(os.environ)
        finally:
            os.environ.pop("SORTRANK_HOME")
            if before is not None:
                os.environ["SORTRANK_HOME"] = before

    def used_seconds(self) -> float:
        """Return the processor's time that the server has used so far."""
        lines = (self.server.folder / "data" / "postmaster.pid").read_text(encoding="utf-8")
        main = int(lines.splitlines()[0])
        return sum(_read_times(pid) for pid in (main, *_list_children(main)))


@contextmanager
def bench_lab() -> Iterator[BenchLab]:
    """Give a server and a folder, which are gone in the end."""
    with (
        tempfile.TemporaryDirectory() as folder,
        OwnServer(fsync=True, network=True, connections=300) as server,
    ):
        yield BenchLab(server, Path(folder))


def run(
    *, stations: int, seconds: float, strategy: str, clicks: bool, pictures: int
) -> Iterator[Table]:
    """Measure what is wanted."""
    if clicks:
        with bench_lab() as lab:
            yield measure_clicks(lab)
    if stations:
        with bench_lab() as lab:
            yield measure_stations(lab, stations, seconds, strategy)
    if pictures:
        with bench_lab() as lab:
            yield measure_pictures(lab, pictures)


def measure_clicks(lab: BenchLab) -> Table:
    """Measure the wait from an answer to the next pair: a file and a station take turns."""
    paths = [lab.folder / f"{name}.sortrank" for name in ("file", "shared")]
    for path in paths:
        _make(path, "quicksort")
    lab.share(paths[1])
    waits: dict[str, list[float]] = {"a file": [], "a station": []}
    with lab.home("clicks"):
        engines = [Engine(BradleyTerryRespondent) for _ in paths]
        engines[0].open(paths[0])
        engines[1].open_by(partial(open_station, "booth", lab.station))
        for engine in engines:
            engine.start_session(robot=True)
        for _ in range(CLICKS):
            for engine, found in zip(engines, waits.values(), strict=True):
                found.append(_click(engine))
                time.sleep(_CLICK_PAUSE / 2)
        for engine in engines:
            engine.close()
    rows = [
        {"answering into": name, **_tell_times(found), "answers": len(found)}
        for name, found in waits.items()
    ]
    return Table(f"Click to next pair, {ITEMS} items, in turns", rows)


def _click(engine: Engine) -> float:
    trial = engine.state().trial
    assert trial is not None
    began = time.perf_counter()
    engine.answer(trial.number, Answer.LEFT, 1.0, by_robot=True)
    assert engine.state().trial is not None
    return time.perf_counter() - began


def _tell_times(seconds: list[float]) -> Row:
    found = 1000 * np.array(seconds)
    return {
        "median ms": float(np.median(found)),
        "p99 ms": float(np.quantile(found, 0.99)),
        "most ms": float(found.max()),
    }


def measure_stations(lab: BenchLab, stations: int, seconds: float, strategy: str) -> Table:
    """Let processes answer once a second each, and see when the desk has each answer."""
    path = lab.folder / "shared.sortrank"
    _make(path, strategy)
    uuid = lab.share(path)
    begin = time.time() + 5 + stations * _BEGIN_SECONDS
    workers = [_start_worker(lab, k, stations, begin, seconds) for k in range(stations)]
    with lab.home("desk"):
        visible, used = _watch(lab, uuid, workers, begin, seconds)
        outputs = [worker.communicate()[0].split() for worker in workers]
        target = lab.folder / "home.sortrank"
        problems = bring_home(lab.desk, uuid, target).problems  # checks and replays all of it
    with open_study(target, read_only=True) as file:
        names = {row.id: row.uuid for row in file.sessions}
        kept = effective(file.records)
        pairs = zip(kept.column("session").tolist(), kept.column("seq").tolist(), strict=True)
        there = Counter((names[session], seq) for session, seq in pairs)
        forks = len(file.sorts) - 1
        forked = sum(file.sorts[r.sort].parent is not None for r in kept if r.sort is not None)
    given = _read_logs(lab, stations)
    delays = [visible[key] - at for key, at in given.items() if key in visible]
    waits = [float(wait) for output in outputs for wait in output[1:]]
    rows: list[Row] = [
        {
            "stations": stations,
            "minutes": seconds / 60,
            "answers": len(given),
            "lost": len(given.keys() - there.keys()),
            "doubled": sum(times > 1 for times in there.values())
            + len(there.keys() - given.keys()),
            "unsound": len(problems),
            "not seen at the desk": len(given) - len(delays),
            "p50 ms to the desk": 1000 * float(np.median(delays)),
            "p99 ms to the desk": 1000 * float(np.quantile(delays, 0.99)),
            "most ms": 1000 * max(delays),
            "click p99 ms": 1000 * float(np.quantile(waits, 0.99)),
            "server CPU, cores": used["server"],
            "stations CPU, cores": used["stations"],
            "desk CPU, cores": used["desk"],
            "others' CPU, cores": used["others"],
            "p99 by minute": _tell_minutes(given, visible),
            "told forks": f"{forked} in {forks}",
        }
    ]
    return Table(
        f"Stations that share a {strategy} of {ITEMS} items, an answer a second each", rows
    )


def _tell_minutes(
    given: dict[tuple[str, int], float], visible: dict[tuple[str, int], float]
) -> str:
    """Return the p99 of each minute in ms: whether it grows, or something came between."""
    begin = min(given.values())
    minutes: dict[int, list[float]] = {}
    for key, at in given.items():
        if key in visible:
            minutes.setdefault(int((at - begin) // 60), []).append(visible[key] - at)
    return " ".join(f"{1000 * np.quantile(minutes[k], 0.99):.0f}" for k in sorted(minutes))


def _start_worker(
    lab: BenchLab, number: int, stations: int, begin: float, seconds: float
) -> "subprocess.Popen[str]":
    name, log = f"booth {number + 1}", lab.folder / f"{number}.log"
    arguments = (name, lab.station, str(begin), str(seconds), str(number / stations), str(log))
    with lab.home(f"booth{number}") as environment:
        return subprocess.Popen(
            [sys.executable, "-m", "benchmarks.lab_worker", *arguments],
            env={**environment, "OPENBLAS_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )


def _watch(
    lab: BenchLab, uuid: str, workers: "list[subprocess.Popen[str]]", begin: float, seconds: float
) -> tuple[dict[tuple[str, int], float], dict[str, float]]:
    """Take what comes at the desk, as its window does; return when, and the processor's time."""
    engine, news = Engine(BradleyTerryRespondent), Event()
    engine.open_by(lambda: open_desk(lab.desk, uuid, news.set))
    file = engine.file
    assert isinstance(file, ReplicaFile)
    visible: dict[tuple[str, int], float] = {}
    before = used = dict[str, float]()
    end = begin + seconds + 60
    while time.time() < end and any(worker.poll() is None for worker in workers):
        news.wait(1.0)
        news.clear()
        seen = len(file.records)
        engine.receive()
        engine.state()
        now = time.time()
        if not before and now > begin:
            before = _measure(lab, workers)
        if not used and now > begin + seconds - _LAST_SECONDS:
            after = _measure(lab, workers)
            elapsed = after.pop("time") - before["time"]
            used = {name: (spent - before[name]) / elapsed for name, spent in after.items()}
        for record in file.records[seen:]:
            visible[file.everything.sessions[record.session].uuid, record.seq] = now
    engine.receive()
    engine.close()
    return visible, used


def _measure(lab: BenchLab, workers: "list[subprocess.Popen[str]]") -> dict[str, float]:
    own = os.times()
    used = {
        "server": lab.used_seconds(),
        "stations": sum(_read_times(worker.pid) for worker in workers),
        "desk": own.user + own.system,
    }
    return {"time": time.time(), **used, "others": _read_busy() - sum(used.values())}


def _read_busy() -> float:
    """Return the processors' time that anything on this machine has used."""
    first = Path("/proc/stat").read_text(encoding="utf-8").splitlines()[0].split()[1:9]
    times = [int(word) for word in first]
    return (sum(times) - times[3] - times[4]) / _TICKS  # without idling and waiting for disks


def _read_logs(lab: BenchLab, stations: int) -> dict[tuple[str, int], float]:
    found: dict[tuple[str, int], float] = {}
    for number in range(stations):
        for line in (lab.folder / f"{number}.log").read_text(encoding="utf-8").splitlines():
            session, seq, at = line.split()
            found[session, int(seq)] = float(at)
    return found


def measure_pictures(lab: BenchLab, number: int) -> Table:
    """Open a study of large pictures at a second station: how long until its first pair."""
    path, folder = lab.folder / "pictures.sortrank", lab.folder / "noise"
    folder.mkdir()
    rng = np.random.default_rng(1)
    items = [Item(f"item {k}", folder / f"{k}.png") for k in range(number)]
    for item in items:
        assert item.image is not None
        item.image.write_bytes(draw_noise(rng, _SIDE))
    stop = StopRules(1000)
    create_study(path, Design(title="Noise", prompt="Which?", shared=True, stop=stop), items)
    size = sum(file.stat().st_size for file in folder.iterdir())
    began = time.perf_counter()
    lab.share(path)
    shared = time.perf_counter() - began
    times = [_open_first_pair(lab, f"booth {k + 1}", f"pictures{k}") for k in range(2)]
    row: Row = {
        "pictures": number,
        "GB": size / 1e9,
        "sharing, seconds": shared,
        "first station, seconds to its first pair": times[0],
        "second station": times[1],
    }
    return Table("Opening a study of large pictures, on this machine", [row])


def _open_first_pair(lab: BenchLab, name: str, home: str) -> float:
    """Return the time from nothing to both pictures of the first pair."""
    with lab.home(home):
        began = time.perf_counter()
        engine = Engine(BradleyTerryRespondent)
        engine.open_by(partial(open_station, name, lab.station))
        engine.start_session()
        trial, file = engine.state().trial, engine.file
        assert trial is not None
        assert isinstance(file, StationFile)
        for item in (trial.left, trial.right):
            file.image(file.content.items[item].digest)
        taken = time.perf_counter() - began
        engine.close()
    return taken


def _make(path: Path, strategy: str) -> None:
    design = Design(
        title=path.stem, prompt="Which?", strategy=strategy, shared=True, stop=StopRules(100_000)
    )
    create_study(path, design, [Item(f"item {k}") for k in range(ITEMS)], list(range(ITEMS)))


def _read_times(pid: int) -> float:
    """Return the processor's time of a process and of its children that have ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    fields: list[Any] = text.rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / _TICKS


def _list_children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    return [int(child) for child in text.split()]
