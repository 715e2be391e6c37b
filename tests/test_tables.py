import csv
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.tables import defuse, fuse, read_table, read_text, write_table

SHARED_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)


@given(cells)
@example("=1+1")
@example("'=1+1")
@example("''@x")
@example("-5")
@example("\tx")
@example("'plain")
@example("")
def test_defused_text_comes_back_and_is_no_formula(text: str) -> None:
    """No spreadsheet runs it, and reading gives the very text."""
    safe = defuse(text)
    assert safe[:1] not in tuple("=+-@\t\r\n")
    assert fuse(safe) == text


@SHARED_FOLDER
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=8))
def test_table_survives_a_round_trip(tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    """Whatever text is written comes back: quotes, line breaks, delimiters, formulas."""
    path = tmp_path / "a.csv"
    write_table(path, ("one", "two"), rows)
    found = [(row.cells["one"], row.cells["two"]) for row in read_table(path).rows]
    assert found == [row for row in rows if any(defuse(cell).strip() for cell in row)]


def test_numbers_stay_numbers(tmp_path: Path) -> None:
    """Negative numbers are no formulas; an empty cell is nothing."""
    write_table(tmp_path / "a.csv", ("a", "b", "c"), [(-1.5, None, "-1.5")])
    assert (tmp_path / "a.csv").read_bytes() == b"a,b,c\r\n-1.5,,'-1.5\r\n"


def test_standard_reader_understands_us(tmp_path: Path) -> None:
    """Python's own reader sees RFC 4180."""
    write_table(tmp_path / "a.csv", ("a", "b"), [('say "hi"', "two\nlines"), ("x,y", "é")])
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file))[1:] == [['say "hi"', "two\nlines"], ["x,y", "é"]]


def test_failed_writing_leaves_the_old_file(tmp_path: Path) -> None:
    """A file is replaced when the new one is complete, not before."""
    path = tmp_path / "a.csv"
    path.write_text("old")

    def rows() -> object:
        yield ("a",)
        raise OSError(28, "No space left on device")

    with pytest.raises(StudyFileError, match=r"a\.csv can't be written: No space left"):
        write_table(path, ("x",), rows())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("folder", ["missing", "file"])
def test_writing_into_nowhere_is_a_sentence(tmp_path: Path, folder: str) -> None:
    """A folder that is not there, or no folder, gives a sentence with the path."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyFileError, match=r"a\.csv"):
        write_table(tmp_path / folder / "a.csv", ("x",), [])


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
    assert table.rows[0].cells == {"name": "Käse", "text": f"a{delimiter}b"}
    assert len(table.rows) == 2


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
        read_table(tmp_path / "bad.csv")


@pytest.mark.parametrize(("text", "value"), [("1.5", 1.5), ("-3", -3.0), (" 2e3 ", 2000.0)])
def test_number_is_read(tmp_path: Path, text: str, value: float) -> None:
    """Usual numbers are numbers."""
    (tmp_path / "a.csv").write_text(f"n,x\n{text},1\n")
    table = read_table(tmp_path / "a.csv")
    assert table.number(table.rows[0], "n") == value


def test_decimal_comma_is_read(tmp_path: Path) -> None:
    """Where columns are parted by semicolons, a comma is a decimal point."""
    (tmp_path / "a.csv").write_text("item;score\nx;1,5\n")
    table = read_table(tmp_path / "a.csv")
    assert table.number(table.rows[0], "score") == 1.5


@pytest.mark.parametrize("text", ["nan", "inf", "1_000", "many", "", "1;2"])
def test_number_that_is_none_names_its_line(tmp_path: Path, text: str) -> None:
    """Only finite numbers are numbers."""
    (tmp_path / "a.csv").write_text(f"n,x\n{text},1\n")
    table = read_table(tmp_path / "a.csv")
    with pytest.raises(InputError, match="line 2"):
        table.number(table.rows[0], "n")


@SHARED_FOLDER
@given(st.binary(max_size=300))
def test_any_bytes_raise_only_sentences(tmp_path: Path, data: bytes) -> None:
    """Random files give a table or an InputError."""
    path = tmp_path / "any.csv"
    path.write_bytes(data)
    with suppress(InputError):
        read_table(path)


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
        read_table(path)
