from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.conditions import Condition
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Display, PictureSize, Texts
from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.study.design.timeline import Block, Context, Step, StepKind
from sortrank_gui.study.items.items import Item, Variant
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.participant.font_shapes import find_unshowable
from sortrank_gui.ui.participant.picture_room import find_room
from sortrank_gui.ui.survey.readiness import find_obstacles
from sortrank_gui.ui.survey.stage import Stage
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


_FIELD = Query("age", FieldKind.SINGLE, "Age", options=(UNSEEN, "old"))


@pytest.mark.parametrize(
    "design",
    [
        Design(prompt=f"Which? {UNSEEN}"),
        Design(prompt="Which?", timeline=(Step(block=Block(f"Which? {UNSEEN}")),)),
        Design(prompt="Which?", timeline=(Step(StepKind.MESSAGE, "m", f"Half {UNSEEN}"), Step())),
        Design(prompt="Which?", timeline=(Step(StepKind.QUESTIONNAIRE, fields=(_FIELD,)), Step())),
        Design(prompt="Which?", conditions=(Condition("b", (("en", "prompt", UNSEEN),)),)),
        Design(prompt="Which?", contexts=(Context("c", UNSEEN),)),
    ],
    ids=["question", "block", "message", "questionnaire", "condition", "context"],
)
def test_words_without_a_font_are_told_wherever_they_stand(
    qapp: QApplication, design: Design
) -> None:
    """The sentence blames the words, not the language, most of which can be read."""
    (sentence,) = find_obstacles(Content(design, (Item("a"), Item("b"))))
    assert sentence == f"No font here can show all words in English: {UNSEEN} (U+1E922)."


def test_other_looks_of_items_need_fonts_too(qapp: QApplication) -> None:
    """What a condition or a context shows in an item's place is looked at as well."""
    items = (Item("a", variants=(Variant("sunny", text=UNSEEN),)), Item("b"))
    (sentence,) = find_obstacles(Content(Design(prompt="Which?"), items))
    assert sentence.startswith("1 item has characters that no font here can show: ")


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


@pytest.mark.parametrize(
    ("display", "is_told"),
    [
        (Display(), False),
        (Display(PictureSize.PIXELS, 120), False),
        (Display(PictureSize.PIXELS, 5000), True),
        (Display(PictureSize.PIXELS, 120, enlarge=False), False),
        (Display(PictureSize.DEGREES, 60), True),
        (Display(PictureSize.ORIGINAL), True),
    ],
)
def test_start_card_says_which_pictures_are_too_large(
    make_page: Callable[..., SurveyPage], qtbot: QtBot, display: Display, is_told: bool
) -> None:
    """Before anybody sits down, for this window and for a whole screen."""
    page = make_page(demo=False, display=display)
    qtbot.waitUntil(lambda: page.study.session_runs)
    page.picture_check.begin()  # which waits until the session is over
    with qtbot.waitSignal(page.picture_check.found):
        page.study.request(Engine.end)
    text = page.pages.idle.text
    assert ("6 pictures would be shown smaller in this window" in text) is is_told
    assert ("smaller in the participant window" in text) is is_told


def test_another_size_of_the_window_is_looked_at(
    make_page: Callable[..., SurveyPage], qtbot: QtBot
) -> None:
    """What had no room has some then, and is not complained about any more."""
    page = make_page(demo=False, display=Display(PictureSize.PIXELS, 350))
    page.study.request(Engine.end)
    qtbot.waitUntil(lambda: "smaller in this window" in page.pages.idle.text)
    page.resize(2200, 1400)
    qtbot.waitUntil(lambda: "smaller in this window" not in page.pages.idle.text)


def test_room_is_what_a_trial_has(make_page: Callable[..., SurveyPage], qtbot: QtBot) -> None:
    """The page that is laid out unseen has the same room as the one that is shown."""
    page = make_page(demo=False)
    qtbot.waitUntil(lambda: page.stage.is_at_rest)
    stage = Stage(page.study.as_shown, page._images, page.study.content.design)
    room = find_room(stage, stage.trial_view, page.pages.size(), 1.0)
    assert room == page.stage.trial_view.picture_room().toSize()
