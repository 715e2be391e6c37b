"""Where items and their true scores come from: chance, the open study, or a file."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QVBoxLayout, QWidget

from sortrank_gui.simulation import populations
from sortrank_gui.simulation.populations import Given, Population
from sortrank_gui.simulation.sources import DataSource
from sortrank_gui.ui.widgets.fields import (
    Field,
    FieldGrid,
    choose,
    make_choice,
    make_number,
    make_parameter_field,
)

_MADE_UP, _STUDY, _FILE, _GIVEN = "made up", "study", "file", "given"
_ORIGINS = [
    (_MADE_UP, "Made up by chance"),
    (_STUDY, "The open study’s answers"),
    (_FILE, "A file of comparisons…"),
]


class ItemsForm(FieldGrid):
    """Origin, number, distribution and noise of the items.

    `study_wanted` and `file_wanted` ask for data; whoever hears them answers with `use`.
    """

    changed = Signal()
    study_wanted = Signal()
    file_wanted = Signal()
    source_changed = Signal(object)

    def __init__(self, *, origin_title: str = "Items") -> None:
        super().__init__()
        self.source: DataSource | None = None
        self.origin = Field(
            origin_title, make_choice(_ORIGINS), "Chance, or answers that people gave"
        )
        self.items = Field("Number", make_number(2, 100_000, 200, step=10), "How many items")
        self.kind = Field("Scores", _make_kinds(), "How the true scores are spread")
        self.parameters: dict[str, Field[QDoubleSpinBox]] = {}
        self.add_wide(self.origin)
        self._box = self._make_parameters()
        self.add_row(self.items, self._box)
        self.add_row(self.kind)
        self._connect()
        self._follow()

    def _make_parameters(self) -> QWidget:
        """Return the fields of all populations' parameters, of which those that matter show."""
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        for name in populations.names():
            for parameter in populations.facts(name).parameters:
                if parameter.name not in self.parameters:
                    self.parameters[parameter.name] = make_parameter_field(parameter)
                    column.addWidget(self.parameters[parameter.name])
        return box

    def _connect(self) -> None:
        self.origin.editor.activated.connect(self._on_origin_chosen)
        self.kind.editor.currentIndexChanged.connect(self._on_changed)
        self.items.editor.valueChanged.connect(self._on_changed)
        for field in self.parameters.values():
            field.editor.valueChanged.connect(self._on_changed)

    @property
    def n_items(self) -> int:
        """How many items there are."""
        return self.items.editor.value() if self.source is None else len(self.source.scores)

    def population(self) -> Population:
        """Return where true scores come from."""
        if self.source is not None:
            return Given(self.source.scores)
        values = {name: field.editor.value() for name, field in self.parameters.items()}
        return populations.create(self.kind.editor.currentData(), n_items=self.n_items, **values)

    def use(self, source: DataSource | None, *, origin: str | None = None) -> None:
        """Take items from data, or from chance again."""
        self.source = source
        box = self.origin.editor
        box.removeItem(box.findData(_GIVEN)) if box.findData(_GIVEN) >= 0 else None
        if source is not None:
            box.addItem(source.describe(), _GIVEN)
        choose(box, _GIVEN if source is not None else _MADE_UP)
        self.origin.set_problem("")
        self._follow()
        self.source_changed.emit(source)
        self.changed.emit()

    def refuse(self, sentence: str) -> None:
        """Say why there is no data, and stay with what was there."""
        choose(self.origin.editor, _GIVEN if self.source is not None else _MADE_UP)
        self.origin.set_problem(sentence)

    def show_population(self, n_items: int, population: Population) -> None:
        """Show the items of an experiment."""
        if isinstance(population, Given):
            self.use(DataSource(population.facts.title, population.scores))
            return
        for parameter in population.facts.parameters:
            self.parameters[parameter.name].editor.setValue(getattr(population, parameter.name))
        choose(self.kind.editor, population.name)
        self.items.editor.setValue(n_items)
        self.use(None)

    def _follow(self) -> None:
        """Show the fields that matter."""
        for part in (self.items, self.kind, self._box):
            part.setVisible(self.source is None)
        chosen = populations.facts(self.kind.editor.currentData()).parameters
        for name, field in self.parameters.items():
            field.setVisible(name in {parameter.name for parameter in chosen})

    @Slot(int)
    def _on_origin_chosen(self, _index: int) -> None:
        match self.origin.editor.currentData():
            case "study":
                self.study_wanted.emit()
            case "file":
                self.file_wanted.emit()
            case "made up":
                self.use(None)

    @Slot()
    def _on_changed(self) -> None:
        self._follow()
        self.changed.emit()


def _make_kinds() -> QComboBox:
    """Return the populations to choose from, each with its line."""
    known = [(name, populations.facts(name)) for name in populations.names()]
    box = make_choice((name, facts.title) for name, facts in known)
    for place, (_name, facts) in enumerate(known):
        box.setItemData(place, facts.brief, Qt.ItemDataRole.ToolTipRole)
    return box
