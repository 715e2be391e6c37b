"""Make docs/example-report.html: twelve robots say which animal is heavier, two carelessly.

Run it by path, `python packaging/make_example_report.py`. The answers are the same on every
machine; only the dates and the study's number differ.
"""

import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sortrank_gui.ranking.chance import stream
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.report import EXPORT
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey import Survey

PAGE = Path(__file__).parent.parent / "docs" / "example-report.html"
KILOGRAMS = {
    "House mouse": 0.02,
    "Robin": 0.019,
    "Golden hamster": 0.13,
    "Red squirrel": 0.33,
    "Hedgehog": 0.8,
    "Guinea pig": 1.0,
    "Brown hare": 3.8,
    "House cat": 4.5,
    "Red fox": 7.0,
    "Badger": 12.0,
    "Beaver": 20.0,
    "Roe deer": 25.0,
    "Grey wolf": 40.0,
    "Chimpanzee": 45.0,
    "Reindeer": 110.0,
    "Wild boar": 95.0,
    "Lion": 190.0,
    "Polar bear": 450.0,
    "Horse": 520.0,
    "Giraffe": 1100.0,
    "Hippopotamus": 1500.0,
    "White rhinoceros": 2000.0,
    "African elephant": 5500.0,
    "Blue whale": 110_000.0,
}
LOGITS_PER_E_FOLD = 0.55
"""How well robots see a difference: an animal 2.7 times as heavy is chosen in 63 % of trials."""
PEOPLE = 12
LAPSES = {"P04": 1.0, "P09": 0.7}
"""Careless participants: which share of their answers is a coin's."""
SEED = 11


def main() -> None:
    """Write the page, or to the path given."""
    page = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    with TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder  # backups of the study go there, too
        path = Path(folder) / "animals.sortrank"
        make_study(path)
        with open_study(path, read_only=True) as file:
            EXPORT.write(Order(page, file.everything, source=path))
    print(f"Wrote {page}.")


def make_study(path: Path) -> None:
    """Make the study and let robots answer in the place of people."""
    truth = [LOGITS_PER_E_FOLD * math.log(mass) for mass in KILOGRAMS.values()]
    design = Design(
        title="Which animal is heavier?",
        prompt="Which animal is heavier?",
        practice=3,
        catch_share=0.06,
        repeat_share=0.06,
        break_every=50,
        seed=SEED,
        stop=StopRules(budget=120),
    )
    create_study(path, design, [Item(name) for name in KILOGRAMS], truth)
    survey = Survey(open_study(path))
    for number in range(PEOPLE):
        code = f"P{number + 1:02}"
        robot = BradleyTerryRespondent(truth, seed=SEED + number, lapse=LAPSES.get(code, 0.0))
        session = survey.start(code)
        answer(session, robot, response_times(number, careless=code in LAPSES))
        session.end()
    survey.close()


def answer(session: Session, robot: BradleyTerryRespondent, times: Iterator[float]) -> None:
    """Answer all trials; every fiftieth answer is taken back once and given again."""
    undone: set[int] = set()
    while (trial := session.trial) is not None:
        choice = Answer.from_outcome(robot.answer(trial.left, trial.right))
        session.answer(choice, seconds=next(times))
        if trial.number % 50 == 0 and trial.number not in undone:
            undone.add(trial.number)
            session.undo()


def response_times(number: int, *, careless: bool) -> Iterator[float]:
    """Yield seconds as people take them: skewed, and shorter with practice."""
    rng = stream("response times", SEED, number)
    usual = (0.9 if careless else 2.2) * float(rng.lognormal(0.0, 0.15))
    trial = 0
    while True:
        trial += 1
        yield round(
            0.35 + usual * (1 + 0.6 * math.exp(-trial / 15)) * float(rng.lognormal(0, 0.4)), 3
        )


if __name__ == "__main__":
    main()
