"""Whether memory stays flat while a session goes on and on."""

from pathlib import Path

import numpy as np

from benchmarks.tables import Table
from benchmarks.window import make_photographs, make_study, own_folder, shown, wait_for
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder

PHOTOGRAPHS = 12
TEXTS = 88
SAMPLES = 20


def run(answers: int) -> list[Table]:
    """Let a robot answer and watch the memory of the process; the first fifth warms up."""
    with own_folder() as folder:
        texts = [Item(f"text {k}", text=f"Statement {k} about one thing.") for k in range(TEXTS)]
        items = [*make_photographs(folder, PHOTOGRAPHS), *texts]
        design = Design(title="Benchmark", prompt="Which?", stop=StopRules(budget=answers))
        counts, sizes = _watch(make_study(folder / "memory.sortrank", design, items), answers)
    settled = [k for k, count in enumerate(counts) if count >= answers / 5]
    slope, _ = np.polyfit(np.array(counts)[settled], np.array(sizes)[settled], 1)
    table = Table(f"Memory of the process over {answers:,} trials of a robot at full speed")
    table.rows.append(
        {
            "MB at the first trial": sizes[0] / 1e6,
            "after a fifth": sizes[settled[0]] / 1e6,
            "at the end": sizes[-1] / 1e6,
            "bytes a trial": float(slope),
        }
    )
    return [table]


def _watch(path: Path, answers: int) -> tuple[list[int], list[int]]:
    """Return how many answers there were at each sample, and the memory in bytes."""
    counts, sizes = [0], list[int]()
    with shown(path) as screen:
        study = screen.study
        sizes.append(_resident())
        for sample in range(1, SAMPLES + 1):
            goal = sample * answers // SAMPLES
            study.request(Engine.start_robot, RobotOrder(goal=goal))
            wait_for(lambda goal=goal: screen.page.shows(goal))  # type: ignore[misc]
            counts.append(goal)
            sizes.append(_resident())
    return counts, sizes


def _resident() -> int:
    """Return how many bytes of this process are in memory."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return 1024 * int(line.split()[1])
    raise RuntimeError("This system does not tell how much memory a process uses.")
