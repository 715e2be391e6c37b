"""The stations at the desk: all of them in a table, and what the researcher can ask them to do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from time import monotonic

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.survey.lab_files import OrderKind, StationOrder
from sortrank_gui.study.survey.lab_state import CLOSED, LabState, StationSeen
from sortrank_gui.study.survey.survey_state import Phase, Sitting
from sortrank_gui.ui.lab.lab_words import (
    count_answers,
    describe_left_out,
    describe_link,
    grow_older,
    is_silent,
    tell_command,
)
from sortrank_gui.ui.lab.stations_table import StationsTable
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.widgets import wording
from sortrank_gui.ui.widgets.actions import ActionButton, allow
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.question_card import QuestionCard
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, scaled_font, theme_of
from sortrank_gui.ui.widgets.tips import plain_tip

CONTINUE, AGAIN, OTHER = "Continue", "New session", "Other code"
END_NOW, KEEP = "End session", "Keep going"
_AWAY = "The server is away: stations hear of nothing until it is back"
_NO_CHOICE = "Choose a station in the table first"
_EMPTY = (
    "On each computer of the lab, open a terminal and type the line below, with a name of its own. "
    "The station then appears here."
)


@dataclass(frozen=True, slots=True)
class StationActions:
    """What can be asked of the chosen stations; the window has them in its menus, too."""

    next: QAction
    pause: QAction
    end: QAction


class StationsPanel(Recoloured, TitledCard):
    """Shows what the desk knows; `ordered` says what stations shall do."""

    ordered = Signal(object, object)
    """Names of stations, and a StationOrder."""

    def __init__(self, actions: StationActions) -> None:
        super().__init__("Stations")
        self._actions = actions
        self._lab: LabState | None = None
        """What was shown last."""
        self._heard_at = monotonic()
        self._sittings: Sequence[Sitting] = ()
        self._question: tuple[tuple[str, ...], str] | None = None
        """What is being asked: for which stations, and about which code."""
        self._condition_names: tuple[str, ...] = ()
        self.link = soft_label()
        self.link.setTextFormat(Qt.TextFormat.RichText)
        self.link.setAccessibleName("The lab’s server")
        self.controls.addWidget(self.link)
        self.table = StationsTable()
        self.table.chosen_changed.connect(self._on_chosen)
        self._views = QStackedWidget()
        self._views.addWidget(self._make_empty())
        self._views.addWidget(self.table)
        self.left_out = QLabel()
        self.left_out.setTextFormat(Qt.TextFormat.PlainText)
        self.left_out.setWordWrap(True)
        self.left_out.setAccessibleName("What is left out")
        self.left_out.hide()
        self.said = soft_label()
        self.said.setWordWrap(True)
        self.said.setAccessibleName("What was asked of the stations")
        self.said.hide()
        self._make_controls()
        self._lay_out()
        actions.next.triggered.connect(self._on_next)
        actions.pause.triggered.connect(self._on_pause)
        actions.end.triggered.connect(self._on_end)
        self._on_chosen()

    def _make_empty(self) -> QuestionCard:
        """Return what stands here while there is no station."""
        self.empty = QuestionCard([("Copy", "Copy the line to the clipboard")])
        self.empty.setObjectName("")  # no box in a box
        self.empty.say("No station is at work", _EMPTY)
        self.command = QLineEdit()
        self.command.setReadOnly(True)
        self.command.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.command.setMinimumWidth(440)
        self.command.setAccessibleName("What to type at a station")
        self.command.setToolTip("Type this on the computer that is to be a station")
        self.empty.add_below_field(self.command)
        for name in ("primary", "large"):
            self.empty.buttons["Copy"].setProperty(name, False)
        self.empty.chosen.connect(self._on_copy)
        return self.empty

    def _make_controls(self) -> None:
        self.code = QLineEdit()
        self.code.setPlaceholderText("Code")
        self.code.setAccessibleName("Code of a participant")
        self.code.setToolTip("Who shall begin, or continue, at the chosen station")
        self.code.setMaximumWidth(140)
        self.code.textChanged.connect(self._on_chosen)
        self.code.returnPressed.connect(self._on_start)
        self.start = QPushButton("Start")
        self.start.setAccessibleName("Start with this code")
        self.start.clicked.connect(self._on_start)
        self.conditions = ChoiceMenu("Condition", self)
        self.conditions.marked.connect(self._on_chosen)
        self.condition_button = ChoiceButton(
            self.conditions, name="Condition", tip="Which version of the study the next one gets"
        )
        self.condition_button.hide()
        actions = self._actions
        self.next = ActionButton(actions.next, primary=True)
        self.pause, self.end = ActionButton(actions.pause), ActionButton(actions.end)
        self.known = QuestionCard(
            [
                (CONTINUE, "Go on where the session stopped"),
                (AGAIN, "The same person sits down once more; an open session ends as it is"),
                (OTHER, "Choose another code"),
            ],
            is_bar=True,
        )
        self.ending = QuestionCard(
            [
                (END_NOW, "It can't be resumed then; all answers stay"),
                (KEEP, "Let the session go on"),
            ],
            is_bar=True,
        )
        for bar, slot in ((self.known, self._on_known), (self.ending, self._on_ending)):
            bar.setObjectName("")
            bar.body.setContentsMargins(0, 4, 0, 4)
            bar.chosen.connect(slot)
            bar.hide()

    def _lay_out(self) -> None:
        self._foot = QWidget()
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.next, self.code, self.start, self.condition_button):
            row.addWidget(widget)
        row.addStretch()
        for widget in (self.pause, self.end):
            row.addWidget(widget)
        self.whom = QLabel()
        self.whom.setTextFormat(Qt.TextFormat.PlainText)
        self.whom.setFont(scaled_font(self.whom.font(), 1.0, bold=True))
        self.whom.setMinimumWidth(1)
        self.body.addWidget(self._views, stretch=1)
        self.body.addWidget(self.left_out)
        self.body.addWidget(self.said)
        self.body.addWidget(self.known)
        self.body.addWidget(self.ending)
        self.body.addWidget(self.whom)
        self.body.addWidget(self._foot)

    def follow(self, lab: LabState, sittings: Sequence[Sitting]) -> None:
        """Show what the desk knows now."""
        if lab.connected:
            self._heard_at = monotonic()
        else:  # nobody tells any more how old the signs are
            lab = grow_older(lab, monotonic() - self._heard_at)
        self._lab, self._sittings = lab, sittings
        self._show_link()
        if self.command.text() != tell_command(lab):
            self.command.setText(tell_command(lab))
        self._views.setCurrentWidget(self.table if lab.stations else self.empty)
        for part in (self.whom, self._foot):
            part.setVisible(bool(lab.stations))
        self.table.show_stations(lab.stations, are_heard=lab.connected)
        self.left_out.setText(describe_left_out(lab))
        self.left_out.setVisible(bool(lab.left_out))
        self._on_chosen()

    def recolour(self, _theme: Theme) -> None:
        """Draw the dot anew."""
        self._show_link()

    def _show_link(self) -> None:
        if self._lab is not None:
            lab, theme = self._lab, theme_of(self)
            colour = theme.good if lab.connected else theme.bad
            words = escape(describe_link(lab))
            self.link.setText(f"<span style='color:{colour}'>●</span>&nbsp; {words}")
            self.link.setToolTip(plain_tip(lab.words))
            self.left_out.setStyleSheet(f"color: {theme.bad};")

    def offer_conditions(self, names: tuple[str, ...]) -> None:
        """Let the researcher choose a condition, where the design leaves it to them."""
        if names != self._condition_names:
            self._condition_names = names
            choices = [("", "Choose a condition"), *((name, name) for name in names)]
            self.conditions.set_choices(choices, "")
        self.condition_button.setVisible(bool(names))

    def say(self, sentence: str) -> None:
        """Tell what came of an order."""
        self.said.setText(sentence)
        self.said.setVisible(bool(sentence))

    def tell_outcome(self, problems: Mapping[str, str]) -> None:
        """Say which stations did not do what they were asked for, and why."""
        self.say("\n".join(f"{name}: {text}" for name, text in problems.items()))

    def tell_failure(self, failure: Failure) -> None:
        """Say why nothing could be asked."""
        self.say(failure.sentence)

    @Slot()
    def _on_chosen(self) -> None:
        """Offer what the chosen stations can do now, and say why not where they can't."""
        chosen = self.table.chosen
        names = ", ".join(each.name for each in chosen)
        self.whom.setText(wording.shorten(f"At {names}:" if names else "", 80))
        code = self.code.text().strip()
        allow(self._actions.next, self._find_obstacle(chosen))
        obstacle = self._find_obstacle(chosen) or ("" if code else "Type a code first")
        if len(chosen) > 1:
            obstacle = obstacle or "Choose one station: a code belongs to one person"
        self.start.setEnabled(not obstacle)
        self.start.setToolTip(plain_tip(obstacle or f"Begin or continue as {code} (Enter)"))
        busy = [each for each in chosen if _is_busy(each)]
        can_pause = [each for each in busy if each.phase == Phase.RUNNING]
        can_resume = [each for each in busy if each.phase == Phase.PAUSED]
        resumes = bool(can_resume) and not can_pause
        pause = self._actions.pause
        pause.setText("Resume" if resumes else "Pause")
        nobody = "" if busy else "Nobody takes part there"
        if self._lab is not None and not self._lab.connected:
            nobody = nobody or _AWAY
            can_pause = can_resume = []
        allow(pause, "" if can_pause or can_resume else nobody or "The session is over")
        allow(self._actions.end, nobody)
        if not chosen:
            for action in (self._actions.next, pause, self._actions.end):
                allow(action, _NO_CHOICE)

    def _find_obstacle(self, chosen: Sequence[StationSeen]) -> str:
        """Say why nobody can begin at the chosen stations; nothing where somebody can."""
        if not chosen:
            return _NO_CHOICE
        if self._lab is not None and not self._lab.connected:
            return _AWAY
        if self._condition_names and not self.conditions.current:
            return "Choose a condition first"
        free = [each for each in chosen if _is_free(each)]
        if not free and all(map(is_silent, chosen)):
            return "The station gives no sign of life"
        return "" if free else "Somebody takes part there: end that session first"

    @Slot()
    def _on_next(self) -> None:
        free = tuple(each.name for each in self.table.chosen if _is_free(each))
        self._order(free, self._make_start(""), "start the next participant")

    @Slot()
    def _on_start(self) -> None:
        """Begin with the code; one that is known already is a question."""
        chosen, code = self.table.chosen_names, self.code.text().strip()
        if not self.start.isEnabled() or not chosen:
            return
        own = [each for each in self._sittings if each.participant == code and not each.is_robot]
        if not own:
            self._order(chosen, self._make_start(code), f"start {code}")
            self.code.clear()
            return
        last = own[-1]
        where = wording.describe_trials(last.answered, None)
        if last.is_ended:
            title, text = f"{code} has taken part already", f"The session ended after {where}."
        else:
            title, text = f"{code} stopped after {where}: continue?", "All answers are saved."
        self.known.say(title, text)
        self.known.buttons[CONTINUE].setVisible(not last.is_ended)
        self._ask(self.known, (chosen, code))

    @Slot(str)
    def _on_known(self, choice: str) -> None:
        question, self._question = self._question, None
        self.known.hide()
        if question is not None and choice in (CONTINUE, AGAIN):
            names, code = question
            policy = Resume.RESUME if choice == CONTINUE else Resume.AGAIN
            self._order(names, replace(self._make_start(code), policy=policy), f"start {code}")
        self.code.clear()

    @Slot()
    def _on_pause(self) -> None:
        chosen = self.table.chosen
        running = tuple(each.name for each in chosen if each.phase == Phase.RUNNING)
        if running:
            self._order(running, StationOrder(0, OrderKind.PAUSE), "pause")
        else:
            paused = tuple(each.name for each in chosen if each.phase == Phase.PAUSED)
            self._order(paused, StationOrder(0, OrderKind.RESUME), "go on")

    @Slot()
    def _on_end(self) -> None:
        busy = [each for each in self.table.chosen if _is_busy(each)]
        if not busy:
            return
        who = ", ".join(each.participant for each in busy)
        answered = count_answers(sum(each.answered for each in busy))
        self.ending.say(
            f"End the session of {wording.shorten(who, 60)}?",
            f"{answered} so far are saved and count.",
        )
        self._ask(self.ending, (tuple(each.name for each in busy), ""))

    @Slot(str)
    def _on_ending(self, choice: str) -> None:
        question, self._question = self._question, None
        self.ending.hide()
        if question is not None and choice == END_NOW:
            order = StationOrder(0, OrderKind.END, reason="ended at the desk")
            self._order(question[0], order, "end the session")

    def _ask(self, bar: QuestionCard, question: tuple[tuple[str, ...], str]) -> None:
        for other in (self.known, self.ending):
            other.setVisible(other is bar)
        self._question = question
        bar.take_focus()

    def _make_start(self, code: str) -> StationOrder:
        return StationOrder(0, OrderKind.START, code, self.conditions.current)

    def _order(self, names: tuple[str, ...], order: StationOrder, words: str) -> None:
        if names:
            self.say(f"Asked {wording.shorten(', '.join(names), 60)} to {words}.")
            self.ordered.emit(names, order)

    @Slot()
    def _on_copy(self) -> None:
        self.command.selectAll()
        self.command.copy()


def _is_busy(station: StationSeen) -> bool:
    """Say whether somebody takes part there, as far as is known; a closed station hears nothing."""
    return bool(station.participant) and station.phase != CLOSED


def _is_free(station: StationSeen) -> bool:
    """Say whether somebody could begin at a station: nobody is there, or who was there is done."""
    return not is_silent(station) and (not station.participant or station.phase == Phase.OVER)
