import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from sortrank_gui.errors import StudyFileError
from sortrank_gui.tables import defuse, fuse, read_table, write_table

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
@example("\ufeff=1+1")
@example("'\u200b\x00＝1+1")
@example("a;\ufeff'=1+1\t\u2060-2")
def test_defused_text_comes_back_and_is_no_formula(text: str) -> None:
    """No spreadsheet runs it, and reading gives the very text."""
    safe = defuse(text)
    assert safe[:1] not in tuple("=+-@\t\r\n")
    assert fuse(safe) == text


@pytest.mark.parametrize("start", ["\ufeff", "\u200b\u200e", "\x00", "\xad", "\x1f\u2066"])
@pytest.mark.parametrize("sign", "=＝-@")
def test_characters_that_show_nothing_hide_no_formula(start: str, sign: str) -> None:
    """Programs that drop them find an apostrophe, also where they split cells."""
    assert defuse(f"{start}{sign}1") == f"'{start}{sign}1"
    assert defuse(f"a;{start}{sign}1") == f"a;'{start}{sign}1"


@SHARED_FOLDER
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=8))
def test_table_survives_a_round_trip(tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    """Whatever text is written comes back: quotes, line breaks, delimiters, formulas."""
    path = tmp_path / "a.csv"
    write_table(path, ("one", "two"), rows)
    found = [(row.cells["one"], row.cells["two"]) for row in read_table(path)]
    assert found == [row for row in rows if any(defuse(cell).strip() for cell in row)]


def test_header_survives_a_round_trip(tmp_path: Path) -> None:
    """A column that is named like a formula is harmless in the file, and found by its name."""
    write_table(tmp_path / "a.csv", ("item", "=SUM(A1)"), [("x", 3)])
    assert (tmp_path / "a.csv").read_bytes() == b"item,'=SUM(A1)\r\nx,3\r\n"
    (row,) = read_table(tmp_path / "a.csv")
    assert row["=sum(a1)"] == "3"


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
