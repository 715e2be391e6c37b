import os
import subprocess
import sys
from pathlib import Path

import pytest

from sortrank_gui.ui.window.crash_log import CrashLog, read_report, take_reports

CRASH = """
import faulthandler, os, signal, sys
from pathlib import Path
from sortrank_gui.ui.window.crash_log import CrashLog
log = CrashLog(Path(sys.argv[1]), "version 1")
if sys.argv[2] == "fault":
    faulthandler._sigsegv()
log.note("a bug")
os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
"""


@pytest.mark.parametrize(
    ("what", "words"),
    [("fault", ["version 1", "Segmentation fault"]), ("kill", ["version 1", "a bug"])],
)
def test_crash_leaves_a_report_once(tmp_path: Path, what: str, words: list[str]) -> None:
    """A process that dies leaves what it knew; the report is offered once, and stays."""
    command = [sys.executable, "-c", CRASH, str(tmp_path), what]
    subprocess.run(command, capture_output=True)
    (report,) = take_reports(tmp_path)
    text = read_report(report)
    assert all(word in text for word in words)
    assert take_reports(tmp_path) == []
    assert report.exists()


def test_orderly_end_leaves_nothing(tmp_path: Path) -> None:
    """A log without errors is gone at the end; one with errors stays, and is not offered."""
    log = CrashLog(tmp_path / "logs", "version 1")
    assert take_reports(tmp_path / "logs") == []  # it is ours, and we are alive
    log.close()
    assert list((tmp_path / "logs").iterdir()) == []
    log = CrashLog(tmp_path / "logs", "version 1")
    log.note("a bug")
    log.close()
    assert take_reports(tmp_path / "logs") == []
    (kept,) = (tmp_path / "logs").iterdir()
    assert "a bug" in read_report(kept)


def test_folder_that_cannot_be_made_is_no_reason_to_stop(tmp_path: Path) -> None:
    """Without a place for the log, the program goes on."""
    (tmp_path / "file").write_text("")
    log = CrashLog(tmp_path / "file" / "logs", "")
    log.note("a bug")
    log.close()
    assert os.listdir(tmp_path) == ["file"]
