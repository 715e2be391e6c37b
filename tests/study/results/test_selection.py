from datetime import timedelta, timezone

import pytest

from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.selection import (
    ALL,
    Selection,
    count_study,
    select,
    select_sessions,
)
from tests.diary import BEGIN


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
        ({"robots": True}, [8, 9]),
        ({"robots": False}, [1, 2, 5, 6, 10]),
        ({"since": at(6)}, [6, 8, 9, 10]),
        ({"until": at(6)}, [1, 2, 5]),
        ({"since": at(5), "until": at(8.5), "robots": False}, [5, 6]),
        ({"kinds": frozenset()}, [1, 2, 5, 6, 8, 9, 10]),
    ],
)
def test_filters_let_the_right_answers_pass(
    fields: dict[str, object], kept: list[int], fruit: Everything
) -> None:
    """By the second in which each answer came; kinds only say what counts in the ranking."""
    found = list(select(fruit, Selection(**fields)))  # type: ignore[arg-type]
    assert found == [fruit.records[second] for second in kept]


def test_answers_taken_back_pass_on_demand(fruit: Everything) -> None:
    """They are listed where they stood, and counted nowhere, also if the undo came too late."""
    early = Selection(until=BEGIN + timedelta(seconds=4))
    assert list(select(fruit, early)) == [fruit.records[k] for k in (1, 2)]
    assert list(select(fruit, early, taken_back=True)) == [fruit.records[k] for k in (1, 2, 3)]


def test_sessions_are_those_with_answers(fruit: Everything) -> None:
    """All of them, also without an answer, where everything passes."""
    assert select_sessions(fruit, ALL) == {1, 2}
    assert select_sessions(fruit, Selection(robots=True)) == {2}
    fruit.records.clear()
    assert select_sessions(fruit, ALL) == {1, 2}
    assert select_sessions(fruit, Selection(robots=True)) == set()


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        (ALL, ""),
        (Selection(per_participant=True), ""),
        (Selection(participants=frozenset("ba")), "participants a, b"),
        (Selection(participants=frozenset()), "participants none"),
        (Selection(robots=True), "robots only"),
        (
            Selection(robots=False, since=BEGIN),
            "people only; from 2026-03-01 10:00 (UTC)",
        ),
        (
            Selection(since=BEGIN, until=BEGIN + timedelta(hours=2)),
            "from 2026-03-01 10:00 before 2026-03-01 12:00 (UTC)",
        ),
        (
            Selection(kinds=frozenset({Kind.REPEAT, Kind.REGULAR})),
            "regular, repeat trials in the ranking",
        ),
        (Selection(kinds=frozenset()), "no trials in the ranking"),
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
