"""The menu of a plot."""

from pathlib import Path
from threading import Event
from time import monotonic

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.plots.plot_menu import PlotMenu

PATIENCE_SECONDS = 10.0


class SlowSource:
    """A plot that takes its time to be drawn, until it is let go."""

    size = QSize(200, 100)

    def __init__(self) -> None:
        self.go = Event()

    def drawing(self) -> "SlowSource":
        """Return itself."""
        return self

    def paint(self, _painter: QPainter) -> None:
        """Wait to be let go."""
        assert self.go.wait(PATIENCE_SECONDS)

    def table(self) -> tuple[list[str], list[list[int]]]:
        """Return one number."""
        return ["answer"], [[42]]


def test_saving_waits_for_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    """While a large figure is being written, a second wish is taken at once; both come true."""
    source = SlowSource()
    menu = PlotMenu("Slow", source)
    qtbot.addWidget(menu)
    picture, data = tmp_path / "slow.png", tmp_path / "data.csv"
    before = monotonic()
    menu.save_picture(picture)
    menu.save_data(data)
    assert monotonic() - before < PATIENCE_SECONDS / 2
    assert menu.is_busy
    assert not picture.exists()
    source.go.set()
    qtbot.waitUntil(lambda: not menu.is_busy, timeout=10_000)
    assert picture.exists()
    assert data.read_text(encoding="utf-8-sig").split() == ["answer", "42"]
