"""CSV files of comparisons, choices and scores."""

import contextlib
import gzip
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.datasets import (
    Dataset,
    read_any,
    read_choices,
    read_comparisons,
    read_scores,
)
from sortrank_gui.tables import write_table

SHARED_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def write(folder: Path, text: str, name: str = "data.csv") -> Path:
    """Return the path of a file with this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def wins(data: Dataset) -> dict[str, tuple[float, float]]:
    """Return wins and losses of every item by its name."""
    pairs = zip(data.table.wins.tolist(), data.table.losses.tolist(), strict=True)
    return dict(zip(data.names, pairs, strict=True))


def test_winner_loser_rows_are_counted(tmp_path: Path) -> None:
    """Names become numbers in the order in which they appear; blank lines don't matter."""
    data = read_comparisons(write(tmp_path, "winner,loser\nb,a\n\nb,c\nc, a\n"))
    assert data.names == ("b", "a", "c")
    assert wins(data) == {"b": (2, 0), "a": (0, 2), "c": (1, 1)}


def test_count_tie_and_judge_columns(tmp_path: Path) -> None:
    """A count repeats a row, a tie is half a win each; columns may stand in any order and case."""
    text = "Judge,Loser,Winner,Count,Tie\nann,y,x,3,0\nbob,x,y,2,yes\n"
    assert wins(read_comparisons(write(tmp_path, text))) == {"x": (4, 1), "y": (1, 4)}


def test_numbers_and_unicode_are_names(tmp_path: Path) -> None:
    """Item numbers, accents, quotes and a byte order mark are all fine."""
    data = read_comparisons(write(tmp_path, '\ufeffwinner,loser\n7,"crème, brûlée"\n'))
    assert data.names == ("7", "crème, brûlée")


def test_gzipped_file_is_read(tmp_path: Path) -> None:
    """Large data sets come compressed."""
    path = tmp_path / "data.csv.gz"
    path.write_bytes(gzip.compress(b"winner,loser\na,b\n"))
    assert wins(read_any(path)) == {"a": (1, 0), "b": (0, 1)}


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dash stands for it."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"winner,loser\na,b\n")))
    assert wins(read_comparisons(Path("-"))) == {"a": (1, 0), "b": (0, 1)}


GIFGIF = """metric,left,right,choice
happiness,g1,g2,left
happiness,g2,g3,neither
sadness,g1,g2,right
happiness,g3,g1,right
happiness,,g1,right
happiness,g2,g1,g1
"""


def test_gifgif_rows_of_one_emotion(tmp_path: Path) -> None:
    """Only the emotion chosen counts; neither and withdrawn images are left out."""
    data = read_choices(write(tmp_path, GIFGIF), question="happiness")
    assert wins(data) == {"g1": (3, 0), "g2": (0, 2), "g3": (0, 1)}
    assert data.skipped == 2


def test_exported_answers_are_read_too(tmp_path: Path) -> None:
    """The answers that SortRank exports can be ranked as they are, with equals as halves."""
    text = "trial,left,right,answer\n1,a,b,left\n2,b,a,equal\n3,a,b,neither\n"
    assert wins(read_any(write(tmp_path, text))) == {"a": (1.5, 0.5), "b": (0.5, 1.5)}


def test_undone_and_practice_answers_do_not_count(tmp_path: Path) -> None:
    """Of exported answers, only those count that the ranking of the study counts."""
    rows = "regular,a,b,left,a,0\npractice,a,b,right,b,0\nregular,a,b,right,b,1\n"
    equal = "regular,a,b,equal,,0\n"
    data = read_any(write(tmp_path, "kind,left,right,answer,winner,undone\n" + rows + equal))
    assert wins(data) == {"a": (1.5, 0.5), "b": (0.5, 1.5)}
    assert data.skipped == 2


def test_spreadsheets_of_the_world_are_read(tmp_path: Path) -> None:
    """Semicolons, Windows' encoding and UTF-16 are read as a study's own tables are."""
    for encoding in ("cp1252", "utf-16"):
        path = tmp_path / f"{encoding}.csv"
        path.write_bytes("winner;loser\nKäse;Öl\n".encode(encoding))
        assert wins(read_any(path)) == {"Käse": (1, 0), "Öl": (0, 1)}


