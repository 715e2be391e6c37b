"""A race for teaching: strategies side by side on the same items, answer by answer.

A race is the first repetition of an experiment, slowed down: what is shown after c comparisons
depends on the experiment alone, not on the pace.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sortrank_gui import ranking
from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.ranking.strategies.runs import RunStrategy
from sortrank_gui.simulation.experiments import Experiment, SimulatedTrial, settle_ties
from sortrank_gui.simulation.surveys import run_survey
from sortrank_gui.simulation.tallies import RANDOM_ORDER

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Lane:
    """Where a strategy stands in a race."""

    strategy: str
    comparisons: int
    order: Ints
    """The items as the estimate has them, best first."""
    sort: SortLayout | None
    """The sort under way, for strategies that sort."""
    displacement: int
    pair: tuple[int, int] | None
    """The items compared last."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A moment of a race."""

    true_ranks: Ints
    """The true rank of every item, 0 for the best."""
    lanes: tuple[Lane, ...]
    panel: Panel
    """Displacement against comparisons so far."""
    over: bool


class Race:
    """All strategies of an experiment, on the items of its first repetition."""

    def __init__(self, experiment: Experiment) -> None:
        self._budget = experiment.budgets[-1]
        trials = [SimulatedTrial(experiment, name, 0) for name in experiment.strategies]
        self._truth = trials[0].truth()
        self._racers = [_Racer(trial, self._truth) for trial in trials]
        self._done = 0

    @property
    def is_over(self) -> bool:
        """Whether the budget is used up."""
        return self._done >= self._budget

    def step(self, count: int) -> None:
        """Let every strategy ask so many pairs, as far as the budget goes."""
        count = min(count, self._budget - self._done)
        if count > 0:
            self._done += count
            for racer in self._racers:
                racer.step(count)

    def scene(self) -> Scene:
        """Return where everyone stands."""
        lanes = tuple(racer.look() for racer in self._racers)
        curves = tuple(racer.curve() for racer in self._racers)
        panel = Panel("Race", "comparisons", "displacement", (*curves, self._random()))
        return Scene(ranks(self._truth), lanes, panel, self.is_over)

    def _random(self) -> Curve:
        """Return what a random ranking has; the line also keeps the axes still."""
        height = ranking.random_displacement(len(self._truth))
        return Curve(RANDOM_ORDER, (0.0, float(self._budget)), (height,) * 2, reference=True)


class _Racer:
    """One strategy with its answers."""

    def __init__(self, trial: SimulatedTrial, truth: NDArray[np.float64]) -> None:
        self._trial, self._truth = trial, truth
        self._strategy, self._respondent = trial.players(truth)
        self._table = Comparisons(trial.experiment.n_items)
        self._pair: tuple[int, int] | None = None
        self._done = 0
        self._history: dict[int, int] = {}

    def step(self, count: int) -> None:
        """Ask so many pairs."""
        answers = run_survey(self._strategy, self._respondent, count)
        self._table.add_outcomes(answers.pairs[:, 0], answers.pairs[:, 1], answers.outcomes)
        first, second = answers.pairs[-1].tolist()
        self._pair = (first, second)
        self._done += count

    def look(self) -> Lane:
        """Fit and measure; not from the fit before, so that nothing depends on who looked when."""
        variance = self._trial.experiment.prior_variance
        scores = settle_ties(ranking.fit(self._table, prior_variance=variance).scores)
        seed = self._trial.ties_seed
        distance = ranking.displacement(scores, self._truth, seed=seed)
        self._history[self._done] = distance
        order = np.argsort(ranks(scores, seed=seed))
        return Lane(self._trial.strategy, self._done, order, self._sort(), distance, self._pair)

    def curve(self) -> Curve:
        """Return the displacement at every look."""
        xs, ys = tuple(self._history), tuple(self._history.values())
        return Curve(self._trial.strategy, xs, ys)

    def _sort(self) -> SortLayout | None:
        return self._strategy.layout() if isinstance(self._strategy, RunStrategy) else None
