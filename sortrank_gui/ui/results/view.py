"""What all sides of the results have in common."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.tables import Cell
from sortrank_gui.ui.plots.plot_menu import PlotMenu
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.widgets.card import soft_label

Table = tuple[Sequence[str], Sequence[Sequence[Cell]]]
"""A header and rows of data."""


class View(QWidget):
    """One side of the results; it hears news only while it is current, and the last when shown."""

    failed = Signal(object)
    title = ""
    tip = ""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.title)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(16)

    def show_news(self, news: News) -> None:
        """Show what is known so far."""

    def figure(self) -> Figure | None:
        """Return what is shown as a figure for a paper; None where there is none."""
        return None

    def table(self) -> Table:
        """Return a header and rows of data."""
        return (), ()


def wrapped_label(text: str = "") -> QLabel:
    """Return a soft sentence that takes as many lines as it needs."""
    label = soft_label(text)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return label


def more_button(menu: PlotMenu) -> QPushButton:
    """Return the button of a plot's menu, no wider than it needs to be."""
    button = menu.make_button()
    button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return button
