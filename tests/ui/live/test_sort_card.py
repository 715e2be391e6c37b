from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from sortrank_gui.ranking import Outcome
from sortrank_gui.ranking.strategies import create
from sortrank_gui.ranking.strategies.layout import Role
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.ui.live.sort_card import SortCard
from sortrank_gui.ui.live.sort_view import place_items
from sortrank_gui.ui.widgets.theme import DARK, LIGHT, Appearance, Choice

MakeCard = Callable[[int], SortCard]


@pytest.fixture
def make_card(qtbot: QtBot) -> MakeCard:
    """Return a maker of cards for so many items, shown."""

    def make(n_items: int) -> SortCard:
        card = SortCard(Study("many", "?", tuple(Item(f"item {k}") for k in range(n_items))))
        qtbot.addWidget(card)
        card.view.setFixedHeight(90)
        card.resize(420, 180)
        card.show()
        card.set_ranking(-np.arange(float(n_items)), None)
        return card

    return make


def colours(card: SortCard) -> set[str]:
    """Return the colours of the picture."""
    image = card.view.grab().toImage()
    ys = range(0, image.height(), 3)
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in ys}


@pytest.mark.parametrize("n_items", [2, 30, 5000])
@pytest.mark.parametrize("name", ["quicksort", "mergesort"])
def test_card_shows_the_layout_of_a_sort(
    make_card: MakeCard, qtbot: QtBot, name: str, n_items: int
) -> None:
    """The picture is the strategy's, in the colours of its roles, also with many items."""
    card, strategy = make_card(n_items), create(name, n_items=n_items, seed=1)
    strategy.tell(*strategy.ask(), Outcome.FIRST)
    layout = strategy.layout()
    card.show_sort(name, strategy.progress, layout, strategy.ask())
    assert card.view.picture.layout is layout
    assert QColor(LIGHT.text).name() in colours(card)
    assert f"Sort {strategy.progress.sort}, level {strategy.progress.level}" in card.caption.text()
    header, rows = card.table()
    assert header == ("place", "item", "part", "role")
    assert [row[1] for row in rows] == [f"item {k}" for k in layout.items]


def test_bars_keep_the_order_of_the_layout(make_card: MakeCard) -> None:
    """Places go from left to right, with gaps between parts, and fill the width."""
    layout = create("mergesort", n_items=16, seed=1).layout()
    xs, bar = place_items(layout, 400)
    along = xs[layout.items]
    assert np.all(np.diff(along) >= bar - 1e-9)
    assert along[0] == 0
    assert along[-1] + bar == pytest.approx(400)
    gaps = np.diff(along) - bar
    assert np.all(gaps[layout.starts[1:] - 1] > 1)


def test_picture_that_is_not_due_leaves_the_last_one(make_card: MakeCard) -> None:
    """Between two pictures of a fast robot nothing changes."""
    card, strategy = make_card(8), create("quicksort", n_items=8, seed=1)
    card.show_sort("quicksort", strategy.progress, strategy.layout(), strategy.ask())
    before = card.view.picture
    card.show_sort("quicksort", strategy.progress, None, strategy.ask())
    assert card.view.picture is before


def test_strategy_that_does_not_sort_shows_the_pairs_place(make_card: MakeCard) -> None:
    """The ranking stands in a row, the pair stands out, and a sentence has its ranks."""
    card = make_card(8)
    card.show_sort("matching", None, None, (2, 5))
    assert "ranks 3 and 6 of 8" in card.caption.text()
    layout = card.view.picture.layout
    assert layout.items.tolist() == list(range(8))
    assert layout.items[layout.roles == Role.HEAD].tolist() == [2, 5]


def test_hovering_names_an_item(make_card: MakeCard) -> None:
    """The bar under the mouse is found, and none beside the bars."""
    card = make_card(20)
    assert card.view.item_at(5) is None
    card.show_sort("matching", None, None, (2, 5))
    width = card.view.width() / 20
    assert [card.view.item_at(width * (k + 0.5)) for k in (0, 3, 19)] == [0, 3, 19]
    assert card.view.item_at(width * 21) is None


def test_items_slide_to_their_places(make_card: MakeCard, qtbot: QtBot) -> None:
    """With few items a new picture moves; in the end it looks as if it had always been there."""
    card, strategy = make_card(8), create("quicksort", n_items=8, seed=1)
    for _ in range(4):
        card.show_sort("quicksort", strategy.progress, strategy.layout(), ())
        strategy.tell(*strategy.ask(), Outcome.FIRST)
    slide = card.view._slide
    qtbot.waitUntil(lambda: slide.state() is slide.State.Stopped)
    moved = card.view.grab().toImage()
    fresh = make_card(8)
    strategy = create("quicksort", n_items=8, seed=1)
    for _ in range(3):
        strategy.tell(*strategy.ask(), Outcome.FIRST)
    fresh.show_sort("quicksort", strategy.progress, strategy.layout(), ())
    assert fresh.view.grab().toImage() == moved


def test_card_follows_the_theme(make_card: MakeCard, appearance: Appearance) -> None:
    """Dark has its own colours, in the picture and in its legend."""
    card, strategy = make_card(8), create("mergesort", n_items=8, seed=1)
    card.show_sort("mergesort", strategy.progress, strategy.layout(), ())
    appearance.choose(Choice.DARK)
    assert DARK.text.lower() in card.caption.text()
    assert QColor(DARK.text).name() in colours(card)
