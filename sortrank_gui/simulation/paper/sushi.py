"""Strategies on observed answers: Kamishima's Sushi preferences (Figure 3, left)."""

from collections.abc import Sequence

from sortrank_gui.errors import InputError
from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.ranking import VAGUE_PRIOR_VARIANCE
from sortrank_gui.simulation.curves import displacement_panel
from sortrank_gui.simulation.datasets import Dataset, read_any
from sortrank_gui.simulation.experiments import Measurement, SimulatedTrial
from sortrank_gui.simulation.paper.base import (
    Claim,
    DataUse,
    PaperSettings,
    claims_table,
    heading,
    judge,
    mean,
    sort_once,
    span,
)
from sortrank_gui.simulation.paper.contests import (
    ALL,
    Means,
    Results,
    displacement_table,
    mean_curves,
    measurements,
    paper_experiment,
    percent_above,
    trial_seconds,
)
from sortrank_gui.simulation.populations import Given
from sortrank_gui.simulation.reports import ReportTable, SimulationReport, measurement_table
from sortrank_gui.simulation.respondents import Observed, ObservedRespondent
from sortrank_gui.simulation.setups import choose_respondent, fit_truth

BUDGETS = (100, 200, 300, 500, 700, 1000, 1400, 2000, 3000, 5000, 7000, 10_000)
_BEST_PRECISION = 2.0
"""Of uncertainty's prior, the best a posteriori of 0.1, 0.5 and 2; with weaker ones it halts."""
WHERE = (
    "The sushi data set is Toshihiro Kamishima's (kamishima.net, “SUSHI Preference Data Sets”); "
    "download it and give the file sushi3b.5000.10.order with --data."
)


class Sushi:
    """The experiment."""

    name = "sushi"
    title = "Strategies on observed answers: sushi"
    about = (
        "Strategies on the answers of 5,000 people about 100 kinds of sushi. (Figure 3, left) The "
        "data is Toshihiro Kamishima’s: get sushi3b.5000.10.order from kamishima.net and choose it "
        "here."
    )
    data = DataUse.NEEDED
    alone = False
    rows = (Measurement,)
    cost = staticmethod(trial_seconds)

    def tasks(self, settings: PaperSettings) -> Sequence[SimulatedTrial]:
        """Return the trials; the truth is the ranking of all the data."""
        data = _read(settings)
        experiment = paper_experiment(
            len(data.names),
            Given.from_array(fit_truth(data)),
            ALL,
            [c for c in BUDGETS if c <= settings.size(10_000, 1400)],
            repetitions=settings.size(10, 2),
            seed=settings.seed,
            respondent=choose_respondent("observed", observed=data),
            priors=(("uncertainty", 1 / _BEST_PRECISION), ("adjacent", VAGUE_PRIOR_VARIANCE)),
        )
        return experiment.trials()

    def tables(self, done: Results) -> tuple[ReportTable, ...]:
        """Return one row a measurement."""
        return (measurement_table(self.name, [({}, measurements(done))]),)

    def report(self, settings: PaperSettings, done: Results) -> SimulationReport:
        """Compare with the paper's text."""
        data, rows = _read(settings), measurements(done)
        table = displacement_table(rows, sorted({row.c for row in rows}))
        n = len(data.names)
        panels = (
            displacement_panel(rows, f"Sushi, n = {n}", log_x=False, log_y=False),
            displacement_panel(rows, f"Sushi, n = {n}, log scale"),
        )
        seen = data.table.n_pairs
        page = f"""{heading(self.title, settings)}

{n} items, {data.table.n_comparisons:,.0f} outcomes on {seen:,} of {n * (n - 1) // 2:,} pairs. The
truth is the ranking of the Bradley-Terry fit of all outcomes. An answer is drawn uniformly from the
outcomes of that pair; a fair coin where there are none. Sorts depth first, ML in effect;
uncertainty sampling has a prior of precision {_BEST_PRECISION:g}, the best a posteriori; entropy,
KL and rounds learn theirs; displacement, mean ± standard deviation over {settings.size(10, 2)}
repetitions.

![Displacement against comparisons](sushi.png)

{table}

{claims_table(_claims(mean_curves(rows), data))}

{WHERE}
"""
        figure = Figure(panels, columns=2)
        return SimulationReport(self.name, page, self.tables(done), {self.name: figure})


def _read(settings: PaperSettings) -> Dataset:
    if settings.data is None:
        raise InputError(f"“reproduce sushi” needs the data. {WHERE}")
    return read_any(settings.data)


def _claims(means: Means, data: Dataset) -> list[Claim]:
    if not set(ALL) <= set(means):
        return []
    budgets = sorted(means["random"])
    last = budgets[-1]
    late = [c for c in budgets if c >= 1000] or [last]
    gains = [
        -percent_above(means, name, "random", c)
        for name in ("quicksort", "mergesort")
        for c in late
    ]
    gaps = [
        percent_above(means, name, "entropy", c)
        for name in ("quicksort", "mergesort")
        for c in late
    ]
    uncertain = [percent_above(means, "uncertainty", "random", c) for c in (late[0], last)]
    counts = {name: _one_sort(name, data) for name in ("quicksort", "mergesort")}
    return [
        Claim(
            "Active learning is noticeably better than random sampling.",
            f"From c = {late[0]:,} on, the sorts are {span(gains)} "
            f"below random, entropy {-percent_above(means, 'entropy', 'random', last):+.0f} % and "
            f"rounds {-percent_above(means, 'rounds', 'random', last):+.0f} % at c = {last:,}.",
            judge(min(gains) > 5),
        ),
        Claim(
            "After one sort, the sorts are indistinguishable from the Bayesian methods.",
            f"From c = {late[0]:,} on, {span(gaps)} against entropy.",
            judge(max(abs(gap) for gap in gaps) < 10),
        ),
        Claim(
            "One sort takes slightly less than 1,000 comparisons.",
            f"Quicksort {counts['quicksort']:,.0f}, Mergesort {counts['mergesort']:,.0f} "
            "(means of 50 sorts).",
            judge(all(800 < count < 1000 for count in counts.values())),
        ),
        Claim(
            "The performance of uncertainty sampling degrades as c increases.",
            f"Against random: {uncertain[0]:+.0f} % at c = {late[0]:,}, {uncertain[1]:+.0f} % at "
            f"{last:,}.",
            judge(uncertain[1] > uncertain[0]),
        ),
    ]


def _one_sort(name: str, data: Dataset) -> float:
    observed = Observed.from_table(data.table)
    return mean(
        len(
            sort_once(name, len(data.names), ObservedRespondent(observed, seed=seed), seed=seed)[
                1
            ].outcomes
        )
        for seed in range(50)
    )
