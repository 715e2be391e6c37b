"""Edits of conditions."""

import pytest

from sortrank_gui.study.design.condition_edits import (
    add_condition,
    assign_by,
    change_condition,
    choose_deciding,
    duplicate_condition,
    find_condition_text,
    lead_option,
    move_condition,
    remove_condition,
    reword_condition,
)
from sortrank_gui.study.design.conditions import AssignBy, Assignment
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.validation import problems
from sortrank_gui.study.items.items import Item

PLAIN = Content(Design(title="t", prompt="p"), (Item("a"), Item("b")))


@pytest.fixture
def two() -> Content:
    """Return a study with two conditions."""
    return add_condition(PLAIN)[0]


def names(content: Content) -> list[str]:
    """Return the names of the conditions."""
    return [each.name for each in content.design.conditions]


def test_the_first_click_makes_two(two: Content) -> None:
    """One condition alone compares nothing; further ones come one by one."""
    assert names(two) == ["A", "B"]
    assert problems(two.design, two.items) == {}
    assert names(add_condition(two)[0]) == ["A", "B", "C"]


def test_conditions_move_copy_and_go(two: Content) -> None:
    """A copy has no people of its own yet; without conditions nobody is assigned."""
    two = assign_by(change_condition(two, 0, codes=("P1",), tags=("x",)), AssignBy.CODES)
    copied, place = duplicate_condition(two, 0)
    assert (names(copied), place) == (["A", "A 2", "B"], 1)
    assert (copied.design.conditions[1].codes, copied.design.conditions[1].tags) == ((), ("x",))
    assert names(move_condition(copied, 2, 0)) == ["B", "A", "A 2"]
    none = remove_condition(remove_condition(two, 0), 0)
    assert none.design.assignment == Assignment()


def test_words_of_a_condition(two: Content) -> None:
    """An empty text is what the study says."""
    told = reword_condition(two, 1, "en", "thanks", "Bye")
    assert find_condition_text(told.design.conditions[1], "en", "thanks") == "Bye"
    assert find_condition_text(told.design.conditions[0], "en", "thanks") == ""
    assert reword_condition(told, 1, "en", "thanks", " ") == two


def test_an_answer_leads_to_one_condition(two: Content) -> None:
    """Leading it elsewhere takes it from where it led; another question begins anew."""
    led = lead_option(lead_option(lead_option(two, 1, 0), 2, 0), 1, 1)
    assert [each.options for each in led.design.conditions] == [(2,), (1,)]
    assert lead_option(led, 1, None).design.conditions[1].options == ()
    other = choose_deciding(led, "you", "hand")
    assert other.design.assignment.field == "hand"
    assert [each.options for each in other.design.conditions] == [(), ()]
