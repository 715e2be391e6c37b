"""What a hostile station can write that no single row shows, and that stops nobody all the same."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from psycopg import errors

from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Answer, Record, link
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.reading import link_session
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.lab.bringing_home import bring_home
from sortrank_gui.study.lab.replica import open_desk
from sortrank_gui.study.lab.rows import LabRows
from sortrank_gui.study.lab.seating import take_seat
from sortrank_gui.study.lab.sharing import share_study
from sortrank_gui.study.survey.planning import choose_plan
from tests.lab_server import Lab, cluster, lab
from tests.study.lab.stations import PlainStation

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")
AT = "2026-11-18T10:00:00.000Z"
REFUSALS = (errors.InsufficientPrivilege, errors.IntegrityError)


@dataclass
class Attack:
    """An honest station and a hostile one, which has given three answers that nobody has."""

    lab: Lab
    folder: Path
    study: str
    honest: PlainStation
    hostile: PlainStation
    theirs: str
    """The sort of the honest station's session."""

    def relink(self, rows: LabRows) -> None:
        """Let the hostile session's digests be right, whatever its records say."""
        file = self.hostile.file.everything
        row = file.sessions[1]
        head = link_session(file.uuid, row, file.sorts[row.sort])
        for place, each in enumerate(rows.journal):
            record = link(head, Record._make((0, *each[1:])))
            head = record.digest
            rows.journal[place] = (each[0], *record[1:])

    def push(self, harm: Callable[["Attack", LabRows], object]) -> bool:
        """Send what harms; say whether the server has taken it."""
        try:
            self.hostile.push(partial(harm, self))
        except REFUSALS:
            return False
        return True

    def require_all_goes_on(self) -> None:
        """Let somebody begin, a desk open twice, and the study come home, with what is honest."""
        self.honest.answer("P03", 2, end=True)
        third = PlainStation(self.lab, self.study, self.folder, "third")
        for code in ("P02", None):
            seat = (third.server, self.study, third.file.content, "third", code)
            take_seat(*seat, robot=False, plan=partial(choose_plan, robot=False))
        third.close()
        for _ in range(2):
            desk = open_desk(self.lab.address(), self.study)
            assert not any("damaged" in path.name for path in desk.path.parent.iterdir())
            desk.close()
        path = self.folder / "home.sortrank"
        report = bring_home(self.lab.address(), self.study, path)
        assert report.counts["answers"] >= 5
        with open_study(path) as home:
            codes = {row.id: row.participant for row in home.sessions}
            kept = [r for r in home.records if codes[r.session] in ("P01", "P03")]
        assert len(kept) == len(self.honest.file.records)


Make = Callable[..., Attack]


@pytest.fixture
def attack(lab: Lab, tmp_path: Path) -> Iterator[Make]:
    """Return a maker of the two stations, for a design."""
    made: list[Attack] = []

    def make(**settings: Any) -> Attack:
        design = Design(title="Numbers", prompt="Which?", min_response_ms=0, **settings)
        create_study(tmp_path / "study.sortrank", design, [Item(f"item {k}") for k in range(8)])
        with open_study(tmp_path / "study.sortrank") as file:
            study = share_study(file, lab.address()).uuid
        honest, hostile = (PlainStation(lab, study, tmp_path, name) for name in ("one", "two"))
        honest.answer("P01", 3)
        found = honest.file.everything
        session = hostile.survey.start("P02")
        for _ in range(3):
            session.answer(Answer.LEFT, seconds=0.5)
        query = f"SELECT sort FROM sortrank.sessions WHERE uuid = '{found.sessions[1].uuid}'"
        ((theirs,),) = lab.execute(query)
        made.append(Attack(lab, tmp_path, study, honest, hostile, str(theirs)))
        return made[-1]

    yield make
    for each in made:
        each.honest.close()
        each.hostile.close()


def _plant(attack: Attack, rows: LabRows, **values: Any) -> str:
    """Add a sort that nobody has a use for; return its name."""
    names = ("strategy", "seed", "parent", "shared_steps", "question", "condition")
    usual = dict(zip(names, rows.sorts[0][1:], strict=True))
    uuid = values.pop("uuid", str(uuid4()))
    rows.sorts.append((uuid, *{**usual, **values}.values()))
    return str(uuid)


def _change(rows: LabRows, **values: Any) -> None:
    """Let answers say something else."""
    names = ("session", *Record._fields[1:])
    for place, row in enumerate(rows.journal):
        if row[names.index("event")] == "answer":
            rows.journal[place] = tuple({**dict(zip(names, row, strict=True)), **values}.values())


def plant_question(attack: Attack, rows: LabRows) -> None:
    """Add a sort of a question that the study does not ask."""
    _plant(attack, rows, question=99)


def plant_steps(attack: Attack, rows: LabRows) -> None:
    """Add a sort that goes on from more answers than anybody reads."""
    _plant(attack, rows, shared_steps=2**31 - 1)


