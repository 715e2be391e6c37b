import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.study.results.report.drawing import cut, label_width, log_ticks, round_ticks
from sortrank_gui.study.results.report.markup import Markup, element, join, name, text


def test_everything_but_markup_is_escaped() -> None:
    """Text, attributes and names never become elements; markup is not escaped twice."""
    assert text('<a href="x">&') == "&lt;a href=&quot;x&quot;&gt;&amp;"
    inner = element("b", "1 < 2", title='"')
    assert inner == '<b title="&quot;">1 &lt; 2</b>'
    assert element("p", inner, " & ", 3) == f"<p>{inner} &amp; 3</p>"
    assert name("</bdi><script>") == "<bdi>&lt;/bdi&gt;&lt;script&gt;</bdi>"
    assert join("<", None, Markup("<br>"), between="&") == "&lt;&amp;<br>"


def test_attributes_take_their_names() -> None:
    """Underscores become dashes, one at the end goes away, None is left out."""
    made = element("line", stroke_width=2, class_="x", fill=None)
    assert made == '<line stroke-width="2" class="x"></line>'
    assert element("meta", charset="utf-8") == '<meta charset="utf-8">'


@given(st.text())
def test_no_text_opens_an_element(content: str) -> None:
    """Whatever the characters are, none that a page may not hold stays, and no bracket does."""
    shown = text(content)
    assert "<" not in shown
    assert ">" not in shown
    assert '"' not in shown
    shown.encode()
    assert not any(ord(letter) < 32 and letter not in "\t\n\r" for letter in shown)


def test_labels_are_cut_to_a_width() -> None:
    """Wide letters count twice, marks above letters not at all; line breaks become blanks."""
    assert cut("short", 10) == "short"
    assert cut("a longer name", 8) == "a longe…"
    assert cut("日本語の名前", 6) == "日本…"
    assert cut("e\u0301" * 5, 5) == "e\u0301" * 5
    assert cut("two\n lines", 20) == "two lines"
    assert label_width(["日本", "abc"], size=10) == pytest.approx(24)
    assert label_width([]) == 0


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_ticks_are_inside_and_round(low: float, span: float) -> None:
    """A handful of multiples of one step, none outside."""
    ticks = round_ticks(low, low + span)
    assert 1 <= len(ticks) <= 9
    assert ticks[0] >= low - 1e-6 * span
    assert ticks[-1] <= low + span * (1 + 1e-6)


def test_ticks_of_special_ranges() -> None:
    """Zero is a tick where it can be; a logarithmic axis has 1, 2 and 5."""
    assert round_ticks(-2.1, 1.9, 4) == [-2, -1, 0, 1]
    assert round_ticks(3, 3) == [3]
    assert log_ticks(0.4, 12) == pytest.approx([0.5, 1, 2, 5, 10])
