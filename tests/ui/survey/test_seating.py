"""One person after another in the main window, as a lab seats them."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.design.design import Texts, Translation
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.file.events import EventKind, StudyEvent, text_digest
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.live.live_panel import SHOW
from sortrank_gui.ui.survey.session_pages import AGAIN, CONTINUE, NEXT, OTHER, ROBOT
from sortrank_gui.ui.survey.survey_page import SurveyPage

MakePage = Callable[..., SurveyPage]
ENTER = Qt.Key.Key_Return
TEXTS = Texts(welcome="Hello!", consent="May we?", instructions="Choose one.", thanks="Bye!")


def press(qtbot: QtBot, key: Qt.Key) -> None:
    """Press a key where the focus is."""
    qtbot.keyClick(QApplication.focusWidget(), key)


def start(page: SurveyPage, qtbot: QtBot, code: str) -> None:
    """Type a code and press Enter."""
    qtbot.waitUntil(lambda: page.pages.idle.isVisible() and page.pages.idle.field.hasFocus())
    page.pages.idle.field.selectAll()
    qtbot.keyClicks(page.pages.idle.field, code)
    press(qtbot, ENTER)


def answer_all(page: SurveyPage, qtbot: QtBot) -> None:
    """Answer to the end by keys."""
    while page.state.phase is Phase.RUNNING:
        qtbot.waitUntil(lambda: page.stage.is_at_rest or page.state.phase is not Phase.RUNNING)
        if page.state.phase is Phase.RUNNING:
            with qtbot.waitSignal(page.study.state_changed):
                qtbot.keyClick(page.stage, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: page.session.page is CoursePage.THANKS)


def free(page: SurveyPage, qtbot: QtBot) -> SurveyPage:
    """End P01's session, with which every page begins."""
    page.study.request(Engine.end)
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())
    return page


def events_of(page: SurveyPage, qtbot: QtBot) -> list[StudyEvent]:
    """Return what happened to the study, but for the screens that it was shown on."""
    found: list[list[StudyEvent]] = []
    page.study.run(lambda file: list(file.everything.events), found.append)
    qtbot.waitUntil(lambda: bool(found))
    return [event for event in found[0] if event.kind != EventKind.SCREEN]


def test_next_person_does_not_inherit_the_code(make_page: MakePage, qtbot: QtBot) -> None:
    """After a session with a typed code the field has a code that nobody has."""
    page = free(make_page(budget=1), qtbot)
    start(page, qtbot, "VP113")
    qtbot.waitUntil(lambda: page.state.participant == "VP113")
    answer_all(page, qtbot)
    page.pages.done.buttons[NEXT].click()
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())
    assert page.pages.idle.field.text() == page.state.next_code
    assert page.state.next_code not in {"VP113", "P01"}


def test_code_that_is_being_typed_is_not_overwritten(make_page: MakePage, qtbot: QtBot) -> None:
    """Another free code changes the field only as long as nobody typed into it."""
    page = free(make_page(), qtbot)
    field, content = page.pages.idle.field, page.study.content
    page.pages.follow(replace(page.state, next_code="P07"), content)
    assert field.text() == "P07"
    field.selectAll()
    qtbot.keyClicks(field, "VP1")
    page.pages.follow(replace(page.state, next_code="P08"), content)
    assert field.text() == "VP1"


def test_code_is_fresh_after_a_session_was_resumed(make_page: MakePage, qtbot: QtBot) -> None:
    """The code of who came back does not stay in the field either."""
    page = make_page(budget=3)
    page.study.request(Engine.leave)
    start(page, qtbot, "P01")
    page.pages.known.buttons[CONTINUE].click()
    qtbot.waitUntil(lambda: page.state.phase is Phase.RUNNING)
    page.study.request(Engine.end)
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())
    assert page.pages.idle.field.text() == "P02"


def test_hidden_page_takes_no_keys(make_page: MakePage, qtbot: QtBot) -> None:
    """A trial that ends after its session was left takes the keyboard away from nobody."""
    page = make_page()
    page.study.request(Engine.leave)
    qtbot.waitUntil(lambda: page.pages.idle.field.hasFocus())
    page.session._shown = CoursePage.TRIAL  # a highlight that ends late
    page.session._on_trial_changed(None)
    assert page.session.page is CoursePage.CODE
    assert page.pages.idle.field.hasFocus()


