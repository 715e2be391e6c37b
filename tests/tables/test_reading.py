import gzip
import io
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sortrank_gui import limits
from sortrank_gui.errors import InputError
from sortrank_gui.tables import Row, read_lines, read_table, read_text

SHARED_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def first_row(path: Path, text: str) -> Row:
    """Write a table and return its first row."""
    path.write_text(text, encoding="utf-8")
    return next(iter(read_table(path)))


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_delimiters_and_line_ends(
    tmp_path: Path, encoding: str, delimiter: str, end: str
) -> None:
    """What spreadsheets of the world save is read."""
    lines = [f'Name{delimiter}"text"', f'Käse{delimiter}"a{delimiter}b"', f"x{delimiter}y", ""]
    (tmp_path / "a.csv").write_bytes(end.join(lines).encode(encoding))
    table = read_table(tmp_path / "a.csv")
    assert table.columns == ("name", "text")
    rows = list(table)
    assert rows[0].cells == {"name": "Käse", "text": f"a{delimiter}b"}
    assert [row.line for row in rows] == [2, 3]


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"a,b\n1,2,3\n", "line 2: there are 3 cells under 2"),
        (b"a,a\n1,2\n", "two columns"),
        (b'a,b\n"x,2\n', "line 2"),
        (b'a,b\n1,2\n"x"y,2\n', "line 3"),
        (b"a,b\n1,\x00\n", "line 2"),
        (b"\x81\x8d\xff\xfe\x00", ""),
        (b"a\n" + b"x" * 1_500_000, "line 2"),
    ],
)
def test_bad_table_names_its_line(tmp_path: Path, content: bytes, word: str) -> None:
    """Errors name file and line, and are sentences."""
    (tmp_path / "bad.csv").write_bytes(content)
    with pytest.raises(InputError, match=rf"bad\.csv.*{word}"):
        list(read_table(tmp_path / "bad.csv"))


@pytest.mark.parametrize(("text", "value"), [("1.5", 1.5), ("-3", -3.0), (" 2e3 ", 2000.0)])
def test_number_is_read(tmp_path: Path, text: str, value: float) -> None:
    """Usual numbers are numbers."""
    assert first_row(tmp_path / "a.csv", f"n,x\n{text},1\n").read_number("n") == value


def test_decimal_comma_is_read(tmp_path: Path) -> None:
    """Where columns are parted by semicolons, a comma is a decimal point."""
    assert first_row(tmp_path / "a.csv", "item;score\nx;1,5\n").read_number("score") == 1.5


@pytest.mark.parametrize("text", ["nan", "inf", "1_000", "many", "", "1;2"])
def test_number_that_is_none_names_its_line(tmp_path: Path, text: str) -> None:
    """Only finite numbers are numbers."""
    row = first_row(tmp_path / "a.csv", f"n,x\n{text},1\n")
    with pytest.raises(InputError, match="line 2: the n must be a number, and it is"):
        row.read_number("n")


@SHARED_FOLDER
@given(st.binary(max_size=300))
def test_any_bytes_raise_only_sentences(tmp_path: Path, data: bytes) -> None:
    """Random files give a table or an InputError."""
    path = tmp_path / "any.csv"
    path.write_bytes(data)
    with suppress(InputError):
        list(read_table(path))


def test_missing_file_is_a_sentence(tmp_path: Path) -> None:
    """The error names the path."""
    with pytest.raises(InputError, match=r"gone\.csv"):
        read_text(tmp_path / "gone.csv")


@pytest.mark.parametrize(
    ("rows", "sentence"), [('"open,1', "never closed"), ('"a"b,1', "write it twice")]
)
def test_stray_quotation_marks_are_explained(rows: str, sentence: str, tmp_path: Path) -> None:
    """A table with a wrong quotation mark is refused in words that say what to do."""
    path = tmp_path / "items.csv"
    path.write_text(f"name,text\n{rows}\n")
    with pytest.raises(InputError, match=sentence):
        list(read_table(path))


def test_short_row_lacks_cells(tmp_path: Path) -> None:
    """Who needs a cell hears that the row ends before it; who does not gets nothing."""
    row = first_row(tmp_path / "a.csv", "winner,loser\n a \n")
    assert (row["winner"], row.get("loser"), row.get("count", "1")) == ("a", "", "1")
    with pytest.raises(InputError, match=r"a\.csv, line 2: the row ends before the column loser"):
        row["loser"]


def test_missing_column_names_those_that_are_there(tmp_path: Path) -> None:
    """Any of several will do; without one the sentence lists both sides."""
    (tmp_path / "a.csv").write_text("\nItem,Size\nx,1\n")
    table = read_table(tmp_path / "a.csv")
    assert table.need("name", "item") == "item"
    wanted = "line 2: there is no column score, truth or rank; the columns are item, size."
    with pytest.raises(InputError, match=wanted):
        table.need("score", "truth", "rank")


@pytest.mark.parametrize(
    ("name", "most", "sentence"),
    [
        ("MOST_TEXT_BYTES", 10, "is larger than"),
        ("MOST_COLUMNS", 1, "line 1: up to 1 columns"),
        ("MOST_ROWS", 2, "line 4: up to 2 rows"),
    ],
)
def test_large_table_is_refused(
    name: str, most: int, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bytes, columns and rows have limits, which stand in one place."""
    monkeypatch.setattr(limits, name, most)
    (tmp_path / "a.csv").write_text("a,b\n1,2\n3,4\n5,6\n")
    with pytest.raises(InputError, match=rf"a\.csv.*{sentence}"):
        list(read_table(tmp_path / "a.csv"))


def test_packed_file_is_limited_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file that unpacks to a large one is refused before it fills the memory."""
    monkeypatch.setattr(limits, "MOST_TEXT_BYTES", 1_000)
    (tmp_path / "a.csv.gz").write_bytes(gzip.compress(b"x" * 100_000))
    with pytest.raises(InputError, match=r"a\.csv\.gz is larger"):
        read_text(tmp_path / "a.csv.gz")


def test_standard_input_is_sniffed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash is the standard input, in any encoding; mistakes name it."""
    data = io.BytesIO("name;rank\nKäse;x\n".encode("utf-16"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
    (row,) = read_table(Path("-"))
    assert row["name"] == "Käse"
    with pytest.raises(InputError, match="The standard input, line 2: the rank"):
        row.read_whole("rank")


def test_lines_keep_their_numbers(tmp_path: Path) -> None:
    """Blank lines are left out, and count."""
    (tmp_path / "a.txt").write_bytes(b"one\r\n\r\n  two \rthree")
    found = [(place.line, text) for place, text in read_lines(tmp_path / "a.txt")]
    assert found == [(1, "one"), (3, "two"), (4, "three")]


@pytest.mark.parametrize(
    ("text", "word"),
    [("1.5", "whole number"), ("-1", "0 or more"), ("9" * 20, "at most"), ("9" * 9999, "whole")],
)
def test_whole_number_has_bounds(text: str, word: str, tmp_path: Path) -> None:
    """What is no whole number, or out of all bounds, is told with its line."""
    row = first_row(tmp_path / "a.csv", f"n,x\n{text},1\n")
    with pytest.raises(InputError, match=rf"line 2: the n must be .*{word}"):
        row.read_whole("n")
