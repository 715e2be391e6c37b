"""A report that outlives a crash: what Python knew when the program ended without closing.

How it works
------------
While SortRank runs, a file `running-….log` is open and locked in the log folder; Python's
faulthandler and our exception hooks write into it. A clean end removes it, or keeps it as
`report-….log` if there was an error. A file that is left without a lock tells of a crash.
"""

import faulthandler
import os
from contextlib import suppress
from pathlib import Path

from sortrank_gui.file_locks import open_to_lock, try_lock
from sortrank_gui.study.file.clock import utc_now

_KEPT = 10


class CrashLog:
    """The log of this process; without a folder that can be written to, there is none."""

    def __init__(self, folder: Path, header: str) -> None:
        self._path = folder / f"running-{utc_now().replace(':', '-')}-{os.getpid()}.log"
        self._descriptor = -1
        self._has_errors = False
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._descriptor = open_to_lock(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            try_lock(self._descriptor)
            self._write(f"{utc_now()} SortRank started\n{header}\n\n")
            faulthandler.enable(self._descriptor)

    def note(self, details: str) -> None:
        """Write an error down that nobody caught."""
        self._has_errors = True
        self._write(f"{utc_now()}\n{details}\n")

    def close(self) -> None:
        """End in order: the log goes, unless it tells of errors."""
        if self._descriptor < 0:
            return
        faulthandler.disable()
        with suppress(OSError):
            os.close(self._descriptor)  # first: Windows neither renames nor removes what is open
            if self._has_errors:
                self._path.rename(_report_path(self._path))
            else:
                self._path.unlink()
        self._descriptor = -1

    def _write(self, text: str) -> None:
        with suppress(OSError):
            if self._descriptor >= 0:
                os.write(self._descriptor, text.encode(errors="replace"))


def take_reports(folder: Path) -> list[Path]:
    """Return the reports of crashes that nobody has seen yet, the newest last; tidy up old ones."""
    found = [_keep(path) for path in sorted(folder.glob("running-*.log")) if _is_left(path)]
    with suppress(OSError):
        for path in sorted(folder.glob("report-*.log"))[:-_KEPT]:
            path.unlink()
    return found


def read_report(path: Path) -> str:
    """Return a report's text."""
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace")
    return f"{path} can't be read."


def _keep(path: Path) -> Path:
    with suppress(OSError):
        return path.rename(_report_path(path))
    return path


def _report_path(path: Path) -> Path:
    return path.with_name(path.name.replace("running-", "report-", 1))


def _is_left(path: Path) -> bool:
    """Say whether no process holds a log any more."""
    with suppress(OSError):
        descriptor = open_to_lock(path, os.O_RDWR)
        try:
            return try_lock(descriptor)
        finally:
            os.close(descriptor)
    return False
