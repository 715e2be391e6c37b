"""Tasks that other processes can load: a small module on the path."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.dask_cluster import address as address

CODE = """
import os
import signal
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Square:
    number: int

    def describe(self):
        return f"square of {self.number}"

    def run(self):
        return self.number**2


@dataclass(frozen=True)
class Fail(Square):
    def run(self):
        raise ZeroDivisionError(f"{self.number} went wrong")


@dataclass(frozen=True)
class Die(Square):
    def run(self):
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))  # both end it at once


@dataclass(frozen=True)
class Sleep(Square):
    def run(self):
        time.sleep(60)
"""


@pytest.fixture
def chores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """Give the module with the tasks."""
    (tmp_path / "sortrank_test_chores.py").write_text(CODE)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("sortrank_test_chores")
    sys.modules.pop("sortrank_test_chores")
