from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Texts
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.survey.readiness import find_obstacles, find_unshowable
from sortrank_gui.ui.survey.survey_page import SurveyPage

NOWHERE = "\U000e0fff"
"""A character that Unicode has not given out."""
UNSEEN = "\U0001e922"
"""Adlam, which no font of a plain computer has."""


def test_characters_without_a_font_are_found(qapp: QApplication) -> None:
    """Letters that any font has pass, with accents and joiners; others are named."""
    assert find_unshowable(["plain", "Äpfel", "a\u0301", "no\u200dwidth"]) == set()
    assert find_unshowable([f"x{UNSEEN}", NOWHERE]) == {UNSEEN}


def test_items_are_counted_in_a_sentence(qapp: QApplication) -> None:
    """Every item with such a character counts once."""
    items = [Item("a", text=UNSEEN * 2), Item(UNSEEN), Item("c")]
    (sentence,) = find_obstacles(Content(Design(prompt="Which?"), tuple(items)))
    assert sentence.startswith("2 items have characters that no font here can show: ")
    assert sentence.endswith("(U+1E922).")


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        (Texts(), "Missing in Deutsch: prompt."),
        (Texts(consent="May we?"), "Missing in Deutsch: prompt, consent."),
    ],
)
def test_missing_words_are_listed(qapp: QApplication, texts: Texts, sentence: str) -> None:
    """What the first language has and another lacks is said before anybody sits down."""
    design = Design(prompt="Which?", texts=texts, languages=("en", "de"))
    assert find_obstacles(Content(design, (Item("a"), Item("b")))) == [sentence]


def test_start_card_says_what_is_missing(
    make_page: Callable[..., SurveyPage], qtbot: QtBot
) -> None:
    """The researcher reads it where the session would start."""
    page = make_page(demo=False, languages=("en", "de"))
    page.study.request(Engine.end)
    qtbot.waitUntil(lambda: "Missing in Deutsch: prompt." in page.pages.idle.text)
