"""What a participant sees of a session: a page of text, a questionnaire or a trial.

How it works
------------
The walk says which page is due; any window may show it. A trial that was answered is first seen to
its end: the highlight and the blank interval pass before a page of text takes its place.
"""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QImage, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from sortrank_gui.study.design.questionnaire import Answers
from sortrank_gui.study.design.timeline import Step
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.events import Screen
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.participant.answer_keys import PAGES
from sortrank_gui.ui.participant.message_page import MessagePage
from sortrank_gui.ui.participant.messages import message_for
from sortrank_gui.ui.participant.questionnaire_page import QuestionnairePage
from sortrank_gui.ui.participant.trial_view import TrialView
from sortrank_gui.ui.participant.walk import Walk

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SCROLLS = PAGES | {Qt.Key.Key_Down: 0.1, Qt.Key.Key_Up: -0.1}
_SLOW = 1 / 6
"""A robot that takes at least so many seconds for an answer has it highlighted like a person's."""


class SessionView(QStackedWidget):
    """Shows the page that is due: `trial_page` with its `view`, or a page of text."""

    page_changed = Signal(object)
    code_given = Signal(str)
    """Somebody gave a code to begin with."""

    def __init__(
        self, walk: Walk, trial_page: QWidget, view: TrialView, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._walk, self._study = walk, walk.study
        self._trial_page, self._view = trial_page, view
        self._is_shown_elsewhere = False
        self._shown: CoursePage | None = None
        self._pictures: Mapping[str, QImage] = {}
        self._asked: tuple[object, ...] = ()
        """Who fills in which questionnaire."""
        self._questionnaire_page: QuestionnairePage | None = None
        self.message_page = MessagePage()
        for part in (self.message_page, trial_page):
            self.addWidget(part)
        view.answered.connect(self._on_answered)
        view.undo_wanted.connect(self._on_undo_wanted)
        view.trial_changed.connect(self._on_trial_changed)
        self.message_page.continued.connect(self._on_continued)
        self.message_page.declined.connect(walk.decline)
        self.message_page.chosen.connect(walk.choose)
        self._study.failed.connect(self._on_failed)
        walk.moved.connect(self.refresh)

    @property
    def page(self) -> CoursePage | None:
        """The page that is shown."""
        return self._shown

    @property
    def questionnaire_page(self) -> QuestionnairePage:
        """What shows questionnaires, made for the first of them."""
        if self._questionnaire_page is None:
            self._questionnaire_page = QuestionnairePage()
            self._questionnaire_page.finished.connect(self._on_filled_in)
            self.addWidget(self._questionnaire_page)
        return self._questionnaire_page

    def set_elsewhere(self, elsewhere: bool) -> None:
        """Take no answers while another window does."""
        self._is_shown_elsewhere = elsewhere
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show what is due now."""
        page, state = self._walk.page, self._study.state
        if page is CoursePage.TRIAL and state is not None:
            self._show_trial(state)
        elif self._shown is CoursePage.TRIAL:
            self._view.show_trial(None)  # and then the page that is due
        else:
            self._show_page(page)

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key for the page that is shown; return whether it belongs to it."""
        if self._shown is CoursePage.TRIAL:
            return self._view.take_key(event)
        if event.key() in ENTER and not event.isAutoRepeat():
            self._words_page.go_on()
        elif event.key() in _SCROLLS:
            self._words_page.scroll_page(_SCROLLS[Qt.Key(event.key())])
        else:
            return False
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Use what no control of a page of text wanted; keys of trials go to who shows them."""
        if self._shown is CoursePage.TRIAL or not self.take_key(event):
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Let the keyboard act on what came while nobody saw it."""
        super().showEvent(event)
        self.take_focus()

    def take_focus(self) -> None:
        """Let the keyboard act on what is shown."""
        if self._shown is CoursePage.TRIAL:
            self._trial_page.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self._words_page.take_focus()

    def _take_focus_if_seen(self) -> None:
        """Take the keyboard for another page, but not away from what is shown in our place."""
        if self.isVisible():
            self.take_focus()

    @property
    def _words_page(self) -> MessagePage | QuestionnairePage:
        """What shows the page, if that is no trial."""
        is_asked = self._shown is CoursePage.QUESTIONNAIRE
        return self.questionnaire_page if is_asked else self.message_page

    def _show_trial(self, state: SurveyState) -> None:
        if self._shown is not CoursePage.TRIAL:
            self._shown = CoursePage.TRIAL
            self.setCurrentWidget(self._trial_page)
            self._take_focus_if_seen()
            self.page_changed.emit(self._shown)
        is_robots = state.robot_runs or bool(state.is_robot)
        self._view.set_input_allowed(not is_robots and not self._is_shown_elsewhere)
        self._view.show_trial(state.trial, after=_find_robots_choice(state))
        self._view.fetch_ahead(state.likely_items)

    def _show_page(self, page: CoursePage) -> None:
        if self._study.content is None or page is CoursePage.TRIAL:
            return
        if page is CoursePage.QUESTIONNAIRE and self._walk.step is not None:
            self._show_questionnaire(self._walk.step)
        else:
            self._show_message(page)

    def _show_questionnaire(self, step: Step) -> None:
        """Show a questionnaire, which keeps its answers until another one is due."""
        state, language = self._study.state, self._walk.language
        who = ("", 0) if state is None else (state.participant, len(state.sittings))
        asked = (step, language, *who)
        if asked != self._asked:
            self._asked = asked
            words = partial(find_text, self._walk.content.design, language)
            self.questionnaire_page.clear()
            self.questionnaire_page.show_step(step, language, words, self._walk.pictures.images)
        elif self._shown is CoursePage.QUESTIONNAIRE:
            return
        self._shown = CoursePage.QUESTIONNAIRE
        self.questionnaire_page.setEnabled(True)
        self.setCurrentWidget(self.questionnaire_page)
        self._take_focus_if_seen()
        self.page_changed.emit(self._shown)

    def _show_message(self, page: CoursePage) -> None:
        design, language = self._walk.content.design, self._walk.language
        message = message_for(page, design, self._study.state, language, self._walk.step)
        pictures = self._walk.pictures.images
        if (page, pictures) == (
            self._shown,
            self._pictures,
        ) and message == self.message_page.message:
            return
        self._shown, self._pictures = page, pictures
        self.message_page.show_message(message, pictures)
        self.setCurrentWidget(self.message_page)
        self._take_focus_if_seen()
        self.page_changed.emit(page)

    @Slot(object)
    def _on_trial_changed(self, trial: object) -> None:
        if trial is None:
            self._show_page(self._walk.page)

    @Slot(int, object, float, object, object)
    def _on_answered(
        self, number: int, answer: Answer, seconds: float, detail: Detail, screen: Screen
    ) -> None:
        self._study.request(Engine.answer, number, answer, seconds, detail, screen)

    @Slot()
    def _on_continued(self) -> None:
        if self._shown is CoursePage.CODE:
            self.code_given.emit(self.message_page.field.text().strip())
        else:
            self._walk.go_on()

    @Slot(dict)
    def _on_filled_in(self, given: Answers) -> None:
        """Hand the answers over, once; the page is left when they are on disk."""
        self.questionnaire_page.setEnabled(False)
        self._walk.fill_in(given)

    @Slot()
    def _on_failed(self) -> None:
        form = self._questionnaire_page
        if form is not None and not form.isEnabled():
            form.setEnabled(True)
            self._take_focus_if_seen()

    @Slot()
    def _on_undo_wanted(self) -> None:
        if self._study.state is not None and self._study.state.can_undo:
            self._study.request(Engine.undo)


def _find_robots_choice(state: SurveyState) -> Answer | None:
    """Return a robot's answer if it comes slowly enough to be seen."""
    is_fast = state.robot_pause is not None and state.robot_pause < _SLOW
    if state.last is None or not state.last.by_robot or is_fast:
        return None
    return state.last.answer
