from pathlib import Path

import pytest

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Export, Order, TableFile, hide_codes, map_codes
from tests.diary import Diary


def make(order: Order) -> TableFile:
    """Return a table of nothing."""
    return TableFile({"a": "a letter"}, [])


EXPORT = Export("letters", "Letters", "All of them.", ".csv", "CSV table", "letter", 7, make)


def test_words_and_names_are_made_of_the_facts() -> None:
    """What dialogs, tooltips and messages say."""
    assert EXPORT.line == "CSV table: all of them."
    assert EXPORT.dialog_filter == "CSV table (*.csv)"
    assert EXPORT.suggest_name("study 1.b") == "study 1.b-letters.csv"
    assert EXPORT.complete_name(Path("x/out")) == Path("x/out.csv")
    assert EXPORT.complete_name(Path("out.txt")) == Path("out.txt")


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 letters"), (1, "1 letter"), (1200, "1,200 letters")]
)
def test_counts_are_said_in_words(number: int, words: str) -> None:
    """With the singular for one."""
    assert EXPORT.count(number) == words


def test_table_for_excel_begins_with_a_mark(tmp_path: Path, fruit: Everything) -> None:
    """The table and its dictionary have a byte order mark if that is wanted, and none otherwise."""
    for excel, start in ((True, b"\xef\xbb\xbf"), (False, b"")):
        EXPORT.write(Order(tmp_path / "a.csv", fruit, excel=excel))
        assert (tmp_path / "a.csv").read_bytes() == start + b"a\r\n"
        assert (tmp_path / "a.columns.csv").read_bytes().startswith(start + b"column")


def test_codes_are_numbered_as_people_came(fruit: Everything) -> None:
    """Also those who gave no answer; a code that looks like ours is replaced like any other."""
    fruit.participants.append("P001")
    assert map_codes(fruit) == {"anna@example": "P001", "P2": "P002", "P001": "P003"}


def test_only_whole_codes_are_replaced_in_notes() -> None:
    """A code that is part of a word, or of a longer code, is another one; signs are no patterns."""
    diary = Diary(["a", "b"])
    for code in ("P1", "P1-2", "a.b"):
        diary.sit(code)
    diary.note("P1-2 sat beside P1, not P11 or XP1; aXb and a.b came later")
    found = hide_codes(diary.study, map_codes(diary.study))
    assert found.notes[0].text == "P002 sat beside P001, not P11 or XP1; aXb and P003 came later"
    assert [row.participant for row in found.sessions.values()] == ["P001", "P002", "P003"]
    assert {row.seed for row in found.sessions.values()} == {0}


def test_study_without_people_has_nothing_to_hide() -> None:
    """No code, no pattern."""
    study = Diary(["a", "b"]).study
    assert hide_codes(study, map_codes(study)) == study
