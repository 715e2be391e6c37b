"""People are parted by condition, and by whatever they answered."""

from pathlib import Path

import pytest

from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.results.groupings import Grouping, list_groupings
from sortrank_gui.study.results.selection import Selection
from sortrank_gui.study.results.summary import compare, shuffle_people
from tests.diary import Diary
from tests.lab_study import read_lab
from tests.study.forging import forge


def find(groupings: list[Grouping], name: str) -> dict[str, list[str]]:
    """Return the groups of a grouping."""
    found = next(each for each in groupings if each.name == name)
    return {word: sorted(codes) for word, codes in found.groups.items()}


def test_people_are_grouped(tmp_path: Path) -> None:
    """Choices by their options, numbers by their median, several choices for and against each."""
    lab = read_lab(tmp_path / "lab.sortrank", people=4, answers=2)
    found = list_groupings(lab, Selection())
    assert find(found, "condition") == {"bright": ["VP01", "VP03"], "dark": ["VP02", "VP04"]}
    assert find(found, "about.hand") == {"left": ["VP01", "VP03"], "right": ["VP02", "VP04"]}
    assert find(found, "about.age") == {
        "up to 21": ["VP01", "VP02"],
        "rather not say": ["VP03"],
        "above 21": ["VP04"],
    }
    likes = find(found, "about.likes")
    assert (likes["figs"], likes["not: figs"]) == (["VP02", "VP03"], ["VP01", "VP04"])
    assert find(found, "about.mood_1") == {
        "no": ["VP01", "VP04"],
        "somewhat": ["VP02"],
        "yes": ["VP03"],
    }
    assert [each.title for each in found][-2:] == ["Today I am: awake", "Anything else?"]
    assert list_groupings(lab, Selection(participants=frozenset({"VP01"}))) == []


@pytest.mark.parametrize("value", ['"x y"', '"no"', "9", "-1", "1.5", "true", "[1]", '{"a":1}'])
@pytest.mark.parametrize("name", ["hand", "mood", "likes", "age", "words"])
def test_answers_that_a_form_does_not_offer_stop_nothing(
    name: str, value: str, tmp_path: Path
) -> None:
    """A stranger's file may have any, with all digests right."""
    path = tmp_path / "lab.sortrank"
    read_lab(path, people=3, answers=2)
    for place in ("$.given." + name, "$.given.mood[1]"):
        forge(
            path,
            f"UPDATE events SET data = json_set(data, '{place}', json('{value}')) "
            "WHERE kind = 'questionnaire' AND seq = (SELECT max(seq) FROM events)",
        )
    with open_study(path, read_only=True) as study:
        assert find(list_groupings(study.everything, Selection()), "condition")


def test_plain_study_has_no_groupings() -> None:
    """Nothing tells its people apart."""
    diary = Diary(["a", "b"])
    diary.sit("anna")
    diary.answer("a > b")
    assert list_groupings(diary.study, Selection()) == []


def test_a_difference_of_conditions_is_found(tmp_path: Path) -> None:
    """In the dark all is turned round; without that nothing is found."""
    for effect in (0.0, 2.0):
        path = tmp_path / f"lab{effect:g}.sortrank"
        lab = read_lab(path, people=10, answers=30, effect=effect)
        groups = list_groupings(lab, Selection())[0].groups
        sides = (groups["bright"], groups["dark"])
        test = shuffle_people(lab, Selection(), *sides)
        assert test is not None
        assert (test.p_value <= 0.05) == bool(effect)
        assert bool(len(compare(lab, Selection(), *sides).differing)) == bool(effect)


def test_sides_without_shared_items_have_no_test() -> None:
    """Nobody can tell how one side judges what only the other one saw."""
    diary = Diary(["a", "b", "c", "d"])
    for code, lines in (("anna", ("a > b",) * 3), ("bert", ("c > d",) * 3)):
        diary.sit(code)
        diary.answer(*lines)
    sides = (frozenset({"anna"}), frozenset({"bert"}))
    assert shuffle_people(diary.study, Selection(), *sides) is None
    assert len(compare(diary.study, Selection(), *sides).differing) == 0
