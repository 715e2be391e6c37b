"""The desk's replica: it follows the server, and what is done there is done for all."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event as Signal
from time import monotonic
from typing import Any

import pytest

from sortrank_gui.errors import InputError, LabError, SortrankError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file import backups, saving
from sortrank_gui.study.file.database import connect
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.exclusions import exclude, find_exclusions
from sortrank_gui.study.file.journal import Answer, Event, NoteKind
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.lab.bringing_home import bring_home
from sortrank_gui.study.lab.replica import ReplicaFile, open_desk, replica_path
from sortrank_gui.study.lab.rows import LabRows
from sortrank_gui.study.lab.sharing import remove_study, share_study
from sortrank_gui.study.survey.lab_files import Receiving
from sortrank_gui.study.survey.lab_state import StationSeen
from sortrank_gui.study.survey.withdrawing import decline, rename_participant, withdraw
from sortrank_gui.study.upkeep.checking import OF_LAB, check_study
from tests.lab_server import Lab, cluster, lab
from tests.study.conftest import MakeStudy
from tests.study.lab.stations import PlainStation
from tests.ui.sample_pictures import save_picture

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")
SECONDS = 20.0
"""Enough for anything; nothing takes so long."""


class Desk:
    """An open replica, and whether it was told that there is something."""

    def __init__(self, lab: Lab, study: str) -> None:
        self.told = Signal()
        self.file = open_desk(lab.address(), study, self.told.set)

    def receive_until(self, wanted: Callable[[ReplicaFile], object]) -> None:
        """Take what comes until it is what was waited for."""
        latest = monotonic() + SECONDS
        while not wanted(self.file):
            assert self.told.wait(max(latest - monotonic(), 0)), "nothing came"
            self.told.clear()
            self.file.receive()

    def receive_records(self, number: int) -> None:
        """Take what comes until there are so many records."""
        self.receive_until(lambda file: len(file.records) >= number)


@pytest.fixture
def shared(lab: Lab, make_study: MakeStudy, request: pytest.FixtureRequest) -> str:
    """Return the UUID of a study on the server, whose people share a sort unless a test says no."""
    with open_study(make_study(shared=getattr(request, "param", True))) as file:
        return share_study(file, lab.address()).uuid


@pytest.fixture
def booths(lab: Lab, shared: str, tmp_path: Path) -> Iterator[Callable[[str], PlainStation]]:
    """Return a maker of stations."""
    made: list[PlainStation] = []

    def make(name: str) -> PlainStation:
        made.append(PlainStation(lab, shared, tmp_path, name))
        return made[-1]

    yield make
    for station in made:
        station.close()


@pytest.fixture
def desks(lab: Lab, shared: str) -> Iterator[Callable[[], Desk]]:
    """Return a maker of desks."""
    made: list[Desk] = []

    def make() -> Desk:
        made.append(Desk(lab, shared))
        return made[-1]

    yield make
    for desk in made:
        desk.file.close()


Booths, Desks = Callable[[str], PlainStation], Callable[[], Desk]


def facts(study: Everything) -> list[Any]:
    """Return what happened, without a file's own numbers."""
    sessions = {row.id: row.uuid for row in study.sessions.values()}
    sorts = {row.id: row.uuid for row in study.sorts.values()}
    return [
        study.content,
        study.participants,
        [(sessions[r.session], *r[1:16], sorts.get(r.sort or 0), *r[17:]) for r in study.records],
        [(e.seq, e.at, e.kind, sessions.get(e.session or 0), e.data) for e in study.events],
        [(sessions[note.session], *note[1:]) for note in study.notes],
    ]


def test_replica_follows_the_stations(lab: Lab, booths: Booths, desks: Desks) -> None:
    """What stations answer comes to an open desk, and to one that is opened later."""
    desk, one = desks(), booths("one")
    assert isinstance(desk.file, Receiving)
    one.answer("P01", 5, end=True)
    desk.receive_records(7)
    booths("two").answer("P02", 4)
    desk.receive_records(7 + 6)
    assert [row.participant for row in desk.file.sessions] == ["P01", "P02"]
    assert desk.file.is_frozen
    late = desks()
    assert late.file.path != desk.file.path
    assert facts(late.file.everything) == facts(desk.file.everything)
    desk.file.close()
    report = check_study(desk.file.path)
    assert report.problems == []


