"""Results of a run that was interrupted: a line each, so that the next run goes on from there."""

import json
import os
from collections.abc import Sequence
from dataclasses import astuple
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, get_type_hints

from sortrank_gui import __version__
from sortrank_gui.errors import InputError
from sortrank_gui.file_locks import open_to_lock
from sortrank_gui.plain_json import parse_json
from sortrank_gui.simulation.runner import Task

_MOST_BYTES = 500_000_000


class Unfinished:
    """Rows of results by task, in a file beside the results, until these are written."""

    def __init__(self, file: Path, kinds: Sequence[type]) -> None:
        """Take the kinds of rows, dataclasses of plain values, that tasks return tuples of."""
        self._file = file
        self._kinds = {kind.__name__: kind for kind in kinds}
        self._known: dict[str, tuple[Any, ...]] = {}
        for line in _read_lines(file):
            self._read(line)

    def _read(self, line: bytes) -> None:
        """Take a line; one that was cut off when the power went is as if it were not there."""
        try:
            key, kind, rows = parse_json(line)
            self._known[key] = tuple(_make_row(self._kinds[kind], row) for row in rows)
        except (ValueError, TypeError, KeyError):
            return

    def find(self, tasks: Sequence[Task[Any]]) -> list[tuple[Any, ...] | None]:
        """Return the results of the tasks that were done before; None for the others."""
        return [self._known.get(_key(task)) for task in tasks]

    def add(self, task: Task[Any], rows: tuple[Any, ...]) -> None:
        """Keep the result of a task: rows of one kind."""
        kind = type(rows[0]).__name__ if rows else next(iter(self._kinds))
        line = json.dumps([_key(task), kind, [astuple(row) for row in rows]])
        with open(self._file, "a", encoding="utf-8", opener=open_to_lock) as lines:
            lines.write(line + "\n")

    def remove(self) -> None:
        """Forget everything, once all results are written."""
        self._file.unlink(missing_ok=True)


def _key(task: Task[Any]) -> str:
    """Return what tells a task from all others, with all its settings and our version."""
    return blake2b(f"{__version__} {task!r}".encode(), digest_size=12).hexdigest()


def _read_lines(file: Path) -> list[bytes]:
    """Return the lines of a file of ours, which whoever gave us the folder may have put there."""
    try:
        with open(open_to_lock(file, os.O_RDONLY), "rb") as opened:
            data = opened.read(_MOST_BYTES + 1)
    except FileNotFoundError:
        return []
    except OSError as error:
        why = error.strerror or error
        raise InputError(f"{file} has no results of ours: {why}. Move it away.") from error
    if len(data) > _MOST_BYTES:
        raise InputError(f"{file} is larger than {_MOST_BYTES / 1e6:.0f} MB. Move it away.")
    return data.splitlines()


def _make_row(kind: type, row: list[Any]) -> Any:
    """Return a row; raise where it has values that nobody could work with."""
    for value, fitting in zip(row, _list_types(kind), strict=True):
        if fitting and type(value) not in fitting:
            raise ValueError
    return kind(*row)


@cache
def _list_types(kind: type) -> list[tuple[type, ...]]:
    """Return which types each value of a row may have; none where it is no plain value."""
    plain = {int: (int, float), float: (int, float), str: (str,), bool: (bool,)}
    return [plain.get(wanted, ()) for wanted in get_type_hints(kind).values()]
