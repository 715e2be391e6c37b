from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.study.results.summary import Selection, compare, read_journal
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.results.table_model import TableModel
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from tests.archives import read_any

Fill = Callable[..., Path]
Make = Callable[..., ResultsPage]
_FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def check_model(model: TableModel) -> None:
    """Sort and search a model under the eyes of Qt's tester."""
    tester = QAbstractItemModelTester(model, _FATAL)
    for column in range(model.columnCount()):
        model.sort(column, Qt.SortOrder.DescendingOrder)
        model.sort(column, Qt.SortOrder.AscendingOrder)
    model.search("1")
    model.search("")
    tester.deleteLater()


def test_matrix_tells_the_counts_of_a_pair(fill_study: Fill, make_results: Make) -> None:
    """Every cell says how often its row was chosen over its column, as the summary does."""
    page = make_results(fill_study())
    view = page.views.choose("Win matrix")
    wins = page.news.summary.wins.dense()
    plot, n = view.plot, len(wins)
    cell = plot.square.width() / n
    for row in range(n):
        for column in range(n):
            place = QPointF((column + 0.5) * cell, (row + 0.5) * cell)
            text = plot.describe_at(plot.square.topLeft() + place)
            total = wins[row, column] + wins[column, row]
            if row == column:
                assert text.count("\n") == 0
            elif total:
                assert f"{wins[row, column]:g} of {total:g} " in text
            else:
                assert "not compared" in text
    assert plot.describe_at(QPointF(1, 1)) == ""


