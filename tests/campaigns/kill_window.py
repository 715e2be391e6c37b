"""Kills the real window in everything that it does, and looks whether something is lost or half.

    python -m tests.campaigns.kill_window --rounds 1000

The program runs without a display, with a robot in its window that answers, takes back, edits the
design, adds pictures, makes studies, exports, backs up, closes, opens, simulates, walks through
questionnaires and blocks, and lets people withdraw; see `window_robot`. It is killed at a random
moment. Then what the window had been told is compared with the files. Processes are forked from one
that has loaded everything, which saves a second each.
"""

import json
import os
import random
import shutil
import struct
import sys
import time
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path

from sortrank_gui.errors import SortrankError, StudyFileError
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.backups import backup_folder, find_backups, restore
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.kill import BLOCKS
from tests.campaigns.reporting import Figures, play_rounds, run_campaign
from tests.campaigns.window_robot import ACTIVITIES, sit

LONGEST_LIFE = 2.0
"""Seconds from the moment at which the window is ready to the kill."""
LONG = 4.0
"""How many times as long a window lives that exports: a report takes seconds."""
EARLY = 0.05
"""The share of rounds, and of reports, at which it does not wait for the window to be ready."""
ORPHAN = "EOFError: Ran out of input"
"""What Python says in a process for pictures whose parent was killed while it started."""
PICTURES = 12
PEOPLE, ANSWERS_EACH = 30, 4
"""Of a study from which people withdraw."""
Reports = list[list[object]]


def make_studies(folder: Path, activity: str, chance: random.Random) -> Path:
    """Make the study that is opened, with answers where it is only looked at; and pictures."""
    path = folder / "study.sortrank"
    names = [path, folder / "other.sortrank"] if activity == "opens" else [path]
    for each in names:
        design = Design(
            title="title 0",
            prompt="Which?",
            resume=Resume.RESUME,
            min_response_ms=0,
            interval_ms=0,
            stop=StopRules(budget=100_000),
            seed=chance.randrange(1000),
        )
        if activity == "walks":
            design = replace(BLOCKS, title="title 0", seed=design.seed, interval_ms=0)
        items = [Item(f"item {k}", text=f"item {k}") for k in range(12)]
        create_study(each, design, items, range(12))
        if activity in ("exports", "opens"):
            survey = Survey(open_study(each))
            session = survey.start("P07")
            for _ in range(300):
                session.answer(Answer.LEFT, seconds=0.5)
            survey.close()
    if activity == "withdraws":
        seat_people(path)
    if activity in ("imports", "makes"):
        (folder / "pictures").mkdir()
        for number in range(PICTURES):
            (folder / "pictures" / f"{number}.png").write_bytes(draw(chance))
    (folder / "out").mkdir()
    return path


def seat_people(path: Path) -> None:
    """Let people answer who withdraw later, and back the study up."""
    survey = Survey(open_study(path))
    for number in range(PEOPLE):
        session = survey.start(f"zebra-{number:02}")
        for _ in range(ANSWERS_EACH):
            session.answer(Answer.LEFT, seconds=0.5)
    survey.close()


