"""Strategies at the size of GIFGIF: 6,120 items, up to a million comparisons (Figures 3 and 5)."""

from collections.abc import Sequence

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.ranking import VAGUE_PRIOR_VARIANCE
from sortrank_gui.simulation.curves import displacement_panel
from sortrank_gui.simulation.datasets import read_choices
from sortrank_gui.simulation.experiments import Experiment, Measurement, SimulatedTrial
from sortrank_gui.simulation.paper.base import (
    Claim,
    DataUse,
    PaperSettings,
    claims_table,
    heading,
    judge,
)
from sortrank_gui.simulation.paper.contests import (
    Means,
    Results,
    displacement_table,
    mean_curves,
    measurements,
    paper_experiment,
    percent_above,
    ratio,
    trial_seconds,
)
from sortrank_gui.simulation.planner import comparisons_for
from sortrank_gui.simulation.populations import Given, Normal, Population
from sortrank_gui.simulation.reports import ReportTable, SimulationReport, measurement_table
from sortrank_gui.simulation.setups import fit_truth

ITEMS, SPREAD, QUESTION = 6120, 2.5, "happiness"
STRATEGIES = ("random", "quicksort", "mergesort", "adjacent", "rounds")
BUDGETS = (5000, 10_000, 20_000, 50_000, 100_000, 200_000, 350_000, 500_000, 700_000, 1_000_000)
ROUNDS_REPETITIONS = 3
"""Of adaptive rounds, which the paper does not have: they take most of the time and vary least."""
QUICK_ITEMS, QUICK_BUDGETS = 600, (1000, 2000, 5000, 10_000, 20_000)
WHERE = (
    "The GIFGIF data is at lucas.maystre.ch/gifgif-data; give gifgif-dataset-20150121-v1.csv "
    "with --data."
)


class Gifgif:
    """The experiment."""

    name = "gifgif"
    title = "Strategies at the size of GIFGIF"
    about = (
        "Strategies on thousands of items. (Figures 3 and 5) With the GIFGIF data "
        "(gifgif-dataset-20150121-v1.csv) its scores are used, without it normal ones."
    )
    data = DataUse.POSSIBLE
    alone = False
    rows = (Measurement,)
    cost = staticmethod(trial_seconds)

    def tasks(self, settings: PaperSettings) -> Sequence[SimulatedTrial]:
        """Return the trials: of the fitted data, or of normal scores in its place."""
        n_items, population = _choose_population(settings)
        budgets = QUICK_BUDGETS if settings.quick else BUDGETS
        trials = paper_experiment(
            n_items,
            population,
            STRATEGIES,
            budgets,
            repetitions=settings.size(10, 2),
            seed=settings.seed,
            priors=(("adjacent", VAGUE_PRIOR_VARIANCE),),
        ).trials()
        return [trial for trial in trials if _is_run(trial)]

    def tables(self, done: Results) -> tuple[ReportTable, ...]:
        """Return one row a measurement."""
        return (measurement_table(self.name, [({}, measurements(done))]),)

    def report(self, settings: PaperSettings, done: Results) -> SimulationReport:
        """Compare with the paper's text."""
        rows = measurements(done)
        experiment: Experiment = done[0].task.experiment
        n, rounds = experiment.n_items, min(experiment.repetitions, ROUNDS_REPETITIONS)
        panels = (
            displacement_panel(rows, f"n = {n:,}", log_x=False, log_y=False),
            displacement_panel(rows, f"n = {n:,}, log scale"),
        )
        truth = (
            f"scores of a Bradley-Terry fit of the question “{QUESTION}”"
            if settings.data is not None
            else f"normal scores with standard deviation {SPREAD:g} in place of the fitted ones"
        )
        page = f"""{heading(self.title, settings)}

{n:,} items, {truth}; answers are drawn from the Bradley-Terry model. Sorts depth first, ML in
effect; displacement, mean ± standard deviation over {experiment.repetitions} repetitions, of
adaptive rounds, which the paper does not have, over {rounds}.

![Displacement against comparisons](gifgif.png)

{displacement_table(rows, experiment.budgets)}

{claims_table(_claims(mean_curves(rows)))}

{WHERE} Without the data, the stand-in's spread of {SPREAD:g} logits is the one at which random is
as far above the sorts as the paper reports for c = 10⁶. The adjacent variant refits with a
vanishing prior, as the paper's ML does.
"""
        figure = Figure(panels, columns=2)
        return SimulationReport(self.name, page, self.tables(done), {self.name: figure})


def _is_run(trial: SimulatedTrial) -> bool:
    return trial.strategy != "rounds" or trial.repetition < ROUNDS_REPETITIONS


def _choose_population(settings: PaperSettings) -> tuple[int, Population]:
    if settings.data is None:
        return settings.size(ITEMS, QUICK_ITEMS), Normal(SPREAD)
    data = read_choices(settings.data, question=QUESTION)
    return len(data.names), Given.from_array(fit_truth(data))


def _claims(means: Means) -> list[Claim]:
    if not set(STRATEGIES) <= set(means):
        return []
    budgets = sorted(means["random"])
    last = budgets[-1]
    sorts = ("quicksort", "mergesort")
    above = {name: percent_above(means, "random", name, last) for name in sorts}
    worse = [c for c in budgets if any(means[name][c] >= means["random"][c] for name in sorts)]
    saving = comparisons_for(means["mergesort"], means["random"][last])
    adjacent = ratio(means, "adjacent", "random", last)
    early = {c: ratio(means, "adjacent", "random", c) for c in budgets}
    worst = max(early, key=lambda c: early[c])
    return [
        Claim(
            "The sorts perform systematically better than random.",
            "At every c measured."
            if not worse
            else f"Not before a sort is complete (one of them is worse at c = "
            f"{', '.join(f'{c:,}' for c in worse)}), at every larger c.",
            judge(not worse),
        ),
        Claim(
            "At c = 10⁶ random's displacement is 14 % above Quicksort's, 23 % above Mergesort's.",
            f"{above['quicksort']:.0f} % and {above['mergesort']:.0f} % at c = {last:,}.",
            judge(abs(above["quicksort"] - 14) < 6 and abs(above["mergesort"] - 23) < 6),
        ),
        Claim(
            "For a given displacement Mergesort needs about half of random's comparisons.",
            "Mergesort does not get there."
            if saving is None
            else f"What random reaches with {last:,}, Mergesort reaches with {saving:,.0f}: "
            f"a factor of {last / saving:.1f}.",
            judge(saving is not None and 1.5 < last / saving < 2.5),
        ),
        Claim(
            "The adjacent variant is over 5 times worse than random at c = 10⁶.",
            f"{adjacent:.2f} times random's displacement at c = {last:,}; at most "
            f"{early[worst]:.2f} times, at c = {worst:,}.",
            judge(adjacent > 5),
        ),
        Claim(
            "(not in the paper) Adaptive rounds, SortRank's own strategy.",
            f"{-percent_above(means, 'rounds', 'mergesort', last):.0f} % below Mergesort, "
            f"{-percent_above(means, 'rounds', 'random', last):.0f} % below random at "
            f"c = {last:,}.",
            "",
        ),
    ]
