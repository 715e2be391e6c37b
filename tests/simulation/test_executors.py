"""Processes: what becomes of calls when nobody waits for them, or when a process dies."""

import os
import threading
import time
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from sortrank_gui.simulation.executors import ProcessPool


def test_a_worker_that_dies_after_a_cancel_disturbs_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The pool's own thread ends in order: it does not stumble over calls that were cancelled."""
    raised: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda hook: raised.append(hook.exc_value))
    before = set(threading.enumerate())
    pool = ProcessPool(1)
    pool.submit(os.getpid).result(60)
    own = set(threading.enumerate()) - before
    go = tmp_path / "go"
    dying = pool.submit(_die, go)
    waiting = [pool.submit(time.sleep, 0.01) for _ in range(20)]
    time.sleep(0.2)  # until the pool has filled its queue and keeps the rest
    for future in waiting:
        future.cancel()
    go.touch()
    with pytest.raises(BrokenExecutor):
        dying.result(60)
    for thread in own:
        thread.join(60)
    assert not raised
    assert pool.submit(abs, -1).result(60) == 1
    pool.end()


def _die(go: Path) -> None:
    while not go.exists():
        time.sleep(0.01)
    os._exit(1)
