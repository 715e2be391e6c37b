import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.upkeep.checking import check_study

ROOT = Path(__file__).parents[3]
Make = Callable[..., Path]


def test_kill_loses_no_answer() -> None:
    """Twelve processes killed while they open, answer, undo, back up and migrate lose nothing."""
    command = [sys.executable, "-m", "tests.campaigns.kill", "--rounds", "12"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["rounds"] == 12
    assert figures["acknowledged"] > 0  # on a busy machine most are killed while they begin
    assert figures["lost"] == figures["doubled"] == figures["wrong"] == 0


def test_kill_of_the_command_loses_no_echoed_answer(make_study: Make) -> None:
    """What `sortrank answer --echo` printed before kill -9 is in the file, and it goes on."""
    path = make_study(n_items=20)
    chance, echoed = random.Random(2), 0
    for _ in range(3):
        command = [sys.executable, "-m", "sortrank_gui", "answer", str(path)]
        command += ["--participant", "P01", "--echo"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as child:
            assert child.stdout is not None
            lines = [child.stdout.readline()]
            time.sleep(chance.uniform(0, 0.2))
            child.kill()
            lines += child.stdout.read().splitlines()
        echoed = max(int(line) for line in lines)
        report = check_study(path)
        assert report.problems == []
        assert report.notices == []
        with open_study(path, read_only=True) as study:
            assert len(study.records) >= echoed
    assert echoed > 10
