"""A station's window: that of the participant, which waits for the next one by itself.

How it works
------------
Nobody sits beside a station. So its window asks for a code, or takes the next one where the study
counts by itself, and after the last page it waits again. What the researcher should know stands in
a small line at the bottom of pages on which nobody answers; it is in the study's words, too, but
for faults of the computer. The participant's pages and trials are those of every other window; no
ranking is ever here.
"""

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel

from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.lab_state import LabState
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.participant_window import ParticipantWindow
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.widgets.theme import scaled_font

THANKS_MS = 20_000
"""So long the last page is shown before the window waits for the next participant."""
_PROBLEM_MS = 30_000
"""So long it is told why somebody could not begin, or what went wrong."""
_QUIET = (CoursePage.CODE, CoursePage.WAITING, CoursePage.THANKS, CoursePage.DECLINED)
"""Pages on which nobody answers."""
_MARGIN = 16


class StationWindow(ParticipantWindow):
    """Begins sessions and waits again."""

    def __init__(self, walk: Walk, images: ImageStore, *, thanks_ms: int = THANKS_MS) -> None:
        super().__init__(walk, images)
        self._problem = ""
        self.line = QLabel(self)
        self.line.setTextFormat(Qt.TextFormat.PlainText)
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.line.setAccessibleName("For the researcher")
        self.thanks = QTimer(self, singleShot=True, interval=thanks_ms)
        self.thanks.timeout.connect(self._on_thanked)
        self._forgets = QTimer(self, singleShot=True, interval=_PROBLEM_MS)
        self._forgets.timeout.connect(self._forget_problem)
        self.code_given.connect(self._on_code_given)
        self._study.failed.connect(self.tell_failure)
        self._study.state_changed.connect(self._on_state_changed)
        walk.invite()
        self._on_state_changed()

    def show_windowed(self) -> None:
        """Be an ordinary window, with a frame: for a trial, and for two stations on one screen."""
        self.setWindowFlags(Qt.WindowType.Window)
        self.show()
        self.activateWindow()
        self.view.take_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the line at the bottom."""
        super().resizeEvent(event)
        self._place_line()

    @Slot(str)
    def _on_code_given(self, code: str) -> None:
        """Begin, or go on where somebody stopped; without a code the next one begins."""
        self._forget_problem()
        self._study.request(Engine.start_session, code or None, Resume.RESUME if code else None)

    @Slot()
    def _on_state_changed(self) -> None:
        state = self._study.state
        if state is None:
            return
        is_over = state.phase is Phase.OVER and self._walk.page is CoursePage.THANKS
        is_left = state.phase is Phase.IDLE and self._walk.page in (
            CoursePage.THANKS,
            CoursePage.DECLINED,
        )
        if not (is_over or is_left):
            self.thanks.stop()
        elif not self.thanks.isActive():
            self.thanks.start()
        self._show_line()

    @Slot()
    def _on_thanked(self) -> None:
        """Wait for the next participant."""
        if self._study.session_runs:
            self._study.request(Engine.leave)
        self._walk.invite()
        self._show_line()

    @Slot(object)
    def tell_failure(self, failure: Failure) -> None:
        """Tell who could not begin that it is so, and else the researcher what went wrong."""
        self._forgets.start()
        if self._walk.page is CoursePage.CODE:
            self.message_page.say_problem(self._find_word(failure.word or "cannot_begin"))
        else:
            self._problem = failure.sentence
            self._show_line()

    @Slot()
    def _forget_problem(self) -> None:
        self._problem = ""
        self._forgets.stop()
        self.message_page.say_problem("")
        self._show_line()

    def _find_word(self, key: str) -> str:
        return find_text(self._walk.content.design, self._walk.language, key)

    def _show_line(self) -> None:
        """Tell the researcher, where nobody answers, how the station is."""
        lab = None if self._study.state is None else self._study.state.lab
        words = "" if lab is None else self._describe_link(lab)
        parts = (self._problem, self._describe_stopped(), words)
        self.line.setText("\n".join(filter(None, parts)))
        self.line.setVisible(self._walk.page in _QUIET)
        self._place_line()

    def _describe_link(self, lab: LabState) -> str:
        away = "" if lab.connected else self._find_word("server_away")
        sent = self._find_word("not_sent").replace("{count}", str(lab.pending))
        return " · ".join(filter(None, (lab.name, away, sent if lab.pending else "")))

    def _describe_stopped(self) -> str:
        """Name who sat here and did not come to the end, such as before a crash."""
        sittings = () if self._study.state is None else self._study.state.sittings
        people = [each for each in sittings if not each.is_robot]
        if self._walk.page is not CoursePage.CODE or not people or people[-1].is_ended:
            return ""
        return self._find_word("stopped_here").replace("{code}", people[-1].participant)

    def _place_line(self) -> None:
        looks = looks_of(self._walk.content.design.background)
        self.line.setStyleSheet(f"color: {looks.page.soft}; background: transparent;")
        self.line.setFont(scaled_font(self.font(), 0.9))
        self.line.setWordWrap(True)
        width = max(self.width() - 2 * _MARGIN, 1)
        height = self.line.heightForWidth(width)
        self.line.setGeometry(_MARGIN, self.height() - height - _MARGIN, width, height)
        self.line.raise_()
