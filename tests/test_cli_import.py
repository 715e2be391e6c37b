"""The command import-answers."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., int]


def test_one_command_makes_a_study(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A table of judgements becomes a study; rows left out are named, and it says what it read."""
    rows = "".join(f"J{k % 3},a{k % 5},b{k % 4},{k + 1}\n" for k in range(60))
    head = "judge,candidate_chosen,candidate_not_chosen,timeTaken\n"
    Path("t.csv").write_text(head + rows + "J1,a1,a1,7\n")
    assert run("import-answers", "t.csv", "t.sortrank") == 0
    out, problems = capsys.readouterr()
    assert out.startswith("Made t.sortrank: 60 answers, 9 items, 3 people.\n")
    assert "time from “timetaken”; times in seconds." in out
    assert "Rows left out because they can't be read: 1." in out
    assert problems == "t.csv, line 62: “a1” is compared with itself.\n"
    assert run("check", "t.sortrank") == 0
    assert run("import-answers", "t.csv", "u.sortrank", "--strict") == 2
    assert not Path("u.sortrank").exists()


def test_columns_and_words_can_be_given(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """What has a name of its own is given by options."""
    Path("t.tsv").write_text("x\ty\tz\tm\na\tb\tlinks\tA\nb\tc\trechts\tA\na\tc\tgleich\tB\n")
    given = ("--who", "m", "--first", "x", "--second", "y", "--chosen", "z", "--sides")
    words = ("--left-word", "links", "--right-word", "rechts", "--tie-word", "gleich")
    assert run("import-answers", "t.tsv", "t.sortrank", *given, *words, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["answers"], told["sides"], told["people"]) == (3, True, True)
    assert told["columns"]["chosen"] == "z"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--who", "nobody"), "has no column “nobody”"),
        (("--time-unit", "h"), "no time unit “h”; choose one of s, ms"),
        (("--coding", "magic"), "no coding “magic”"),
        (("--question", "fear"), "no answers that could be taken"),
    ],
)
def test_wrong_options_are_sentences(
    run: Run, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], words: str
) -> None:
    """One sentence, exit code 2, and no file."""
    Path("t.csv").write_text("question,winner,loser\njoy,a,b\n")
    assert run("import-answers", "t.csv", "t.sortrank", *more) == 2
    assert words in capsys.readouterr().err
    assert not Path("t.sortrank").exists()


def test_table_without_pairs_is_explained(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """The sentence says what the columns must be, what they are, and how to say which is what."""
    Path("t.csv").write_text("name,age\nAnna,7\n")
    assert run("import-answers", "t.csv", "t.sortrank") == 2
    problem = capsys.readouterr().err
    assert "which name winner and loser" in problem
    assert "t.csv has the columns “name”, “age”: give them by --winner and --loser" in problem


@pytest.mark.parametrize("head", ["winner,looser", "left,choice", "winner,name"])
def test_half_of_the_columns_is_explained(
    run: Run, capsys: pytest.CaptureFixture[str], head: str
) -> None:
    """A column that tells who was chosen says nothing without its partner."""
    Path("t.csv").write_text(head + "\na,b\n")
    assert run("import-answers", "t.csv", "t.sortrank") == 2
    assert f"t.csv has the columns “{head.split(',')[0]}”" in capsys.readouterr().err
    assert not Path("t.sortrank").exists()


def test_no_study_is_made_for_a_strategy_named_imported(run: Run) -> None:
    """Only imported answers have no strategy."""
    Path("things.txt").write_text("a\nb\n")
    made = ("new", "s.sortrank", "--texts", "things.txt", "--prompt", "Which?")
    assert run(*made, "--strategy", "imported") == 2
