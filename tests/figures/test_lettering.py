import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.figures.lettering import cut, text_width, widest


def test_names_are_cut_to_a_width() -> None:
    """Wide letters take more room, marks above letters none; line breaks become blanks."""
    assert cut("short", 50, 10) == "short"
    assert cut("a longer name", 50, 10) == "a longe…"
    assert cut("日本語の名前", 40, 10) == "日本語…"
    assert cut("WWWWWWWW", 50, 10) == "WWWW…"
    assert cut("e\u0301" * 5, 31, 10) == "e\u0301" * 5
    assert cut("two\n lines", 100, 10) == "two lines"


def test_widths_are_those_of_a_usual_font() -> None:
    """An East Asian letter is as wide as it is high."""
    assert text_width("日本", 10) == pytest.approx(20)
    assert widest(["日本", "abc", "l"], 10) == pytest.approx(20)
    assert widest([], 10) == 0


@given(st.text(min_size=1), st.floats(20, 400))
def test_cut_name_fits(name: str, width: float) -> None:
    """However odd the letters are."""
    assert text_width(cut(name, width, 10), 10) <= width
