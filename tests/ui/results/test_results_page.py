import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from sortrank_gui.ranking.recalibration import Recalibration
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.summary import Selection, Summary, summarise
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.results import newest_summary
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.threads.jobs import finish_jobs

Fill = Callable[..., Path]
Make = Callable[..., ResultsPage]


def is_complete(page: ResultsPage) -> bool:
    """Say whether everything is computed and shown."""
    return page.news is not None and page.news.summary.is_complete and not page.newest.is_busy


def test_page_shows_what_summarise_returns(fill_study: Fill, make_results: Make) -> None:
    """The newest summary equals one that is computed directly."""
    path = fill_study()
    page = make_results(path)
    page.newest._open_study.close()
    finish_jobs()
    with open_study(path, read_only=True) as file:
        expected = summarise(file.everything)
    found = page.news.summary
    assert found.ranking.item.tolist() == expected.ranking.item.tolist()
    assert found.ranking.score.tolist() == expected.ranking.score.tolist()
    assert found.is_complete


def test_study_without_answers_says_what_to_do(make_file: Fill, make_results: Make) -> None:
    """An empty study leads to the Survey tab."""
    page = make_results(make_file())
    card = page._stack.currentWidget()
    assert card.title == "No answers yet"
    assert "Survey tab" in card.text


def test_answers_that_do_not_count_are_not_denied(fill_study: Fill, make_results: Make) -> None:
    """Where only a robot took part, it is said why there is nothing, and where to change that."""
    page = make_results(fill_study(people=0, robots=1))
    assert page._stack.currentWidget().title == "No answers count yet"
    assert page.filters.robots_button.isVisible()


def test_filters_narrow_the_answers(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Participants, kinds and robots each change what is summarised; reset takes it back."""
    page = make_results(fill_study(people=4, robots=2, catch_share=0.2))
    whole = page.news.summary.ranking.answers
    page.filters.people.tick(["P02", "P03"])
    qtbot.waitUntil(lambda: page.newest._open_study.selection.participants == {"P02", "P03"})
    qtbot.waitUntil(lambda: is_complete(page) and len(page.news.summary.participants) == 2)
    page.filters.reset_button.click()
    qtbot.waitUntil(lambda: page.newest._open_study.selection == Selection())
    qtbot.waitUntil(lambda: is_complete(page) and page.news.summary.ranking.answers == whole)
    page.filters.kinds.boxes[Kind.CATCH].click()
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers > whole)
    robots = page.filters.robots.actions()[2]
    robots.trigger()
    qtbot.waitUntil(lambda: [p.code for p in page.news.summary.participants] == ["R01", "R02"])


def test_filters_that_leave_nothing_offer_a_way_back(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """Without any answer left, a button shows all of them again."""
    page = make_results(fill_study(people=2))
    page.filters.people.nobody.click()
    qtbot.waitUntil(lambda: page.narrow.isVisible())
    next(iter(page.narrow.buttons.values())).click()
    qtbot.waitUntil(lambda: page.views.isVisible())


def test_new_answers_are_followed(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Answers that come in while the tab is shown reach it by themselves."""
    page = make_results(fill_study(people=2))
    before = page.news.summary.ranking.answers
    opened = page.newest._open_study
    opened.request(Engine.start_session, "P09")
    qtbot.waitUntil(lambda: opened.state.trial is not None)
    from sortrank_gui.study.file.journal import Answer

    opened.request(Engine.answer, opened.state.trial.number, Answer.LEFT, 1.0)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == before + 1)


def test_hidden_page_computes_nothing(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Work waits until somebody looks."""
    page = make_results(fill_study(people=2))
    page.hide()
    page.filters.people.tick(["P01"])
    with qtbot.waitSignal(page.filters.changed):
        pass
    assert not page.newest.is_busy
    page.show()
    qtbot.waitUntil(lambda: len(page.news.summary.participants) == 1)


def test_cancel_keeps_what_there_is(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Cancelling stops the work; the parts that had come stay on the screen."""
    page = make_results(fill_study(n_items=60, people=8, answers=200), wait=False)
    qtbot.waitUntil(lambda: page.news is not None)
    with qtbot.waitSignal(page.newest.rested):
        page.progress.cancel.click()
    assert not page.news.summary.is_complete
    assert page.views.isVisible()
    assert "not complete" in page.progress.words


def test_ranking_table_sorts_and_searches(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """Rows follow the header and the search; the current row stays the same item."""
    page = make_results(fill_study())
    view = page.views.choose("Ranking")
    model = view.data.data_model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    best = page.news.summary.ranking.item[0]
    assert model.key(0) == best
    view.data.pick(best)
    view.data.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    assert model.key(model.rowCount() - 1) == best
    assert view.data.current_key == best
    view.search.setText("SCRIPT")
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    assert model.index(0, 1).data() == "<script>alert(1)</script>"
    assert "<script>" not in model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)


def test_ranking_has_one_for_each_participant(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """Where one ranking each is wanted, each can be chosen."""
    page = make_results(fill_study(people=3))
    page.filters.fits.actions()[1].trigger()
    qtbot.waitUntil(lambda: is_complete(page) and len(page.news.summary.by_participant) == 3)
    view = page.views.choose("Ranking")
    view.whose.actions()[2].trigger()
    assert view.ranking is page.news.summary.by_participant["P02"]
    assert view.data.data_model.rowCount() == 8


def test_participants_show_flags(fill_study: Fill, make_results: Make) -> None:
    """A coin is flagged in the table, and the sentence stands in the pane."""
    page = make_results(fill_study(n_items=12, people=8, answers=100, coins=1))
    view = page.views.choose("Participants")
    QAbstractItemModelTester(
        view.data.data_model, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    assert view.data.current_key == "P01"
    flags = page.news.summary.participants[0].flags
    assert flags
    assert any(flags[0].sentence in text for text in view.detail.texts)
    assert view.card.words.text().startswith("8 participants")


def test_groups_are_those_of_the_summary(fill_study: Fill, make_results: Make) -> None:
    """One row a group, with its ranks."""
    page = make_results(fill_study())
    view = page.views.choose("Groups")
    QAbstractItemModelTester(
        view.data.data_model, QAbstractItemModelTester.FailureReportingMode.Fatal
    )
    groups = page.news.summary.groups
    assert view.data.data_model.rowCount() == len(groups)
    first = view.data.data_model.index(0, 1).data()
    assert first.startswith("1")


def test_calibrated_summary_takes_the_place_of_the_first(
    fill_study: Fill, make_results: Make, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the study was run again, the page says so, and rests."""
    tried = Recalibration(40, 0.95, 0.95, 0.0, 1.0, 0.0, 0.0, 0.0, 1.1, 1.0, 0.0)

    def calibrate(_study: Everything, summary: Summary, **_how: object) -> Summary:
        return replace(summary, calibration=tried)

    monkeypatch.setattr(newest_summary, "calibrate", calibrate)
    page = make_results(fill_study())
    qtbot.waitUntil(lambda: page.news.summary.calibration is tried)
    qtbot.waitUntil(lambda: page.progress.words.endswith("calibrated"))
    assert not page.progress.cancel.isVisible()


def test_views_are_loaded_with_the_page() -> None:
    """The page is loaded in the background; what it still lacked would hold up the window."""
    code = (
        "import sys\n"
        "import sortrank_gui.ui.results.results_page\n"
        "from sortrank_gui.ui.results.view import find_views\n"
        "before = set(sys.modules)\n"
        "print(len(find_views()), *set(sys.modules) - before)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    count, *late = told.stdout.split()
    assert int(count) > 10
    assert not late
