"""Whether what we say about uncertainty holds under every strategy: coverage, cell by cell.

A cell is a strategy, a number of items, a truth, and the answers in which each item takes part on
average, so that a study of n items has n / 2 times as many. A study is simulated as the app asks
it, with its probing pairs, assessed as the app does it, and compared with its truth. Cells that
differ in nothing but the number of answers look at the same studies on their way. The file has
sums over studies for each cell: a run with more studies goes on where the last one ended, so that
a grid can be measured in passes, and cells of other runs stay in the file.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from itertools import groupby, product
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.tables import machine
from sortrank_gui.errors import InputError
from sortrank_gui.ranking import displacement, strategies
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.ranking.recalibration import PairHistory, recalibrate
from sortrank_gui.ranking.uncertainty import Uncertainty
from sortrank_gui.simulation.populations import Normal, Uniform
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

Floats = NDArray[np.float64]
Found = dict[str, float]
Figures = dict[str, str | int | float | None]

STRATEGIES = ("random", "quicksort", "mergesort", "entropy", "matching")
ITEMS = (12, 30, 100, 200)
TRUTHS = ("equal", "normal:0.4", "normal:1", "normal:2", "uniform:5")
ANSWERS = (2, 5, 10, 20, 50)
_TITLE = "Calibration"
_END = 20
"""One item in 20 stands at either end of the true ranking."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A kind of study."""

    strategy: str
    items: int
    truth: str
    answers: int
    """Answers in which an item takes part, on average."""

    @property
    def count(self) -> int:
        """How many answers a study has."""
        return max(1, round(self.answers * self.items / 2))


@dataclass(frozen=True, slots=True)
class Method:
    """How studies are asked and assessed; what stands here is what the app does at once."""

    probes: bool = True
    """Whether adaptive strategies mix in probing pairs, as new studies do."""
    calibrated: bool = False
    """Whether each study is run again and its statements corrected, as Results and report do."""


AT_ONCE = Method()
Key = tuple[Cell, int, Method]
"""A cell, its first seed, and how it is measured."""


def list_cells(
    names: Sequence[str], items: Sequence[int], truths: Sequence[str], answers: Sequence[int]
) -> list[Cell]:
    """Return every combination; what is empty stands for the whole grid."""
    parts = (names or STRATEGIES, items or ITEMS, truths or TRUTHS, answers or ANSWERS)
    return [Cell(*each) for each in product(*parts)]


@dataclass(slots=True)
class Tally:
    """What was found in a cell's studies so far."""

    studies: int = 0
    sums: dict[str, list[float]] = field(default_factory=dict)
    """Of each figure: how many studies have it, its sum and its sum of squares."""

    def add(self, found: Found) -> None:
        """Count one more study."""
        self.studies += 1
        for name, value in found.items():
            count, total, squares = self.sums.get(name, (0, 0.0, 0.0))
            self.sums[name] = [count + 1, total + value, squares + value**2]

    def mean(self, name: str) -> float | None:
        """Return the mean over the studies that have this figure."""
        count, total, _ = self.sums.get(name, (0, 0.0, 0.0))
        return round(total / count, 4) if count else None

    def error(self, name: str) -> float | None:
        """Return its standard error, from how studies differ."""
        count, total, squares = self.sums.get(name, (0, 0.0, 0.0))
        if count < 2:
            return None
        return round(float(np.sqrt(max(squares - total**2 / count, 0.0) / (count - 1) / count)), 4)

    def relative_error(self, name: str) -> float | None:
        """Return its standard error as a share of the mean."""
        mean, error = self.mean(name), self.error(name)
        return round(error / mean, 4) if mean and error is not None else None


def run(
    cells: Sequence[Cell],
    studies: int,
    *,
    seed: int,
    jobs: int,
    json_file: Path | None,
    method: Method = AT_ONCE,
) -> Iterator[Figures]:
    """Yield a row a cell; studies that the file has already are kept."""
    tallies = _read(json_file)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for _, alike in groupby(cells, key=lambda cell: (cell.strategy, cell.items, cell.truth)):
            group = list(alike)
            ours = [tallies.setdefault((cell, seed, method), Tally()) for cell in group]
            done = min(tally.studies for tally in ours)
            seeds = range(seed + done, seed + studies)
            found = list(pool.map(try_study, [group] * len(seeds), seeds, [method] * len(seeds)))
            for number, values in enumerate(found, done):
                for tally, value in zip(ours, values, strict=True):
                    if tally.studies == number:
                        tally.add(value)
            if json_file is not None:
                _write(json_file, tallies)
            yield from (_row((cell, seed, method), tallies[cell, seed, method]) for cell in group)


