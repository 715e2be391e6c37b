"""CSV files in and out: encodings, delimiters, line numbers, and cells that would run as formulas.

A spreadsheet runs a cell that begins with = + - @ or a control character. Text cells that do get
an apostrophe in front when they are written, and lose it when they are read, so that names come
back as they were. Numbers stay numbers.
"""

import codecs
import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from sortrank_gui.errors import InputError
from sortrank_gui.safe_files import replacing

MOST_BYTES = 200_000_000
LONGEST_CELL = 1_000_000
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_DELIMITERS = ",;\t|"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row by their column's name, and the line of the file where it ends."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """A file of rows under a header; the names of columns are in small letters."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    decimal_comma: bool

    def number(self, row: Row, column: str) -> float:
        """Return a cell as a finite number; the error names its line."""
        text = row.cells[column].strip()
        if self.decimal_comma and "." not in text:
            text = text.replace(",", ".")
        try:
            value = float(text)
            if value - value == 0 and "_" not in text:
                return value
        except ValueError:
            pass
        raise InputError(f"{self.path}, line {row.line}: “{text[:60]}” is not a number.")


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8, UTF-16, or else in the Windows encoding."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise InputError(f"{path} is larger than {MOST_BYTES / 1e6:.0f} MB.")
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} can't be read: {error.strerror}.") from error
    try:
        text = _decode(data)
    except UnicodeError as error:
        raise InputError(f"{path} is not text that SortRank can read; save it as UTF-8.") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise InputError(f"{path}, line {line}: this is no text file; save it as UTF-8 text.")
    return text


def _explain(error: csv.Error) -> str:
    """Say in plain words what is wrong with a row."""
    words = str(error)
    if "end of data" in words:
        return 'a quotation mark (") opens a cell here or above and is never closed'
    if "expected after" in words:
        return 'a quotation mark (") stands inside a cell; write it twice'
    return words


def read_table(path: Path) -> Table:
    """Read a CSV or TSV file with a header."""
    text = read_text(path)
    delimiter = "\t" if path.suffix.lower() == ".tsv" else _find_delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[tuple[int, list[str]]] = []
    limit = csv.field_size_limit(LONGEST_CELL)
    try:
        rows.extend((reader.line_num, row) for row in reader if any(cell.strip() for cell in row))
    except csv.Error as error:
        raise InputError(f"{path}, line {reader.line_num}: {_explain(error)}.") from error
    finally:
        csv.field_size_limit(limit)
    if not rows:
        raise InputError(f"{path} is empty.")
    columns = tuple(cell.strip().lower() for cell in rows[0][1])
    doubled = [name for name in columns if name and columns.count(name) > 1]
    if doubled:
        raise InputError(f"{path}, line {rows[0][0]}: there are two columns “{doubled[0]}”.")
    body = tuple(_make_row(path, columns, line, cells) for line, cells in rows[1:])
    return Table(path, columns, body, decimal_comma=delimiter != ",")


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write a CSV file (RFC 4180, UTF-8), completely or not at all."""
    with replacing(path) as file:
        write_rows(file, header, rows)


def write_rows(file: IO[str], header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write the rows of a CSV file (RFC 4180) that is open, without a translation of line ends."""
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([defuse(cell) if type(cell) is str else cell for cell in row] for row in rows)


def defuse(text: str) -> str:
    """Return a text that no spreadsheet runs as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def fuse(text: str) -> str:
    """Return the text that `defuse` was given."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text) else text


def _decode(data: bytes) -> str:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data.decode(encoding)
    if data[:200].count(0) * 3 > len(data[:200]):  # mostly ASCII in two bytes a letter
        return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-16-be")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def _find_delimiter(text: str) -> str:
    """Return the delimiter that is most frequent in the first line, outside of quotes."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    bare = re.sub(r'"[^"]*"', "", first)
    return max(_DELIMITERS, key=bare.count)


def _make_row(path: Path, columns: Sequence[str], line: int, cells: list[str]) -> Row:
    if any(cell.strip() for cell in cells[len(columns) :]):
        raise InputError(
            f"{path}, line {line}: there are {len(cells)} cells under {len(columns)} columns."
        )
    cells = cells + [""] * (len(columns) - len(cells))
    named = zip(columns, cells[: len(columns)], strict=True)
    return Row(line, {name: fuse(cell) for name, cell in named if name})
