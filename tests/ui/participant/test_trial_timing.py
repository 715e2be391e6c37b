from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import AnswerKeys, Timing
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.ui.participant.sign import CROSS
from sortrank_gui.ui.participant.trial_view import TrialView
from tests.ui.participant.trials import QUICK, present, press, release, texts

NEVER = 100_000


def give(view: TrialView, qtbot: QtBot, key: Qt.Key = Qt.Key.Key_Left) -> Detail:
    """Answer by a key and return what is written down about it."""
    with qtbot.waitSignal(view.answered) as given:
        press(view, key)
    release(view, key)
    return given.args[3]


def test_cross_is_shown_before_the_pair(view: TrialView, qtbot: QtBot) -> None:
    """No item is seen before the cross has been, and both at once after it."""
    view.set_content(replace(QUICK, timing=Timing(fixation_ms=60)), texts("a", "b"))
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(1, 0, 1))
        assert view._pair.sign.text == CROSS
        assert view._pair.sign.isVisible()
        assert not view._pair.is_revealed
        press(view, Qt.Key.Key_Left)  # which answers nothing yet
    release(view, Qt.Key.Key_Left)
    assert view.is_open
    assert not view._pair.sign.isVisible()
    assert all(box.is_revealed for box in view.boxes.values())


def test_cross_goes_when_the_trial_does(view: TrialView, qtbot: QtBot) -> None:
    """A pause during the cross leaves nothing behind that would show the pair."""
    view.set_content(replace(QUICK, timing=Timing(fixation_ms=50)), texts("a", "b"))
    view.show_trial(Trial(1, 0, 1))
    view.show_trial(None)
    assert not view._pair.sign.isVisible()
    with qtbot.assertNotEmitted(view.painted, wait=150):
        pass


@pytest.mark.parametrize("by_click", [False, True])
def test_items_vanish_and_can_still_be_chosen(
    view: TrialView, qtbot: QtBot, by_click: bool
) -> None:
    """The answer says when the pair came and when it was gone."""
    present(view, qtbot, texts("a", "b"), replace(QUICK, timing=Timing(exposure_ms=60)))
    left, right = view.boxes.values()
    qtbot.waitUntil(lambda: view.times.hidden_ms is not None)
    assert not left.is_revealed
    assert not right.is_revealed
    if by_click:
        with qtbot.waitSignal(view.answered) as given:
            qtbot.mouseClick(left, Qt.MouseButton.LeftButton)
        detail = given.args[3]
    else:
        detail = give(view, qtbot)
    assert detail.hidden_ms >= detail.shown_ms + 59
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(2, 1, 0))
    assert give(view, qtbot).previous_hidden_ms is None  # its own record has it


def test_answer_before_the_items_vanish_keeps_them(view: TrialView, qtbot: QtBot) -> None:
    """What is highlighted does not vanish meanwhile."""
    present(view, qtbot, texts("a", "b"), replace(QUICK, timing=Timing(exposure_ms=NEVER)))
    assert give(view, qtbot).hidden_ms is None
    assert view._pair.is_revealed
    assert not view.timers.exposure.isActive()


def test_answered_pair_stays_for_the_least_viewing_time(view: TrialView, qtbot: QtBot) -> None:
    """A quick answer is taken at once; the pair goes when it has been seen long enough."""
    design = replace(QUICK, interval_ms=1, timing=Timing(min_view_ms=400))
    present(view, qtbot, texts("a", "b"), design)
    shown = give(view, qtbot).shown_ms
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(2, 1, 0))
    assert give(view, qtbot).previous_hidden_ms >= shown + 399


def test_answers_are_offered_after_their_delay(view: TrialView, qtbot: QtBot) -> None:
    """Before it there are no keys to see, and neither keys nor clicks answer."""
    present(view, qtbot, texts("a", "b"), replace(QUICK, timing=Timing(answer_delay_ms=NEVER)))
    button, box = view.answer_bar.buttons[Answer.LEFT], view.boxes[Answer.LEFT]
    assert not button.isVisible()
    with qtbot.assertNotEmitted(view.answered):
        press(view, Qt.Key.Key_Left)
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
    release(view, Qt.Key.Key_Left)
    view.show_trial(None)
    present(view, qtbot, texts("a", "b"), replace(QUICK, timing=Timing(answer_delay_ms=40)))
    qtbot.waitUntil(button.isVisible)
    with qtbot.waitSignal(view.answered) as given:
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton)
    assert given.args[2] >= 0.039


def test_deadline_ends_the_trial_too_late(view: TrialView, qtbot: QtBot) -> None:
    """It is said to the participant, written down as late, and counts as neither."""
    design = replace(QUICK, offer_neither=False, timing=Timing(deadline_ms=60))
    view.set_content(design, texts("a", "b"))
    with qtbot.waitSignal(view.answered) as given:
        view.show_trial(Trial(1, 0, 1))
    number, answer, seconds, detail, _ = given.args
    assert (number, answer, detail.late, detail.input) == (1, Answer.NEITHER, True, None)
    assert seconds >= 0.059
    assert view._pair.sign.text == "Too late"
    assert not view._pair.is_revealed
    with qtbot.assertNotEmitted(view.answered):
        press(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.painted):
        view.show_trial(Trial(2, 1, 0))
    assert not view._pair.sign.isVisible()


def test_answer_stops_the_deadline(view: TrialView, qtbot: QtBot) -> None:
    """Who answers in time is not told off while the answer is highlighted."""
    present(view, qtbot, texts("a", "b"), replace(QUICK, timing=Timing(deadline_ms=NEVER)))
    assert not give(view, qtbot).late
    assert not view.timers.deadline.isActive()


def test_robots_are_not_timed(view: TrialView, qtbot: QtBot) -> None:
    """What a robot answers is only watched: no cross, no deadline."""
    timing = Timing(fixation_ms=NEVER, exposure_ms=1, deadline_ms=1)
    view.set_input_allowed(False)
    present(view, qtbot, texts("a", "b"), replace(QUICK, timing=timing))
    with qtbot.assertNotEmitted(view.answered, wait=50):
        pass
    assert view._pair.is_revealed


def test_keys_are_those_of_the_design(view: TrialView, qtbot: QtBot) -> None:
    """A box of buttons sends what its maker chose; the usual keys mean nothing then."""
    keys = AnswerKeys(left=("A",), right=("PgDown",), equal=("0",), neither=("F8", "X"))
    present(view, qtbot, texts("a", "b"), replace(QUICK, keys=keys))
    with qtbot.assertNotEmitted(view.answered):
        press(view, Qt.Key.Key_Left)
    wanted = {
        Qt.Key.Key_A: (Answer.LEFT, "A"),
        Qt.Key.Key_PageDown: (Answer.RIGHT, "PgDown"),
        Qt.Key.Key_0: (Answer.EQUAL, "0"),
        Qt.Key.Key_X: (Answer.NEITHER, "X"),
    }
    for number, (key, expected) in enumerate(wanted.items(), start=2):
        with qtbot.waitSignal(view.answered) as given:
            press(view, key)
        assert (given.args[1], given.args[3].key) == expected
        with qtbot.waitSignal(view.painted):
            view.show_trial(Trial(number, 0, 1))
