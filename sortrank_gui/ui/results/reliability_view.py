"""How far the ranking can be trusted: reliability, fit of the model, position bias."""

from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.study.results.summary import Reliability, Summary
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.table_model import percent
from sortrank_gui.ui.results.view import Sources, View, ViewFacts, wrapped_label
from sortrank_gui.ui.widgets.card import TitledCard
from sortrank_gui.ui.widgets.theme import scaled_font

_WAITING = "is being computed…"


class Fact(NamedTuple):
    """One number with its name and what it means."""

    name: str
    value: str
    meaning: str


class ReliabilityView(View):
    """Numbers in large letters, each with a sentence."""

    name = "reliability"
    facts = ViewFacts(8, "Reliability", "How far the ranking can be trusted")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        card = TitledCard(self.title)
        card.body.addWidget(self._scroll)
        self.column.addWidget(card)
        self.shown: list[Fact] = []

    def show_news(self, news: News) -> None:
        """Show what is known so far."""
        facts = list(find_facts(news.summary))
        if facts == self.shown:
            return
        self.shown = facts
        sheet = QWidget()
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 8, 8, 0)
        grid = QGridLayout()
        grid.setHorizontalSpacing(32)
        grid.setVerticalSpacing(24)
        grid.setColumnStretch(1, 1)
        for row, fact in enumerate(facts):
            self._add_row(grid, row, fact)
        column.addLayout(grid)
        column.addStretch()
        self._scroll.setWidget(sheet)

    def _add_row(self, grid: QGridLayout, row: int, fact: Fact) -> None:
        value, name = QLabel(fact.value), QLabel(fact.name)
        value.setFont(scaled_font(value.font(), 1.6, bold=True))
        name.setFont(scaled_font(name.font(), 1.0, bold=True))
        for label in (value, name):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addWidget(name)
        texts.addWidget(wrapped_label(fact.meaning))
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(value, row, 0, top | Qt.AlignmentFlag.AlignRight)
        grid.addLayout(texts, row, 1)


def find_facts(summary: Summary) -> Iterator[Fact]:
    """Yield what is known about the ranking's quality."""
    yield from _describe_reliability(summary.reliability, len(summary.names))
    yield _describe_goodness(summary)
    yield _describe_position(summary)


def _describe_reliability(found: Reliability | None, n_items: int) -> Iterator[Fact]:
    if found is None:
        yield Fact("Reliability", "…", _WAITING.capitalize())
        return
    yield _describe_halves(found)
    meaning = "The share of the scores' variance that is not error, from 0 to 1."
    if found.separation_is_early:
        meaning += (
            " Fewer than four sorts were completed, and pairs that are chosen by earlier answers "
            "make it too high: don't report it yet."
        )
    else:
        meaning += " Pairs that are chosen by earlier answers make it too high."
    yield Fact("Scale separation reliability (SSR)", decimals(found.separation), meaning)
    places = found.expected_displacement / max(n_items, 1)
    yield Fact(
        "Expected displacement",
        decimals(found.expected_displacement, 0),
        f"The sum of all rank errors to expect: {decimals(places, 1)} places for each item.",
    )


def _describe_halves(found: Reliability) -> Fact:
    halves = found.halves
    if halves is None:
        return Fact(
            "Split-half reliability",
            NOTHING,
            "Needs at least four participants, or four completed sorts.",
        )
    return Fact(
        "Split-half reliability",
        decimals(halves.mean),
        f"The {halves.units} {found.by} were split into halves {len(halves.values)} times, at "
        "random; the scores of both halves were correlated, and the correlation stepped up to all "
        f"data. 95 % of the splits lie between {decimals(halves.low)} and {decimals(halves.high)}.",
    )


def _describe_goodness(summary: Summary) -> Fact:
    name, found = "Fit of the Bradley-Terry model", summary.goodness
    if found is None:
        known = "Needs at least five pairs that were compared twice."
        waiting = f"The test {_WAITING}"
        return Fact(name, NOTHING, known if summary.is_complete else waiting)
    verdict = (
        "The answers contradict the model: look at the win matrix and at flagged participants."
        if found.p_value < 0.05
        else "The answers do not contradict the model."
    )
    return Fact(
        name,
        f"p = {decimals(found.p_value)}",
        f"{verdict} Misfit {decimals(found.statistic, 1)}, {decimals(found.expected, 1)} to be "
        f"expected, by {found.draws} simulations of {found.pairs:,} repeated pairs.",
    )


def _describe_position(summary: Summary) -> Fact:
    name, found = "Position bias", summary.position_bias
    if found is None:
        return Fact(name, NOTHING, "What the left side is worth, in logits.")
    side = "left" if found.beta > 0 else "right"
    verdict = (
        f"The {side} side is preferred (p = {decimals(found.p_value, 3)})."
        if found.p_value < 0.05
        else f"No side is clearly preferred (p = {decimals(found.p_value)})."
    )
    return Fact(
        name,
        decimals(found.beta),
        f"{verdict} In logits, with a standard error of {decimals(found.standard_error)}; "
        f"{percent(found.share_left)} of the answers were for the left side.",
    )
