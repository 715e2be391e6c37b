"""Multisort: Copeland's aggregate of m Quicksorts against the Bradley-Terry ranking (Figure 1)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sortrank_gui import ranking
from sortrank_gui.figures.descriptions import Figure, Panel
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies.quicksort import Quicksort
from sortrank_gui.simulation.curves import summarise
from sortrank_gui.simulation.experiments import measure_distances
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
)
from sortrank_gui.simulation.populations import Poisson
from sortrank_gui.simulation.reports import ReportTable, SimulationReport, markdown_table, mean_text
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_sort

ITEMS, NOISE = 200, 4.0
SORTS = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 50, 70, 100)
RULES = ("Copeland", "Bradley-Terry")


@dataclass(frozen=True, slots=True)
class AggregateRow:
    """The distance of one aggregate ranking."""

    rule: str
    m: int
    repetition: int
    displacement: int
    max_displacement: int
    kendall: int


@dataclass(frozen=True, slots=True)
class AggregateTask:
    """One repetition: m sorts of the same items, aggregated for several m."""

    sorts: tuple[int, ...]
    repetition: int
    seed: int

    def describe(self) -> str:
        """Name the settings and the seed."""
        return f"Multisort, repetition {self.repetition}, seed {self.seed}"

    def run(self) -> tuple[AggregateRow, ...]:
        """Sort and aggregate."""
        truth_seed, sort_seed, answer_seed = seeds(3, self.seed, self.repetition)
        truth = Poisson(NOISE).draw(ITEMS, stream("truth", truth_seed))
        respondent = BradleyTerryRespondent(truth, seed=answer_seed)
        strategy = Quicksort(ITEMS, seed=sort_seed)
        table, estimate, rows = Comparisons(ITEMS), None, []
        for m in range(1, self.sorts[-1] + 1):
            answers = run_sort(strategy, respondent)
            table.add_outcomes(answers.pairs[:, 0], answers.pairs[:, 1], answers.outcomes)
            if m in self.sorts:
                estimate = ranking.fit(
                    table, prior_variance=ranking.VAGUE_PRIOR_VARIANCE, start=estimate
                )
                copeland = ranking.copeland(strategy.rankings).astype(float)
                for rule, scores in zip(RULES, (copeland, estimate.scores), strict=True):
                    rows.append(self._measure(rule, m, scores, truth))
        return tuple(rows)

    def _measure(self, rule: str, m: int, scores: np.ndarray, truth: np.ndarray) -> AggregateRow:
        distances = measure_distances(scores, truth, seed=self.repetition)
        return AggregateRow(rule, m, self.repetition, *distances)


class Multisort:
    """The experiment."""

    name = "multisort"
    title = "Many Quicksorts: Copeland against Bradley-Terry"
    about = "Sorts many times; ranks by majority and by the Bradley-Terry model. (Figure 1)"
    data = DataUse.NONE
    alone = False
    rows = (AggregateRow,)

    def tasks(self, settings: PaperSettings) -> Sequence[AggregateTask]:
        """Return one task a repetition."""
        sorts = tuple(m for m in SORTS if m <= settings.size(100, 20))
        return [
            AggregateTask(sorts, repetition, settings.seed)
            for repetition in range(settings.size(50, 4))
        ]

    def cost(self, task: AggregateTask) -> float:
        """Return about how many seconds a task takes."""
        return task.sorts[-1] * 5e-3

    def tables(self, done: Sequence[Done[tuple[AggregateRow, ...]]]) -> tuple[ReportTable, ...]:
        """Return one row an aggregate."""
        return (rows_table(self.name, [row for d in done for row in d.value], AggregateRow),)

    def report(
        self, settings: PaperSettings, done: Sequence[Done[tuple[AggregateRow, ...]]]
    ) -> SimulationReport:
        """Compare the two rules."""
        rows = [row for d in done for row in d.value]
        found = {
            (rule, m): [row.displacement for row in rows if (row.rule, row.m) == (rule, m)]
            for rule in RULES
            for m in sorted({row.m for row in rows})
        }
        counts = sorted({m for _, m in found})
        table = markdown_table(
            ["", *(f"m = {m}" for m in counts)],
            [[rule, *(mean_text(found[rule, m]) for m in counts)] for rule in RULES],
        )
        page = f"""{heading(self.title, settings)}

n = {ITEMS}, λ = {NOISE:g}, Poisson scores; the same m Quicksorts are aggregated by Copeland's
method (Multisort, Algorithm 2) and by the Bradley-Terry fit of all their comparisons. Displacement,
{settings.size(50, 4)} repetitions, mean ± standard deviation.

![Displacement of the aggregate](multisort.png)

{table}

{claims_table(_claims(found, counts))}

Copeland counts strict majorities, and breaks ties of its scores at random. After one sort both
rules give the sort's own order. With two sorts Copeland has a majority only where they agree.
"""
        panel = Panel(
            f"n = {ITEMS}, λ = {NOISE:g}",
            "sorts m",
            "displacement",
            tuple(summarise(rule, [(m, found[rule, m]) for m in counts]) for rule in RULES),
            log_x=True,
            log_y=True,
        )
        return SimulationReport(self.name, page, self.tables(done), {self.name: Figure((panel,))})


def _claims(found: dict[tuple[str, int], list[int]], counts: Sequence[int]) -> list[Claim]:
    gains = {m: 1 - mean(found["Bradley-Terry", m]) / mean(found["Copeland", m]) for m in counts}
    several = [m for m in counts if m > 1]
    ends = mean(found["Copeland", counts[0]]), mean(found["Copeland", counts[-1]])
    return [
        Claim(
            "The ML ranking performs better in practice than Copeland's.",
            f"Its displacement is {100 * min(gains[m] for m in several):.0f} to "
            f"{100 * max(gains[m] for m in several):.0f} % lower for m from 2 on.",
            judge(all(gains[m] > 0 for m in several)),
        ),
        Claim(
            "Aggregating more sorts gives a better ranking (Theorem 2).",
            f"Copeland: {ends[0]:,.0f} for one sort, {ends[1]:,.0f} for {counts[-1]}.",
            judge(ends[1] < ends[0] / 2),
        ),
    ]
