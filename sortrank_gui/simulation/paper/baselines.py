"""Strategies on synthetic items, uniform scores (Figures 2 and 6 of the paper)."""

from collections.abc import Sequence

from sortrank_gui.figures.descriptions import Figure, Panel
from sortrank_gui.simulation.curves import displacement_panel
from sortrank_gui.simulation.experiments import Measurement, SimulatedTrial
from sortrank_gui.simulation.paper.base import (
    Claim,
    DataUse,
    PaperSettings,
    claims_table,
    heading,
    judge,
    span,
)
from sortrank_gui.simulation.paper.contests import (
    ALL,
    Means,
    Results,
    displacement_table,
    first_better,
    mean_curves,
    measurements,
    paper_experiment,
    percent_above,
    population_precision,
    ratio,
    trial_seconds,
)
from sortrank_gui.simulation.populations import Uniform
from sortrank_gui.simulation.reports import ReportTable, SimulationReport, measurement_table

ITEMS = 200
NOISES = (1.0, 2.0, 5.0, 10.0)
BUDGETS = (100, 200, 300, 500, 700, 1000, 1400, 2000, 3000, 5000, 7000, 10_000)
_MAIN = 5.0
"""The noise of the figure in the paper's main text."""
_BEST_PRECISION = 0.1
"""Of uncertainty's prior, a posteriori: `sensitivity.py` shows the others."""


class Baselines:
    """The experiment."""

    name = "baselines"
    title = "Strategies on synthetic items"
    about = "Strategies on made-up items of several noises. (Figures 2 and 6)"
    data = DataUse.NONE
    alone = False
    rows = (Measurement,)
    cost = staticmethod(trial_seconds)

    def tasks(self, settings: PaperSettings) -> Sequence[SimulatedTrial]:
        """Return the trials of all noises, so ordered that all noises progress alike."""
        budgets = [c for c in BUDGETS if c <= settings.size(10_000, 3000)]
        experiments = [
            paper_experiment(
                ITEMS,
                Uniform(noise),
                [name for name in ALL if name != "kl" or noise == _MAIN],
                budgets,
                repetitions=settings.size(10, 3),
                seed=settings.seed,
                priors=(
                    ("uncertainty", 1 / _BEST_PRECISION),
                    ("entropy", 1 / population_precision(ITEMS, noise)),
                    ("kl", 1 / population_precision(ITEMS, noise)),
                ),
            )
            for noise in (NOISES if not settings.quick else (_MAIN,))
        ]
        trials = [trial for experiment in experiments for trial in experiment.trials()]
        return sorted(trials, key=lambda trial: trial.repetition)

    def tables(self, done: Results) -> tuple[ReportTable, ...]:
        """Return one row a measurement, with its noise."""
        groups = [({"noise": noise}, measurements(some)) for noise, some in _by_noise(done)]
        return (measurement_table(self.name, groups),)

    def report(self, settings: PaperSettings, done: Results) -> SimulationReport:
        """Show every noise on both scales, and compare with the paper's text."""
        groups = [(noise, measurements(some)) for noise, some in _by_noise(done)]
        means = {noise: mean_curves(rows) for noise, rows in groups}
        tables = "\n\n".join(
            f"λ = {noise:g}:\n\n{displacement_table(rows, sorted({row.c for row in rows}))}"
            for noise, rows in groups
        )
        page = f"""{heading(self.title, settings)}

n = {ITEMS}, scores uniform on [0, (n + 1) / λ], Bradley-Terry answers, the final ranking by ML in
effect (prior precision 2e-6), sorts depth first; displacement, mean ± standard deviation over
{settings.size(10, 3)} repetitions.

![Displacement against comparisons](baselines.png)

{tables}

{claims_table(_claims(means))}

What the paper leaves open, and our choices: items have random labels and every sort starts from a
new shuffle; a truncated sort is kept; equal scores are ordered at random. As in the paper, priors
are those that work best a posteriori, at λ = 5 (sensitivity.md shows the others): for uncertainty
sampling the precision {_BEST_PRECISION:g}, for entropy and KL that of the population, at each λ its
own. The other strategies with a model learn theirs.
Under exact moment matching the entropy and the KL criterion are the same number for every pair: the
two strategies differ in how chance breaks ties. Both are simulated for λ = 5, as evidence; for the
other noises entropy stands for both. With a weak prior uncertainty sampling comes to a halt once
all estimated gaps exceed the true gap of the closest pair: that pair is then asked for ever,
as the paper describes for sushi. Rounds are SortRank's own strategy, adjacent the
variant of uncertainty sampling from the paper's appendix.
"""
        return SimulationReport(self.name, page, self.tables(done), {self.name: _figure(groups)})


