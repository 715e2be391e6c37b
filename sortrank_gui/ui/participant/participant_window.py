"""The participant's window: full screen, neutral, guarded against leaving by accident."""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QGuiApplication,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.events import Screen
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.survey.course import Course, Page
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.answer_keys import PAGES
from sortrank_gui.ui.participant.hold_ring import HoldRing
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.message_page import MessagePage
from sortrank_gui.ui.participant.messages import message_for
from sortrank_gui.ui.participant.passing_hint import PassingHint
from sortrank_gui.ui.participant.trial_page import TrialPage
from sortrank_gui.ui.pictures.images import ImageStore

LEAVE_HINT = "Hold Esc for two seconds to leave"
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SCROLLS = PAGES | {Qt.Key.Key_Down: 0.1, Qt.Key.Key_Up: -0.1}
_USUAL_HEIGHT, _LARGEST = 800, 2.5
_MOVED = 4
"""Pixels; a cursor that trembles less stays hidden."""


class ParticipantWindow(QWidget):
    """Shows the session of an open study; no ranking is ever visible here."""

    paused = Signal(str)
    closed = Signal()

    def __init__(self, study: OpenStudy, images: ImageStore) -> None:
        super().__init__(None, Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint)
        self._study = study
        self._may_close = False
        self._mouse_at = QPoint()
        self._course: Course | None = None
        self._shown: Page | None = None
        self._phase = Phase.IDLE
        self.setObjectName("participant")
        self.setWindowTitle("SortRank: participant")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build(images)
        self._connect()
        self._on_content_changed()

    def _build(self, images: ImageStore) -> None:
        self.trial_page, self.message_page = TrialPage(images), MessagePage()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.message_page)
        self._stack.addWidget(self.trial_page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self.ring, self.hint = HoldRing(self), PassingHint(self)
        for widget in (self, *self.findChildren(QWidget)):
            widget.setMouseTracking(True)

    def _connect(self) -> None:
        view = self.trial_page.view
        view.answered.connect(self._on_answered)
        view.undo_wanted.connect(self._on_undo_wanted)
        view.trial_changed.connect(self._on_trial_changed)
        self.message_page.continued.connect(self._on_continued)
        self.ring.completed.connect(self.leave)
        self._study.content_changed.connect(self._on_content_changed)
        self._study.state_changed.connect(self._on_state_changed)
        self._study.closed.connect(self.leave)
        QGuiApplication.instance().screenRemoved.connect(self._on_screen_removed)

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        return self._shown

    def show_on(self, screen: QScreen) -> None:
        """Fill a screen."""
        self.setGeometry(screen.geometry())
        self.showFullScreen()
        if self.windowHandle() is not None:
            self.windowHandle().setScreen(screen)
        self.activateWindow()
        self.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write larger on a larger screen, as people sit farther away."""
        super().resizeEvent(event)
        scale = min(max(event.size().height() / _USUAL_HEIGHT, 1.0), _LARGEST)
        for page in (self.trial_page, self.message_page):
            page.set_scale(round(scale, 1))

    @Slot()
    def leave(self) -> None:
        """Close the window for good."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close on purpose only."""
        if not self._may_close:
            event.ignore()
            self.hint.show_text(LEAVE_HINT)
            return
        self._study.state_changed.disconnect(self._on_state_changed)
        self._study.content_changed.disconnect(self._on_content_changed)
        event.accept()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer, go on, or begin to leave; each stroke once."""
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat():
            self.ring.start()
        elif event.key() == Qt.Key.Key_Q and event.modifiers() == both:
            self.leave()
        elif self._shown is Page.TRIAL:
            self._hide_cursor(True)
            self.trial_page.view.take_key(event)
        elif event.key() in _ENTER and not event.isAutoRepeat():
            self.message_page.go_on()
        elif event.key() in _SCROLLS:
            self.message_page.scroll_page(_SCROLLS[Qt.Key(event.key())])

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let a key count again once it was released."""
        self.trial_page.view.release_key(event)
        if event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat():
            self.ring.let_go()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the cursor to whoever takes the mouse."""
        place = event.globalPosition().toPoint()
        if (place - self._mouse_at).manhattanLength() > _MOVED:
            self._mouse_at = place
            self._hide_cursor(False)

    def changeEvent(self, event: QEvent) -> None:
        """Pause when another window takes the focus."""
        if event.type() is QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.ring.stop()
            self.trial_page.view.forget_keys()
            self._pause("The participant window lost the focus.")
        super().changeEvent(event)

    def _pause(self, reason: str) -> None:
        """Pause a trial that is on the screen; pages of text can wait, and robots don't mind."""
        if self._may_close or self._course is None or not self.isVisible():
            return
        if self._study.state is not None and self._study.state.robot_runs:
            return
        if self._shown is Page.TRIAL:
            self._course.stop()
            self._study.request(Engine.pause, reason)
            self.paused.emit(reason)

    def _show(self, page: Page) -> None:
        """Show a page; a trial that was answered is first seen to its end."""
        state, view = self._study.state, self.trial_page.view
        if page is Page.TRIAL and state is not None:
            if self._shown is not Page.TRIAL:
                self._stack.setCurrentWidget(self.trial_page)
                self.setFocus()
            self._shown = page
            view.set_input_allowed(not state.robot_runs)
            view.show_trial(state.trial)
            view.fetch_ahead(state.likely_items)
        elif self._shown is Page.TRIAL:
            view.show_trial(None)  # and then the page that is due
        elif page is not self._shown:
            self._show_message(page)

    def _show_message(self, page: Page) -> None:
        if self._study.content is None or page is Page.TRIAL:
            return
        self._shown = page
        self._hide_cursor(False)
        message = message_for(page, self._study.content.design, self._study.state)
        self.message_page.show_message(message)
        self._stack.setCurrentWidget(self.message_page)
        self.message_page.show_message(message)

    def _hide_cursor(self, hidden: bool) -> None:
        shape = Qt.CursorShape.BlankCursor if hidden else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)
            self.trial_page.view.set_cursor_hidden(hidden)

    @Slot()
    def _on_content_changed(self) -> None:
        content = self._study.content
        if content is None:
            return
        looks = looks_of(content.design.background)
        self.setStyleSheet(f"QWidget#participant {{ background: {looks.ground}; }}")
        self.message_page.wear(looks.sheet)
        self.trial_page.set_content(content)
        if self._course is None or self._course.design != content.design:
            self._course = Course(content.design)
        self._on_state_changed(self._study.state)

    @Slot(object)
    def _on_state_changed(self, state: SurveyState | None) -> None:
        if state is None or self._course is None:
            return
        share = state.answered / state.budget if state.budget else 0.0
        self.trial_page.progress.set_share(share, f"{round(100 * share)} %")
        before, self._phase = self._phase, state.phase
        if state.phase is Phase.RUNNING and before is not Phase.RUNNING:
            self.activateWindow()  # the keys belong to the participant now
        self._show(self._course.follow(state))

    @Slot(object)
    def _on_trial_changed(self, trial: object) -> None:
        if trial is None and self._course is not None and self._course.page is not Page.TRIAL:
            self._show_message(self._course.page)

    @Slot()
    def _on_continued(self) -> None:
        if self._course is None:
            return
        if self._shown is Page.PAUSED:
            self._study.request(Engine.resume)
        else:
            self._show(self._course.go_on())

    @Slot(int, object, float, object, object)
    def _on_answered(
        self, number: int, answer: Answer, seconds: float, detail: Detail, screen: Screen
    ) -> None:
        self._study.request(Engine.answer, number, answer, seconds, detail, screen)

    @Slot()
    def _on_undo_wanted(self) -> None:
        if self._study.state is not None and self._study.state.can_undo:
            self._study.request(Engine.undo)

    @Slot(QScreen)
    def _on_screen_removed(self, screen: QScreen) -> None:
        if screen is self.screen():
            self._pause("The participant's screen was disconnected.")
