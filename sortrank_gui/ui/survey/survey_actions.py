"""All that can be done to a session: the same actions serve the menu bar and the header."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from sortrank_gui.ranking import strategies
from sortrank_gui.ui import wording
from sortrank_gui.ui.actions import ActionButton, make_action
from sortrank_gui.ui.survey.engine_worker import SurveyState
from sortrank_gui.ui.survey.finished_view import MORE
from sortrank_gui.ui.survey.robot import DEFAULT_SPEED, SPEEDS
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu


class SurveyActions(QObject):
    """The actions, and which of them are possible now."""

    def __init__(self, parent: QWidget, strategy: str) -> None:
        super().__init__(parent)
        self.restart = make_action(self, "Start again", "Ctrl+N", "Begin a new session")
        self.undo = make_action(self, "Undo", "Ctrl+Z", "Take the last answer back; also Backspace")
        self.more = make_action(self, f"Answer {MORE} more", "Ctrl+M", "Go on with this ranking")
        self.robot = make_action(self, "Let a robot answer", "Ctrl+R", "")
        self.strategy = ChoiceMenu("Strategy", parent)
        titles = [(name, wording.strategy_title(name)) for name in strategies.names()]
        self.strategy.set_choices(titles, strategy)
        self.speed = ChoiceMenu("Robot speed", parent)
        self.speed.set_choices([(name, name) for name in SPEEDS], DEFAULT_SPEED)
        self._show_robot(False)

    def answers_per_second(self) -> float:
        """Return the speed that is chosen for the robot."""
        return SPEEDS[self.speed.current]

    def follow(self, state: SurveyState) -> None:
        """Offer what is possible in this state."""
        self.undo.setEnabled(state.answered > 0)
        self.restart.setEnabled(state.answered > 0)
        self.robot.setEnabled(state.trial is not None)
        self.strategy.set_current(state.settings.strategy)
        self._show_robot(state.robot_runs)

    def _show_robot(self, runs: bool) -> None:
        self.robot.setText("Pause the robot" if runs else "Let a robot answer")
        tip = "Answer yourself again" if runs else "Watch a robot answer, by the true scores"
        self.robot.setToolTip(f"{tip} (Ctrl+R)")

    def fill_menu(self, menu: QMenu) -> None:
        """Put everything into a menu."""
        menu.addActions([self.undo, self.restart, self.more])
        menu.addSeparator()
        menu.addMenu(self.strategy)
        menu.addSeparator()
        menu.addAction(self.robot)
        menu.addMenu(self.speed)

    def make_controls(self) -> QWidget:
        """Return the row of controls for the header."""
        controls = QWidget()
        row = QHBoxLayout(controls)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
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
        return controls
