"""What all sides of the results have in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.registry import find_classes
from sortrank_gui.study.results.summary import Summary
from sortrank_gui.tables import Cell
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.plots.plot_menu import PlotMenu
from sortrank_gui.ui.results.newest_summary import NewestSummary, News
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.card import soft_label

Table = tuple[Sequence[str], Sequence[Sequence[Cell]]]
"""A header and rows of data."""


def _is_for_all(_summary: Summary) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class ViewFacts:
    """What the list of views says about one."""

    place: int
    """Its number in the list, from the top."""
    title: str
    tip: str
    draws: bool = False
    """Whether it has a figure for papers."""
    is_for: Callable[[Summary], bool] = _is_for_all
    """Says of which studies it has something to tell; the list has it for no others."""


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """Where views find what they show."""

    study: OpenStudy
    images: ImageStore
    newest: NewestSummary
    jobs: Jobs
    find: Callable[[str], "View"]
    """Returns another view, by its title."""


class View(QWidget):
    """One side of the results; it hears news only while it is current, and the last when shown.

    A file of this folder whose class has facts is found, and is in the list.
    """

    name: ClassVar[str]
    facts: ClassVar[ViewFacts]
    failed = Signal(object)

    def __init__(self, sources: Sources) -> None:
        super().__init__()
        self.sources = sources
        self.news: News | None = None
        self.setAccessibleName(self.title)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(16)

    @property
    def title(self) -> str:
        """What it is called."""
        return self.facts.title

    def follow(self, news: News) -> None:
        """Show what is known so far; files say which answers they are made of."""
        self.news = news
        for menu in self.findChildren(PlotMenu):
            menu.about = news.words
        self.show_news(news)

    def show_news(self, news: News) -> None:
        """Show what is known so far."""

    def figure(self) -> Figure | None:
        """Return what is shown as a figure for a paper; None where there is none."""
        return None


@cache
def find_views() -> dict[str, type[View]]:
    """Return all views by title, in their order."""
    found: dict[str, type[View]] = find_classes("sortrank_gui.ui.results", ViewFacts)
    return {kind.facts.title: kind for kind in found.values()}


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