def test_defused_names_come_back(tmp_path: Path) -> None:
    """What an export made harmless is itself again."""
    path = tmp_path / "c.csv"
    write_table(path, ("winner", "loser"), [("=SUM(A1)", "'=x"), ("-7", "'plain")])
    assert read_any(path).names == ("=SUM(A1)", "'=x", "-7", "'plain")


@pytest.mark.parametrize(("winner", "best"), [("left", "left"), ("right", "right")])
def test_winner_may_be_named_left(tmp_path: Path, winner: str, best: str) -> None:
    """A column of winners names items, even those that are named like a side."""
    data = read_any(write(tmp_path, f"left,right,winner\nright,left,{winner}\n"))
    assert wins(data)[best] == (1, 0)


def test_counts_are_limited(tmp_path: Path) -> None:
    """A count that would fill the memory is a mistake in its line."""
    text = "winner,loser,count\na,b,1\na,b,99999999999\n"
    with pytest.raises(InputError, match="line 3: up to 50,000,000 comparisons"):
        read_any(write(tmp_path, text))


def test_scores_are_read(tmp_path: Path) -> None:
    """With or without names."""
    assert read_scores(write(tmp_path, "item,score\na,1.5\nb,-2\n")) == (("a", "b"), (1.5, -2.0))
    assert read_scores(write(tmp_path, "score\n1\n2\n")) == (("0", "1"), (1.0, 2.0))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("winner,loser\n", "no comparisons"),
        ("first,second\na,b\n", "line 1: there is no column winner; the columns are first, second"),
        ("winner,loser\na,b\na\n", "line 3: the row ends before the column loser"),
        ("winner,loser\na,a\n", "line 2: “a” is compared with itself"),
        ("winner,loser\n,b\n", "line 2: the winner is missing"),
        ("winner,loser,count\na,b,-1\n", "line 2: the count must be 1 or more, and it is -1"),
        ("winner,loser,count\na,b,two\n", "line 2: the count must be a whole number"),
        ("winner,loser,tie\na,b,perhaps\n", "line 2: the tie must be 0 or 1"),
        ("left,right\na,b\n", "line 1: there is no column choice"),
        ("left,right,choice\na,b,c\n", "line 2: “c” is none of left, right"),
        (GIFGIF, "asks 2 questions (happiness, sadness): choose one"),
        ('winner,loser\n"a,b\n', "line 2: a quotation mark"),
    ],
)
def test_mistake_names_file_line_and_reason(tmp_path: Path, text: str, words: str) -> None:
    """One sentence that a user can act on."""
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_comparisons(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


def test_question_that_is_not_asked_is_named(tmp_path: Path) -> None:
    """The sentence lists the questions that there are."""
    with pytest.raises(InputError, match="“anger”; it asks about happiness, sadness"):
        read_choices(write(tmp_path, GIFGIF), question="anger")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("item\na\n", "no column score"),
        ("score\n1\n", "1 scores"),
        ("score\n1\nnan\n", "line 3: the score must be a number"),
        ("score\n1\nx\n", "line 3: the score must be a number"),
    ],
)
def test_wrong_scores_are_refused(tmp_path: Path, text: str, words: str) -> None:
    """Scores are finite numbers, two at least."""
    with pytest.raises(InputError, match=words):
        read_scores(write(tmp_path, text))


def test_file_that_can_not_be_read(tmp_path: Path) -> None:
    """Missing, a folder, not text, not gzip: always one sentence with the file's name."""
    binary = tmp_path / "image.csv"
    binary.write_bytes(b"winner,loser\n\x81\xfe\x00")
    fake = tmp_path / "fake.csv.gz"
    fake.write_bytes(b"winner,loser\n")
    for path in (tmp_path / "none.csv", tmp_path, binary, fake):
        with pytest.raises(InputError) as caught:
            read_any(path)
        assert str(path) in str(caught.value)


@SHARED_FOLDER
@given(text=st.text(max_size=200))
def test_any_text_is_read_or_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    """Whatever a file holds, nothing but an InputError comes out."""
    for header in ("winner,loser,count\n", "left;right;choice;undone\n", "score\n"):
        path = write(tmp_path, header + text.encode(errors="replace").decode())
        with contextlib.suppress(InputError):
            read_any(path)
        with contextlib.suppress(InputError):
            read_scores(path)
