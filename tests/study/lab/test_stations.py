"""Stations on a real server: every answer arrives once, whatever goes away in between."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from sortrank_gui.errors import InputError, LabError, LabGoneError
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.design import Resume, Texts
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.plans import find_plans
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.lab import connecting
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.bringing_home import bring_home
from sortrank_gui.study.lab.ordering import give_order
from sortrank_gui.study.lab.replica import open_desk
from sortrank_gui.study.lab.roles import RESEARCHER, STATION
from sortrank_gui.study.lab.sharing import share_study
from sortrank_gui.study.lab.station_file import StationFile
from sortrank_gui.study.lab.station_link import StationLink
from sortrank_gui.study.lab.stations import open_station, station_path
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.study.upkeep.checking import check_study
from tests.lab_server import Lab, cluster, lab

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")
Make = Callable[..., Path]


class Booth:
    """A station's engine."""

    def __init__(self, name: str, lab: Lab) -> None:
        self.name, self.lab = name, lab
        self.engine = Engine(BradleyTerryRespondent)
        self.open()

    def open(self) -> None:
        """Start the program."""
        self.engine.open_by(partial(open_station, self.name, self.lab.text(STATION)))
        assert wait_for(lambda: self.file.link.is_connected or bool(self.file.link.sentence))

    @property
    def file(self) -> StationFile:
        """The station's file."""
        file = self.engine.file
        assert isinstance(file, StationFile)
        return file

    def answer(self, number: int = 1, answer: Answer = Answer.LEFT) -> None:
        """Answer some trials."""
        for _ in range(number):
            trial = self.engine.state().trial
            assert trial is not None
            self.engine.answer(trial.number, answer, 1.0)

    def settle(self) -> None:
        """Wait until the server has everything, and has lent the next pair."""
        self.engine.state()
        sorts = self.file._offered.values()
        assert wait_for(lambda: not any(sort.wants(1) for sort in sorts))
        assert self.file.link.wait_until_quiet(20), self.file.link.sentence

    def kill(self) -> None:
        """End as a killed process does: nothing more is written or sent."""
        link = self.file.link
        link._is_connected = False  # closing waits for nothing then
        self.file.abandon()
        self.engine._file = None


@pytest.fixture
def share(lab: Lab, make_study: Make) -> Callable[..., str]:
    """Return what puts a study on the server; options are fields of its design."""

    def share(**fields: Any) -> str:
        with open_study(make_study(**fields)) as file:
            return share_study(file, lab.address()).uuid

    return share


@pytest.fixture
def booth(lab: Lab) -> Iterator[Callable[[str], Booth]]:
    """Return a maker of stations, which are closed in the end."""
    made: list[Booth] = []

    def make(name: str) -> Booth:
        made.append(Booth(name, lab))
        return made[-1]

    yield make
    for each in made:
        each.engine.close()


def wait_for(done: Callable[[], bool], seconds: float = 20) -> bool:
    """Wait for something that another thread does."""
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.01)
    return done()


def go_home(lab: Lab, uuid: str, tmp_path: Path) -> Any:
    """Return the study as it is on the server, checked from top to bottom."""
    target = tmp_path / f"home{time.monotonic_ns()}.sortrank"
    assert bring_home(lab.address(), uuid, target).problems == ()
    assert check_study(target).problems == []
    with open_study(target, read_only=True) as file:
        return file.everything


@pytest.mark.parametrize("shared", [True, False])
def test_answers_of_stations_come_home(
    shared: bool, lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth], tmp_path: Path
) -> None:
    """What two stations write is on the server, record by record, and replays."""
    uuid = share(shared=shared, strategy="quicksort")
    booths = [booth("one"), booth("two")]
    for each in booths:
        each.engine.start_session()
        each.settle()
    for _ in range(10):
        for each in booths:
            each.answer()
            each.settle()
    home = go_home(lab, uuid, tmp_path)
    assert home.participants == ["P01", "P02"]
    assert len(effective(home.records)) == 20
    assert len(home.sorts) == (1 if shared else 2)
    for each in booths:
        each.engine.close()
        report = check_study(station_path(uuid, each.name))
        assert report.problems == []
        assert any("computer of a lab" in notice for notice in report.notices)


def test_station_goes_on_without_the_server(
    lab: Lab, cluster: Any, share: Callable[..., str], booth: Callable[[str], Booth], tmp_path: Path
) -> None:
    """The server is gone, the station is killed and comes back: all arrives once, in the end."""
    uuid = share(shared=True, strategy="mergesort")
    one = booth("one")
    one.engine.start_session("P07")
    one.answer(5)
    one.settle()
    cluster.stop("immediate")
    try:
        one.answer(4)
        assert wait_for(lambda: not one.file.link.is_connected)
        state = one.engine.state().lab
        assert state is not None
        assert state.words.endswith("ot yet on the server: 4 answers.")
        one.kill()
        one.open()
        with pytest.raises(LabGoneError):
            one.engine.start_session()
        one.engine.start_session("P07")
        one.answer(3)
        assert one.file.link.pending == 7
    finally:
        cluster.start()
    one.settle()
    home = go_home(lab, uuid, tmp_path)
    assert effective(home.records).column("trial").tolist() == list(range(1, 13))


