import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QSplitter
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.live.floating import Floating


@pytest.fixture
def splitter(qtbot: QtBot) -> QSplitter:
    """Return a stage and a panel beside each other."""
    splitter = QSplitter()
    qtbot.addWidget(splitter)
    splitter.addWidget(QLabel("stage"))
    splitter.addWidget(QLabel("panel"))
    splitter.resize(600, 300)
    splitter.setSizes([400, 200])
    splitter.show()
    return splitter


def test_panel_floats_and_comes_back(splitter: QSplitter) -> None:
    """The panel is in a window of its own, then in its place again, as wide as before."""
    panel, sizes = splitter.widget(1), splitter.sizes()
    floating = Floating(panel, splitter, "Live panel", QAction("Float", checkable=True))
    floating.action.trigger()
    assert splitter.count() == 1
    assert panel.window() is floating.window
    assert panel.isVisible()
    floating.action.trigger()
    assert splitter.widget(1) is panel
    assert panel.isVisible()
    assert splitter.sizes() == sizes
    assert floating.window is None


def test_closing_the_window_brings_the_panel_back(splitter: QSplitter) -> None:
    """Nothing is lost by the window's own button."""
    panel = splitter.widget(1)
    floating = Floating(panel, splitter, "Live panel", QAction("Float", checkable=True))
    floating.action.trigger()
    floating.window.close()
    assert splitter.widget(1) is panel
    assert panel.isVisible()
    assert not floating.action.isChecked()


def test_hiding_the_panel_hides_its_window(splitter: QSplitter) -> None:
    """An empty window would be in the way."""
    panel = splitter.widget(1)
    floating = Floating(panel, splitter, "Live panel", QAction("Float", checkable=True))
    floating.action.trigger()
    panel.setVisible(False)
    assert not floating.window.isVisible()
    panel.setVisible(True)
    assert floating.window.isVisible()
    floating.action.trigger()
    assert panel.isVisible()
