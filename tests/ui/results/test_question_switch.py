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
