"""What stands in the place of the stage while no trial is shown: who is next, pause, end."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.survey.survey_state import Phase, Sitting, SurveyState
from sortrank_gui.ui.widgets import wording
from sortrank_gui.ui.widgets.question_card import QuestionCard

START, CONTINUE, AGAIN, CANCEL = "Start", "Continue", "Start again", "Cancel"
END, RETRY, LATER = "End session", "Try again", "Continue later"
NEXT, UNDO = "Next participant", "Take the last answer back"
_NAMED = 3
"""So many codes of people who stopped are named."""
_NO_ITEMS = "Nothing can be compared yet: add at least two items on the Study tab."
_READ_ONLY = "Nobody can take part now: the study is open for reading only."


class SessionPages(QStackedWidget):
    """Shows the stage while a trial runs, else a card that asks what to do."""

    start_wanted = Signal(str, object)
    """A participant's code, and a Resume or None."""
    resume_wanted = Signal()
    leave_wanted = Signal()
    end_wanted = Signal(str)
    """With a reason."""
    retry_wanted = Signal()
    undo_wanted = Signal()

    def __init__(
        self, stage: QWidget, mirror: QWidget, *, demo: bool, read_only: bool = False
    ) -> None:
        super().__init__()
        self._demo, self._read_only = demo, read_only
        self._is_elsewhere = False
        self._state: SurveyState | None = None
        self._policy = Resume.ASK
        self._ending = False
        self._asked_about: Sitting | None = None
        self.stage, self.mirror = stage, mirror
        self.idle = self._add([(START, "Begin with the first pair (Enter)")], "Participant code")
        self.unfinished = self._add(
            [
                (CONTINUE, "Go on where the session stopped"),
                (AGAIN, "End the old session as it is and begin a new one"),
                (CANCEL, "Choose another code"),
            ]
        )
        self.paused = self._add(
            [
                (CONTINUE, "Go on with the next pair"),
                (LATER, "Free the place; the session can be resumed with its code"),
            ]
        )
        self.ending = self._add(
            [(END, "It can't be resumed then; all answers stay"), (CANCEL, "Keep going")],
            "Reason (optional)",
        )
        self.stuck = self._add([(RETRY, "Write the last answer again")])
        self.done = self._add(
            [(NEXT, "End this session"), (UNDO, "Go back to the last pair")],
        )
        self.addWidget(stage)
        self.addWidget(mirror)
        for card, slot in self._slots().items():
            card.chosen.connect(slot)

    def _add(self, choices: list[tuple[str, str]], field: str = "") -> QuestionCard:
        card = QuestionCard(choices, field=field)
        self.addWidget(card)
        return card

    def _slots(self) -> dict[QuestionCard, Callable[[str], None]]:
        return {
            self.idle: self._on_start,
            self.unfinished: self._on_unfinished,
            self.paused: self._on_paused,
            self.ending: self._on_ending,
            self.stuck: self._on_stuck,
            self.done: self._on_done,
        }

    def follow(self, state: SurveyState, content: Content) -> None:
        """Show what belongs to this state."""
        before, self._state = self._state, state
        self._policy = content.design.resume
        if before is None or before.next_code != state.next_code:
            self.idle.field.setText(state.next_code)
        if state.phase is not Phase.IDLE:
            self._asked_about = None
        if state.phase not in (Phase.RUNNING, Phase.PAUSED):
            self._ending = False
        self._say_all(state, content)
        self._choose_page()

    def _say_all(self, state: SurveyState, content: Content) -> None:
        is_ready = len(content.items) >= 2 and not self._read_only
        reason = _READ_ONLY if self._read_only else _NO_ITEMS
        text = _describe_people(state) if is_ready else reason
        self.idle.say("Who is next?" if is_ready else content.design.title, text)
        self.idle.field.setEnabled(is_ready)
        self.idle.buttons[START].setEnabled(is_ready)
        where = wording.describe_trials(state.answered, state.budget)
        self.paused.say(f"{state.participant} is paused", f"After {where}. All answers are saved.")
        self.ending.say(
            f"End the session of {state.participant}?",
            f"After {where}. All answers are saved and count.",
        )
        self.stuck.say("The last answer is not saved yet", state.problem)
        self.done.say(f"{state.participant} is done", f"{where} are answered and saved. Thank you!")
        self.done.buttons[UNDO].setEnabled(state.can_undo)

    def ask_end(self) -> None:
        """Ask whether to end the session, and why."""
        self._ending = True
        self.ending.field.clear()
        self._choose_page()

    def set_elsewhere(self, elsewhere: bool) -> None:
        """Mirror the trial, or show it here: whether the participant has another window."""
        self._is_elsewhere = elsewhere
        self._choose_page()

    def _choose_page(self) -> None:
        page = self._find_page()
        if page is self.currentWidget():
            return
        self.setCurrentWidget(page)
        self.take_focus()

    def showEvent(self, event: QShowEvent) -> None:
        """Let the keyboard act on what is shown."""
        super().showEvent(event)
        self.take_focus()

    def take_focus(self) -> None:
        """Let the keyboard act on what is shown."""
        page = self.currentWidget()
        if isinstance(page, QuestionCard):
            page.take_focus()
        else:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _find_page(self) -> QWidget:
        if self._ending:
            return self.ending
        match self._state.phase if self._state is not None else Phase.IDLE:
            case Phase.IDLE:
                return self.unfinished if self._asked_about is not None else self.idle
            case Phase.PAUSED:
                return self.paused
            case Phase.STUCK:
                return self.stuck
            case Phase.OVER if not self._demo:
                return self.done
            case _:
                return self.mirror if self._is_elsewhere else self.stage

    @Slot(str)
    def _on_start(self, _choice: str) -> None:
        code = self.idle.field.text().strip()
        sitting = None if self._state is None else find_unfinished(self._state, code)
        if sitting is None or self._policy is not Resume.ASK:
            self.start_wanted.emit(code, None)
            return
        place = wording.describe_trials(sitting.answered, self._state.budget)
        self.unfinished.say(f"{code} stopped after {place}: continue?", "All answers are saved.")
        self._asked_about = sitting
        self._choose_page()

    @Slot(str)
    def _on_unfinished(self, choice: str) -> None:
        sitting, self._asked_about = self._asked_about, None
        if sitting is not None and choice in (CONTINUE, AGAIN):
            policy = Resume.RESUME if choice == CONTINUE else Resume.RESTART
            self.start_wanted.emit(sitting.participant, policy)
        else:
            self._choose_page()

    @Slot(str)
    def _on_paused(self, choice: str) -> None:
        (self.resume_wanted if choice == CONTINUE else self.leave_wanted).emit()

    @Slot(str)
    def _on_ending(self, choice: str) -> None:
        self._ending = False
        if choice == END:
            self.end_wanted.emit(self.ending.field.text().strip())
        self._choose_page()

    @Slot(str)
    def _on_done(self, choice: str) -> None:
        if choice == NEXT:
            self.end_wanted.emit("")
        else:
            self.undo_wanted.emit()

    @Slot(str)
    def _on_stuck(self, _choice: str) -> None:
        self.retry_wanted.emit()


