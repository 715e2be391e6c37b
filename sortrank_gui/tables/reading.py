"""Tables under a header: delimiters, names of columns, and rows that know their line."""

import csv
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from sortrank_gui import limits
from sortrank_gui.errors import InputError
from sortrank_gui.tables.text_files import Place, name_source, read_text, split_lines
from sortrank_gui.tables.writing import fuse

_DELIMITERS = ",;\t|"
_MOST_NAMED = 10

# The limit belongs to the process: to set it for each file would race between threads.
csv.field_size_limit(limits.LONGEST_CELL)


@dataclass(frozen=True, slots=True)
class Row(Place):
    """A row, and the line where it ends; a row may end before the last column."""

    cells: Mapping[str, str]
    """By the name of the column, as they are."""
    decimal_comma: bool = False

    def __getitem__(self, column: str) -> str:
        """Return a cell without blanks around it; it must be there, if only empty."""
        if column not in self.cells:
            raise self.mistake(f"the row ends before the column {column}.")
        return self.cells[column].strip()

    def get(self, column: str, default: str = "") -> str:
        """Return a cell without blanks around it; a row or a table may lack it."""
        return self.cells[column].strip() if column in self.cells else default

    def read_whole(self, column: str, *, lowest: int = 0) -> int:
        """Return a cell as a whole number."""
        return self.whole(self[column], f"the {column}", lowest=lowest)

    def read_number(self, column: str) -> float:
        """Return a cell as a finite number; in some countries a comma parts its decimals."""
        text = self.get(column)
        if self.decimal_comma and "." not in text:
            text = text.replace(",", ".")
        return self.number(text, f"the {column}")


class RowSource(Protocol):
    """Rows under columns, whatever file they come from; walked over as often as one likes."""

    source: str
    columns: tuple[str, ...]

    def __iter__(self) -> Iterator[Row]:
        """Walk over all rows."""
        ...


class Table:
    """A text of rows under a header, read as often as it is walked over.

    The names of columns are in small letters. Rows that are blank do not count.
    """

    def __init__(self, path: Path, text: str, delimiter: str) -> None:
        self.path, self.source = path, name_source(path)
        self._text, self._delimiter = text, delimiter
        line, header = next(self._records(), (0, []))
        if not header:
            raise InputError(f"{self.source} is empty.")
        self._header = Place(self.source, line)
        if len(header) > limits.MOST_COLUMNS:
            raise self._header.mistake(f"up to {limits.MOST_COLUMNS:,} columns are possible.")
        self.columns = tuple(fuse(cell).strip().lower() for cell in header)
        doubled = [name for name in self.columns if name and self.columns.count(name) > 1]
        if doubled:
            raise self._header.mistake(f"there are two columns “{doubled[0]}”.")

    def __iter__(self) -> Iterator[Row]:
        records = self._records()
        next(records)
        for number, (line, cells) in enumerate(records):
            if number == limits.MOST_ROWS:
                raise Place(self.source, line).mistake(
                    f"up to {limits.MOST_ROWS:,} rows are possible."
                )
            yield self._make_row(line, cells)

    def find(self, *names: str) -> str | None:
        """Return the first of these columns that is there."""
        return next((name for name in names if name in self.columns), None)

    def need(self, *names: str) -> str:
        """Return the first of these columns that is there; one must be."""
        found = self.find(*names)
        if found is None:
            wanted = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
            there = ", ".join(filter(None, self.columns[:_MOST_NAMED]))
            raise self._header.mistake(f"there is no column {wanted}; the columns are {there}.")
        return found

    def _records(self) -> Iterator[tuple[int, list[str]]]:
        reader = csv.reader(split_lines(self._text), delimiter=self._delimiter, strict=True)
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield reader.line_num, cells
        except csv.Error as error:
            raise Place(self.source, reader.line_num).mistake(f"{_explain(error)}.") from error

    def _make_row(self, line: int, cells: list[str]) -> Row:
        if any(cell.strip() for cell in cells[len(self.columns) :]):
            raise Place(self.source, line).mistake(
                f"there are {len(cells)} cells under {len(self.columns)} columns."
            )
        named = zip(self.columns, cells, strict=False)
        found = {name: fuse(cell) for name, cell in named if name}
        return Row(self.source, line, found, self._delimiter != ",")


def read_table(path: Path) -> Table:
    """Read a CSV or TSV file with a header."""
    text = read_text(path)
    is_tabbed = path.name.lower().removesuffix(".gz").endswith(".tsv")
    return Table(path, text, "\t" if is_tabbed else _find_delimiter(text))


def _find_delimiter(text: str) -> str:
    """Return the delimiter that is most frequent in the first line, outside of quotes."""
    first = next((line for line in split_lines(text) if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", first)
    return max(_DELIMITERS, key=bare.count)


def _explain(error: csv.Error) -> str:
    """Say in plain words what is wrong with a row."""
    words = str(error)
    if "end of data" in words:
        return 'a quotation mark (") opens a cell here or above and is never closed'
    if "expected after" in words:
        return 'a quotation mark (") stands inside a cell; write it twice'
    if "field limit" in words:
        return f"a cell has more than {limits.LONGEST_CELL:,} characters"
    return words