def test_arrivals_say_what_came(booths: Booths, desks: Desks) -> None:
    """The engine learns how many records are new, and whether sessions began."""
    desk, one = desks(), booths("one")
    one.answer("P01", 3)
    assert desk.told.wait(SECONDS)
    arrival = desk.file.receive()
    while not arrival.records:
        arrival = desk.file.receive()
    assert (arrival.records, arrival.sessions, arrival.content) == (5, True, False)
    assert desk.file.receive() == type(arrival)()


def test_replica_goes_on_where_it_was(booths: Booths, desks: Desks) -> None:
    """A desk that was closed takes what it has missed, and reads nothing again."""
    first, one = desks(), booths("one")
    one.answer("P01", 3)
    first.receive_records(5)
    first.file.close()
    one.answer("P01", 3, end=True)
    again = desks()
    assert again.file.path == first.file.path
    assert len(again.file.records) == 5 + 5
    assert again.file.standing.clock > first.file.standing.clock


def test_replica_does_not_end_with_the_server(lab: Lab, booths: Booths, desks: Desks) -> None:
    """While the server is gone the desk says so; when it is back, the rest comes."""
    desk = desks()
    desk.receive_until(lambda file: file.tell_lab().connected)
    lab.server.restart("immediate")
    booths("one").answer("P01", 3)
    desk.receive_records(5)
    desk.receive_until(lambda file: file.tell_lab().connected)
    lab.server.stop("immediate")
    try:
        desk.receive_until(lambda file: not file.tell_lab().connected)
        assert "SortRank can't reach" in desk.file.tell_lab().sentence or (
            "went away" in desk.file.tell_lab().sentence
        )
        with pytest.raises(LabError):
            desk.file.add_note(desk.file.sessions[0], NoteKind.NOTE, "lost?")
        assert desk.file.notes == []
    finally:
        lab.server.start()
    desk.receive_until(lambda file: file.tell_lab().connected)
    desk.file.add_note(desk.file.sessions[0], NoteKind.NOTE, "not lost")
    assert [note.text for note in desk.file.notes] == ["not lost"]


def test_stations_are_seen(booths: Booths, desks: Desks) -> None:
    """The desk knows the stations, and what each says of itself."""
    assert booths("one").sign()
    desk = desks()
    desk.receive_until(lambda file: file.tell_lab().stations)
    (seen,) = desk.file.tell_lab().stations
    assert (seen.name, seen.participant, seen.trial, seen.answered) == ("one", "P01", 3, 0)
    assert 0 <= seen.seen_seconds < SECONDS


def test_researcher_writes_for_all(booths: Booths, desks: Desks) -> None:
    """An exclusion and a note of one desk reach the other, and come home."""
    booths("one").answer("P01", 3)
    desk, other = desks(), desks()
    exclude(desk.file, ("P01", 1, 2), "a cough")
    desk.file.add_note(desk.file.sessions[0], NoteKind.NOTE, "  was late ")
    other.receive_until(lambda file: file.notes)
    assert facts(other.file.everything) == facts(desk.file.everything)
    assert [note.text for note in other.file.notes] == ["was late"]
    assert ("P01", 1, 2) in find_exclusions(other.file.everything).excluded
    arrival = desk.file.receive()
    assert arrival.sessions  # who counts has changed


def test_sessions_are_held_at_stations(booths: Booths, desks: Desks) -> None:
    """The desk begins none, and adds to none."""
    booths("one").answer("P01", 3)
    desk = desks()
    with pytest.raises(InputError, match="held at its stations"):
        desk.file.start_session("P09")
    with pytest.raises(InputError, match="held at its stations"):
        desk.file.append(desk.file.sessions[0], Event.PAUSE)


