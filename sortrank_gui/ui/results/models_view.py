"""Other models beside the plain ranking: judges weighed, or sides taken into account."""

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSplitter

from sortrank_gui.figures.numbers import decimals
from sortrank_gui.study.results.report.judging import MODEL_TITLES, tell_model, tell_no_models
from sortrank_gui.study.results.summary import JUDGES, Judging, OtherModel, Ranking, Summary
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.table_model import Column, count, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu

_DISCRIMINATION = (
    "1 is usual, 0 a coin, below 0 the order turned round; with its standard error. Participants "
    "with few answers are drawn towards 1."
)


class ModelsView(View):
    """The items by the model that is chosen, and the judges where it has them."""

    name = "models"
    facts = ViewFacts(11, "Other models", "What judges or sides would change in the ranking")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._shown: tuple[object, ...] = ()
        self.which = ChoiceMenu("Model", self)
        self.which.set_choices([(JUDGES, MODEL_TITLES[JUDGES])], JUDGES)
        self.which.chosen.connect(self._on_chosen)
        tip = "Choose what is taken into account beside the plain ranking"
        self._button = ChoiceButton(self.which, name=self.which.title(), tip=tip, quiet=True)
        self.card = TableCard("Both rankings", "Find an item…", lead=self._button)
        self.people = TableCard("Judges", "Find a participant…")
        for card in (self.card, self.people):
            card.failed.connect(self.failed)
        self.people.say(_DISCRIMINATION)
        self.data = self.card.data
        self.data.show_items_in(0, self.sources.images)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(16)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.card)
        splitter.addWidget(self.people)
        splitter.setSizes([720, 400])
        self.column.addWidget(splitter)

    def show_news(self, news: News) -> None:
        """Offer the models that could be fitted, and show the chosen one."""
        judging = news.summary.judging
        models = [] if judging is None else [model.name for model in judging.models]
        if models:
            current = self.which.current if self.which.current in models else models[0]
            self.which.set_choices([(name, MODEL_TITLES[name]) for name in models], current)
        self._button.setVisible(len(models) > 1)
        self._show(news.summary)

    def _show(self, summary: Summary) -> None:
        judging = summary.judging
        model = None if judging is None else judging.model(self.which.current)
        if judging is None or model is None:
            self._shown = ()
            self.card.say(tell_no_models(summary))
            self.data.set_columns((), ())
            self.people.hide()
            return
        if self._shown == (judging, model.name):
            return
        self._shown = (judging, model.name)
        self.card.say(tell_model(model, summary))
        self.data.set_items(summary.items)
        columns = model_columns(model, summary.ranking, summary.names)
        items = summary.ranking.item.tolist()
        self.data.set_columns(columns, items, [summary.names[k] for k in items], stretch=0)
        self.people.setVisible(model.name == JUDGES and judging.judges is not None)
        if judging.judges is not None:
            codes = list(judging.codes)
            self.people.data.set_columns(judge_columns(judging), codes, codes, stretch=0)

    @Slot(str)
    def _on_chosen(self, _name: str) -> None:
        if self.news is not None:
            self._show(self.news.summary)


def model_columns(model: OtherModel, ranking: Ranking, names: Sequence[str]) -> list[Column]:
    """Return the items in the plain order, with both ranks and scores."""
    order = ranking.item
    titles = [names[item] for item in order.tolist()]
    plain = np.arange(1, len(order) + 1)
    other = model.places[order] + 1
    return [
        Column("Item", titles, one_line, tips=titles, at_left=True, width=160),
        Column("Rank", plain, count, "By the plain ranking", names=("plain_rank",)),
        Column("Here", other, count, "Rank by this model", names=("rank",)),
        Column(
            "Moves", plain - other, _tell_move, "Places up (+) or down (−)", names=("places_up",)
        ),
        Column("Plain", ranking.score, decimals, "Score, plain", names=("plain_score",)),
        Column("Score", model.scores[order], decimals, "Score by this model"),
        Column("SE", model.errors[order], decimals, "Its standard error", width=64),
    ]


def judge_columns(judging: Judging) -> list[Column]:
    """Return everybody's discrimination."""
    assert judging.judges is not None
    codes = list(judging.codes)
    found = judging.judges
    return [
        Column("Participant", codes, one_line, tips=codes, at_left=True, width=104),
        Column("Discrimination", found.discrimination, decimals, width=128),
        Column("SE", found.error, decimals, "Its standard error", width=64),
    ]


def _tell_move(places: int) -> str:
    return "" if not places else f"+{places}" if places > 0 else f"−{-places}"
