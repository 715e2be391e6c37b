"""What a plan starts from: items, noise, people, and what is wanted."""

from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.simulation.campaigns import PlanCampaign
from sortrank_gui.simulation.goals import Goal, GoalKind
from sortrank_gui.simulation.needs import People
from sortrank_gui.simulation.planner import describe_study
from sortrank_gui.simulation.populations import (
    NOISE,
    SPREAD,
    Normal,
    Population,
    Uniform,
)
from sortrank_gui.simulation.setups import DEFAULT_STRATEGIES
from sortrank_gui.simulation.sources import DataSource
from sortrank_gui.ui.simulation.strategy_toggles import StrategyToggles
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import (
    Field,
    FieldGrid,
    choose,
    make_choice,
    make_decimal,
    make_number,
    make_parameter_field,
    make_seed_field,
)

_NOISE, _SPREAD, _STUDY, _FILE = "noise", "spread", "study", "file"
_ORIGINS = [
    (_NOISE, "Noise (λ), typed"),
    (_SPREAD, "Spread of the scores, typed"),
    (_STUDY, "Learned from the open study"),
    (_FILE, "Learned from a pilot’s file…"),
]


_GOALS = [
    (GoalKind.ACCURACY.value, "Accuracy"),
    (GoalKind.SSR.value, "SSR"),
    (GoalKind.SPLIT_HALF.value, "Split-half"),
    (GoalKind.PLACES.value, "Rank error"),
    (GoalKind.TOP.value, "Top items"),
]


