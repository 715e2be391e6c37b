"""What a plan starts from: items, noise, people, and what is wanted."""

from dataclasses import replace

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.simulation.campaigns import PlanCampaign
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
        for grid in (self._lay_out_study(), self._lay_out_people(), self._lay_out_simulation()):
            column.addWidget(grid)
        self._connect()
        self._follow()

    def _make_study_fields(self) -> None:
        self.items = Field("Items", make_number(2, 20_000, 50), "How many items the study has")
        self.origin = Field(
            "How hard the answers are", make_choice(_ORIGINS), "Typed, or learned from answers"
        )
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
        self.top = Field("Top items that matter", make_number(1, 1000, 5), "Whether they are found")

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
        grid.add_row(self.accuracy, self.top)
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
        for field in (self.participants, self.answers, self.seconds, self.accuracy):
            field.editor.valueChanged.connect(self.wishes_changed)
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
        self.items.editor.setValue(len(source.scores))
        choose(self.origin.editor, _SPREAD)
        self.origin.set_problem("")
        self._follow()

    def refuse_source(self, sentence: str) -> None:
        """Say why nothing was learned."""
        choose(self.origin.editor, _NOISE)
        self.origin.set_problem(sentence)
        self._follow()

    def _follow(self) -> None:
        typed = self.origin.editor.currentData() == _NOISE
        self.noise.setVisible(typed)
        self.spread.setVisible(not typed)

    @Slot(int)
    def _on_origin_chosen(self, _index: int) -> None:
        match self.origin.editor.currentData():
            case "study":
                self.study_wanted.emit()
            case "file":
                self.file_wanted.emit()
            case _:
                self.origin.set_problem("")
        self._follow()
        self.changed.emit()