def test_known_code_is_a_question(make_page: MakePage, qtbot: QtBot) -> None:
    """Enter, Enter on the code of an ended session leads back to another code, not to session 2."""
    page = free(make_page(), qtbot)
    start(page, qtbot, "P01")
    assert page.pages.known.isVisible()
    assert page.pages.known.title == "P01 has taken part already"
    assert page.pages.known.buttons[OTHER].hasFocus()
    assert not page.pages.known.buttons[CONTINUE].isVisible()
    press(qtbot, Qt.Key.Key_Space)
    assert page.pages.idle.field.text() == "P02"
    start(page, qtbot, "P01")
    page.pages.known.buttons[AGAIN].click()
    qtbot.waitUntil(lambda: page.state.phase is Phase.RUNNING)
    assert [(s.participant, s.number) for s in page.state.sittings] == [("P01", 1), ("P01", 2)]


def test_main_window_shows_every_page(make_page: MakePage, qtbot: QtBot) -> None:
    """Welcome, consent, instructions, practice, a break and thanks come there as elsewhere."""
    page = free(make_page(texts=TEXTS, practice=1, break_every=1, budget=2), qtbot)
    start(page, qtbot, "P02")
    qtbot.waitUntil(lambda: page.session.page is CoursePage.WELCOME)
    assert not page.stage.isVisible()
    for due in (
        CoursePage.WELCOME,
        CoursePage.CONSENT,
        CoursePage.INSTRUCTIONS,
        CoursePage.PRACTICE,
    ):
        assert page.session.page is due
        if due is CoursePage.CONSENT:
            press(qtbot, ENTER)
            assert page.session.page is CoursePage.CONSENT  # not ticked yet
            press(qtbot, Qt.Key.Key_Space)
        press(qtbot, ENTER)
    for due in (CoursePage.BEGINNING, CoursePage.BREAK, CoursePage.THANKS):
        qtbot.waitUntil(lambda: page.stage.is_at_rest)
        qtbot.keyClick(page.stage, Qt.Key.Key_Left)
        qtbot.waitUntil(lambda page_due=due: page.session.page is page_due)
        if due is not CoursePage.THANKS:
            press(qtbot, ENTER)
    assert page.session.message_page.text == "Bye!"
    assert page.session.message_page.isVisible()
    assert page.pages.done.title == "P02 is done"


def test_ranking_is_covered_while_somebody_answers_here(make_page: MakePage, qtbot: QtBot) -> None:
    """Showing it is a deliberate act, which the file notes; between sessions it is there."""
    page = make_page()
    panel = page.live_panel
    assert panel.cover.isVisible()
    assert not any(card.isVisible() for card in panel.cards)
    qtbot.mouseClick(panel.cover.buttons[SHOW], Qt.MouseButton.LeftButton)
    assert panel.ranking.isVisible()
    assert not panel.cover.isVisible()
    assert [event.kind for event in events_of(page, qtbot)] == [EventKind.RANKING_SHOWN]
    free(page, qtbot)
    assert panel.ranking.isVisible()
    page.study.request(Engine.start_session, "P02")
    qtbot.waitUntil(lambda: page.state.participant == "P02")
    assert panel.cover.isVisible()


def test_ranking_is_open_while_the_participant_has_a_window(
    make_page: MakePage, qtbot: QtBot
) -> None:
    """The researcher watches it form on the other screen."""
    page = make_page()
    page.participant.open_on(QGuiApplication.primaryScreen())
    assert page.live_panel.ranking.isVisible()
    page.participant.close()
    assert not page.live_panel.ranking.isVisible()


def test_participant_window_before_the_start_leads_to_a_trial(
    make_page: MakePage, qtbot: QtBot
) -> None:
    """With one screen, the window itself asks for the code, and Enter begins."""
    page = free(make_page(), qtbot)
    page.participant.open_on(QGuiApplication.primaryScreen())
    window = page.participant.window
    qtbot.waitUntil(window.isActiveWindow)
    assert window.page is CoursePage.CODE
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.message_page.field)
    press(qtbot, ENTER)
    qtbot.waitUntil(lambda: window.page is CoursePage.TRIAL)
    assert page.state.participant == "P02"


