"""How long the study file takes: an answer, opening, resuming, exporting.

Each figure stands beside the bare operation below it, measured in the same run: one commit of one
row, reading the rows, writing the rows.
"""

import csv
import os
import sqlite3
import struct
import tempfile
import time
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks.tables import Table
from benchmarks.timing import seconds
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.answers import EXPORT
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey import Survey

ITEMS = 100
ANSWERS = 100_000
REPLAYED = 10_000
COMMITS = 300
PICTURES = 2_000
SIDE = 410
"""Pixels a side of a picture of noise: half a megabyte."""
STRATEGIES = ("mergesort", "quicksort", "rounds")


def run(repeats: int, *, pictures: bool = True) -> list[Table]:
    """Measure everything in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = os.environ.get("XDG_DATA_HOME")
        os.environ["XDG_DATA_HOME"] = f"{folder}/data"
        try:
            tables = [_answers(Path(folder)), _files(Path(folder), repeats)]
            if pictures:
                tables.append(_pictures(Path(folder), repeats))
        finally:
            os.environ.pop("XDG_DATA_HOME")
            if home is not None:
                os.environ["XDG_DATA_HOME"] = home
    return tables


def _answers(folder: Path) -> Table:
    """Time answers and bare commits in turns."""
    table = Table(f"One answer, milliseconds, {ITEMS} items")
    for strategy in STRATEGIES:
        path = _make(folder / f"answers-{strategy}.sortrank", strategy)
        bare = _open_bare(folder / f"bare-{strategy}.db")
        survey = Survey(open_study(path))
        ours, theirs = _take_turns(survey.start(), bare)
        survey.close()
        bare.close()
        table.rows.append(
            {
                "strategy": strategy,
                "acknowledged, median": median(ours),
                "bare commit, median": median(theirs),
                "difference": median(ours) - median(theirs),
                "99th percentile": float(np.quantile(ours, 0.99)),
                "at most": "10 ms more",
            }
        )
    return table


def _take_turns(session: Session, bare: sqlite3.Connection) -> tuple[list[float], list[float]]:
    """Return the milliseconds of answers, and of commits of one row between them."""
    ours, theirs = [], []
    for number in range(COMMITS):
        answer = Answer.LEFT if number % 3 else Answer.RIGHT
        ours.append(1e3 * seconds(partial(session.answer, answer, seconds=1.0)))
        theirs.append(1e3 * seconds(partial(bare.execute, "INSERT INTO t (x) VALUES ('left')")))
    return ours, theirs


def _files(folder: Path, repeats: int) -> Table:
    table = Table(f"A study of {ANSWERS:,} answers, seconds")
    path = _make(folder / "large.sortrank", "mergesort")
    _fill(path, ANSWERS, participants=20)
    opened = _median(lambda: open_study(path, read_only=True).close(), repeats)
    bare = _median(lambda: _read_bare(path), repeats)
    table.rows.append(_row("open, all verified", opened, "read the rows", bare, 2.0))
    with open_study(path, read_only=True) as file:
        everything = file.everything
        target, rows = folder / "answers.csv", [tuple(record) for record in file.records]
    written = _median(lambda: EXPORT.write(Order(target, everything)), repeats)
    bare = _median(lambda: _write_bare(folder / "bare.csv", rows), repeats)
    table.rows.append(_row("export answers", written, "write the rows", bare, 3.0))
    for strategy in STRATEGIES:
        path = _make(folder / f"replay-{strategy}.sortrank", strategy)
        _fill(path, REPLAYED, participants=1)
        resumed = median(_time_resume(path) for _ in range(repeats))
        table.rows.append(_row(f"resume, {REPLAYED:,} answers, {strategy}", resumed, "", 0.0, 0.5))
    return table


def _pictures(folder: Path, repeats: int) -> Table:
    table = Table(f"A study of {PICTURES:,} pictures (1 GB), seconds")
    pictures = folder / "pictures"
    pictures.mkdir()
    rng = np.random.default_rng(1)
    for number in range(PICTURES):
        (pictures / f"{number}.png").write_bytes(draw_noise(rng))
    items = [Item(f"picture {k}", pictures / f"{k}.png") for k in range(PICTURES)]
    path = folder / "pictures.sortrank"
    made = seconds(lambda: create_study(path, Design(title="t", prompt="p"), items))
    bare = seconds(lambda: [(pictures / f"{k}.png").read_bytes() for k in range(PICTURES)])
    table.rows.append(_row("import, every picture decoded", made, "read the files", bare, None))
    opened = _median(lambda: open_study(path).close(), repeats)
    table.rows.append(_row("open for writing, close", opened, "", 0.0, 2.0))
    with open_study(path, read_only=True) as file:
        digest = file.content.items[7].digest
        one = _median(lambda: file.image(digest), repeats)
    table.rows.append(_row("one picture, verified", one, "", 0.0, None))
    return table


def _row(
    what: str, ours: float, beside: str, bare: float, most: float | None
) -> dict[str, str | float]:
    return {
        "what": what,
        "seconds": ours,
        "beside": beside,
        "bare": bare if beside else "",
        "ratio": ours / bare if beside else "",
        "at most": "" if most is None else f"{most:g} s",
    }


def _make(path: Path, strategy: str) -> Path:
    design = Design(
        title="Benchmark",
        prompt="Which?",
        strategy=strategy,
        min_response_ms=0,
        resume=Resume.RESUME,
        stop=StopRules(budget=10 * ANSWERS),
    )
    create_study(path, design, [Item(f"item {k}") for k in range(ITEMS)])
    return path


def _fill(path: Path, answers: int, participants: int) -> None:
    """Give answers by the real code, but without waiting for the disk."""
    survey = Survey(open_study(path))
    survey.file._connection.execute("PRAGMA synchronous = OFF")
    rng = np.random.default_rng(2)
    for _ in range(participants):
        session = survey.start()
        for left in rng.random(answers // participants) < 0.5:
            session.answer(Answer.LEFT if left else Answer.RIGHT, seconds=1.234)
    survey.close()


def _time_resume(path: Path) -> float:
    """Return the seconds from an open file to the next trial."""
    survey = Survey(open_study(path))
    start = time.perf_counter()
    trial = survey.start("P01").trial
    taken = time.perf_counter() - start
    assert trial is not None
    survey.close()
    return taken


def _open_bare(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)")
    return connection


def _read_bare(path: Path) -> None:
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.execute("SELECT * FROM journal").fetchall()
    connection.close()


def _write_bare(path: Path, rows: list[tuple[Any, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def draw_noise(rng: np.random.Generator, side: int = SIDE) -> bytes:
    """Return a PNG picture of noise, which can't be compressed."""
    rows = rng.integers(0, 256, (side, 3 * side + 1), dtype=np.uint8)
    rows[:, 0] = 0
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 0)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def _median(work: Callable[[], Any], repeats: int) -> float:
    return median(seconds(work) for _ in range(repeats))
