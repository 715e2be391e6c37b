"""The next code follows the last one, or the study's list; others are refused."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.study.file.codes import list_codes, read_codes
from sortrank_gui.study.file.opening import open_study

Make = Callable[..., Path]


@pytest.mark.parametrize(
    ("typed", "following"),
    [
        ([], "P01"),
        (["P01"], "P02"),
        (["VP113"], "VP114"),
        (["P01", "VP113"], "VP114"),
        (["VP113", "VP114", "VP113b"], "P01"),
        (["P09"], "P10"),
        (["P99"], "P100"),
        (["2026-007"], "2026-008"),
        (["042"], "043"),
        (["anna"], "P01"),
        (["P01", "anna"], "P02"),
        (["P02", "P01"], "P03"),
        (["x" * 63 + "9"], "P01"),
    ],
)
def test_next_code_follows_the_last_one(make_study: Make, typed: list[str], following: str) -> None:
    """Numbers count on with their zeros; a code without a number leads back to P01."""
    with open_study(make_study()) as study:
        for code in typed:
            study.start_session(code)
        assert study.next_code() == following
        assert study.start_session().participant == following


def test_robots_do_not_take_the_codes_of_people(make_study: Make) -> None:
    """They have a count of their own, and nobody's pattern follows theirs."""
    with open_study(make_study()) as study:
        study.start_session("VP1")
        assert study.start_session(robot=True).participant == "R01"
        assert (study.next_code(), study.next_code(robot=True)) == ("VP2", "R02")


def test_list_of_codes_is_used_up(make_study: Make) -> None:
    """Only its codes are taken, each next one is offered, and at its end there is none."""
    with open_study(make_study(codes=("k3", "a1", "z9"))) as study:
        with pytest.raises(InputError, match="“P01” is not in this study's list"):
            study.start_session("P01")
        assert study.next_code() == "k3"
        study.start_session("z9")
        study.start_session()
        assert study.next_code() == "a1"
        study.start_session(" a1 ")
        assert study.next_code() == ""
        with pytest.raises(InputError, match="All codes"):
            study.start_session()
        assert study.start_session(robot=True).participant == "R01"
        assert [row.participant for row in study.sessions] == ["z9", "k3", "a1", "R01"]


def test_list_in_order_takes_the_next_one_only(make_study: Make) -> None:
    """But who was there may come back."""
    with open_study(make_study(codes=("k3", "a1", "z9"), codes_in_order=True)) as study:
        with pytest.raises(InputError, match="the next one is “k3”"):
            study.start_session("a1")
        study.start_session("k3")
        study.start_session("k3")
        study.start_session("a1")
        assert study.next_code() == "z9"


def test_series_counts_on_from_the_first_code() -> None:
    """The number at its end grows, with as many digits; a code without one stands alone."""
    assert list_codes("VP098", 3) == ("VP098", "VP099", "VP100")
    assert list_codes("Anna", 3) == ("Anna",)


def test_codes_are_read_from_texts_and_tables(tmp_path: Path) -> None:
    """A line each, or a column; doubles are there once, and nothing is an error."""
    text = tmp_path / "codes.txt"
    text.write_text("A1\n\n A2 \nA1\n")
    assert read_codes(text) == ("A1", "A2")
    text.write_text("\n")
    with pytest.raises(InputError, match="no codes"):
        read_codes(text)
