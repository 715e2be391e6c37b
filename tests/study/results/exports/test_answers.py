from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sortrank_gui.study.file.details import Detail, Input, detail_to_json
from sortrank_gui.study.file.events import EventKind, Screen, make_event
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports import answers, comparisons, ranking
from sortrank_gui.study.results.exports.answers import COLUMNS, EXPORT
from sortrank_gui.study.results.selection import Selection
from sortrank_gui.tables import read_table
from tests.diary import Diary, change_record

HEADER = (
    "participant,session,trial,kind,left,right,answer,winner,loser,response_ms,shown_at,"
    "answered_at,strategy,round,undone,seed,expected,given_by,seq,excluded,language,"
    "input,key,shown_ms,hidden_ms,left_width,left_height,right_width,right_height,"
    "screen,screen_width,screen_height,scale,refresh_hz,pixels_per_mm,late,"
    "context,question,condition"
)
NOTHING = "," * 19 + "question,"
"""Old answers have no details."""
ROWS = [
    "anna@example,1,1,practice,fig,pear,left,fig,pear,1500.0,"
    "2026-03-01T09:59:59.500Z,2026-03-01T10:00:01.000Z,,,0,987654321,,person,2",
    "anna@example,1,2,regular,fig,pear,right,pear,fig,1000.0,"
    "2026-03-01T10:00:01.000Z,2026-03-01T10:00:02.000Z,mergesort,1,0,987654321,,person,3",
    "anna@example,1,3,regular,plum,pear,left,plum,pear,1000.0,"
    "2026-03-01T10:00:02.000Z,2026-03-01T10:00:03.000Z,mergesort,1,1,987654321,,person,4",
    "anna@example,1,3,regular,plum,pear,equal,,,2000.0,"
    "2026-03-01T10:00:03.000Z,2026-03-01T10:00:05.000Z,mergesort,1,0,987654321,,person,6",
    "anna@example,1,4,repeat,pear,fig,left,pear,fig,1000.0,"
    "2026-03-01T10:00:05.000Z,2026-03-01T10:00:06.000Z,,,0,987654321,,person,7",
    "P2,1,1,regular,fig,plum,right,plum,fig,1000.0,"
    "2026-03-01T10:00:07.000Z,2026-03-01T10:00:08.000Z,quicksort,2,0,123456789,,person,2",
    "P2,1,2,regular,fig,pear,neither,,,1000.0,"
    "2026-03-01T10:00:08.000Z,2026-03-01T10:00:09.000Z,quicksort,2,0,123456789,,person,3",
    "P2,1,3,catch,plum,fig,left,plum,fig,1000.0,"
    "2026-03-01T10:00:09.000Z,2026-03-01T10:00:10.000Z,,,0,123456789,plum,person,4",
]


def test_answers_are_written_as_they_are(fruit: Everything, tmp_path: Path) -> None:
    """Every answer in its order, with all columns; what was taken back is marked."""
    path = tmp_path / "answers.csv"
    assert EXPORT.write(Order(path, fruit)) == 8
    told = [row + NOTHING for row in ROWS]
    assert path.read_bytes().decode() == "".join(f"{row}\r\n" for row in [HEADER, *told])


def test_seeds_go_with_the_codes(fruit: Everything, tmp_path: Path) -> None:
    """With codes replaced the column is empty, and all else is the same."""
    path = tmp_path / "answers.csv"
    EXPORT.write(Order(path, fruit, anonymous=True))
    hidden = {"anna@example": "P001", "P2": "P002", "987654321": "", "123456789": ""}
    expected = [",".join(hidden.get(cell, cell) for cell in row.split(",")) for row in ROWS]
    assert path.read_text(encoding="utf-8").splitlines()[1:] == [row + NOTHING for row in expected]