def test_station_finds_its_study_without_the_server(lab: Lab, make_study: Make) -> None:
    """By the title or the UUID with which it was started before, also where it knows several."""
    uuids = dict[str, str]()
    for title in ("One", "Other"):
        with open_study(make_study(title, title=title)) as file:
            uuids[title] = share_study(file, lab.address()).uuid
        open_station("booth", lab.text(STATION), title).close()
    cut = lab.text(STATION).replace("port=", "port=1")  # nobody answers there
    for name in (*uuids, *uuids.values()):
        with closing(open_station("booth", cut, name)) as station:
            assert station.uuid == uuids.get(name, name)
    for name in ("", "Else"):
        with pytest.raises(LabGoneError):
            open_station("booth", cut, name)


def test_sessions_begin_exactly_under_concurrency(
    lab: Lab, share: Callable[..., str], tmp_path: Path, data_home: Path
) -> None:
    """Twenty stations begin at once: codes and numbers are as if one after another."""
    uuid = share(shared=True)

    def begin(number: int) -> str:
        engine = Engine(BradleyTerryRespondent)
        engine.open_by(partial(open_station, f"booth {number}", lab.text(STATION)))
        with closing(engine):
            engine.start_session()
            engine.end()
            engine.start_session()
            return engine.state().participant

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(begin, range(20)))
    home = go_home(lab, uuid, tmp_path)
    assert sorted(home.participants) == [f"P{k:02}" for k in range(1, 41)]
    assert {row.number for row in home.sessions.values()} == {1}


def test_least_filled_condition_is_exact(
    lab: Lab, share: Callable[..., str], tmp_path: Path
) -> None:
    """Sessions that begin at once and stay under way fill all conditions evenly."""
    uuid = share(conditions=tuple(Condition(name) for name in ("a", "b", "c", "d")))
    together = Barrier(20)

    def begin(number: int) -> None:
        engine = Engine(BradleyTerryRespondent)
        engine.open_by(partial(open_station, f"booth {number}", lab.text(STATION)))
        with closing(engine):
            together.wait(60)
            engine.start_session()
            together.wait(60)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(begin, range(20)))
    home = go_home(lab, uuid, tmp_path)
    counts = Counter(plan.condition for plan in find_plans(home).values())
    assert counts == {"a": 5, "b": 5, "c": 5, "d": 5}


def test_session_is_resumed_at_another_station(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth], tmp_path: Path
) -> None:
    """A paused session goes on elsewhere; one that runs does not, nor one that is ended."""
    uuid = share()
    one, two = booth("one"), booth("two")
    one.engine.start_session("P01")
    one.answer(3)
    one.settle()
    with pytest.raises(InputError, match="at another station"):
        two.engine.start_session("P01")
    one.engine.leave()
    one.settle()
    two.engine.start_session("P01")
    assert two.engine.state().answered == 3
    two.answer(2)
    two.settle()
    with pytest.raises(InputError, match="at another station"):
        one.engine.start_session("P01")
    two.engine.leave()
    two.settle()
    one.engine.start_session("P01")  # and back
    assert one.engine.state().answered == 5
    one.answer()
    one.engine.end()
    one.settle()
    with pytest.raises(InputError, match="taken part already"):
        two.engine.start_session("P01")
    home = go_home(lab, uuid, tmp_path)
    assert effective(home.records).column("trial").tolist() == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("shared", [True, False])
def test_strayed_answers_become_a_session_of_their_own(
    shared: bool, lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth], tmp_path: Path
) -> None:
    """Two stations went on with one session: nothing is lost or doubled, and a note says why."""
    conditions = (Condition("a"), Condition("b"))
    uuid = share(shared=shared, strategy="mergesort", conditions=conditions)
    one, two = booth("one"), booth("two")
    one.engine.start_session("P01")
    one.answer(3)
    one.settle()
    one.kill()
    lab.execute("UPDATE sortrank.stations SET seen = seen - interval '1 minute'")
    two.engine.start_session("P01")
    two.answer(2)
    two.settle()
    cut = lab.text(STATION).replace("port=", "port=1")  # nobody answers there
    one.engine.open_by(partial(open_station, "one", cut, uuid))
    one.engine.start_session("P01")
    one.answer(4, Answer.RIGHT)
    one.kill()
    for _ in range(2):  # the second time, all of it is there
        one.open()
        one.settle()
        one.engine.close()
    two.answer(1)
    two.settle()
    home = go_home(lab, uuid, tmp_path)
    rows = {row.number: row.id for row in home.sessions.values()}
    assert sorted(rows) == [1, 2]
    kept = effective(home.records)
    per = Counter(kept.column("session").tolist())
    assert (per[rows[1]], per[rows[2]]) == (6, 4)
    assert any(note.session == rows[2] for note in home.notes)
    assert len({plan.condition for plan in find_plans(home).values()}) == 1


