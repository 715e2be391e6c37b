"""JSON as a table: a list of objects, as jsPsych and others write it, each object a row.

How it works
------------
Objects may stand in one list, in a list for each participant, one a line, or in a field such as
`trials` or `data`. What is inside of an object gets a column of its own: `choices: ["a", "b"]` is
`choices.1` and `choices.2`, and `data: {"left": 1}` is `data.left`; what is deeper is left out.
Where there are several lists, a column `list` counts them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sortrank_gui import limits
from sortrank_gui.errors import InputError
from sortrank_gui.plain_json import parse_json
from sortrank_gui.tables.reading import Row
from sortrank_gui.tables.text_files import name_source, read_text, split_lines

LIST = "list"
"""The column that counts the lists of a file that has several."""
_WRAPPERS = ("trials", "data", "rows", "results", "answers")
_MOST_INSIDE = 20


@dataclass(frozen=True, slots=True)
class Entry(Row):
    """An object, by its number in the file."""

    @property
    def words(self) -> str:
        """Where it is, for readers."""
        return f"entry {self.line}"


class JsonTable:
    """The objects of a file as rows under all names that any of them has."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.source = path, name_source(path)
        lists = self._find_lists(_decode(self.source, text))
        self._rows = list(self._read_rows(lists))
        if not self._rows:
            raise InputError(f"{self.source} has no list of objects, one for each trial.")
        self.columns = tuple(dict.fromkeys(name for row in self._rows for name in row.cells))
        if len(self.columns) > limits.MOST_COLUMNS:
            raise InputError(f"{self.source}: up to {limits.MOST_COLUMNS:,} columns are possible.")

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def _find_lists(self, found: Any) -> list[list[Any]]:
        """Return the lists of objects: one, or one for each participant."""
        if isinstance(found, dict):
            inside = next((found[key] for key in _WRAPPERS if key in found), [found])
            return self._find_lists(inside) if isinstance(inside, list) else [[found]]
        if not isinstance(found, list):
            return []
        lists = [part for part in found if isinstance(part, list)]
        return lists if len(lists) == len(found) else [found]

    def _read_rows(self, lists: list[list[Any]]) -> Iterator[Row]:
        number = 0
        for place, part in enumerate(lists, start=1):
            counted = {LIST: str(place)} if len(lists) > 1 else {}
            for entry in part:
                number += 1
                if number > limits.MOST_ROWS:
                    raise InputError(
                        f"{self.source}: up to {limits.MOST_ROWS:,} rows are possible."
                    )
                if not isinstance(entry, dict):
                    raise Entry(self.source, number, {}).mistake("this is no object.")
                yield Entry(self.source, number, counted | _flatten(entry))


def read_json_table(path: Path) -> JsonTable:
    """Read a file of JSON, or of JSON on each line."""
    text = read_text(path)
    if len(text) > limits.MOST_JSON_BYTES:
        most = limits.MOST_JSON_BYTES / 1e6
        raise InputError(f"{name_source(path)} is larger than {most:.0f} MB; save it as CSV.")
    return JsonTable(path, text)


def _decode(source: str, text: str) -> Any:
    try:
        return parse_json(text, strict=True)
    except ValueError as error:
        lines = [line for line in split_lines(text) if line.strip()]
        if len(lines) > 1 and all(line.lstrip()[0] in "[{" for line in lines):
            return [_decode_line(source, number, line) for number, line in enumerate(lines, 1)]
        raise InputError(f"{source} is no JSON: {error}.") from error


def _decode_line(source: str, number: int, line: str) -> Any:
    try:
        return parse_json(line, strict=True)
    except ValueError as error:
        raise InputError(f"{source}, line {number}: this is no JSON: {error}.") from error


def _flatten(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return the cells of an object, and of what is directly inside of it."""
    cells: dict[str, str] = {}
    for key, value in entry.items():
        name = key.strip().lower()
        if isinstance(value, list):
            inside = zip(range(1, _MOST_INSIDE + 1), value, strict=False)
            parts = {f"{name}.{number}": each for number, each in inside}
        elif isinstance(value, dict):
            parts = {f"{name}.{str(each).strip().lower()}": value[each] for each in value}
        else:
            parts = {name: value}
        cells |= {n: _tell(v) for n, v in parts.items() if n and not isinstance(v, list | dict)}
    return cells


def _tell(value: Any) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
