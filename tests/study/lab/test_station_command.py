"""`sortrank lab station` with a robot: a process of its own, as the campaign and benchmarks use."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.lab.roles import STATION
from sortrank_gui.study.lab.sharing import share_study
from tests.lab_server import Lab, cluster, lab

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")
ROOT = Path(__file__).parents[3]


def run(lab: Lab, *options: str) -> "subprocess.CompletedProcess[str]":
    """Let a station run to its end."""
    command = [sys.executable, "-m", "sortrank_gui", "lab", "station", "booth 1", *options]
    command += ["--server", lab.text(STATION)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_robot_answers_at_a_station(lab: Lab, make_study: Callable[..., Path]) -> None:
    """Its answers are on the server when it ends, and it goes on with its session next time."""
    with open_study(make_study(shared=True)) as file:
        share_study(file, lab.address())
    done = run(lab, "--robot", "0", "--count", "20", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"participant": "R01", "given": 20, "pending": 0}
    again = run(lab, "--robot", "50", "--count", "5", "--echo")
    assert again.returncode == 0, again.stderr
    assert [*map(int, again.stdout.split())] == [24, 25, 26, 27, 28]  # behind pause and resume
    assert lab.execute(
        "SELECT count(*), count(DISTINCT session) FROM sortrank.journal WHERE event = 'answer'"
    ) == [(25, 1)]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--robot", "1", "--study", "nothing"), "There is no study"),
        (("--windowed", "wide"), "no size of a window"),
    ],
)
def test_what_is_wrong_is_a_sentence(
    lab: Lab, make_study: Callable[..., Path], options: tuple[str, ...], words: str
) -> None:
    """Nobody gets a traceback."""
    with open_study(make_study()) as file:
        share_study(file, lab.address())
    done = run(lab, *options)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
