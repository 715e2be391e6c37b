"""Exports in the File menu, on the Results tab and on the command line: one registry."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.cli import main
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.results import exports, report
from sortrank_gui.study.results.exporting import Export, Order
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.ui.window.main_window import MainWindow

DUMMY = '''
"""The names of the items in capital letters."""

from sortrank_gui.study.results.exporting import Export, Order, TextFile


def make(order: Order) -> TextFile:
    names = [item.name.upper() for item in order.study.content.items]
    return TextFile([f"{name}\\n" for name in names], len(names))


EXPORT = Export("dummy", "Dummy", "Loud names.", ".txt", "Text file", "name", 99, make)
'''


@pytest.fixture
def dummy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add an export by one file, in a folder that stands beside ours."""
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "dummy.py").write_text(DUMMY, encoding="utf-8")
    monkeypatch.setattr(exports, "__path__", [*exports.__path__, str(folder)])
    yield
    del exports.dummy, sys.modules[f"{exports.__name__}.dummy"]


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path that every file dialog gives."""
    path = tmp_path / "out.txt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (str(path), ""))
    return path


def test_new_export_is_on_every_screen(
    dummy: None,
    window: MainWindow,
    target: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A file in the folder is all it takes; each screen names it, and writes the same with it."""
    window.study.request(Engine.start_robot, RobotOrder(goal=3))
    qtbot.waitUntil(lambda: window.survey.shows(3), timeout=20_000)
    names = "".join(f"{item.name.upper()}\n" for item in window.study.content.items)
    action = window.menus.export.actions()[-1]
    assert action.text() == "Dummy…"
    assert action.toolTip().startswith("Text file: loud names")
    with qtbot.waitSignal(window.files.succeeded):
        action.trigger()
    assert target.read_text(encoding="utf-8") == names
    assert window.notice.text == f"Wrote 6 names to {target}. Answers: all."
    target.unlink()

    window.stack.show_page("Results")
    view = window.stack.pages["Results"].views.choose("Export")
    view.choose("Dummy")
    qtbot.waitUntil(lambda: view.preview.text.toPlainText() == names, timeout=20_000)
    with qtbot.waitSignal(view.written):
        view.save_action.trigger()
    assert target.read_text(encoding="utf-8") == names
    target.unlink()

    study = str(window.study.path)
    assert run(monkeypatch, "export", "--help") == 0
    assert "--dummy <path> Text file: loud names." in " ".join(capsys.readouterr().out.split())
    assert run(monkeypatch, "export", study) == 2
    assert "or --dummy." in capsys.readouterr().err
    assert run(monkeypatch, "export", study, "--dummy", str(target)) == 0
    assert f"Wrote {target} (6 names)." in capsys.readouterr().out
    assert target.read_text(encoding="utf-8") == names


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run the command line in this process; return its exit code."""
    monkeypatch.setattr(sys, "argv", ["sortrank", *arguments])
    with pytest.raises(SystemExit) as ending:
        main()
    return int(ending.value.code or 0)


@pytest.mark.parametrize("export", find_exports(), ids=lambda export: export.name)
def test_menu_writes_what_the_export_makes(
    export: Export,
    window: MainWindow,
    target: Path,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The file from the menu is that of the registry, and the window says where it is."""
    monkeypatch.setattr(report, "utc_now", lambda: "2026-04-01T12:00:00.000Z")
    window.study.request(Engine.start_robot, RobotOrder(goal=12))
    qtbot.waitUntil(lambda: window.survey.shows(12), timeout=20_000)
    (action,) = [a for a in window.menus.export.actions() if a.data() == export]
    with qtbot.waitSignal(window.files.succeeded, timeout=20_000):
        action.trigger()
    (tmp_path / "again").mkdir()
    again = tmp_path / "again" / target.name
    with open_study(window.study.path, read_only=True) as file:
        number = export.write(Order(again, file.everything, source=window.study.path))
    assert target.read_bytes() == again.read_bytes()
    assert number > 0
    assert window.notice.text == f"Wrote {export.count(number)} to {target}. Answers: all."


def test_exports_need_a_study(window: MainWindow, qtbot: QtBot) -> None:
    """Without one the menu is grey; the first ten entries have a key, from 0 on."""
    actions = window.menus.export.actions()
    keys = [action.shortcut().toString() for action in actions]
    assert keys[:10] == [f"Ctrl+Shift+{k}" for k in range(len(actions))][:10]
    assert all(action.isEnabled() for action in actions)
    window.reception.close_study()
    assert not any(action.isEnabled() for action in actions)


def test_dialog_proposes_a_name(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the study, with its name and the kind of file."""
    asked: list[tuple[object, ...]] = []

    def ask(*arguments: object) -> tuple[str, str]:
        asked.append(arguments[1:])
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    for action in window.menus.export.actions()[1:3]:
        action.trigger()
    assert asked == [
        ("Export: Answers", str(tmp_path / "study-answers.csv"), "CSV table (*.csv)"),
        ("Export: Ranking", str(tmp_path / "study-ranking.csv"), "CSV table (*.csv)"),
    ]
