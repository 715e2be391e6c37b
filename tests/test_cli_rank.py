"""The command rank, where the data does not join all items."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., int]
ISLANDS = "winner,loser\nfig,pear\npear,fig\nfig,plum\nplum,fig\noak,elm\nelm,oak\n"


def test_islands_are_marked(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """The table has a column for the island, words below say what to ask, and JSON has both."""
    Path("c.csv").write_text(ISLANDS)
    assert run("rank", "c.csv", "--output", "r.csv") == 0
    out = capsys.readouterr().out
    assert out.startswith("island  rank  item")
    assert "fall into 2 islands" in out
    assert "island 2: “oak” and “elm”" in out
    with Path("r.csv").open() as file:
        found = {row["item"]: row["island"] for row in csv.DictReader(file)}
    assert found == {"fig": "1", "pear": "1", "plum": "1", "oak": "2", "elm": "2"}
    assert run("rank", "c.csv", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["islands"] == 2
    assert len(told["remarks"]) == 3
    Path("c.csv").write_text(ISLANDS + "oak,fig\nfig,oak\n")
    assert run("rank", "c.csv") == 0
    assert "island" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (ISLANDS, "2 groups with no comparison between them; items “oak” and “elm” were compared"),
        ("winner,loser\nfig,pear\npear,fig\nfig,plum\n", "item “plum” was never better than any"),
    ],
)
def test_maximum_likelihood_names_items(
    run: Run, capsys: pytest.CaptureFixture[str], rows: str, words: str
) -> None:
    """What keeps the estimate from existing is said by the items' names."""
    Path("c.csv").write_text(rows)
    assert run("rank", "c.csv", "--prior", "ml") == 2
    assert words in capsys.readouterr().err


def test_ranking_never_takes_the_place_of_what_it_is_made_of(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither of the comparisons nor of the known scores: both may be the only copy."""
    Path("c.csv").write_text(ISLANDS)
    Path("old.csv").write_text("item,score\nfig,5\npear,4\n")
    for output, more in (("./c.csv", ()), ("old.csv", ("--anchors", "old.csv"))):
        assert run("rank", "c.csv", *more, "--output", output) == 2
        assert "is read here" in capsys.readouterr().err
    assert Path("c.csv").read_text() == ISLANDS
    assert run("rank", "c.csv", "--anchors", "old.csv", "--output", "new.csv") == 0
    assert run("rank", "c.csv", "--output", "new.csv") == 0


def test_new_items_are_put_on_an_old_scale(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """An exported ranking serves as anchors, for rank and for the ranking of a study."""
    Path("old.csv").write_text("item,score,standard_error\nfig,5,0.2\npear,4,0.2\nkiwi,9,0.1\n")
    rows = "winner,loser\n" + "fig,plum\nplum,pear\nplum,fig\npear,plum\n" * 20 + "oak,elm\n"
    Path("c.csv").write_text(rows)
    assert run("rank", "c.csv", "--anchors", "old.csv", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    scores = {row["item"]: row["score"] for row in told["ranking"]}
    assert 4 < scores["plum"] < 5
    assert scores["fig"] == pytest.approx(5, abs=0.3)
    assert told["anchors"] == 2
    assert "2 of 5 items are anchors, 3 are new" in told["remarks"][0]
    assert "No comparison joins “oak” and “elm” to an anchor" in told["remarks"][1]
    assert run("rank", "c.csv", "--anchors", "old.csv") == 0
    assert "anchor" in capsys.readouterr().out
    assert run("import-answers", "c.csv", "s.sortrank") == 0
    assert run("export", "s.sortrank", "--ranking", "r.csv", "--anchors", "old.csv") == 0
    with Path("r.csv").open() as file:
        exported = {row["item"]: float(row["score"]) for row in csv.DictReader(file)}
    assert exported == pytest.approx(scores, abs=1e-6)
    assert "on the scale of old.csv (2 known items" in Path("r.columns.csv").read_text()


def test_anchors_of_other_items_are_refused(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing in common, a doubled item and a negative error are sentences."""
    Path("c.csv").write_text("winner,loser\nfig,plum\n")
    for text, words in (
        ("item,score\nkiwi,3\n", "None of the items in old.csv"),
        ("item,score\nfig,3\nfig,4\n", "“fig” is there twice"),
        ("item,score,se\nfig,3,-1\n", "line 2: a standard error is 0 or more"),
    ):
        Path("old.csv").write_text(text)
        assert run("rank", "c.csv", "--anchors", "old.csv") == 2
        assert words in capsys.readouterr().err
