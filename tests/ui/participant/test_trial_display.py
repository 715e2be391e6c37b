import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design, Display, PictureSize, Texts, TextSize
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.screen_scale import (
    is_measured,
    keep_pixels_per_mm,
    pixels_per_mm,
)
from sortrank_gui.ui.participant.trial_view import TrialView
from tests.ui.participant.trials import QUICK, present, texts
from tests.ui.sample_pictures import save_picture


def show_pictures(
    view: TrialView, qtbot: QtBot, display: Display, *sizes: tuple[int, int]
) -> list[tuple[int, int]]:
    """Show two pictures and return how large they are on the screen."""
    folder = Path(view.property("folder"))
    items = [Item(f"{w}x{h}", save_picture(folder / f"{w}x{h}.png", w, h)) for w, h in sizes]
    view.show_trial(None)
    present(view, qtbot, items, replace(QUICK, display=display))
    return [box.shown_size.toTuple() for box in view.boxes.values()]


@pytest.fixture(autouse=True)
def folder(view: TrialView, tmp_path: Path) -> None:
    """Give the view a folder for its pictures."""
    view.setProperty("folder", str(tmp_path))


def test_original_pictures_are_shown_pixel_by_pixel(view: TrialView, qtbot: QtBot) -> None:
    """A small one stays small; one that is larger than its box is shrunk to be seen whole."""
    display = Display(pictures=PictureSize.ORIGINAL)
    small, large = show_pictures(view, qtbot, display, (80, 60), (2000, 1000))
    assert small == (80, 60)
    assert large == (view.image_size().width(), view.image_size().width() // 2)


def test_pictures_have_a_set_longer_side(view: TrialView, qtbot: QtBot) -> None:
    """Wide or high, small or large: the longer side has so many pixels."""
    display = Display(pictures=PictureSize.PIXELS, size=150)
    assert show_pictures(view, qtbot, display, (80, 60), (500, 1000)) == [(150, 112), (75, 150)]


def test_pictures_are_not_enlarged_if_so_chosen(view: TrialView, qtbot: QtBot) -> None:
    """Small pictures keep their pixels, be it in a box or at a set size."""
    for display in (
        Display(enlarge=False),
        Display(pictures=PictureSize.PIXELS, size=150, enlarge=False),
    ):
        small, large = show_pictures(view, qtbot, display, (80, 60), (900, 900))
        assert small == (80, 60)
        assert large[0] == min(view.image_size().toTuple())


def test_millimetres_and_degrees_follow_the_measured_screen(view: TrialView, qtbot: QtBot) -> None:
    """40 mm are 200 pixels where a millimetre has five; an angle is seen from the distance."""
    screen = QGuiApplication.primaryScreen()
    assert not is_measured(screen)
    keep_pixels_per_mm(screen, 5.0)
    assert is_measured(screen)
    assert pixels_per_mm(screen) == 5.0
    display = Display(pictures=PictureSize.MILLIMETRES, size=40)
    assert show_pictures(view, qtbot, display, (80, 80), (300, 300)) == [(200, 200)] * 2
    display = Display(pictures=PictureSize.DEGREES, size=4, distance_mm=500)
    side = round(5 * 2 * 500 * math.tan(math.radians(2)))
    assert show_pictures(view, qtbot, display, (80, 80), (300, 300)) == [(side, side)] * 2


@pytest.mark.parametrize("gap", [0, 60])
def test_gap_is_what_the_design_says(view: TrialView, qtbot: QtBot, gap: int) -> None:
    """So many pixels lie between the pictures, not between boxes around them."""
    display = Display(pictures=PictureSize.PIXELS, size=100, gap=gap)
    show_pictures(view, qtbot, display, (50, 50), (100, 100))
    qtbot.waitUntil(lambda: view.boxes[Answer.RIGHT].x() > 0)
    shot = view.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    row = view.boxes[Answer.LEFT].geometry().center().y()
    ink = shot.pixelColor(shot.width() // 2 - gap // 2 - 20, row)
    inked = [x for x in range(shot.width()) if shot.pixelColor(x, row) == ink]
    assert len(inked) == 200
    assert inked[100] - inked[99] - 1 == gap


def test_texts_of_a_study_have_one_size(view: TrialView, qtbot: QtBot) -> None:
    """The longest text decides, also where it is not in the pair."""
    words = texts("a", "b", "a rather long text about something " * 12, "x" * 4000)
    display = Display(text=TextSize.SAME)
    present(view, qtbot, words, replace(QUICK, display=display))
    left, right = view.boxes.values()
    same = left._text_pixels
    assert same == right._text_pixels
    present(view, qtbot, [words[2], words[0]])
    assert left._text_pixels == pytest.approx(same, abs=1)
    present(view, qtbot, [words[0], words[1]])
    assert left._text_pixels > 1.5 * same


def test_texts_have_a_set_size(view: TrialView, qtbot: QtBot) -> None:
    """Points are points of the screen; what does not fit is scrolled in letters of that size."""
    display = Display(text=TextSize.POINTS, points=36)
    present(view, qtbot, texts("a", "word " * 200), replace(QUICK, display=display))
    left, right = view.boxes.values()
    assert left._text_pixels == 36 * view.logicalDpiY() / 72
    assert right._long_text.isVisible()
    assert right._long_text.fontInfo().pixelSize() == round(left._text_pixels)


@pytest.mark.parametrize("code", ["de", "ja", "ar"])
def test_every_word_is_of_the_studys_language(view: TrialView, qtbot: QtBot, code: str) -> None:
    """Labels, caps and what a screen reader hears; nothing of it is English."""
    language, english = languages()[code], languages()["en"]
    blank = Texts(pause="", thanks="", left="", right="", equal="", neither="")
    broken = Item("broken", Path(view.property("folder")) / "none.png")
    design = replace(QUICK, languages=(code,), texts=blank)
    present(view, qtbot, [broken, Item("a")], design)
    buttons = view.answer_bar.buttons
    assert buttons[Answer.EQUAL].text() == language.answers["equal"]
    heard = [widget.accessibleName() for widget in (*buttons.values(), *view.boxes.values())]
    heard += [box._long_text.accessibleName() for box in view.boxes.values()]
    heard.append(view.boxes[Answer.LEFT].apology)
    assert all(heard)
    said = {*english.words.values(), *english.answers.values()} - set(language.words.values())
    assert not [name for name in heard if any(part in said for part in name.split(": "))]


def test_sides_stay_where_they_are_in_languages_from_right_to_left(
    view: TrialView, qtbot: QtBot
) -> None:
    """A mirrored page keeps the left item, and its key, on the left: that is what is recorded."""
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    present(view, qtbot, texts("a", "b"))
    left, right = view.boxes.values()
    qtbot.waitUntil(lambda: left.x() < right.x())
    keys = view.answer_bar.buttons
    assert keys[Answer.LEFT].x() < keys[Answer.RIGHT].x()


def test_words_for_the_sides_are_shown_where_a_study_has_own_ones(
    images: object, qtbot: QtBot
) -> None:
    """A participant sees arrows alone, unless the researcher calls the sides something."""
    brief = TrialView(images, brief=True)
    qtbot.addWidget(brief)
    brief.set_content(Design(texts=Texts(left="Left", right="louder")), texts("a", "b"))
    assert brief.answer_bar.buttons[Answer.LEFT].text() == ""
    assert brief.answer_bar.buttons[Answer.RIGHT].text() == "louder"


@pytest.mark.parametrize("width", [500, 900])
def test_long_labels_do_not_lie_over_each_other(view: TrialView, qtbot: QtBot, width: int) -> None:
    """Where all answers are too wide for a row there are two; everything stays readable."""
    words = Texts(left="the left one", right="the right one", equal="both alike", neither="no idea")
    view.resize(width, 500)
    present(view, qtbot, texts("a", "b"), replace(QUICK, texts=words))
    bar = view.answer_bar
    qtbot.waitUntil(lambda: bar.height() >= bar.minimumHeight())
    places = [button.geometry() for button in bar.buttons.values()]
    assert all(bar.rect().contains(place) for place in places)
    assert not any(one.intersects(other) for one, other in combinations(places, 2))


def test_answer_under_the_resting_mouse_is_not_marked(view: TrialView, qtbot: QtBot) -> None:
    """As with the items: only a mouse that moves in this trial points at something."""
    present(view, qtbot, texts("a", "b"))
    button = view.answer_bar.buttons[Answer.RIGHT]  # the other one has the focus
    qtbot.waitUntil(lambda: view.answer_bar.geometry().bottom() < view.height())
    place = button.mapTo(view, button.rect().center())
    plain = button.grab().toImage()
    for where in (QPoint(1, 1), place):
        qtbot.mouseMove(view.windowHandle(), where)
    qtbot.waitUntil(lambda: button.grab().toImage() != plain)
    qtbot.mouseClick(view.windowHandle(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(2, 1, 0))
    assert button.grab().toImage() == plain
