"""Every page that a participant can see, in every language that ships with SortRank."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design, Texts
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.wording import use_language
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.message_page import MessagePage
from sortrank_gui.ui.participant.messages import message_for, message_for_leaving
from sortrank_gui.ui.participant.page_text import FormattedText
from sortrank_gui.ui.participant.participant_window import ParticipantWindow
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.widgets.tick_box import TickBox

CODES = [code for code in languages() if code != "en"]
OWN = {"welcome": "1 2 3", "consent": "4 5 6", "instructions": "7 8 9"}
"""Pages that only a study can write, in no language."""
SIZES = {"1024x700": (1024, 700, 1.0), "200 %": (1024, 700, 2.0)}
PAGES = [page for page in CoursePage if page not in (CoursePage.TRIAL, CoursePage.LANGUAGE)]


def design_in(code: str) -> Design:
    """Return a design with every page, whose words are those of a language."""
    design = Design(
        title="***",
        prompt=languages()["en"].pages["prompt"],
        offer_equal=True,
        offer_neither=True,
        practice=2,
        consent_to_end=True,
        pin="1",
        min_response_ms=0,
        interval_ms=0,
        stop=StopRules(budget=2),
        texts=replace(Texts(), **OWN),
    )
    return use_language(design, code)


def words_of(code: str) -> set[str]:
    """Return all that a language can say, without what is filled in."""
    found = languages()[code]
    texts = {**found.pages, **found.answers, **found.words, **found.practice}.values()
    return {part.strip() for text in texts for part in re.split(r"\{\w+\}", text) if part.strip()}


def spoken(widget: QWidget) -> set[str]:
    """Return all that can be seen of a widget or heard about it."""
    found: set[str] = set()
    for each in (widget, *widget.findChildren(QWidget)):
        if not each.isVisibleTo(widget) and each is not widget:
            continue
        found |= {each.accessibleName(), each.accessibleDescription(), each.toolTip()}
        if isinstance(each, QLabel | QAbstractButton):
            found.add(each.text())
        elif isinstance(each, FormattedText):
            found.add(each.toPlainText())
        elif isinstance(each, QLineEdit):
            found.add(each.placeholderText())
    return {text for text in found if text}


def english_in(texts: set[str], code: str) -> set[str]:
    """Return what is English there, but for words that both languages have."""
    own = " ".join(words_of(code))
    english = {word for word in words_of("en") if len(word) > 2 and word not in own}
    return {
        text
        for text in texts
        for word in english
        if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)
    }


def clipped_in(page: QWidget) -> list[str]:
    """Return what has less room than it needs."""
    found = []
    for each in page.findChildren(QWidget):
        if not each.isVisibleTo(page) or not isinstance(each, QLabel | QAbstractButton):
            continue
        place = QRect(each.mapTo(page, each.rect().topLeft()), each.size())
        needs = each.sizeHint()
        if isinstance(each, TickBox) or (isinstance(each, QLabel) and each.wordWrap()):
            needs.setWidth(0)
            needs.setHeight(each.heightForWidth(each.width()))
        fits = each.width() >= needs.width() and each.height() >= needs.height()
        if each.text() and not (fits and page.rect().contains(place)):
            found.append(f"{each.text()}: {each.size()} of {needs}, at {place}")
    return found


@pytest.fixture
def sheet(qtbot: QtBot, appearance: Appearance) -> MessagePage:
    """Return a page of text."""
    page = MessagePage()
    qtbot.addWidget(page)
    page.show()
    return page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", CODES)
def test_pages_are_in_the_language_and_fit(sheet: MessagePage, code: str, size: str) -> None:
    """No English is seen or heard, nothing is cut off, be the letters small or large."""
    design = design_in(code)
    width, height, factor = SIZES[size]
    sheet.resize(width, height)
    sheet.set_scale(factor)
    messages = [message_for(page, design, None) for page in PAGES]
    messages.append(message_for_leaving(design, code, is_wrong=True))
    for message in messages:
        sheet.show_message(message)
        QApplication.processEvents()
        assert not english_in(spoken(sheet), code)
        assert not clipped_in(sheet)
        assert (sheet.width(), sheet.height()) == (width, height)


@pytest.fixture
def open_window(
    qtbot: QtBot, make_opened: Callable[..., OpenStudy], images: ImageStore, appearance: Appearance
) -> Iterator[Callable[[Design], ParticipantWindow]]:
    """Return a maker of participant windows for a design."""
    windows: list[ParticipantWindow] = []

    def make(design: Design) -> ParticipantWindow:
        fields = {name: getattr(design, name) for name in design.__slots__ if name != "stop"}
        opened = make_opened(budget=2, **fields)
        images.set_study(opened.path)
        window = ParticipantWindow(Walk(opened), images)
        windows.append(window)
        window.resize(1024, 700)
        window.show()
        return window

    yield make
    for window in windows:
        window.leave()
        window.deleteLater()


@pytest.mark.parametrize("code", CODES)
def test_trials_are_in_the_language(
    open_window: Callable[[Design], ParticipantWindow], qtbot: QtBot, code: str
) -> None:
    """From the code to a trial: what a screen reader hears is in the language, too."""
    window = open_window(design_in(code))
    window._study.request(Engine.start_session, "1")
    while window.page is not CoursePage.TRIAL:
        assert not english_in(spoken(window), code)
        window.message_page.tick.setEnabled(True)
        window.message_page.tick.setChecked(True)
        window.message_page.go_on()
        QApplication.processEvents()
    qtbot.waitUntil(lambda: window.trial_page.view.is_open)
    heard = spoken(window) - {item.name for item in window._study.content.items}
    assert not english_in(heard, code)
    window.close()
    assert not english_in({window.hint.text(), window.ring.accessibleName()}, code)


@pytest.mark.parametrize(("code", "rtl"), [("ar", True), ("he", True), ("de", False)])
def test_pages_are_mirrored_and_items_are_not(
    open_window: Callable[[Design], ParticipantWindow], qtbot: QtBot, code: str, rtl: bool
) -> None:
    """The button is where a page ends for the reader; the left item stays left, as in the data."""
    window = open_window(replace(design_in(code), practice=0, texts=Texts(welcome="1 2 3")))
    window._study.request(Engine.start_session, "1")
    qtbot.waitUntil(lambda: window.page is CoursePage.WELCOME)
    page = window.message_page
    direction = Qt.LayoutDirection.RightToLeft if rtl else Qt.LayoutDirection.LeftToRight
    assert page.layoutDirection() is direction
    QApplication.processEvents()
    middle = page.button.mapTo(page, page.button.rect().center()).x()
    assert (middle < page.width() / 2) is rtl
    page.go_on()
    qtbot.waitUntil(lambda: window.trial_page.view.is_open)
    left, right = window.trial_page.view.boxes.values()
    assert left.mapTo(window, left.rect().center()).x() < right.mapTo(window, right.pos()).x()
