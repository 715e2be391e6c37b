"""Results of a study with several questions: one at a time, chosen above all views."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.results.results_page import ResultsPage
from tests.lab_study import make_lab
from tests.ui.results.conftest import is_complete

Make = Callable[..., ResultsPage]


@pytest.fixture
def page(make_results: Make, tmp_path: Path) -> ResultsPage:
    """Return the results of a study with two questions and two conditions."""
    return make_results(make_lab(tmp_path / "lab.sortrank", people=4, answers=8))


def test_question_is_switched(page: ResultsPage, qtbot: QtBot) -> None:
    """All views are about the question that is chosen; it is no filter that could be reset."""
    assert page.news is not None
    assert page.filters.question_button.isVisible()
    assert page.filters.question_button.text() == "sharp  ▾"
    assert [text for _, text in page.filters.questions.choices] == ["sharp", "nice"]
    assert len(page.news.summary.names) == 8
    page.filters.questions.actions()[1].trigger()
    qtbot.waitUntil(
        lambda: page.news is not None and page.news.summary.question == "nice", timeout=20_000
    )
    assert page.news.summary.names == ("item 0", "item 2", "item 4", "item 6")
    assert not page.filters.is_narrow
    assert page.news.words == "question nice"
    for title in page.views.titles:
        page.views.choose(title)
    qtbot.waitUntil(lambda: is_complete(page), timeout=20_000)


def test_condition_is_chosen(page: ResultsPage, qtbot: QtBot) -> None:
    """Only its people count; “Reset” lets all count again."""
    assert page.filters.conditions_button.isVisible()
    page.filters.conditions.actions()[2].trigger()
    qtbot.waitUntil(
        lambda: page.news is not None and len(page.news.summary.participants) == 2, timeout=20_000
    )
    assert page.news is not None
    assert page.news.words == "question sharp; condition dark"
    assert page.filters.is_narrow
    page.filters.reset()
    assert page.filters.selection.conditions is None


def test_plain_study_has_no_switch(
    fill_study: Callable[..., Path], make_results: Make, qtbot: QtBot
) -> None:
    """Whoever has one question never sees that there could be several."""
    page = make_results(fill_study())
    assert not page.filters.question_button.isVisible()
    assert not page.filters.conditions_button.isVisible()


def test_questions_are_compared(page: ResultsPage, qtbot: QtBot) -> None:
    """A row for each pair, and a scatter of the one that is picked."""
    view = page.views.choose("Questions")
    qtbot.waitUntil(lambda: view.scatter is not None, timeout=20_000)
    assert view.data.data_model.total == 1
    assert "“sharp” and “nice” correlate with" in view.words
    names = {name.removesuffix("…") for name in view.scatter.names_shown}
    assert names <= {f"item {k}" for k in (0, 2, 4, 6)}


def test_conditions_are_compared(make_results: Make, tmp_path: Path, qtbot: QtBot) -> None:
    """The sides are the conditions; people are shuffled in the background."""
    page = make_results(make_lab(tmp_path / "lab.sortrank", people=8, answers=20, effect=2.0))
    view = page.views.choose("Compare")
    qtbot.waitUntil(view.sides.split_button.isVisible, timeout=20_000)
    view.sides.split.actions()[1].trigger()
    assert [menu.current for menu in view.sides.groups] == ["bright", "dark"]
    odd = frozenset({"VP01", "VP03", "VP05", "VP07"})
    qtbot.waitUntil(
        lambda: view.comparison is not None and view.comparison.first == odd and bool(view.test),
        timeout=20_000,
    )
    assert "The rankings as a whole differ: p\N{NO-BREAK SPACE}=" in view.test_words
    assert "p by people" in [column.title for column in view.data.data_model.columns]


def test_views_of_designs_are_hidden_in_a_plain_study(
    fill_study: Callable[..., Path], make_results: Make
) -> None:
    """The list has only what there is something to say about."""
    page = make_results(fill_study())
    titles = page.views.titles
    assert page.views.list.item(titles.index("Questions")).isHidden()
    assert not page.views.list.item(titles.index("Compare")).isHidden()


def test_questionnaires_are_counted(page: ResultsPage, qtbot: QtBot) -> None:
    """A row for each question; bars and a table for the one that is picked."""
    view = page.views.choose("Questionnaires")
    qtbot.waitUntil(lambda: bool(view.tallies), timeout=20_000)
    assert [each.column.name for each in view.tallies][:2] == ["about.age", "about.hand"]
    view.data.pick(1)
    assert view.tallies[1].counts == {"left": 2, "right": 2}
    assert view.answers_card.data.data_model.total == 2
    assert view.chart.panel is not None
    assert view.chart.panel.bars[0].height == (2.0, 2.0)
