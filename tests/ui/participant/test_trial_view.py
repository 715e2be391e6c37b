from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent, QImage, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design, Texts
from sortrank_gui.study.file.details import Input
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.screen_scale import screen_facts
from sortrank_gui.ui.participant.trial_view import HIGHLIGHT_MS, TrialView
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.theme import theme_of
from tests.ui.participant.trials import PLAIN, QUICK, present, press, release, tap, texts
from tests.ui.sample_pictures import SVG, make_gif, save_picture, save_turned_jpeg

NOVEL = "It was a dark and stormy night; the rain fell in torrents. " * 400


def test_answer_that_comes_too_early_is_ignored(view: TrialView, qtbot: QtBot) -> None:
    """Before the design's shortest response time, no answer and no highlight."""
    present(view, qtbot, texts("a", "b"), Design(min_response_ms=30_000))
    with qtbot.assertNotEmitted(view.answered):
        press(view, Qt.Key.Key_Left)
        qtbot.mouseClick(view.boxes[Answer.RIGHT], Qt.MouseButton.LeftButton)
    assert view.is_open


def test_answers_that_the_design_does_not_offer_are_neither_shown_nor_taken(
    view: TrialView, qtbot: QtBot
) -> None:
    """Down and space do nothing unless equal and neither are offered."""
    present(view, qtbot, texts("a", "b"), Design(min_response_ms=0))
    with qtbot.assertNotEmitted(view.answered):
        press(view, Qt.Key.Key_Down)
        press(view, Qt.Key.Key_Space)
    assert not view.answer_bar.buttons[Answer.EQUAL].isVisible()


def test_buttons_bear_the_labels_of_the_design(view: TrialView) -> None:
    """A study in another language has its own words."""
    design = Design(offer_equal=True, texts=Texts(left="links", equal="gleich"))
    view.set_content(design, texts("a", "b"))
    assert view.answer_bar.buttons[Answer.LEFT].text() == "links"
    assert view.answer_bar.buttons[Answer.EQUAL].text() == "gleich"


def test_key_still_down_from_the_trial_before_is_ignored(view: TrialView, qtbot: QtBot) -> None:
    """Who leans on a key answers one trial, however the key repeats."""
    present(view, qtbot, texts("a", "b", "c"))
    press(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(2, 1, 2))
    with qtbot.assertNotEmitted(view.answered):
        press(view, Qt.Key.Key_Left, repeat=True)
        press(view, Qt.Key.Key_Left)
    release(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.answered) as given:
        press(view, Qt.Key.Key_Left)
    assert given.args[0] == 2


def test_held_key_that_comes_as_strokes_answers_once(view: TrialView, qtbot: QtBot) -> None:
    """Where the window system does not mark repeats, their times tell them from strokes."""
    present(view, qtbot, texts("a", "b", "c"))
    down, up = QEvent.Type.KeyPress, QEvent.Type.KeyRelease
    answers: list[int] = []
    view.answered.connect(lambda number, *_rest: answers.append(number))
    for at in (1000, 1500, 1540):
        event = QKeyEvent(down, Qt.Key.Key_Left, PLAIN)
        event.setTimestamp(at)
        view.take_key(event)
        with qtbot.waitSignal(view.painted):
            view.show_trial(Trial(at, 1, 2))
        event = QKeyEvent(up, Qt.Key.Key_Left, PLAIN)
        event.setTimestamp(1500 if at == 1000 else at + 40)
        view.release_key(event)
    assert answers == [1]
    event = QKeyEvent(down, Qt.Key.Key_Left, PLAIN)
    event.setTimestamp(1700)
    view.take_key(event)
    assert answers == [1, 1540]


def test_undo_is_not_offered_where_the_design_forbids_it(view: TrialView, qtbot: QtBot) -> None:
    """Backspace does nothing then."""
    present(view, qtbot, texts("a", "b"), Design(undo=False))
    with qtbot.assertNotEmitted(view.undo_wanted):
        press(view, Qt.Key.Key_Backspace)


def test_boxes_are_blank_for_the_interval(view: TrialView, qtbot: QtBot) -> None:
    """After the highlight nothing is seen, and then the next pair, both at once."""
    present(view, qtbot, texts("a", "b", "c"), Design(min_response_ms=0, interval_ms=120))
    press(view, Qt.Key.Key_Left)
    view.show_trial(Trial(2, 1, 2))
    left, right = view.boxes.values()
    assert left.is_revealed  # highlighted
    qtbot.waitUntil(lambda: not left.is_revealed)
    assert not right.is_revealed
    with qtbot.waitSignal(view.painted) as painted:
        pass
    assert painted.args == [2]
    assert left.is_revealed
    assert right.is_revealed


