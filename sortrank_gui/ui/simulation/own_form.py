"""Own settings of an experiment: who is ranked, who answers, who asks, and when to measure."""

from collections.abc import Iterator

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.errors import SortrankError
from sortrank_gui.ranking import VAGUE_PRIOR_VARIANCE
from sortrank_gui.simulation import respondents
from sortrank_gui.simulation.experiments import Experiment, RespondentSettings, budget_grid
from sortrank_gui.simulation.setups import DEFAULT_STRATEGIES, choose_budgets
from sortrank_gui.simulation.sources import DataSource
from sortrank_gui.ui.simulation.items_form import ItemsForm
from sortrank_gui.ui.simulation.strategy_toggles import StrategyToggles
from sortrank_gui.ui.widgets.fields import (
    Field,
    FieldGrid,
    choose,
    make_choice,
    make_decimal,
    make_line,
    make_number,
    make_seed_field,
)

_ANSWERS = [(name, respondents.KINDS[name].title) for name in respondents.names()]
_OBSERVED = respondents.ObservedRespondent
_ORDERS = [("level", "Level by level"), ("depth", "Depth first (the paper)")]
_PRIORS = [("learned", "Learned"), ("vague", "Almost none (the paper)")]


class OwnForm(QWidget):
    """Everything of an `Experiment`; `changed` comes with every edit."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._loaded: Experiment | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)

    def make_fields(self) -> Iterator[None]:
        """Make the fields, in slices: there is nothing before that."""
        self.items = ItemsForm()
        self._column.addWidget(self.items)
        yield
        self.toggles = StrategyToggles(DEFAULT_STRATEGIES)
        self._column.addWidget(self._make_answers())
        yield
        self._column.addWidget(self._make_measuring())
        self._connect()

    def _make_answers(self) -> FieldGrid:
        self.answers = Field("Answers", make_choice(_ANSWERS), "Who answers, and how")
        self.lapse = Field(
            "Lapses (%)",
            make_decimal(0, 100, 0, step=1, decimals=1),
            "Share of answers by a coin, out of inattention",
        )
        grid = FieldGrid()
        grid.add_row(self.answers, self.lapse)
        grid.add_heading("Strategies")
        grid.add_wide(self.toggles)
        return grid

    def _make_measuring(self) -> FieldGrid:
        self.bias = Field(
            "Left bias (logits)",
            make_decimal(-20, 20, 0, step=0.1),
            "What the item on the left has in advance",
        )
        self.budget = Field(
            "Comparisons", make_number(1, 10_000_000, 2000, step=100), "How many pairs are asked"
        )
        self.at = Field(
            "Measured after", make_line("24 steps"), "Numbers of comparisons, such as 500, 1000"
        )
        self.repetitions = Field(
            "Repetitions", make_number(1, 100_000, 10), "More of them: narrower doubts, more time"
        )
        self.seed = make_seed_field()
        self.order = Field("Sorts proceed", make_choice(_ORDERS), "In which order a sort asks")
        self.prior = Field("Prior of the fit", make_choice(_PRIORS), "What scores are held likely")
        grid = FieldGrid()
        grid.add_heading("Measurement")
        grid.add_row(self.budget, self.at)
        grid.add_row(self.repetitions, self.seed)
        grid.add_heading("Details")
        grid.add_row(self.bias, self.order)
        grid.add_row(self.prior)
        return grid

    def _connect(self) -> None:
        for number in (self.lapse, self.bias, self.budget, self.repetitions, self.seed):
            number.editor.valueChanged.connect(self._on_changed)
        for choice in (self.answers, self.order, self.prior):
            choice.editor.currentIndexChanged.connect(self._on_changed)
        self.at.editor.textChanged.connect(self._on_changed)
        self.toggles.changed.connect(self._on_changed)
        self.items.changed.connect(self._on_changed)
        self.items.source_changed.connect(self._on_source_changed)

    @property
    def is_valid(self) -> bool:
        """Whether `experiment` would succeed."""
        return not (self.toggles.problem or self.at.problem)

    def experiment(self) -> Experiment:
        """Return the experiment that the form describes."""
        n_items = self.items.n_items
        return Experiment(
            n_items,
            self.items.population(),
            self.toggles.chosen(),
            self._budgets(n_items),
            repetitions=self.repetitions.editor.value(),
            seed=self.seed.editor.value(),
            respondent=self._respondent(),
            order=self.order.editor.currentData(),
            prior_variance=self._prior_variance(),
            priors=() if self._loaded is None else self._loaded.priors,
        )

    def show_experiment(self, experiment: Experiment) -> None:
        """Show the settings of an experiment."""
        self._loaded = experiment
        self.items.show_population(experiment.n_items, experiment.population)
        self._show_respondent(experiment.respondent)
        self.toggles.choose(experiment.strategies)
        last = experiment.budgets[-1]
        self.budget.editor.setValue(last)
        usual = budget_grid(experiment.n_items, last) == experiment.budgets
        self.at.editor.setText("" if usual else ", ".join(map(str, experiment.budgets)))
        self.repetitions.editor.setValue(experiment.repetitions)
        self.seed.editor.setValue(experiment.seed)
        choose(self.order.editor, experiment.order)
        choose(self.prior.editor, "learned" if experiment.prior_variance is None else "vague")

    def _show_respondent(self, respondent: RespondentSettings) -> None:
        source = self.items.source
        if respondent.observed is not None and source is not None:
            self.items.use(DataSource(source.label, source.scores, respondent.observed))
        choose(self.answers.editor, respondent.kind)
        self.lapse.editor.setValue(100 * respondent.lapse)
        self.bias.editor.setValue(respondent.position_bias)

    def _respondent(self) -> RespondentSettings:
        kind, source = self.answers.editor.currentData(), self.items.source
        observed = source.observed if kind == _OBSERVED.name and source is not None else None
        lapse = round(self.lapse.editor.value() / 100, 6)
        return RespondentSettings(kind, lapse, self.bias.editor.value(), observed)

    def _budgets(self, n_items: int) -> tuple[int, ...]:
        text = self.at.editor.text()
        at = [int(part.replace(" ", "")) for part in text.split(",") if part.strip()]
        return choose_budgets(n_items, self.budget.editor.value(), at)

    def _prior_variance(self) -> float | None:
        if self.prior.editor.currentData() == "learned":
            return None
        loaded = None if self._loaded is None else self._loaded.prior_variance
        return VAGUE_PRIOR_VARIANCE if loaded is None else loaded

    @Slot()
    def _on_changed(self) -> None:
        self.at.set_problem(self._check_budgets())
        self.changed.emit()

    def _check_budgets(self) -> str:
        try:
            self._budgets(max(self.items.n_items, 2))
        except SortrankError as error:
            return str(error)
        except ValueError:
            return "Write whole numbers with commas between them."
        return ""

    @Slot(object)
    def _on_source_changed(self, source: DataSource | None) -> None:
        """Offer the answers of the data where there are any."""
        box = self.answers.editor
        there = box.findData(_OBSERVED.name)
        if source is None or source.observed is None:
            if there >= 0:
                box.removeItem(there)
        elif there < 0:
            box.addItem(_OBSERVED.title, _OBSERVED.name)
            choose(box, _OBSERVED.name)
