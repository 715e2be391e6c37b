"""All that can be done to a session: the same actions serve the menu bar and the header."""

from html import escape

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from sortrank_gui.ranking import strategies
from sortrank_gui.study.survey.robot import COIN, FULL_SPEED, RobotOrder
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.survey.finished_view import MORE
from sortrank_gui.ui.widgets import wording
from sortrank_gui.ui.widgets.actions import ActionButton, make_action
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu

_SPEEDS = {
    "1 per second": 1.0,
    "5 per second": 5.0,
    "20 per second": 20.0,
    "full speed": FULL_SPEED,
}
_DEFAULT_SPEED = "5 per second"
_NOISES = {
    "By the ground truth": 1.0,
    "By the truth, half as sure": 2.0,
    "By the truth, twice as sure": 0.5,
    "By coin flips": COIN,
}
_DEFAULT_NOISE = "By the ground truth"
_BUSY = (Phase.RUNNING, Phase.PAUSED, Phase.OVER)


class SurveyActions(QObject):
    """The actions, and which of them are possible now."""

    def __init__(self, parent: QWidget, *, demo: bool) -> None:
        super().__init__(parent)
        self._demo = demo
        self.pause = make_action(self, "Pause", "Ctrl+P", "Stop for now; go on whenever you like")
        self.undo = make_action(self, "Undo", "Ctrl+Z", "Take the last answer back; also Backspace")
        self.end = make_action(self, "End session…", "Ctrl+E", "End for good, with a reason")
        self.end.setIconText("End…")
        self.skip = make_action(
            self, "Skip this trial", "Ctrl+K", "For a pair that can't be shown; counts as neither"
        )
        self.note = make_action(self, "Note…", "Ctrl+Shift+M", "Write something down about it")
        self.participant = make_action(
            self, "Participant window…", "Ctrl+Shift+P", "Show the trials full screen elsewhere"
        )
        self.participant.setIconText("Participant window")
        self.pooled = make_action(
            self, "Ranking of all participants", "Ctrl+L", "Off: of this session alone"
        )
        self.pooled.setCheckable(True)
        self.pooled.setChecked(True)
        self.restart = make_action(self, "Start again", "Ctrl+Shift+N", "Begin a new demo")
        self.more = make_action(self, f"Answer {MORE} more", "Ctrl+M", "Go on with this ranking")
        self.robot = make_action(self, "Let a robot answer", "Ctrl+R", "")
        self._code = soft_label()
        self._code.setTextFormat(Qt.TextFormat.RichText)
        self._make_menus(parent)
        self._show_robot(False)

    def _make_menus(self, parent: QWidget) -> None:
        self.strategy = ChoiceMenu("Strategy", parent)
        titles = [(name, strategies.facts(name).title) for name in strategies.names()]
        self.strategy.set_choices(titles, strategies.DEFAULT)
        self.speed = ChoiceMenu("Robot speed", parent)
        self.speed.set_choices([(name, name) for name in _SPEEDS], _DEFAULT_SPEED)
        self.noise = ChoiceMenu("Robot answers", parent)
        self.noise.set_choices([(name, name) for name in _NOISES], _DEFAULT_NOISE)

    def set_truth_known(self, known: bool) -> None:
        """Offer the robots that are possible: without a ground truth, coins are all they have."""
        names = [name for name, noise in _NOISES.items() if known or noise == COIN]
        if self.noise.current not in names or len(self.noise.actions()) != len(names):
            self.noise.set_choices([(name, name) for name in names], names[0])

    def robot_order(self) -> RobotOrder:
        """Return how the robot shall answer."""
        return RobotOrder(_SPEEDS[self.speed.current], _NOISES[self.noise.current])

    def follow(self, state: SurveyState) -> None:
        """Offer what is possible in this state."""
        runs = state.phase is Phase.RUNNING
        self.pause.setEnabled(state.phase in (Phase.RUNNING, Phase.PAUSED))
        self.pause.setText("Resume" if state.phase is Phase.PAUSED else "Pause")
        self.undo.setEnabled(state.can_undo)
        self.end.setEnabled(state.phase in _BUSY)
        self.note.setEnabled(state.phase is not Phase.IDLE)
        self._show_code(state)
        self.restart.setEnabled(state.snapshot.length > 0)
        self.more.setEnabled(state.phase is Phase.OVER and state.budget is not None)
        self.robot.setEnabled(runs)
        self.skip.setEnabled(runs and not state.robot_runs)
        self.strategy.set_current(state.strategy)
        self._show_robot(state.robot_runs)

    def _show_robot(self, runs: bool) -> None:
        self.robot.setText("Pause the robot" if runs else "Let a robot answer")
        tip = "Answer yourself again" if runs else "Watch a robot answer"
        self.robot.setToolTip(f"{tip} (Ctrl+R)")

    def _show_code(self, state: SurveyState) -> None:
        code = escape(wording.shorten(state.participant))
        self._code.setToolTip(state.participant)
        self._code.setText(f"<b>{code}</b>&nbsp; participant" if code else "")
        self._code.setAccessibleName(f"Participant {code}" if code else "Nobody takes part")

    def set_window_open(self, is_open: bool) -> None:
        """Say what the action does now: open the participant window, or close it."""
        verb = "Close participant window" if is_open else "Participant window"
        self.participant.setText(verb if is_open else f"{verb}…")
        self.participant.setIconText(verb)

    def fill_menu(self, menu: QMenu) -> None:
        """Put everything into a menu."""
        menu.addActions([self.participant])
        menu.addSeparator()
        menu.addActions([self.pause, self.undo, self.skip, self.note, self.end, self.more])
        if self._demo:
            menu.addAction(self.restart)
            menu.addMenu(self.strategy)
        menu.addSeparator()
        menu.addAction(self.robot)
        menu.addMenu(self.speed)
        menu.addMenu(self.noise)
        menu.addSeparator()
        menu.addAction(self.pooled)

    def make_controls(self) -> QWidget:
        """Return the row of controls for the header."""
        controls = QWidget()
        row = QHBoxLayout(controls)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        if self._demo:
            self._fill_demo_row(row)
        else:
            row.addWidget(self._code)
            row.addSpacing(8)
            for action in (self.pause, self.undo, self.end):
                row.addWidget(ActionButton(action))
            row.addSpacing(8)
            row.addWidget(ActionButton(self.participant, primary=True))
        return controls

    def _fill_demo_row(self, row: QHBoxLayout) -> None:
        tip = "How the next pair is picked; another strategy starts again"
        row.addWidget(ChoiceButton(self.strategy, name="Strategy", tip=tip))
        row.addWidget(ActionButton(self.undo))
        row.addWidget(ActionButton(self.restart))
        row.addSpacing(16)
        row.addWidget(
            ChoiceButton(self.speed, name="Robot speed", tip="How fast the robot answers")
        )
        robot = ActionButton(self.robot, primary=True)
        robot.setMinimumWidth(robot.sizeHint().width())
        row.addWidget(robot)