class PlanForm(QWidget):
    """Everything that a plan needs.

    `changed` is for what has to be simulated, `wishes_changed` for what is computed from that.
    """

    changed = Signal()
    wishes_changed = Signal()
    study_wanted = Signal()
    file_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.toggles = StrategyToggles(DEFAULT_STRATEGIES)
        self._make_study_fields()
        self._make_wishes()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._lay_out_study())
        column.addWidget(self.pilot)  # in a grid its lines would be cut off
        column.addWidget(self._lay_out_people())
        column.addWidget(self._lay_out_simulation())
        self._connect()
        self._follow()

    def _make_study_fields(self) -> None:
        self.items = Field("Items", make_number(2, 20_000, 50), "How many items the study has")
        self.origin = Field(
            "How hard the answers are", make_choice(_ORIGINS), "Typed, or learned from answers"
        )
        self.pilot = soft_label()
        self.pilot.setWordWrap(True)
        self.pilot.setAccessibleName("What the pilot says")
        self.pilot.hide()
        self.noise = make_parameter_field(NOISE)
        self.spread = make_parameter_field(SPREAD)
        self.repetitions = Field(
            "Repetitions", make_number(2, 1000, 10), "How often the study is simulated"
        )
        self.seed = make_seed_field()

    def _make_wishes(self) -> None:
        self.participants = Field("Participants", make_number(1, 10_000, 10), "Who share the work")
        self.answers = Field(
            "Answers each", make_number(1, 100_000, 60, step=10), "Pairs that each of them answers"
        )
        self.seconds = Field(
            "Seconds an answer", make_decimal(0.1, 600, 4.0, step=0.5, decimals=1), "On average"
        )
        self.accuracy = Field(
            "Wanted accuracy (%)",
            make_decimal(1, 99.9, 90, step=1, decimals=1),
            "100 is the true ranking, 0 a random one",
        )
        self.goal = Field("Goal", make_choice(_GOALS), "What the study shall reach")
        self.ssr = Field(
            "SSR", make_decimal(0.01, 0.99, 0.8, step=0.05), "Scale separation reliability"
        )
        self.split_half = Field(
            "Split-half", make_decimal(0.01, 0.99, 0.8, step=0.05), "Reliability, stepped up"
        )
        self.places = Field(
            "Places off",
            make_decimal(0.1, 1000, 2.0, step=0.5, decimals=1),
            "By how many places an item is off, on average",
        )
        self.top_share = Field(
            "Top items found (%)",
            make_decimal(1, 99.9, 80, step=5, decimals=1),
            "How many of the top items are among the first",
        )
        self.values = {
            GoalKind.ACCURACY: self.accuracy,
            GoalKind.SSR: self.ssr,
            GoalKind.SPLIT_HALF: self.split_half,
            GoalKind.PLACES: self.places,
            GoalKind.TOP: self.top_share,
        }
        self.top = Field("Items at the top", make_number(1, 1000, 5), "Whether they are found")

    def _lay_out_study(self) -> FieldGrid:
        grid = FieldGrid()
        grid.add_wide(self.origin)
        grid.add_row(self.items, self.noise, self.spread)
        return grid

    def _lay_out_people(self) -> FieldGrid:
        grid = FieldGrid()
        grid.add_heading("People")
        grid.add_row(self.participants, self.answers)
        grid.add_row(self.seconds)
        grid.add_heading("What is wanted")
        grid.add_row(self.goal, *self.values.values())
        grid.add_row(self.top)
        return grid

    def _lay_out_simulation(self) -> FieldGrid:
        grid = FieldGrid()
        grid.add_heading("Strategies")
        grid.add_wide(self.toggles)
        grid.add_row(self.repetitions, self.seed)
        return grid

    def _connect(self) -> None:
        self.origin.editor.activated.connect(self._on_origin_chosen)
        for field in (self.items, self.noise, self.spread, self.repetitions, self.seed, self.top):
            field.editor.valueChanged.connect(self.changed)
        self.goal.editor.activated.connect(self._on_goal_chosen)
        for field in (self.participants, self.answers, self.seconds):
            field.editor.valueChanged.connect(self.wishes_changed)
        for value in self.values.values():
            value.editor.valueChanged.connect(self.wishes_changed)
        self.toggles.changed.connect(self.changed)

    @property
    def is_valid(self) -> bool:
        """Whether there is something to simulate."""
        return not self.toggles.problem

    def people(self) -> People:
        """Return who takes part."""
        return People(
            self.participants.editor.value(),
            self.answers.editor.value(),
            self.seconds.editor.value(),
        )

    def wanted(self) -> Goal:
        """Return what the study shall reach."""
        kind = GoalKind(self.goal.editor.currentData())
        value = self.values[kind].editor.value()
        return Goal(kind, value / 100 if kind in (GoalKind.ACCURACY, GoalKind.TOP) else value)

    def population(self) -> Population:
        """Return how the scores are spread."""
        if self.noise.isVisibleTo(self):
            return Uniform(self.noise.editor.value())
        return Normal(self.spread.editor.value())

    def campaign(self) -> PlanCampaign:
        """Return what to simulate: as far as a plan looks, and the budget of the people."""
        study = describe_study(
            self.items.editor.value(),
            self.population(),
            strategies=self.toggles.chosen(),
            repetitions=self.repetitions.editor.value(),
            seed=self.seed.editor.value(),
        )
        budgets = tuple(sorted({*study.budgets, self.people().budget}))
        top = min(self.top.editor.value(), study.n_items)
        return PlanCampaign(replace(study, budgets=budgets), top)

    def use_source(self, source: DataSource) -> None:
        """Take the spread from answers that were given, and the number of items."""
        if source.spread is not None:
            self.spread.editor.setValue(round(source.spread, 2))
        self._tell_pilot("" if source.pilot is None else " ".join(source.pilot.tell()))
        self.items.editor.setValue(len(source.scores))
        choose(self.origin.editor, _SPREAD)
        self.origin.set_problem("")
        self._follow()

    def _tell_pilot(self, words: str) -> None:
        self.pilot.setText(words)
        self.pilot.setVisible(bool(words))

    def refuse_source(self, sentence: str) -> None:
        """Say why nothing was learned."""
        choose(self.origin.editor, _NOISE)
        self.origin.set_problem(sentence)
        self._follow()

    def _follow(self) -> None:
        typed = self.origin.editor.currentData() == _NOISE
        self.noise.setVisible(typed)
        self.spread.setVisible(not typed)
        kind = GoalKind(self.goal.editor.currentData())
        for each, field in self.values.items():
            field.setVisible(each is kind)

    @Slot(int)
    def _on_goal_chosen(self, _index: int) -> None:
        self._follow()
        self.wishes_changed.emit()

    @Slot(int)
    def _on_origin_chosen(self, _index: int) -> None:
        self._tell_pilot("")
        match self.origin.editor.currentData():
            case "study":
                self.study_wanted.emit()
            case "file":
                self.file_wanted.emit()
            case _:
                self.origin.set_problem("")
        self._follow()
        self.changed.emit()
