"""Studies go to the server and come home: the same journal, byte for byte, and sound."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.errors import InputError, LabError, SortrankError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.exclusions import exclude
from sortrank_gui.study.file.journal import Answer, NoteKind
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.items.items import Item, Variant
from sortrank_gui.study.lab.bringing_home import bring_home
from sortrank_gui.study.lab.roles import STATION
from sortrank_gui.study.lab.sharing import (
    ShareReport,
    find_study,
    list_studies,
    remove_study,
    share_study,
)
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.withdrawing import rename_participant, withdraw
from sortrank_gui.study.upkeep.checking import check_study
from tests.lab_server import Lab, cluster, lab
from tests.lab_study import make_lab
from tests.study.conftest import AnswerMany, MakeStudy
from tests.ui.sample_pictures import save_picture

__all__ = ["cluster", "lab"]
pytestmark = pytest.mark.posix("a server of our own")
Answered = Callable[..., Path]


@pytest.fixture
def answered(make_study: MakeStudy, answer_many: AnswerMany) -> Answered:
    """Return a maker of studies with two people and a robot, undo, a pause and notes."""

    def make(**fields: Any) -> Path:
        path = make_study(**fields)
        with open_study(path) as file:
            survey = Survey(file)
            for code, robot in (("P01", False), ("P02", False), ("R01", True)):
                session = survey.start(code, robot=robot)
                for _ in range(20 * robot):
                    session.answer(Answer.LEFT, seconds=0.5, by_robot=True)
                answer_many(session, 20 * (not robot))
                file.add_note(file.sessions[-1], NoteKind.NOTE, f"„{code}“ was quick")
                if code == "P02":
                    session.undo()
                    session.pause()
                else:
                    session.end()
            exclude(file, ("P01", 1, 3), "a cough")
        return path

    return make


def share(path: Path, lab: Lab) -> ShareReport:
    """Share a study."""
    with open_study(path) as file:
        return share_study(file, lab.address())


TABLES = (
    *("study", "items", "variants", "images", "participants", "sorts", "sessions", "journal"),
    *("notes", "events", "incidents"),
)


def dump(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a study file, but for those that say how it is kept."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            table: connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            for table in TABLES
        }


@pytest.mark.parametrize("shared", [False, True])
def test_home_is_what_was_shared(
    lab: Lab, answered: Answered, tmp_path: Path, shared: bool
) -> None:
    """The file that comes home has every row of the original, with every byte of the journal."""
    path = answered(shared=shared)
    done = share(path, lab)
    assert (done.new, done.answers) == (True, 60)
    home = tmp_path / "home.sortrank"
    report = bring_home(lab.address(), done.uuid, home)
    assert (report.counts["answers"], report.problems) == (60, ())
    assert dump(home) == dump(path)
    report = check_study(home)
    assert (report.problems, report.notices) == ([], [])


def go_and_come(path: Path, lab: Lab) -> Path:
    """Share a study and bring it home; it has to be sound."""
    home = path.with_name("home.sortrank")
    bring_home(lab.address(), share(path, lab).uuid, home)
    report = check_study(home)
    assert (report.problems, report.notices) == ([], [])
    return home


def test_pictures_come_home(lab: Lab, tmp_path: Path) -> None:
    """Every picture arrives, also that of a variant and one that two items share."""
    pictures = [save_picture(tmp_path / f"{k}.png", 20 + k, 10) for k in range(3)]
    items = [
        Item("a", pictures[0]),
        Item("b", pictures[1], variants=(Variant("dark", pictures[2]),)),
        Item("c", pictures[0], "the same again"),
    ]
    path = tmp_path / "study.sortrank"
    create_study(path, Design(title="Pictures", prompt="Which?"), items)
    done: list[tuple[int, int]] = []
    with open_study(path) as file:
        shared = share_study(file, lab.address(), progress=lambda k, n: done.append((k, n)))
    assert shared.pictures == 3
    assert [k for k, _ in done] == sorted({k for k, _ in done})
    assert done[-1][0] == done[-1][1]
    home = tmp_path / "home.sortrank"
    done.clear()
    bring_home(lab.address(), shared.uuid, home, progress=lambda k, n: done.append((k, n)))
    assert done[-1][0] == done[-1][1]
    assert dump(home) == dump(path)
    assert check_study(home).counts["images"] == 3


def test_designs_of_labs_come_home(lab: Lab, tmp_path: Path) -> None:
    """Conditions, blocks, questionnaires, variants and tags are all there."""
    path = make_lab(tmp_path / "study.sortrank", shared=True)
    assert dump(go_and_come(path, lab)) == dump(path)


def test_rewritten_study_comes_home(lab: Lab, answered: Answered) -> None:
    """After a withdrawal and a correction a file's own numbers have gaps; all else is the same."""
    path = answered(shared=True)
    with open_study(path) as file:
        withdraw(file, "P01")
        rename_participant(file, "P02", "VP2")
    home = go_and_come(path, lab)
    found, was = dump(home), dump(path)
    assert [row[3:19] for row in found["journal"]] == [row[3:19] for row in was["journal"]]
    assert found["events"] == was["events"]
    with open_study(home, read_only=True) as one, open_study(path, read_only=True) as other:
        names = [(row.uuid, row.participant, row.number, row.head) for row in one.sessions]
        assert names == [(r.uuid, r.participant, r.number, r.head) for r in other.sessions]