def test_texts_change_for_all(lab: Lab, booths: Booths, desks: Desks) -> None:
    """Texts and the ground truth may change on the server; items and strategy may not."""
    booths("one").answer("P01", 3)
    desk, other = desks(), desks()
    file = desk.file
    file.save(replace(file.design, pin="1234"), file.content.items, file.content.truth)
    file.set_truth([float(-k) for k in range(12)])
    assert (file.design.pin, file.content.truth) == ("1234", tuple(float(-k) for k in range(12)))
    other.receive_until(lambda each: each.content == file.content)
    with pytest.raises(InputError, match="can't change any more"):
        file.save(replace(file.design, prompt="Which is smaller?"), file.content.items)
    home = file.path.with_name("home.sortrank")
    bring_home(lab.address(), file.uuid, home)
    with open_study(home, read_only=True) as brought:
        assert brought.content == file.content


def test_items_stay_as_they_were_shared(desks: Desks) -> None:
    """Also before anybody has answered: stations have them; but texts may change."""
    file = desks().file
    with pytest.raises(InputError, match="keeps its design"):
        file.save(file.design, file.content.items[:5])
    assert len(file.content.items) == 12
    file.save(replace(file.design, pin="1234"), file.content.items, file.content.truth)
    assert file.design.pin == "1234"


def test_withdrawal_is_one_everywhere(
    lab: Lab, booths: Booths, desks: Desks, shared: str, tmp_path: Path
) -> None:
    """Who withdraws is gone from the server, and from every replica with its bytes."""
    one, two = booths("one"), booths("two")
    one.answer("SECRETCODE", 6, end=True)
    two.answer("P02", 6, end=True)
    desk, other = desks(), desks()
    uuid = desk.file.sessions[0].uuid
    withdraw(desk.file, "SECRETCODE")
    assert [row.participant for row in desk.file.sessions] == ["P02"]
    other.receive_until(lambda file: len(file.sessions) == 1 and file.events)
    assert facts(other.file.everything) == facts(desk.file.everything)
    for table in ("sessions", "journal", "events", "notes", "sorts"):
        said = str(lab.execute(f"SELECT * FROM sortrank.{table}"))
        assert "SECRETCODE" not in said
        assert uuid not in said
    home = tmp_path / "home.sortrank"
    assert bring_home(lab.address(), shared, home).counts["participants"] == 1
    assert check_study(home).problems == []
    for each in (desk, other):
        path = each.file.path
        each.file.close()
        assert b"SECRETCODE" not in path.read_bytes()
        for backup in backups.list_own(path, shared):
            assert b"SECRETCODE" not in backup.read_bytes()
    assert lab.execute("SELECT count(*) FROM sortrank.sessions WHERE owner IS NULL") == [(0,)]


def test_withdrawal_waits_for_who_takes_part(booths: Booths, desks: Desks) -> None:
    """A session that goes on at a station can't lose its records; the sentence names both."""
    one = booths("one")
    assert one.sign()
    one.answer("P01", 3)
    desk = desks()
    with pytest.raises(InputError, match="P01 takes part at the station “one” now"):
        withdraw(desk.file, "P01")
    assert len(desk.file.sessions) == 1
    one.answer("P01", 1, end=True)
    desk.receive_records(8)
    withdraw(desk.file, "P01")
    assert desk.file.sessions == []


def test_code_is_corrected_for_all(booths: Booths, desks: Desks) -> None:
    """A mistyped code is another one in every replica."""
    booths("one").answer("P0l", 3, end=True)
    desk, other = desks(), desks()
    rename_participant(desk.file, "P0l", "P01")
    other.receive_until(lambda file: file.participants == ["P01"] and file.events)
    assert facts(other.file.everything) == facts(desk.file.everything)


def test_change_that_fails_leaves_all_as_it_was(lab: Lab, booths: Booths, desks: Desks) -> None:
    """Where the server can't take a change, neither it nor the replica has any of it."""
    booths("one").answer("P01", 3, end=True)
    desk = desks()
    before = facts(desk.file.everything)
    lab.execute("ALTER TABLE sortrank.events ADD CHECK (kind <> 'rename')")
    with pytest.raises(LabError):
        rename_participant(desk.file, "P01", "P02")
    assert facts(desk.file.everything) == before
    lab.execute("ALTER TABLE sortrank.events DROP CONSTRAINT events_kind_check1")
    rename_participant(desk.file, "P01", "P02")
    assert desk.file.participants == ["P02"]


