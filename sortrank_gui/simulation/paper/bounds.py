"""Theorem 1 in simulation: total and largest displacement of one Quicksort (Figure 1, left)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sortrank_gui import ranking
from sortrank_gui.figures.descriptions import Curve, Figure, Panel
from sortrank_gui.ranking.chance import stream
from sortrank_gui.simulation.curves import summarise
from sortrank_gui.simulation.paper.base import (
    Claim,
    DataUse,
    Done,
    PaperSettings,
    claims_table,
    heading,
    judge,
    mean,
    rows_table,
    seeds,
    sort_once,
)
from sortrank_gui.simulation.populations import Poisson
from sortrank_gui.simulation.reports import ReportTable, SimulationReport, markdown_table, mean_text
from sortrank_gui.simulation.respondents import BradleyTerryRespondent

NOISES = (1.0, 2.0, 4.0, 8.0)
SIZES = (100, 200, 500, 1000, 2000, 5000, 10_000)
QUICK_SIZES = (100, 200, 500, 1000)
_PER_TASK = 5


@dataclass(frozen=True, slots=True)
class BoundRow:
    """One Quicksort of items of the Poisson model."""

    noise: float
    n: int
    repetition: int
    comparisons: int
    displacement: int
    max_displacement: int
    kendall: int


@dataclass(frozen=True, slots=True)
class SortTask:
    """A few repetitions of one Quicksort."""

    noise: float
    n_items: int
    repetitions: range
    seed: int

    def describe(self) -> str:
        """Name the settings and the seed."""
        return f"Quicksort, {self.n_items} items, λ = {self.noise:g}, seed {self.seed}"

    def run(self) -> tuple[BoundRow, ...]:
        """Sort."""
        return tuple(self._sort(repetition) for repetition in self.repetitions)

    def _sort(self, repetition: int) -> BoundRow:
        key = (self.seed, self.n_items, int(1000 * self.noise), repetition)
        truth_seed, sort_seed, answer_seed = seeds(3, *key)
        truth = Poisson(self.noise).draw(self.n_items, stream("truth", truth_seed))
        respondent = BradleyTerryRespondent(truth, seed=answer_seed)
        found, answers = sort_once("quicksort", self.n_items, respondent, seed=sort_seed)
        return BoundRow(
            self.noise,
            self.n_items,
            repetition,
            len(answers.outcomes),
            ranking.displacement(found, truth),
            ranking.max_displacement(found, truth),
            ranking.kendall_tau_distance(found, truth),
        )


class Bounds:
    """The experiment."""

    name = "bounds"
    title = "One Quicksort: total and largest displacement"
    about = (
        "Sorts once and measures how far items end up from their true rank, against the paper’s "
        "bounds. (Figure 1, left)"
    )
    data = DataUse.NONE
    alone = False
    rows = (BoundRow,)

    def tasks(self, settings: PaperSettings) -> Sequence[SortTask]:
        """Return sorts of all sizes, for every noise."""
        repetitions = settings.size(50, 5)
        return [
            SortTask(noise, n, range(start, min(start + _PER_TASK, repetitions)), settings.seed)
            for start in range(0, repetitions, _PER_TASK)
            for n in (QUICK_SIZES if settings.quick else SIZES)
            for noise in NOISES
        ]

    def cost(self, task: SortTask) -> float:
        """Return about how many seconds a task takes."""
        return len(task.repetitions) * task.n_items * 5e-6

    def tables(self, done: Sequence[Done[tuple[BoundRow, ...]]]) -> tuple[ReportTable, ...]:
        """Return one row a sort."""
        return (rows_table(self.name, [row for d in done for row in d.value], BoundRow),)

    def report(
        self, settings: PaperSettings, done: Sequence[Done[tuple[BoundRow, ...]]]
    ) -> SimulationReport:
        """Set the growth in n and in λ beside the theorem."""
        rows = [row for d in done for row in d.value]
        sizes = sorted({row.n for row in rows})
        page = f"""{heading(self.title, settings)}

One Quicksort of n items whose scores come from a Poisson process of rate λ, with Bradley-Terry
answers; {settings.size(50, 5)} repetitions, mean ± standard deviation.

