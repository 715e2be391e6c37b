"""What the engine tells whoever drives it: values that may cross threads."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from statistics import median

from sortrank_gui.ranking.strategies import Progress
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.versions import Version
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.given_answers import Snapshot
from sortrank_gui.study.file.journal import Event, GivenAnswer, NoteKind, Trial
from sortrank_gui.study.file.reading import SessionRow
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.lab_state import LabState
from sortrank_gui.study.survey.replaying import group_sessions

_PACE_WINDOW = 25


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


@dataclass(frozen=True, slots=True, eq=False)
class FileState:
    """The open file but for its answers; another value after every change."""

    path: Path
    content: Content
    read_only: bool
    is_demo: bool
    notices: tuple[str, ...] = ()
    find_picture: Callable[[str], bytes] | None = None
    """Returns a picture by its digest, on any thread, where the file itself has none of them."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A session of the file: whose it is, and how far it came."""

    participant: str
    number: int
    answered: int
    is_ended: bool
    is_robot: bool = False


@dataclass(frozen=True, slots=True)
class SurveyState:
    """All that the screen shows about the survey; sent after every request."""

    file: FileState
    phase: Phase
    participant: str
    """Whose session it is; empty while nobody takes part."""
    budget: int | None
    snapshot: Snapshot
    """The answers that the live panel shows: of all people, or of this session; a robot's session
    is always shown alone."""
    records: int
    """How many records the file has."""
    is_frozen: bool
    next_code: str
    sittings: tuple[Sitting, ...]
    trial: Trial | None = None
    """The pair to show; None unless the session runs."""
    is_robot: bool | None = None
    """Whether a robot answers this session, or a person; None in a demo, where both may."""
    answered: int = 0
    """Trials after practice that this session has answered."""
    progress: Progress | None = None
    seconds_per_answer: float | None = None
    likely_items: tuple[int, ...] = ()
    can_undo: bool = False
    break_due: bool = False
    robot_pause: float | None = None
    """Seconds from one turn of the robot to the next; None while no robot answers."""
    last: GivenAnswer | None = None
    """The answer that led here; None after a start or an undo."""
    problem: str = ""
    """Why the session is stuck."""
    layout: SortLayout | None = None
    """Where every item of the sort stands; None where nothing is sorted, or not due."""
    note: str = ""
    """The newest note about the session."""
    language: str = ""
    """What the participant chose to read; empty where nobody chose."""
    needs_consent: bool = False
    """Whether the participant has to agree before an answer is taken."""
    version: Version | None = None
    """The study as the participant gets it; None while nobody takes part."""
    filled: frozenset[str] = frozenset()
    """Names of the questionnaires that the participant has filled in."""
    questions: tuple[str, ...] = ()
    """Names of the study's questions; the live panel shows one of them."""
    question: int = 0
    """The number of that one."""
    focus: FileState | None = None
    """The file as that question has it; None where it is the only one, about all items."""
    pair: tuple[int, ...] = ()
    """Numbers that the items of the trial have there; empty where it is another question's."""
    conditions: tuple[tuple[str, int, int], ...] = ()
    """Names of the conditions, with how many sessions are ended and under way."""
    lab: LabState | None = None
    """How the lab stands that the study belongs to; None for a file of its own."""

    @property
    def shown(self) -> FileState:
        """The file as the live panel shows it."""
        return self.focus or self.file

    @property
    def strategy(self) -> str:
        """The name of the strategy that the live panel shows."""
        return self.shown.content.design.strategy

    @property
    def robot_runs(self) -> bool:
        """Whether a robot answers now."""
        return self.robot_pause is not None


def list_sittings(file: StudyFile) -> tuple[Sitting, ...]:
    """Return all sessions of a file, in the order in which they started."""
    groups = group_sessions(file.everything)
    found = []
    for row in file.sessions:
        own = groups[row.id]
        kept = int(own.is_event(Event.ANSWER).sum() - own.is_event(Event.UNDO).sum())
        answered, ended = max(0, kept - file.design.practice), bool(own.is_event(Event.END).any())
        found.append(Sitting(row.participant, row.number, answered, ended, row.is_robot))
    return tuple(found)


def find_note(file: StudyFile, row: SessionRow) -> str:
    """Return the newest note of the researcher about a session."""
    notes = (note for note in reversed(file.everything.notes) if note.session == row.id)
    return next((note.text for note in notes if note.kind == NoteKind.NOTE), "")


def find_language(file: StudyFile, row: SessionRow) -> str:
    """Return the language that was last chosen in a session; empty if none was."""
    events = (event for event in reversed(file.everything.events) if event.session == row.id)
    chosen = (event for event in events if event.kind == EventKind.LANGUAGE)
    return next((str(event.facts.get("language", "")) for event in chosen), "")


def find_budget(version: Version) -> int | None:
    """Return how many trials a session has after practice; None where a block has no limit."""
    budgets = [version.block_design(question).stop.budget for question in version.order]
    known = [budget for budget in budgets if budget is not None]
    return sum(known) if len(known) == len(budgets) else None


def find_filled(file: StudyFile, row: SessionRow) -> frozenset[str]:
    """Return the questionnaires that were filled in during a session."""
    events = (event for event in file.everything.events if event.session == row.id)
    filled = (event for event in events if event.kind == EventKind.QUESTIONNAIRE)
    return frozenset(str(event.facts.get("step", "")) for event in filled)


def find_pace(snapshot: Snapshot, *, by_robot: bool) -> float | None:
    """Return the usual response time of a robot or a person, lately."""
    recent = snapshot.answers(max(0, snapshot.length - _PACE_WINDOW))
    seconds = [given.seconds for given in recent if given.by_robot == by_robot]
    return median(seconds) if seconds else None
