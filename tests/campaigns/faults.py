"""Lets the disk fail in the middle of commits, and the clock jump, while a session answers.

    python -m tests.campaigns.faults --rounds 500

Any statement may end with an error of the disk, as SQLite tells it: a failed write or `fsync`
(EIO), no room (ENOSPC), or a disk that became read-only (EROFS). What was acknowledged must be in
the file afterwards, once, and what was refused must not be; the clock jumps by years meanwhile.
"""

import random
import sqlite3
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file import storage
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.reporting import Figures, play_rounds, run_campaign

ERRORS = ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_FULL", "SQLITE_READONLY")
SHARE = 0.05


class FailingConnection:
    """A connection whose statements fail now and then, before they do anything."""

    def __init__(self, real: sqlite3.Connection, chance: random.Random) -> None:
        self._real, self._chance = real, chance
        self.is_failing = False

    def execute(self, statement: str, *row: object) -> sqlite3.Cursor:
        """Run a statement, or fail."""
        if self.is_failing and statement != "ROLLBACK" and self._chance.random() < SHARE:
            error = sqlite3.OperationalError("the disk failed")
            error.sqlite_errorname = self._chance.choice(ERRORS)
            raise error
        return self._real.execute(statement, *row)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def play(folder: Path, chance: random.Random, figures: Counter[str]) -> list[str]:
    """Answer on a disk that fails; return what is wrong."""
    path = folder / "study.sortrank"
    create_study(
        path,
        Design(title="Faults", prompt="Which?", stop=StopRules(budget=10_000)),
        [Item(f"item {k}") for k in range(9)],
    )
    survey = Survey(open_study(path))
    real = survey.file._writing
    assert real is not None
    failing = FailingConnection(real, chance)
    survey.file._writing = failing  # type: ignore[assignment]
    session = survey.start("P01")
    failing.is_failing = True
    for _ in range(40):
        try:
            session.answer(chance.choice((Answer.LEFT, Answer.RIGHT)), seconds=1.0)
        except StudyFileError:
            figures["refused"] += 1
        if chance.random() < 0.1:
            with suppress(StudyFileError):
                session.undo()
    failing.is_failing = False
    session.answer(Answer.LEFT, seconds=1.0)  # a disk that works again takes answers
    acknowledged = list(survey.file.records)
    figures["acknowledged"] += len(acknowledged)
    failing.is_failing = chance.random() < 0.5
    with suppress(StudyFileError):
        survey.close()
    wrong = check_study(path).problems
    with open_study(path) as study:
        if study.records[: len(acknowledged)] != acknowledged:
            return [*wrong, "the file has other records than were acknowledged"]
        if len(study.records) > len(acknowledged) + 1:  # the pause
            return [*wrong, "the file has records that were refused"]
    return list(wrong)


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Let the disk fail in one study after the other."""
    chance, usual = random.Random(seed), storage.utc_now
    storage.utc_now = lambda: f"{chance.randrange(1970, 9999)}-01-01T00:00:00.000Z"
    try:
        return play_rounds(play, rounds, chance, folder)
    finally:
        storage.utc_now = usual


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 500))
