"""The Survey tab in menus and header: all that can be done to a session."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QWidget

from sortrank_gui.ranking import strategies
from sortrank_gui.study.survey.robot import COIN, FULL_SPEED, RobotOrder
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.tabs.tab import Page, Tab, TabFacts
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu

MORE = 100
"""So many answers more than planned can be asked for."""
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
AT_STATIONS = "This study is on the lab’s server: people answer at its stations"
"""Why something of a session can't be done at the desk."""
_BUSY = (Phase.RUNNING, Phase.PAUSED, Phase.OVER)


class SurveyTab(Tab):
    """What can be done to a session, and to the live panel beside it."""

    name = "survey"
    facts = TabFacts(2, "Survey", "&Session", runs_survey=True, acts_unseen=True)
    page_module = "sortrank_gui.ui.survey.survey_page"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_demo = False
        self.pause = self.make_action("Pause", "Ctrl+P", "Stop for now; go on whenever you like")
        self.undo = self.make_action(
            "Undo the last answer", "Ctrl+Backspace", "Take it back; also Backspace"
        )
        self.undo.setIconText("Undo")
        self.end = self.make_action("End session…", "Ctrl+E", "End for good, with a reason")
        self.end.setIconText("End…")
        self.skip = self.make_action(
            "Skip this trial", "Ctrl+K", "For a pair that can't be shown; counts as neither"
        )
        self.note = self.make_action("Note…", "Ctrl+Shift+M", "Write something down about it")
        self.participant = self.make_action(
            "Participant window…", "Ctrl+Shift+P", "Show the trials full screen elsewhere"
        )
        self.participant.setIconText("Participant window")
        self.pooled = self.make_action(
            "Ranking of all participants", "Ctrl+L", "Off: of this session alone", toggle=True
        )
        self.pooled.setChecked(True)
        self.restart = self.make_action("Start again", "Ctrl+Shift+N", "Begin a new demo")
        self.more = self.make_action(f"Answer {MORE} more", "Ctrl+M", "Go on with this ranking")
        self.robot = self.make_action("Let a robot answer", "Ctrl+R", "")
        self.next_one = self.make_action(
            "Start the next one at a station",
            "F6",
            "At the desk of a lab: the next participant begins at the chosen station",
        )
        self.next_one.setIconText("Start next")
        self.next_one.setEnabled(False)
        self._make_menus(parent)
        self._make_view_actions()
        self._show_robot(False)

    def _make_menus(self, parent: QWidget | None) -> None:
        self.strategy = ChoiceMenu("S&trategy of the demo", parent)
        titles = [(name, strategies.facts(name).title) for name in strategies.names()]
        self.strategy.set_choices(titles, strategies.DEFAULT)
        self.speed = ChoiceMenu("Robot &speed", parent)
        self.speed.set_choices([(name, name) for name in _SPEEDS], _DEFAULT_SPEED)
        self.noise = ChoiceMenu("Robot &answers", parent)
        self.noise.set_choices([(name, name) for name in _NOISES], _DEFAULT_NOISE)
        for menu in (self.strategy, self.speed, self.noise):
            self.adopt(menu)

    def _make_view_actions(self) -> None:
        self.panel = self.make_action(
            "Live panel", "F9", "Show or hide the ranking as it forms", toggle=True
        )
        self.panel.setChecked(True)
        self.sort = self.make_action(
            "What the sort does", "F8", "How the strategy goes about it, for teaching", toggle=True
        )
        self.float_panel = self.make_action(
            "Float live panel",
            "Shift+F9",
            "In a window of its own, or beside the stage",
            toggle=True,
        )

    def set_demo(self, is_demo: bool) -> None:
        """Offer another strategy and another start in a demo."""
        self._is_demo = is_demo
        self.sort.setChecked(is_demo)
        self.strategy.menuAction().setEnabled(is_demo)

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
        self.restart.setEnabled(self._is_demo and state.snapshot.length > 0)
        self.more.setEnabled(state.phase is Phase.OVER and state.budget is not None)
        self.robot.setEnabled(runs and state.is_robot is None)
        self.skip.setEnabled(runs and not state.robot_runs)
        self.participant.setEnabled(not state.file.content.design.is_imported)
        self.strategy.set_current(state.strategy)
        self._show_robot(state.robot_runs)

    def _show_robot(self, runs: bool) -> None:
        self.robot.setText("Pause the robot" if runs else "Let a robot answer")
        tip = "Answer yourself again" if runs else "Watch a robot answer"
        self.robot.setToolTip(f"{tip} (Ctrl+R)")

    def set_window_open(self, is_open: bool) -> None:
        """Say what the action does now: open the participant window, or close it."""
        verb = "Close participant window" if is_open else "Participant window"
        self.participant.setText(verb if is_open else f"{verb}…")
        self.participant.setIconText(verb)

    def fill_menu(self, menu: QMenu) -> None:
        """Put everything into a menu."""
        menu.addActions([self.participant, self.next_one])
        menu.addSeparator()
        menu.addActions([self.pause, self.undo, self.skip, self.note, self.end, self.more])
        menu.addSeparator()
        menu.addAction(self.restart)
        menu.addMenu(self.strategy)
        menu.addSeparator()
        menu.addAction(self.robot)
        menu.addMenu(self.speed)
        menu.addMenu(self.noise)
        menu.addSeparator()
        menu.addAction(self.pooled)

    def view_actions(self) -> list[QAction]:
        """Return what the live panel can show, and where."""
        return [self.panel, self.sort, self.float_panel]

    def make_page(self, study: OpenStudy | None, images: ImageStore) -> Page:
        """Return stage and live panel; at the desk of a lab, its stations and the live panel."""
        assert study is not None
        if study.state is not None and study.state.lab is not None:
            return self._make_desk(study, images)

        from sortrank_gui.ui.survey.survey_page import SurveyPage

        return SurveyPage(study, images, self)

    def _make_desk(self, study: OpenStudy, images: ImageStore) -> Page:
        from sortrank_gui.ui.lab.desk_page import DeskActions, DeskPage
        from sortrank_gui.ui.lab.stations_panel import StationActions

        away = (self.undo, self.skip, self.note, self.participant, self.pooled)
        for action in (*away, self.restart, self.more, self.robot):
            action.setEnabled(False)
            action.setToolTip(AT_STATIONS)
        for menu in (self.strategy, self.speed, self.noise):
            menu.menuAction().setEnabled(False)
        chosen = StationActions(self.next_one, self.pause, self.end)
        actions = DeskActions(chosen, self.panel, self.sort, self.float_panel)
        return DeskPage(study, images, self, actions)

    def make_controls(self, code: QLabel) -> QWidget:
        """Return the row of controls for the header, with the code of who takes part."""
        controls = QWidget()
        row = QHBoxLayout(controls)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        if self._is_demo:
            self._fill_demo_row(row)
        else:
            row.addWidget(code)
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
