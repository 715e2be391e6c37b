"""Fills copies of a study at random, merges them in any order, and counts what comes of it.

    python -m tests.campaigns.merges --rounds 200

Copies are filled one after the other and copied on; some sessions go on in a copy. A merge must be
refused with a sentence, or have every answer of every copy once, under a name of its own.
"""

import random
import shutil
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

from sortrank_gui.errors import InputError, SortrankError
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from sortrank_gui.study.upkeep.merging import SameCode, merge_studies
from tests.campaigns.reporting import Figures, play_rounds, run_campaign

Names = set[tuple[str, int]]


def fill(path: Path, chance: random.Random) -> None:
    """Let some people answer; those who are known go on, or begin anew."""
    survey = Survey(open_study(path))
    for _ in range(chance.randrange(1, 4)):
        policy = chance.choice((Resume.RESUME, Resume.RESTART))
        session = survey.start(f"P{chance.randrange(4)}", policy=policy)
        for _ in range(chance.randrange(12)):
            session.answer(chance.choice((Answer.LEFT, Answer.RIGHT)), seconds=1.0)
        if chance.random() < 0.3 and session.answered:
            with suppress(InputError):  # where others have gone on with the common sort
                session.undo()
        survey.leave(session)
    survey.close()


def list_answers(path: Path) -> tuple[Names, int]:
    """Return the answers of a study by names that all copies share, and by those of an export."""
    with open_study(path, read_only=True) as study:
        rows = study.everything.sessions
        kept = list(effective(study.records))
        shared = {(rows[record.session].uuid, record.seq) for record in kept}
        shown = {(rows[r.session].participant, rows[r.session].number, r.trial) for r in kept}
    return shared, len(shown)


def play(folder: Path, chance: random.Random, figures: Counter[str]) -> list[str]:
    """Make copies, fill them and merge them; return what is wrong."""
    paths = [folder / "0.sortrank"]
    design = Design(
        title="Merges",
        prompt="Which?",
        shared=chance.random() < 0.5,
        strategy=chance.choice(("mergesort", "quicksort", "matching", "random")),
        min_response_ms=0,
        stop=StopRules(budget=10_000),
    )
    create_study(paths[0], design, [Item(f"item {k}") for k in range(8)])
    for number in range(1, chance.randrange(2, 5)):
        if chance.random() < 0.5:
            fill(chance.choice(paths), chance)
        paths.append(folder / f"{number}.sortrank")
        shutil.copy(chance.choice(paths[:-1]), paths[-1])
    for path in paths:
        fill(path, chance)
    chance.shuffle(paths)
    merged = folder / "merged.sortrank"
    try:
        merge_studies(paths, merged, people=chance.choice(list(SameCode)))
    except SortrankError:
        figures["refused"] += 1
        return ["a refused merge left a file"] if merged.exists() else []
    figures["merged"] += 1
    shared, shown = list_answers(merged)
    wanted = set[tuple[str, int]]().union(*(list_answers(path)[0] for path in paths))
    wrong = check_study(merged).problems
    if shown != len(shared):
        wrong = [*wrong, "two answers have one name"]
    if not shared <= wanted:
        wrong = [*wrong, "answers that no copy has"]
    if len(shared) < max(len(list_answers(path)[0]) for path in paths):
        wrong = [*wrong, "answers are missing"]
    figures["answers"] += len(shared)
    return list(wrong)


def run(rounds: int, seed: int, folder: Path) -> Figures:
    """Merge again and again."""
    return play_rounds(play, rounds, random.Random(seed), folder)


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 200))