def draw(chance: random.Random) -> bytes:
    """Return a small PNG picture of noise."""
    rows = b"".join(b"\0" + chance.randbytes(64) for _ in range(64))
    parts = ((b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0)),)
    parts += ((b"IDAT", zlib.compress(rows, 0)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def kill_once(path: Path, activity: str, chance: random.Random) -> tuple[Reports, str]:
    """Start the window, kill it, and return what it reported and what it complained of."""
    longest = LONGEST_LIFE * (LONG if activity == "exports" else 1)
    seed, life = chance.randrange(2**30), chance.uniform(0, longest)
    errors, (reader, writer) = path.parent / "errors.txt", os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.dup2(writer, 1)
            os.dup2(os.open(errors, os.O_CREAT | os.O_WRONLY), 2)
            sit(path, activity, seed)
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as lines:
        heard = list[str]()
        while chance.random() > EARLY and (line := lines.readline()):
            heard.append(line)
            if line.startswith('["ready"'):
                break
        time.sleep(life)
        os.kill(child, 9)
        heard += lines.readlines()
        os.waitpid(child, 0)
    reports = [json.loads(line) for line in heard if line.endswith("]\n") and line[0] == "["]
    return reports, errors.read_text(encoding="utf-8", errors="replace")


def verify(folder: Path, reports: Reports, figures: Counter[str]) -> list[str]:
    """Compare all files with what the window had been told."""
    wrong = list[str]()
    for path in folder.glob("*.sortrank"):
        wrong += [f"{path.name}: {each}" for each in check_study(path).problems]
    for report in reports:
        if report[0] == "made" and not Path(str(report[1])).exists():
            wrong.append(f"{report[1]} was made, and is not there")
    try:
        with open_study(folder / "study.sortrank") as study:
            wrong += compare(study, folder / "study.sortrank", reports, figures)
            wrong += look_at_exports(study, folder, figures)
    except SortrankError as error:
        wrong.append(str(error))
    wrong += look_for_withdrawn(folder / "study.sortrank", reports, figures)
    for backup in find_backups(folder / "study.sortrank"):
        restored = folder / f"restored {backup.number}.sortrank"
        try:
            restore(backup.path, restored)
        except StudyFileError:
            if backup.path.exists():
                raise
            continue  # a process that the window had left behind made a newer one
        figures["backups"] += 1
        wrong += [f"backup: {each}" for each in check_study(restored).problems]
    return wrong


def compare(study: StudyFile, path: Path, reports: Reports, figures: Counter[str]) -> list[str]:
    """Say what the window was told about a study and its file does not have."""
    codes = {row.id: row.participant for row in study.sessions}
    there = Counter(
        (codes[r.session], r.trial, r.left, r.right, r.answer)
        for r in study.records
        if r.event == "answer"
    )
    told = {tuple(report[1:]) for report in reports if report[0] == "answer"}
    figures["acknowledged"] += len(told)
    lost = [answer for answer in told if not there[answer]]  # type: ignore[index]
    figures["lost"] += len(lost)
    wrong = [f"{answer} is lost" for answer in lost]
    filled = {str(report[1]) for report in reports if report[0] == "filled"}
    figures["questionnaires"] += len(filled)
    kept = {codes[e.session] for e in study.events if e.kind == "questionnaire" and e.session}
    wrong += [f"the questionnaire of {code} is lost" for code in sorted(filled - kept)]
    states = [report[2:] for report in reports if report[0] == "state" and report[1] == str(path)]
    if not states:
        return wrong
    _records, title, items = states[-1]
    has_left = any(report[0] == "people" for report in reports)  # and took records along
    if not has_left and len(study.records) < max(int(str(state[0])) for state in states):
        wrong.append("records are lost")
    if _number(study.design.title) < _number(str(title)):
        wrong.append(f"the title {title} is lost")
    if len(study.content.items) < int(str(items)):
        wrong.append("items are lost")
    figures["titles"] += len({state[1] for state in states}) - 1
    return wrong


def look_for_withdrawn(path: Path, reports: Reports, figures: Counter[str]) -> list[str]:
    """Say who withdrew and is still in a byte of the study or its backups, and who is not whole."""
    told = [report[1] for report in reports if report[0] == "people"]
    if not told:
        return []
    with open_study(path) as study:
        kept = Counter(study.everything.sessions[r.session].participant for r in study.records)
    everybody = {f"zebra-{number:02}" for number in range(PEOPLE)}
    gone, last = everybody - kept.keys(), told[-1]
    figures["withdrawn"] += len(gone)
    wrong = [f"{code} is back" for code in kept.keys() - {*last}]  # type: ignore[misc]
    wrong += [f"{code} lost answers" for code in kept if kept[code] < ANSWERS_EACH + 1]
    if len(everybody) - len(last) > len(gone):  # type: ignore[arg-type]
        wrong.append("more people withdrew than are gone")
    files = [path, path.with_name(f"{path.name}-wal"), *(each.path for each in find_backups(path))]
    for file in filter(Path.exists, files):
        data = file.read_bytes()
        wrong += [f"{code} is in {file.name}" for code in sorted(gone) if code.encode() in data]
    return wrong


def look_at_exports(study: StudyFile, folder: Path, figures: Counter[str]) -> list[str]:
    """Compare every exported file with one that is written now: it must be complete."""
    wrong = list[str]()
    for export in find_exports():
        made = list((folder / "out").glob(f"* {export.name}{export.ending}"))
        if not made:
            continue
        fresh = folder / "out" / f"fresh {export.name}{export.ending}"
        export.write(Order(fresh, study.everything, source=study.path))
        size = fresh.stat().st_size
        for path in made:
            figures["exports"] += 1
            if abs(path.stat().st_size - size) > 200:  # names and times differ
                wrong.append(f"{path.name} has {path.stat().st_size} bytes instead of {size}")
    return wrong


def _number(title: str) -> int:
    return int(title.split()[-1])


def play(folder: Path, chance: random.Random, figures: Counter[str]) -> list[str]:
    """Kill the window in the activity whose turn it is; return what is wrong."""
    activity = ACTIVITIES[figures["rounds"] % len(ACTIVITIES)]
    path = make_studies(folder, activity, chance)
    reports, errors = kill_once(path, activity, chance)
    wrong = verify(folder, reports, figures)
    if errors.count("Traceback") > errors.count(ORPHAN):
        wrong.append(errors.strip()[-500:])
    figures["reports"] += len(reports)
    figures[f"in {activity}"] += 1
    shutil.rmtree(backup_folder(), ignore_errors=True)
    return [f"{activity}: {each}" for each in wrong]


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Kill the window in one activity after the other."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    return play_rounds(play, rounds, random.Random(seed), folder)


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 1000))