![Displacement of one Quicksort](bounds.png)

Total displacement:

{_mean_table(rows, sizes, "displacement")}

Largest displacement of an item:

{_mean_table(rows, sizes, "max_displacement")}

{claims_table(_claims(rows, sizes))}

The bound in the figure is that of the proof, 2nλ(λ + 1) on the mean. For the largest displacement
the theorem gives the order only; the dashed lines are λ ln n, without a constant.
"""
        return SimulationReport(
            self.name, page, self.tables(done), {self.name: _figure(rows, sizes)}
        )


def _select(rows: Sequence[BoundRow], noise: float, n: int, measure: str) -> list[float]:
    return [getattr(row, measure) for row in rows if row.noise == noise and row.n == n]


def _mean_table(rows: Sequence[BoundRow], sizes: Sequence[int], measure: str) -> str:
    cells = (
        [f"λ = {noise:g}", *(mean_text(_select(rows, noise, n, measure)) for n in sizes)]
        for noise in NOISES
    )
    return markdown_table(["", *(f"n = {n:,}" for n in sizes)], cells)


def _claims(rows: Sequence[BoundRow], sizes: Sequence[int]) -> list[Claim]:
    low, high = sizes[0], sizes[-1]
    in_n = [
        math.log(
            mean(_select(rows, noise, high, "displacement"))
            / mean(_select(rows, noise, low, "displacement"))
        )
        / math.log(high / low)
        for noise in NOISES
    ]
    in_noise = math.log(
        mean(_select(rows, NOISES[-1], high, "displacement"))
        / mean(_select(rows, NOISES[0], high, "displacement"))
    ) / math.log(NOISES[-1] / NOISES[0])
    ratios = [
        mean(_select(rows, noise, n, "max_displacement")) / (noise * math.log(n))
        for noise in NOISES
        for n in sizes
    ]
    share = max(
        mean(_select(rows, noise, n, "displacement")) / (2 * n * noise * (noise + 1))
        for noise in NOISES
        for n in sizes
    )
    return [
        Claim(
            "The mean is below 2nλ(λ + 1) (proof of Theorem 1).",
            f"At most {100 * share:.0f} % of the bound.",
            judge(share <= 1),
        ),
        Claim(
            "The bound on the displacement is tight in n.",
            f"It grows as n to the power {min(in_n):.2f} to {max(in_n):.2f}.",
            judge(max(abs(power - 1) for power in in_n) < 0.1),
        ),
        Claim(
            "The dependence on λ appears to be linear rather than quadratic.",
            f"At n = {high:,} it grows as λ to the power {in_noise:.2f}.",
            judge(abs(in_noise - 1) < 0.25),
        ),
        Claim(
            "The bound on the largest displacement, of order λ log n, appears to be tight.",
            f"Its ratio to λ ln n is {min(ratios):.2f} to {max(ratios):.2f} everywhere.",
            judge(max(ratios) / min(ratios) < 3),
        ),
    ]


def _figure(rows: Sequence[BoundRow], sizes: Sequence[int]) -> Figure:
    x = tuple(float(n) for n in sizes)

    def curves(measure: str) -> list[Curve]:
        return [
            summarise(f"λ = {noise:g}", [(n, _select(rows, noise, n, measure)) for n in sizes])
            for noise in NOISES
        ]

    bounds = [
        Curve(
            "2nλ(λ + 1)",
            x,
            tuple(2 * n * noise * (noise + 1) for n in x),
            reference=True,
            like=f"λ = {noise:g}",
        )
        for noise in NOISES
    ]
    logs = [
        Curve(
            "λ ln n",
            x,
            tuple(noise * math.log(n) for n in x),
            reference=True,
            like=f"λ = {noise:g}",
        )
        for noise in NOISES
    ]
    total = (*curves("displacement"), *bounds)
    largest = (*curves("max_displacement"), *logs)
    return Figure(
        (
            Panel("Total", "items n", "displacement", total, log_x=True, log_y=True),
            Panel("Largest", "items n", "largest displacement", largest, log_x=True),
        ),
        columns=2,
    )
