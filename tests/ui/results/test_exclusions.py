"""Participants, sessions and trials are excluded and included again in the window."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui.paths import data_folder
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.results.participation import count_participation
from sortrank_gui.study.results.report import make_report
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.ui.results.data_table import DataTable
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.results.row_acts import Question, RowActs
from sortrank_gui.ui.threads.jobs import finish_jobs
from sortrank_gui.ui.widgets.theme import Appearance

Fill = Callable[..., Path]
Make = Callable[..., ResultsPage]


def answer(acts: RowActs, line: str, qtbot: QtBot, act: QAction | None = None) -> None:
    """Trigger an act, type a line into its question and take the button."""
    before = acts.question
    (act or acts.count).trigger()
    qtbot.waitUntil(lambda: acts.question is not before)
    question = acts.question
    qtbot.waitUntil(question.isVisible)
    qtbot.keyClicks(question.field, line)
    qtbot.mouseClick(question.act, Qt.MouseButton.LeftButton)


def is_struck(table: DataTable, row: int) -> bool:
    """Say whether a row is shown as one that does not count."""
    font = table.data_model.index(row, 0).data(Qt.ItemDataRole.FontRole)
    return font is not None and font.strikeOut()


def test_participant_is_excluded_and_included(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """The row stays, struck out with the reason; results and counts go without, until included."""
    path = fill_study(people=4)
    page = make_results(path)
    whole = page.news.summary.ranking.answers
    view = page.views.choose("Participants")
    view.data.pick("P02")
    assert view.acts.count.text() == "Exclude…"
    answer(view.acts, "fell asleep", qtbot)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == whole * 3 // 4)
    qtbot.waitUntil(lambda: view.acts.count.text() == "Include again…")
    model = view.data.data_model
    rows = {model.key(row): row for row in range(model.rowCount())}
    assert set(rows) == {"P01", "P02", "P03", "P04"}
    assert [is_struck(view.data, rows[code]) for code in ("P01", "P02")] == [False, True]
    assert "fell asleep" in model.index(rows["P02"], 0).data(Qt.ItemDataRole.ToolTipRole)
    flags = model.index(rows["P02"], 1)
    assert flags.data() == "excluded: fell asleep"
    assert any("fell asleep" in text and "since" in text for text in view.detail.texts)
    assert view.card.words.text().startswith("3 participants, nobody is flagged, 1 excluded")
    qtbot.waitUntil(lambda: page.progress.words.startswith(f"{whole * 3 // 4} answers · 3 part"))
    answer(view.acts, "", qtbot)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == whole)
    qtbot.waitUntil(lambda: not is_struck(view.data, rows["P02"]))


def test_exclusion_needs_a_reason(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """The button of the question is off until something is typed; cancelling changes nothing."""
    page = make_results(fill_study(people=2))
    view = page.views.choose("Participants")
    view.acts.count.trigger()
    question = view.acts.question
    assert not question.act.isEnabled()
    qtbot.keyClicks(question.field, "  ")
    assert not question.act.isEnabled()
    qtbot.keyClicks(question.field, "x")
    assert question.act.isEnabled()
    question.cancel.click()
    finish_jobs()
    assert not page.news.summary.exclusions


def test_session_and_trial_are_excluded(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """Both are struck out where they are listed; a part of what is excluded has no act."""
    page = make_results(fill_study(people=2))
    whole = page.news.summary.ranking.answers
    view = page.views.choose("Sessions")
    view.data.pick(2)
    journal = view.journal.data_model
    qtbot.waitUntil(lambda: journal.rowCount() > 3)
    assert not view.trial_acts.count.isEnabled()
    view.journal.pick(3)
    assert view.trial_acts.count.isEnabled()
    answer(view.trial_acts, "doorbell", qtbot)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == whole - 1)
    qtbot.waitUntil(lambda: is_struck(view.journal, 3))
    assert not is_struck(view.journal, 4)
    assert not is_struck(view.data, 1)
    answer(view.acts, "wrong room", qtbot)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == whole // 2)
    qtbot.waitUntil(lambda: is_struck(view.data, 1))
    qtbot.waitUntil(lambda: is_struck(view.journal, 4))
    assert "excluded: wrong room" in [view.data.data_model.index(1, k).data() for k in range(5)]
    people = page.views.choose("Participants").data.data_model
    rows = {people.key(row): row for row in range(people.rowCount())}
    assert people.index(rows["P02"], 1).data() == "excluded: wrong room"
    page.views.choose("Sessions")
    assert not view.trial_acts.count.isEnabled()
    assert "P02, session 2" not in view.trial_acts.count.toolTip()
    assert "excluded as a whole" in view.trial_acts.count.toolTip()


def test_report_lists_who_was_excluded_and_why(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """What was done in the window stands in the file, and in the report with numbers."""
    path = fill_study(people=4, robots=1)
    page = make_results(path)
    view = page.views.choose("Participants")
    view.data.pick("P03")
    answer(view.acts, "colour-blind", qtbot)
    qtbot.waitUntil(lambda: bool(page.news.summary.exclusions))
    page.newest._open_study.close()
    finish_jobs()
    with open_study(path, read_only=True) as file:
        found = count_participation(file.everything)
        text = make_report(file.everything, source=path)
    assert (found.invited, found.took_part, found.robots) == (4, 4, 1)
    assert found.people_by_reason == {"colour-blind": ["P03"]}
    assert "4 people came" in text
    assert "1 excluded: colour-blind (P03)" in text


def test_excluded_ones_count_if_asked_for(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """The filter of kinds offers it once there is something excluded."""
    page = make_results(fill_study(people=2))
    whole = page.news.summary.ranking.answers
    assert page.filters.kinds.excluded.isHidden()
    view = page.views.choose("Participants")
    answer(view.acts, "late", qtbot)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == whole // 2)
    assert not page.filters.kinds.excluded.isHidden()
    page.filters.kinds.excluded.setChecked(True)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == whole)


def test_robots_count_only_if_asked_for(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """They are left out of answers, people and lists; the switch is there if there are any."""
    page = make_results(fill_study(people=2, robots=1))
    assert [p.code for p in page.news.summary.participants] == ["P01", "P02"]
    assert page.filters.people.codes == ["P01", "P02"]
    assert page.filters.robots_button.isVisible()
    assert "2 participants ·" in page.progress.words
    page.filters.robots.actions()[1].trigger()
    qtbot.waitUntil(lambda: "2 participants and 1 robot ·" in page.progress.words)
    assert page.filters.people.codes == ["P01", "P02", "R01"]
    assert "people and robots" in page.news.words


def test_sessions_of_one_number_are_chosen(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """Who came twice counts with one session, if that is wanted."""
    path = fill_study(people=2)
    survey = Survey(open_study(path))
    session = survey.start("P01", policy=Resume.AGAIN)
    session.answer(Answer.LEFT, seconds=1.0)
    session.end()
    survey.close()
    page = make_results(path)
    page.filters.dates.session.setCurrentIndex(2)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == 1)
    assert page.filters.dates_button.text().startswith("Session 2 only")
    page.filters.reset()
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == 49)


def test_withdrawal_needs_the_code_and_leaves_nothing(
    fill_study: Fill, make_results: Make, qtbot: QtBot
) -> None:
    """The question says what goes; after it the code is on no screen, in no file and backup."""
    path = fill_study(people=3)
    page = make_results(path)
    whole = page.news.summary.ranking.answers
    view = page.views.choose("Participants")
    view.data.pick("P02")
    view.acts.withdraw.trigger()
    qtbot.waitUntil(lambda: view.acts.question is not None)
    question = view.acts.question
    assert "1 session, 24 answers" in question.text
    assert "can't be undone" in question.text
    qtbot.keyClicks(question.field, "P0")
    assert not question.act.isEnabled()
    qtbot.keyClicks(question.field, "2")
    qtbot.mouseClick(question.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.news.summary.ranking.answers == whole * 2 // 3)
    assert page.filters.people.codes == ["P01", "P03"]
    model = view.data.data_model
    assert [model.key(row) for row in range(model.rowCount())] == ["P01", "P03"]
    page.newest._open_study.close()
    finish_jobs()
    files = [file for file in path.parent.glob("results*") if file.is_file()]
    files += [file for file in data_folder().rglob("*") if file.is_file()]
    assert path in files
    assert not any(b"P02" in file.read_bytes() for file in files)
    with open_study(path, read_only=True) as file:
        text = make_report(file.everything, source=path)
    assert "1 withdrew, and their data was deleted" in text


def test_mistyped_code_is_corrected(fill_study: Fill, make_results: Make, qtbot: QtBot) -> None:
    """A free code is taken at once; one that exists is joined only after another question."""
    page = make_results(fill_study(people=3))
    view = page.views.choose("Participants")
    view.data.pick("P02")
    answer(view.acts, "VP113", qtbot, view.acts.rename)
    qtbot.waitUntil(lambda: page.filters.people.codes == ["P01", "VP113", "P03"])
    view.data.pick("P03")
    answer(view.acts, "P01", qtbot, view.acts.rename)
    qtbot.waitUntil(lambda: "same person" in view.acts.question.windowTitle())
    qtbot.mouseClick(view.acts.question.act, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.filters.people.codes == ["P01", "VP113"])
    assert page.news.summary.sessions[2].number == 2


def test_question_shows_all_of_its_text(qtbot: QtBot, appearance: Appearance) -> None:
    """However long the text is, none of it is cut."""
    window = QWidget()
    qtbot.addWidget(window)
    question = Question("Title", "many words " * 60, ("Why?", "Do it"), window)
    question.show()
    (label,) = [label for label in question.findChildren(QLabel) if label.text() == question.text]
    assert label.height() >= label.heightForWidth(label.width())
