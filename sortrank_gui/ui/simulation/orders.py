"""What the laboratory is told to run, and what it tells."""

from dataclasses import dataclass

from sortrank_gui.simulation.campaigns import Campaign, Findings
from sortrank_gui.simulation.runner import Failure as TrialFailure
from sortrank_gui.simulation.runner import Progress


@dataclass(frozen=True, slots=True)
class Machine:
    """Where to run: processes of this machine (None for one a core), or a Dask cluster."""

    workers: int | None = None
    cluster: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """A campaign to run, and where."""

    campaign: Campaign
    machine: Machine = Machine()


@dataclass(frozen=True, slots=True)
class News:
    """How far an order is, with what there is to show if that changed."""

    order: Order
    progress: Progress
    workers: int
    findings: Findings | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an order; trials that failed are named, the others are kept."""

    order: Order
    findings: Findings
    failures: tuple[TrialFailure, ...]
    cancelled: bool
    seconds: float
    workers: int
