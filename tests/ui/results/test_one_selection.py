"""What the filters choose rules every view, every export and every file, which all say so."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.ui.plots.plot_menu import PlotMenu
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.threads.jobs import finish_jobs
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.main_window import MainWindow
from tests.archives import read_any

PEOPLE = {"P01", "P03"}
FIGURES = ("ranking", "win matrix", "history", "response times")


def choose_people(page: ResultsPage, qtbot: QtBot) -> int:
    """Let two of four people pass, and wait until the views show that; return their answers."""
    page.filters.people.tick(PEOPLE)
    qtbot.waitUntil(lambda: page.news.summary.selection.participants == PEOPLE)
    qtbot.waitUntil(lambda: page.news.summary.is_complete and not page.newest.is_busy)
    return page.news.summary.ranking.answers


def check_export(name: str, path: Path, answers: int) -> None:
    """Compare what stands in a file with what the views show."""
    text = read_any(path, "utf-8-sig")
    match name:
        case "answers" | "comparisons":
            rows = list(csv.DictReader(text.splitlines()))
            assert len(rows) == answers
            assert {row.get("participant", row.get("judge")) for row in rows} == PEOPLE
        case "ranking":
            rows = list(csv.DictReader(text.splitlines()))
            assert sum(float(row["wins"]) for row in rows) == answers
        case "everything":
            found = json.loads(text)
            assert len(found["answers"]) == answers
            assert set(found["selection"]["participants"]) == PEOPLE
        case "preflib":
            assert f"# NUMBER VOTERS: {answers}\n" in text
            assert "P01, P03" in text
        case "report":
            assert re.search(rf"Answers that count</dt><dd>{answers}<", text)
            assert "participants P01, P03" in text
            assert "P02" not in text
    if path.suffix == ".csv":
        assert "P01, P03" in path.with_name(f"{path.stem}.columns.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("export", find_exports(), ids=lambda export: export.name)
def test_results_export_writes_the_selection(
    export, fill_study: Callable[..., Path], make_results: Callable[..., ResultsPage],
    qtbot: QtBot, tmp_path: Path,
) -> None:  # fmt: skip
    """Each export of the Results tab has as many answers as the views, and says whose."""
    page = make_results(fill_study(people=4))
    answers = choose_people(page, qtbot)
    view = page.views.choose("Export")
    view.choose(export.title)
    qtbot.waitUntil(lambda: "P01, P03" in view.preview.words)
    target = tmp_path / f"out{export.ending}"
    with qtbot.waitSignal(view.written):
        view.save(target)
    assert "P01, P03" in view.preview.words
    check_export(export.name, target, answers)


def test_menu_exports_write_the_selection(
    fill_study: Callable[..., Path],
    appearance: Appearance,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """File > Export takes the filters of the Results tab: dialog, file and notice say so."""
    window = MainWindow(appearance)
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.study_shown):
        window.open_path(fill_study(people=4))
    window.stack.show_page("Results")
    page = window.stack.pages["Results"]
    qtbot.waitUntil(lambda: page.news is not None)
    answers = choose_people(page, qtbot)
    window.stack.show_page("Study")
    for action in window.menus.export.actions():
        export = action.data()
        target, titles = tmp_path / f"menu-{export.name}{export.ending}", []

        def ask(_parent, title, *_rest, target=target, titles=titles):
            titles.append(title)
            return str(target), ""

        monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
        with qtbot.waitSignal(window.files.succeeded):
            action.trigger()
        assert "P01, P03" in titles[0]
        assert "P01, P03" in window.notice.text
        check_export(export.name, target, answers)
    window.close()


def test_figures_say_their_selection(
    fill_study: Callable[..., Path], make_results: Callable[..., ResultsPage], qtbot: QtBot,
    tmp_path: Path,
) -> None:  # fmt: skip
    """Every figure's file names the people that it is about."""
    page = make_results(fill_study(people=4))
    choose_people(page, qtbot)
    view = page.views.choose("Export")
    for name in FIGURES:
        view.choose(f"Figure: {name}")
        qtbot.waitUntil(lambda: "P01, P03" in view.preview.words)
        for ending in (".svg", ".png"):
            with qtbot.waitSignal(view.written):
                view.save(tmp_path / f"{name}{ending}")
        assert "P01, P03" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")
        assert "P01, P03" in QImage(str(tmp_path / f"{name}.png")).text("Description")


def test_tables_of_views_say_their_selection(
    fill_study: Callable[..., Path], make_results: Callable[..., ResultsPage], qtbot: QtBot,
    tmp_path: Path,
) -> None:  # fmt: skip
    """“Save data…” of every view writes what is shown, with the selection beside each row."""
    page = make_results(fill_study(people=4))
    choose_people(page, qtbot)
    for title in page.views.titles:
        view = page.views.choose(title)
        for number, menu in enumerate(view.findChildren(PlotMenu)):
            path = tmp_path / f"{title}-{number}.csv"
            menu.save_data(path)
            qtbot.waitUntil(lambda menu=menu: not menu.is_busy)
            rows = list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines()))
            assert all("P01, P03" in row["selection"] for row in rows)
            who = {row["participant"] for row in rows if "participant" in row}
            assert who in (set(), PEOPLE)
    finish_jobs()
