"""The stage of a race: lanes side by side, the curves below, and the buttons to drive it."""

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sortrank_gui.simulation.races import Scene
from sortrank_gui.ui.plots.curve_plot import CurvePlot, Scale
from sortrank_gui.ui.simulation.race.lane_card import LaneCard
from sortrank_gui.ui.widgets.actions import ActionButton, make_action
from sortrank_gui.ui.widgets.card import TitledCard
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.theme import scaled_font

_SPEEDS = [("1", "1 per second"), ("5", "5 per second"), ("25", "25 per second")]
_SPEEDS += [("100", "100 per second"), ("500", "500 per second")]
_VIEWS = [("ranking", "Rankings"), ("sort", "Sorts under way")]
_FRAME_MS = 200
_SLOW = 5.0
"""Up to this pace the pair that is compared is marked; faster, marks would flicker."""


class RaceStage(QWidget):
    """Shows scenes; what the buttons want comes as signals."""

    play_wanted = Signal(float)
    pause_wanted = Signal()
    step_wanted = Signal()
    restart_wanted = Signal()
    full_screen_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("stage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._large = False
        self._scene: Scene | None = None
        self._drawn: Scene | None = None
        self._frame = QTimer(self, singleShot=True, interval=_FRAME_MS)
        self._frame.timeout.connect(self._draw_plot)
        self.lanes: list[LaneCard] = []
        self._grid = QGridLayout()
        self._grid.setSpacing(16)
        self.plot = CurvePlot("Displacement against comparisons")
        self._count = QLabel()
        self._count.setAccessibleName("Comparisons")
        self._make_actions()
        self._lay_out()
        self.set_large(False)

    def _make_actions(self) -> None:
        self.play = make_action(self, "Play", "F7", "Let the race run, or stand still")
        self.step = make_action(self, "Step", "Ctrl+Right", "One comparison each")
        self.restart = make_action(self, "Restart", "Ctrl+Home", "From the first comparison")
        self.full = make_action(self, "Full screen", "Ctrl+F11", "For a projector; Esc leaves it")
        self.play.triggered.connect(self._on_play)
        self.step.triggered.connect(self._on_step)
        self.restart.triggered.connect(self._on_restart)
        self.full.triggered.connect(self.full_screen_wanted)
        for action in (self.play, self.step, self.restart, self.full):
            self.addAction(action)
        self.playing = False
        self.speed = ChoiceMenu("Speed", self)
        self.speed.set_choices(_SPEEDS, "25")
        self.speed.chosen.connect(self._on_speed_chosen)
        self.view = ChoiceMenu("View", self)
        self.view.set_choices(_VIEWS, "ranking")
        self.view.chosen.connect(self._on_view_chosen)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(ActionButton(self.play, primary=True))
        for action in (self.step, self.restart):
            buttons.addWidget(ActionButton(action))
        buttons.addWidget(ChoiceButton(self.speed, name="Speed", tip="Comparisons of each lane"))
        buttons.addWidget(ChoiceButton(self.view, name="View", tip="What the bars show"))
        buttons.addStretch()
        buttons.addWidget(ActionButton(self.full))
        card = TitledCard("Displacement: ranks off, added up over all items")
        card.controls.addWidget(self._count)
        card.body.addWidget(self.plot, stretch=1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addLayout(self._grid, stretch=5)
        column.addWidget(card, stretch=3)
        column.addLayout(buttons)

    @property
    def rate(self) -> float:
        """Comparisons a second, each."""
        return float(self.speed.current)

    def set_strategies(self, names: tuple[str, ...]) -> None:
        """Have a lane for each."""
        for lane in self.lanes:
            self._grid.removeWidget(lane)
            lane.deleteLater()
        self.lanes = [LaneCard(name) for name in names]
        columns = 2 if len(names) in (2, 4) else 3
        for column in range(3):
            self._grid.setColumnStretch(column, int(column < columns))
        for number, lane in enumerate(self.lanes):
            self._grid.addWidget(lane, *divmod(number, columns))
            lane.set_large(self._large)

    def set_large(self, large: bool) -> None:
        """Write large, for a projector, or as usual."""
        self._large = large
        self.full.setText("Leave full screen" if large else "Full screen")
        self.full.setIconText(self.full.text())
        size = 1.6 if large else 1.1
        self._count.setFont(scaled_font(self.font(), size, bold=True))
        for lane in self.lanes:
            lane.set_large(large)

    def show_scene(self, scene: Scene) -> None:
        """Show a moment of the race."""
        if [lane.strategy for lane in scene.lanes] != [card.strategy for card in self.lanes]:
            self.set_strategies(tuple(lane.strategy for lane in scene.lanes))
        self._scene = scene
        self._draw()
        if scene.over:
            self.set_playing(False)

    def set_playing(self, playing: bool) -> None:
        """Offer to play or to pause."""
        self.playing = playing
        self.play.setText("Pause" if playing else "Play")
        self.play.setIconText(self.play.text())

    def _draw(self) -> None:
        scene = self._scene
        if scene is None:
            return
        with_pair = not self.playing or self.rate <= _SLOW
        as_sort = self.view.current == "sort"
        for card, lane in zip(self.lanes, scene.lanes, strict=True):
            card.show_lane(lane, scene, as_sort=as_sort, with_pair=with_pair)
        self._count.setText(f"{scene.lanes[0].comparisons:,} comparisons each")
        if not self._frame.isActive():
            self._draw_plot()

    @Slot()
    def _draw_plot(self) -> None:
        """Draw the newest curves, at most five times a second; the last ones for sure."""
        if self._scene is not None and self._scene is not self._drawn:
            self._drawn = self._scene
            self.plot.show_panel(self._scene.panel, Scale(log_x=False, log_y=False))
            self._frame.start()

    @Slot()
    def _on_play(self) -> None:
        if self.playing:
            self.set_playing(False)
            self.pause_wanted.emit()
            return
        if self._scene is not None and self._scene.over:
            self.restart_wanted.emit()
        self.set_playing(True)
        self.play_wanted.emit(self.rate)

    @Slot()
    def _on_step(self) -> None:
        self.set_playing(False)
        self.pause_wanted.emit()
        self.step_wanted.emit()

    @Slot()
    def _on_restart(self) -> None:
        self.set_playing(False)
        self.restart_wanted.emit()

    @Slot(str)
    def _on_speed_chosen(self, _speed: str) -> None:
        if self.playing:
            self.play_wanted.emit(self.rate)

    @Slot(str)
    def _on_view_chosen(self, _view: str) -> None:
        self._draw()