def test_known_code_in_the_participant_window_is_a_question_too(
    make_page: MakePage, qtbot: QtBot
) -> None:
    """The window makes room for the researcher's question and comes back with the session."""
    page = free(make_page(), qtbot)
    page.participant.open_on(QGuiApplication.primaryScreen())
    window = page.participant.window
    qtbot.waitUntil(lambda: QApplication.focusWidget() is window.message_page.field)
    qtbot.keyClicks(window.message_page.field, "P01")
    press(qtbot, ENTER)
    assert page.pages.known.isVisible()
    assert not window.isVisible()
    page.pages.known.buttons[AGAIN].click()
    qtbot.waitUntil(lambda: window.isVisible() and window.page is CoursePage.TRIAL)
    assert page.state.sittings[-1].number == 2


def test_window_that_is_opened_again_asks_for_the_next_code(
    make_page: MakePage, qtbot: QtBot
) -> None:
    """Thanks for the last person are not said to the next one."""
    page = make_page(budget=1)
    answer_all(page, qtbot)
    page.pages.done.buttons[NEXT].click()
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())
    page.participant.open_on(QGuiApplication.primaryScreen())
    assert page.participant.window.page is CoursePage.CODE
    assert page.participant.window.message_page.field.text() == "P02"


def test_robots_have_sessions_of_their_own(make_page: MakePage, qtbot: QtBot) -> None:
    """Chosen on the start card, under a code of its own; people's counts do not know it."""
    page = free(make_page(demo=False, texts=TEXTS, practice=1, break_every=2, budget=4), qtbot)
    page.tab.speed.set_current("full speed")
    page.pages.idle.buttons[ROBOT].click()
    qtbot.waitUntil(lambda: page.state.phase is Phase.OVER)
    assert page.state.is_robot
    assert page.state.participant == "R01"
    assert not page.live_panel.cover.isVisible()
    page.pages.done.buttons[NEXT].click()
    qtbot.waitUntil(lambda: page.pages.idle.isVisible())
    assert page.pages.idle.field.text() == "P02"
    assert page.pages.idle.text.startswith("1 participant and 0 answers")


def test_robot_goes_on_after_a_pause(make_page: MakePage, qtbot: QtBot) -> None:
    """Nobody can answer in its session, so that going on means that the robot does."""
    page = free(make_page(demo=False, budget=200), qtbot)
    page.tab.speed.set_current("20 per second")
    page.pages.idle.buttons[ROBOT].click()
    qtbot.waitUntil(lambda: page.state.answered > 1)
    page.tab.pause.trigger()
    qtbot.waitUntil(lambda: page.pages.paused.isVisible())
    answered = page.state.answered
    page.tab.pause.trigger()
    qtbot.waitUntil(lambda: page.state.answered > answered)


def test_no_robot_answers_for_a_person(make_page: MakePage, qtbot: QtBot) -> None:
    """Ctrl+R does nothing in a person's session, and the menu says so."""
    page = make_page(demo=False)
    assert not page.tab.robot.isEnabled()
    page.tab.robot.trigger()
    qtbot.wait(50)
    assert not page.state.robot_runs
    with qtbot.waitSignal(page.study.failed):
        page._on_robot()
    assert page.state.answered == 0


def test_robots_code_is_not_given_to_a_person(make_page: MakePage, qtbot: QtBot) -> None:
    """The sentence says so, and nothing starts."""
    page = free(make_page(demo=False, budget=1), qtbot)
    page.pages.idle.buttons[ROBOT].click()
    qtbot.waitUntil(lambda: page.state.participant == "R01")
    free(page, qtbot)
    with qtbot.waitSignal(page.study.failed) as failed:
        start(page, qtbot, "R01")
    assert "R01 is a robot's code" in failed.args[0].sentence
    assert page.state.phase is Phase.IDLE