def _by_noise(done: Results) -> list[tuple[float, Results]]:
    noises = sorted({d.task.experiment.population.noise for d in done})
    return [
        (noise, [d for d in done if d.task.experiment.population.noise == noise])
        for noise in noises
    ]


def _figure(groups: Sequence[tuple[float, Sequence[Measurement]]]) -> Figure:
    panels: list[Panel] = []
    for log in (False, True):
        panels += [
            displacement_panel(
                rows, f"λ = {noise:g}" + (", log scale" if log else ""), log_x=log, log_y=log
            )
            for noise, rows in groups
        ]
    return Figure(tuple(panels), columns=max(2, len(groups)))


def _claims(means: dict[float, Means]) -> list[Claim]:
    noise = _MAIN if _MAIN in means else min(means)
    main = means[noise]
    if not set(ALL) <= set(main):
        return []
    last = max(main["random"])
    late = [c for c in sorted(main["random"]) if c >= min(2000, last)]
    claims = [_claim_active(main), _claim_bayesian(main, late), _claim_sorts(main, late)]
    if len(means) > 1:
        claims.append(_claim_noise(means, last))
    claims.append(
        Claim(
            "(not in the paper) Adaptive rounds, SortRank's own strategy.",
            f"At c = {last:,} {percent_above(main, 'rounds', 'mergesort', last):+.0f} % against "
            f"Mergesort, {percent_above(main, 'rounds', 'entropy', last):+.0f} % against "
            "entropy.",
            "",
        )
    )
    return claims


def _claim_active(main: Means) -> Claim:
    from_when = {name: first_better(main, name, "random") for name in ALL if name != "random"}
    always = [name for name, c in from_when.items() if c == min(main["random"])]
    later = [f"{name} from c = {c:,}" for name, c in from_when.items() if c and name not in always]
    never = [name for name, c in from_when.items() if c is None]
    ours = "As good as random or better at every c measured: " + (", ".join(always) or "none")
    ours += f"; later: {', '.join(later)}" if later else ""
    ours += f"; not within these budgets: {', '.join(never)}" if never else ""
    explained = (
        ". Taken depth first, a sort ranks nothing well before it is complete." if later else "."
    )
    return Claim(
        "Active learning is significantly better than random for any number of comparisons.",
        ours + explained,
        judge(not later and not never),
    )


def _claim_bayesian(main: Means, late: Sequence[int]) -> Claim:
    paper = ("random", "quicksort", "mergesort", "uncertainty", "entropy", "kl")
    wins = sum(min(paper, key=lambda name: main[name][c]) in ("entropy", "kl") for c in late)
    gaps = {c: percent_above(main, "uncertainty", "entropy", c) for c in sorted(main["entropy"])}
    near = [c for c, gap in gaps.items() if gap < 15]
    last = late[-1]
    return Claim(
        "The Bayesian methods perform best for all c, nearly indistinguishable from uncertainty.",
        f"From c = {late[0]:,} on, entropy or KL is best of the paper's six at {wins} of "
        f"{len(late)} budgets. Uncertainty is within 15 % of entropy up to c = {max(near):,}, and "
        f"{gaps[last]:+.0f} % at {last:,}.",
        judge(wins == len(late) and gaps[last] < 15),
    )


def _claim_sorts(main: Means, late: Sequence[int]) -> Claim:
    edges = [percent_above(main, "quicksort", "mergesort", c) for c in late]
    costs = [percent_above(main, "mergesort", "entropy", c) for c in late]
    return Claim(
        "The two sorts perform similarly, with a small edge for Mergesort; slightly worse than the "
        "Bayesian methods.",
        f"From c = {late[0]:,} on, Quicksort is {span(edges)} against "
        f"Mergesort, and Mergesort {span(costs)} against entropy.",
        judge(0 < sum(edges) / len(edges) < 25 and min(costs) > 0),
    )


def _claim_noise(means: dict[float, Means], last: int) -> Claim:
    gains = {noise: ratio(m, "random", "mergesort", last) for noise, m in means.items()}
    listed = ", ".join(f"{gain:.1f} (λ = {noise:g})" for noise, gain in gains.items())
    falling = list(gains.values()) == sorted(gains.values(), reverse=True)
    return Claim(
        "The gains of adaptive sampling are greater when the noise is smaller.",
        f"Random's displacement over Mergesort's at c = {last:,}: {listed}.",
        judge(falling),
    )
