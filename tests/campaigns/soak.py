"""Answers for a long time in one session, and measures whether an answer costs more and more.

    python -m tests.campaigns.soak --rounds 200000

A round is an answer. Processor time an answer is compared between the first and the last tenth; the
memory is that which the answers added; closing, the backup that another process makes then, opening
and checking are timed at the end.
"""

import sys
import time
from collections import Counter
from pathlib import Path

from sortrank_gui import program
from sortrank_gui.child_usage import read_usage
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file import database
from sortrank_gui.study.file.backups import find_backups
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.later_backups import LATER
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.upkeep.checking import check_study
from tests.campaigns.reporting import Figures, run_campaign


def run(rounds: int, _seed: int, folder: Path) -> Figures:
    """Answer so often."""
    import os

    database.SYNCHRONOUS = "OFF"  # the disk is measured elsewhere
    program.is_running = True  # so that another process makes the backup
    path, figures, wrong = folder / "soak.sortrank", Counter[str](), list[str]()
    design = Design(title="Soak", prompt="Which?", stop=StopRules(budget=10**7))
    create_study(path, design, [Item(f"item {k}") for k in range(200)])
    survey = Survey(open_study(path))
    session = survey.start("P01")
    tenth, costs = max(rounds // 10, 1), list[float]()
    before = read_usage(os.getpid())[1]
    for _ in range(10):
        began = time.process_time()
        for _ in range(tenth):
            session.answer(Answer.LEFT, seconds=1.0)
        costs.append((time.process_time() - began) / tenth)
    figures["rounds"] = 10 * tenth
    figures["first us an answer"] = round(1e6 * costs[0])
    figures["last us an answer"] = round(1e6 * costs[-1])
    figures["bytes an answer"] = round((read_usage(os.getpid())[1] - before) / (10 * tenth))
    began = time.monotonic()
    survey.close()
    figures["ms to close"] = round(1e3 * (time.monotonic() - began))
    began = time.monotonic()
    LATER.wait(path)
    figures["ms to back up, later"] = round(1e3 * (time.monotonic() - began))
    if not find_backups(path):
        wrong.append("there is no backup")
    began = time.monotonic()
    open_study(path, read_only=True).close()
    figures["ms to open"] = round(1e3 * (time.monotonic() - began))
    began = time.monotonic()
    report = check_study(path)
    figures["ms to check"] = round(1e3 * (time.monotonic() - began))
    wrong += report.problems
    if report.counts["answers"] != 10 * tenth:
        wrong.append("answers are missing")
    return figures, wrong


if __name__ == "__main__":
    sys.exit(run_campaign(__doc__, run, 200_000))