def test_trial_that_comes_late_is_shown_when_it_comes(view: TrialView, qtbot: QtBot) -> None:
    """An engine that needs longer than the interval loses no trial."""
    present(view, qtbot, texts("a", "b", "c"), Design(min_response_ms=0, interval_ms=1))
    press(view, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: view.trial is None)
    qtbot.wait(20)
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(2, 1, 2))


def test_same_trial_comes_back_when_its_answer_was_refused(view: TrialView, qtbot: QtBot) -> None:
    """When the disk is full, the trial is shown again after the highlight."""
    present(view, qtbot, texts("a", "b"))
    press(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.painted) as painted:
        view.show_trial(Trial(1, 0, 1))
    assert painted.args == [1]


def test_response_time_starts_with_the_painting(view: TrialView, qtbot: QtBot) -> None:
    """A trial that nobody has seen takes no answer."""
    view.set_content(QUICK, texts("a", "b"))
    view.hide()
    view.show_trial(Trial(1, 0, 1))
    with qtbot.assertNotEmitted(view.answered):
        press(view, Qt.Key.Key_Left)
    release(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.painted):
        view.show()
    with qtbot.waitSignal(view.answered) as given:
        press(view, Qt.Key.Key_Left)
    assert 0 < given.args[2] < 60


def test_answer_says_what_it_was_given_with(view: TrialView, qtbot: QtBot) -> None:
    """Keys with their name, clicks and taps, on items and on the keys drawn below them."""
    present(view, qtbot, texts("a", "b"))
    box, button = view.boxes[Answer.RIGHT], view.answer_bar.buttons[Answer.RIGHT]
    ways = {
        (Input.KEY, "J"): partial(press, view, Qt.Key.Key_J),
        (Input.KEY, "Right"): partial(press, view, Qt.Key.Key_Right),
        (Input.KEY, "Space"): partial(qtbot.keyClick, button, Qt.Key.Key_Space),
        (Input.MOUSE, ""): partial(qtbot.mouseClick, box, Qt.MouseButton.LeftButton),
        (Input.TOUCH, ""): partial(tap, box),
    }
    for number, (expected, act) in enumerate(ways.items(), start=2):
        with qtbot.waitSignal(view.answered) as given:
            act()
        assert (given.args[3].input, given.args[3].key) == expected
        assert given.args[1] is Answer.RIGHT
        with qtbot.waitSignal(view.painted):
            view.show_trial(Trial(number, 0, 1))
    with qtbot.waitSignal(view.answered) as given:
        tap(button)
    assert given.args[3].input is Input.TOUCH


def test_answer_says_when_its_pair_came_and_the_one_before_went(
    view: TrialView, qtbot: QtBot
) -> None:
    """All by one clock: shown, answered, then taken away, and only then the next one."""
    present(view, qtbot, texts("a", "b", "c"), Design(min_response_ms=0, interval_ms=30))
    given = []
    for number in (2, 3):
        with qtbot.waitSignal(view.answered) as answered:
            press(view, Qt.Key.Key_Left)
        release(view, Qt.Key.Key_Left)
        _, _, seconds, detail, screen = answered.args
        given.append((detail, detail.shown_ms + 1e3 * seconds))
        with qtbot.waitSignal(view.painted):
            view.show_trial(Trial(number, 1, 2))
    (first, first_answer), (second, _) = given
    assert first.previous_hidden_ms is None
    assert first_answer + HIGHLIGHT_MS <= second.previous_hidden_ms + 1
    assert second.previous_hidden_ms + 30 <= second.shown_ms + 1
    assert screen == screen_facts(QGuiApplication.primaryScreen())


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_answer_says_how_large_both_items_were(
    view: TrialView, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ratio: float
) -> None:
    """In pixels of the screen: pictures as drawn, texts from edge to edge."""
    for box in view.boxes.values():
        monkeypatch.setattr(box, "devicePixelRatioF", lambda: ratio)
    wide = save_picture(tmp_path / "wide.png", 400, 200)
    present(view, qtbot, [Item("a", wide), Item("b", text="word")])
    with qtbot.waitSignal(view.answered) as given:
        press(view, Qt.Key.Key_Left)
    detail, room = given.args[3], view.image_size()
    assert detail.left_size == (room.width(), room.width() // 2)
    assert 0 < detail.right_size[0] < room.width()
    assert 0 < detail.right_size[1] < room.height()


def test_words_of_both_items_have_one_size(view: TrialView, qtbot: QtBot) -> None:
    """The longer text decides how large the letters of both are."""
    present(view, qtbot, texts("short", "a somewhat longer text " * 20))
    left, right = view.boxes.values()
    assert left.fit_words() > right.fit_words()
    assert left._text_pixels == right._text_pixels == right.fit_words()


def test_novel_is_scrolled_by_wheel_and_keys(view: TrialView, qtbot: QtBot) -> None:
    """What fits at no size can be read to its end, and a click still chooses it."""
    present(view, qtbot, texts(NOVEL, "short"))
    box = view.boxes[Answer.LEFT]
    bar = box._long_text.verticalScrollBar()
    assert bar.maximum() > 0
    press(view, Qt.Key.Key_PageDown)
    page = bar.value()
    assert page > 0
    place = QPointF(box.rect().center())
    down, none = QPoint(0, -120), Qt.MouseButton.NoButton
    phase = Qt.ScrollPhase.NoScrollPhase
    wheel = QWheelEvent(place, box.mapToGlobal(place), QPoint(), down, none, PLAIN, phase, False)
    QApplication.sendEvent(box, wheel)
    assert bar.value() > page
    with qtbot.waitSignal(view.answered):
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton)


