"""A participant's walk through the pages of a session, the same for every window that shows it."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.questionnaire import Answers
from sortrank_gui.study.design.timeline import Step
from sortrank_gui.study.design.versions import Version, make_version
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.survey.course import Course, CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.page_pictures import PagePictures


class Walk(QObject):
    """Follows an open study; `moved` says that another page may be due, or another trial."""

    moved = Signal()
    spoke = Signal()
    """The pages are in another language, or in other words, from now on; comes before `moved`."""

    def __init__(self, study: OpenStudy, parent: QObject | None = None) -> None:
        super().__init__(parent)
        assert study.content is not None
        self.study = study
        self._course = Course(study.content.design)
        self._content = study.content
        self._version: Version | None = None
        self._spoken = self._course.language
        self.pictures = PagePictures(study, self)
        self.pictures.changed.connect(self.moved)
        study.content_changed.connect(self._on_content_changed)
        study.state_changed.connect(self._on_state_changed)
        study.failed.connect(self._on_failed)
        if study.state is not None:
            self._course.follow(study.state)
            self._take_version(study.state)

    @property
    def page(self) -> CoursePage:
        """The page that is due."""
        return self._course.page

    @property
    def step(self) -> Step | None:
        """The step of the timeline that the page belongs to, if it has words of its own."""
        return self._course.step

    @property
    def content(self) -> Content:
        """Design and items as the participant gets them."""
        return self._content

    def find_prompt(self, question: int) -> str:
        """Return what a block asks, in the participant's words and language."""
        version = self._version or make_version(self._content.design)
        return find_text(version.block_design(question), self.language, "prompt")

    @property
    def language(self) -> str:
        """The language of the pages."""
        return self._course.language

    def invite(self) -> None:
        """Ask for the code of whoever comes next."""
        self._course.invite()
        self._tell()

    def go_on(self) -> None:
        """Leave the page of text that is shown."""
        page = self.page
        if page is CoursePage.PAUSED:
            self.study.request(Engine.resume)
            return
        if page is CoursePage.QUESTIONNAIRE:  # which is left by its answers alone
            return
        if page is CoursePage.CONSENT:
            self.study.request(Engine.consent, True, self.language)
        self._course.go_on()
        self.moved.emit()

    def fill_in(self, given: Answers) -> None:
        """Keep the answers to the questionnaire that is shown; the page is left once they are."""
        step = self.step
        if step is not None and self.page is CoursePage.QUESTIONNAIRE:
            self.study.request(Engine.answer_questionnaire, step.name, given, self.language)

    def decline(self) -> None:
        """End the session of who does not agree; nothing about it is kept."""
        self._course.decline()
        self.study.request(Engine.consent, False, self.language)

    def choose(self, language: str) -> None:
        """Go on in a language that the study offers."""
        self.study.request(Engine.choose_language, language)
        self._course.choose(language)
        self._tell()

    def stop(self, reason: str) -> None:
        """Pause the session from the participant's window, from where it goes on too."""
        self._course.stop()
        self.study.request(Engine.pause, reason)

    def _tell(self) -> None:
        before, self._spoken = self._spoken, self.language
        if before != self._spoken:
            self.spoke.emit()
        self.moved.emit()

    @Slot()
    def _on_content_changed(self) -> None:
        assert self.study.content is not None
        self._course.design = self.study.content.design
        self._content = self.study.content

    @Slot(object)
    def _on_state_changed(self, state: SurveyState) -> None:
        self._course.follow(state)
        if self._take_version(state):
            self.spoke.emit()
        self._tell()

    def _take_version(self, state: SurveyState) -> bool:
        """Take the version of the study that the participant has; return whether it is another."""
        if state.version == self._version:
            return False
        before = self._content
        self._version, self._content = state.version, state.file.content
        if state.version is not None:
            items = state.version.show_items(self._content.items)
            self._content = replace(self._content, design=state.version.design, items=items)
        return before.design is not self._content.design or before.items is not self._content.items

    @Slot()
    def _on_failed(self) -> None:
        """Ask again where the answer about consent is not on disk."""
        if self.study.state is not None and self.study.state.needs_consent:
            self._course.ask_consent()
            self.moved.emit()
