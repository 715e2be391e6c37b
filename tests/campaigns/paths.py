"""Plays tricks with the path of an open study, and counts what was acknowledged.

    python -m tests.campaigns.paths --rounds 500

While a session answers, its file is replaced, moved, deleted, overwritten, linked or touched, its
`-wal` or lock file removed, another program writes it, or its folder is moved, deleted, replaced by
another one or by a link to a copy. Everything that was acknowledged must be, once, in the file or
in the copy that was saved.
"""

import os
import random
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from sortrank_gui.errors import SortrankError, StudyAstrayError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.backups import backup_folder
from sortrank_gui.study.file.journal import Answer, Record
from sortrank_gui.study.file.locking import lock_path
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.reporting import Figures, play_rounds, run_campaign


def replace_file(path: Path) -> None:
    """Put a copy of the file alone in its place, as a sync program does."""
    shutil.copy(path, path.with_name("new"))
    path.with_name("new").replace(path)


def move(path: Path) -> None:
    """Give it another name."""
    path.rename(path.with_name("moved.sortrank"))


def overwrite(path: Path) -> None:
    """Write zeros into the same file."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(bytes(max(size - 4096, 1)))


def link(path: Path) -> None:
    """Give it a second name, and try to write under that."""
    other = path.with_name("other.sortrank")
    os.link(path, other)
    with suppress(SortrankError), open_study(other) as study:
        if not study.read_only:
            raise AssertionError("two writers")


def touch(path: Path) -> None:
    """Change its time."""
    os.utime(path, ns=(5, 5))


def drop_wal(path: Path) -> None:
    """Remove the newest answers."""
    path.with_name(path.name + "-wal").unlink(missing_ok=True)


def drop_lock(path: Path) -> None:
    """Remove the lock file, and try to write the study."""
    lock_path(path).unlink(missing_ok=True)
    with open_study(path) as study:
        if sys.platform == "linux" and not study.read_only:
            raise AssertionError("two writers")


def write_by_sqlite(path: Path) -> None:
    """Change it from another program."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE items SET text = text || 'x'")
        connection.commit()


def move_folder(path: Path) -> None:
    """Give its folder another name."""
    path.parent.rename(path.parent.with_name("moved"))


def replace_folder(path: Path) -> None:
    """Put an older copy of the folder in its place, as a restored backup."""
    move_folder(path)
    path.parent.mkdir()
    shutil.copy(path.parent.with_name("moved") / path.name, path)


def link_folder(path: Path) -> None:
    """Let its folder be a link to one with a copy."""
    other = path.parent.with_name("other")
    other.mkdir()
    shutil.copy(path, other)
    move_folder(path)
    path.parent.symlink_to(other, target_is_directory=True)


def drop_folder(path: Path) -> None:
    """Delete the folder with all that is in it."""
    shutil.rmtree(path.parent)


TRICKS: tuple[Callable[[Path], None], ...] = (
    *(replace_file, move, Path.unlink, overwrite, link, touch, drop_wal, drop_lock),
    *(write_by_sqlite, move_folder, replace_folder, link_folder, drop_folder),
)


def play(folder: Path, chance: random.Random, figures: Counter[str]) -> list[str]:
    """Answer, play a trick, answer on, close; return what is wrong."""
    path = folder / "inner" / "study.sortrank"
    path.parent.mkdir()
    create_study(
        path,
        Design(title="Tricks", prompt="Which?", stop=StopRules(budget=10_000)),
        [Item(f"item {k}") for k in range(9)],
    )
    survey, trick = Survey(open_study(path)), chance.choice(TRICKS)
    session = survey.start("P01")
    for _ in range(chance.randrange(1, 60)):
        session.answer(Answer.LEFT, seconds=1.0)
    trick(path)
    acknowledged = list(survey.file.records)
    with suppress(StudyAstrayError):
        for _ in range(chance.randrange(1, 20)):
            session.answer(Answer.RIGHT, seconds=1.0)
            acknowledged = list(survey.file.records)
        figures["went on"] += 1
    figures["acknowledged"] += len(acknowledged)
    with suppress(StudyAstrayError):
        survey.close()
    saved = [*folder.rglob("*-rescued*.sortrank"), *backup_folder().glob("*-rescued*.sortrank")]
    figures["rescued"] += bool(saved)
    places = [*saved, *folder.rglob("*.sortrank")]
    found = any(holds(each, acknowledged) for each in places)
    for each in saved:
        each.unlink()
    if not found:
        return [f"{trick.__name__}: {len(acknowledged)} records are in no file"]
    return []


def holds(path: Path, acknowledged: list[Record]) -> bool:
    """Say whether a sound study has these records first, each once."""
    if check_study(path).problems:
        return False
    with open_study(path, read_only=True) as study:
        return study.records[: len(acknowledged)] == acknowledged


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Play one trick after the other, each on a study of its own."""
    return play_rounds(play, rounds, random.Random(seed), folder)


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 500))
