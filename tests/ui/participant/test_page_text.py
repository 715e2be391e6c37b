from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QImage
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Texts
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant import font_shapes, page_text
from sortrank_gui.ui.participant.message_page import Message, MessagePage
from sortrank_gui.ui.participant.page_pictures import find_pictures
from sortrank_gui.ui.participant.page_text import FormattedText, make_document
from sortrank_gui.ui.widgets.theme import Appearance

LEFT = Qt.AlignmentFlag.AlignLeft


@pytest.fixture
def text(qtbot: QtBot) -> FormattedText:
    """Return an empty text, 400 pixels wide."""
    shown = FormattedText()
    qtbot.addWidget(shown)
    shown.expect_width(400)
    return shown


def picture(width: int, height: int) -> QImage:
    """Return a red picture."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    return image


def test_marks_are_shown_and_lines_kept(text: FormattedText) -> None:
    """Headings, lists and bold letters are formatted; each line ends where it was ended."""
    text.show_text("# Two\nplain **bold**\nnext\n\n- one\n- two", LEFT, {})
    assert text.toPlainText().split("\n")[0] == "Two"
    assert [line.strip() for line in text.toPlainText().splitlines()] == [
        "Two",
        "plain bold",
        "next",
        "one",
        "two",
    ]
    assert "<b>" not in text.toPlainText()
    assert "font-weight" in text.toHtml()


def test_html_and_links_are_words(text: FormattedText) -> None:
    """Nothing can be opened, and tags are seen as they were typed."""
    text.show_text("<b>no</b> [here](https://a.example) <script>x</script>", LEFT, {})
    assert text.toPlainText() == "<b>no</b> here <script>x</script>"
    assert "href" not in text.toHtml()


def test_only_pictures_of_the_study_are_shown(qapp: QApplication, tmp_path: Path) -> None:
    """Files and addresses stay closed, whatever a text says."""
    file = tmp_path / "secret.png"
    picture(50, 50).save(str(file))
    source = f"![a]({file.as_uri()}) ![b]({file}) ![c](https://a.example/x.png) ![d](<my tree>)"
    document = make_document(source, 400, {"my tree": picture(800, 200)})
    html = document.toHtml()
    assert "secret" not in html
    assert "example" not in html
    assert 'src="my tree"' in html
    assert 'width="400"' in html  # no broader than the text
    document.setTextWidth(400)
    assert document.size().height() < 160


def test_pages_name_pictures_of_items(qapp: QApplication) -> None:
    """Names with blanks stand between angle brackets, or are written with %20."""
    items = (Item("tree", digest="1"), Item("old oak", digest="2"), Item("word"))
    texts = Texts(welcome="![](tree)", instructions="![x](<old oak>) ![y](word) ![z](none)")
    assert find_pictures(Content(Design(texts=texts), items)) == {"tree": "1", "old oak": "2"}


def test_page_never_outgrows_its_window(qtbot: QtBot, appearance: Appearance) -> None:
    """A long text with huge letters is scrolled; the window stays as large as it was."""
    page = MessagePage()
    qtbot.addWidget(page)
    page.resize(800, 600)
    page.show()
    page.set_scale(2.0)
    page.show_message(Message("words " * 3000, "Title", "Go", hint="Enter", consent="Yes, I do"))
    QApplication.processEvents()
    assert (page.width(), page.height()) == (800, 600)
    assert page._text.verticalScrollBar().maximum() > 0


def test_pictures_follow_the_width_of_the_text(text: FormattedText) -> None:
    """On a narrower window a picture is narrower, too."""
    text.show_text("![](tree)", LEFT, {"tree": picture(800, 800)})
    wide = text.maximumHeight()
    text.expect_width(100)
    assert text.maximumHeight() < wide / 2


def test_scripts_without_slanted_letters_stay_upright(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What no slanted font can show is written upright instead of as boxes; the rest is slanted."""

    def have_no_arabic(texts: list[str], font: QFont | None = None) -> set[str]:
        slants = font is not None and font.italic()
        return {sign for text in texts for sign in text if slants and sign > "\u0600"}

    monkeypatch.setattr(font_shapes, "find_unshowable", have_no_arabic)
    document = make_document("*two* and *\u062f\u0642\u064a\u0642\u062a\u064a\u0646*", 400, {})
    slanted = {
        document.toPlainText()[start:end]: form.fontItalic()
        for start, end, form in page_text._list_fragments(document)
    }
    assert slanted["two"] is True
    assert [k for k, v in slanted.items() if v] == ["two"]


def test_page_without_controls_keeps_the_focus(qtbot: QtBot) -> None:
    """Where nothing is to be done, Enter must not press a button of the window around it."""
    window = QWidget()
    row = QHBoxLayout(window)
    page, button = MessagePage(), QPushButton("Show the ranking")
    row.addWidget(page)
    row.addWidget(button)
    qtbot.addWidget(window)
    page.show_message(Message("May we?", button="Go", consent="Yes", decline="No"))
    with qtbot.waitActive(window):
        window.show()
    page.decline.setFocus()
    page.show_message(Message("Thank you!"))
    page.take_focus()
    assert not button.hasFocus()
    assert page.hasFocus()
