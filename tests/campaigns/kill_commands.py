"""Kills `sortrank answer` at random moments, and looks whether a number that it printed is lost.

    python -m tests.campaigns.kill_commands --rounds 2000

The command prints the number of each record once it is on disk. Afterwards all of them must be in
the file, once, and the check must be content.
"""

import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.reporting import Figures, run_campaign

ROOT = Path(__file__).parents[2]
ROUNDS_A_STUDY = 10
LONGEST_LIFE = 0.1
"""Seconds from some number that was printed to the kill."""


def kill_once(path: Path, chance: random.Random) -> list[int]:
    """Start the command, kill it, and return the numbers that it printed."""
    command = [sys.executable, "-m", "sortrank_gui", "answer", str(path), "--echo"]
    command += ["--participant", "R01", "--seed", str(chance.randrange(1000))]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as child:
        assert child.stdout is not None
        printed = list[str]()
        for _ in range(chance.choice((0, 1, 5, 40))):
            printed.append(child.stdout.readline())
        time.sleep(chance.uniform(0, LONGEST_LIFE))
        child.kill()
        printed += child.communicate()[0].splitlines(keepends=True)
    return [int(line) for line in printed if line.endswith("\n") and line.strip().isdecimal()]


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Kill the command again and again; a study serves for some rounds."""
    chance, figures, wrong = random.Random(seed), Counter[str](), list[str]()
    path = folder / "none"
    for number in range(rounds):
        if number % ROUNDS_A_STUDY == 0:
            path = folder / f"{number}.sortrank"
            design = Design(
                title="Kill", prompt="Which?", resume=Resume.RESUME, stop=StopRules(budget=10**6)
            )
            create_study(path, design, [Item(f"item {k}") for k in range(20)], range(20))
        printed = kill_once(path, chance)
        figures["rounds"] += 1
        figures["killed before the first answer"] += not printed
        figures["acknowledged"] += len(printed)
        with suppress(OSError):
            wrong += [f"round {number}: {each}" for each in check_study(path).problems]
        with open_study(path) as study:
            there = Counter(record.seq for record in study.records)
        figures["lost"] += sum(there[seq] == 0 for seq in printed)
        figures["doubled"] += sum(there[seq] > 1 for seq in printed)
    if figures["lost"] or figures["doubled"]:
        wrong.append("answers were lost or doubled")
    return figures, wrong


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 2000))
