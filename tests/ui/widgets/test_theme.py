"""Colours: whoever keeps some makes them anew in time, and a dressed widget keeps its own."""

from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.plots.calm_plot import CalmPlot
from sortrank_gui.ui.widgets.theme import (
    DARK,
    LIGHT,
    Appearance,
    Choice,
    Recoloured,
    Theme,
    dress,
    theme_of,
)


class Diary(Recoloured, QWidget):
    """Notes every theme that it was told to wear."""

    def __init__(self) -> None:
        super().__init__()
        self.themes: list[Theme] = []

    def recolour(self, theme: Theme) -> None:
        """Note it."""
        self.themes.append(theme)


def test_widget_is_recoloured_before_it_is_seen_and_with_every_theme(
    qtbot: QtBot, appearance: Appearance
) -> None:
    """Once each time, however many events Qt sends."""
    diary = Diary()
    qtbot.addWidget(diary)
    assert diary.themes == []
    diary.show()
    appearance.choose(Choice.DARK)
    appearance.choose(Choice.LIGHT)
    appearance.choose(Choice.LIGHT)
    assert diary.themes == [LIGHT, DARK, LIGHT]


def test_hidden_and_new_widgets_are_not_left_behind(qtbot: QtBot, appearance: Appearance) -> None:
    """One that is hidden when the theme changes, and one that is made later, are both right."""
    window = QWidget()
    qtbot.addWidget(window)
    column, hidden = QVBoxLayout(window), Diary()
    column.addWidget(hidden)
    window.show()
    hidden.hide()
    appearance.choose(Choice.DARK)
    later = Diary()
    column.addWidget(later)
    later.show()
    hidden.show()
    assert hidden.themes == [LIGHT, DARK]
    assert later.themes == [DARK]


def test_plot_recolours_itself(qtbot: QtBot, appearance: Appearance) -> None:
    """A plot has the card's colour behind it, in both themes, without being told."""
    plot = CalmPlot("Test", grid="left", label="x")
    qtbot.addWidget(plot)
    plot.show()
    for choice, theme in ((Choice.DARK, DARK), (Choice.LIGHT, LIGHT)):
        appearance.choose(choice)
        assert plot.grab().toImage().pixelColor(1, 1) == theme.colour("card")


def test_dressed_widget_keeps_its_colours(qtbot: QtBot, appearance: Appearance) -> None:
    """All that is in it has them too, whatever the application wears."""
    outer = QWidget()
    qtbot.addWidget(outer)
    inner = QWidget(outer)
    dress(outer, LIGHT)
    appearance.choose(Choice.DARK)
    assert theme_of(inner) is LIGHT
    assert theme_of(QWidget()) is DARK
