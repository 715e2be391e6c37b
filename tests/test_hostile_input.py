"""Hostile files for the command line: limits, one net, and outputs that are whole and harmless."""

import gzip
import json
import os
import re
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.commands.console import make_printable, print_json, say
from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.safe_files import read_json, replacing_file, sweep
from sortrank_gui.simulation.datasets import read_any
from sortrank_gui.study.items.importing import import_paths
from sortrank_gui.tables import defuse, fuse, read_text
from sortrank_gui.ui.window.settings import Settings

ROOT = Path(__file__).parents[1]


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "sortrank_gui", *map(str, arguments)]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


HOSTILE = {
    "count.csv": "winner,loser,count\na,b,10000000000\n",
    "count.soc": "# NUMBER ALTERNATIVES: 2\n10000000000: 1,2\n",
    "items.soc": "# NUMBER ALTERNATIVES: 1000000000\n1: 1,2\n",
    "items.order": "1000000000 1\n0 2 1 2\n",
    "columns.csv": ",".join(f"c{k}" for k in range(20_000)) + "\n",
    "digits.csv": "winner,loser,count\na,b," + "9" * 5000 + "\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_numbers_beyond_all_limits_are_sentences(name: str, tmp_path: Path) -> None:
    """A file of a few bytes takes neither the memory nor the time of a large one."""
    path = tmp_path / name
    path.write_text(HOSTILE[name])
    began = time.process_time()
    with pytest.raises(InputError):
        read_any(path)
    assert time.process_time() - began < 5


def test_comparisons_up_to_the_limit_take_little_memory(tmp_path: Path) -> None:
    """Fifty million of one pair are counted, not written out."""
    path = tmp_path / "many.csv"
    path.write_text("winner,loser,count\na,b,30000000\nb,a,19999999\nb,c,1\n")
    table = read_any(path).table
    assert table.n_comparisons == 50_000_000
    assert table.wins.tolist() == [30_000_000, 20_000_000, 0]


@pytest.mark.posix("there is no such device")
def test_device_is_refused() -> None:
    """An endless file is not read at all."""
    with pytest.raises(InputError, match="device"):
        read_text(Path("/dev/zero"))


@pytest.mark.posix("pipes have no names in folders there")
@pytest.mark.parametrize("name", ["table.csv", "table.csv.gz", "order.soc"])
def test_pipe_that_nobody_writes_into_is_empty(name: str, tmp_path: Path) -> None:
    """Nobody waits for a writer that may never come."""
    os.mkfifo(tmp_path / name)
    assert read_text(tmp_path / name) == ""


@pytest.mark.posix("pipes have no names there")
def test_pipe_with_a_writer_is_read_to_its_end() -> None:
    """As a shell gives the output of another program, which may take its time."""
    end, other = os.pipe()

    def write() -> None:
        with open(other, "w") as file:
            file.write("winner,loser\n")
            file.flush()
            file.write("a,b\n")

    writer = threading.Thread(target=write)
    writer.start()
    assert read_text(Path(f"/dev/fd/{end}")) == "winner,loser\na,b\n"
    writer.join()
    os.close(end)


@pytest.mark.posix("there are no such files")
@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("name", ["a.pdf", "a.png", "a.svg"])
def test_picture_that_is_no_file_is_left_out(name: str, kind: str, tmp_path: Path) -> None:
    """In a folder that somebody else filled."""
    if kind == "pipe":
        os.mkfifo(tmp_path / name)
    else:
        (tmp_path / name).symlink_to("/dev/zero")
    (tmp_path / "items.csv").write_text(f"name,image\none,{name}\n")
    for source in (tmp_path, tmp_path / name, tmp_path / "items.csv"):
        with pytest.raises(InputError):
            import_paths([source])


def test_gzip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What unpacks to more than the limit is a sentence."""
    from sortrank_gui import limits

    monkeypatch.setattr(limits, "MOST_TEXT_BYTES", 1_000_000)
    path = tmp_path / "bomb.csv.gz"
    path.write_bytes(gzip.compress(b"winner,loser\n" + b"a,b\n" * 10_000_000, 1))
    assert path.stat().st_size < 1_000_000
    with pytest.raises(InputError, match="larger"):
        read_text(path)


def test_nested_json_is_a_value_error(tmp_path: Path) -> None:
    """Files of our own that somebody nested are as good as damaged; the window starts."""
    path = tmp_path / "window.json"
    path.write_text("[" * 100_000)
    with pytest.raises(ValueError, match="deep"):
        read_json(path)
    assert Settings(path).recent == []
    path.write_text('{"recent": ' + "[" * 100_000)
    assert Settings(path).text("theme") == ""


def test_command_line_has_one_net(tmp_path: Path) -> None:
    """What the system refuses is one line and exit code 2, not a traceback."""
    nested = tmp_path / "experiment.json"
    nested.write_text("[" * 100_000)
    for arguments in (
        ("simulate", "--experiment", nested),
        ("rank", tmp_path),
        ("check", tmp_path / "missing.sortrank"),
        ("rank", tmp_path / "\x1b[31mred.csv"),
    ):
        done = run(*arguments)
        assert done.returncode in (1, 2), arguments
        assert "Traceback" not in done.stderr
        assert "\x1b" not in done.stdout + done.stderr


@given(st.text(alphabet="=+-@;'\"\t\n\r ab", max_size=12))
def test_defused_text_comes_back_and_hides_no_formula(text: str) -> None:
    """However a spreadsheet splits a cell, no part begins a formula; reading undoes it."""
    safe = defuse(text)
    assert fuse(safe) == text
    for separator in ";\t\n\r":
        first, *others = safe.split(separator)
        for part in (first, *(each.lstrip('"') for each in others)):  # as after an empty cell
            assert part[:1] not in tuple("=+-@＝")


def test_control_characters_are_shown_not_obeyed() -> None:
    """A name can't write over what a terminal shows."""
    assert make_printable("a\x1b[2Jb\u202e") == "a\\x1b[2Jb\\u202e"


def test_commands_print_through_one_function(capsys: pytest.CaptureFixture[str]) -> None:
    """Names, titles and paths are words of strangers: no command prints by itself."""
    say("a\x1b[2J\nb\u202e")
    assert capsys.readouterr().out == "a\\x1b[2J\nb\\u202e\n"
    others = (ROOT / "sortrank_gui" / "commands").glob("*.py")
    found = [
        path.name
        for path in others
        if path.name != "console.py" and re.search(r"(?<![\w.])print\(", path.read_text("utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize("encoding", ["ascii", "cp437"])
def test_letters_that_a_terminal_lacks_are_no_error(encoding: str, tmp_path: Path) -> None:
    """As where Windows writes what is printed into a file; JSON stays JSON."""
    path = tmp_path / "a.csv"
    path.write_text("winner,loser\n日本,“b”\n“b”,c\nc,日本\n", encoding="utf-8")
    done = run("rank", path, PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert "\\u65e5\\u672c" in done.stdout
    told = run("rank", path, "--json", PYTHONIOENCODING=encoding)
    assert "日本" in json.dumps(json.loads(told.stdout), ensure_ascii=False)


@pytest.mark.posix("names are Unicode there")
def test_study_whose_name_is_no_text_is_not_called_damaged(tmp_path: Path) -> None:
    """It can be renamed; nobody looks for a backup."""
    path = tmp_path / os.fsdecode(b"a\xff.sortrank")
    path.write_bytes(b"x")
    for command in (("check",), ("answer",), ("backup",)):
        done = run(*command, path)
        assert "not written in UTF-8" in done.stdout + done.stderr
        assert "damaged" not in done.stdout + done.stderr


def test_output_of_others_is_whole_or_not_there(tmp_path: Path) -> None:
    """A picture that can't be written leaves the old one, and nothing beside it."""
    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    with suppress(ZeroDivisionError), replacing_file(path) as building:
        building.write_bytes(b"half")
        raise ZeroDivisionError
    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"old"]
    with pytest.raises(StudyFileError), replacing_file(path):
        pass


def test_only_old_leftovers_of_ours_are_swept(tmp_path: Path) -> None:
    """What a kill left goes after a day; what others named or build now stays."""
    ours = [".a.sortrank.0123abcd.new", ".a.png.0123abcd.new.png", ".x.0123abcd.new-journal"]
    others = [".a.new", "a.0123abcd.new", ".a.0123abcd.new.py.bak", "notes.txt"]
    fresh = ".b.sortrank.0123abcd.new"
    for name in (*ours, *others, fresh):
        (tmp_path / name).write_text(json.dumps(name))
        if name != fresh:
            os.utime(tmp_path / name, (1, 1))
    sweep(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*others, fresh}


def test_printed_json_is_shown_not_obeyed(capsys: pytest.CaptureFixture[str]) -> None:
    """Signs that JSON lets pass and a terminal obeys are escaped; readers get what was meant."""
    said = {"a\x9b2J": "b\u202e\x7f\udcff\U000e0001", "é": "日本"}
    print_json(said)
    printed = capsys.readouterr().out
    assert all(sign.isprintable() for line in printed.splitlines() for sign in line)
    assert json.loads(printed) == said
    assert "日本" in printed