def test_matrix_zooms_and_moves(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Keys zoom, move and show all; the window never leaves the matrix."""
    page = make_results(fill_study(n_items=12))
    plot = page.views.choose("Win matrix").plot
    qtbot.keyClick(plot, Qt.Key.Key_Plus)
    assert plot.window_shown.count < 12
    for _ in range(20):
        qtbot.keyClick(plot, Qt.Key.Key_Down)
        qtbot.keyClick(plot, Qt.Key.Key_Right)
    shown = plot.window_shown
    assert shown.row + shown.count == shown.column + shown.count == 12
    qtbot.keyClick(plot, Qt.Key.Key_0)
    assert (plot.window_shown.row, plot.window_shown.count) == (0, 12)


def test_history_draws_the_summary(fill_study: Fill, make_results: Make) -> None:
    """Curves to the truth and expected ones, and the value of a random order."""
    page = make_results(fill_study())
    view = page.views.choose("History")
    history = page.news.summary.history
    truth, expected, chance = view.card.panel.curves
    assert truth.mean == pytest.approx(history.to_truth)
    assert expected.mean == pytest.approx(history.expected)
    assert chance.mean[0] == history.random


def test_times_are_counted(fill_study: Fill, make_results: Make) -> None:
    """The histogram holds almost all answers, and the screen outlines it; the median is named."""
    page = make_results(fill_study())
    view = page.views.choose("Response times")
    (bars,), (median,) = view.spread.panel.bars, view.spread.panel.curves
    times = page.news.summary.times
    assert 0.98 * len(times.seconds) <= sum(bars.height) <= len(times.seconds)
    assert median.x[0] == times.median
    header, rows = view.spread.table()
    assert header == ("curve", "x", "y")
    assert sum(y for label, _, y in rows if label == "answers") == sum(bars.height)
    assert "median" in view.spread.words.text()


def test_sessions_show_their_journals(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Picking a session shows all of its records, in the words of the study."""
    path = fill_study(people=3)
    page = make_results(path)
    view = page.views.choose("Sessions")
    view.data.pick(2)
    expected = list(read_journal(page.newest.study, 2))
    model = view.journal.data_model
    qtbot.waitUntil(lambda: model.rowCount() and model.index(3, 3).data() == expected[3].what)
    assert model.rowCount() == len(expected)
    check_model(model)
    check_model(view.data.data_model)


def test_compare_shows_two_sides(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Scores of both sides are those of the study's comparison."""
    page = make_results(fill_study(people=4))
    view = page.views.choose("Compare")
    view.first.tick(["P01", "P02"])
    view.second.tick(["P03", "P04"])
    wanted = (frozenset({"P01", "P02"}), frozenset({"P03", "P04"}))
    qtbot.waitUntil(
        lambda: (
            view.comparison is not None
            and (view.comparison.first, view.comparison.second) == wanted
        )
    )
    expected = compare(page.newest.study, Selection(), *wanted)
    assert view.comparison.found.z.tolist() == expected.z.tolist()
    best = int(np.abs(expected.z).argmax())
    assert view.data.data_model.key(0) == best
    check_model(view.data.data_model)
    x, y = expected.first_scores[best], expected.second_scores[best]
    names = page.news.summary.names
    assert view.scatter.describe_at(QPointF(x, y))[0] in names


def test_compare_says_what_is_wrong(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Somebody on both sides is refused by a sentence in the card."""
    page = make_results(fill_study(people=3))
    view = page.views.choose("Compare")
    view.second.tick(["P01"])
    qtbot.waitUntil(lambda: "nobody for both" in view.words)


def test_reliability_says_numbers(fill_study: Fill, make_results: Make) -> None:
    """Every number of the summary stands there with a sentence."""
    page = make_results(fill_study())
    view = page.views.choose("Reliability")
    values = {fact.name: fact.value for fact in view.shown}
    found = page.news.summary.reliability
    assert values["Split-half reliability"].startswith(f"{found.halves.mean:.2f} (")
    places = found.expected_displacement / len(page.news.summary.names)
    assert values["Expected displacement per item"] == f"{places:.1f} places"
    assert len(view.shown) == 5


@pytest.mark.parametrize("title", [export.title for export in find_exports()])
def test_export_writes_what_it_previews(
    title: str, fill_study: Fill, make_results: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    """The file begins with the rows or lines of the preview."""
    export = next(export for export in find_exports() if export.title == title)
    page = make_results(fill_study(people=2))
    page.tab.export.trigger()
    view = page.views.current
    view.choose(title)
    shown = view.preview
    qtbot.waitUntil(lambda: "Answers: all." in shown.words)
    target = tmp_path / f"out{export.ending}"
    with qtbot.waitSignal(view.written):
        view.save(target)
    assert "out" in shown.words
    text = read_any(target, "utf-8-sig")
    if export.ending == ".csv":
        assert text.splitlines()[0] == ",".join(c.title for c in shown.rows.data_model.columns)
        check_model(shown.rows.data_model)
    elif export.ending in (".json", ".toi"):
        lines = shown.text.toPlainText().splitlines()[1:20]
        assert text.splitlines()[1:20] == lines


def test_export_hides_codes(
    fill_study: Fill, make_results: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    """Codes are replaced in preview and file if that is ticked."""
    page = make_results(fill_study(people=2))
    view = page.views.choose("Export")
    view.choose("Answers")
    view.preview.codes.click()
    model = view.preview.rows.data_model
    qtbot.waitUntil(lambda: model.rowCount() and model.index(0, 0).data() == "P001")
    with qtbot.waitSignal(view.written):
        view.save(tmp_path / "answers.csv")
    assert "P01," not in (tmp_path / "answers.csv").read_text()


def test_export_begins_with_a_mark_for_excel(
    fill_study: Fill, make_results: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    """Where that is ticked; it is offered for tables alone."""
    page = make_results(fill_study(people=2))
    view = page.views.choose("Export")
    view.choose("Report")
    assert not view.preview.excel.isVisible()
    view.choose("Answers")
    view.preview.excel.click()
    with qtbot.waitSignal(view.written):
        view.save(tmp_path / "answers.csv")
    assert (tmp_path / "answers.csv").read_bytes().startswith(b"\xef\xbb\xbfparticipant")


@pytest.mark.parametrize("figure", ["ranking", "win matrix", "history", "response times"])
def test_figures_are_written(
    figure: str, fill_study: Fill, make_results: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    """PNG at the chosen fineness on white, SVG and PDF; the preview shows the same."""
    page = make_results(fill_study(people=4))
    view = page.views.choose("Export")
    view.choose(f"Figure: {figure}")
    qtbot.waitUntil(lambda: not view.preview.picture.pixmap().isNull())
    view.preview.fineness.setValue(200)
    for name in ("f.png", "f.svg", "f.pdf"):
        with qtbot.waitSignal(view.written):
            view.save(tmp_path / name)
    picture = QImage(str(tmp_path / "f.png"))
    assert round(picture.dotsPerMeterX() * 0.0254) == 200
    assert picture.pixelColor(1, 1).name() == "#ffffff"
    words = {"ranking": "score with 95 % interval", "win matrix": "row chosen over column"}
    expected = words.get(figure, "answers")
    assert f">{expected}</text>" in (tmp_path / "f.svg").read_text(encoding="utf-8")
    assert (tmp_path / "f.pdf").read_bytes().startswith(b"%PDF")


def test_file_that_cannot_be_written_is_told(
    fill_study: Fill, make_results: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    """A folder that is not there gives a sentence, and the tab lives on."""
    page = make_results(fill_study(people=2))
    view = page.views.choose("Export")
    view.choose("Answers")
    view.save(tmp_path / "none" / "answers.csv")
    qtbot.waitUntil(lambda: "can't be written" in page.notice.text)


def test_every_view_has_words_and_themes(
    fill_study: Fill, make_results: Make, appearance: Appearance, qtbot: QtBot
) -> None:
    """Each side of the results draws itself in both themes, and names its controls."""
    page = make_results(fill_study(people=4))
    for choice in (Choice.DARK, Choice.LIGHT):
        appearance.choose(choice)
        for title in page.views.titles:
            view = page.views.choose(title)
            assert not view.grab().isNull()
            assert view.accessibleName() == title


def test_study_of_two_items(fill_study: Fill, make_results: Make) -> None:
    """The smallest study has results, too."""
    page = make_results(fill_study(n_items=2, people=2, answers=5))
    for title in page.views.titles:
        page.views.choose(title).grab()
    assert page.notice.text == ""


def test_results_stay_while_the_file_is_used(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """The copy that is summarised is not the one that grows."""
    path = fill_study(people=2)
    page = make_results(path)
    with open_study(path, read_only=True) as file:
        assert len(file.everything.records) == len(page.newest.study.records)


def test_report_is_that_of_the_study(
    fill_study: Fill, make_results: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    """The report has all items, escaped, and opens in the system's program."""
    page = make_results(fill_study(people=3))
    view = page.views.choose("Export")
    view.choose("Report")
    with qtbot.waitSignal(view.written):
        view.save(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text
    assert view.open_button.isVisible()
