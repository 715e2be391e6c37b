"""The race: settings at the left, the stage at the right, or the stage alone on a full screen."""

from functools import partial
from time import monotonic

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.populations import NOISE, Uniform
from sortrank_gui.simulation.races import Race, Scene
from sortrank_gui.simulation.setups import RIVALS
from sortrank_gui.ui.simulation.race.race_stage import RaceStage
from sortrank_gui.ui.simulation.strategy_toggles import StrategyToggles
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.column_area import ColumnArea
from sortrank_gui.ui.widgets.fields import (
    Field,
    FieldGrid,
    make_number,
    make_parameter_field,
    make_seed_field,
)

_ABOUT = (
    "Every strategy ranks the same items with the same kind of answers. A bar is an item: the "
    "taller, the better in truth. When the ranking is right, the bars make one slope."
)


_TICK_MS = 40
_LONGEST_SECONDS = 0.25
"""After a pause of the machine a race goes on; it does not jump."""


class RaceView(QWidget):
    """Two to four strategies on the same items, live; only the newest race is shown."""

    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.shown: Scene | None = None
        self._track = _RaceTrack()
        self._rate = self._owed = self._last = 0.0
        self._timer = QTimer(self, interval=_TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._jobs = Jobs("race", self)
        self.stage = RaceStage()
        self.toggles = StrategyToggles(RIVALS, least=2, most=4, columns=1)
        self._full: _FullScreen | None = None
        self._make_fields()
        self._lay_out()
        self._connect()

    def _make_fields(self) -> None:
        self.items = Field("Items", make_number(4, 300, 60), "How many bars")
        self.noise = make_parameter_field(NOISE, 4.0)
        self.budget = Field(
            "Comparisons", make_number(1, 100_000, 1200, step=100), "Where the race ends"
        )
        self.seed = make_seed_field()

    def _lay_out(self) -> None:
        about = soft_label(_ABOUT)
        about.setWordWrap(True)
        grid = FieldGrid()
        grid.add_row(self.items, self.noise)
        grid.add_row(self.budget, self.seed)
        grid.add_heading("Strategies")
        grid.add_wide(self.toggles)
        for box in self.toggles.boxes.values():
            box.setMinimumWidth(1)  # with large letters the lanes come first
        self.card = TitledCard("Race")
        self.card.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        for part in (about, grid):
            inside.addWidget(part)
        inside.addStretch()
        self.card.body.addWidget(ColumnArea(content))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(16)
        self._row.addWidget(self.card)
        self._row.addWidget(self.stage, stretch=1)

    def _connect(self) -> None:
        self._timer.timeout.connect(self._on_tick)
        self._jobs.failed.connect(self._on_failed)
        self.stage.play_wanted.connect(self._on_play_wanted)
        self.stage.pause_wanted.connect(self._timer.stop)
        self.stage.step_wanted.connect(self._on_step_wanted)
        self.stage.restart_wanted.connect(self.restart)
        self.stage.full_screen_wanted.connect(self._on_full_screen_wanted)
        for field in (self.items, self.noise, self.budget, self.seed):
            field.editor.valueChanged.connect(self._on_settings_changed)
        self.toggles.changed.connect(self._on_settings_changed)

    def experiment(self) -> Experiment:
        """Return the experiment whose first repetition the race shows."""
        return Experiment(
            self.items.editor.value(),
            Uniform(self.noise.editor.value()),
            self.toggles.chosen(),
            (self.budget.editor.value(),),
            repetitions=1,
            seed=self.seed.editor.value(),
        )

    @Slot()
    def restart(self) -> None:
        """Line everyone up."""
        if not self.toggles.problem:
            self._timer.stop()
            self._jobs.cancel()
            self._jobs.submit(partial(self._track.line_up, self.experiment()), self._on_advanced)

    def step(self, count: int) -> None:
        """Let everyone ask so many pairs."""
        self._jobs.submit(partial(self._track.step, count), self._on_advanced)

    def close_workers(self) -> None:
        """Stand still, and give the screen back."""
        self._on_full_screen_left()
        self._timer.stop()
        self._jobs.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Line everyone up when the race is first seen."""
        super().showEvent(event)
        if self.shown is None:
            self.restart()

    @Slot()
    def _on_settings_changed(self) -> None:
        self.stage.set_playing(False)
        self.restart()

    @Slot()
    def _on_step_wanted(self) -> None:
        self.step(1)

    @Slot(float)
    def _on_play_wanted(self, rate: float) -> None:
        """Go on at so many comparisons a second, each."""
        self._rate, self._owed, self._last = rate, 1.0, monotonic()
        self._timer.start()

    @Slot()
    def _on_tick(self) -> None:
        if self._jobs.is_busy:
            return
        now = monotonic()
        self._owed += self._rate * min(now - self._last, _LONGEST_SECONDS)
        self._last = now
        count = int(self._owed)
        if count >= 1:
            self._owed -= count
            self.step(count)

    def _on_advanced(self, scene: Scene | None) -> None:
        if scene is None:
            return
        self.shown = scene
        self.stage.show_scene(scene)
        if scene.over:
            self._timer.stop()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self._timer.stop()
        self.stage.set_playing(False)
        self.failed.emit(failure)

    @Slot()
    def _on_full_screen_wanted(self) -> None:
        if self._full is not None:
            self._on_full_screen_left()
            return
        self._full = _FullScreen(self.stage)
        self._full.left.connect(self._on_full_screen_left)
        self.stage.set_large(True)
        self._full.showFullScreen()

    @Slot()
    def _on_full_screen_left(self) -> None:
        if self._full is None:
            return
        full, self._full = self._full, None
        self.stage.set_large(False)
        self._row.addWidget(self.stage, stretch=1)
        self.stage.show()
        full.hide()
        full.deleteLater()


class _RaceTrack:
    """The race under way, on the thread that steps it."""

    def __init__(self) -> None:
        self._race: Race | None = None

    def line_up(self, experiment: Experiment) -> Scene:
        """Begin a race."""
        self._race = Race(experiment)
        return self._race.scene()

    def step(self, count: int) -> Scene | None:
        """Let everyone ask so many pairs."""
        if self._race is None:
            return None
        self._race.step(count)
        return self._race.scene()


class _FullScreen(QWidget):
    """A window for the stage alone; Esc leaves it."""

    left = Signal()

    def __init__(self, stage: RaceStage) -> None:
        super().__init__()
        self.setWindowTitle("Race — SortRank")
        self.setObjectName("fullScreen")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 32, 32, 24)
        column.addWidget(stage)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave by Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give the stage back before the window goes."""
        self.left.emit()
        event.accept()
