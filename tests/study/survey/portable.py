"""Studies to carry to another system in the middle of a session: makes them, and goes on with them.

    python -m tests.study.survey.portable FILE.zip

FILE.zip gets a study for each strategy, one more as a crash leaves it, with the files beside it,
and which questions come next. data/portable-linux.zip and data/portable-windows.zip were made so on
their systems. They are test data and never made anew: a later SortRank has to open them, too.
"""

import json
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey import Survey

BEFORE, AFTER = 70, 40
CRASHED = "crashed"
CODE = "Jürgen 7"
PICTURE = Path(__file__).parents[3] / "resources" / "demo" / "dots-01.png"
Question = tuple[int, int, str]


def make(path: Path, strategy: str) -> Survey:
    """Make a study and answer the first questions of a session, some of them taken back."""
    design = Design(
        title=f"Größe, {strategy}",
        prompt="Welches ist größer?",
        strategy=strategy,
        offer_equal=True,
        practice=2,
        repeat_share=0.1,
        catch_share=0.1,
        min_response_ms=0,
        resume=Resume.RESUME,
        stop=StopRules(budget=1000),
        seed=7,
    )
    items = [Item(f"item {k}", text="日本語" * (k % 3)) for k in range(13)]
    items.append(Item("picture", PICTURE if strategy == strategies.DEFAULT else None))
    create_study(path, design, items, [float(k) for k in range(14)])
    survey = Survey(open_study(path))
    session = survey.start(CODE)
    for number, _ in enumerate(islice(answer(session), BEFORE)):
        if number in (20, 50):
            session.undo()
    return survey


def answer(session: Session) -> Iterator[Question]:
    """Answer by the items' order, with a mistake or a tie now and then; give each question."""
    while (trial := session.trial) is not None:
        right = trial.right > trial.left
        if trial.number % 7 == 3:
            right = not right
        choice = Answer.RIGHT if right else Answer.LEFT
        session.answer(Answer.EQUAL if trial.number % 11 == 5 else choice, seconds=0.5)
        yield trial.left, trial.right, str(trial.kind)


def go_on(path: Path) -> list[Question]:
    """Resume the session of a study, and return the questions that come next."""
    file = open_study(path)
    survey = Survey(file)
    try:
        return list(islice(answer(survey.start(CODE)), AFTER))
    finally:
        survey.close()


def pack(target: Path, folder: Path) -> None:
    """Put a study for each strategy, a crashed one and the next questions into a file."""
    questions: dict[str, list[Question]] = {}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in strategies.names():
            path = folder / f"{name}.sortrank"
            make(path, name).close()
            packed.write(path, path.name)
            questions[name] = go_on(path)
        open_one = folder / f"{CRASHED}.sortrank"
        survey = make(open_one, strategies.DEFAULT)
        for beside in sorted(folder.glob(f"{CRASHED}.sortrank*")):
            if not beside.name.endswith("-shm"):  # memory of a process, not for another one
                packed.writestr(beside.name, beside.read_bytes())
        survey.close()
        questions[CRASHED] = go_on(open_one)
        packed.writestr("questions.json", json.dumps(questions))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        pack(Path(sys.argv[1]), Path(name))
