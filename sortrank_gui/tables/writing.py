"""Tables out, and cells that would run as formulas made harmless.

A spreadsheet runs a cell that begins with = + - @ or a control character, and some pass over
characters that show nothing before these. Text cells that do get an
apostrophe in front when they are written, and lose it when they are read, so that names come
back as they were. Numbers stay numbers.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import IO

from sortrank_gui.safe_files import replacing

_UNSEEN = r"\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
"""Characters that show nothing; some programs drop them before they look at a cell."""
_SIGNS = "[=+\\-@＝＋－＠]"
_FORMULA = re.compile(rf"'*(?:[\t\r\n]|[{_UNSEEN}]*{_SIGNS})")

_INNER = re.compile(rf"""([;\t\r\n])(?=['"{_UNSEEN}]*{_SIGNS})""")
"""Where a spreadsheet that splits cells at semicolons, say, would begin another cell.

What looks like the end of quotes to it is passed over."""
_INNER_FUSED = re.compile(rf"""([;\t\r\n])'(?=['"{_UNSEEN}]*{_SIGNS})""")

Cell = str | int | float | None


def write_table(path: Path, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write a CSV file (RFC 4180, UTF-8), completely or not at all."""
    with replacing(path) as file:
        write_rows(file, header, rows)


def write_rows(
    file: IO[str],
    header: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    delimiter: str = ",",
    line_end: str = "\r\n",
    bom: bool = False,
) -> None:
    """Write a table to an open file; with a mark for Excel in front, if that is wanted."""
    if bom:
        file.write("\ufeff")
    writer = csv.writer(file, delimiter=delimiter, lineterminator=line_end)
    writer.writerow(map(defuse, header))
    writer.writerows([defuse(cell) if type(cell) is str else cell for cell in row] for row in rows)


def defuse(text: str) -> str:
    """Return a text that no spreadsheet runs as a formula."""
    if _INNER.search(text):  # far quicker than to replace nothing
        text = _INNER.sub(r"\1'", text)
    return f"'{text}" if _FORMULA.match(text) else text


def fuse(text: str) -> str:
    """Return the text that `defuse` was given."""
    text = text[1:] if text[:1] == "'" and _FORMULA.match(text) else text
    return _INNER_FUSED.sub(r"\1", text)
