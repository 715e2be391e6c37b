"""How much the strategies with a model depend on the strength of their prior (Section 4.1)."""

from collections.abc import Sequence

from sortrank_gui.figures.descriptions import Curve, Figure, Panel
from sortrank_gui.simulation.curves import summarise
from sortrank_gui.simulation.experiments import Measurement, SimulatedTrial
from sortrank_gui.simulation.paper.base import (
    Claim,
    DataUse,
    PaperSettings,
    claims_table,
    heading,
    judge,
    mean,
)
from sortrank_gui.simulation.paper.contests import (
    Results,
    paper_experiment,
    population_precision,
    trial_seconds,
)
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.reports import (
    ReportTable,
    SimulationReport,
    markdown_table,
    mean_text,
    measurement_table,
)

ITEMS, NOISE = 200, 5.0
MATCHED = population_precision(ITEMS, NOISE)
PRECISIONS = (0.002, MATCHED, 0.02, 0.1, 0.5, 2.0)
STRATEGIES = ("uncertainty", "entropy", "kl")
BUDGETS = (100, 500, 1000, 2000, 5000)
Groups = dict[tuple[str, float], list[Measurement]]


class PriorStrength:
    """The experiment."""

    name = "sensitivity"
    title = "Strength of the prior"
    about = "Uncertainty, entropy and KL with weak and strong priors. (Section 4.1)"
    data = DataUse.NONE
    alone = False
    rows = (Measurement,)
    cost = staticmethod(trial_seconds)

    def tasks(self, settings: PaperSettings) -> Sequence[SimulatedTrial]:
        """Return the trials of all precisions, so ordered that all progress alike."""
        experiments = [
            paper_experiment(
                ITEMS,
                Uniform(NOISE),
                STRATEGIES,
                [c for c in BUDGETS if c <= settings.size(5000, 1000)],
                repetitions=settings.size(4, 1),
                seed=settings.seed,
                priors=tuple((name, 1 / precision) for name in STRATEGIES),
            )
            for precision in PRECISIONS
        ]
        trials = [trial for experiment in experiments for trial in experiment.trials()]
        return sorted(trials, key=lambda trial: trial.repetition)

    def tables(self, done: Results) -> tuple[ReportTable, ...]:
        """Return one row a measurement, with its precision."""
        groups = [({"precision": key[1]}, rows) for key, rows in _group(done).items()]
        return (measurement_table(self.name, groups),)

    def report(self, settings: PaperSettings, done: Results) -> SimulationReport:
        """Show displacement against precision, and which is best a posteriori."""
        groups = _group(done)
        budgets = sorted({row.c for rows in groups.values() for row in rows})
        table = markdown_table(
            ["strategy", "precision", *(f"c = {c:,}" for c in budgets)],
            (
                [name, f"{precision:.2g}", *(mean_text(_at(rows, c)) for c in budgets)]
                for (name, precision), rows in groups.items()
            ),
        )
        page = f"""{heading(self.title, settings)}

n = {ITEMS}, scores uniform on [0, (n + 1) / {NOISE:g}], Bradley-Terry answers; the final ranking by
ML in effect for all. The precision is that of the prior with which a strategy picks its pairs;
{MATCHED:.2g} is the population's own. Displacement, mean ± standard deviation over
{settings.size(4, 1)} repetitions.

![Displacement against the precision of the prior](sensitivity.png)

{table}

{claims_table([_claim(groups, budgets[-1])])}

With a weak prior uncertainty sampling comes to a halt: once all estimated gaps exceed the true gap
of the closest pair, that pair is asked for ever. A strong prior draws the estimates together, and
it goes on. KL is entropy under another name: the two pick by the same number.
"""
        panels = tuple(_panel(groups, name, budgets) for name in STRATEGIES)
        figure = Figure(panels, columns=len(panels))
        return SimulationReport(self.name, page, self.tables(done), {self.name: figure})


def best_precision(groups: Groups, name: str, c: int) -> float:
    """Return the precision with the smallest mean displacement after c comparisons."""
    means = {key[1]: mean(_at(rows, c)) for key, rows in groups.items() if key[0] == name}
    return min(means, key=lambda precision: means[precision])


def _group(done: Results) -> Groups:
    groups: Groups = {(name, precision): [] for name in STRATEGIES for precision in PRECISIONS}
    for one in done:
        variance = dict(one.task.experiment.priors)[one.task.strategy]
        precision = min(PRECISIONS, key=lambda known: abs(known - 1 / variance))
        groups[one.task.strategy, precision] += one.value
    return {key: rows for key, rows in groups.items() if rows}


def _at(rows: Sequence[Measurement], c: int) -> list[int]:
    return [row.displacement for row in rows if row.c == c]


def _panel(groups: Groups, name: str, budgets: Sequence[int]) -> Panel:
    curves: list[Curve] = []
    for c in budgets:
        points = [(key[1], _at(rows, c)) for key, rows in groups.items() if key[0] == name]
        curves.append(summarise(f"c = {c:,}", points))
    return Panel(
        name, "precision of the prior", "displacement", tuple(curves), log_x=True, log_y=True
    )


def _claim(groups: Groups, last: int) -> Claim:
    found, ratios = [], []
    for name in STRATEGIES:
        means = [mean(_at(rows, last)) for key, rows in groups.items() if key[0] == name]
        if not means:
            continue
        ratios.append(max(means) / min(means))
        best = best_precision(groups, name, last)
        found.append(f"{name} is best at {best:.2g}, and {ratios[-1]:.1f} times worse at the worst")
    return Claim(
        "Outcomes differ drastically with the strength of the regularisation.",
        f"At c = {last:,} {'; '.join(found)}.",
        judge(max(ratios, default=1.0) > 1.5),
    )
