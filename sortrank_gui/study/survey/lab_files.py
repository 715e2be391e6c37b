"""What a study file offers beyond others if it belongs to a lab: `study/lab` has such files.

How it works
------------
A request is a method of the engine, whatever file is open. So what differs in a lab is asked of
the file: a station gives a shared sort that the server keeps in step, looks for a participant's
sessions on other stations, and takes the desk's orders; a replica at the desk takes what stations
answered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.survey.lab_state import LabState
from sortrank_gui.study.survey.sorts import Sort
from sortrank_gui.study.survey.survey_state import SurveyState


class OrderKind(StrEnum):
    """What the desk may ask of a station."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    END = "end"


@dataclass(frozen=True, slots=True)
class StationOrder:
    """Something that the desk asks of a station."""

    id: int
    kind: OrderKind
    code: str = ""
    """Whose session is to start; empty: the next free code."""
    condition: str = ""
    """Of a new session, where the researcher chooses it."""
    robot: bool = False
    policy: Resume | None = None
    """What becomes of a session of this code that there is already; None: as the design says."""
    reason: str = ""
    """Why a session is to end."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What a replica has taken from the server."""

    records: int = 0
    """How many there are now behind those that there were."""
    sessions: bool = False
    """Whether sessions began, or who counts may have changed."""
    content: bool = False
    """Whether design or items are others."""


@runtime_checkable
class LabFile(Protocol):
    """A file that belongs to a lab."""

    def tell_lab(self) -> LabState:
        """Return how the lab stands; quick, and from the engine's thread only."""
        ...


@runtime_checkable
class Fetching(Protocol):
    """A file that has its pictures elsewhere."""

    def find_picture(self, digest: str) -> bytes:
        """Return a picture's bytes, on any thread; it may have to come from the server."""
        ...


@runtime_checkable
class Stationed(LabFile, Protocol):
    """The file of a station."""

    def offer_sort(self, number: int) -> Sort | None:
        """Return a sort that all stations share; None for one of the session's own."""
        ...

    def look_for(self, code: str, *, again: bool) -> None:
        """Bring a participant's session here, if another station has one that was not ended.

        Raises where all of them are ended, unless another one is wanted.
        """
        ...

    def take_mended(self) -> bool:
        """Take texts that were mended at the desk, between two sessions; say whether there were."""
        ...

    def note_state(self, state: SurveyState) -> None:
        """Take where the survey stands, to be told to the desk."""
        ...

    def take_orders(self) -> Sequence[StationOrder]:
        """Return what the desk has asked for since the last time."""
        ...

    def report(self, order: StationOrder, outcome: str) -> None:
        """Tell the desk what came of an order: nothing, or why it could not be done."""
        ...


@runtime_checkable
class Receiving(LabFile, Protocol):
    """The desk's replica of a study."""

    def receive(self) -> Arrival:
        """Take what has come from the server into the file."""
        ...
