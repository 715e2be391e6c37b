"""A copy of a study with all its answers, also of one that is open."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sortrank_gui.safe_files import publish, reserve
from sortrank_gui.study.file.database import connect, sentences, wait_for_disk


def copy_study(source: Path, target: Path) -> None:
    """Write a complete copy, or none; the study itself is only read."""
    building = reserve(target)
    try:
        with sentences(target, "write a copy"), closing(sqlite3.connect(building)) as copy:
            copy.isolation_level = None
            with closing(connect(source, read_only=True)) as study:
                study.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
            wait_for_disk(copy)
            copy.execute("DELETE FROM state WHERE key = 'open'")
            copy.execute("PRAGMA journal_mode = WAL").fetchone()
        publish(building, target)
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)
