"""The menu of a plot."""

from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.figures.descriptions import Curve, Figure, Panel
from sortrank_gui.ui.plots import plot_menu
from sortrank_gui.ui.plots.plot_menu import PlotMenu

PATIENCE_SECONDS = 10.0
FIGURE = Figure((Panel("", "x", "y", (Curve("a", (0.0, 1.0), (1.0, 2.0)),)),))


class Source:
    """A plot with a figure, or without one."""

    def __init__(self, figure: Figure | None = FIGURE) -> None:
        self._figure = figure

    def figure(self) -> Figure | None:
        """Return what was given."""
        return self._figure

    def table(self) -> tuple[list[str], list[list[int]]]:
        """Return one number."""
        return ["answer"], [[42]]


def test_saving_waits_for_nothing(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a large figure is being written, a second wish is taken at once; both come true."""
    go, save = Event(), plot_menu.save_figure

    def save_slowly(figure: Figure, path: Path) -> None:
        assert go.wait(PATIENCE_SECONDS)
        save(figure, path)

    monkeypatch.setattr(plot_menu, "save_figure", save_slowly)
    menu = PlotMenu("Slow", Source())
    qtbot.addWidget(menu)
    picture, data = tmp_path / "slow.png", tmp_path / "data.csv"
    before = monotonic()
    menu.save_picture(picture)
    menu.save_data(data)
    assert monotonic() - before < PATIENCE_SECONDS / 2
    assert menu.is_busy
    assert not picture.exists()
    go.set()
    qtbot.waitUntil(lambda: not menu.is_busy, timeout=10_000)
    assert picture.exists()
    assert data.read_text(encoding="utf-8-sig").split() == ["answer", "42"]


def test_picture_is_copied_once_it_is_painted(qtbot: QtBot) -> None:
    """The clipboard gets the figure at 150 dpi."""
    menu = PlotMenu("Curves", Source())
    qtbot.addWidget(menu)
    QGuiApplication.clipboard().clear()
    menu.copy_picture()
    qtbot.waitUntil(lambda: not QGuiApplication.clipboard().image().isNull(), timeout=10_000)
    assert QGuiApplication.clipboard().image().width() == 510


def test_nothing_to_draw_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    """A plot that shows nothing yet has no figure: a sentence says so, and no file comes."""
    menu = PlotMenu("Curves", Source(None))
    qtbot.addWidget(menu)
    with qtbot.waitSignal(menu.failed) as heard:
        menu.save_picture(tmp_path / "nothing.png")
    assert heard.args[0].sentence == "There is nothing to draw yet."
    assert not menu.is_busy
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("chosen", "kind", "written"),
    [
        ("figure", "PDF document (*.pdf)", "figure.pdf"),
        ("figure.svg", "PNG picture (*.png)", "figure.svg"),
        ("version 1.2", "SVG drawing (*.svg)", "version 1.2.svg"),
        ("", "", None),
    ],
)
def test_name_of_a_figure_gets_its_ending(
    monkeypatch: pytest.MonkeyPatch, chosen: str, kind: str, written: str | None
) -> None:
    """An ending that was typed counts; else the kind that was picked has one."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_arguments: (chosen, kind))
    path = plot_menu.ask_for_figure(None, "Save picture", "figure.png")
    assert path == (None if written is None else Path(written))
