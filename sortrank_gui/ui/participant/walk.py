"""A participant's walk through the pages of a session, the same for every window that shows it."""

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.study.survey.course import Course, Page
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy


class Walk(QObject):
    """Follows an open study; `moved` says that another page may be due, or another trial."""

    moved = Signal()

    def __init__(self, study: OpenStudy, parent: QObject | None = None) -> None:
        super().__init__(parent)
        assert study.content is not None
        self.study = study
        self._course = Course(study.content.design)
        study.content_changed.connect(self._on_content_changed)
        study.state_changed.connect(self._on_state_changed)
        if study.state is not None:
            self._course.follow(study.state)

    @property
    def page(self) -> Page:
        """The page that is due."""
        return self._course.page

    def invite(self) -> None:
        """Ask for the code of whoever comes next."""
        self._course.invite()
        self.moved.emit()

    def go_on(self) -> None:
        """Leave the page of text that is shown."""
        if self.page is Page.PAUSED:
            self.study.request(Engine.resume)
        else:
            self._course.go_on()
            self.moved.emit()

    def stop(self, reason: str) -> None:
        """Pause the session from the participant's window, from where it goes on too."""
        self._course.stop()
        self.study.request(Engine.pause, reason)

    @Slot()
    def _on_content_changed(self) -> None:
        assert self.study.content is not None
        self._course.design = self.study.content.design

    @Slot(object)
    def _on_state_changed(self, state: SurveyState) -> None:
        self._course.follow(state)
        self.moved.emit()
