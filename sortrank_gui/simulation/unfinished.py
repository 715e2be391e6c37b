"""Results of a run that was interrupted: a line each, so that the next run goes on from there."""

import json
from collections.abc import Sequence
from dataclasses import astuple
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sortrank_gui import __version__
from sortrank_gui.simulation.runner import Task


class Unfinished:
    """Rows of results by task, in a file beside the results, until these are written."""

    def __init__(self, file: Path, kinds: Sequence[type]) -> None:
        """Take the kinds of rows, dataclasses of plain values, that tasks return tuples of."""
        self._file = file
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._known: dict[str, tuple[Any, ...]] = {}
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        """Take a line; one that was cut off when the power went is as if it were not there."""
        try:
            key, kind, rows = json.loads(line)
            self._known[key] = tuple(self._kinds[kind](*row) for row in rows)
        except (ValueError, TypeError, KeyError):
            return

    def find(self, tasks: Sequence[Task[Any]]) -> list[tuple[Any, ...] | None]:
        """Return the results of the tasks that were done before; None for the others."""
        return [self._known.get(_key(task)) for task in tasks]

    def add(self, task: Task[Any], rows: tuple[Any, ...]) -> None:
        """Keep the result of a task: rows of one kind."""
        kind = type(rows[0]).__name__ if rows else next(iter(self._kinds))
        line = json.dumps([_key(task), kind, [astuple(row) for row in rows]])
        with self._file.open("a", encoding="utf-8") as lines:
            lines.write(line + "\n")

    def remove(self) -> None:
        """Forget everything, once all results are written."""
        self._file.unlink(missing_ok=True)


def _key(task: Task[Any]) -> str:
    """Return what tells a task from all others, with all its settings and our version."""
    return blake2b(f"{__version__} {task!r}".encode(), digest_size=12).hexdigest()
