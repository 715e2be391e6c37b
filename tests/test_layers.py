"""Imports point one way, and Qt stays in the user interface: see the design's section on layers."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "sortrank_gui"
# The command line loads the user interface only inside functions that need a window or a figure.
LAZY = ("cli", "commands")
QT = {"PySide6", "shiboken6", "pyqtgraph"}
SERVERS = {"psycopg", "psycopg_binary"}
MAY_USE_QT = ("ui/", "study/items/images.py")
# What each part of the package may import of the others; a new part must be added here. All may
# import __init__, which holds the version and imports nothing.
BELOW = {
    *("errors", "figures", "file_locks", "limits", "paths", "plain_json", "progress", "ranking"),
    *("program", "registry", "safe_files", "tables", "confining"),
}
MAY_IMPORT = {
    "__init__": set(),
    "errors": set(),
    "file_locks": set(),
    "child_usage": set(),
    "confining": {"child_usage", "errors", "limits"},
    "limits": set(),
    "paths": {"errors"},
    "progress": set(),
    "safe_files": {"errors", "plain_json"},
    "plain_json": set(),
    "tables": {"errors", "limits", "plain_json", "safe_files"},
    "registry": set(),
    "ranking": {"errors", "registry"},
    "figures": {"errors", "ranking"},
    "simulation": BELOW,
    "study": BELOW,
    "ui": {*BELOW, "simulation", "study"},
    "commands": {*BELOW, "simulation", "study", "ui"},
    "cli": {*BELOW, "commands", "simulation", "study", "ui"},
    "__main__": {"cli"},
}
# The rooms of a part, those that are used first; each may import only those above it.
_SHARED = {"threads", "widgets", "pictures", "plots", "open_study", "tabs"}
ROOMS = {
    "study": {
        "items": set(),
        "design": {"items"},
        "file": {"items", "design"},
        "survey": {"items", "design", "file"},
        "imports": {"items", "design", "file"},
        "upkeep": {"items", "design", "file", "survey"},
        "results": {"items", "design", "file", "survey"},
        "lab": {"items", "design", "file", "survey", "upkeep"},
    },
    "ui": {
        "threads": set(),
        "widgets": {"threads"},
        "pictures": {"threads", "widgets"},
        "plots": {"threads", "widgets", "pictures"},
        "open_study": {"threads", "widgets"},
        "tabs": {"threads", "widgets", "pictures", "open_study"},
        "participant": _SHARED,
        "live": _SHARED,
        "lab": {*_SHARED, "participant", "live"},
        "survey": {*_SHARED, "participant", "live", "lab"},
        "start": _SHARED,
        "imports": _SHARED,
        "study_editor": {*_SHARED, "participant"},
        "results": _SHARED,
        "simulation": _SHARED,
        "window": {
            *_SHARED,
            *("participant", "live", "survey", "start", "study_editor", "results", "simulation"),
            *("imports", "lab"),
        },
    },
}


def imports(tree: ast.AST, package: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield the full name of everything imported, and whether a function waits to import it."""
    lazy = {
        node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node in lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((f"{module}.{alias.name}", node in lazy) for alias in node.names)


def faults(source: str, place: str) -> list[str]:
    """Return what is wrong with the imports of a file at this place in the package."""
    part = place.split("/")[0].removesuffix(".py")
    package = ["sortrank_gui", *place.split("/")[:-1]]
    found = []
    for name, lazy in imports(ast.parse(source), package):
        top, *rest = name.split(".")
        own = rest[0] if rest and rest[0] in MAY_IMPORT else "__init__"
        if top in QT and not place.startswith(MAY_USE_QT) and not (part in LAZY and lazy):
            found.append(f"{place} imports {name}: Qt belongs to the user interface")
        if top == "appdirs" and part != "paths":
            found.append(f"{place} imports {name}: only paths.py asks appdirs")
        if top in SERVERS and not place.startswith("study/lab/"):
            found.append(f"{place} imports {name}: only study/lab talks to a server")
        if top == "sortrank_gui" and own not in {"__init__", part, *MAY_IMPORT[part]}:
            found.append(f"{place} imports {name}: {part} may not import {own}")
        if part in ROOMS and rest[:1] == [part] and not may_enter(place, rest):
            found.append(f"{place} imports {name}: the room may not import {rest[1]}")
        if part in LAZY and top == "sortrank_gui" and own == "ui" and not lazy:
            found.append(f"{place} imports {name}: only inside a function that needs a window")
    return found


def may_enter(place: str, target: list[str]) -> bool:
    """Say whether a file in a room may import this module of its part, or of its own room."""
    part, here = place.split("/")[0], place.split("/")[1]
    rooms, there = ROOMS[part], target[1] if len(target) > 1 else ""
    return here in rooms and (there == here or there in rooms[here])


def test_rooms_have_no_cycle() -> None:
    """Whoever may be imported by a room is listed before it, so that no two import each other."""
    for rooms in ROOMS.values():
        order = list(rooms)
        for room, others in rooms.items():
            assert all(order.index(other) < order.index(room) for other in others)


@pytest.mark.parametrize("part", ROOMS)
def test_every_file_has_a_room(part: str) -> None:
    """The hall of a part is empty, and its rooms are those that the test knows."""
    assert [p.name for p in (PACKAGE / part).glob("*.py")] == ["__init__.py"]
    found = {p.parent.name for p in (PACKAGE / part).glob("*/*.py")}
    assert found == set(ROOMS[part])


@pytest.mark.parametrize(
    "place", [p.relative_to(PACKAGE).as_posix() for p in PACKAGE.rglob("*.py")]
)
def test_layers_are_kept(place: str) -> None:
    """No file imports what its layer may not."""
    assert faults((PACKAGE / place).read_text(encoding="utf-8"), place) == []


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("ranking/fit.py", "import sortrank_gui.simulation.runner"),
        ("ranking/fit.py", "from sortrank_gui import study"),
        ("ranking/fit.py", "from ..ui import theme"),
        ("ranking/fit.py", "from .. import cli"),
        ("ranking/strategies/base.py", "from ...simulation import runner"),
        ("ranking/fit.py", "def f():\n    import PySide6.QtCore"),
        ("simulation/runner.py", "from sortrank_gui.study.items.items import Item"),
        ("simulation/runner.py", "if True:\n    import pyqtgraph as pg"),
        ("study/items/items.py", "from PySide6.QtGui import QImageReader"),
        ("study/items/items.py", "from sortrank_gui.simulation import run"),
        ("study/items/items.py", "import appdirs"),
        ("study/file/storage.py", "import psycopg"),
        ("study/items/items.py", "from sortrank_gui.study.file.journal import Answer"),
        ("study/file/storage.py", "from ..survey.sorts import Sort"),
        ("ui/live/panel.py", "from sortrank_gui.ui.survey.stage import Stage"),
        ("ui/results/page.py", "def f():\n    from sortrank_gui.ui.window.pages import P"),
        ("ui/window/app.py", "from sortrank_gui.cli import main"),
        ("cli.py", "from sortrank_gui.ui import app"),
        ("cli.py", "import PySide6"),
        ("commands/rank.py", "from sortrank_gui.ui import figures"),
        ("commands/rank.py", "from sortrank_gui.cli import app"),
        ("errors.py", "from sortrank_gui import ranking"),
    ],
)
def test_wrong_import_is_noticed(place: str, source: str) -> None:
    """The check above does fail on each kind of wrong import."""
    assert len(faults(source, place)) == 1


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("ranking/strategies/base.py", "from ..comparisons import Comparisons\nimport numpy as np"),
        ("ranking/strategies/base.py", "from ...errors import InputError"),
        ("study/items/images.py", "from PySide6.QtGui import QImageReader"),
        ("ui/window/app.py", "import pyqtgraph\nfrom sortrank_gui import __version__, simulation"),
        ("cli.py", "def f():\n    import PySide6\n    from sortrank_gui.ui.app import run"),
    ],
)
def test_right_import_is_let_pass(place: str, source: str) -> None:
    """The check above accepts what the design allows."""
    assert faults(source, place) == []


IMPORT_ALL = """
import importlib, pkgutil, sys
for name in sys.argv[2:]:
    sys.modules[name] = None  # an import of it fails as if it were not installed
module = importlib.import_module(sys.argv[1])
for found in pkgutil.walk_packages(getattr(module, "__path__", []), module.__name__ + "."):
    importlib.import_module(found.name)
"""


def import_all_without(module: str, *missing: str) -> subprocess.CompletedProcess[str]:
    """Import a part and all in it in a process where these packages can't be found."""
    command = [sys.executable, "-I", "-W", "error", "-c", IMPORT_ALL, f"sortrank_gui.{module}"]
    return subprocess.run([*command, *missing], capture_output=True, text=True)


@pytest.mark.parametrize("module", ["figures", "ranking", "simulation", "commands", "cli"])
def test_module_imports_without_qt(module: str) -> None:
    """The mathematics and the command line load where Qt is not installed."""
    done = import_all_without(module, *QT)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", ["study", "commands", "ui.lab"])
def test_module_imports_without_a_servers_library(module: str) -> None:
    """Where the extra `lab` is not installed, all loads; only talking to a server needs it."""
    done = import_all_without(module, *SERVERS)
    assert done.returncode == 0, done.stderr
