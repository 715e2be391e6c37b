"""The commands rank, simulate, reproduce and plan."""

import csv
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.cli import main
from sortrank_gui.simulation import paper
from sortrank_gui.simulation.paper import baselines, gifgif, sushi

PAIRS = "winner,loser\n" + "a,b\na,c\nb,c\nc,b\n" * 3


def run(arguments: list, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the exit code of the command in this process."""
    monkeypatch.setattr(sys, "argv", ["sortrank", *map(str, arguments)])
    with pytest.raises(SystemExit) as ending:
        main()
    return int(ending.value.code or 0)


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Give a file of comparisons."""
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS)
    return path


def test_rank_prints_a_table(
    pairs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rank, item, score, standard error, interval, wins and losses, best first."""
    assert run(["rank", pairs], monkeypatch) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = "rank item score std. error 95 % interval ranks (95 %) wins losses"
    assert " ".join(lines[0].split()) == heads
    assert lines[1].split()[:2] == ["1", "a"]
    assert lines[1].split()[-2:] == ["6", "0"]
    assert any(line.startswith("3 items, 12 comparisons; ") for line in lines)


def test_rank_as_json_agrees_with_the_csv(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Machines get the same figures either way; a narrower interval for less confidence."""
    out = tmp_path / "ranking.csv"
    assert run(["rank", pairs, "--json", "--output", out, "--prior", "2"], monkeypatch) == 0
    found = json.loads(capsys.readouterr().out)
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["item"] for row in rows] == [row["item"] for row in found["ranking"]]
    assert found["prior_variance"] == 2.0
    first = found["ranking"][0]
    assert first["low"] < first["score"] < first["high"]
    run(["rank", pairs, "--json", "--prior", "2", "--confidence", "50"], monkeypatch)
    narrow = json.loads(capsys.readouterr().out)["ranking"][0]
    assert narrow["high"] < first["high"]


