"""Settings of all tests: Qt without a display, no deadlines of Hypothesis, any order."""

import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

# Before any import of Qt: pytest aborts where there is no platform to draw on. Windows always has
# one, and Qt finds no fonts there without it.
os.environ.setdefault("QT_QPA_PLATFORM", "windows" if sys.platform == "win32" else "offscreen")
import hypothesis
import pytest

import sortrank_gui  # noqa: F401  (before NumPy: it sets the number of BLAS threads)
from sortrank_gui import program

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell that starts the suite in the background has it ignored, by all programs of tests, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
hypothesis.settings.register_profile("sortrank", deadline=None)
hypothesis.settings.load_profile("sortrank")


@pytest.fixture(autouse=True, scope="session")
def runtime_folder() -> Iterator[None]:
    """Give Qt the private folder that it warns about where there is none."""
    if os.environ.get("XDG_RUNTIME_DIR"):
        yield
        return
    os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp()  # mode 0700
    yield
    shutil.rmtree(os.environ.pop("XDG_RUNTIME_DIR"), ignore_errors=True)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let studies be backed up before they are closed, also by commands in this process."""
    monkeypatch.setattr(program, "begin", bool)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """Return a runner of the command in this process, in a folder of its own."""
    monkeypatch.setenv("SORTRANK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    from sortrank_gui.cli import main

    def call(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["sortrank", *arguments])
        with pytest.raises(SystemExit) as ending:
            main()
        return int(ending.value.code or 0)

    return call


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer another order: a test that needs an earlier one fails in most of them."""
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run tests in a random order")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the tests where that is wanted."""
    seed = config.getoption("--shuffle")
    if seed is not None:
        random.Random(seed).shuffle(items)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs another system, or a real window where packaging/test.sh made none."""
    posix = item.get_closest_marker("posix")
    if posix is not None and sys.platform == "win32":
        pytest.skip(f"not on Windows: {posix.args[0]}")
    if item.get_closest_marker("xcb") and os.environ["QT_QPA_PLATFORM"] != "xcb":
        pytest.skip("needs a real window: packaging/test.sh runs it")