def test_codes_follow_the_pattern_of_the_last(make_page: MakePage, qtbot: QtBot) -> None:
    """After VP113 comes VP114."""
    page = free(make_page(demo=False), qtbot)
    start(page, qtbot, "VP113")
    qtbot.waitUntil(lambda: page.state.participant == "VP113")
    free(page, qtbot)
    assert page.pages.idle.field.text() == "VP114"


def test_only_codes_of_the_list_are_taken(make_page: MakePage, qtbot: QtBot) -> None:
    """The field offers the next of the list; another code is refused in a sentence."""
    page = free(make_page(demo=False, codes=("P01", "kiwi", "plum")), qtbot)
    assert page.pages.idle.field.text() == "kiwi"
    with qtbot.waitSignal(page.study.failed) as failed:
        start(page, qtbot, "apple")
    assert "“apple” is not in this study's list of codes." in failed.args[0].sentence
    start(page, qtbot, "plum")
    qtbot.waitUntil(lambda: page.state.participant == "plum")


def test_who_declines_leaves_nothing(make_page: MakePage, qtbot: QtBot) -> None:
    """The page says so; the session is gone from the file; only that somebody declined is known."""
    page = free(make_page(demo=False, texts=TEXTS), qtbot)
    start(page, qtbot, "P02")
    qtbot.waitUntil(lambda: page.session.page is CoursePage.WELCOME)
    press(qtbot, ENTER)
    qtbot.mouseClick(page.session.message_page.decline, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.session.page is CoursePage.DECLINED)
    assert "You did not agree" in page.session.message_page.text
    assert page.session.message_page.isVisible()
    assert page.live_panel.cover.isVisible()  # they still sit here
    assert [sitting.participant for sitting in page.state.sittings] == ["P01"]
    assert EventKind.DECLINED in [event.kind for event in events_of(page, qtbot)]
    page.pages.done.buttons[NEXT].click()
    assert page.pages.idle.isVisible()
    assert not page.live_panel.cover.isVisible()
    assert page.pages.idle.field.text() == "P02"


def test_consent_is_an_event(make_page: MakePage, qtbot: QtBot) -> None:
    """Which text was agreed to, and in which language, is in the file."""
    page = free(make_page(demo=False, texts=TEXTS), qtbot)
    start(page, qtbot, "P02")
    qtbot.waitUntil(lambda: page.session.page is CoursePage.WELCOME)
    for key in (ENTER, Qt.Key.Key_Space, ENTER):
        press(qtbot, key)
    assert page.session.page is CoursePage.INSTRUCTIONS
    (event,) = (e for e in events_of(page, qtbot) if e.kind == EventKind.CONSENT)
    assert event.facts == {"text": text_digest("May we?"), "language": "en"}


