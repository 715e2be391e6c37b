"""The live panel inside the survey page, over a real study file."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from pytestqt.qtbot import QtBot

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.study.file.given_answers import count_answers
from sortrank_gui.study.items.items import Study
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.ui.live.live_panel import SHOW
from sortrank_gui.ui.survey.survey_page import SurveyPage

MakePage = Callable[..., SurveyPage]


def let_answer(page: SurveyPage, qtbot: QtBot, goal: int) -> None:
    """Let a robot answer, and wait until all is shown."""
    page.study.request(Engine.start_robot, RobotOrder(goal=goal))
    qtbot.waitUntil(lambda: page.shows(goal))


def test_panel_shows_the_fit_of_the_journal(
    make_page: MakePage, qtbot: QtBot, study: Study
) -> None:
    """Scores, errors, wins and displacement are those of a fit of the file's answers."""
    page = make_page()
    let_answer(page, qtbot, 60)
    table = Comparisons(len(study.items))
    count_answers(table, page.state.snapshot.answers())
    found = assess(table)
    qtbot.waitUntil(lambda: np.allclose(page.live_panel.shown.scores, found.scores))
    shown = page.live_panel.shown
    np.testing.assert_allclose(shown.standard_errors, found.standard_errors)
    np.testing.assert_allclose((shown.low, shown.high), (found.low, found.high))
    np.testing.assert_array_equal(shown.wins, table.wins)
    truth = page.study.as_shown.truth
    assert page.live_panel.displacement.values()[0] == ranking.displacement(shown.scores, truth)
    assert page.live_panel.ranking.plot.order[0] == found.scores.argmax()


def test_panel_shows_the_sort_of_the_session(make_page: MakePage, qtbot: QtBot) -> None:
    """The picture is of the newest answer once the robot rests; the pair on the stage is marked."""
    page = make_page(strategy="quicksort")
    page.live_panel.sort_action.setChecked(True)
    page.live_panel.cover.buttons[SHOW].click()
    assert page.live_panel.sort.isVisible()
    let_answer(page, qtbot, 13)
    picture = page.live_panel.sort.view.picture
    assert picture.layout is page.state.layout
    assert picture.pair == (page.state.trial.left, page.state.trial.right)


def test_truth_is_loaded_into_the_study_and_removed(
    make_page: MakePage, qtbot: QtBot, tmp_path: Path
) -> None:
    """A CSV file becomes the study's truth, the curve follows; options of the panel stay."""
    page = make_page(truth=False)
    let_answer(page, qtbot, 20)
    panel = page.live_panel
    panel.displacement.log.click()
    assert panel.displacement.values()[0] is None
    assert not panel.displacement.remove_truth.isEnabled()
    path = tmp_path / "truth.csv"
    names = [item.name for item in page.study.as_shown.items]
    path.write_text("item,rank\n" + "".join(f"{name},{k}\n" for k, name in enumerate(names)))
    panel.load_truth(path)
    qtbot.waitUntil(lambda: panel.displacement.values()[0] is not None)
    assert page.study.content.truth == (0.0, -1.0, -2.0, -3.0, -4.0, -5.0)
    assert page.live_panel is panel
    assert panel.displacement.plot.log
    with qtbot.waitSignal(page.study.content_changed):
        panel.displacement.remove_truth.trigger()
    assert page.study.content.truth is None
    qtbot.waitUntil(lambda: panel.displacement.values()[0] is None)
    page.close_workers()


def test_panel_floats_beside_the_stage(make_page: MakePage, qtbot: QtBot) -> None:
    """In its own window the panel goes on showing what comes in."""
    page = make_page()
    page.floating.action.trigger()
    assert page.live_panel.window() is page.floating.window
    let_answer(page, qtbot, 10)
    page.floating.action.trigger()
    assert page.live_panel.window() is page.window()


def test_session_ends_by_the_expected_displacement(make_page: MakePage, qtbot: QtBot) -> None:
    """The analysis tells the session, which stops by its rule long before the budget."""
    from sortrank_gui.study.design.stop_rules import StopRules

    page = make_page(stop=StopRules(budget=100_000, displacement=1.0))
    page.study.request(Engine.start_robot, RobotOrder())
    qtbot.waitUntil(lambda: page.state.trial is None, timeout=20_000)
    assert 5 < page.state.answered < 100_000
