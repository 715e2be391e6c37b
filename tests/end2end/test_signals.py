"""What a desktop that ends, or Ctrl+C in the terminal, does to an open study."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.locking import lock_path
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item


@pytest.mark.posix("no program gets such signals there: a window is closed, or a process ended")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signal_closes_the_study_in_order(number: signal.Signals, tmp_path: Path) -> None:
    """The window closes as if a person had closed it: no lock is left, and no crash report."""
    path = tmp_path / "study.sortrank"
    items = [Item("a", text="a"), Item("b", text="b")]
    create_study(path, Design(title="T", prompt="Which?"), items)
    homes = {"SORTRANK_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "sortrank_gui", "open", str(path)],
        env=os.environ | homes | {"QT_QPA_PLATFORM": "offscreen"},
    )
    try:
        deadline = time.monotonic() + 60
        while not lock_path(path).exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.5)  # most people look at the window first
        process.send_signal(number)
        assert process.wait(60) == 0
    finally:
        process.kill()
    assert not lock_path(path).exists()
    assert not path.with_name(path.name + "-wal").exists()
