"""One station of the benchmark `lab`: a process without a window that answers evenly.

Started as python -m benchmarks.lab_worker NAME SERVER BEGIN SECONDS OFFSET LOG; it writes a line
for every answer: session, number of the record, and when it was on disk.
"""

import sys
import time
from functools import partial
from pathlib import Path

from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.lab.station_file import StationFile
from sortrank_gui.study.lab.stations import open_station
from sortrank_gui.study.survey.engine import Engine

_PAUSE = 1.0
"""Seconds from one answer to the next."""


def main(name: str, server: str, begin: float, seconds: float, offset: float, log: Path) -> None:
    """Answer once a second from a moment on."""
    engine = Engine(BradleyTerryRespondent)
    engine.open_by(partial(open_station, name, server))
    file = engine.file
    assert isinstance(file, StationFile)
    engine.start_session(robot=True)
    session = file.sessions[-1].uuid
    lines, waits = list[str](), list[float]()
    due = begin + offset
    while due < begin + seconds and (trial := engine.state().trial) is not None:
        time.sleep(max(0.0, due - time.time()))
        began = time.perf_counter()
        answer = Answer.LEFT if trial.left > trial.right else Answer.RIGHT
        engine.answer(trial.number, answer, 1.0, by_robot=True)
        lines.append(f"{session} {file.records[-1].seq} {time.time():.6f}")
        assert engine.state().trial is not None
        waits.append(time.perf_counter() - began)
        due += _PAUSE
    file.link.wait_until_quiet(30)
    print(file.link.pending, *(f"{wait:.6f}" for wait in waits))
    log.write_text("\n".join(lines), encoding="utf-8")
    engine.close()


if __name__ == "__main__":
    _begin, _seconds, _offset = map(float, sys.argv[3:6])
    main(sys.argv[1], sys.argv[2], _begin, _seconds, _offset, Path(sys.argv[6]))
