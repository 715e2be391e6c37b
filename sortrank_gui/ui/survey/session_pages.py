"""What the main window shows of a session: who is next, the participant's pages, pause, end."""

from collections.abc import Callable, Sequence
from functools import cached_property

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.study.design.conditions import AssignBy
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.file.origin import NOT_CONTINUED
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.survey_state import Phase, Sitting, SurveyState
from sortrank_gui.ui.participant.session_view import SessionView
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.survey.mirror_card import MirrorCard
from sortrank_gui.ui.survey.survey_tab import MORE
from sortrank_gui.ui.widgets import wording
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.question_card import QuestionCard

START, ROBOT = "Start", "Robot session"
CONTINUE, AGAIN, OTHER = "Continue", "New session", "Other code"
END, CANCEL, RETRY, LATER = "End session", "Cancel", "Try again", "Continue later"
NEXT, UNDO = "Next participant", "Take the last answer back"
GO_ON, RESTART = f"Answer {MORE} more", "Start again"
_NAMED = 3
"""So many codes of people who stopped are named."""
_NO_ITEMS = "Nothing can be compared yet: add at least two items on the Study tab."
_READ_ONLY = "Nobody can take part now: the study is open for reading only."


class SessionPages(QWidget):
    """Shows the participant's pages while a session runs, else a card that asks what to do."""

    start_wanted = Signal(str, object, str)
    """A participant's code, a Resume or None, and a condition where the researcher chose one."""
    robot_wanted = Signal()
    """A session in which a robot answers, from its start to its end."""
    resume_wanted = Signal()
    leave_wanted = Signal()
    end_wanted = Signal(str)
    """With a reason."""
    retry_wanted = Signal()
    undo_wanted = Signal()
    more_wanted = Signal()
    restart_wanted = Signal()
    asked = Signal()
    """A code is known already, and the researcher is asked what to do."""

    mirror_unwanted = Signal()
    """The participant window should close."""

    def __init__(
        self, walk: Walk, images: ImageStore, parent: QWidget, *, demo: bool, read_only: bool
    ) -> None:
        """Ask who is next; there are no participant's pages before `hold`."""
        super().__init__(parent)
        self._walk, self._images = walk, images
        self._demo, self._read_only = demo, read_only
        self._is_elsewhere = False
        self._state: SurveyState | None = None
        self._policy = Resume.ASK
        self._ending = False
        self._asked_about: Sitting | None = None
        self._obstacles: tuple[str, ...] = ()
        self._condition_names: tuple[str, ...] = ()
        self._mirror: MirrorCard | None = None
        self._stack = QStackedWidget(self)
        self._make_cards()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self._stack, stretch=1)
        column.addWidget(self.done)

    def _make_cards(self) -> None:
        """Make what is asked first and last; the other questions are made when they are asked."""
        self.idle = self._add(
            self._on_start,
            [
                (START, "Begin with the first page (Enter)"),
                (ROBOT, "A robot answers alone, under a code of its own; it never counts"),
            ],
            "Participant code",
        )
        self.conditions = ChoiceMenu("Condition", self)
        self.condition_button = ChoiceButton(
            self.conditions, name="Condition", tip="Which version of the study the next one gets"
        )
        self.idle.add_below_field(self.condition_button)
        self.done = QuestionCard(
            [(NEXT, "End this session"), (UNDO, "Go back to the last pair")],
            is_bar=True,
            parent=self,
        )
        self.done.chosen.connect(self._on_done)

    @cached_property
    def known(self) -> QuestionCard:
        """Asks what to do about a code that is known."""
        return self._add(
            self._on_known,
            [
                (CONTINUE, "Go on where the session stopped"),
                (OTHER, "Choose another code"),
                (AGAIN, "The same person sits down once more; an open session ends as it is"),
            ],
        )

    @cached_property
    def paused(self) -> QuestionCard:
        """Asks whether a session goes on."""
        return self._add(
            self._on_paused,
            [
                (CONTINUE, "Go on with the next pair"),
                (LATER, "Free the place; the session can be resumed with its code"),
            ],
        )

    @cached_property
    def ending(self) -> QuestionCard:
        """Asks whether a session shall end, and why."""
        return self._add(
            self._on_ending,
            [(END, "It can't be resumed then; all answers stay"), (CANCEL, "Keep going")],
            "Reason (optional)",
        )

    @cached_property
    def stuck(self) -> QuestionCard:
        """Asks to write an answer again."""
        return self._add(self._on_stuck, [(RETRY, "Write the last answer again")])

    @cached_property
    def finished(self) -> QuestionCard:
        """Asks how a demo goes on."""
        card = self._add(
            self._on_finished,
            [(GO_ON, "Go on with this ranking"), (RESTART, "Begin a new session with other pairs")],
        )
        card.say(
            "All answers are in. Thank you!",
            "The ranking is complete; more answers make it sharper.",
        )
        return card

    def _add(
        self, slot: Callable[[str], None], choices: list[tuple[str, str]], field: str = ""
    ) -> QuestionCard:
        card = QuestionCard(choices, field=field, parent=self._stack)
        self._stack.addWidget(card)
        card.chosen.connect(slot)
        return card

    def hold(self, session: SessionView) -> None:
        """Take in the participant's pages."""
        self.session = session
        self._stack.addWidget(session)

    @property
    def mirror(self) -> MirrorCard:
        """What a participant sees in a window elsewhere, made when there is one."""
        if self._mirror is None:
            self._mirror = MirrorCard(self._images, self._stack)
            self._stack.addWidget(self._mirror)
            self._mirror.close_wanted.connect(self.mirror_unwanted)
            self._follow_mirror()
        return self._mirror

    def _follow_mirror(self) -> None:
        if self._mirror is not None:
            self._mirror.set_items(self._walk.content.items)
            if self._state is not None:
                self._mirror.follow(self._state)

    @property
    def shown(self) -> QWidget:
        """The card or page that is shown."""
        return self._stack.currentWidget()

    def follow(self, state: SurveyState, content: Content) -> None:
        """Show what belongs to this state."""
        before, self._state = self._state, state
        self._policy = content.design.resume
        self._offer_code(before, state)
        if state.phase is not Phase.IDLE:
            self._asked_about = None
        if state.phase not in (Phase.RUNNING, Phase.PAUSED):
            self._ending = False
        self._say_all(state, content)
        self._follow_mirror()
        self._choose_page()

    def _offer_code(self, before: SurveyState | None, state: SurveyState) -> None:
        """Write the next code: never that of who sat here last, never over one being typed."""
        field = self.idle.field
        was_idle = before is not None and before.phase is Phase.IDLE
        is_typed = was_idle and field.isModified()
        if state.phase is Phase.IDLE and not is_typed and field.text() != state.next_code:
            field.setText(state.next_code)

    def _say_all(self, state: SurveyState, content: Content) -> None:
        is_imported = content.design.is_imported
        is_ready = len(content.items) >= 2 and not self._read_only and not is_imported
        reason = _READ_ONLY if self._read_only else _NO_ITEMS
        if is_imported:
            reason = NOT_CONTINUED
        text = "\n".join((_describe_people(state), *self._obstacles)) if is_ready else reason
        self.idle.say("Who is next?" if is_ready else content.design.title, text)
        self._offer_conditions(state, content)
        self.idle.field.setEnabled(is_ready)
        for button in self.idle.buttons.values():
            button.setEnabled(is_ready)
        where = wording.describe_trials(state.answered, state.budget)
        if self._has_declined:
            self.done.say("Somebody did not agree", "Nothing but that is kept.")
        else:
            self.done.say(f"{state.participant} is done", f"{where} are answered and saved.")
        self.done.buttons[UNDO].setEnabled(state.can_undo)

    def _offer_conditions(self, state: SurveyState, content: Content) -> None:
        """Let the researcher choose, where the design leaves it to them."""
        names = tuple(name for name, _, _ in state.conditions)
        by_hand = content.design.assignment.by is AssignBy.HAND
        self.condition_button.setVisible(by_hand and bool(names))
        if by_hand and names != self._condition_names:
            self._condition_names = names
            choices = [("", "Choose a condition"), *((name, name) for name in names)]
            self.conditions.set_choices(choices, "")

    def set_obstacles(self, obstacles: Sequence[str]) -> None:
        """Say before a session what its participant could not read."""
        self._obstacles = tuple(obstacles)
        if self._state is not None:
            self._say_all(self._state, self._state.file.content)

    @property
    def _has_declined(self) -> bool:
        """Whether somebody who did not agree still reads that here."""
        return self._walk.page is CoursePage.DECLINED and not self._is_elsewhere

    def ask_end(self) -> None:
        """Ask whether to end the session, and why."""
        self._ending = True
        self.ending.field.clear()
        self._choose_page()

    def set_elsewhere(self, elsewhere: bool) -> None:
        """Mirror the trial, or show it here: whether the participant has another window."""
        self._is_elsewhere = elsewhere
        self.session.set_elsewhere(elsewhere)
        self._choose_page()

    def look(self) -> None:
        """Follow the participant to another page of the same session."""
        self._choose_page()

    def listen(self) -> None:
        """Show the items of the content that the participant is in."""
        self._follow_mirror()

    def _choose_page(self) -> None:
        phase = self._state.phase if self._state is not None else Phase.IDLE
        is_thanked = self._walk.page not in (CoursePage.QUESTIONNAIRE, CoursePage.MESSAGE)
        is_over = phase is Phase.OVER and not self._demo and is_thanked
        self.done.setVisible(is_over or (phase is Phase.IDLE and self._has_declined))
        page = self._find_page(phase)
        if page is self.shown:
            return
        self._stack.setCurrentWidget(page)
        self.take_focus()

    def showEvent(self, event: QShowEvent) -> None:
        """Let the keyboard act on what is shown."""
        super().showEvent(event)
        self.take_focus()

    def take_focus(self) -> None:
        """Let the keyboard act on what is shown."""
        if self.done.isVisibleTo(self):
            self.done.take_focus()
        elif isinstance(self.shown, QuestionCard | SessionView):
            self.shown.take_focus()
        else:
            self.shown.setFocus()

    def _find_page(self, phase: Phase) -> QWidget:
        """Return what belongs to a phase."""
        if self._state is not None and (card := self._ask_about(self._state)) is not None:
            return card
        match phase:
            case Phase.IDLE if self._has_declined:
                return self.session
            case Phase.IDLE:
                return self.known if self._asked_about is not None else self.idle
            case Phase.OVER if self._demo:
                return self.finished
            case _:
                return self.mirror if self._is_elsewhere else self.session

    def _ask_about(self, state: SurveyState) -> QuestionCard | None:
        """Return the question about a session under way, if there is one."""
        where = wording.describe_trials(state.answered, state.budget)
        if self._ending:
            title = f"End the session of {state.participant}?"
            self.ending.say(title, f"After {where}. All answers are saved and count.")
            return self.ending
        if state.phase is Phase.PAUSED:
            title = f"{state.participant} is paused"
            self.paused.say(title, f"After {where}. All answers are saved.")
            return self.paused
        if state.phase is Phase.STUCK:
            self.stuck.say("The last answer is not saved yet", state.problem)
            return self.stuck
        return None

    @Slot(str)
    def _on_start(self, choice: str) -> None:
        if choice == ROBOT:
            self.robot_wanted.emit()
        else:
            self.take_code(self.idle.field.text())

    @Slot(str)
    def take_code(self, code: str) -> None:
        """Begin with a code, wherever it was typed; one that is known already is a question."""
        code, state = code.strip(), self._state
        if state is None or state.phase is not Phase.IDLE:
            return
        own = [sitting for sitting in state.sittings if sitting.participant == code]
        goes_on = bool(own) and not own[-1].is_ended
        if not own or own[-1].is_robot or (goes_on and self._policy is not Resume.ASK):
            self.start_wanted.emit(code, None, self.conditions.current)
            return
        place = wording.describe_trials(own[-1].answered, state.budget)
        if goes_on:
            title = f"{code} stopped after {place}: continue?"
        else:
            title = f"{code} has taken part already"
            place = f"Session {own[-1].number} has ended after {place}."
        self.known.say(title, "All answers are saved." if goes_on else place)
        self.known.buttons[CONTINUE].setVisible(goes_on)
        self._asked_about = own[-1]
        self._choose_page()
        self.asked.emit()

    @Slot(str)
    def _on_known(self, choice: str) -> None:
        sitting, self._asked_about = self._asked_about, None
        if sitting is not None and choice in (CONTINUE, AGAIN):
            policy = Resume.RESUME if choice == CONTINUE else Resume.AGAIN
            self.start_wanted.emit(sitting.participant, policy, self.conditions.current)
        elif self._state is not None:
            self.idle.field.setText(self._state.next_code)
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
    def _on_finished(self, choice: str) -> None:
        (self.more_wanted if choice == GO_ON else self.restart_wanted).emit()

    @Slot(str)
    def _on_done(self, choice: str) -> None:
        if self._has_declined:
            self._walk.invite()
            self._choose_page()
        elif choice == NEXT:
            self.end_wanted.emit("")
        else:
            self.undo_wanted.emit()

    @Slot(str)
    def _on_stuck(self, _choice: str) -> None:
        self.retry_wanted.emit()


def _describe_people(state: SurveyState) -> str:
    last = {sitting.participant: sitting for sitting in state.sittings if not sitting.is_robot}
    if not last:
        first = "Nobody has taken part yet. Give the first participant a code, and start."
        return "\n".join([first, *_describe_filling(state)])
    answers = sum(each.answered for each in state.sittings if not each.is_robot)
    who = "1 participant" if len(last) == 1 else f"{len(last):,} participants"
    what = "1 answer" if answers == 1 else f"{answers:,} answers"
    waiting = [code for code, sitting in last.items() if not sitting.is_ended]
    lines = [f"{who} and {what} so far.", _describe_waiting(waiting), *_describe_filling(state)]
    return "\n".join(lines)


def _describe_filling(state: SurveyState) -> list[str]:
    """Say how full each condition is."""
    if not state.conditions:
        return []
    parts = [f"{name}: {ended} done, {open_} under way" for name, ended, open_ in state.conditions]
    return ["; ".join(parts)]


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