def test_dragging_the_bar_of_a_long_text_scrolls_and_answers_nothing(
    view: TrialView, qtbot: QtBot
) -> None:
    """Who reads on with the mouse has not chosen yet."""
    present(view, qtbot, texts(NOVEL, "short"))
    bar = view.boxes[Answer.LEFT]._long_text.verticalScrollBar()
    place = bar.rect().center()
    window, top = view.window(), bar.mapTo(view.window(), QPoint(place.x(), 6))
    end = bar.mapTo(window, place)
    for to in (end, top + QPoint(-40, 0)):  # another time leaving the bar sideways
        bar.setValue(0)
        with qtbot.assertNotEmitted(view.answered):
            qtbot.mousePress(window.windowHandle(), Qt.MouseButton.LeftButton, pos=top)
            qtbot.mouseMove(window.windowHandle(), end)
            qtbot.mouseRelease(window.windowHandle(), Qt.MouseButton.LeftButton, pos=to)
        assert bar.value() > 0 or to != end


def test_dragging_a_long_text_scrolls_and_answers_nothing(view: TrialView, qtbot: QtBot) -> None:
    """As fingers do it on a screen, or a mouse on the text itself."""
    present(view, qtbot, texts(NOVEL, "short"))
    box = view.boxes[Answer.LEFT]
    handle, centre = view.windowHandle(), box.mapTo(view, box.rect().center())
    with qtbot.assertNotEmitted(view.answered):
        qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=centre)
        qtbot.mouseMove(handle, centre - QPoint(0, 90))
        qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=centre - QPoint(0, 90))
    assert box._long_text.verticalScrollBar().value() > 0
    with qtbot.waitSignal(view.answered):
        qtbot.mouseClick(handle, Qt.MouseButton.LeftButton, pos=centre)


@pytest.mark.parametrize("letter", ["好", "あ", "ท"])
def test_text_without_blanks_is_wrapped_and_as_large_as_others(
    view: TrialView, qtbot: QtBot, letter: str
) -> None:
    """Where words have no blanks between them, a sentence is not taken for one long word."""
    present(view, qtbot, texts(letter * 24, "short"))
    left, right = view.boxes.values()
    assert left.fit_words() > 0.6 * right.fit_words()


def test_lines_of_a_list_begin_at_one_edge(view: TrialView, qtbot: QtBot) -> None:
    """Bullets stand below each other, in the middle of the box as a whole."""
    present(view, qtbot, texts("\u2022 apples\n\u2022 a\n\u2022 pineapples", "short"))
    shot = view.boxes[Answer.LEFT].grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    inner = range(4, shot.width() - 4)
    inked = {
        y: [x for x in inner if shot.pixelColor(x, y).red() < 128]
        for y in range(4, shot.height() - 4)
    }
    starts = {min(columns) for columns in inked.values() if columns}
    ends = {max(columns) for columns in inked.values() if columns}
    begins = [bool(row) and min(row) <= min(starts) + 2 for row in inked.values()]
    assert sum(after and not before for before, after in pairwise(begins)) == 3
    assert abs(min(starts) + max(ends) - shot.width()) < 20