def test_somebody_who_declines_is_gone(booths: Booths, desks: Desks, lab: Lab) -> None:
    """A station takes a session back that has no answers; replicas begin anew."""
    one = booths("one")
    booths("two").answer("P02", 2)
    one.answer("P01", 0)
    desk = desks()
    assert len(desk.file.sessions) == 2
    (row,) = one.file.sessions
    one.server.execute(
        "SELECT sortrank.decline(%s, gen_random_uuid(), '2026-11-18T10:00:00.000Z')", (row.uuid,)
    )
    desk.receive_until(lambda file: len(file.sessions) == 1)
    assert desk.file.participants == ["P02"]
    desk.receive_until(lambda file: file.events)
    assert [event.kind for event in desk.file.events] == [EventKind.DECLINED]
    decline(one.file, row)


def test_pictures_come_when_they_are_needed(lab: Lab, tmp_path: Path, data_home: Path) -> None:
    """The replica has no bytes of pictures; each is fetched once, verified, and kept."""
    items = [Item(f"{k}", save_picture(tmp_path / f"{k}.png", 9 + k, 9)) for k in range(2)]
    path = tmp_path / "study.sortrank"
    create_study(path, Design(title="P", prompt="Which?"), items)
    with open_study(path) as file:
        uuid = share_study(file, lab.address()).uuid
        digests = [item.digest for item in file.content.items]
        wanted = [file.image_row(digest) for digest in digests]
    desk = Desk(lab, uuid)
    kept = data_home / "lab" / "pictures"
    assert not kept.exists()
    assert desk.file.image_row(digests[0]) == wanted[0]
    assert [each.name for each in kept.iterdir()] == [digests[0]]
    lab.execute("UPDATE sortrank.images SET bytes = set_byte(bytes, 20, 255 - get_byte(bytes, 20))")
    assert desk.file.image_row(digests[0]) == wanted[0]
    with pytest.raises(LabError, match="missing or damaged"):
        desk.file.image_row(digests[1])
    report = check_study(desk.file.path)
    assert (report.problems, report.notices[-1]) == ([], OF_LAB)
    (kept / digests[0]).write_bytes(b"another picture")
    with pytest.raises(LabError, match="missing or damaged"):
        desk.file.image_row(digests[0])
    desk.file.close()


def test_damaged_replica_is_made_anew(booths: Booths, desks: Desks, shared: str) -> None:
    """All of it is on the server, so a replica that can't be read is set aside."""
    booths("one").answer("P01", 3)
    desk = desks()
    desk.file.close()
    path = replica_path(shared)
    path.write_bytes(path.read_bytes()[:3000])
    assert len(desks().file.records) == 5
    assert path.with_name("desk-damaged.sortrank").exists()


def test_study_that_was_removed_is_told(lab: Lab, desks: Desks, shared: str) -> None:
    """Who removes a study leaves the desk with its replica, and a sentence."""
    desk = desks()
    remove_study(lab.address(), shared)
    desk.receive_until(lambda file: "not on the server any more" in file.tell_lab().sentence)
    with pytest.raises(SortrankError):
        open_desk(lab.address(), shared)


