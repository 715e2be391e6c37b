import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.study.items.items import Study
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.survey.stage import Stage

FIRST, SECOND = Trial(1, 0, 1), Trial(2, 2, 3)


@pytest.fixture
def stage(qtbot: QtBot, study: Study, images: ImageStore) -> Stage:
    """Return a stage that shows its first trial."""
    stage = Stage(study, images)
    qtbot.addWidget(stage)
    stage.resize(700, 600)
    stage.show()
    stage.show_trial(FIRST)
    qtbot.waitUntil(lambda: stage.is_at_rest)
    stage.setFocus()
    return stage


@pytest.mark.parametrize(
    ("key", "answer"),
    [
        (Qt.Key.Key_Left, Answer.LEFT),
        (Qt.Key.Key_F, Answer.LEFT),
        (Qt.Key.Key_1, Answer.LEFT),
        (Qt.Key.Key_Right, Answer.RIGHT),
        (Qt.Key.Key_J, Answer.RIGHT),
        (Qt.Key.Key_2, Answer.RIGHT),
        (Qt.Key.Key_Down, Answer.EQUAL),
        (Qt.Key.Key_Space, Answer.NEITHER),
    ],
)
def test_key_gives_its_answer(stage: Stage, qtbot: QtBot, key: Qt.Key, answer: Answer) -> None:
    """Each key answers the trial on the screen, with a response time."""
    with qtbot.waitSignal(stage.trial_view.answered) as given:
        qtbot.keyClick(stage, key)
    number, said, seconds, *_ = given.args
    assert (number, said) == (1, answer)
    assert 0 < seconds < 60


@pytest.mark.parametrize("side", [Answer.LEFT, Answer.RIGHT])
def test_click_on_an_item_chooses_it(stage: Stage, qtbot: QtBot, side: Answer) -> None:
    """A click into a box is the answer for its side."""
    with qtbot.waitSignal(stage.trial_view.answered) as given:
        qtbot.mouseClick(stage.boxes[side], Qt.MouseButton.LeftButton)
    assert given.args[1] is side


@pytest.mark.parametrize("answer", list(Answer))
def test_button_gives_its_answer(stage: Stage, qtbot: QtBot, answer: Answer) -> None:
    """The keys under the boxes are buttons too."""
    with qtbot.waitSignal(stage.trial_view.answered) as given:
        qtbot.mouseClick(stage.answer_bar.buttons[answer], Qt.MouseButton.LeftButton)
    assert given.args[1] is answer


def test_arrow_answers_from_a_focused_button(stage: Stage, qtbot: QtBot) -> None:
    """After Tab, the arrows still answer instead of moving the focus."""
    with qtbot.waitSignal(stage.trial_view.answered) as given:
        qtbot.keyClick(stage.answer_bar.buttons[Answer.EQUAL], Qt.Key.Key_Right)
    assert given.args[1] is Answer.RIGHT


def test_click_that_ends_elsewhere_chooses_nothing(stage: Stage, qtbot: QtBot) -> None:
    """Press on an item, leave it, release: no answer."""
    with qtbot.assertNotEmitted(stage.trial_view.answered):
        qtbot.mousePress(stage.boxes[Answer.LEFT], Qt.MouseButton.LeftButton)
        qtbot.mouseRelease(
            stage.boxes[Answer.LEFT], Qt.MouseButton.LeftButton, pos=QPoint(-20, -20)
        )


def test_right_button_chooses_nothing(stage: Stage, qtbot: QtBot) -> None:
    """Only the left mouse button answers."""
    with qtbot.assertNotEmitted(stage.trial_view.answered):
        qtbot.mouseClick(stage.boxes[Answer.LEFT], Qt.MouseButton.RightButton)


def test_trial_takes_one_answer(stage: Stage, qtbot: QtBot) -> None:
    """A second key on the same trial is ignored."""
    answers: list[object] = []
    stage.trial_view.answered.connect(lambda *given: answers.append(given))
    qtbot.keyClick(stage, Qt.Key.Key_Left)
    qtbot.keyClick(stage, Qt.Key.Key_Right)
    assert len(answers) == 1


def test_held_key_is_ignored(stage: Stage, qtbot: QtBot) -> None:
    """Key repeats of a held key give no answer and no undo."""
    with (
        qtbot.assertNotEmitted(stage.trial_view.answered),
        qtbot.assertNotEmitted(stage.trial_view.undo_wanted),
    ):
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Backspace):
            plain = Qt.KeyboardModifier.NoModifier
            held = QKeyEvent(QEvent.Type.KeyPress, key, plain, "", autorep=True)
            QApplication.sendEvent(stage, held)


def test_key_with_control_is_no_answer(stage: Stage, qtbot: QtBot) -> None:
    """Shortcuts of the window don't answer."""
    with qtbot.assertNotEmitted(stage.trial_view.answered):
        qtbot.keyClick(stage, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)


def test_backspace_asks_for_undo(stage: Stage, qtbot: QtBot) -> None:
    """Backspace takes the last answer back."""
    with qtbot.waitSignal(stage.trial_view.undo_wanted):
        qtbot.keyClick(stage, Qt.Key.Key_Backspace)


def test_next_trial_waits_for_the_highlight(stage: Stage, qtbot: QtBot) -> None:
    """The answered pair stays shortly; then the next takes answers under its own number."""
    qtbot.keyClick(stage, Qt.Key.Key_Left)
    stage.show_trial(SECOND)
    assert not stage.is_at_rest
    qtbot.waitUntil(lambda: stage.is_at_rest)
    with qtbot.waitSignal(stage.trial_view.answered) as given:
        qtbot.keyClick(stage, Qt.Key.Key_Right)
    assert given.args[0] == 2


def test_stage_takes_no_input_while_a_robot_answers(stage: Stage, qtbot: QtBot) -> None:
    """Keys and clicks do nothing until the stage is given back."""
    stage.set_input_allowed(False)
    with qtbot.assertNotEmitted(stage.trial_view.answered):
        qtbot.keyClick(stage, Qt.Key.Key_Left)
        qtbot.mouseClick(stage.boxes[Answer.LEFT], Qt.MouseButton.LeftButton)
    stage.set_input_allowed(True)
    qtbot.waitUntil(lambda: stage.is_at_rest)
    with qtbot.waitSignal(stage.trial_view.answered):
        qtbot.keyClick(stage, Qt.Key.Key_Left)


def test_boxes_are_equal(stage: Stage) -> None:
    """Both items get the same room, side by side."""
    left, right = stage.boxes[Answer.LEFT], stage.boxes[Answer.RIGHT]
    assert left.size() == right.size()
    assert left.y() == right.y()


def test_progress_says_how_far_and_how_long(stage: Stage) -> None:
    """Count and remaining time are on the screen and told to screen readers."""
    stage.set_progress(84, 200, 4.0)
    assert stage.progress.accessibleDescription() == "84 of 200 done"
    assert stage.remaining.text() == "about 8 min left"


@pytest.mark.parametrize(("language", "mirrored"), [("de", False), ("ar", True)])
def test_foot_follows_the_language_and_the_items_do_not(
    stage: Stage, study: Study, qtbot: QtBot, language: str, mirrored: bool
) -> None:
    """How far it is reads from right to left there; left stays left."""
    stage.set_content(Content(Design(languages=(language,)), study.items))
    stage.set_progress(30, 120, 4.0)
    qtbot.waitUntil(lambda: (stage._count.x() > stage.remaining.x()) is mirrored)
    assert stage.boxes[Answer.LEFT].x() < stage.boxes[Answer.RIGHT].x()
