"""What all campaigns share: rounds, a seed, a home of their own, and figures as JSON.

    python -m tests.campaigns.NAME --rounds 1000 --seed 1
    python -m tests.campaigns.NAME --rounds 1000 --seed 1 --part 50 --log FILE

With a log, a campaign is run in parts, with the seeds 1, 2 and so on. Each part is a line of the
log once it is over; those that are there already are not run again, and the figures are the sums.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

Figures = tuple[Counter[str], list[str]]
"""What was counted, and a line for everything that went wrong."""
Play = Callable[[Path, random.Random, Counter[str]], list[str]]
"""Plays one round in a folder, counts, and returns what is wrong afterwards."""
Part = dict[str, Any]
"""A line of a log."""
LONGEST_SECONDS = 30.0


def run_campaign(
    about: str | None, run: Callable[..., Figures], rounds: int, **settings: float
) -> int:
    """Read the command line, run a campaign in an empty folder, and print what it counted.

    `settings` are further options with their usual values, for which `run` has arguments.
    """
    parser = argparse.ArgumentParser(description=(about or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=rounds)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", type=int, help="rounds of a part, with a log")
    parser.add_argument("--log", type=Path, help="a file with a line for every part that is over")
    for name, usual in settings.items():
        parser.add_argument(f"--{name}", type=float, default=usual)
    options = parser.parse_args()
    chosen = {name: getattr(options, name) for name in settings}
    done = {} if options.log is None else _read_log(options.log)
    size, parts = options.part or options.rounds, list[Part]()
    for number, first in enumerate(range(0, options.rounds, size)):
        seed, count = options.seed + number, min(size, options.rounds - first)
        if (seed, count) not in done:
            part = {"seed": seed, "part": count, **_run_part(run, count, seed, chosen)}
            done[seed, count] = part
            if options.log is not None:
                _write_line(options.log, part)
        parts.append(done[seed, count])
    return _tell(parts)


def _run_part(
    run: Callable[..., Figures], rounds: int, seed: int, settings: dict[str, float]
) -> Part:
    """Run so many rounds in a folder of their own."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        os.environ["SORTRANK_HOME"] = str(Path(name) / "home")
        work = Path(name) / "work"
        work.mkdir()
        figures, wrong = run(rounds, seed, work, **settings)
        stray = {path.name for path in Path(name).iterdir()} - {"home", "work"}
        wrong += [f"{each} was written outside" for each in sorted(stray)]
    seconds = round(time.monotonic() - began, 1)
    return {"figures": figures, "wrong": wrong, "seconds": seconds, "commit": _find_commit()}


def _tell(parts: list[Part]) -> int:
    """Print the sums over all parts."""
    figures, wrong = Counter[str](), list[str]()
    for part in parts:
        figures.update(part["figures"])
        wrong += part["wrong"]
    told: dict[str, object] = {**figures, "wrong": len(wrong)}
    told["seconds"] = round(sum(part["seconds"] for part in parts), 1)
    told["commits"] = sorted({part["commit"] for part in parts})
    print(json.dumps({**told, "complaints": wrong[:20]}, indent=1))
    sys.stdout.flush()
    return 1 if wrong else 0


def _read_log(path: Path) -> dict[tuple[int, int], Part]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {(part["seed"], part["part"]): part for part in map(json.loads, lines)}


def _write_line(path: Path, part: Part) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(part) + "\n")


def _find_commit() -> str:
    """Return the commit that is tested; empty where nobody knows it."""
    command = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        done = subprocess.run(
            command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip()


def play_rounds(play: Play, rounds: int, chance: random.Random, folder: Path) -> Figures:
    """Play rounds, each in a folder that is gone after it; an error of ours is a complaint.

    So is a round that takes longer than two waits that a person would take for the end.
    """
    figures, wrong = Counter[str](), list[str]()
    for number in range(rounds):
        work = folder / str(number)
        work.mkdir()
        figures["rounds"] += 1
        began = time.monotonic()
        try:
            wrong += [f"round {number}: {each}" for each in play(work, chance, figures)]
        except Exception as error:
            wrong.append(f"round {number}: {error!r}")
        if time.monotonic() - began > 2 * LONGEST_SECONDS:
            wrong.append(f"round {number}: took too long")
        shutil.rmtree(work, ignore_errors=True)  # an orphan may still write
    return figures, wrong