def test_desk_orders_a_station(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth]
) -> None:
    """An order reaches the station, and the desk reads what came of it."""
    uuid = share()
    one = booth("one")
    called: list[int] = []
    one.file.link.on_change = lambda: called.append(1)
    with closing(lab.connect(RESEARCHER)) as desk:
        give_order(desk, uuid, ["one"], StationOrder(0, OrderKind.START, "P05"))
        assert wait_for(lambda: bool(called))
        one.engine.obey()
        state = one.engine.state()
        assert (state.phase, state.participant) == (Phase.RUNNING, "P05")
        give_order(desk, uuid, ["one"], StationOrder(0, OrderKind.START, "P06"))
        assert wait_for(lambda: len(called) > 1)
        one.engine.obey()
        one.settle()
        query = "SELECT outcome FROM sortrank.orders WHERE done_at IS NOT NULL ORDER BY id"
        assert wait_for(lambda: len(lab.execute(query)) == 2)
        first, second = (row[0] for row in lab.execute(query))
    assert first == ""
    assert "Somebody takes part" in second
    status = lab.execute("SELECT status FROM sortrank.stations")[0][0]
    assert status["participant"] == "P05"


def test_who_declines_leaves_no_data(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth], tmp_path: Path
) -> None:
    """A session without consent is deleted here and on the server; its code is free again."""
    uuid = share(texts=Texts(consent="May we?"))
    one = booth("one")
    one.engine.start_session("P01")
    one.settle()
    one.engine.consent(False, "en")
    assert go_home(lab, uuid, tmp_path).sessions == {}
    one.engine.start_session()
    assert one.engine.state().participant == "P01"


def test_station_takes_new_texts(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth]
) -> None:
    """What the desk changed meanwhile is there when the station is opened the next time."""
    uuid = share()
    one = booth("one")
    one.engine.start_session()
    one.answer()
    one.engine.close()
    desk = open_desk(lab.address(), uuid)
    with closing(desk):
        content = desk.content
        design = replace(content.design, texts=Texts(welcome="Hello"))
        desk.save(design, content.items, content.truth)
    one.open()
    assert one.file.design.texts.welcome == "Hello"


def test_session_that_was_begun_and_never_written_is_used(
    lab: Lab,
    share: Callable[..., str],
    booth: Callable[[str], Booth],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A station that dies between the server's word and its own file goes on with that session."""
    share()
    one = booth("one")

    def die(*args: object, **options: object) -> None:
        raise RuntimeError("no power")

    with monkeypatch.context() as patch:
        patch.setattr(StationFile, "_begin_session", die)
        with pytest.raises(RuntimeError):
            one.engine.start_session()
    one.engine.start_session()
    assert one.engine.state().participant == "P01"
    one.answer()
    one.settle()
    assert lab.execute("SELECT count(*) FROM sortrank.sessions") == [(1,)]


def test_station_changes_nothing_for_all(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth]
) -> None:
    """Designs, exclusions and withdrawals are the desk's."""
    share()
    one = booth("one")
    one.engine.start_session("P01")
    with pytest.raises(InputError, match="at the desk"):
        one.engine.exclude(("P01", None, None), "slept")
    with pytest.raises(InputError, match="at the desk"):
        one.engine.set_truth([1.0] * 12)
    one.engine.leave()
    with pytest.raises(InputError, match="at the desk"):
        one.engine.withdraw("P01")


def test_name_of_a_station_is_its_own(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth]
) -> None:
    """The same station is not opened twice on a computer."""
    share()
    booth("one")
    with pytest.raises(LabError, match="running already"):
        open_station("one", lab.text(STATION))


def test_station_takes_what_was_mended_at_the_desk(lab: Lab, make_study: Make) -> None:
    """Texts that the desk mends are those of a station that is started later, in all sessions."""
    with open_study(make_study(shared=True)) as file:
        share_study(file, lab.address())
        uuid = file.uuid
    station = Booth("booth-1", lab)
    station.engine.start_session("P01")
    station.answer(2)
    station.engine.close()
    with closing(open_desk(lab.address(), uuid)) as desk:
        design = replace(desk.design, texts=replace(desk.design.texts, thanks="Danke!"))
        desk.save(design, desk.content.items, desk.content.truth)
    station.open()
    assert station.file.design.texts.thanks == "Danke!"
    station.engine.start_session("P01", Resume.RESUME)
    station.answer(1)
    path = station.file.path
    station.engine.close()
    assert not check_study(path).problems