def test_sharing_again_changes_nothing(lab: Lab, answered: Answered) -> None:
    """A study that is there stays as it is."""
    path = answered()
    first = share(path, lab)
    before = lab.execute("SELECT * FROM sortrank.journal ORDER BY clock")
    again = share(path, lab)
    assert (again.uuid, again.new) == (first.uuid, False)
    assert lab.execute("SELECT * FROM sortrank.journal ORDER BY clock") == before


def test_copy_with_more_is_not_shared(
    lab: Lab, answered: Answered, answer_many: AnswerMany
) -> None:
    """Nothing of it would be on the server; the sentence says what to do."""
    path = answered()
    share(path, lab)
    with open_study(path) as file:
        answer_many(Survey(file).start("P03"), 2)
    with pytest.raises(InputError, match=r"P03, session 1.*merge both"):
        share(path, lab)


def test_other_design_is_not_shared_over_the_first(lab: Lab, make_study: MakeStudy) -> None:
    """A design that changed after sharing is refused: stations have the first one."""
    path = make_study()
    share(path, lab)
    with open_study(path) as file:
        file.save(replace(file.design, prompt="Which is smaller?"), file.content.items)
        with pytest.raises(InputError, match="another design"):
            share_study(file, lab.address())


class _CutError(Exception):
    pass


def test_sharing_that_was_cut_short_goes_on(lab: Lab, tmp_path: Path) -> None:
    """Nobody sees half a study; pictures that have arrived are not sent again."""
    items = [Item(f"{k}", save_picture(tmp_path / f"{k}.png", 9 + k, 9)) for k in range(4)]
    path = tmp_path / "study.sortrank"
    create_study(path, Design(title="Cut", prompt="Which?"), items)

    def cut(done: int, total: int) -> None:
        if done > total / 2:
            raise _CutError

    with open_study(path) as file:
        with pytest.raises(_CutError):
            share_study(file, lab.address(), progress=cut)
        with closing(lab.connect()) as server, pytest.raises(LabError, match="no study on the"):
            find_study(server, "Cut")
        with closing(lab.connect_station()) as server:
            assert server.execute("SELECT * FROM sortrank.studies").fetchall() == []
        assert 0 < share_study(file, lab.address()).pictures < 4
    assert dump(go_and_come(path, lab)) == dump(path)


def test_sharing_begun_with_another_design_begins_anew(lab: Lab, tmp_path: Path) -> None:
    """What was sent of the first one is not mixed with the second."""
    items = [Item(f"{k}", save_picture(tmp_path / f"{k}.png", 9 + k, 9)) for k in range(3)]
    path = tmp_path / "study.sortrank"
    create_study(path, Design(title="Cut", prompt="Which?"), items)

    def cut(done: int, total: int) -> None:
        raise _CutError

    with open_study(path) as file:
        with pytest.raises(_CutError):
            share_study(file, lab.address(), progress=cut)
        file.save(replace(file.design, prompt="Which one?"), file.content.items[:2])
        share_study(file, lab.address())
    assert dump(go_and_come(path, lab)) == dump(path)