def try_study(cells: Sequence[Cell], seed: int, method: Method) -> list[Found]:
    """Simulate a study, and compare what is said about it at each cell's end with its truth."""
    cell = max(cells, key=lambda each: each.count)
    truth = draw_truth(cell.truth, cell.items, seed)
    name = strategies.study_recipe(cell.strategy, probes=method.probes)
    strategy = strategies.create(name, n_items=cell.items, seed=seed)
    answers = run_survey(strategy, BradleyTerryRespondent(truth, seed=seed), cell.count)
    values = []
    for count in (each.count for each in cells):
        found = assess(answers.table(count))
        if method.calibrated and not found.too_early:
            course = PairHistory(cell.items, name, (count,), answers.pairs[:count])
            found = recalibrate(course, found).correct(found)
        early = {"early": float(found.too_early)}
        values.append(early if found.too_early else early | compare(found, truth))
    return values


def draw_truth(name: str, n_items: int, seed: int) -> Floats:
    """Return true scores with mean 0."""
    kind, _, value = name.partition(":")
    rng = stream("calibration: truth", seed)
    match kind:
        case "equal":
            return np.zeros(n_items)
        case "normal":
            scores = Normal(float(value)).draw(n_items, rng)
        case "uniform":
            scores = Uniform(float(value)).draw(n_items, rng)
        case _:
            raise InputError(f"A truth is “equal”, “normal:1” or “uniform:5”, and not “{name}”.")
    centred: Floats = scores - scores.mean()
    return centred


def compare(found: Uncertainty, truth: Floats) -> Found:
    """Return what was right of it; figures without a meaning are left out."""
    covered = (found.low <= truth) & (truth <= found.high)
    values = {
        "score_coverage": float(covered.mean()),
        "widest": float((found.high - found.low).max()),
        "false": float((found.apart & (truth[:, None] <= truth)).any()),
    }
    if not np.ptp(truth):
        return values | {"ssr_excess": found.reliability}
    places = ranks(truth)
    best, worst = found.rank_bounds
    ends = np.minimum(places, len(truth) - 1 - places) < max(1, len(truth) // _END)
    return values | {
        "end_coverage": float(covered[ends].mean()),
        "rank_coverage": float(((best <= places) & (places <= worst)).mean()),
        "expected": found.displacement,
        "true": float(displacement(found.scores, truth)),
        "ssr_excess": found.reliability - float(np.corrcoef(found.scores, truth)[0, 1] ** 2),
    }


def _row(key: Key, tally: Tally) -> Figures:
    cell, seed, method = key
    true, expected = tally.mean("true"), tally.mean("expected")
    return {
        "strategy": cell.strategy,
        "items": cell.items,
        "truth": cell.truth,
        "answers": cell.answers,
        "studies": tally.studies,
        "seed": seed,
        **asdict(method),
        "too_early_share": tally.mean("early"),
        "score_coverage": tally.mean("score_coverage"),
        "score_error": tally.error("score_coverage"),
        "widest_interval": tally.mean("widest"),
        "end_coverage": tally.mean("end_coverage"),
        "end_error": tally.error("end_coverage"),
        "rank_coverage": tally.mean("rank_coverage"),
        "rank_error": tally.error("rank_coverage"),
        "false_difference_share": tally.mean("false"),
        "displacement_ratio": (
            round(expected / true, 4) if true and expected is not None else None
        ),
        "displacement_error": tally.relative_error("true"),
        "ssr_excess": tally.mean("ssr_excess"),
    }


def _read(json_file: Path | None) -> dict[Key, Tally]:
    """Return what earlier runs have found."""
    if json_file is None or not json_file.exists():
        return {}
    kept = json.loads(json_file.read_text(encoding="utf-8")).get("tallies", [])
    return {
        (Cell(**each["cell"]), each["seed"], Method(**each["method"])): Tally(**each["tally"])
        for each in kept
    }


def _write(json_file: Path, tallies: dict[Key, Tally]) -> None:
    """Write the rows, and the sums that a later run goes on from."""
    measured = {key: tally for key, tally in tallies.items() if tally.studies}
    kept = [
        {"cell": asdict(cell), "seed": seed, "method": asdict(method), "tally": asdict(tally)}
        for (cell, seed, method), tally in measured.items()
    ]
    rows = [_row(key, tally) for key, tally in measured.items()]
    record = {"machine": machine(), "tables": {_TITLE: rows}, "tallies": kept}
    part = json_file.with_suffix(".part")
    part.write_text(json.dumps(record) + "\n", encoding="utf-8")
    part.replace(json_file)
