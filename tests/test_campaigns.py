"""Each campaign, in a short version: nothing goes wrong, and something is counted."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHORT = {
    "forged": 8,
    "pictures": 25,
    "readers": 200,
    "paths": 10,
    "merges": 4,
    "faults": 6,
    "kill_commands": 2,
    "soak": 500,
    "failing_disk": 3,
    "full_disk": 4,
    "racing": 1,
    "kill_window": 2,
    "lab": 3,
}


@pytest.mark.posix("files can be moved there while they are open")
@pytest.mark.parametrize("name", SHORT)
def test_campaign_finds_nothing(name: str) -> None:
    """A few rounds end without a complaint."""
    command = [sys.executable, "-m", f"tests.campaigns.{name}", "--rounds", str(SHORT[name])]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["rounds"] == SHORT[name]