def test_studies_are_listed_and_removed(
    lab: Lab, answered: Answered, make_study: MakeStudy
) -> None:
    """The list counts what each study has; who removes one removes all of it there."""
    first, second = answered(), make_study("other", title="Other")
    uuids = [share(path, lab).uuid for path in (first, second)]
    listed = list_studies(lab.address())
    assert {each.uuid: (each.title, each.items, each.answers) for each in listed} == {
        uuids[0]: ("Numbers", 12, 60),
        uuids[1]: ("Other", 12, 0),
    }
    counts = next((e.participants, e.sessions) for e in listed if e.uuid == uuids[0])
    assert counts == (2, 3)
    with closing(lab.connect()) as server:
        assert find_study(server, "Other").uuid == uuids[1]
        assert find_study(server, uuids[0]).title == "Numbers"
        with pytest.raises(LabError, match="Say which study"):
            find_study(server, "")
        with pytest.raises(LabError, match=r"no study “Else”.*“Numbers”"):
            find_study(server, "Else")
    assert remove_study(lab.address(), "Numbers").uuid == uuids[0]
    for table in ("studies", "items", "sessions", "journal", "events", "notes", "sorts", "clocks"):
        column = "uuid" if table == "studies" else "study"
        query = f"SELECT count(*) FROM sortrank.{table} WHERE {column} = '{uuids[0]}'"
        assert lab.execute(query) == [(0,)]
    with closing(lab.connect()) as server:
        assert find_study(server, "").title == "Other"


def test_same_title_twice_needs_the_uuid(lab: Lab, make_study: MakeStudy) -> None:
    """Titles may be the same; then the sentence lists what to say."""
    uuids = [share(make_study(name), lab).uuid for name in ("one", "two")]
    with closing(lab.connect()) as server, pytest.raises(LabError, match="Say which") as caught:
        find_study(server, "Numbers")
    assert all(uuid in str(caught.value) for uuid in uuids)


def test_station_can_not_share(lab: Lab, make_study: MakeStudy) -> None:
    """Only researchers put studies on the server."""
    with (
        open_study(make_study()) as file,
        pytest.raises(LabError, match="may not share the study: permission denied"),
    ):
        share_study(file, lab.address(STATION))


def test_unfinished_study_is_not_shared(lab: Lab, tmp_path: Path) -> None:
    """There is nothing that stations could ask."""
    path = tmp_path / "study.sortrank"
    create_study(path, Design(title="New", prompt="Which?"), [Item("a")], unfinished=True)
    with open_study(path) as file, pytest.raises(InputError, match="at least two items"):
        share_study(file, lab.address())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE sortrank.items SET name = 'x' WHERE id = 2", "not as they were saved"),
        ("UPDATE sortrank.studies SET design = '{}'", "damaged"),
        ("UPDATE sortrank.events SET data = '[1]', session = NULL", "facts of another kind"),
        ("UPDATE sortrank.studies SET format = 3", "shared by another SortRank"),
    ],
)
def test_damage_on_the_server_is_noticed(
    lab: Lab, answered: Answered, tmp_path: Path, change: str, words: str
) -> None:
    """What researchers wrote is verified as a stranger's file is; no file is left then."""
    uuid = share(answered(), lab).uuid
    lab.execute(change)
    home = tmp_path / "home.sortrank"
    with pytest.raises(SortrankError, match=words):
        bring_home(lab.address(), uuid, home)
    assert not list(tmp_path.glob("*home*"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE sortrank.journal SET answer = 'equal' WHERE seq = 3", "does not continue"),
        ("DELETE FROM sortrank.journal WHERE seq = 5", "does not continue"),
        ("UPDATE sortrank.sessions SET participant = 'P9' WHERE robot", "does not continue"),
        ("UPDATE sortrank.sessions SET participant = ' P9 ' WHERE robot", "no participant's code"),
        ("UPDATE sortrank.sorts SET strategy = 'os.system'", "no strategy"),
        ("UPDATE sortrank.events SET data = '[1]'", "facts of another kind"),
    ],
)
def test_unsound_session_is_left_out_and_told(
    lab: Lab, answered: Answered, tmp_path: Path, change: str, words: str
) -> None:
    """What a station may have written is left out where it is not sound; the file says so."""
    uuid = share(answered(), lab).uuid
    lab.execute(change)
    home = tmp_path / "home.sortrank"
    report = bring_home(lab.address(), uuid, home)
    told = check_study(home)
    assert told.problems == []
    assert any(words in sentence for sentence in told.notices)
    assert report.problems
    assert set(report.problems) <= {sentence.partition(": ")[2] for sentence in told.notices}


def test_damaged_picture_on_the_server_is_noticed(lab: Lab, tmp_path: Path) -> None:
    """Its bytes have to have its digest."""
    items = [Item(f"{k}", save_picture(tmp_path / f"{k}.png", 9 + k, 9)) for k in range(2)]
    path = tmp_path / "study.sortrank"
    create_study(path, Design(title="P", prompt="Which?"), items)
    uuid = share(path, lab).uuid
    lab.execute("UPDATE sortrank.images SET bytes = set_byte(bytes, 20, 255 - get_byte(bytes, 20))")
    with pytest.raises(LabError, match="missing or damaged"):
        bring_home(lab.address(), uuid, tmp_path / "home.sortrank")
