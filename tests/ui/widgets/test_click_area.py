import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.widgets.click_area import ClickArea

LEFT = Qt.MouseButton.LeftButton
CENTRE, AWAY = QPoint(100, 100), QPoint(100, 160)


@pytest.fixture
def area(qtbot: QtBot) -> ClickArea:
    """Return an area that takes clicks; the mouse is not over it."""
    area = ClickArea()
    qtbot.addWidget(area)
    area.resize(200, 200)
    area.show()
    qtbot.waitExposed(area)
    area.set_clickable(True)
    return area


def test_press_and_release_at_one_place_choose(area: ClickArea, qtbot: QtBot) -> None:
    """A hand may tremble a little."""
    with qtbot.waitSignal(area.chosen):
        qtbot.mousePress(area, LEFT, pos=CENTRE)
        qtbot.mouseMove(area, CENTRE + QPoint(1, 1))
        qtbot.mouseRelease(area, LEFT, pos=CENTRE + QPoint(2, 1))
    assert not area.by_touch


@pytest.mark.parametrize("end", [AWAY, CENTRE])
def test_drag_chooses_nothing(area: ClickArea, qtbot: QtBot, end: QPoint) -> None:
    """A press that moves is no click, even if it comes back to where it began."""
    with qtbot.assertNotEmitted(area.chosen):
        qtbot.mousePress(area, LEFT, pos=CENTRE)
        qtbot.mouseMove(area, AWAY)
        qtbot.mouseRelease(area, LEFT, pos=end)


def test_release_far_from_the_press_chooses_nothing(area: ClickArea, qtbot: QtBot) -> None:
    """Also where no move was heard of in between."""
    with qtbot.assertNotEmitted(area.chosen):
        qtbot.mousePress(area, LEFT, pos=CENTRE)
        qtbot.mouseRelease(area, LEFT, pos=AWAY)


def test_tap_chooses_and_is_known_for_one(area: ClickArea, qtbot: QtBot) -> None:
    """A finger on the screen chooses as a click does, and leaves no mark of a mouse over it."""
    screen = QTest.createTouchDevice()
    with qtbot.waitSignal(area.chosen):
        QTest.touchEvent(area, screen).press(0, CENTRE, area).commit()
        QTest.touchEvent(area, screen).release(0, CENTRE, area).commit()
    assert area.by_touch
    assert not area.is_hovered


def test_mouse_at_rest_does_not_hover(area: ClickArea, qtbot: QtBot) -> None:
    """What appears under the mouse is marked only once the mouse is moved."""
    area.set_clickable(False)
    qtbot.mouseMove(area, CENTRE)
    qtbot.waitUntil(area.underMouse)
    area.set_clickable(True)
    assert not area.is_hovered
    qtbot.mouseMove(area, CENTRE + QPoint(3, 0))
    qtbot.waitUntil(lambda: area.is_hovered)
