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

from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.survey_state import Phase
from sortrank_gui.ui.participant.hold_ring import HoldRing
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.message_page import MessagePage
from sortrank_gui.ui.participant.messages import message_for_leaving
from sortrank_gui.ui.participant.passing_hint import PassingHint
from sortrank_gui.ui.participant.session_view import ENTER, SessionView
from sortrank_gui.ui.participant.trial_page import TrialPage, scale_for
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore

_MOVED = 4
"""Pixels; a cursor that trembles less stays hidden."""


class ParticipantWindow(QWidget):
    """Shows the session of an open study; no ranking is ever visible here."""

    paused = Signal(str)
    code_given = Signal(str)
    """Somebody gave a code to begin with."""
    closed = Signal()

    def __init__(self, walk: Walk, images: ImageStore) -> None:
        super().__init__(None, Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint)
        self._walk, self._study = walk, walk.study
        self._may_close = False
        self._mouse_at = QPoint()
        self._phase = Phase.IDLE
        self.setObjectName("participant")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build(images)
        self._connect()
        self._on_content_changed()
        self.view.refresh()
        self._on_moved()

    def _build(self, images: ImageStore) -> None:
        self.trial_page = TrialPage(images)
        self.view = SessionView(self._walk, self.trial_page, self.trial_page.view)
        self.message_page, self.form = self.view.message_page, self.view.questionnaire_page
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.pin_page = MessagePage()
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.pin_page)
        column.addWidget(self._stack)
        self.ring, self.hint = HoldRing(self), PassingHint(self)
        for widget in (self, *self.findChildren(QWidget)):
            widget.setMouseTracking(True)

    def _connect(self) -> None:
        self.view.page_changed.connect(self._on_page_changed)
        self.view.code_given.connect(self.code_given)
        self.ring.completed.connect(self._on_leave_wanted)
        self.pin_page.continued.connect(self._on_pin_given)
        self.pin_page.declined.connect(self._on_stay)
        self._walk.moved.connect(self._on_moved)
        self._walk.spoke.connect(self._on_content_changed)
        self._study.content_changed.connect(self._on_content_changed)
        self._study.closed.connect(self.leave)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.screenRemoved.connect(self._on_screen_removed)

    @property
    def page(self) -> CoursePage | None:
        """The page that is shown."""
        return self.view.page

    def show_on(self, screen: QScreen) -> None:
        """Fill a screen; where no session runs, ask for a code."""
        if self._phase is Phase.IDLE:
            self._walk.invite()
        self.setGeometry(screen.geometry())
        self.showFullScreen()
        if self.windowHandle() is not None:
            self.windowHandle().setScreen(screen)
        self.activateWindow()
        self.view.take_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write larger on a larger screen, as people sit farther away."""
        super().resizeEvent(event)
        for page in (self.trial_page, self.message_page, self.form, self.pin_page):
            page.set_scale(scale_for(event.size().height()))

    @Slot()
    def leave(self) -> None:
        """Close the window for good; the researcher's window needs no PIN for that."""
        self._may_close = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close on purpose only."""
        if not self._may_close:
            event.ignore()
            self.hint.show_text(self._word("leave_hint"))
            return
        self._walk.moved.disconnect(self._on_moved)
        self._walk.spoke.disconnect(self._on_content_changed)
        self._study.content_changed.disconnect(self._on_content_changed)
        event.accept()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer, go on, or begin to leave; each stroke once."""
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_Escape and not event.isAutoRepeat():
            self.ring.start()
        elif event.key() == Qt.Key.Key_Q and event.modifiers() == both:
            self._on_leave_wanted()
        elif self._is_asking:
            if event.key() in ENTER and not event.isAutoRepeat():
                self.pin_page.go_on()
        else:
            self._hide_cursor(self.page is CoursePage.TRIAL)
            self.view.take_key(event)

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
        state = self._study.state
        if self._may_close or not self.isVisible() or state is None or state.robot_runs:
            return
        if self.page is CoursePage.TRIAL and state.phase is Phase.RUNNING:
            self._walk.stop(reason)
            self.paused.emit(reason)

    def _word(self, key: str) -> str:
        content = self._study.content
        return "" if content is None else find_text(content.design, self._walk.language, key)

    @property
    def _is_asking(self) -> bool:
        return self._stack.currentWidget() is self.pin_page

    def _ask_pin(self, *, is_wrong: bool) -> None:
        assert self._study.content is not None
        design, language = self._study.content.design, self._walk.language
        self.pin_page.show_message(message_for_leaving(design, language, is_wrong=is_wrong))
        self._stack.setCurrentWidget(self.pin_page)
        self.pin_page.take_focus()

    @Slot()
    def _on_leave_wanted(self) -> None:
        """Leave, or ask for the PIN of the study; nothing is timed meanwhile."""
        content = self._study.content
        if content is None or not content.design.pin:
            self.leave()
            return
        self._pause("Somebody wanted to leave.")
        self._hide_cursor(False)
        self._ask_pin(is_wrong=False)

    @Slot()
    def _on_pin_given(self) -> None:
        content = self._study.content
        if content is None or self.pin_page.field.text().strip() == content.design.pin.strip():
            self.leave()
        else:
            self._ask_pin(is_wrong=True)

    @Slot()
    def _on_stay(self) -> None:
        self._stack.setCurrentWidget(self.view)
        self.view.take_focus()

    def _hide_cursor(self, hidden: bool) -> None:
        shape = Qt.CursorShape.BlankCursor if hidden else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() != shape:
            self.setCursor(shape)
            self.trial_page.view.set_cursor_hidden(hidden)

    @Slot()
    def _on_content_changed(self) -> None:
        content = self._walk.content
        looks = looks_of(content.design.background)
        self.setStyleSheet(f"QWidget#participant {{ background: {looks.ground}; }}")
        self.setWindowTitle(content.design.title)
        for page in (self.message_page, self.form, self.pin_page):
            page.wear(looks.sheet)
        self.ring.set_words(self._word("keep_holding"))
        self.trial_page.set_content(content, self._walk.language, self._walk.find_prompt)

    @Slot()
    def _on_moved(self) -> None:
        state = self._study.state
        if state is None:
            return
        share = state.answered / state.budget if state.budget else 0.0
        self.trial_page.progress.set_share(share, f"{round(100 * share)} %")
        before, self._phase = self._phase, state.phase
        if state.phase is Phase.RUNNING and before is not Phase.RUNNING:
            if self.isHidden() and before is Phase.IDLE:  # it stepped aside for a question
                self.showFullScreen()
            self.activateWindow()  # the keys belong to the participant now

    @Slot(object)
    def _on_page_changed(self, page: CoursePage) -> None:
        if page is not CoursePage.TRIAL:
            self._hide_cursor(False)

    @Slot(QScreen)
    def _on_screen_removed(self, screen: QScreen) -> None:
        if screen.geometry().contains(self.geometry().center()):
            self._pause("The participant's screen was disconnected.")
