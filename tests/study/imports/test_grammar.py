"""Columns are known by the names that programs give them, and by what stands in them."""

from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.imports.grammar import Coding, Grammar, Meaning, guess, require_column
from sortrank_gui.study.imports.sources import open_rows


def guess_text(tmp_path: Path, text: str) -> Grammar:
    """Return the guess for a CSV of this text."""
    path = tmp_path / "t.csv"
    path.write_text(text, encoding="utf-8")
    return guess(open_rows(path))


def test_no_more_marking_and_sirt(tmp_path: Path) -> None:
    """Their names are known, with any case and punctuation; long times are milliseconds."""
    text = "judge,candidate_chosen,candidate_not_chosen,timeTaken\nJ1,a,b,31250\nJ2,b,c,9000\n"
    found = guess_text(tmp_path, text)
    assert found.columns == {
        Meaning.WHO: "judge",
        Meaning.WINNER: "candidate_chosen",
        Meaning.LOSER: "candidate_not_chosen",
        Meaning.TIME: "timetaken",
    }
    assert found.in_ms
    assert not found.has_sides
    assert not guess_text(tmp_path, text.replace("000", "").replace("31250", "31")).in_ms


def test_side_of_the_winner_is_known(tmp_path: Path) -> None:
    """A column of left and right beside winner and loser tells where the winner stood."""
    text = "judge,winner,loser,choice\nJ1,a,b,left\nJ1,b,c,right\n"
    assert guess_text(tmp_path, text).columns[Meaning.SIDE] == "choice"
    assert Meaning.SIDE not in guess_text(tmp_path, text + "J1,c,d,NA\n").columns


def test_own_answers_are_read_with_their_sides(tmp_path: Path) -> None:
    """SortRank's own table names sides and winners: sides say more."""
    text = (
        "participant,session,trial,kind,left,right,answer,winner,loser,response_ms,answered_at,"
        "undone\nP1,1,1,regular,a,b,left,a,b,900,2026-03-01T10:00:00.000Z,0\n"
    )
    found = guess_text(tmp_path, text)
    assert (found.columns[Meaning.CHOSEN], found.columns[Meaning.WHEN]) == (
        "answer",
        "answered_at",
    )
    assert Meaning.WINNER not in found.columns
    assert found.has_sides
    assert found.in_ms


@pytest.mark.parametrize(
    ("name", "values", "coding"),
    [
        ("choice", "ab", Coding.NAME),
        ("choice", ("left", "right"), Coding.WORD),
        ("response", "01", Coding.INDEX),
        ("result", "01", Coding.SHARE),
        ("response", ("1", "0.5", "0"), Coding.SHARE),
        ("choice", "12", Coding.NUMBER),
    ],
)
def test_coding_of_the_choice(
    tmp_path: Path, name: str, values: tuple[str, ...], coding: Coding
) -> None:
    """Whether a 1 means the first item or the second is told by the name and by all values."""
    rows = "".join(f"a,b,{value}\n" for value in values)
    assert guess_text(tmp_path, f"item1,item2,{name}\n{rows}").coding is coding


def test_words_of_a_table_come_first() -> None:
    """What the researcher says about a word holds against the usual meaning."""
    grammar = Grammar(words={"links": Answer.LEFT, "same": Answer.NEITHER})
    said = [grammar.read_word(word) for word in ("Links", "same", "right", "what")]
    assert said == [Answer.LEFT, Answer.NEITHER, Answer.RIGHT, None]


def test_given_columns_are_kept(tmp_path: Path) -> None:
    """The rest is guessed around what is given, and no column has two meanings."""
    path = tmp_path / "t.csv"
    path.write_text("judge,left,right,pick,winner,loser\nJ,a,b,a,a,b\n", encoding="utf-8")
    rows = open_rows(path)
    found = guess(rows, {Meaning.WINNER: "winner", Meaning.LOSER: "loser"})
    assert set(found.columns) == {Meaning.WHO, Meaning.WINNER, Meaning.LOSER}
    assert guess(rows, {Meaning.WHO: "pick"}).columns[Meaning.CHOSEN] == "winner"
    with pytest.raises(InputError, match="no column “nobody”; its columns are judge, left"):
        require_column(rows, "nobody")


def test_missing_columns_are_a_problem() -> None:
    """Both items and the choice, or winner and loser: not half of it, and not both."""
    pair = {Meaning.FIRST: "a", Meaning.SECOND: "b"}
    assert Grammar(pair).problem
    assert not Grammar({**pair, Meaning.CHOSEN: "c"}).problem
    assert Grammar({**pair, Meaning.CHOSEN: "c", Meaning.WINNER: "d", Meaning.LOSER: "e"}).problem
    assert not Grammar({Meaning.WINNER: "d", Meaning.LOSER: "e"}).assign(Meaning.WHO, "f").problem
    assert Grammar({Meaning.WINNER: "d", Meaning.LOSER: "e"}).assign(Meaning.LOSER, None).problem
