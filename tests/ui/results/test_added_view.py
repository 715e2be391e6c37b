"""A view of the results is one file: put into the folder, it is on the screen."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from PySide6.QtWidgets import QLabel

import sortrank_gui.ui.results
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.results.view import find_views

VIEW = '''
    """How many answers there are, and nothing else."""

    from PySide6.QtWidgets import QLabel

    from sortrank_gui.ui.results.view import View, ViewFacts


    class CountView(View):
        name = "count"
        facts = ViewFacts(3, "Count", "All answers in one number", draws=True)

        def __init__(self, sources):
            super().__init__(sources)
            self.label = QLabel()
            self.column.addWidget(self.label)

        def show_news(self, news):
            self.label.setText(f"{news.summary.ranking.answers} answers")
'''


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put one more file into the folder."""
    (tmp_path / "count_view.py").write_text(dedent(VIEW))
    package = sortrank_gui.ui.results
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    find_views.cache_clear()
    yield
    sys.modules.pop("sortrank_gui.ui.results.count_view", None)
    find_views.cache_clear()


@pytest.mark.usefixtures("added")
def test_added_view_is_on_the_screen(
    fill_study: Callable[..., Path], make_results: Callable[..., ResultsPage]
) -> None:
    """It stands at its place in the list, with its explanation, and hears the news."""
    page = make_results(fill_study(people=2))
    place = page.views.titles.index("Count")
    assert page.views.titles[place - 1] == "History"
    item = page.views.list.item(place)
    assert (item.text(), item.toolTip()) == ("Count", "All answers in one number")
    page.views.list.setCurrentRow(place)
    view = page.views.choose("Count")
    assert view.isVisible()
    assert view.findChild(QLabel).text() == f"{page.news.summary.ranking.answers} answers"
    export = page.views.choose("Export")
    export.choose("Figure: count")
    assert export.chosen == "Figure: count"
