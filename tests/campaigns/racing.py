"""Lets several processes race for one study, under several names, and kills some of them.

    python -m tests.campaigns.racing --rounds 300

Each process opens the study by its path, by a symbolic link, by a hard link or by a name with dots
in it, again and again; whoever gets it for writing answers a little and closes it, and some are
killed. Nobody may write while another does, and what was acknowledged must be in the file, once.
Somebody else copies the file meanwhile: a copy opens or is refused, and never passes for complete.
"""

import json
import os
import random
import shutil
import sys
import time
from collections import Counter
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from sortrank_gui.errors import SortrankError
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.reporting import Figures, play_rounds, run_campaign

RACERS = 4
SECONDS = 0.6
NAMES = ("study", "dots", "symbolic", "hard")


def name_study(folder: Path, way: str) -> Path:
    """Return the study by one of its names."""
    if way == "dots":
        return folder / "inner" / ".." / "study.sortrank"
    return folder / f"{way}.sortrank"


def race(folder: Path, number: int, seed: int, *, hard: bool) -> None:
    """Be a process: open the study again and again, and write down what was acknowledged."""
    chance, until = random.Random(seed), time.monotonic() + SECONDS
    names = NAMES if hard else NAMES[:3]
    log = os.open(folder / f"{number}.log", os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def tell(*facts: object) -> None:
        os.write(log, (json.dumps(facts) + "\n").encode())

    while time.monotonic() < until:
        try:
            study = open_study(name_study(folder, chance.choice(names)))
        except SortrankError:
            tell("refused")
            continue
        if study.read_only:
            tell("read only")
            study.close()
            time.sleep(chance.uniform(0, 0.02))
            continue
        tell("begin", time.monotonic_ns())
        try:
            survey = Survey(study)
            session = survey.start(f"P{number}")
            for _ in range(chance.randrange(1, 12)):
                session.answer(chance.choice((Answer.LEFT, Answer.RIGHT)), seconds=0.5)
                tell("saved", f"P{number}", session.last_seq)
            tell("end", time.monotonic_ns())
            survey.close()
        except SortrankError as error:
            tell("sentence", str(error))
            tell("end", time.monotonic_ns())
            with suppress(SortrankError):
                study.close()


def play(folder: Path, chance: random.Random, figures: Counter[str]) -> list[str]:
    """Let processes race; return what is wrong afterwards."""
    (folder / "inner").mkdir()
    path = folder / "study.sortrank"
    design = Design(
        title="Race", prompt="Which?", resume=Resume.RESUME, stop=StopRules(budget=10_000)
    )
    create_study(path, design, [Item(f"item {k}") for k in range(9)])
    (folder / "symbolic.sortrank").symlink_to(path)
    hard = chance.random() < 0.2
    if hard:
        os.link(path, folder / "hard.sortrank")
    children = [start(folder, k, chance.randrange(2**30), hard=hard) for k in range(RACERS)]
    copy = folder / "copy.sortrank"
    time.sleep(chance.uniform(0.1, SECONDS))
    shutil.copyfile(path, copy)
    if chance.random() < 0.5:
        os.kill(children[0], 9)
        figures["killed"] += 1
    for child in children:
        os.waitpid(child, 0)
    if hard:
        (folder / "hard.sortrank").unlink()
    return [*verify(folder, path, figures), *verify_copy(copy, figures)]


def start(folder: Path, number: int, seed: int, *, hard: bool) -> int:
    """Start a racer; return its process."""
    child = os.fork()
    if child:
        return child
    try:
        race(folder, number, seed, hard=hard)
    except BaseException as error:
        (folder / f"{number}.error").write_text(repr(error), encoding="utf-8")
    finally:
        os._exit(0)


def verify(folder: Path, path: Path, figures: Counter[str]) -> list[str]:
    """Compare the file with what was acknowledged; look for writers at the same time."""
    wrong = [each.read_text(encoding="utf-8") for each in folder.glob("*.error")]
    saved, spans = Counter[tuple[str, int]](), list[tuple[int, int]]()
    for log in folder.glob("*.log"):
        begin = None
        for line in log.read_text(encoding="utf-8").splitlines():
            match json.loads(line):
                case ["saved", code, seq]:
                    saved[code, seq] += 1
                case ["begin", at]:
                    begin = at
                case ["end", at] if begin is not None:
                    spans.append((begin, at))
                case [what, *_]:
                    figures[what] += 1
    figures["writers"] += len(spans)
    figures["acknowledged"] += saved.total()
    spans.sort()
    if any(one[1] > two[0] for one, two in pairwise(spans)):
        wrong.append("two wrote at the same time")
    wrong += check_study(path).problems
    with open_study(path) as study:
        codes = {row.id: row.participant for row in study.sessions}
        found = Counter((codes[r.session], r.seq) for r in study.records if r.event == "answer")
    figures["lost"] += sum((saved - found).values())
    figures["doubled"] += sum(number > 1 for number in (*saved.values(), *found.values()))
    if figures["lost"] or figures["doubled"]:
        wrong.append("answers were lost or doubled")
    return wrong


def verify_copy(copy: Path, figures: Counter[str]) -> list[str]:
    """Look at a copy that was made while the study was written: it says so, or has all of it."""
    try:
        with open_study(copy, read_only=True) as study:
            figures["copies opened"] += 1
            notices, open_then = study.notices, "open" in study.everything.state
    except SortrankError:
        figures["copies refused"] += 1
        return []
    return ["a copy passes for complete"] if open_then and not notices else []


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Race again and again."""
    return play_rounds(play, rounds, random.Random(seed), folder)


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 300))
