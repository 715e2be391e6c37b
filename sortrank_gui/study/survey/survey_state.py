"""What the engine tells the window: values that may cross threads."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.file.journal import GivenAnswer, Snapshot, Trial


class Phase(StrEnum):
    """Where a survey stands."""

    IDLE = "idle"
    """Nobody takes part now."""
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"
    """A stop rule holds; the session can still be undone, extended or ended."""
    STUCK = "stuck"
    """The last answer could not be written; it waits for another try."""


@dataclass(frozen=True, slots=True)
class StudyNews:
    """The open study, after it was opened or changed."""

    path: Path
    content: Content
    is_frozen: bool
    read_only: bool
    is_demo: bool
    notices: tuple[str, ...] = ()
    state: "SurveyState | None" = None
    """Where the survey stands now."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A session of the file: whose it is, and how far it came."""

    participant: str
    number: int
    answered: int
    is_ended: bool


@dataclass(frozen=True, slots=True)
class SurveyState:
    """All that the screen shows about the survey; sent after every change."""

    phase: Phase
    participant: str
    """Whose session it is; empty while nobody takes part."""
    strategy: str
    trial: Trial | None
    """The pair to show; None unless the session runs."""
    answered: int
    """Trials after practice that this session has answered."""
    budget: int | None
    progress: Progress | None
    seconds_per_answer: float | None
    likely_items: list[int]
    can_undo: bool
    break_due: bool
    robot_runs: bool
    snapshot: Snapshot
    """The answers that the live panel shows: of all participants, or of this session."""
    records: int
    """How many records the file has."""
    is_frozen: bool
    next_code: str
    sittings: tuple[Sitting, ...]
    last: GivenAnswer | None = None
    """The answer that led here; None after a start or an undo."""
    problem: str = ""
    """Why the session is stuck."""
    layout: SortLayout | None = None
    """Where every item of the sort stands; None where nothing is sorted, or not due."""
    note: str = ""
    """The newest note about the session."""
