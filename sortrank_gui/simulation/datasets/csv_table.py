"""A CSV file with a header, read row by row; mistakes name the file and the line."""

import csv
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TextIO

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.datasets.base import Mistake, at_line, display_name

Row = dict[str, str]


class CsvTable:
    """Rows as dictionaries from column to cell; columns are compared without case."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self._path = path
        self._reader = csv.reader(file)
        with self.here(1):
            header = self._next()
        if header is None:
            raise InputError(f"{self.name} is empty.")
        self.columns = [column.strip().lower() for column in header]

    @property
    def name(self) -> str:
        """The file as a user knows it."""
        return display_name(self._path)

    def here(self, line: int | None = None) -> AbstractContextManager[None]:
        """Name the current line in the message of a `Mistake`."""
        return at_line(self._path, self._reader.line_num if line is None else line)

    def rows(self) -> Iterator[Row]:
        """Yield the rows that are not blank."""
        while True:
            with self.here(self._reader.line_num + 1):
                cells = self._next()
                if cells is None:
                    return
                if cells and len(cells) != len(self.columns):
                    raise Mistake(
                        f"there are {len(cells)} cells, but {len(self.columns)} columns "
                        f"({', '.join(self.columns)})."
                    )
            if cells:
                yield {name: cell.strip() for name, cell in zip(self.columns, cells, strict=True)}

    def need(self, *needed: str) -> None:
        """Make sure that these columns are there."""
        for name in needed:
            if name not in self.columns:
                raise InputError(
                    f"{self.name}, line 1: there is no column {name}; "
                    f"the columns are {', '.join(self.columns)}."
                )

    def find(self, wanted: Sequence[str]) -> str | None:
        """Return the first of the wanted columns that is there."""
        return next((name for name in wanted if name in self.columns), None)

    def _next(self) -> list[str] | None:
        try:
            return next(self._reader)
        except StopIteration:
            return None
        except csv.Error as error:
            raise Mistake(f"{error}.") from error
