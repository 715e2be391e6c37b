"""Results of a run that was interrupted: a line each, so that the next run goes on from there."""

import json
from collections.abc import Sequence
from dataclasses import astuple
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sortrank_gui import __version__
from sortrank_gui.simulation.experiments import Measurement
from sortrank_gui.simulation.runner import Task


class Unfinished:
    """Measurements by task, in a file beside the results, until these are written.

    Tasks with other results are short, and are run again.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._known: dict[str, tuple[Measurement, ...]] = {}
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        """Take a line; one that was cut off when the power went is as if it were not there."""
        try:
            key, rows = json.loads(line)
            self._known[key] = tuple(Measurement(*row) for row in rows)
        except (ValueError, TypeError):
            return

    def find(self, tasks: Sequence[Task[Any]]) -> list[tuple[Measurement, ...] | None]:
        """Return the results of the tasks that were done before; None for the others."""
        return [self._known.get(_key(task)) for task in tasks]

    def add(self, task: Task[Any], value: object) -> None:
        """Keep a result, if it is of measurements."""
        if not isinstance(value, tuple) or not all(isinstance(row, Measurement) for row in value):
            return
        line = json.dumps([_key(task), [astuple(row) for row in value]])
        with self._file.open("a", encoding="utf-8") as lines:
            lines.write(line + "\n")

    def remove(self) -> None:
        """Forget everything, once all results are written."""
        self._file.unlink(missing_ok=True)


def _key(task: Task[Any]) -> str:
    """Return what tells a task from all others, with all its settings and our version."""
    return blake2b(f"{__version__} {task!r}".encode(), digest_size=12).hexdigest()
