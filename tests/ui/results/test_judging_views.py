"""Views on judges and items: transitivity, item fit, other models, taste."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sortrank_gui.study.results.summary import JUDGES, POSITION
from sortrank_gui.ui.results.results_page import ResultsPage

Fill = Callable[..., Path]
Make = Callable[..., ResultsPage]
VIEWS = ("Transitivity", "Item fit", "Other models", "Taste")


def test_views_of_judges_show_the_summary(fill_study: Fill, make_results: Make) -> None:
    """Figures, participants, items and models are those of the summary."""
    page = make_results(fill_study(people=5, coins=1, answers=40))
    summary = page.news.summary
    judging = summary.judging
    assert judging is not None
    view = page.views.choose("Transitivity")
    names = [fact.name for fact in view.shown]
    assert names[0] == "Circular triads within participants"
    assert names[-1] == "Agreement (Kendall’s u)"
    assert sum(name.endswith("violated") for name in names) == 3
    model = view.data.data_model
    assert model.rowCount() == 5
    own = summary.participants[0].consistency
    assert own is not None
    assert model.index(0, 3).data() == f"{own.kept} of {own.closings}"
    fit = page.views.choose("Item fit").data.data_model
    assert fit.rowCount() == 8
    best = int(summary.ranking.item[0])
    assert fit.index(0, 4).data() == f"{judging.items.infit[best]:.2f}"


def test_models_are_chosen(fill_study: Fill, make_results: Make) -> None:
    """The judge model has a table of judges, position bias has none; both have all items."""
    page = make_results(fill_study(people=5, coins=1, answers=40))
    judging = page.news.summary.judging
    assert judging is not None
    assert judging.judges is not None
    view = page.views.choose("Other models")
    assert view.people.isVisible()
    assert view.people.data.data_model.index(0, 1).data() == (
        f"{judging.judges.discrimination[0]:.2f}".replace("-", "−")
    )
    view.which.set_current(POSITION)
    view.which.chosen.emit(POSITION)
    assert not view.people.isVisible()
    assert view.data.data_model.rowCount() == 8
    assert "standing on the left" in view.card.words.text()
    view.which.set_current(JUDGES)
    view.which.chosen.emit(JUDGES)
    assert view.people.isVisible()


def test_taste_needs_twenty_people(fill_study: Fill, make_results: Make) -> None:
    """With fewer the view says so; with twenty who are alike there is one class."""
    page = make_results(fill_study(people=3))
    view = page.views.choose("Taste")
    assert view.card.words.text().startswith("Classes of taste need 20 participants")
    assert not view.people.isVisible()


def test_twenty_alike_are_one_class(fill_study: Fill, make_results: Make) -> None:
    """Nobody is torn apart without need."""
    page = make_results(fill_study(people=20, n_items=5, answers=12))
    view = page.views.choose("Taste")
    assert view.card.words.text().startswith("One class: ")
    assert view.data.data_model.rowCount() == 0


@pytest.mark.parametrize("people", [1, 2])
def test_few_people_get_words(fill_study: Fill, make_results: Make, people: int) -> None:
    """Where a model can't be fitted every view says what it takes, and none is empty."""
    page = make_results(fill_study(people=people, n_items=4, answers=6))
    for title in VIEWS:
        view = page.views.choose(title)
        told = view.card.words.text()
        assert told.endswith((".", "…"))