def test_consent_that_is_not_on_disk_is_asked_for_again(
    make_page: MakePage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody goes on to the trials without a consent in the file."""

    def fail(*_arguments: object) -> None:
        raise StudyFileError("The disk is full.")

    page = free(make_page(demo=False, texts=TEXTS), qtbot)
    start(page, qtbot, "P02")
    qtbot.waitUntil(lambda: page.session.page is CoursePage.WELCOME)
    with monkeypatch.context() as broken:
        broken.setattr("sortrank_gui.study.file.storage.StudyFile.add_event", fail)
        with qtbot.waitSignal(page.study.failed):
            for key in (ENTER, Qt.Key.Key_Space, ENTER):
                press(qtbot, key)
    qtbot.waitUntil(lambda: page.session.page is CoursePage.CONSENT)


def test_consent_waits_for_the_end_of_its_text(make_page: MakePage, qtbot: QtBot) -> None:
    """Where the study asks for it, a long text must be scrolled before anybody can agree."""
    texts = Texts(consent="Words of the law.\n\n" * 60)
    page = make_page(demo=False, texts=texts, consent_to_end=True)
    sheet = page.session.message_page
    qtbot.waitUntil(lambda: page.session.page is CoursePage.CONSENT and sheet.isVisible())
    assert not sheet.tick.isEnabled()
    assert sheet.decline.isEnabled()
    assert "read to the end" in sheet._note.text()
    for _ in range(30):
        qtbot.keyClick(page.session, Qt.Key.Key_PageDown)
    assert sheet.tick.isEnabled()
    sheet.tick.click()
    assert sheet.button.isEnabled()


def test_participant_chooses_the_language(make_page: MakePage, qtbot: QtBot) -> None:
    """The first page offers the study's languages; the choice is kept, and all pages follow it."""
    german = Translation("de", "Welches?", Texts(welcome="Hallo!", consent="Dürfen wir?"))
    page = make_page(demo=False, texts=TEXTS, languages=("en", "de"), translations=(german,))
    sheet = page.session.message_page
    qtbot.waitUntil(lambda: page.session.page is CoursePage.LANGUAGE and sheet.isVisible())
    assert [button.text() for button in sheet.choices] == ["English", "Deutsch"]
    qtbot.mouseClick(sheet.choices[1], Qt.MouseButton.LeftButton)
    assert page.session.page is CoursePage.WELCOME
    assert sheet.text == "Willkommen\nHallo!"
    press(qtbot, ENTER)
    assert sheet.decline.text() == languages()["de"].words["decline"]
    facts = [e.facts for e in events_of(page, qtbot) if e.kind == EventKind.LANGUAGE]
    assert facts == [{"language": "de"}]
    free(page, qtbot)
    page.study.request(Engine.start_session, "P02")
    qtbot.waitUntil(lambda: page.session.page is CoursePage.LANGUAGE)
    assert page.walk.language == "en"


def test_pages_show_pictures_of_the_study(make_page: MakePage, qtbot: QtBot) -> None:
    """A page that names an item's picture shows it, as wide as the page at most."""
    name = make_page().study.content.items[0].name
    page = make_page(name="pictures", demo=False, texts=Texts(welcome=f"Look:\n\n![](<{name}>)"))
    qtbot.waitUntil(lambda: bool(page.walk.pictures.images))
    sheet = page.session.message_page
    assert page.session.page is CoursePage.WELCOME
    qtbot.waitUntil(lambda: sheet._text.maximumHeight() > 100)
    picture = page.walk.pictures.images[name]
    assert 0 < picture.width() <= 1600


def test_fast_robots_are_not_highlighted(make_page: MakePage, qtbot: QtBot) -> None:
    """At full speed the stage keeps up; a slow robot's choice is marked like a person's."""
    page = make_page(budget=100)
    choices: list[object] = []
    view = page.stage.trial_view
    shown = view.show_trial

    def note(trial: Trial | None, *, after: Answer | None = None) -> None:
        choices.append(after)
        shown(trial, after=after)

    view.show_trial = note
    page.study.request(Engine.start_robot, RobotOrder(goal=50))
    qtbot.waitUntil(lambda: page.state.answered == 50)
    assert set(choices[:-1]) == {None}
    choices.clear()
    page.study.request(Engine.start_robot, RobotOrder(answers_per_second=5, goal=52))
    qtbot.waitUntil(lambda: page.state.answered == 52)
    assert any(choices)


def test_resumed_session_goes_on_in_its_language(make_page: MakePage, qtbot: QtBot) -> None:
    """Who comes back is not asked again, neither for the language nor for consent."""
    german = Translation("de", "Welches?", Texts(consent="Dürfen wir?"))
    texts = Texts(consent="May we?")
    page = make_page(demo=False, texts=texts, languages=("en", "de"), translations=(german,))
    sheet = page.session.message_page
    qtbot.waitUntil(lambda: page.session.page is CoursePage.LANGUAGE and sheet.isVisible())
    qtbot.mouseClick(sheet.choices[1], Qt.MouseButton.LeftButton)
    for key in (Qt.Key.Key_Space, ENTER):
        press(qtbot, key)
    qtbot.waitUntil(lambda: page.stage.is_at_rest)
    qtbot.keyClick(page.stage, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: page.state.answered == 1)
    page.study.request(Engine.leave)
    start(page, qtbot, "P01")
    page.pages.known.buttons[CONTINUE].click()
    qtbot.waitUntil(lambda: page.stage.is_at_rest)
    assert (page.session.page, page.walk.language) == (CoursePage.TRIAL, "de")
    assert page.stage._prompt.text() == "Welches?"
    qtbot.keyClick(page.stage, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: page.state.answered == 2)