def test_details_of_an_answer_are_written(fruit: Everything, tmp_path: Path) -> None:
    """How it was given, when and how large its pair was shown, on which screen; and why not."""
    sizes: dict[str, Any] = {"left_size": (640, 480), "right_size": (480, 640)}
    detail = Detail(Input.KEY, "Left", 1000.5, screen=2, **sizes)
    later = Detail(previous_hidden_ms=2000.0, hidden_ms=3000.0, late=True)
    change_record(fruit, 1, detail=detail_to_json(detail))
    change_record(fruit, 2, detail=detail_to_json(later))
    wide, small = (Screen(name, 0, 0, 1920, 1080, 1.5, 60.0, 3.8) for name in ("wide", "small"))
    for seq, (kind, session, facts) in enumerate(
        (
            (EventKind.SCREEN, 1, wide.facts),
            (EventKind.SCREEN, 1, small.facts),
            (EventKind.LANGUAGE, 1, {"language": "de"}),
            (EventKind.EXCLUDE, 1, {"trial": 2, "reason": "sneezed"}),
        ),
        start=1,
    ):
        fruit.events.append(make_event(b"", seq, "2026-03-02", kind, session, facts))
    EXPORT.write(Order(tmp_path / "a.csv", fruit, Selection(excluded=True)))
    rows = (tmp_path / "a.csv").read_text(encoding="utf-8").splitlines()
    assert rows[1].endswith(
        ",2,,de,key,Left,1000.5,2000.0,640,480,480,640,small,1920,1080,1.5,60.0,3.8,0,,question,"
    )
    assert rows[2].endswith(",3,sneezed,de,,,,3000.0" + "," * 11 + "1,,question,")
    assert rows[6].endswith(",2" + NOTHING)


def test_dictionary_explains_every_column(fruit: Everything, tmp_path: Path) -> None:
    """Beside the table lies one with a row a column, in order, and the selection at the end."""
    EXPORT.write(Order(tmp_path / "answers.csv", fruit))
    rows = [row.cells for row in read_table(tmp_path / "answers.columns.csv")]
    assert [row["column"] for row in rows] == [*HEADER.split(","), "(selection)"]
    assert [row["meaning"] for row in rows[:-1]] == list(COLUMNS.values())
    assert rows[-1]["meaning"] == "which answers: all"


def test_spreadsheets_run_nothing(tmp_path: Path) -> None:
    """A name or code that begins like a formula gets an apostrophe, and loses it when read."""
    diary = Diary(["=SUM(A1)", "-7"])
    diary.sit("@me")
    diary.answer("=SUM(A1) > -7")
    EXPORT.write(Order(tmp_path / "answers.csv", diary.study))
    line = (tmp_path / "answers.csv").read_text(encoding="utf-8").splitlines()[1]
    assert line.startswith("'@me,1,1,regular,'=SUM(A1),'-7,left,'=SUM(A1),'-7,")
    (row,) = read_table(tmp_path / "answers.csv")
    assert (row.cells["participant"], row.cells["loser"]) == ("@me", "-7")


def test_study_without_answers_has_a_header(tmp_path: Path) -> None:
    """Nothing was answered yet."""
    assert EXPORT.write(Order(tmp_path / "answers.csv", Diary(["a", "b"]).study)) == 0
    assert (tmp_path / "answers.csv").read_text(encoding="utf-8") == f"{HEADER}\n"


@pytest.mark.parametrize("export", [answers, comparisons, ranking], ids=lambda e: e.EXPORT.name)
def test_docs_explain_every_column(export: ModuleType) -> None:
    """The data dictionary is in the docs as it is beside the file."""
    docs = Path(__file__).parents[4] / "docs" / "study-file.md"
    text = docs.read_text(encoding="utf-8")
    missing = [f"| `{k}` | {v} |" for k, v in export.COLUMNS.items()]
    assert [line for line in missing if line not in text] == []


def test_answers_are_of_the_kinds_that_were_chosen(fruit: Everything, tmp_path: Path) -> None:
    """All of them at first; others go once the kinds are chosen, and the file says which."""
    path = tmp_path / "answers.csv"
    chosen = Selection(kinds=frozenset({Kind.REGULAR, Kind.CATCH}))
    assert EXPORT.write(Order(path, fruit, chosen)) == 6
    kept = [row + NOTHING for row in ROWS if row.split(",")[3] in ("regular", "catch")]
    assert path.read_text(encoding="utf-8").splitlines()[1:] == kept
    assert "only regular, catch trials" in Order(path, fruit, chosen).words
