"""Kills a process that answers, again and again, and looks whether an answer was lost.

    python -m tests.campaigns.kill --rounds 1000 --life 0.25

A child process answers through the code that the window and the command line use, and reports every
record once it is acknowledged. It is killed (SIGKILL, or TerminateProcess on Windows) at a random
moment: while it opens the study, answers, takes answers back, writes backups, brings an old file
up to date, or goes from block to block and from one person to the next. Afterwards everything that
was acknowledged must be in the file, once and as it was reported, and `check` must be content.
"""

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, BlockOrder, Step, StepKind
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.backups import backup_folder
from sortrank_gui.study.file.database import connect
from sortrank_gui.study.file.events import StudyEvent
from sortrank_gui.study.file.journal import Answer, Record
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.survey_state import find_filled
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.reporting import Figures, run_campaign

Report = Callable[[str], None]
ROOT = Path(__file__).parents[2]
ROUNDS_A_STUDY = 5
LONGEST_LIFE = 0.25
_LONGER = 4
"""How many times as long a process lives that brings a file up to date, so that some succeed."""
ITEMS = 20
KINDS = ("answers", "undo", "shared", "backup", "migration", "blocks")
_FORM = Step(
    StepKind.QUESTIONNAIRE, "form", fields=(Query("age", FieldKind.NUMBER, "How old are you?"),)
)
BLOCKS = Design(
    title="Kill",
    prompt="Which?",
    min_response_ms=0,
    resume=Resume.RESUME,
    block_order=BlockOrder.LATIN,
    conditions=(Condition("a"), Condition("b", strategy="random")),
    timeline=(
        _FORM,
        Step(StepKind.BLOCK, "one", block=Block(stop=StopRules(5))),
        Step(StepKind.BLOCK, "two", block=Block(stop=StopRules(4))),
    ),
)
"""Short blocks, so that a kill often falls between them or between people."""


def run(rounds: int, seed: int, folder: Path, life: float = LONGEST_LIFE) -> Figures:
    """Kill children in this folder, after `life` seconds at most; return what was counted."""
    chance, figures, wrong = random.Random(seed), Counter[str](), list[str]()
    paths: dict[str, Path] = {}
    kept: dict[str, set[str]] = {}
    for number in range(rounds):
        kind = KINDS[number % len(KINDS)]
        again = number // len(KINDS) % ROUNDS_A_STUDY
        if kind not in paths or again == 0 or kind == "migration":
            paths[kind], kept[kind] = folder / f"{number}.sortrank", set()
            make_study(paths[kind], kind, chance.randrange(1000))
        told = one_round(paths[kind], kind, chance, figures, kept[kind], life)
        wrong += [f"round {number}, {kind}: {each}" for each in told]
        figures["rounds"] += 1
    return figures, wrong


def make_study(path: Path, kind: str, seed: int) -> None:
    """Make a study; one for a migration already has answers."""
    design = Design(
        title="Kill",
        prompt="Which?",
        shared=kind == "shared",
        seed=seed,
        practice=2,
        repeat_share=0.1,
        resume=Resume.RESUME,
        stop=StopRules(budget=1_000_000),
    )
    if kind == "blocks":
        design = replace(BLOCKS, seed=seed, shared=seed % 2 == 0)
    create_study(path, design, [Item(f"item {k}") for k in range(ITEMS)])
    if kind == "migration":
        survey = Survey(open_study(path))
        session = survey.start("P01")
        for _ in range(30):
            session.answer(Answer.LEFT, seconds=0.5)
        survey.close()


