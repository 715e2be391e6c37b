"""The card at the left: a preset or own settings, where to run, and the button that starts."""

from collections.abc import Iterable, Iterator

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.simulation import paper, populations, respondents
from sortrank_gui.simulation.campaigns import Campaign, OwnCampaign, PaperCampaign
from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.orders import RunOrder
from sortrank_gui.ui.simulation.machine_form import MachineForm
from sortrank_gui.ui.simulation.own_form import OwnForm
from sortrank_gui.ui.simulation.paper_form import PaperForm
from sortrank_gui.ui.simulation.run_bar import RunBar
from sortrank_gui.ui.widgets.card import Card
from sortrank_gui.ui.widgets.column_area import ColumnArea
from sortrank_gui.ui.widgets.fields import Field, choose, make_choice

_OWN = ""


class FormCard(Card):
    """Forms that scroll above the bar that runs what they describe."""

    def __init__(
        self,
        name: str,
        forms: Iterable[QWidget],
        run_bar: RunBar,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        content, foot = QWidget(), QWidget()
        self.body.setContentsMargins(1, 1, 1, 1)
        self.body.setSpacing(0)
        self.body.addWidget(ColumnArea(content), stretch=1)
        self.body.addWidget(foot)
        self._column = column = QVBoxLayout(content)
        column.setContentsMargins(20, 16, 14, 16)
        column.setSpacing(16)
        column.addStretch()
        for form in forms:
            self.add_form(form)
        below = QVBoxLayout(foot)
        below.setContentsMargins(20, 12, 20, 12)
        below.addWidget(run_bar)

    def add_form(self, form: QWidget) -> None:
        """Put a form below the others."""
        self._column.insertWidget(self._column.count() - 1, form)


class SettingsCard(FormCard):
    """Describes what to run; `order_given` says that it shall be run."""

    order_given = Signal(object)
    cancelled = Signal()
    data_wanted = Signal()
    """A file for an experiment of the paper."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.preset = Field("Experiment", make_choice(_presets()), "Own settings, or the paper’s")
        self.run_bar = RunBar("Start", "Run the experiment")
        super().__init__("Settings", [self.preset], self.run_bar, parent)
        self._running = False
        self._paper: PaperForm | None = None

    def make_forms(self) -> Iterator[None]:
        """Make the forms, in slices: there is nothing before that."""
        self.own = OwnForm()
        self.add_form(self.own)
        yield from self.own.make_fields()
        yield
        self.machine = MachineForm()
        self.add_form(self.machine)
        self.preset.editor.currentIndexChanged.connect(self._on_preset_changed)
        self.own.changed.connect(self._follow)
        self.run_bar.start_wanted.connect(self._on_start)
        self.run_bar.cancel_wanted.connect(self.cancelled)

    @property
    def paper(self) -> PaperForm:
        """The settings of the paper's experiments, made when one of them is chosen."""
        if self._paper is None:
            self._paper = PaperForm()
            self._paper.changed.connect(self._follow)
            self._paper.data_wanted.connect(self.data_wanted)
            self._paper.setHidden(self.is_own)
            self._column.insertWidget(self._column.indexOf(self.machine), self._paper)
        return self._paper

    @property
    def is_own(self) -> bool:
        """Whether the settings are a user's own, and not the paper's."""
        return bool(self.preset.editor.currentData() == _OWN)

    def order(self) -> RunOrder:
        """Return what the card describes."""
        return RunOrder(self._campaign(), self.machine.machine())

    def show_experiment(self, experiment: Experiment) -> None:
        """Show own settings."""
        choose(self.preset.editor, _OWN)
        self.own.show_experiment(experiment)

    def set_running(self, running: bool) -> None:
        """Offer to start or to cancel."""
        self._running = running
        self.run_bar.set_running(running)
        self._follow()

    def _campaign(self) -> Campaign:
        name = self.preset.editor.currentData()
        if name == _OWN:
            experiment = self.own.experiment()
            return OwnCampaign(experiment, _name(experiment))
        return PaperCampaign(name, self.paper.settings())

    @Slot()
    def _on_start(self) -> None:
        self.order_given.emit(self.order())

    @Slot()
    def _on_preset_changed(self) -> None:
        name = self.preset.editor.currentData()
        self.own.setVisible(name == _OWN)
        if self._paper is not None or name != _OWN:
            self.paper.setVisible(name != _OWN)
        if name != _OWN:
            self.paper.show_preset(name)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        valid = self.own.is_valid if self.is_own else self.paper.is_valid
        self.run_bar.start.setEnabled(valid and not self._running)


def _presets() -> list[tuple[str, str]]:
    return [(_OWN, "Own settings")] + [
        (name, f"Paper: {paper.get(name).title}") for name in paper.names()
    ]


def _name(experiment: Experiment) -> str:
    """Return what tells an experiment from its neighbours in the list of results."""
    respondent = experiment.respondent
    parts = [
        f"n = {experiment.n_items:,}",
        *populations.tell(experiment.population),
        "depth first" if experiment.order == "depth" else "",
        "" if respondent.kind == respondents.DEFAULT else f"{respondent.kind} answers",
        f"{100 * respondent.lapse:g} % lapses" if respondent.lapse else "",
        f"bias {respondent.position_bias:g}" if respondent.position_bias else "",
        f"seed {experiment.seed}",
    ]
    return ", ".join(part for part in parts if part)
