"""Fills the disk while a session answers, exports and is closed.

    python -m tests.campaigns.full_disk --rounds 200

The study lies on a disk of its own of about a megabyte, where the system lets us make one (Linux,
as root), else files may not grow beyond a limit. Something else takes the room, and gives it back.
What was acknowledged must be in the file, an answer must be possible again once there is room, and
an export is there completely or not at all.
"""

import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sortrank_gui.errors import SortrankError, StudyFileError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.answers import EXPORT
from sortrank_gui.study.survey.survey import Survey
from tests.campaigns.failing_disk import compare
from tests.campaigns.reporting import Figures, play_rounds, run_campaign

MOST_ANSWERS = 400
_ROOM = 1_200_000


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """Let a folder be a small disk of its own; say whether the system lets us."""
    folder.mkdir()
    size = f"size={_ROOM}"
    mount = ["mount", "-t", "tmpfs", "-o", size, "none", str(folder)]
    may = sys.platform == "linux" and os.geteuid() == 0
    mounted = may and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", str(folder)], check=True)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def no_room(folder: Path, path: Path, mounted: bool, left: int) -> Iterator[None]:
    """Leave so many bytes of room, on the disk or for any file, and give it back afterwards."""
    import resource

    if mounted:
        ballast = folder / "ballast"
        free = shutil.disk_usage(folder).free
        with suppress(OSError):
            ballast.write_bytes(bytes(max(0, free - left)))
        try:
            yield
        finally:
            ballast.unlink()
        return
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + left, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def play(folder: Path, chance: random.Random, figures: Counter[str]) -> list[str]:
    """Play on a disk of its own; every fourth time files may not grow instead."""
    with small_disk(folder / "disk") as mounted:
        figures["small disks"] += mounted
        return fill(folder / "disk", mounted and figures["rounds"] % 4 != 1, chance, figures)


def fill(folder: Path, mounted: bool, chance: random.Random, figures: Counter[str]) -> list[str]:
    """Answer until the disk is full, and again once it is not; return what is wrong."""
    path = folder / "study.sortrank"
    design = Design(title="Full", prompt="Which?", stop=StopRules(budget=10_000))
    create_study(path, design, [Item(f"item {k}") for k in range(9)])
    survey = Survey(open_study(path))
    session = survey.start("P01")
    for _ in range(chance.randrange(20)):
        session.answer(Answer.LEFT, seconds=1.0)
    wrong = list[str]()
    with no_room(folder, path, mounted, chance.randrange(100_000)):
        for _ in range(MOST_ANSWERS):
            try:
                session.answer(chance.choice((Answer.LEFT, Answer.RIGHT)), seconds=1.0)
            except StudyFileError:
                figures["refused"] += 1
                break
        wrong += export(survey.file, folder, figures)
        is_closed_full = chance.random() < 0.5
        if is_closed_full:
            acknowledged = list(survey.file.records)
            with suppress(StudyFileError):
                survey.close()
    if not is_closed_full:
        session.answer(Answer.LEFT, seconds=1.0)  # there is room again
        acknowledged = list(survey.file.records)
        survey.close()
    figures["acknowledged"] += len(acknowledged)
    problems, refused = compare(path, acknowledged)
    return [*wrong, *problems, *["the file has records that were refused"] * (refused > 0)]


def export(file: StudyFile, folder: Path, figures: Counter[str]) -> list[str]:
    """Export all answers; say whether half a file is there."""
    target, answers = folder / "answers.csv", sum(r.event == "answer" for r in file.records)
    try:
        EXPORT.write(Order(target, file.everything))
    except SortrankError:
        figures["exports refused"] += 1
        return ["half an export is there"] if target.exists() else []
    figures["exports"] += 1
    lines = len(target.read_text(encoding="utf-8").splitlines())
    target.unlink()
    return [] if lines == answers + 1 else ["an export is not complete"]


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Fill one disk after the other."""
    return play_rounds(play, rounds, random.Random(seed), folder)


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 200))