def test_rank_by_ml_names_the_items_without_an_estimate(
    pairs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Item a never lost: ML does not exist, and the sentence says so."""
    assert run(["rank", pairs, "--prior", "ml"], monkeypatch) == 2
    assert "does not exist" in capsys.readouterr().err


def test_rank_reads_the_standard_input() -> None:
    """`sortrank rank -` works in a pipe."""
    command = [sys.executable, "-m", "sortrank_gui", "rank", "-", "--json"]
    done = subprocess.run(command, input=PAIRS, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["ranking"][0]["item"] == "a"


SIMULATE = ["simulate", "--items", "20", "--noise", "3", "--repetitions", "2", "--jobs", "1"]


def test_simulate_writes_everything_and_repeats_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """CSV, figure, page and experiment; the experiment's file gives the same rows again."""
    choice = ["--strategy", "mergesort", "--strategy", "matching", "--at", "20", "--at", "60"]
    out = tmp_path / "out"
    assert run([*SIMULATE, *choice, "--budget", "60", "--output", out], monkeypatch) == 0
    assert "mergesort" in capsys.readouterr().out
    names = {path.name for path in out.iterdir()}
    assert names == {"experiment.json", *(f"results.{e}" for e in ("csv", "md", "png", "svg"))}
    with (out / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert " ".join(rows[0]) == "strategy c repetition displacement max_displacement kendall"
    assert len(rows) == 8
    again = ["simulate", "--experiment", out / "experiment.json", "--jobs", "2", "--json"]
    assert run(again, monkeypatch) == 0
    found = json.loads(capsys.readouterr().out)["measurements"]
    assert [{key: str(value) for key, value in row.items()} for row in found] == rows


def test_simulate_from_data_and_from_scores(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Answers of observed data, and true scores of a file."""
    end = ["--strategy", "random", "--at", "30", "--repetitions", "1", "--jobs", "1", "--json"]
    assert run(["simulate", "--data", pairs, *end], monkeypatch) == 0
    assert json.loads(capsys.readouterr().out)["items"] == 3
    scores = tmp_path / "scores.csv"
    scores.write_text("item,score\nx,1\ny,2\nz,3\nw,9\n")
    assert run(["simulate", "--scores", scores, *end], monkeypatch) == 0
    assert json.loads(capsys.readouterr().out)["items"] == 4


def test_reproduce_writes_page_table_and_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The quick version of one experiment, as a user calls it."""
    out = tmp_path / "paper"
    command = ["reproduce", "multisort", "--quick", "--output", out, "--jobs", "2", "--json"]
    assert run(command, monkeypatch) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert {Path(path).name for path in found["files"]} == {
        f"multisort.{ending}" for ending in ("md", "csv", "png", "svg")
    }
    assert "verdict" in (out / "multisort.md").read_text()


def test_reproduce_all_goes_on_where_it_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was measured before a later experiment failed is not measured again."""
    out, order = tmp_path / "paper", ["reproduce", "all", "--quick", "--jobs", "1"]
    monkeypatch.setattr(paper, "names", lambda: ["baselines", "multisort"])
    monkeypatch.setattr(baselines.Baselines, "tasks", _few_tasks(baselines.Baselines.tasks))

    def fail(*_: Any) -> Any:
        raise OSError("the power went")

    with monkeypatch.context() as broken:
        broken.setattr(baselines.Baselines, "report", fail)
        assert run([*order, "--output", out], monkeypatch) != 0
    assert (out / "multisort.unfinished").exists()
    capsys.readouterr()
    assert run([*order, "--output", out], monkeypatch) == 0
    said = capsys.readouterr().out
    assert "multisort: going on after 4 of 4 trials" in said
    assert "(all: 100 %" in said
    assert not list(out.glob("*.unfinished"))


def test_reproduce_all_gives_its_data_to_sushi_alone(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """GIFGIF has its stand-in then, and without data sushi is left out, as is said."""
    seen: list[tuple[str, Path | None]] = []

    def note(self: Any, settings: Any) -> Sequence[Any]:
        seen.append((self.name, settings.data))
        return []

    monkeypatch.setattr(paper, "names", lambda: ["sushi", "gifgif"])
    for preset in (sushi.Sushi, gifgif.Gifgif):
        monkeypatch.setattr(preset, "tasks", note)
        monkeypatch.setattr(preset, "tables", lambda *_: ())
    order = ["reproduce", "all", "--jobs", "1", "--output", tmp_path / "paper"]
    run([*order, "--data", pairs], monkeypatch)
    assert dict(seen) == {"sushi": pairs, "gifgif": None}
    assert "Left out" not in capsys.readouterr().out
    seen.clear()
    run(order, monkeypatch)
    assert dict(seen) == {"gifgif": None}
    assert "Left out: sushi" in capsys.readouterr().out


def _few_tasks(plain: Callable[..., Sequence[Any]]) -> Callable[..., Sequence[Any]]:
    def tasks(self: Any, settings: Any) -> Sequence[Any]:
        return plain(self, settings)[:3]

    return tasks


def test_plan_says_how_many_comparisons(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table for people; for machines seconds follow from comparisons and participants."""
    size = ["--repetitions", "2", "--strategy", "mergesort", "--jobs", "1", "--accuracy", "80"]
    start = ["plan", "--items", "20", "--noise", "2", *size]
    assert run([*start, "--output", tmp_path], monkeypatch) == 0
    assert "80 % accurate" in capsys.readouterr().out
    assert (tmp_path / "plan.svg").exists()
    share = ["--seconds-per-answer", "3", "--participants", "4", "--json"]
    assert run([*start, *share], monkeypatch) == 0
    (need,) = json.loads(capsys.readouterr().out)["needed"]
    assert need["seconds"] == 3 * need["comparisons"]
    assert need["seconds_per_participant"] == 3 * -(-need["comparisons"] // 4)
    assert run(["plan", "--pilot", pairs, "--items", "12", *size], monkeypatch) == 0
    out = capsys.readouterr().out
    assert "12 items, Normal scores (sd = " in out
    assert "The pilot’s scores have a standard deviation of" in out
    assert "spread=" not in out


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        (("--ssr", "0.5"), "Wanted: SSR of 0.5."),
        (("--split-half", "0.6"), "Wanted: split-half reliability of 0.6."),
        (("--places", "2.5"), "Wanted: 2.5 places off on average."),
        (("--top-share", "60", "--top", "3"), "Wanted: 60 % of the top 3 found."),
    ],
)
def test_plan_takes_other_goals(
    goal: tuple[str, ...],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each goal has its words, answers an item, and the literature's rules beside it."""
    size = ["--repetitions", "2", "--strategy", "random", "--jobs", "1"]
    assert run(["plan", "--items", "12", "--spread", "1.5", *size, *goal], monkeypatch) == 0
    out = capsys.readouterr().out
    assert words in out
    for rule in ("10 answers an item", "feduc.2021.788202", "SSR .8"):
        assert rule in out


MISTAKES = {
    "missing file": (["rank", "none.csv"], "none.csv can't be read"),
    "missing argument": (["rank"], "Missing argument"),
    "wrong prior": (["rank", "PAIRS", "--prior", "-1"], "is no prior"),
    "wrong confidence": (["rank", "PAIRS", "--confidence", "100"], "between 0 and 100"),
    "unknown strategy": ([*SIMULATE, "--at", "9", "--strategy", "bogosort"], "bogosort"),
    "negative budget": ([*SIMULATE, "--budget", "-5"], "from 1 up"),
    "budget that is no number": ([*SIMULATE, "--budget", "many"], "--budget"),
    "no budget": (SIMULATE, "how many comparisons"),
    "beyond the budget": ([*SIMULATE, "--budget", "9", "--at", "10"], "10 comparisons"),
    "no items": (["simulate", "--noise", "3", "--budget", "9"], "how many items"),
    "one item": (["simulate", "--items", "1", "--noise", "3", "--budget", "9"], "two items"),
    "no noise": (["simulate", "--items", "9", "--budget", "9"], "needs a noise"),
    "unknown population": ([*SIMULATE, "--budget", "9", "--population", "x"], "poisson"),
    "noise and spread": ([*SIMULATE, "--budget", "9", "--spread", "2"], "one of the two"),
    "plan of both": (["plan", "--items", "9", "--noise", "2", "--spread", "2"], "one of the two"),
    "unknown respondent": ([*SIMULATE, "--budget", "9", "--respondent", "x"], "noiseless"),
    "unknown order": ([*SIMULATE, "--budget", "9", "--order", "x"], "level or depth"),
    "wrong lapse": ([*SIMULATE, "--budget", "9", "--lapse", "2"], "from 0 to 1"),
    "output in a file": ([*SIMULATE, "--budget", "9", "--output", "PAIRS/x"], "can't be made"),
    "unknown figure": (["reproduce", "figure9", "--output", "OUT"], "bounds"),
    "no data": (["reproduce", "sushi", "--output", "OUT"], "kamishima"),
    "data of no use": (["reproduce", "bounds", "--output", "OUT", "--data", "PAIRS"], "--data"),
    "wrong data": (["reproduce", "gifgif", "--output", "OUT", "--data", "PAIRS"], "column left"),
    "wrong accuracy": (["plan", "--items", "9", "--noise", "2", "--accuracy", "0"], "accuracy"),
    "two goals": (["plan", "--items", "9", "--ssr", ".8", "--places", "2"], "one goal at a time"),
    "wrong SSR": (["plan", "--items", "9", "--noise", "2", "--ssr", "80"], "wanted SSR is 80"),
    "plan of nothing": (["plan"], "how many items"),
    "pilot and noise": (["plan", "--pilot", "PAIRS", "--noise", "2"], "pilot"),
    "unknown command": (["rnak", "PAIRS"], "rnak"),
}


@pytest.mark.parametrize(("arguments", "word"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_is_one_sentence_and_exit_code_2(
    arguments: list[str],
    word: str,
    pairs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever is wrong is said on one line of stderr, and nothing is printed or run."""
    places = {"PAIRS": str(pairs), "OUT": str(tmp_path / "out")}
    arguments = [next((x.replace(a, b) for a, b in places.items() if a in x), x) for x in arguments]
    assert run(arguments, monkeypatch) == 2
    said = capsys.readouterr()
    assert word in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""


@pytest.mark.parametrize("command", ["rank", "simulate", "reproduce", "plan"])
def test_help_has_examples(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every command shows how it is called, each example on a line of its own."""
    assert run([command, "--help"], monkeypatch) == 0
    said = capsys.readouterr().out
    assert "Examples:\n    sortrank" in said
    assert "--json" in said


def test_shell_completion_is_offered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--show-completion` and `--install-completion` are there."""
    assert run(["--help"], monkeypatch) == 0
    assert "--install-completion" in capsys.readouterr().out
