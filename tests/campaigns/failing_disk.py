"""Lets the calls of SQLite to the disk fail, some of them half done, while a session answers.

    python -m tests.campaigns.failing_disk --rounds 500

A small library, compiled here and loaded before the C library, lets writes, `fsync` and truncations
end with EIO, ENOSPC or EROFS. What was acknowledged must be in the file afterwards, once and in
order, what was refused must not be, and every error must be a sentence. One answer, the last that
was given, may be there though it was refused, if the disk failed to the very end: SQLite had
written it, could not be sure of it, and could not take it back any more. Needs Linux and `cc`.
"""

import ctypes
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

from sortrank_gui.errors import SortrankError, StudyFileError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer, Record
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.reporting import Figures, play_rounds, run_campaign

ROOT = Path(__file__).parents[2]
SOURCE = Path(__file__).with_suffix(".c")
ANSWERS = 40


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Compile the library, and play in a process that has it."""
    if sys.platform != "linux" or shutil.which("cc") is None:
        return Counter({"rounds": rounds, "skipped": rounds}), []
    library = folder / "failing_disk.so"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"],
        check=True,
        capture_output=True,
    )
    command = [sys.executable, "-m", "tests.campaigns.failing_disk", "--play", str(rounds)]
    done = subprocess.run(
        [*command, str(seed), str(folder)],
        cwd=ROOT,
        env=os.environ | {"LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return Counter(rounds=rounds), [f"it ended with {done.returncode}: {done.stderr[-2000:]}"]
    figures, wrong = json.loads(done.stdout)
    return Counter(figures), wrong


def play_all(rounds: int, seed: int, folder: Path) -> None:
    """Let the disk fail in one study after the other; print what was counted."""
    print(json.dumps(play_rounds(play, rounds, random.Random(seed), folder)))


def play(folder: Path, chance: random.Random, figures: Counter[str]) -> list[str]:
    """Answer while calls fail; return what is wrong afterwards."""
    path = folder / "study.sortrank"
    disk = ctypes.CDLL(None)
    design = Design(title="Faults", prompt="Which?", stop=StopRules(budget=10_000))
    create_study(path, design, [Item(f"item {k}") for k in range(9)])
    share = chance.choice((5, 30, 200))
    where, end = str(path.parent).encode(), disk.failing_disk_end
    if chance.random() < 0.2:
        disk.failing_disk_begin(where, share, chance.randrange(2**31))
    acknowledged, is_mended = list[Record](), False
    try:
        survey = Survey(open_study(path))
        session = survey.start("P01")
    except SortrankError:
        figures["not opened"] += 1
        figures["failed calls"] += end()
        return check_study(path).problems
    disk.failing_disk_begin(where, share, chance.randrange(2**31))
    try:
        for _ in range(ANSWERS):
            try:
                session.answer(chance.choice((Answer.LEFT, Answer.RIGHT)), seconds=1.0)
            except StudyFileError:
                figures["refused"] += 1
            if chance.random() < 0.1:
                with suppress(StudyFileError):
                    session.undo()
        acknowledged = list(survey.file.records)
        if chance.random() < 0.5:
            figures["failed calls"] += end()
            is_mended = True
            session.answer(Answer.LEFT, seconds=1.0)  # a disk that works again takes answers
            acknowledged = list(survey.file.records)
    finally:
        with suppress(StudyFileError):
            survey.close()
        figures["failed calls"] += end()
    figures["acknowledged"] += len(acknowledged)
    wrong, refused = compare(path, acknowledged)
    if refused == 1 and not is_mended:
        figures["there though refused"] += 1
    elif refused:
        wrong.append("the file has records that were refused")
    return wrong


def compare(path: Path, acknowledged: list[Record]) -> tuple[list[str], int]:
    """Say what differs between the file and what was acknowledged, and count what it has more.

    A pause may follow.
    """
    wrong = check_study(path).problems
    with open_study(path) as study:
        found = list(study.records)
    if found[: len(acknowledged)] != acknowledged:
        return [*wrong, "the file has other records than were acknowledged"], 0
    return wrong, sum(record.event != "pause" for record in found[len(acknowledged) :])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play_all(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
    else:
        sys.exit(run_campaign(__doc__, run, 500))