def test_nothing_covers_an_item_while_the_mouse_rests(view: TrialView, qtbot: QtBot) -> None:
    """No part of a trial has a tip, which would appear over the items."""
    present(view, qtbot, texts("a", "b"))
    for part in (view, *view.findChildren(QWidget)):
        place = part.rect().center()
        rest = QHelpEvent(QEvent.Type.ToolTip, place, part.mapToGlobal(place))
        QApplication.sendEvent(part, rest)
        assert not QToolTip.isVisible(), part


def test_item_that_appears_under_the_resting_mouse_is_not_framed(
    view: TrialView, qtbot: QtBot
) -> None:
    """A frame means that the mouse was moved there, in this trial."""
    handle, box = view.windowHandle(), view.boxes[Answer.LEFT]
    centre = box.mapTo(view, box.rect().center())
    present(view, qtbot, texts("a", "b", "c"))
    for place in (QPoint(1, 1), centre):
        qtbot.mouseMove(handle, place)
    qtbot.waitUntil(lambda: box.is_hovered)
    press(view, Qt.Key.Key_Right)
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(2, 1, 2))
    assert not box.is_hovered
    qtbot.mouseMove(handle, centre + QPoint(0, 3))
    qtbot.waitUntil(lambda: box.is_hovered)


def test_unreadable_picture_shows_its_name_and_can_be_answered(
    view: TrialView, qtbot: QtBot, tmp_path: Path
) -> None:
    """A trial with a broken picture is shown with a mark and does not stop the session."""
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG nonsense")
    present(view, qtbot, [Item("bridge", broken), Item("words")])
    assert view.boxes[Answer.LEFT].accessibleDescription() == "bridge"
    shot = view.boxes[Answer.LEFT].grab().toImage()
    bad, near = theme_of(view).colour("bad"), 40
    seen = [shot.pixelColor(x, y) for x in range(0, shot.width(), 2) for y in range(shot.height())]
    assert any(abs(c.red() - bad.red()) + abs(c.blue() - bad.blue()) < near for c in seen)
    with qtbot.waitSignal(view.answered):
        press(view, Qt.Key.Key_Right)


def test_pair_whose_pictures_take_long_asks_for_patience(
    view: TrialView, qtbot: QtBot, images: ImageStore, tmp_path: Path
) -> None:
    """A calm word stands in the middle until both are there; no answer is taken meanwhile."""
    data = save_picture(tmp_path / "late.png", 40, 40).read_bytes()
    may_come, answers = Event(), list[Answer]()

    def find(_digest: str) -> bytes:
        may_come.wait(30)
        return data

    images.set_study(find)
    view.patience.setInterval(10)
    view.answered.connect(lambda _number, answer, *_: answers.append(answer))
    view.set_content(QUICK, [Item("left", digest="a" * 64), Item("right", digest="b" * 64)])
    view.show_trial(Trial(1, 0, 1))
    qtbot.waitUntil(lambda: view._pair.sign.text == "Please wait a moment.")
    view.give_answer(Answer.LEFT)
    with qtbot.waitSignal(view.painted):
        may_come.set()
    assert (view._pair.sign.text, answers) == ("", [])


def test_caption_stands_under_the_picture(view: TrialView, qtbot: QtBot, tmp_path: Path) -> None:
    """Pictures give way to captions by the same height in both boxes."""
    path = save_picture(tmp_path / "a.png", 100, 100)
    present(view, qtbot, [Item("a", path), Item("b", path)])
    before = view.image_size()
    present(view, qtbot, [Item("a", path, text="a red square"), Item("b", path), Item("c")])
    assert view.image_size().height() < before.height()
    assert view.boxes[Answer.LEFT].image_size() == view.boxes[Answer.RIGHT].image_size()


def test_camera_rotation_and_vectors_fill_their_boxes(
    view: TrialView, qtbot: QtBot, tmp_path: Path
) -> None:
    """An upright photograph is as high as its box, a wide drawing as wide."""
    (tmp_path / "flag.svg").write_text(SVG)
    upright = save_turned_jpeg(tmp_path / "turned.jpg", 400, 200)
    present(view, qtbot, [Item("a", upright), Item("b", tmp_path / "flag.svg")])
    size = view.image_size()
    left, right = (box._pixmap.size() for box in view.boxes.values())
    assert left.height() == size.height()
    assert right.width() == size.width()


