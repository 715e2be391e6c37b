"""The card “What the sort does”: partitions and pivots, or runs being merged, in a picture."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.ranking.strategies import Progress, StrategyFacts
from sortrank_gui.ranking.strategies.layout import Role, SortLayout
from sortrank_gui.study.items.items import Study
from sortrank_gui.ui.live.sort_view import WORDS, SortPicture, SortView, describe_sort, role_colour
from sortrank_gui.ui.plots.calm_plot import small_font
from sortrank_gui.ui.plots.plot_menu import PlotMenu
from sortrank_gui.ui.widgets.card import TitledCard
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of


class SortCard(Recoloured, TitledCard):
    """Shows where every item of the sort stands; taller bars are better so far."""

    failed = Signal(object)

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__("What the sort does", parent)
        n_items = len(study.items)
        self._items = study.items
        self._facts: StrategyFacts | None = None
        self._sentence = ""
        self.view = SortView(study.items)
        self.set_ranking(np.zeros(n_items), study.truth)
        self.caption = QLabel("Start a session to see it at work.")
        self.caption.setProperty("soft", True)
        self.caption.setFont(small_font(self.caption.font()))
        self.caption.setWordWrap(True)
        self.menu = PlotMenu("Sort", self, self)
        self.menu.failed.connect(self.failed)
        self.controls.addWidget(self.menu.make_button())
        self.body.addWidget(self.view, stretch=1)
        self.body.addWidget(self.caption)

    def recolour(self, theme: Theme) -> None:
        """Say again what the colours mean."""
        self._say(self._sentence, theme)

    def set_ranking(self, scores: NDArray[np.float64], truth: NDArray[np.float64] | None) -> None:
        """Make the bars as tall as the items are good: by the truth, or else as far as is known."""
        self._order: NDArray[np.int64] = np.argsort(ranks(scores))
        order = self._order if truth is None else np.argsort(ranks(truth))
        heights = np.empty(len(order))
        heights[order] = np.linspace(1.0, 0.0, len(order))
        if truth is None and not scores.any():
            heights[:] = 0.5  # nobody knows yet
        self._heights: NDArray[np.float64] = heights
        self.view.set_heights(heights)

    def show_sort(
        self,
        strategy: str,
        progress: Progress | None,
        layout: SortLayout | None,
        pair: tuple[int, ...],
    ) -> None:
        """Show where a sort stands; where nothing is sorted, the pair's place in the ranking."""
        self._facts = facts = strategies.facts(strategy)
        if layout is not None:
            self._say(describe_layout(facts, progress, layout), theme_of(self))
        elif facts.sorts:
            return  # its picture is not due yet
        else:
            layout = _line_up(self._order, pair)
            self._say(self._describe_pair(pair), theme_of(self))
        self.view.show_picture(SortPicture(layout, self._heights, pair))

    def _describe_pair(self, pair: tuple[int, ...]) -> str:
        text = "Nothing is sorted here: pairs are picked to learn from."
        if len(pair) == 2:
            ranks = sorted(int(np.flatnonzero(self._order == item)[0]) + 1 for item in pair)
            text += f" This one has ranks {ranks[0]} and {ranks[1]} of {len(self._order):,} now."
        return text

    def _say(self, sentence: str, theme: Theme) -> None:
        """Write a sentence under the picture, with the meaning of its colours."""
        if not sentence:
            return
        self._sentence = sentence
        self.view.setAccessibleDescription(sentence)
        swatches = [
            f"<span style='color:{role_colour(theme, role).name()}'>■</span>&nbsp;{name}"
            for role, name in (self._facts.legend if self._facts else ())
        ]
        self.caption.setText("<br>".join(filter(None, (sentence, " &nbsp;".join(swatches)))))

    def figure(self) -> Figure | None:
        """Return the picture as a figure."""
        if self.view.picture is None:
            return None
        words = dict(self._facts.legend if self._facts else ())
        return Figure((describe_sort(self.view.picture, words),))

    def table(self) -> tuple[tuple[str, ...], list[tuple[int | str, ...]]]:
        """Return a row for every place."""
        header = ("place", "item", "part", "role")
        if self.view.picture is None:
            return header, []
        layout = self.view.picture.layout
        parts = np.searchsorted(layout.starts, np.arange(len(layout.items)), side="right")
        columns = (layout.items.tolist(), parts.tolist(), layout.roles.tolist())
        return header, [
            (place, self._items[item].name, part, WORDS[Role(role)])
            for place, (item, part, role) in enumerate(zip(*columns, strict=True), start=1)
        ]


def describe_layout(facts: StrategyFacts, progress: Progress | None, layout: SortLayout) -> str:
    """Say in a few words where a sort is and what it is doing."""
    where = "" if progress is None else ", ".join(facts.tell_progress(progress)).capitalize()
    what = "" if facts.tell_layout is None else facts.tell_layout(layout)
    return f"{': '.join(filter(None, (where, what)))}."


def _line_up(order: NDArray[np.int64], pair: tuple[int, ...]) -> SortLayout:
    """Return the ranking as a picture in which only a pair stands out."""
    roles = np.where(np.isin(order, pair), Role.HEAD, Role.OPEN).astype(np.int8)
    return SortLayout(order, roles, np.zeros(1, dtype=np.int64))
