"""Sessions and states that are kept nowhere, for tests that need no file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.given_answers import GivenAnswers, Snapshot
from sortrank_gui.study.file.journal import Event, Record, make_record
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.parts import Part
from sortrank_gui.study.survey.schedule import Schedule
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.sorts import Sort
from sortrank_gui.study.survey.survey_state import FileState, Phase, SurveyState


class CountingJournal:
    """Keeps nothing but the count."""

    def __init__(self) -> None:
        self._seq = 0

    def append(self, event: Event, *, detail: Detail | None = None, **facts: Any) -> Record:
        """Return the next record."""
        self._seq += 1
        return make_record(0, self._seq, event, "", b"", **facts)


def fleeting_session(n_items: int, *, strategy: str, seed: int, budget: int) -> Session:
    """Return a session that offers every answer."""
    design = Design(
        strategy=strategy,
        seed=seed,
        offer_equal=True,
        offer_neither=True,
        min_response_ms=0,
        stop=StopRules(budget=budget),
    )
    sort = Sort(strategy, range(n_items), seed)
    part = Part(Schedule(design, range(n_items), seed), sort, GivenAnswers())
    return Session([part], CountingJournal().append)


def fleeting_file(
    items: Sequence[Item], truth: Sequence[float] | None = None, design: Design | None = None
) -> FileState:
    """Return the state of a study file that is nowhere."""
    return FileState(
        Path("fleeting.sortrank"), Content(design or Design(), tuple(items), truth), False, False
    )


def fleeting_state(file: FileState, snapshot: Snapshot) -> SurveyState:
    """Return the state of a survey with these answers, in which nobody takes part."""
    return SurveyState(
        file=file,
        phase=Phase.IDLE,
        participant="",
        budget=None,
        snapshot=snapshot,
        records=snapshot.length,
        is_frozen=snapshot.length > 0,
        next_code="P01",
        sittings=(),
    )
