"""Whatever a window runs: an experiment of one's own, one of the paper, or those of a plan.

A campaign is a value. `prepare` makes its work, which may read files; results are given to the work
as they arrive, and it says at any time what there is to show.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from sortrank_gui.figures.descriptions import Panel
from sortrank_gui.simulation import paper
from sortrank_gui.simulation.curves import displacement_panel
from sortrank_gui.simulation.experiments import Experiment, Measurement, SimulatedTrial
from sortrank_gui.simulation.planner import PlanRow, PlanTrial, plan_panels
from sortrank_gui.simulation.reports import SimulationReport
from sortrank_gui.simulation.runner import Task
from sortrank_gui.simulation.tallies import Tally


@dataclass(frozen=True, slots=True)
class Findings:
    """What there is to show of a campaign: panels to choose from, and where they come from."""

    title: str
    panels: tuple[Panel, ...]
    n_items: int | None = None
    experiment: Experiment | None = None
    """The settings of an experiment of one's own."""
    rows: tuple[Measurement, ...] = ()
    """Its measurements, in the order of its trials, once it is over."""
    plan_rows: tuple[PlanRow, ...] = ()
    report: SimulationReport | None = None
    """Page and tables of an experiment of the paper, once it is over."""


class Work(Protocol):
    """Tasks, and a place for their results."""

    tasks: Sequence[Task[Any]]
    alone: bool
    """Whether tasks must not run side by side, because they measure time."""

    def add(self, index: int, value: Any) -> None:
        """Take in a result."""
        ...

    def findings(self) -> Findings:
        """Return what there is to show so far."""
        ...

    def finish(self, *, complete: bool) -> Findings:
        """Return everything that came of it."""
        ...


class Campaign(Protocol):
    """What is to be run."""

    @property
    def title(self) -> str:
        """A name for lists of results."""
        ...

    def prepare(self) -> Work:
        """Return the work."""
        ...


@dataclass(frozen=True, slots=True)
class OwnCampaign:
    """An experiment of one's own."""

    experiment: Experiment
    title: str = "Experiment"

    def prepare(self) -> "OwnWork":
        """Return its trials."""
        return OwnWork(self)


class OwnWork:
    """The trials of an experiment."""

    alone = False

    def __init__(self, campaign: OwnCampaign) -> None:
        self._campaign = campaign
        self._values: dict[int, tuple[Measurement, ...]] = {}
        self._tally = Tally(campaign.experiment.n_items, campaign.experiment.strategies)
        self.tasks: Sequence[Task[Any]] = campaign.experiment.trials()

    def add(self, index: int, value: tuple[Measurement, ...]) -> None:
        """Take in a trial's measurements."""
        self._values[index] = value
        self._tally.add(value)

    def findings(self) -> Findings:
        """Return the curves of all metrics so far."""
        e = self._campaign.experiment
        return Findings(self._campaign.title, self._tally.panels(), e.n_items, e)

    def finish(self, *, complete: bool) -> Findings:
        """Return curves and rows; the rows are those that the command line writes."""
        e = self._campaign.experiment
        values = [self._values[index] for index in sorted(self._values)]
        rows = tuple(row for value in values for row in value)
        return Findings(self._campaign.title, self._tally.panels(), e.n_items, e, rows)


@dataclass(frozen=True, slots=True)
class PaperCampaign:
    """An experiment of the paper."""

    name: str
    settings: paper.PaperSettings = field(default_factory=paper.PaperSettings)

    @property
    def title(self) -> str:
        """The experiment's name, and how thorough it is."""
        kind = "quick" if self.settings.quick else "full"
        return f"{paper.get(self.name).title} ({kind})"

    def prepare(self) -> "PaperWork":
        """Return its tasks; raise where data is missing."""
        return PaperWork(self)


class PaperWork:
    """The tasks of an experiment of the paper."""

    def __init__(self, campaign: PaperCampaign) -> None:
        self._campaign = campaign
        self._preset = paper.get(campaign.name)
        self._values: dict[int, Any] = {}
        self.tasks = self._preset.tasks(campaign.settings)
        self.alone = self._preset.alone

    def add(self, index: int, value: Any) -> None:
        """Take in the result of a task."""
        self._values[index] = value

    def findings(self) -> Findings:
        """Return the panels that can be drawn from what there is."""
        contest = isinstance(self.tasks[0], SimulatedTrial)
        panels = self._contest_panels() if contest else self._early_panels()
        return Findings(self._campaign.title, panels)

    def finish(self, *, complete: bool) -> Findings:
        """Return the report; of an incomplete experiment, tables and what could be drawn."""
        done = self._done()
        if not (complete and done):
            page = f"# {self._preset.title}\n\nIncomplete: stopped before its end.\n"
            report = SimulationReport(
                self._preset.name, page, self._preset.tables(done) if done else ()
            )
            return Findings(self._campaign.title, self.findings().panels, report=report)
        report = self._preset.report(self._campaign.settings, done)
        return Findings(self._campaign.title, _panels(report), report=report)

    def _done(self) -> list[paper.Done[Any]]:
        return [
            paper.Done(self.tasks[index], self._values[index]) for index in sorted(self._values)
        ]

    def _early_panels(self) -> tuple[Panel, ...]:
        """Return the report's panels, if it can be written from what there is."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # means of nothing, while nothing is there
                return _panels(self._preset.report(self._campaign.settings, self._done()))
        except (ArithmeticError, ValueError, LookupError):
            return ()

    def _contest_panels(self) -> tuple[Panel, ...]:
        """Return a panel for every group of trials that differ in strategy and chance alone."""
        groups: dict[str, list[Measurement]] = {}
        for index in sorted(self._values):
            groups.setdefault(_group_title(self.tasks[index]), []).extend(self._values[index])
        return tuple(displacement_panel(rows, title) for title, rows in groups.items())


def _panels(report: SimulationReport) -> tuple[Panel, ...]:
    return tuple(panel for figure in report.figures.values() for panel in figure.curve_panels)


def _group_title(task: Any) -> str:
    population = task.experiment.population
    noise = getattr(population, "noise", None)
    return f"n = {task.experiment.n_items:,}" if noise is None else f"λ = {noise:g}"


@dataclass(frozen=True, slots=True)
class PlanCampaign:
    """The experiment behind the plan of a study."""

    experiment: Experiment
    top: int
    """How many of the best items matter."""
    title: str = "Plan"

    def prepare(self) -> "PlanWork":
        """Return its trials."""
        return PlanWork(self)


class PlanWork:
    """The trials of a plan."""

    alone = False

    def __init__(self, campaign: PlanCampaign) -> None:
        self._campaign = campaign
        self._values: dict[int, tuple[PlanRow, ...]] = {}
        trials = campaign.experiment.trials()
        self.tasks: Sequence[Task[Any]] = [PlanTrial(trial, campaign.top) for trial in trials]

    def add(self, index: int, value: tuple[PlanRow, ...]) -> None:
        """Take in a trial."""
        self._values[index] = value

    def findings(self) -> Findings:
        """Return displacement and the share of the top found, against comparisons."""
        e, rows = self._campaign.experiment, self._rows()
        panels = plan_panels(rows, self._campaign.top)
        return Findings(self._campaign.title, panels, e.n_items, e, plan_rows=rows)

    def finish(self, *, complete: bool) -> Findings:
        """Return the same: a plan of fewer repetitions is a plan."""
        return self.findings()

    def _rows(self) -> tuple[PlanRow, ...]:
        return tuple(row for index in sorted(self._values) for row in self._values[index])