def find_unfinished(state: SurveyState, code: str) -> Sitting | None:
    """Return a participant's last session if it was not ended."""
    own = [sitting for sitting in state.sittings if sitting.participant == code]
    return own[-1] if own and not own[-1].is_ended else None


def _describe_people(state: SurveyState) -> str:
    last = {sitting.participant: sitting for sitting in state.sittings}
    if not last:
        return "Nobody has taken part yet. Give the first participant a code, and start."
    answers = state.snapshot.length
    who = "1 participant" if len(last) == 1 else f"{len(last):,} participants"
    what = "1 answer" if answers == 1 else f"{answers:,} answers"
    waiting = [code for code, sitting in last.items() if not sitting.is_ended]
    return f"{who} and {what} so far.\n{_describe_waiting(waiting)}"


def _describe_waiting(codes: list[str]) -> str:
    """Say who stopped before the end, so that nobody has to remember it after a crash."""
    if not codes:
        return "No session waits to be continued."
    if len(codes) == 1:
        return f"{codes[0]} stopped before the end; give this code again to go on."
    first, rest = codes[-_NAMED:-1], codes[-1]
    if len(codes) > _NAMED:
        first, rest = codes[-_NAMED:], f"{len(codes) - _NAMED:,} more"
    named = f"{', '.join(first)} and {rest}"
    return f"{named} stopped before the end; give such a code again to go on."
