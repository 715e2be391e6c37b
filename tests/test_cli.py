import subprocess
import sys
from pathlib import Path

import pytest

from sortrank_gui import __version__
from sortrank_gui.cli import main


def run(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the exit code of the command in this process."""
    monkeypatch.setattr(sys, "argv", ["sortrank", *arguments])
    with pytest.raises(SystemExit) as ending:
        main()
    return int(ending.value.code or 0)


def test_version_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`sortrank --version` says which one it is."""
    assert run(["--version"], monkeypatch) == 0
    assert capsys.readouterr().out == f"sortrank {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["demo", "--strategy", "bogosort"], "mergesort"),
        (["demo", "--theme", "pink"], "dark"),
        (["demo", "--size", "large"], "1024x700"),
        (["open", "nowhere.sortrank"], "nowhere.sortrank"),
        (["open", "nowhere.sortrank", "--theme", "pink"], "dark"),
        (["nowhere.sortrank"], "There is no study"),
        (["NOWHERE.SORTRANK"], "There is no study"),
    ],
)
def test_mistake_is_one_sentence_and_exit_code_2(
    arguments: list[str],
    word: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A value that does not exist ends with the ones that do, on stderr."""
    assert run(arguments, monkeypatch) == 2
    said = capsys.readouterr().err
    assert word in said
    assert said.count("\n") == 1


def test_mistake_without_a_terminal_is_shown_in_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bundle that Windows starts has no stderr; who clicked learns all the same what is wrong."""
    said = list[str]()
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr("sortrank_gui.ui.window.application.show_sentence", said.append)
    assert run(["nowhere.sortrank"], monkeypatch) == 2
    assert said == ["There is no study nowhere.sortrank."]


def test_output_that_cannot_be_made_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A folder inside a file is refused before a window opens."""
    (tmp_path / "file").write_text("")
    output = str(tmp_path / "file" / "folder")
    assert run(["demo", "--unattended", "--output", output], monkeypatch) == 2
    assert output in capsys.readouterr().err


def test_missing_display_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a display Qt would abort; we say what to do instead."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert run(["demo"], monkeypatch) == 2
    assert "--unattended" in capsys.readouterr().err


def test_help_needs_no_qt() -> None:
    """The command line starts without loading Qt, numpy or scipy."""
    code = (
        "import sys, sortrank_gui.cli; "
        "print([name for name in ('PySide6', 'numpy', 'scipy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
