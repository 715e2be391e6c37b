"""Who withdraws at the desk is gone everywhere, whatever stations still have; nobody else loses."""

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.design import Texts
from sortrank_gui.study.file import backups
from sortrank_gui.study.file.records import effective
from sortrank_gui.study.lab.ordering import give_order
from sortrank_gui.study.lab.replica import open_desk
from sortrank_gui.study.lab.roles import STATION
from sortrank_gui.study.lab.stations import open_station
from sortrank_gui.study.lab.tables import NAMES
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from sortrank_gui.study.survey.withdrawing import rename_participant, withdraw
from tests.lab_server import Lab, cluster, lab
from tests.study.lab.test_stations import Booth, booth, go_home, share, wait_for

__all__ = ["booth", "cluster", "lab", "share"]
pytestmark = pytest.mark.posix("a server of our own")
Share, MakeBooth = Callable[..., str], Callable[[str], Booth]
GONE = "UPDATE sortrank.stations SET seen = seen - interval '1 minute'"


def leave(lab: Lab, uuid: str, code: str) -> None:
    """Withdraw somebody at the desk."""
    with closing(open_desk(lab.address(), uuid)) as desk:
        withdraw(desk, code)


@pytest.mark.parametrize("strategy", ["mergesort", "quicksort", "matching"])
@pytest.mark.parametrize("shared", [True, False])
def test_stations_go_on_after_a_withdrawal(
    shared: bool, strategy: str, lab: Lab, share: Share, booth: MakeBooth, tmp_path: Path
) -> None:
    """The common sort is another one then; every station takes it as it is, and all is sound."""
    uuid = share(shared=shared, strategy=strategy)
    one, two = booth("one"), booth("two")
    for code in ("P01", "P02"):
        one.engine.start_session(code)
        one.answer(4)
        one.settle()
        one.engine.end("done")
        one.settle()
    two.engine.start_session("P03")
    two.answer(4)
    two.engine.end("done")
    two.settle()
    leave(lab, uuid, "P01")
    two.engine.start_session("P05")
    two.answer(5)
    two.settle()
    one.engine.start_session("P04")
    one.answer(5)
    one.settle()
    home = go_home(lab, uuid, tmp_path)
    kept = effective(home.records)
    per = Counter(home.sessions[number].participant for number in kept.column("session").tolist())
    assert per == {"P02": 4, "P03": 4, "P04": 5, "P05": 5}


@pytest.mark.parametrize("shared", [True, False])
def test_what_comes_late_of_who_withdrew_is_dropped(
    shared: bool, lab: Lab, share: Share, booth: MakeBooth, tmp_path: Path
) -> None:
    """A station that was cut off brings nothing back, and forgets the person when it opens."""
    uuid = share(shared=shared)
    one = booth("one")
    one.engine.start_session("SECRETCODE")
    one.answer(3)
    one.settle()
    one.kill()
    cut = lab.text(STATION).replace("port=", "port=1")  # nobody answers there
    one.engine.open_by(partial(open_station, "one", cut, uuid))
    one.engine.start_session("SECRETCODE")
    one.answer(4)
    lab.execute(GONE)
    leave(lab, uuid, "SECRETCODE")
    path = one.file.path
    one.kill()
    assert b"SECRETCODE" in path.read_bytes()
    one.open()
    one.settle()
    assert one.file.sessions == []
    one.engine.start_session("P02")
    one.answer(2)
    one.settle()
    one.engine.close()
    assert b"SECRETCODE" not in path.read_bytes()
    for backup in backups.list_own(path, uuid):
        assert b"SECRETCODE" not in backup.read_bytes()
    home = go_home(lab, uuid, tmp_path)
    assert home.participants == ["P02"]
    assert "SECRETCODE" not in str(lab.execute("SELECT * FROM sortrank.sessions"))