def test_animation_plays_until_the_trial_is_answered(
    view: TrialView, qtbot: QtBot, images: ImageStore, tmp_path: Path
) -> None:
    """Frames change on the screen while the trial is open, and stop with the answer."""
    red, blue = (255, 0, 0), (0, 0, 255)
    (tmp_path / "a.gif").write_bytes(make_gif(8, 8, [red, blue], delay_ms=30))
    present(view, qtbot, [Item("a", tmp_path / "a.gif"), Item("b")])
    box = view.boxes[Answer.LEFT]

    def shows(colour: tuple[int, int, int]) -> bool:
        return box.grab().toImage().pixelColor(box.rect().center()) == QColor(*colour)

    for colour in (red, blue, red):
        qtbot.waitUntil(lambda colour=colour: shows(colour))
    press(view, Qt.Key.Key_Left)
    assert not images.animations.playing


def test_fast_robot_is_followed_as_far_as_pictures_can(
    view: TrialView, qtbot: QtBot, tmp_path: Path
) -> None:
    """While pictures are on their way, trials that nobody could see are left out."""
    items = [Item(f"{k}", save_picture(tmp_path / f"{k}.png", 50, 50)) for k in range(30)]
    view.set_content(QUICK, items)
    view.set_input_allowed(False)
    shown: list[int] = []
    view.painted.connect(shown.append)
    for number in range(1, 30):
        view.show_trial(Trial(number, number - 1, number))
    qtbot.waitUntil(lambda: shown[-1:] == [29])
    assert shown == [1, 29]


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_pictures_have_the_screens_pixels(
    view: TrialView, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ratio: float
) -> None:
    """At 200 % a picture is decoded with twice the pixels, and drawn one to one."""
    for box in view.boxes.values():
        monkeypatch.setattr(box, "devicePixelRatioF", lambda: ratio)
    path = save_picture(tmp_path / "a.png", 3000, 3000)
    present(view, qtbot, [Item("a", path), Item("b", path)])
    room = view.boxes[Answer.LEFT].picture_room()
    assert view.image_size() == QSize(round(room.width() * ratio), round(room.height() * ratio))
    assert max(view.boxes[Answer.LEFT]._pixmap.size().toTuple()) == min(view.image_size().toTuple())


def test_screen_reader_hears_the_items(view: TrialView, qtbot: QtBot) -> None:
    """Boxes are named by side and described by their item."""
    present(view, qtbot, texts("first text", "second text"))
    box = view.boxes[Answer.RIGHT]
    assert (box.accessibleName(), box.accessibleDescription()) == (
        "Right item",
        "item 1 second text",
    )


def test_nothing_is_decoded_for_a_view_that_nobody_sees(
    view: TrialView, qtbot: QtBot, images: ImageStore, tmp_path: Path
) -> None:
    """While the participant has another window, this one waits; then it shows the newest trial."""
    items = [Item(f"{k}", save_picture(tmp_path / f"{k}.png", 50, 50)) for k in range(4)]
    view.hide()
    view.set_content(QUICK, items)
    view.set_input_allowed(False)
    view.show_trial(Trial(1, 0, 1))
    view.show_trial(Trial(2, 2, 3))
    view.fetch_ahead([0, 1, 2, 3])
    assert images.is_at_rest
    with qtbot.waitSignal(view.painted) as painted:
        view.show()
    assert painted.args == [2]


def test_response_time_does_not_count_the_robots_part(view: TrialView, qtbot: QtBot) -> None:
    """A trial that stayed when the robot stopped is a person's from then on."""
    present(view, qtbot, texts("a", "b"))
    view.set_input_allowed(False)
    with qtbot.waitSignal(view.painted):  # which starts the clock
        view.set_input_allowed(True)
        assert not view.is_open


@pytest.mark.parametrize("size", [(500, 900), (1400, 500), (840, 600)])
def test_boxes_are_seen_whole_at_any_shape_of_window(
    view: TrialView, qtbot: QtBot, size: tuple[int, int]
) -> None:
    """Both boxes lie above the answers, equal, inside the view, and not much taller than wide."""
    view.resize(*size)
    present(view, qtbot, texts("a", "b"))
    left, right = view.boxes.values()
    qtbot.waitUntil(lambda: left.height() <= 1.2 * left.width())
    bottom = left.mapTo(view, left.rect().bottomLeft()).y()
    assert bottom < view.answer_bar.y()
    assert left.size() == right.size()
    assert left.image_size().height() <= left.height()
    assert left.parentWidget().rect().contains(left.geometry())
