"""Recipes: words that say all that decides which pairs a sort asks."""

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Outcome, strategies
from sortrank_gui.ranking.strategies import Strategy
from sortrank_gui.ranking.strategies.recipes import Recipe, read_recipe
from sortrank_gui.simulation.respondents import BradleyTerryRespondent

MANY = 304


@pytest.mark.parametrize("top", [None, 7])
@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize("probes", [False, True])
def test_recipe_is_read_as_it_was_written(top: int | None, windows: bool, probes: bool) -> None:
    """All that it says comes back."""
    recipe = Recipe("rounds-top", top, windows, probes)
    assert read_recipe(str(recipe)) == recipe
    assert strategies.is_known(str(recipe))
    assert strategies.plain_name(str(recipe)) == "rounds-top"


@pytest.mark.parametrize("name", strategies.names())
def test_plain_names_are_recipes(name: str) -> None:
    """And what studies ask by from now on is known, with the same title."""
    assert read_recipe(name) == Recipe(name)
    recipe = strategies.study_recipe(name, top=3)
    assert strategies.is_known(recipe)
    assert strategies.facts(recipe).title == strategies.facts(name).title


@pytest.mark.parametrize(
    "text",
    [
        *("", "rounds+", "rounds+top=3", "rounds-top+top=0", "rounds-top+top=-1"),
        *("mergesort+windows", "quicksort+probes", "nothing+probes"),
        *("rounds-top+top=3+top=4", "rounds+probes+windows"),
    ],
)
def test_other_words_are_refused(text: str) -> None:
    """Only what a strategy takes, in the order in which it is written, once each."""
    assert not strategies.is_known(text)
    with pytest.raises(InputError, match="There is no strategy"):
        strategies.create(text, n_items=8)


def _ask(strategy: Strategy, n_items: int) -> list[list[int]]:
    respondent = BradleyTerryRespondent(np.linspace(0, 40, n_items), seed=5)
    asked = []
    while len(asked) < 2 * n_items:
        pairs = strategy.upcoming(n_items)
        asked += pairs.tolist()
        strategy.tell_many(pairs, respondent.answer_many(pairs))
    return asked


def test_sorts_of_before_go_on_as_they_began() -> None:
    """The plain name in a file means what it meant; new sorts of many items ask other pairs."""
    recipe = strategies.study_recipe("rounds", probes=False)
    assert recipe == "rounds+windows"
    old = strategies.create("rounds", n_items=MANY, seed=5, windows=False)
    new = strategies.create("rounds", n_items=MANY, seed=5)
    before = _ask(strategies.recreate("rounds", n_items=MANY, seed=5), MANY)
    assert before == _ask(old, MANY)
    now = _ask(strategies.recreate(recipe, n_items=MANY, seed=5), MANY)
    assert now == _ask(new, MANY)
    assert now != before


def test_top_of_a_recipe_is_asked_for() -> None:
    """“+top=3” is the option `top`, for create and for what a file kept; and the words say it."""
    told = [(i, j) for i in range(20) for j in range(20) if i != j]
    found = []
    for name, options in (
        ("rounds-top+top=3", {}),
        ("rounds-top", {"top": 3}),
        ("rounds-top", {"top": 15}),
    ):
        strategy = strategies.create(name, n_items=20, seed=2, **options)
        for i, j in told:
            strategy.tell(i, j, Outcome.FIRST if i < j else Outcome.SECOND)
        found.append(strategy.upcoming(5).tolist())
    assert found[0] == found[1] != found[2]
    assert "the border of the best 3," in strategies.facts("rounds-top+top=3+windows").picked
    assert "the border of the best item," in strategies.facts("rounds-top+top=1").picked
    assert "the best tenth" in strategies.facts("rounds-top").picked
