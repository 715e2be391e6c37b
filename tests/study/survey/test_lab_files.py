"""What the engine asks of a file that belongs to a lab; the files here have no server."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.journal import Answer, Event, GivenAnswer, Trial
from sortrank_gui.study.file.opening import open_study_as
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.lab_files import Arrival, OrderKind, StationOrder
from sortrank_gui.study.survey.lab_state import LabState
from sortrank_gui.study.survey.sorts import Sort
from sortrank_gui.study.survey.survey_state import Phase, SurveyState

Make = Callable[..., Path]


class BoothFile(StudyFile):
    """The file of a station whose desk is the test."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.orders: list[StationOrder] = []
        self.outcomes: dict[int, str] = {}
        self.sought: list[tuple[str, bool]] = []
        self.states: list[SurveyState] = []
        self.shared: Sort | None = None

    def tell_lab(self) -> LabState:
        """Say that two answers wait."""
        return LabState("station", "lab.example", "booth 1", pending=2)

    def offer_sort(self, number: int) -> Sort | None:
        """Return the sort of the test."""
        return self.shared

    def look_for(self, code: str, *, again: bool) -> None:
        """Remember who was looked for."""
        self.sought.append((code, again))

    def take_mended(self) -> bool:
        """Have the words that it has."""
        return False

    def note_state(self, state: SurveyState) -> None:
        """Remember the state."""
        self.states.append(state)

    def take_orders(self) -> Sequence[StationOrder]:
        """Return the test's orders, once."""
        orders, self.orders = self.orders, []
        return orders

    def report(self, order: StationOrder, outcome: str) -> None:
        """Remember what came of an order."""
        self.outcomes[order.id] = outcome


class DeskFile(StudyFile):
    """A replica to which the test writes as a server would."""

    arrival = Arrival()

    def tell_lab(self) -> LabState:
        """Say nothing of interest."""
        return LabState("desk", "lab.example", "")

    def receive(self) -> Arrival:
        """Return what the test has written meanwhile."""
        return self.arrival


@pytest.fixture
def engine() -> Iterator[Engine]:
    """Return an engine that is closed at the end."""
    engine = Engine(BradleyTerryRespondent)
    yield engine
    engine.close()


def open_as(engine: Engine, kind: type[StudyFile], path: Path) -> Any:
    """Let an engine open a study as this kind of file."""
    engine.open_by(partial(open_study_as, kind, path))
    return engine.file


def test_state_tells_about_the_lab(engine: Engine, make_study: Make) -> None:
    """The state of a station has its lab's, which the station hears in turn; others have none."""
    file = open_as(engine, BoothFile, make_study())
    state = engine.state()
    assert state.lab is not None
    assert state.lab.words == "not yet on the server: 2 answers"
    assert file.states == [state]
    engine.open(make_study("other"))
    assert engine.state().lab is None


def test_orders_are_done_and_reported(engine: Engine, make_study: Make) -> None:
    """The desk starts, pauses, resumes and ends; what can't be done comes back as a sentence."""
    file = open_as(engine, BoothFile, make_study())
    seen = []
    for number, kind in enumerate([*OrderKind, OrderKind.END]):
        file.orders = [StationOrder(number, kind, "P07" if kind is OrderKind.START else "")]
        engine.obey()
        seen.append((engine.state().phase, engine.state().participant))
    running, paused = (Phase.RUNNING, "P07"), (Phase.PAUSED, "P07")
    assert seen == [running, paused, running, (Phase.IDLE, ""), (Phase.IDLE, "")]
    assert file.outcomes == {0: "", 1: "", 2: "", 3: "", 4: "Start a session first."}
    assert file.sought == [("P07", False)]


def test_order_sends_nobody_away(engine: Engine, make_study: Make) -> None:
    """While somebody takes part, an order to start is refused, and the session goes on."""
    file = open_as(engine, BoothFile, make_study())
    engine.start_session("P01")
    file.orders = [StationOrder(1, OrderKind.START)]
    engine.obey()
    assert "Somebody takes part" in file.outcomes[1]
    assert engine.state().participant == "P01"


def test_order_says_what_becomes_of_a_known_code(engine: Engine, make_study: Make) -> None:
    """The desk continues a session that stopped, or begins another one of the same person."""
    file = open_as(engine, BoothFile, make_study(resume=Resume.ASK))
    engine.start_session("P01")
    engine.answer(1, Answer.LEFT, 1.0)
    engine.leave()
    start = OrderKind.START
    file.orders = [
        StationOrder(1, start, "P01"),
        StationOrder(2, start, "P01", policy=Resume.RESUME),
    ]
    engine.obey()
    assert "not ended" in file.outcomes[1]
    assert (file.outcomes[2], engine.state().answered) == ("", 1)
    file.orders = [
        StationOrder(3, OrderKind.END, reason="felt ill"),
        StationOrder(4, start, "P01", policy=Resume.AGAIN),
    ]
    engine.obey()
    assert (file.outcomes[3], file.outcomes[4]) == ("", "")
    assert [(each.number, each.is_ended) for each in engine.state().sittings] == [
        (1, True),
        (2, False),
    ]
    assert [note.text for note in file.everything.notes] == ["felt ill"]


def test_order_starts_the_next_one_while_the_last_is_thanked(
    engine: Engine, make_study: Make
) -> None:
    """Who has answered everything is no reason to wait: the session ends, and the next begins."""
    file = open_as(engine, BoothFile, make_study(stop=StopRules(budget=1)))
    engine.start_session("P01")
    engine.answer(1, Answer.LEFT, 1.0)
    assert engine.state().phase is Phase.OVER
    file.orders = [StationOrder(1, OrderKind.START, "P02")]
    engine.obey()
    assert (file.outcomes[1], engine.state().participant) == ("", "P02")
    assert engine.state().sittings[0].is_ended


def test_station_offers_its_sort(engine: Engine, make_study: Make) -> None:
    """A session at a station asks the sort that its file offers, and tells it the answers."""
    file = open_as(engine, BoothFile, make_study(shared=True))
    file.shared = Sort("mergesort", range(12), 5)
    engine.start_session("P01")
    engine.answer(1, Answer.LEFT, 1.0)
    assert file.shared.steps == 1


def test_replica_adds_answers_to_the_live_ranking(engine: Engine, make_study: Make) -> None:
    """Answers of stations count at once; an undo among them is taken back."""
    file = open_as(engine, DeskFile, make_study())
    row = file.start_session("P01")
    file.arrival = Arrival(1, sessions=True)
    engine.receive()
    assert engine.state().sittings[0].participant == "P01"
    for number in (1, 2):
        given = GivenAnswer(Trial(number, 0, number, step=number - 1), Answer.LEFT, 1.0)
        file.append(row, Event.ANSWER, given=given)
    file.arrival = Arrival(2)
    engine.receive()
    assert engine.state().snapshot.length == 2
    file.append(row, Event.UNDO, undoes=3)
    file.arrival = Arrival(1)
    engine.receive()
    assert engine.state().snapshot.length == 1