def test_link_survives_a_cut_between_greeting_and_first_statement(
    lab: Lab,
    share: Callable[..., str],
    booth: Callable[[str], Booth],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server that goes away as soon as it was called is called again, and gets all answers."""
    share(shared=True)
    one = booth("one")
    one.engine.start_session()
    one.settle()
    connect, cut = connecting._connect, list[int]()

    def connect_and_cut(address: LabAddress) -> Any:
        server = connect(address)
        if len(cut) < 2:
            cut.append(server.info.backend_pid)
            lab.execute(f"SELECT pg_terminate_backend({cut[-1]}, 5000)")
        return server

    monkeypatch.setattr(connecting, "_connect", connect_and_cut)
    stations = f"FROM pg_stat_activity WHERE usename = '{STATION}'"
    lab.execute(f"SELECT pg_terminate_backend(pid, 5000) {stations}")
    one.answer(3)
    assert wait_for(lambda: len(cut) == 2)
    one.settle()
    assert one.file.link.pending == 0


def test_running_station_takes_mended_texts_between_two_sessions(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth]
) -> None:
    """Who takes part reads the words with which the session began; the next one reads the new."""
    uuid = share(shared=True)
    one = booth("one")
    one.engine.start_session("P01")
    with closing(open_desk(lab.address(), uuid)) as desk:
        design = replace(desk.design, texts=replace(desk.design.texts, welcome="Hello"))
        desk.save(design, desk.content.items, desk.content.truth)
    assert wait_for(lambda: one.file.link._content is not None)
    one.engine.obey()
    one.answer()
    assert one.file.design.texts.welcome != "Hello"
    one.engine.end()
    assert one.file.design.texts.welcome == "Hello"
    one.engine.start_session("P02")
    one.answer()
    one.settle()


@pytest.mark.parametrize("strategy", ["mergesort", "quicksort", "matching"])
def test_answer_that_nobody_was_asked_for_stops_no_station(
    strategy: str,
    lab: Lab,
    share: Callable[..., str],
    booth: Callable[[str], Booth],
    tmp_path: Path,
) -> None:
    """Whoever tells a common sort nonsense with a station's rights is told of, and others go on."""
    uuid = share(shared=True, strategy=strategy)
    one, two = booth("one"), booth("two")
    for each in (one, two):
        each.engine.start_session()
        each.answer(2)
        each.settle()
    last = "(SELECT * FROM sortrank.journal WHERE event = 'answer' ORDER BY clock DESC LIMIT 1) j"
    lab.execute(
        "INSERT INTO sortrank.journal SELECT study, session, seq + n, sortrank.tick(study, 1), "
        "event, at, trial + n, kind, left_item, right_item, answer, response_ms, round, step, "
        f"place, robot, undoes, digest, sort FROM {last}, generate_series(1, 60) n"
    )
    for each in (one, two):
        each.answer(3)
        each.settle()
        assert each.file.link.pending == 0
    report = bring_home(lab.address(), uuid, tmp_path / "home.sortrank")
    assert "is left out" in report.problems[0]


def test_station_says_goodbye(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth]
) -> None:
    """The desk sees at once that a station was closed, and that nothing waits there."""
    share(shared=True)
    one = booth("one")
    one.engine.start_session("P01")
    one.answer(3)
    one.engine.close()
    query = "SELECT status ->> 'phase', status ->> 'pending' FROM sortrank.stations"
    assert lab.execute(query) == [("closed", "0")]


def test_server_that_is_too_slow_for_much_gets_little_at_a_time(
    lab: Lab,
    share: Callable[..., str],
    booth: Callable[[str], Booth],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What took too long at once is sent in smaller pieces, so that a backlog comes to its end."""
    share(shared=True)
    one = booth("one")
    one.engine.start_session()
    one.settle()
    append = StationLink._append

    def append_little(link: StationLink, server: Any, batch: list[Any]) -> Any:
        if len(batch) > 3:
            raise LabGoneError("canceling statement due to statement timeout")
        return append(link, server, batch)

    monkeypatch.setattr(StationLink, "_append", append_little)
    lab.server.stop("immediate")
    one.answer(12)
    lab.server.start()
    assert one.file.link.wait_until_quiet(60), one.file.link.sentence
    assert lab.execute("SELECT count(*) FROM sortrank.journal WHERE event = 'answer'") == [(12,)]
