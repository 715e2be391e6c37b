"""The Survey tab: the stage at the left, the live panel at the right, and what joins them."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QMessageBox, QSplitter, QVBoxLayout, QWidget

from sortrank_gui.study.items import Study
from sortrank_gui.study.journal import Answer
from sortrank_gui.ui import wording
from sortrank_gui.ui.failures import Failure
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.live.live_panel import LivePanel
from sortrank_gui.ui.survey.engine_worker import SurveySettings, SurveyState
from sortrank_gui.ui.survey.finished_view import MORE
from sortrank_gui.ui.survey.stage import Stage
from sortrank_gui.ui.survey.survey_actions import SurveyActions
from sortrank_gui.ui.survey.survey_workers import SurveyWorkers
from sortrank_gui.ui.theme import Theme
from sortrank_gui.ui.widgets.notice_bar import NoticeBar

_SLOW = 6.0
"""Up to this many answers a second, a robot's choice is highlighted like a person's."""


class SurveyPage(QWidget):
    """Runs one session at a time; closing it ends its threads."""

    status_changed = Signal(str)
    progress_changed = Signal(int, int)
    failed = Signal(object)

    def __init__(self, study: Study, images: ImageStore, settings: SurveySettings) -> None:
        super().__init__()
        self._study, self._images = study, images
        self.state: SurveyState | None = None
        self.stage = Stage(study, images)
        self.live_panel = LivePanel(study, images)
        self.notice = NoticeBar()
        self.actions_ = SurveyActions(self, settings.strategy)
        self.workers = SurveyWorkers(study, self)
        self._lay_out()
        self._connect()
        self._start(settings)

    def _lay_out(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(16)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.stage)
        splitter.addWidget(self.live_panel)
        splitter.setStretchFactor(0, 11)
        splitter.setStretchFactor(1, 6)
        splitter.setSizes([840, 456])
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(16)
        column.addWidget(self.notice)
        column.addWidget(splitter, stretch=1)

    def _connect(self) -> None:
        actions, workers = self.actions_, self.workers
        actions.restart.triggered.connect(self._on_restart)
        actions.undo.triggered.connect(workers.undone)
        actions.more.triggered.connect(self._on_more)
        actions.robot.triggered.connect(self._on_robot)
        actions.strategy.chosen.connect(self._on_strategy_chosen)
        actions.speed.chosen.connect(self._on_speed_chosen)
        self.stage.answered.connect(workers.answered)
        self.stage.undo_wanted.connect(workers.undone)
        self.stage.finished_view.more_wanted.connect(self._on_more)
        self.stage.finished_view.restart_wanted.connect(self._on_restart)
        workers.changed.connect(self._on_changed)
        workers.analysed.connect(self.live_panel.show_analysis)
        workers.failed.connect(self._on_failed)
        self._images.failed.connect(self._on_failed)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.stage.set_theme(theme)
        self.live_panel.set_theme(theme)

    def shows(self, answered: int) -> bool:
        """Whether stage and live panel have arrived at this many answers, and all is at rest."""
        analysis = self.live_panel.shown
        return (
            self.state is not None
            and self.state.answered == answered
            and not self.state.robot_runs
            and analysis is not None
            and analysis.answered == answered
            and self.stage.is_at_rest
            and self._images.is_at_rest
        )

    def close_workers(self) -> None:
        """Take no more answers and end the threads."""
        self.stage.set_input_allowed(False)
        self.workers.close()

    def _start(self, settings: SurveySettings) -> None:
        self._settings = settings
        self.workers.started.emit(settings)

    @Slot(object)
    def _on_changed(self, state: SurveyState) -> None:
        self.state = state
        self.actions_.follow(state)
        self.stage.set_input_allowed(not state.robot_runs)
        self.stage.set_progress(state.answered, state.budget, state.seconds_per_answer)
        self.stage.show_trial(state.trial, after=self._robot_choice(state))
        self.progress_changed.emit(state.answered, state.budget)
        self.live_panel.set_budget(state.budget)
        self._fetch_ahead(state)
        pace = wording.describe_pace(state.seconds_per_answer)
        progress = wording.describe_progress(state.settings.strategy, state.progress)
        self.status_changed.emit(" · ".join(filter(None, (progress, pace))))

    def _robot_choice(self, state: SurveyState) -> Answer | None:
        """Return a robot's answer if it should be seen on the stage."""
        slow = self.actions_.answers_per_second() <= _SLOW
        if state.last is None or not state.last.by_robot or not slow:
            return None
        return state.last.answer

    def _fetch_ahead(self, state: SurveyState) -> None:
        size = self.stage.image_size()
        for number in state.likely_items:
            if (image := self._study.items[number].image) is not None:
                self._images.pixmap(image, size)

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self.notice.show_failure(failure)
        if self.state is not None:
            self.stage.show_trial(self.state.trial)
        self.failed.emit(failure)

    @Slot()
    def _on_restart(self) -> None:
        if self._may_forget():
            self._start(replace(self._settings, seed=self._settings.seed + 1))

    @Slot()
    def _on_more(self) -> None:
        self.workers.extended.emit(MORE)
        self.stage.setFocus()

    @Slot()
    def _on_robot(self) -> None:
        if self.state is not None and self.state.robot_runs:
            self.workers.robot_stopped.emit()
        else:
            self.workers.robot_started.emit(self.actions_.answers_per_second(), 0)

    @Slot(str)
    def _on_speed_chosen(self, _name: str) -> None:
        if self.state is not None and self.state.robot_runs:
            self.workers.robot_started.emit(self.actions_.answers_per_second(), 0)

    @Slot(str)
    def _on_strategy_chosen(self, name: str) -> None:
        if name != self._settings.strategy and self._may_forget():
            self._start(replace(self._settings, strategy=name))
        self.actions_.strategy.set_current(self._settings.strategy)

    def _may_forget(self) -> bool:
        """Ask before a person's answers are dropped; a robot's can be had again."""
        answers = self.state.snapshot.answers() if self.state is not None else []
        given = sum(not answer.by_robot for answer in answers)
        if given == 0:
            return True
        answers_are = "answer is" if given == 1 else f"{given} answers are"
        box = QMessageBox(self)
        box.setWindowTitle("Start again")
        box.setText(f"Your {answers_are} only in memory and will be dropped.")
        again = box.addButton("Start again", QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton("Keep going", QMessageBox.ButtonRole.RejectRole))
        box.exec()
        return box.clickedButton() is again