def test_station_that_is_open_drops_what_waits(
    lab: Lab, share: Share, booth: MakeBooth, tmp_path: Path
) -> None:
    """Also a program that was never closed sends nothing of somebody who withdrew meanwhile."""
    uuid = share(shared=False)
    one = booth("one")
    one.engine.start_session("P01")
    one.answer(3)
    one.settle()
    lab.execute(GONE)
    link = one.file.link
    link.close()  # cut off, but the session goes on
    one.answer(3)
    lab.execute(GONE)
    leave(lab, uuid, "P01")
    with closing(lab.connect(STATION, link.token)) as server:
        waiting = link._queue.list_batch(bool, 10)
        assert len(waiting) == 3
        strayed = link._append(server, waiting)
    assert strayed == {}  # as if it had arrived: the link asks for no session beside
    assert go_home(lab, uuid, tmp_path).sessions == {}


@pytest.mark.parametrize("strategy", ["mergesort", "matching"])
def test_others_who_were_cut_off_lose_nothing(
    strategy: str, lab: Lab, share: Share, booth: MakeBooth, tmp_path: Path
) -> None:
    """Their answers followed a common sort that is another one now: they are a session beside."""
    uuid = share(shared=True, strategy=strategy)
    one, two = booth("one"), booth("two")
    one.engine.start_session("P01")
    one.answer(3)
    one.settle()
    one.engine.end("done")
    two.engine.start_session("P02")
    two.answer(3)
    two.settle()
    one.settle()
    two.kill()
    cut = lab.text(STATION).replace("port=", "port=1")
    two.engine.open_by(partial(open_station, "two", cut, uuid))
    two.engine.start_session("P02")
    two.answer(4)
    two.kill()
    lab.execute(GONE)
    leave(lab, uuid, "P01")
    two.open()
    two.settle()
    home = go_home(lab, uuid, tmp_path)
    kept = effective(home.records)
    assert home.participants == ["P02"]
    assert len(kept) == 7
    assert len(home.sessions) == 2


def test_nobody_withdraws_under_who_takes_part(lab: Lab, share: Share, booth: MakeBooth) -> None:
    """While somebody answers a common sort, it can't become another one."""
    uuid = share(shared=True)
    one, two = booth("one"), booth("two")
    one.engine.start_session("P01")
    one.answer(3)
    one.engine.end("done")
    two.engine.start_session("P02")
    two.answer(3)
    one.settle()
    two.settle()
    with pytest.raises(InputError, match="P02 takes part at the station “two” now"):
        leave(lab, uuid, "P01")
    with (
        closing(open_desk(lab.address(), uuid)) as desk,
        pytest.raises(InputError, match="P02 takes part"),
    ):
        rename_participant(desk, "P01", "P09")
    two.engine.end("done")
    two.settle()
    leave(lab, uuid, "P01")


def test_nothing_names_who_withdrew(lab: Lab, share: Share, booth: MakeBooth) -> None:
    """Neither what the desk had asked nor what a station said last has the code any more."""
    uuid = share(shared=True)
    one = booth("one")
    with closing(lab.connect()) as desk:
        give_order(desk, uuid, ["one"], StationOrder(0, OrderKind.START, "SECRETCODE"))
        assert wait_for(lambda: one.engine.obey() or one.engine.state().participant != "")
    one.answer(3)
    one.settle()
    assert wait_for(lambda: find_word(lab, "SECRETCODE") == {"sessions", "orders", "stations"})
    one.kill()
    lab.execute(GONE)
    leave(lab, uuid, "SECRETCODE")
    assert find_word(lab, "SECRETCODE") == set()


def test_nothing_names_who_declined(lab: Lab, share: Share, booth: MakeBooth) -> None:
    """The code that the desk gave goes with the session."""
    uuid = share(texts=Texts(consent="May we?"))
    one = booth("one")
    with closing(lab.connect()) as desk:
        give_order(desk, uuid, ["one"], StationOrder(0, OrderKind.START, "SECRETCODE"))
        assert wait_for(lambda: one.engine.obey() or one.engine.state().participant != "")
    one.settle()
    one.engine.consent(False, "en")
    one.engine.state()
    one.engine.close()
    assert find_word(lab, "SECRETCODE") == set()


def find_word(lab: Lab, word: str) -> set[str]:
    """Return the tables of which a row has a word."""
    query = "SELECT count(*) FROM sortrank.{} t WHERE t::text LIKE '%{}%'"
    return {name for name in NAMES if lab.execute(query.format(name, word)) != [(0,)]}
