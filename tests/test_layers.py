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
MAY_USE_QT = ("ui/", "study/images.py")
# What each part of the package may import of the others; a new part must be added here. All may
# import __init__, which holds the version and imports nothing.
MAY_IMPORT = {
    "__init__": set(),
    "errors": set(),
    "paths": {"errors"},
    "ranking": {"errors"},
    "simulation": {"errors", "paths", "ranking"},
    "study": {"errors", "paths", "ranking"},
    "ui": {"errors", "paths", "ranking", "simulation", "study"},
    "commands": {"errors", "paths", "ranking", "simulation", "study", "ui"},
    "cli": {"commands", "errors", "paths", "ranking", "simulation", "study", "ui"},
    "__main__": {"cli"},
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
        if top == "sortrank_gui" and own not in {"__init__", part, *MAY_IMPORT[part]}:
            found.append(f"{place} imports {name}: {part} may not import {own}")
        if part in LAZY and top == "sortrank_gui" and own == "ui" and not lazy:
            found.append(f"{place} imports {name}: only inside a function that needs a window")
    return found


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
        ("simulation/runner.py", "from sortrank_gui.study.items import Item"),
        ("simulation/runner.py", "if True:\n    import pyqtgraph as pg"),
        ("study/items.py", "from PySide6.QtGui import QImageReader"),
        ("study/items.py", "from sortrank_gui.simulation import run"),
        ("study/items.py", "import appdirs"),
        ("ui/app.py", "from sortrank_gui.cli import main"),
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
        ("study/images.py", "from PySide6.QtGui import QImageReader"),
        ("ui/app.py", "import pyqtgraph\nfrom sortrank_gui import __version__, simulation"),
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


@pytest.mark.parametrize("module", ["ranking", "simulation", "commands", "cli"])
def test_module_imports_without_qt(module: str) -> None:
    """The mathematics and the command line load where Qt is not installed."""
    command = [sys.executable, "-I", "-W", "error", "-c", IMPORT_ALL, f"sortrank_gui.{module}", *QT]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
