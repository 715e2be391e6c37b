"""What a simulated experiment is: a frozen description, its trials, and the measurements.

Every trial has its own seeds, made from the experiment's seed, the strategy's name and the number
of the repetition. So results depend neither on where trials run nor on which others there are, and
in one repetition all strategies face the same true scores.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies import Strategy
from sortrank_gui.simulation import populations, respondents
from sortrank_gui.simulation.populations import Population
from sortrank_gui.simulation.respondents import Observed, Respondent, check_habits
from sortrank_gui.simulation.surveys import run_survey

_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class RespondentSettings:
    """Who answers, and with which habits."""

    kind: str = respondents.DEFAULT
    lapse: float = 0.0
    position_bias: float = 0.0
    observed: Observed | None = None
    """The outcomes to draw from, for the kind “observed”."""

    def __post_init__(self) -> None:
        if self.kind not in respondents.KINDS:
            raise InputError(
                f"There is no respondent “{self.kind}”; "
                f"choose one of {', '.join(respondents.KINDS)}."
            )
        if respondents.KINDS[self.kind].needs_data != (self.observed is not None):
            raise InputError("The respondent “observed”, and no other, needs observed outcomes.")
        check_habits(self.lapse, self.position_bias)

    def create(self, scores: ArrayLike, *, seed: int) -> Respondent:
        """Return the respondent of a trial."""
        habits = {"lapse": self.lapse, "position_bias": self.position_bias}
        kind = respondents.KINDS[self.kind]
        return kind.create(scores, self.observed, seed=seed, **habits)


@dataclass(frozen=True, slots=True)
class Experiment:
    """Strategies that rank the same items; how good they are is measured at some budgets."""

    n_items: int
    population: Population
    strategies: tuple[str, ...]
    budgets: tuple[int, ...]
    """Numbers of comparisons at which the ranking is compared with the truth, rising."""
    repetitions: int = 10
    seed: int = 1
    respondent: RespondentSettings = field(default_factory=RespondentSettings)
    order: str = "level"
    """How sorts proceed; "depth" is the textbook order, which the paper used."""
    prior_variance: float | None = None
    """Of the final fits; None learns it from the data of each."""
    priors: tuple[tuple[str, float], ...] = ()
    """Prior variances that strategies use inside, by name; others learn theirs."""

    def __post_init__(self) -> None:
        ranking.strategies.base.check_size(self.n_items)
        for name in self.strategies:
            if not ranking.strategies.is_known(name):
                raise InputError(
                    f"There is no strategy “{name}”; "
                    f"choose one of {', '.join(ranking.strategies.names())}."
                )
        if not self.strategies or len(set(self.strategies)) < len(self.strategies):
            raise InputError("An experiment needs strategies, each named once.")
        if not self.budgets or min(self.budgets) < 1:
            raise InputError("A budget is a number of comparisons from 1 up.")
        if list(self.budgets) != sorted(set(self.budgets)):
            raise InputError("The budgets of an experiment must rise.")
        if self.repetitions < 1 or self.seed < 0:
            raise InputError("An experiment needs a repetition at least, and a seed from 0 up.")
        if self.order not in ("level", "depth"):
            raise InputError(f"The order of a sort is level or depth, not “{self.order}”.")

    def describe(self) -> str:
        """Say in a sentence what the items and the answers are."""
        population = populations.describe(self.population)
        habits = f", lapses {self.respondent.lapse:g}" if self.respondent.lapse else ""
        if self.respondent.position_bias:
            habits += f", position bias {self.respondent.position_bias:g}"
        variance = self.prior_variance
        prior = "learned" if variance is None else f"{variance:g}"
        return (
            f"{self.n_items:,} items, {population}, {self.respondent.kind} answers{habits}, "
            f"sorts in {self.order} order, prior variance {prior}, seed {self.seed}."
        )

    def trials(self) -> list["SimulatedTrial"]:
        """Return all trials, repetition by repetition."""
        return [
            SimulatedTrial(self, strategy, repetition)
            for repetition in range(self.repetitions)
            for strategy in self.strategies
        ]


@dataclass(frozen=True, slots=True)
class Measurement:
    """How far the ranking after c comparisons is from the truth; a row of the results."""

    strategy: str
    c: int
    repetition: int
    displacement: int
    max_displacement: int
    kendall: int


@dataclass(frozen=True, slots=True)
class SimulatedTrial:
    """One repetition of an experiment with one strategy."""

    experiment: Experiment
    strategy: str
    repetition: int

    def describe(self) -> str:
        """Name the settings and the seed."""
        return f"{self.strategy}, repetition {self.repetition}, {self.experiment.describe()[:-1]}"

    def truth(self) -> NDArray[np.float64]:
        """Return the true scores, the same for all strategies of a repetition."""
        rng = stream("truth", self.experiment.seed, self.repetition)
        return self.experiment.population.draw(self.experiment.n_items, rng)

    def players(self, truth: NDArray[np.float64]) -> tuple[Strategy, Respondent]:
        """Return who asks and who answers, as if nothing had been asked yet."""
        strategy_seed, respondent_seed, _ = self._seeds()
        respondent = self.experiment.respondent.create(truth, seed=respondent_seed)
        return self._create(strategy_seed), respondent

    @property
    def ties_seed(self) -> int:
        """What decides the order of items with equal scores."""
        return self._seeds()[2]

    def estimates(self, truth: NDArray[np.float64]) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """Simulate the survey; yield the estimated scores at every budget."""
        e, (strategy, respondent) = self.experiment, self.players(truth)
        answers = run_survey(strategy, respondent, e.budgets[-1])
        table, estimate, done = Comparisons(e.n_items), None, 0
        for c in e.budgets:
            pairs = answers.pairs[done:c]
            table.add_outcomes(pairs[:, 0], pairs[:, 1], answers.outcomes[done:c])
            estimate = ranking.fit(table, prior_variance=e.prior_variance, start=estimate)
            yield c, estimate.scores
            done = c

    def run(self) -> tuple[Measurement, ...]:
        """Simulate the survey and measure the ranking at every budget."""
        truth = self.truth()
        return tuple(self.measure(c, scores, truth) for c, scores in self.estimates(truth))

    def measure(
        self, c: int, scores: NDArray[np.float64], truth: NDArray[np.float64]
    ) -> Measurement:
        """Return how far scores after c comparisons are from the truth."""
        distances = measure_distances(scores, truth, seed=self.ties_seed)
        return Measurement(self.strategy, c, self.repetition, *distances)

    def _create(self, seed: int) -> Strategy:
        options: dict[str, Any] = {}
        if ranking.strategies.facts(self.strategy).sorts:
            options["order"] = self.experiment.order
        if self.strategy in dict(self.experiment.priors):
            options["prior_variance"] = dict(self.experiment.priors)[self.strategy]
        return ranking.strategies.create(
            self.strategy, n_items=self.experiment.n_items, seed=seed, **options
        )

    def _seeds(self) -> list[int]:
        """Return the seeds of strategy, respondent and ties."""
        key = (self.experiment.seed, self.repetition, crc32(self.strategy.encode()))
        return [int(word) for word in np.random.SeedSequence(key).generate_state(3)]


def measure_distances(
    scores: NDArray[np.float64], truth: NDArray[np.float64], *, seed: int
) -> tuple[int, int, int]:
    """Return displacement, largest displacement and Kendall distance.

    Scores that differ by rounding errors alone count as equal: the seed decides their order then,
    not the processor.
    """
    scores = settle_ties(scores)
    return (
        ranking.displacement(scores, truth, seed=seed),
        ranking.max_displacement(scores, truth, seed=seed),
        ranking.kendall_tau_distance(scores, truth, seed=seed),
    )


def settle_ties(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores without their rounding errors."""
    return np.round(scores, _DECIMALS)


def budget_grid(n_items: int, budget: int, *, points: int = 24) -> tuple[int, ...]:
    """Return rising budgets, evenly spaced on a log scale from a comparison an item to `budget`."""
    if budget < 1:
        raise InputError(f"A budget is a number of comparisons from 1 up, and it is {budget}.")
    lowest = min(max(n_items // 2, 1), budget)
    grid = np.geomspace(lowest, budget, points)
    digits = 10.0 ** np.maximum(np.floor(np.log10(grid)) - 1, 0)
    rounded = np.minimum((np.round(grid / digits) * digits).astype(int), budget)
    return tuple(sorted({*rounded.tolist(), budget}))