def one_round(
    path: Path,
    kind: str,
    chance: random.Random,
    figures: Counter[str],
    kept: set[str],
    longest: float,
) -> list[str]:
    """Start a child, kill it, and compare the file with what it had acknowledged."""
    longest *= _LONGER if kind == "migration" else 1
    life, seed = chance.uniform(0, longest), chance.randrange(2**30)
    command = [sys.executable, "-m", "tests.campaigns.kill", "--behave", kind, str(path), str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()  # it has loaded everything, and begins
        time.sleep(life)
        child.kill()
        lines = child.stdout.read().splitlines()
    wrong = [line for line in lines if line.startswith("!")]
    new = {line for line in lines if line[:1] not in "!."}
    figures["killed before the first answer"] += not new
    figures["acknowledged"] += len(new)
    kept |= new
    if kind == "migration":
        use_newer_schema()
    try:
        wrong += verify(path, kind, kept, figures)
    finally:
        use_released_schema()
    return wrong + _verify_backups(figures)


def behave(kind: str, path: Path, seed: int) -> None:
    """Be the child: answer until killed. Never returns."""

    def report(line: str) -> None:
        os.write(1, f"{line}\n".encode())

    report(".")
    try:
        if kind == "migration":
            use_newer_schema()
        chance = random.Random(seed)
        file = open_study(path)
        if file.read_only:
            raise RuntimeError(" ".join(file.notices))
        survey = Survey(file)
        if kind == "blocks":
            _walk_through(survey, chance, report)
        codes = ("P01", "P02", "P03") if kind == "shared" else ("P01",)
        sessions = [survey.start(code, policy=Resume.RESUME) for code in codes]
        while True:
            session = chance.choice(sessions)
            if kind == "undo" and chance.random() < 0.4:
                session.undo()
            else:
                session.answer(chance.choice((Answer.LEFT, Answer.RIGHT)), seconds=0.5)
            report(describe(file.records[-1], file))
            if kind == "backup" and chance.random() < 0.2:
                file.back_up()
    except BaseException as error:
        report(f"! {kind}: {error!r}")
    finally:
        os._exit(1)


def _walk_through(survey: Survey, chance: random.Random, report: Report) -> None:
    """Take part as one person after the other, in all blocks, with a questionnaire before."""
    file = survey.file
    for number in range(1, 1_000_000):
        code = f"P{number:04}"
        if any(row.participant == code for row in file.sessions) and not survey.unfinished(code):
            continue
        session = survey.start(code, policy=Resume.RESUME)
        row = next(row for row in file.sessions if row.participant == code)
        report(describe(file.records[-1], file))
        if not find_filled(file, row):
            survey.answer_questionnaire(row, "form", {"age": number}, "en")
            report(describe_event(file.everything.events[-1]))
        while session.trial is not None:
            if chance.random() < 0.2:
                session.undo()
            else:
                session.answer(chance.choice((Answer.LEFT, Answer.RIGHT)), seconds=0.5)
            report(describe(file.records[-1], file))
        session.end()
        report(describe(file.records[-1], file))


def describe_event(event: StudyEvent) -> str:
    """Return all that identifies an event, on one line."""
    return f"event {event.seq} {event.kind} {event.data} {event.digest.hex()}"


def describe(record: Record, file: StudyFile) -> str:
    """Return all that identifies a record, on one line."""
    code = next(row.participant for row in file.sessions if row.id == record.session)
    return " ".join(map(str, (code, *record[1:15], record.question, record.digest.hex())))


def verify(path: Path, kind: str, kept: set[str], figures: Counter[str]) -> list[str]:
    """Compare the file with what was acknowledged, and let `check` have a look."""
    report = check_study(path)
    if report.problems or report.notices:
        figures["unsound"] += 1
        return report.problems + report.notices
    with open_study(path, read_only=True) as file:
        found = [describe(record, file) for record in file.records]
        found += map(describe_event, file.everything.events)
        lost, doubled = len(kept - set(found)), len(found) - len(set(found))
    figures["lost"] += lost
    figures["doubled"] += doubled
    if kind == "migration":
        _count_migration(path, figures)
    return [f"{lost} lost, {doubled} doubled"] if lost or doubled else []


def _count_migration(path: Path, figures: Counter[str]) -> None:
    connection = connect(path, read_only=True)
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.close()
    figures["migrations done"] += version == _VERSION + 1
    figures["migrations undone"] += version == _VERSION


def _verify_backups(figures: Counter[str]) -> list[str]:
    """Look at the newest backup of every study, then forget them all; return what is wrong."""
    wrong = list[str]()
    for folder in backup_folder().glob("*"):
        made = sorted(folder.glob("*.sortrank"))
        for path in made[-1:]:
            report = check_study(path)
            problems = [line for line in report.problems if "newer SortRank" not in line]
            figures["broken backups"] += bool(problems)
            wrong += [f"backup: {line}" for line in problems]
        for path in made:
            path.unlink()
    return wrong


def use_newer_schema() -> None:
    """Pretend that a later SortRank has another table, filled by a migration that takes a while."""
    schema.VERSION = _VERSION + 1
    schema.TABLES = _RELEASED + "CREATE TABLE later (id INTEGER PRIMARY KEY, at TEXT) STRICT;"
    schema.MIGRATIONS[_VERSION] = _migrate


def use_released_schema() -> None:
    """Be the SortRank of today again."""
    schema.VERSION, schema.TABLES = _VERSION, _RELEASED
    schema.MIGRATIONS.pop(_VERSION, None)


_RELEASED, _VERSION = schema.TABLES, schema.VERSION


def _migrate(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE TABLE later (id INTEGER PRIMARY KEY, at TEXT) STRICT")
    for _ in range(20):
        connection.execute("INSERT INTO later (at) SELECT at FROM journal")
        time.sleep(0.002)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--behave"]:
        behave(sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]))
    sys.exit(run_campaign(__doc__, run, 1000, life=LONGEST_LIFE))