def test_portions_of_a_large_study(
    lab: Lab, booths: Booths, desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News come in portions, which fit together wherever they are cut."""
    from sortrank_gui.study.lab import news

    desk, one = desks(), booths("one")
    monkeypatch.setattr(news, "_AT_ONCE", 3)
    one.answer("P01", 20)
    desk.receive_records(22)
    rename_participant(desk.file, "P01", "P02")
    assert len(desk.file.records) == 22
    with closing(lab.connect()):
        assert facts(desks().file.everything) == facts(desk.file.everything)


def break_chain(rows: LabRows) -> None:
    """Give another answer than the digest says."""
    other = {"left": "right"}.get(rows.journal[2][8], "left")
    rows.journal[2] = (*rows.journal[2][:8], other, *rows.journal[2][9:])


def forge_event(rows: LabRows) -> None:
    """Tell something that is no fact."""
    rows.events = [(*row[:4], "[1]") for row in rows.events]


def forge_note(rows: LabRows) -> None:
    """Write down something at a time that is none."""
    rows.notes = [(*row[:2], "x" * 24, *row[3:]) for row in rows.notes]


def forge_code(rows: LabRows) -> None:
    """Begin with a code that nobody can have."""
    rows.sessions = [(row[0], " P9 ", *row[2:]) for row in rows.sessions]


def forge_sort(rows: LabRows) -> None:
    """Follow a strategy that there is not."""
    rows.sorts = [(row[0], "os.system", *row[2:]) for row in rows.sorts]


@pytest.mark.parametrize("shared", [False], indirect=True)
@pytest.mark.parametrize("harm", [break_chain, forge_event, forge_note, forge_code, forge_sort])
def test_station_that_sends_nonsense_stops_nobody(
    harm: Callable[[LabRows], None],
    lab: Lab,
    booths: Booths,
    desks: Desks,
    shared: str,
    tmp_path: Path,
) -> None:
    """Its session is left out from there on, and told; all others go on, at every desk alike."""
    honest, hostile, desk = booths("one"), booths("two"), desks()
    honest.answer("P01", 3)
    session = hostile.survey.start("P02")
    row = hostile.file.sessions[-1]
    hostile.file.add_event(EventKind.LANGUAGE, {"language": "en"}, row)
    hostile.file.add_note(row, NoteKind.NOTE, "Well")
    session.answer(Answer.LEFT, seconds=0.5)
    session.answer(Answer.LEFT, seconds=0.5)
    hostile.push(harm)
    desk.receive_until(lambda file: file.tell_lab().left_out)
    session.answer(Answer.LEFT, seconds=0.5)
    hostile.push()
    honest.answer("P01", 3, end=True)
    for each in (desk, desks()):
        each.receive_until(lambda file: any(r.event == Event.END for r in file.records))
        told = each.file.tell_lab().left_out
        assert "is left out" in told[0]
        assert set(told) == {said for _, said in each.file.incidents}
    first, again = (facts(each.everything) for each in (desk.file, desks().file))
    assert first == again
    path = tmp_path / "home.sortrank"
    report = bring_home(lab.address(), shared, path)
    assert (report.counts["answers"] >= 6, report.problems) == (True, told)
    assert check_study(path).problems == []


@pytest.mark.parametrize(
    "status",
    [
        '{"pace": 1e400, "answered": -1}',
        '{"pace": true, "trial": "three", "participant": 7}',
        '{"budget": 1' + 4500 * "0" + "}",
        "[1]",
    ],
)
def test_station_that_says_nonsense_of_itself_stops_no_desk(
    status: str, lab: Lab, booths: Booths, desks: Desks, shared: str
) -> None:
    """It is there by its name, and nothing else of it is shown."""
    desk, one = desks(), booths("one")
    query = "SELECT sortrank.sign_of_life(%s, 'one', %s::jsonb)"
    one.server.execute(query, (shared, status))
    desk.receive_until(lambda file: file.tell_lab().stations)
    (seen,) = desk.file.tell_lab().stations
    assert replace(seen, seen_seconds=0.0) == StationSeen("one")


def test_replica_is_sealed_when_it_is_closed(
    booths: Booths, desks: Desks, shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes is not sealed each time, which would take longer and longer; closing does it."""
    desk, sealed = desks(), list[object]()
    monkeypatch.setattr(saving, "write_seal", sealed.append)
    booths("one").answer("P01", 3)
    desk.receive_records(5)
    assert desk.file._connection not in sealed
    path = desk.file.path
    with closing(connect(path, read_only=True)) as connection:
        assert connection.execute("SELECT * FROM state WHERE key = 'seal'").fetchall() == []
    monkeypatch.undo()
    desk.file.close()
    with closing(connect(path, read_only=True)) as connection:
        assert len(connection.execute("SELECT * FROM state WHERE key = 'seal'").fetchall()) == 1
    assert len(desks().file.records) == 5