def plant_circle(attack: Attack, rows: LabRows) -> None:
    """Add a sort that goes on from itself."""
    uuid = str(uuid4())
    _plant(attack, rows, uuid=uuid, parent=uuid)


def plant_condition(attack: Attack, rows: LabRows) -> None:
    """Give a session a sort of people in a condition that there is not."""
    uuid = _plant(attack, rows, condition="nope")
    rows.sessions = [(*row[:3], uuid, *row[4:]) for row in rows.sessions]


def take_sort(attack: Attack, rows: LabRows) -> None:
    """Give a session the sort of another one."""
    rows.sessions = [(*row[:3], attack.theirs, *row[4:]) for row in rows.sessions]


def tell_sort(attack: Attack, rows: LabRows) -> None:
    """Let answers tell the sort of another session."""
    _change(rows, sort=attack.theirs)


def jump_steps(attack: Attack, rows: LabRows) -> None:
    """Let answers rest on more answers than there are."""
    _change(rows, step=1000)
    attack.relink(rows)


def wait_long(attack: Attack, rows: LabRows) -> None:
    """Take longer than anybody reads again."""
    _change(rows, response_ms=1e15)
    attack.relink(rows)


def wait_for_ever(attack: Attack, rows: LabRows) -> None:
    """Take longer than any number."""
    _change(rows, response_ms=float("inf"))
    attack.relink(rows)


def ask_nothing(attack: Attack, rows: LabRows) -> None:
    """Practise a question that the study does not ask."""
    _change(rows, kind="practice", step=None, sort=None, question=99)
    attack.relink(rows)


def _undo(undoes: int) -> Callable[[Attack, LabRows], None]:
    def harm(attack: Attack, rows: LabRows) -> None:
        """Take an answer back that is not the last, or that others have built on."""
        session = rows.journal[0][0]
        empty = (None,) * 10
        rows.journal.append(
            (session, 5, "undo", AT, *empty, undoes, b"", None, None, None),
        )
        attack.relink(rows)

    return harm


def number_highly(attack: Attack, rows: LabRows) -> None:
    """Begin a session after which there is no number left."""
    rows.sessions = [(*row[:2], 2**31 - 1, *row[3:]) for row in rows.sessions]


def _plan(data: str) -> Callable[[Attack, LabRows], None]:
    def harm(attack: Attack, rows: LabRows) -> None:
        """Plan what is no plan."""
        rows.events = [(str(uuid4()), AT, "plan", rows.sessions[0][0], data)]

    return harm


HARMS = {
    **{harm.__name__: harm for harm in (plant_question, plant_steps, plant_circle)},
    **{harm.__name__: harm for harm in (plant_condition, take_sort, tell_sort, jump_steps)},
    **{harm.__name__: harm for harm in (wait_long, wait_for_ever, ask_nothing, number_highly)},
    "undo_early": _undo(2),
    "undo_last": _undo(4),
    "plan_list": _plan("[1]"),
    "plan_numbers": _plan('{"condition": 5, "order": 7}'),
    "plan_deeply": _plan("[" * 5000 + "]" * 5000),
}


@pytest.mark.parametrize("settings", ["own", "shared", "conditions"])
@pytest.mark.parametrize("harm", HARMS)
def test_hostile_station_stops_nobody(harm: str, settings: str, attack: Make) -> None:
    """What it writes is refused by the server, or left out; all that is honest comes home."""
    conditions = tuple(Condition(name) for name in "AB")
    designs: dict[str, dict[str, Any]] = {
        "own": {},
        "shared": {"shared": True},
        "conditions": {"shared": True, "conditions": conditions},
    }
    made = attack(**designs[settings])
    made.push(HARMS[harm])
    made.require_all_goes_on()


@pytest.mark.parametrize("strategy", ["os.system", "mergesort"])
def test_common_sort_is_not_taken_in_advance(strategy: str, lab: Lab, tmp_path: Path) -> None:
    """Who is there first can't let all others answer for another sort than the design's."""
    design = Design(title="Numbers", prompt="Which?", min_response_ms=0, shared=True)
    create_study(tmp_path / "study.sortrank", design, [Item(f"item {k}") for k in range(8)])
    with open_study(tmp_path / "study.sortrank") as file:
        study = share_study(file, lab.address()).uuid
    station = PlainStation(lab, study, tmp_path, "one")
    seat = (station.server, study, station.file.content, "one", None)
    with pytest.raises(errors.InsufficientPrivilege), station.server.transaction():
        station.server.execute(
            "INSERT INTO sortrank.sorts (study, uuid, clock, strategy, seed) "
            "SELECT %s, gen_random_uuid(), c, %s, 1 FROM sortrank.tick(%s, 1) c",
            (study, strategy, study),
        )
    first = take_seat(*seat, robot=False, plan=None)
    assert take_seat(*seat, robot=False, plan=None).sort == first.sort
    station.close()
