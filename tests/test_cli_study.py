"""The commands new, answer, export, check, merge and restore."""

import csv
import json
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sortrank_gui.paths import resource
from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.saving import SavingStudy
from tests.lab_study import make_lab

Run = Callable[..., int]


@pytest.fixture
def run(run: Run) -> Run:
    """Run the command in a folder with twelve things and their true order."""
    Path("things.txt").write_text("".join(f"thing {k}\n" for k in range(1, 13)))
    Path("truth.csv").write_text("item,rank\n" + "".join(f"thing {k},{k}\n" for k in range(1, 13)))
    return run


def new(run: Run, *more: str) -> None:
    """Make a study of twelve things."""
    made = ("new", "s.sortrank", "--texts", "things.txt", "--prompt", "Which?", *more)
    assert run(*made) == 0


def test_study_without_a_window(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """From a text file to a ranking, with every command once."""
    new(run, "--truth", "truth.csv", "--budget", "60", "--catch", "0.1", "--repeat", "0.1")
    assert run("answer", "s.sortrank") == 0
    assert "R01 gave 60 answers; the session is over (budget)." in capsys.readouterr().out
    assert run("check", "s.sortrank") == 0
    assert "s.sortrank is sound." in capsys.readouterr().out
    files = ("--answers", "a.csv", "--ranking", "r.csv", "--comparisons", "c.csv")
    assert (
        run(
            "export",
            "s.sortrank",
            *files,
            "--preflib",
            "p.toi",
            "--everything",
            "e.json",
            "--robots",
        )
        == 0
    )
    capsys.readouterr()
    assert run("rank", "c.csv", "--json") == 0
    ranked = json.loads(capsys.readouterr().out)["ranking"]
    assert {ranked[0]["item"], ranked[1]["item"]} <= {f"thing {k}" for k in range(1, 7)}


def test_answers_of_models_become_a_study(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A robot ranks the models, and every answer says which prompt it was about."""
    rows = [
        {"prompt_id": name, "prompt": f"{name}?", "model": model, "answer": f"{name} {model}"}
        for name in ("sky", "sum", "gap")
        for model in ("A", "B")
    ]
    Path("a.jsonl").write_text("\n".join(map(json.dumps, rows[:-1])), encoding="utf-8")
    made = ("new", "m.sortrank", "--outputs", "a.jsonl", "--prompt", "Which is better?")
    assert run(*made, "--budget", "4") == 0
    assert "has no answer of B" in capsys.readouterr().out
    Path("best.csv").write_text("item,score\nA,1\nB,0\n", encoding="utf-8")
    assert run("answer", "m.sortrank", "--robot", "best.csv") == 0
    assert run("export", "m.sortrank", "--answers", "a.csv", "--robots") == 0
    with Path("a.csv").open(encoding="utf-8", newline="") as file:
        contexts = [row["context"] for row in csv.DictReader(file)]
    assert sorted(contexts) == ["sky", "sky", "sum", "sum"]


def test_items_come_from_one_place(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Two sources, or none, are a mistake."""
    made = ("new", "m.sortrank", "--prompt", "Which?")
    assert run(*made) != 0
    assert run(*made, "--texts", "things.txt", "--outputs", "things.txt") != 0
    assert "--csv or --outputs" in capsys.readouterr().err


def test_new_reports_what_was_left_out(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged picture does not keep the others out, for people and for machines."""
    good = resource("demo", "dots-01.png").read_bytes()
    Path("photos").mkdir()
    for name, data in (("a.png", good), ("b.png", good), ("cut.png", good[:2000]), ("c.md", b"")):
        Path("photos", name).write_bytes(data)
    made = ("--images", "photos", "--prompt", "Which?")
    assert run("new", "s.sortrank", *made) == 0
    first, report = capsys.readouterr().out.splitlines()
    assert first == "Made s.sortrank with 2 items."
    assert report.startswith("2 pictures taken, 2 left out: cut.png can't be shown")
    assert run("new", "t.sortrank", *made, "--json") == 0
    assert json.loads(capsys.readouterr().out)["left_out"][1] == "c.md is not a picture."


def test_too_few_items_are_explained_by_what_was_left_out(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row whose picture is missing is named, not only counted as lacking."""
    Path("few.csv").write_text("name,text,image\na,A,\nb,B,gone.png\n")
    assert run("new", "s.sortrank", "--csv", "few.csv", "--prompt", "Which?") == 2
    said = capsys.readouterr().err
    assert "this one has 1" in said
    assert "1 left out" in said
    assert "gone.png" in said
    assert not Path("s.sortrank").exists()


def test_names_like_formulas_come_back(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """What an export makes harmless is ranked under its own name, and harmless when written."""
    Path("odd.txt").write_text("=SUM(A1)\n'=x\n-7\n'plain\n@here\n")
    assert run("new", "s.sortrank", "--texts", "odd.txt", "--prompt", "Which?") == 0
    Path("odd.csv").write_text("item,rank\n=SUM(A1),1\n''=x,2\n-7,3\n'plain,4\n@here,5\n")
    assert run("answer", "s.sortrank", "--robot", "odd.csv", "--count", "20") == 0
    assert (
        run("export", "s.sortrank", "--comparisons", "c.csv", "--answers", "a.csv", "--robots") == 0
    )
    for name in ("c.csv", "a.csv"):
        capsys.readouterr()
        assert run("rank", name, "--output", "r.csv", "--json") == 0
        ranked = [row["item"] for row in json.loads(capsys.readouterr().out)["ranking"]]
        assert sorted(ranked) == sorted(["=SUM(A1)", "'=x", "-7", "'plain", "@here"])
        written = [line.split(",")[1] for line in Path("r.csv").read_text().splitlines()[1:]]
        assert sorted(written) == sorted(["'=SUM(A1)", "''=x", "'-7", "'plain", "'@here"])


def test_echo_prints_every_sequence_number(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """One line an answer on the standard output, and nothing else there."""
    new(run)
    capsys.readouterr()
    robot = ("--robot", "truth.csv", "--count", "5", "--participant", "X")
    assert run("answer", "s.sortrank", *robot, "--echo") == 0
    assert capsys.readouterr().out.split() == ["2", "3", "4", "5", "6"]
    assert run("answer", "s.sortrank", *robot, "--echo") == 0
    assert capsys.readouterr().out.split() == ["9", "10", "11", "12", "13"]


def test_json_for_machines(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command says in JSON what it did."""
    new(run, "--json")
    assert json.loads(capsys.readouterr().out)["items"] == 12
    robot = ("--robot", "truth.csv", "--count", "7")
    assert run("answer", "s.sortrank", *robot, "--json") == 0
    assert json.loads(capsys.readouterr().out)["given"] == 7
    assert run("check", "s.sortrank", "--json") == 0
    checked = json.loads(capsys.readouterr().out)
    assert checked["sound"]
    assert checked["counts"]["answers"] == 7
    assert run("export", "s.sortrank", "--answers", "a.csv", "--robots", "--json") == 0
    assert json.loads(capsys.readouterr().out)["written"] == {"a.csv": 7}
    assert run("restore", "s.sortrank", "--list", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)) == 1
    shutil.copy("s.sortrank", "t.sortrank")
    assert run("merge", "s.sortrank", "t.sortrank", "--output", "u.sortrank", "--json") == 0
    assert json.loads(capsys.readouterr().out)["counts"]["answers"] == 7
    Path("s.sortrank").write_bytes(b"gone")
    assert run("restore", "s.sortrank", "--json") == 0
    assert "before-restore" in json.loads(capsys.readouterr().out)["moved"]
    assert run("check", "s.sortrank") == 0


def test_displacement_target_ends_the_robot(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A robot stops when the estimate is as good as wanted."""
    new(run, "--truth", "truth.csv", "--budget", "5000", "--target", "0.5")
    assert run("answer", "s.sortrank", "--json") == 0
    assert json.loads(capsys.readouterr().out.split("items.\n")[1])["end"] == "displacement"


def test_displacement_target_waits_for_two_sorts(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """However easy the target, a robot's session goes on until 2 n log2 n answers."""
    new(run, "--truth", "truth.csv", "--budget", "5000", "--target", "100")
    assert run("answer", "s.sortrank", "--json") == 0
    told = json.loads(capsys.readouterr().out.split("items.\n")[1])
    assert (told["given"], told["end"]) == (100, "displacement")  # looked at every 25 answers


BACKWARDS = ("--from", "2026-03-02", "--to", "2026-03-01")


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["new", "s.sortrank", "--prompt", "?"], "--csv or --outputs"),
        (["new", "s.sortrank", "--prompt", "?", "--texts", "a", "--csv", "b"], "one place"),
        (["new", "s.sortrank", "--prompt", "", "--texts", "things.txt"], "prompt"),
        (["new", "s.sortrank", "--prompt", "?", "--texts", "gone.txt"], "gone.txt"),
        (["new", "s.sortrank", "--prompt", "?", "--images", "gone"], "gone"),
        (["new", "x.sortrank", "--prompt", "?", "--csv", "truth.csv", "--catch", "0.9"], "share"),
        (["new", "x.sortrank", "--prompt", "?", "--csv", "truth.csv", "--strategy", "b"], "merge"),
        (["answer", "gone.sortrank"], "gone.sortrank"),
        (["answer", "study.sortrank"], "--robot"),
        (["answer", "study.sortrank", "--robot", "gone.csv"], "gone.csv"),
        (["answer", "study.sortrank", "--unfinished", "maybe"], "resume or restart"),
        (["answer", "things.txt"], "not a SortRank study"),
        (["export", "study.sortrank"], "--answers"),
        (["export", "study.sortrank"], "--psych-ds or"),
        (["export", "study.sortrank", "--ranking", "folder"], "folder is a folder"),
        (["export", "study.sortrank", "--ranking", "r.html"], "r.html"),
        (["export", "study.sortrank", "--answers", "a.xlsx"], "choose a name that ends in .csv"),
        (["export", "study.sortrank", "--answers", "a.csv", *BACKWARDS], "--from"),
        (["export", "study.sortrank", "--answers", "no/where.csv"], "where.csv"),
        (["export", "things.txt", "--answers", "a.csv"], "not a SortRank study"),
        (["merge", "study.sortrank", "--output", "o.sortrank"], "two copies"),
        (["merge", "study.sortrank", "x", "--output", "o.sortrank", "--people", "b"], "same"),
        (["restore", "gone.sortrank"], "no backups"),
        (["restore", "study.sortrank", "--backup", "gone"], "There is no backup gone."),
        (["check", "gone.sortrank"], "There is no study gone.sortrank."),
        (["plan", "--study", "study.sortrank", "--ssr", "0.8"], "--ssr"),
        (["plan", "--items", "9", "--noise", "5", "--preregistration", "p.md"], "--study"),
    ],
)
def test_mistake_is_one_sentence(
    arguments: list[str], word: str, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, one line on stderr that says what to do, and no file is made."""
    new(run)
    Path("s.sortrank").rename("study.sortrank")
    Path("folder").mkdir()
    before = sorted(p.name for p in Path().iterdir())
    capsys.readouterr()
    assert run(*arguments) == 2
    said = capsys.readouterr().err
    assert word in said
    assert said.count("\n") == 1
    assert sorted(p.name for p in Path().iterdir()) == before


def test_check_of_a_damaged_study_ends_with_1(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code tells scripts, the sentence people."""
    new(run)
    data = bytearray(Path("s.sortrank").read_bytes())
    data[5000:9000] = bytes(4000)
    Path("s.sortrank").write_bytes(data)
    capsys.readouterr()
    assert run("check", "s.sortrank") == 1
    assert "NOT sound" in capsys.readouterr().out


def test_robots_are_exported_on_demand(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A file is about people; --robots counts robots too, and the file says so."""
    new(run, "--truth", "truth.csv", "--budget", "20")
    assert run("answer", "s.sortrank") == 0
    assert run("export", "s.sortrank", "--answers", "a.csv") == 0
    assert "(0 answers)" in capsys.readouterr().out
    assert "1 session of robots left out" in Path("a.columns.csv").read_text()
    assert run("export", "s.sortrank", "--answers", "a.csv", "--robots") == 0
    assert "(20 answers)" in capsys.readouterr().out
    assert run("check", "s.sortrank", "--json") == 0
    counts = json.loads(capsys.readouterr().out)["counts"]
    assert (counts["participants"], counts["robots"]) == (0, 1)


ODD_TIMES = (
    *(("--from", "Monday"), ("--from", "0001-01-01T00:00+14:00"), ("--to", "9999-12-31")),
    ("--to", "9999-12-31T23:59-12:00"),
)
"""No times, and some that are in no calendar once they are a day later, or of another zone."""


def test_selection_of_an_export(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Every option of the selection is taken, and what is wrong is told."""
    new(run, "--truth", "truth.csv", "--budget", "20")
    assert run("answer", "s.sortrank") == 0
    chosen = ("--participant", "R01", "--session", "1", "--kind", "regular", "--kind", "catch")
    times = ("--from", "2020-01-01", "--to", "2999-12-31T10:00")
    files = ("--robots", "--excluded", "--answers", "a.csv")
    assert run("export", "s.sortrank", *chosen, *times, *files) == 0
    assert "(20 answers)" in capsys.readouterr().out
    told = Path("a.columns.csv").read_text()
    assert "participants R01; sessions 1; people and robots; excluded ones included; from" in told
    for option in (("--to", "2020-01-01"), ("--session", "2")):
        assert run("export", "s.sortrank", *option, "--robots", "--answers", "a.csv") == 0
        assert "(0 answers)" in capsys.readouterr().out
    for option in (("--participant", "X"), ("--kind", "odd"), *ODD_TIMES):
        assert run("export", "s.sortrank", *option, "--answers", "a.csv") == 2
        assert option[1] in capsys.readouterr().err


def test_exclusion_by_command(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """What is excluded is left out of files until it is included again."""
    new(run, "--truth", "truth.csv", "--budget", "20")
    assert run("answer", "s.sortrank") == 0
    whom = ("s.sortrank", "--participant", "R01")
    counts = []
    for command in (
        ("exclude", *whom, "--session", "1", "--trial", "7", "--reason", "sneezed"),
        ("exclude", *whom, "--reason", "left early"),
        ("include", *whom),
        ("include", *whom, "--session", "1", "--trial", "7"),
    ):
        assert run(*command) == 0
        capsys.readouterr()
        assert run("export", "s.sortrank", "--robots", "--answers", "a.csv", "--json") == 0
        counts.append(json.loads(capsys.readouterr().out)["written"]["a.csv"])
    assert counts == [19, 0, 19, 20]
    assert run("exclude", *whom, "--session", "9", "--reason", "x") == 2
    assert "R01 has no session 9" in capsys.readouterr().err


def test_robot_needs_to_be_told_to_come_again(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A robot that is done gets no second session by accident."""
    new(run, "--truth", "truth.csv", "--budget", "10")
    assert run("answer", "s.sortrank", "--participant", "X") == 0
    assert run("answer", "s.sortrank", "--participant", "X") == 2
    assert "X has taken part already" in capsys.readouterr().err
    assert run("answer", "s.sortrank", "--participant", "X", "--again") == 0


def test_withdrawal_by_command(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --yes it says what would go; with it the code is nowhere any more."""
    new(run, "--truth", "truth.csv", "--budget", "10")
    for code in ("Quokka-77", "B"):
        assert run("answer", "s.sortrank", "--participant", code) == 0
    command = ("withdraw", "s.sortrank", "--participant", "Quokka-77")
    assert run(*command) == 2
    told = capsys.readouterr().err
    assert "would delete 1 session, 10 answers, 0 notes of Quokka-77, and 2 older backups" in told
    assert run(*command, "--yes") == 0
    for path in Path().rglob("*"):
        assert not path.is_file() or b"Quokka-77" not in path.read_bytes()
    assert run("check", "s.sortrank") == 0
    assert run(*command, "--yes") == 2
    assert "no participant" in capsys.readouterr().err


def test_renaming_by_command(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped code is corrected; two that are one person are joined on purpose."""
    new(run, "--truth", "truth.csv", "--budget", "10")
    for code in ("A", "B"):
        assert run("answer", "s.sortrank", "--participant", code) == 0
    assert run("rename-participant", "s.sortrank", "A", "C") == 0
    assert run("rename-participant", "s.sortrank", "B", "C") == 2
    assert "--join" in capsys.readouterr().err
    assert run("rename-participant", "s.sortrank", "B", "C", "--join") == 0
    assert run("export", "s.sortrank", "--robots", "--answers", "a.csv", "--session", "2") == 0
    rows = Path("a.csv").read_text().splitlines()[1:]
    assert {row.split(",")[0] for row in rows} == {"C"}
    assert run("check", "s.sortrank") == 0


def test_ctrl_c_right_after_a_commit_damages_nothing(
    run: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is told, the session pauses, and nobody speaks of damage."""
    new(run, "--truth", "truth.csv", "--budget", "60")
    capsys.readouterr()
    commits, note = list[int](), SavingStudy._note_changes

    def interrupt(file: SavingStudy) -> None:
        commits.append(file._changes)
        if len(commits) == 6:
            signal.raise_signal(signal.SIGINT)
        note(file)

    monkeypatch.setattr(SavingStudy, "_note_changes", interrupt)
    assert run("answer", "s.sortrank", "--echo") == 130
    told = capsys.readouterr()
    assert told.err == ""
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert run("check", "s.sortrank", "--json") == 0
    checked = json.loads(capsys.readouterr().out)
    assert checked["notices"] == []
    assert checked["counts"]["answers"] == len(told.out.split()) < 10


def test_sentence_about_a_study_in_use_is_said_once(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """A robot that can't answer says why, and not twice."""
    new(run, "--truth", "truth.csv")
    with open_study(Path("s.sortrank")):
        assert run("answer", "s.sortrank") == 2
    assert capsys.readouterr().err.count("reading only") == 1


def test_backup_tells_of_a_damaged_picture(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rest is backed up all the same."""
    old = Path(__file__).parent / "study" / "file" / "data" / "schema-1.sortrank"
    shutil.copy(old, "s.sortrank")
    open_study(Path("s.sortrank")).close()
    assert run("backup", "s.sortrank") == 0
    assert "picture" not in capsys.readouterr().out
    for damage in ("x'00'", "x''"):
        with closing(sqlite3.connect("s.sortrank")) as connection, connection:
            (digest,) = connection.execute("SELECT digest FROM images").fetchone()
            connection.execute(f"UPDATE images SET bytes = {damage}")
        for picture in (tmp_path / "home").rglob(digest):
            picture.unlink()  # of the backup before
        assert run("backup", "s.sortrank") == 0
        told = capsys.readouterr().out
        assert f"1 picture of the study is damaged ({digest[:12]})" in told
        assert run("backup", "s.sortrank", "--json") == 0
        assert json.loads(capsys.readouterr().out)["damaged_pictures"] == [digest]


def test_export_never_takes_the_place_of_a_study(
    run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor is a file written twice, or over another one's dictionary."""
    new(run, "--truth", "truth.csv")
    shutil.copy("s.sortrank", "other.sortrank")
    before = Path("s.sortrank").read_bytes()
    for name in ("s.sortrank", "other.sortrank", "./s.sortrank-wal", "s.sortrank-lock"):
        for what in ("--answers", "--everything", "--psych-ds"):
            assert run("export", "s.sortrank", what, name) == 2
            assert "is not written" in capsys.readouterr().err
    assert Path("s.sortrank").read_bytes() == Path("other.sortrank").read_bytes() == before
    for one, two in (("a.csv", "a.csv"), ("a.csv", "a.tsv"), ("a.csv", "a.columns.csv")):
        assert run("export", "s.sortrank", "--answers", one, "--ranking", two) == 2
        assert "written twice" in capsys.readouterr().err
    assert not list(Path().glob("a.*"))


def test_questions_and_conditions_are_exported(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One file has all questions, and rank takes one out of it; one alone on demand."""
    make_lab(tmp_path / "lab.sortrank", people=4, answers=8)
    study = str(tmp_path / "lab.sortrank")
    assert run("export", study, "--comparisons", "c.csv", "--ranking", "r.csv") == 0
    assert run("rank", "c.csv") == 2
    assert "asks 2 questions (nice, sharp): choose one." in capsys.readouterr().err
    assert run("rank", "c.csv", "--question", "nice", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["ranking"]) == 4
    dark = ("--question", "nice", "--condition", "dark")
    assert run("export", study, "--answers", "a.csv", *dark) == 0
    assert "(16 answers)" in capsys.readouterr().out
    assert run("export", study, "--ranking", "n.csv", "--anchors", "r.csv") == 2
    assert "say which by --question" in capsys.readouterr().err
    anchored = ("--anchors", "r.csv", "--question", "nice")
    assert run("export", study, "--ranking", "n.csv", *anchored) == 0
    for wrong in (("--question", "x"), ("--condition", "x")):
        assert run("export", study, "--ranking", "n.csv", *wrong) == 2


def test_whole_design_comes_back(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What --design wrote makes a study with the same timeline, conditions and settings."""
    make_lab(tmp_path / "lab.sortrank", people=0, conditions=(Condition("a"), Condition("b")))
    Path("items.csv").write_text("name,tags\nfig,even\nplum,\npear,even; ripe\nkiwi,ripe;\n")
    assert run("export", str(tmp_path / "lab.sortrank"), "--design", "d.json") == 0
    assert "(2 questions)" in capsys.readouterr().out
    assert run("new", "n.sortrank", "--csv", "items.csv", "--design", "d.json") == 0
    assert run("export", "n.sortrank", "--design", "again.json") == 0
    assert Path("again.json").read_bytes() == Path("d.json").read_bytes()
    with open_study(Path("n.sortrank"), read_only=True) as file:
        with open_study(tmp_path / "lab.sortrank", read_only=True) as other:
            assert file.content.design == other.content.design
        assert [item.tags for item in file.content.items] == [
            ("even",),
            (),
            ("even", "ripe"),
            ("ripe",),
        ]
    capsys.readouterr()
    both = ("--design", "d.json", "--budget", "9")
    assert run("new", "x.sortrank", "--csv", "items.csv", *both) == 2
    assert "leave --budget out" in capsys.readouterr().err
    Path("d.json").write_text('{"colour": 1}')
    assert run("new", "x.sortrank", "--csv", "items.csv", "--design", "d.json") == 2
    assert "unknown field “colour”" in capsys.readouterr().err
    assert not Path("x.sortrank").exists()


def test_study_is_planned(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """People, questions and conditions in one sentence; a preregistration has it, too."""
    make_lab(tmp_path / "lab.sortrank", people=0, answers=20)
    options = ("--participants", "8", "--repetitions", "2", "--jobs", "1")
    text = ("--preregistration", "p.md")
    assert run("plan", "--study", str(tmp_path / "lab.sortrank"), *options, *text, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["words"].startswith(
        "8 people, 2 questions, 2 conditions: 3 minutes each, 4 people"
    )
    assert [each["answers"] for each in found["questions"]] == [160, 160]
    assert found["words"] in Path("p.md").read_text(encoding="utf-8")
    assert run("plan", "--study", str(tmp_path / "lab.sortrank"), "--participants", "1") == 2
    assert "2 conditions need as many people" in capsys.readouterr().err
