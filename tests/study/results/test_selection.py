from datetime import timedelta, timezone

import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import DEMO, Everything
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.results.selection import (
    ALL,
    Selection,
    count_study,
    select,
    select_sessions,
    tell_selection,
)
from tests.diary import BEGIN, change_record


def at(seconds: float) -> object:
    """Return a moment of the study, in another time zone."""
    return (BEGIN + timedelta(seconds=seconds)).astimezone(timezone(timedelta(hours=5)))


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({}, [1, 2, 5, 6, 8, 9, 10]),
        ({"participants": frozenset({"P2"})}, [8, 9, 10]),
        ({"participants": frozenset()}, []),
        ({"participants": frozenset({"nobody"})}, []),
        ({"robots": True}, [12, 13, 14]),
        ({"robots": None}, [1, 2, 5, 6, 8, 9, 10, 12, 13, 14]),
        ({"sessions": frozenset({1})}, [1, 2, 5, 6, 8, 9, 10]),
        ({"sessions": frozenset({2})}, []),
        ({"since": at(6)}, [6, 8, 9, 10]),
        ({"until": at(6)}, [1, 2, 5]),
        ({"since": at(5), "until": at(12.5), "robots": None}, [5, 6, 8, 9, 10, 12]),
        ({"kinds": frozenset()}, [1, 2, 5, 6, 8, 9, 10]),
    ],
)
def test_filters_let_the_right_answers_pass(
    fields: dict[str, object], kept: list[int], fruit_with_robot: Everything
) -> None:
    """By the second in which each answer came; kinds only say what counts in the ranking."""
    found = list(select(fruit_with_robot, Selection(**fields)))  # type: ignore[arg-type]
    assert found == [fruit_with_robot.records[second] for second in kept]


def test_robots_of_old_files_are_left_out_of_a_persons_session(fruit: Everything) -> None:
    """Before format 3 a robot could answer in the middle of a session: such answers don't count."""
    change_record(fruit, 8, robot=1)
    assert fruit.records[8] not in list(select(fruit, ALL))
    assert list(select(fruit, Selection(robots=True))) == [fruit.records[8]]


def test_robots_count_in_a_demo(fruit_with_robot: Everything) -> None:
    """There is nothing else to see there."""
    fruit_with_robot.state[DEMO] = ""
    assert len(list(select(fruit_with_robot, ALL))) == 10


def test_file_says_what_was_left_out(fruit_with_robot: Everything) -> None:
    """The robots' sessions are counted, unless they were asked for."""
    told = tell_selection(fruit_with_robot, ALL)
    assert told == "all; 1 session of robots left out"
    assert tell_selection(fruit_with_robot, Selection(robots=None)) == "people and robots"


def test_answers_taken_back_pass_on_demand(fruit: Everything) -> None:
    """They are listed where they stood, and counted nowhere, also if the undo came too late."""
    early = Selection(until=BEGIN + timedelta(seconds=4))
    assert list(select(fruit, early)) == [fruit.records[k] for k in (1, 2)]
    assert list(select(fruit, early, taken_back=True)) == [fruit.records[k] for k in (1, 2, 3)]


def test_sessions_are_those_with_answers(fruit: Everything) -> None:
    """All of them, also without an answer, where everything passes."""
    assert select_sessions(fruit, ALL) == {1, 2}
    assert select_sessions(fruit, Selection(participants=frozenset({"P2"}))) == {2}
    fruit.records = Records()
    assert select_sessions(fruit, ALL) == {1, 2}
    assert select_sessions(fruit, Selection(robots=True)) == set()


def test_sessions_of_robots_are_left_out(fruit_with_robot: Everything) -> None:
    """Unless they are asked for."""
    assert select_sessions(fruit_with_robot, ALL) == {1, 2}
    assert select_sessions(fruit_with_robot, Selection(robots=True)) == {3}


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        (ALL, ""),
        (Selection(per_participant=True), ""),
        (Selection(participants=frozenset("ba")), "participants a, b"),
        (Selection(participants=frozenset()), "participants none"),
        (Selection(robots=True), "robots only"),
        (
            Selection(robots=None, since=BEGIN),
            "people and robots; from 2026-03-01 10:00 (UTC)",
        ),
        (
            Selection(since=BEGIN, until=BEGIN + timedelta(hours=2)),
            "from 2026-03-01 10:00 before 2026-03-01 12:00 (UTC)",
        ),
        (
            Selection(kinds=frozenset({Kind.REPEAT, Kind.REGULAR})),
            "only regular, repeat trials",
        ),
        (Selection(kinds=frozenset()), "only no trials"),
    ],
)
def test_selection_is_said_in_words(selection: Selection, words: str) -> None:
    """Nothing where everything passes."""
    assert selection.words == words


def test_people_can_be_renamed() -> None:
    """Codes that nobody has are dropped, so that none is told; nobody chosen stays nobody."""
    chosen = Selection(participants=frozenset({"anna", "bob", "gone"}), robots=False)
    renamed = chosen.rename({"anna": "P001", "bob": "P002", "carl": "P003"})
    assert renamed == Selection(participants=frozenset({"P001", "P002"}), robots=False)
    assert ALL.rename({"anna": "P001"}) == ALL


def test_study_is_counted_by_kinds(fruit: Everything) -> None:
    """Regular trials alone, or with those that are selected; a tie is half a win for both."""
    table = count_study(fruit)
    assert table.wins.tolist() == [0, 1.5, 1.5]
    assert table.losses.tolist() == [2, 0.5, 0.5]
    more = Selection(kinds=frozenset({Kind.REGULAR, Kind.REPEAT, Kind.PRACTICE}))
    assert count_study(fruit, more).wins.tolist() == [1, 2.5, 1.5]
    assert count_study(fruit, Selection(kinds=frozenset())).n_comparisons == 0
