"""Damages copies of a study and looks whether anyone is given wrong data.

    python -m tests.campaigns.damage --rounds 10000

Bytes and bits are changed, blocks zeroed, pages swapped, files cut off or removed, in a study that
was closed and in one as a crash leaves it, each plain, and with blocks, conditions, variants and
questionnaires; in every other round in one that a crash left after one change of the design, the
items, texts, exclusions and whatever else can be saved. Every copy must raise a sentence and stay
as it was found, or open with a notice that something is missing, or be complete.
"""

import random
import shutil
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import Answer, NoteKind
from sortrank_gui.study.file.opening import RECOVERED, create_study, open_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey import Survey
from tests.campaigns.reporting import Figures, run_campaign
from tests.lab_study import make_lab
from tests.last_changes import AFTER, BEFORE

Original = tuple[Path, tuple[object, ...]]
"""A study, and all that counts in it."""
ENDS = ("", "-wal", "-lock")


def content_of(study: StudyFile) -> tuple[object, ...]:
    """Return all that counts in a study."""
    sessions = [(row.uuid, row.participant, row.number, row.seed) for row in study.sessions]
    return study.content, sessions, list(study.records), study.events, study.notes


def make_originals(folder: Path) -> list[Original]:
    """Make a study that was closed and the same one as a crash leaves it."""
    path, crashed = folder / "closed.sortrank", folder / "crashed.sortrank"
    design = Design(
        title="Damage",
        prompt="Which?",
        practice=2,
        catch_share=0.1,
        repeat_share=0.1,
        stop=StopRules(budget=1000),
    )
    create_study(path, design, [Item(f"item {k}") for k in range(12)], range(12))
    survey = Survey(open_study(path))
    for code in ("A", "B"):
        _answer(survey, code, 60).undo()
    return _crash(survey.file, crashed)


def make_last_changes(folder: Path) -> list[Original]:
    """Make studies as crashes leave them, each of which had another change as its last one."""
    made = list[Original]()
    for number, (name, change, answered) in enumerate(
        [
            *((name, change, False) for name, change in BEFORE.items()),
            *((name, change, True) for name, change in AFTER.items()),
        ]
    ):
        path = folder / f"{number} {name}.sortrank"
        items = [Item(f"item {k}", text=f"text {k}") for k in range(12)]
        create_study(path, Design("Damage", "Which?", stop=StopRules(1000)), items, range(12))
        survey = Survey(open_study(path))
        for code in ("P01", "P02") if answered else ():
            _answer(survey, code, 8).end()
        survey.close()
        file = open_study(path)
        change(file)
        made += _crash(file, folder / f"{number} {name} crashed.sortrank")[1:]
    return made


def _answer(survey: Survey, code: str, count: int) -> Session:
    session = survey.start(code)
    for _ in range(count):
        session.answer(Answer.LEFT, seconds=1.0)
    return session


def make_blocks(folder: Path) -> list[Original]:
    """Make the same of a study with all that format 4 has."""
    crashed = folder / "crashed blocks.sortrank"
    path = make_lab(folder / "blocks.sortrank", people=4, answers=12, catch_share=0.1)
    survey = Survey(open_study(path))
    exclude(survey.file, ("VP02", 1, 3), "slept")
    session = survey.start("late", condition="dark")
    session.answer(Answer.LEFT, seconds=1.0)
    survey.file.add_note(survey.file.sessions[-1], NoteKind.NOTE, "came late")
    return _crash(survey.file, crashed)


def _crash(file: StudyFile, crashed: Path) -> list[Original]:
    """Copy an open study as it is on disk, then close it; return both with what they hold."""
    for end in ENDS:
        shutil.copy(f"{file.path}{end}", f"{crashed}{end}")
    content = content_of(file)
    file.close()
    return [(file.path, content), (crashed, content)]


def damage(path: Path, chance: random.Random) -> str:
    """Damage one of a study's files in a random way; say how."""
    beside = [Path(f"{path}{end}") for end in ("", "", "-wal", "-wal", "-lock")]
    target = chance.choice([each for each in beside if each.exists()])
    data = bytearray(target.read_bytes())
    match chance.choice(("bytes", "bits", "block", "truncate", "swap", "missing")):
        case "bytes":
            for _ in range(chance.choice((1, 1, 1, 5, 50))):
                data[chance.randrange(len(data))] = chance.randrange(256)
        case "bits":
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        case "block":
            start = chance.randrange(len(data))
            length = chance.choice((16, 512, 4096))
            data[start : start + length] = bytes(len(data[start : start + length]))
        case "truncate":
            del data[chance.randrange(len(data)) :]
        case "swap":
            pages = max(len(data) // 4096, 1)
            a, b = (4096 * chance.randrange(pages) for _ in range(2))
            data[a : a + 4096], data[b : b + 4096] = data[b : b + 4096], data[a : a + 4096]
        case "missing" if target != path:
            target.unlink()
            return f"{target.name} is missing"
        case _:
            data += b"appended"
    target.write_bytes(data)
    return target.name


def run(copies: int, seed: int, folder: Path) -> Figures:
    """Damage copies one after another; return counts and what went wrong."""
    whole, last = [*make_originals(folder), *make_blocks(folder)], make_last_changes(folder)
    chance, figures, wrong = random.Random(seed), Counter[str](), list[str]()
    copy = folder / "copies" / "copy.sortrank"
    copy.parent.mkdir()
    for number in range(copies):
        turn, is_whole = divmod(number, 2)
        originals = whole if is_whole else last
        original, content = originals[turn % len(originals)]
        for old in copy.parent.iterdir():
            old.unlink()
        for end in ENDS:
            with suppress(FileNotFoundError):
                shutil.copy(f"{original}{end}", f"{copy}{end}")
        how = damage(copy, chance)
        before = copy.read_bytes()
        figures["rounds"] += 1
        try:
            with open_study(copy, read_only=turn // len(originals) % 2 == 0) as study:
                found, notices = content_of(study), {*study.notices} - {RECOVERED}
        except StudyFileError as error:
            figures["refused"] += 1
            if "copy.sortrank" not in str(error) or copy.read_bytes() != before:
                wrong.append(f"copy {number} ({how}): changed, or not named in: {error}")
            continue
        except Exception as error:
            wrong.append(f"copy {number} ({how}): {error!r}")
            continue
        figures["told" if notices else "complete"] += 1
        if found != content and not notices:
            wrong.append(f"copy {number} ({how}): wrong data without a word")
    return figures, wrong


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 10_000))
