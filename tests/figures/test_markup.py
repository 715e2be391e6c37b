from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.figures.markup import Markup, element, join, name, text


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
