"""`sortrank lab` on a server of our own: every command, and a sentence for every mistake."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.lab.roles import RESEARCHER, ROLES, STATION
from sortrank_gui.study.survey.survey import Survey
from tests.lab_server import Lab, cluster, lab

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")
Run = Callable[..., int]
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """Make a study in which two people have answered."""
    path = tmp_path / "study.sortrank"
    design = Design(title="Numbers", prompt="Which?", min_response_ms=0)
    create_study(path, design, [Item(f"item {k}") for k in range(6)])
    with open_study(path) as file:
        survey = Survey(file)
        for code in ("P01", "P02"):
            session = survey.start(code)
            for _ in range(5):
                session.answer(Answer.LEFT, seconds=0.5)
            session.end()
        survey.close()
    return path


def ask(run: Run, capsys: Captured, *arguments: str) -> Any:
    """Return what a command says as JSON."""
    assert run("lab", *arguments, "--json") == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out)


def refuse(run: Run, capsys: Captured, *arguments: str) -> str:
    """Return the one sentence that a command ends with."""
    assert run("lab", *arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_study_goes_round(
    lab: Lab, run: Run, capsys: Captured, study: Path, tmp_path: Path
) -> None:
    """Share, list, status, open, home, withdraw and remove work together."""
    server = ("--server", lab.text())
    shared = ask(run, capsys, "share", str(study), *server)
    assert (shared["new"], shared["answers"]) == (True, 10)
    assert not ask(run, capsys, "share", str(study), *server)["new"]
    (listed,) = ask(run, capsys, "list", *server)
    assert (listed["title"], listed["answers"], listed["participants"]) == ("Numbers", 10, 2)
    status = ask(run, capsys, "status", *server, "--study", "Numbers")
    assert (status["study"], status["stations"]) == (listed, [])
    opened = ask(run, capsys, "open", *server, "--study", shared["uuid"])
    assert opened["counts"]["answers"] == 10
    assert run("check", opened["study"]) == 0
    assert "lab home" in capsys.readouterr().out
    made = ask(run, capsys, "home", *server, "--output", str(tmp_path / "home.sortrank"))
    assert made["counts"] == opened["counts"]
    assert run("check", made["study"]) == 0
    assert run("lab", "withdraw", *server, "--participant", "P01", "--yes") == 0
    assert "1 session, 5 answers" in capsys.readouterr().out
    assert ask(run, capsys, "status", *server)["study"]["answers"] == 5
    assert run("lab", "remove", *server, "--yes") == 0
    assert "“Numbers” with 5 answers" in capsys.readouterr().out
    assert ask(run, capsys, "list", *server) == []


def test_words_for_people(lab: Lab, run: Run, capsys: Captured, study: Path) -> None:
    """Without --json every command says in words what it did."""
    server = ("--server", lab.text())
    assert run("lab", "list", *server) == 0
    assert run("lab", "share", str(study), *server) == 0
    assert run("lab", "share", str(study), *server) == 0
    lab.execute(
        "INSERT INTO sortrank.stations SELECT uuid, 'booth 1', sha256('x'), now(), "
        """'{"participant": "P07", "phase": "running"}' FROM sortrank.studies"""
    )
    assert run("lab", "list", *server) == 0
    assert run("lab", "status", *server) == 0
    assert run("lab", "open", *server) == 0
    assert run("lab", "home", *server, "--output", "home.sortrank") == 0
    said = capsys.readouterr().out
    for words in (
        "no study on the server yet",
        "Shared “Numbers” in the database “lab",
        "is there already",
        "booth 1",
        "P07",
        "desk.sortrank: 2 participants, 2 sessions and 10 answers",
        "Made home.sortrank: 2 participants",
    ):
        assert words in said


def test_init_prepares_a_database(lab: Lab, run: Run, capsys: Captured) -> None:
    """The owner of an empty database prepares it once, and again without harm."""
    lab.server.execute(f"CREATE DATABASE {lab.database}_new OWNER {lab.server.owner}")
    server = lab.server.url(f"{lab.database}_new", lab.server.owner)
    try:
        done = ask(run, capsys, "init", "--server", server)
        assert (done["new"], done["roles"]) == (True, list(ROLES))
        assert run("lab", "init", "--server", server) == 0
        assert "rights anew" in capsys.readouterr().out
        other = lab.server.url(f"{lab.database}_new", RESEARCHER)
        assert ask(run, capsys, "list", "--server", other) == []
    finally:
        lab.server.execute(f"DROP DATABASE {lab.database}_new WITH (FORCE)")


def test_mistakes_are_one_sentence(
    lab: Lab, run: Run, capsys: Captured, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No server, a wrong role, a database that is not prepared, a study that is not there."""
    monkeypatch.delenv("SORTRANK_LAB", raising=False)
    server = ("--server", lab.text())
    assert "Say where the lab's server is" in refuse(run, capsys, "list")
    nobody = "postgresql://127.0.0.1:1/lab"
    assert "does not answer" in refuse(run, capsys, "list", "--server", nobody)
    unsafe = "postgresql://u:secret@lab.example.org/lab?sslmode=prefer"
    said = refuse(run, capsys, "list", "--server", unsafe)
    assert "--insecure" in said
    assert "secret" not in said
    plain = lab.server.url("postgres", "postgres")
    assert "not prepared" in refuse(run, capsys, "list", "--server", plain)
    assert "no study on the server yet" in refuse(run, capsys, "status", *server)
    assert "no study on the server yet" in refuse(
        run, capsys, "home", *server, "--output", "x.sortrank"
    )
    station = lab.text(STATION)
    assert "may not share" in refuse(run, capsys, "share", str(study), "--server", station)
    assert run("lab", "share", str(study), *server) == 0
    capsys.readouterr()
    assert "no study “Else”" in refuse(run, capsys, "status", *server, "--study", "Else")
    assert "is there already" in refuse(run, capsys, "home", *server, "--output", str(study))
    assert "Say --yes" in refuse(run, capsys, "remove", *server)
    assert "no participant “P99”" in refuse(
        run, capsys, "withdraw", *server, "--participant", "P99", "--yes"
    )
    assert "Say --yes" in refuse(run, capsys, "withdraw", *server, "--participant", "P01")


