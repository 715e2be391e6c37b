"""What all campaigns share: rounds, a seed, a home of their own, and figures as JSON."""

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

Figures = tuple[Counter[str], list[str]]
"""What was counted, and a line for everything that went wrong."""
Play = Callable[[Path, random.Random, Counter[str]], list[str]]
"""Plays one round in a folder, counts, and returns what is wrong afterwards."""
LONGEST_SECONDS = 30.0


def run_campaign(about: str | None, run: Callable[[int, int, Path], Figures], rounds: int) -> int:
    """Read the command line, run a campaign in an empty folder, and print what it counted."""
    parser = argparse.ArgumentParser(description=(about or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        os.environ["SORTRANK_HOME"] = str(Path(name) / "home")
        work = Path(name) / "work"
        work.mkdir()
        figures, wrong = run(options.rounds, options.seed, work)
        stray = {path.name for path in Path(name).iterdir()} - {"home", "work"}
        wrong += [f"{each} was written outside" for each in sorted(stray)]
    seconds = round(time.monotonic() - began, 1)
    told = {**figures, "wrong": len(wrong), "seconds": seconds}
    print(json.dumps({**told, "complaints": wrong[:20]}, indent=1))
    sys.stdout.flush()
    return 1 if wrong else 0


def play_rounds(play: Play, rounds: int, chance: random.Random, folder: Path) -> Figures:
    """Play rounds, each in a folder that is gone after it; an error of ours is a complaint."""
    figures, wrong = Counter[str](), list[str]()
    for number in range(rounds):
        work = folder / str(number)
        work.mkdir()
        figures["rounds"] += 1
        try:
            wrong += [f"round {number}: {each}" for each in play(work, chance, figures)]
        except Exception as error:
            wrong.append(f"round {number}: {error!r}")
        shutil.rmtree(work)
    return figures, wrong
