from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from sortrank_gui import ranking
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.design.timeline import Block, Step, StepKind
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.items.items import Study
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.live.sort_card import SortCard
from sortrank_gui.ui.participant.questionnaire_page import QuestionnairePage
from sortrank_gui.ui.survey.mirror_card import MirrorCard
from sortrank_gui.ui.survey.survey_page import SurveyPage

MakePage = Callable[..., SurveyPage]


def press(page: SurveyPage, qtbot: QtBot, key: Qt.Key) -> None:
    """Press a key on the stage once it waits for one, and wait until the engine counted it."""
    qtbot.waitUntil(lambda: page.stage.is_at_rest)
    with qtbot.waitSignal(page.study.state_changed):
        qtbot.keyClick(page.stage, key)


def test_keys_answer_a_whole_session(make_page: MakePage, qtbot: QtBot) -> None:
    """By keyboard alone: every answer counts once, then the page says thank you."""
    page = make_page(budget=6)
    for key in (Qt.Key.Key_Left, Qt.Key.Key_J, Qt.Key.Key_Down) * 2:
        press(page, qtbot, key)
    qtbot.waitUntil(lambda: page.pages.done.isVisible())
    given = [answer.answer for answer in page.state.snapshot.answers()]
    assert given == [Answer.LEFT, Answer.RIGHT, Answer.EQUAL] * 2


def test_undo_shows_the_trial_before(make_page: MakePage, qtbot: QtBot) -> None:
    """Backspace brings the last pair back to the stage."""
    page = make_page()
    first = page.state.trial
    press(page, qtbot, Qt.Key.Key_Left)
    press(page, qtbot, Qt.Key.Key_Backspace)
    assert page.state.trial == first
    assert page.state.answered == 0
    qtbot.waitUntil(lambda: page.stage.is_at_rest)


def test_robot_fills_a_session(make_page: MakePage, qtbot: QtBot, study: Study) -> None:
    """At full speed the robot gives all answers, and the panel shows what the engine has."""
    page = make_page(budget=300)
    page.tab.speed.set_current("full speed")
    page.tab.robot.trigger()
    qtbot.waitUntil(lambda: page.shows(300))
    assert page.live_panel.shown.answered == 300
    order = page.live_panel.ranking.plot.order
    assert ranking.displacement(-np.argsort(order), study.truth) <= 6


def test_robot_can_be_paused(make_page: MakePage, qtbot: QtBot) -> None:
    """The button says what it will do, and a person can take over."""
    page = make_page(budget=500)
    page.tab.speed.set_current("20 per second")
    assert page.tab.robot.text() == "Let a robot answer"
    with qtbot.waitSignal(page.study.state_changed, check_params_cb=lambda s: s.answered > 1):
        page.tab.robot.trigger()
    assert page.tab.robot.text() == "Pause the robot"
    with qtbot.waitSignal(page.study.state_changed, check_params_cb=lambda s: not s.robot_runs):
        page.tab.robot.trigger()
    answered = page.state.answered
    press(page, qtbot, Qt.Key.Key_Right)
    assert page.state.answered == answered + 1


def test_more_answers_can_follow_the_end(make_page: MakePage, qtbot: QtBot) -> None:
    """The menu offers to go on, and then there is a trial again."""
    page = make_page(budget=1)
    press(page, qtbot, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: page.pages.done.isVisible())
    page.tab.more.trigger()
    qtbot.waitUntil(lambda: page.state.trial is not None and page.stage.is_at_rest)
    assert page.state.budget == 101


def test_failure_is_shown_and_the_session_goes_on(
    make_page: MakePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failing fit shows a sentence; answers still count."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise FloatingPointError("overflow in a test")

    page = make_page()
    monkeypatch.setattr(ranking, "fit", fail)
    with qtbot.waitSignal(page.study.failed) as failed:
        press(page, qtbot, Qt.Key.Key_Left)
    assert "overflow" in failed.args[0].sentence
    press(page, qtbot, Qt.Key.Key_Left)
    assert page.state.answered == 2


def test_failed_answer_can_be_given_again(
    make_page: MakePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the engine could not take an answer, the same trial takes another one."""
    page = make_page()
    with monkeypatch.context() as broken:
        broken.setattr("sortrank_gui.study.survey.sessions.Session.answer", None)
        with qtbot.waitSignal(page.study.failed):
            qtbot.keyClick(page.stage, Qt.Key.Key_Left)
    press(page, qtbot, Qt.Key.Key_Left)
    assert page.state.answered == 1


def test_status_says_where_the_sort_is(make_page: MakePage, qtbot: QtBot) -> None:
    """The status line names strategy, sort, level and pace."""
    page = make_page()
    with qtbot.waitSignal(page.status_changed) as status:
        press(page, qtbot, Qt.Key.Key_Left)
    assert status.args[0].startswith("P01 · Mergesort · sort 1 · level 1 of 3 · ")
    assert status.args[0].endswith(" s per answer")


def test_robot_without_a_truth_flips_coins(make_page: MakePage, qtbot: QtBot) -> None:
    """Only what is possible is offered, and the robot answers."""
    page = make_page(truth=False, budget=5)
    assert [action.text() for action in page.tab.noise.actions()] == ["By coin flips"]
    page.tab.speed.set_current("full speed")
    page.tab.robot.trigger()
    qtbot.waitUntil(lambda: page.state.answered == 5)
    with qtbot.waitSignal(page.study.content_changed):
        page.study.request(Engine.set_truth, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    qtbot.waitUntil(lambda: len(page.tab.noise.actions()) == 4)


def test_each_block_asks_its_own_question(make_page: MakePage, qtbot: QtBot) -> None:
    """The stage and the live panel go with the trial from one question to the next."""
    blocks = [
        Step(StepKind.BLOCK, name, block=Block(f"Which is more {name}?", stop=StopRules(2)))
        for name in ("sharp", "nice")
    ]
    page = make_page(demo=False, timeline=tuple(blocks))
    asked = []
    for _ in range(4):
        qtbot.waitUntil(lambda: page.stage.is_at_rest)
        asked.append(page.stage._prompt.text())
        press(page, qtbot, Qt.Key.Key_Left)
    assert asked == ["Which is more sharp?"] * 2 + ["Which is more nice?"] * 2
    qtbot.waitUntil(lambda: page.pages.done.isVisible())
    page.live_panel.questions.chosen.emit("0")
    qtbot.waitUntil(lambda: page.state.question == 0)
    assert page.state.snapshot.length == 2


def test_page_makes_what_is_not_seen_when_it_is_wanted(make_page: MakePage, qtbot: QtBot) -> None:
    """The sort, the mirror, questionnaires and most questions come later, and are up to date."""
    page = make_page()
    for kind in (SortCard, MirrorCard, QuestionnairePage):
        assert not page.findChildren(kind)
    assert not {"known", "paused", "ending", "stuck", "finished"} & vars(page.pages).keys()
    page.live_panel.sort_action.setChecked(True)
    picture = page.live_panel.sort.view.picture
    assert picture.pair == (page.state.trial.left, page.state.trial.right)
    page.study.request(Engine.pause)
    qtbot.waitUntil(lambda: page.pages.paused.isVisible())
    assert page.pages.paused.title == "P01 is paused"


@pytest.mark.parametrize("demo", [True, False])
def test_nothing_lies_loose_on_the_page(make_page: MakePage, demo: bool) -> None:
    """What is shown has its place: nothing covers the corner because no layout has taken it."""
    page = make_page(demo=demo)
    parts = page.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    assert all(page.layout().indexOf(part) >= 0 for part in parts if part.isVisible())