def test_study_in_use_is_not_removed(lab: Lab, run: Run, capsys: Captured, study: Path) -> None:
    """While a station is at work its study stays on the server."""
    server = ("--server", lab.text())
    assert run("lab", "share", str(study), *server) == 0
    capsys.readouterr()
    lab.execute(
        "INSERT INTO sortrank.stations SELECT uuid, 'booth 1', sha256('x'), now(), '{}' "
        "FROM sortrank.studies"
    )
    assert "in use at: booth 1" in refuse(run, capsys, "remove", *server, "--yes")


def test_missing_extra_is_one_sentence(tmp_path: Path) -> None:
    """Where psycopg is not installed, the commands say what to install."""
    code = (
        "import sys; sys.modules['psycopg'] = None; from sortrank_gui.cli import main; "
        "sys.argv = ['sortrank', 'lab', 'list', '--server', 'postgresql:///lab']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert "sortrank-gui[lab]" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command", ["init", "share", "list", "status", "open", "home", "withdraw", "remove"]
)
def test_help_has_an_example(run: Run, capsys: Captured, command: str) -> None:
    """Every command shows how it is used."""
    assert run("lab", command, "--help") == 0
    assert f"sortrank lab {command}" in capsys.readouterr().out


def test_open_follows_until_it_is_interrupted(lab: Lab, study: Path, tmp_path: Path) -> None:
    """With --follow the replica grows on; Ctrl-C closes it in order."""
    import os
    import signal

    from sortrank_gui.study.lab.sharing import share_study
    from tests.study.lab.stations import PlainStation

    with open_study(study) as file:
        uuid = share_study(file, lab.address()).uuid
    command = [sys.executable, "-m", "sortrank_gui", "lab", "open", "--follow"]
    environment = {**os.environ, "SORTRANK_HOME": str(tmp_path / "home")}
    process = subprocess.Popen(
        [*command, "--server", lab.text()], stdout=subprocess.PIPE, text=True, env=environment
    )
    with process:
        assert process.stdout is not None
        assert "10 answers" in process.stdout.readline()
        station = PlainStation(lab, uuid, tmp_path)
        station.answer("P09", 3)
        station.close()
        assert "3 participants, 3 sessions and 13 answers" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    path = tmp_path / "home" / "data" / "lab" / uuid / "desk.sortrank"
    assert not path.with_name("desk.sortrank-wal").exists()
