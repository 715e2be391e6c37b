"""Where items and their true scores come from: chance, the open study, or a file."""

from PySide6.QtCore import Signal, Slot

from sortrank_gui.simulation import populations
from sortrank_gui.simulation.populations import Given, Normal, Poisson, Population, Uniform
from sortrank_gui.simulation.sources import Source
from sortrank_gui.ui.widgets.fields import (
    Field,
    FieldGrid,
    choose,
    make_choice,
    make_noise_field,
    make_number,
    make_spread_field,
)

_MADE_UP, _STUDY, _FILE, _GIVEN = "made up", "study", "file", "given"
_ORIGINS = [
    (_MADE_UP, "Made up by chance"),
    (_STUDY, "The open study’s answers"),
    (_FILE, "A file of comparisons…"),
]
_KINDS = [
    ("uniform", "Uniform"),
    ("poisson", "Poisson (the paper)"),
    ("normal", "Normal"),
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
        self.source: Source | None = None
        self.origin = Field(
            origin_title, make_choice(_ORIGINS), "Chance, or answers that people gave"
        )
        self.items = Field("Number", make_number(2, 100_000, 200, step=10), "How many items")
        self.kind = Field("Scores", make_choice(_KINDS), "How the true scores are spread")
        self.noise = make_noise_field()
        self.spread = make_spread_field()
        self.add_wide(self.origin)
        self.add_row(self.items, self.noise, self.spread)
        self.add_row(self.kind)
        self._connect()
        self._follow()

    def _connect(self) -> None:
        self.origin.editor.activated.connect(self._on_origin_chosen)
        self.kind.editor.currentIndexChanged.connect(self._on_changed)
        for field in (self.items, self.noise, self.spread):
            field.editor.valueChanged.connect(self._on_changed)

    @property
    def n_items(self) -> int:
        """How many items there are."""
        return self.items.editor.value() if self.source is None else len(self.source.scores)

    def population(self) -> Population:
        """Return where true scores come from."""
        if self.source is not None:
            return Given(self.source.scores)
        name = self.kind.editor.currentData()
        if name == "normal":
            return Normal(self.spread.editor.value())
        return populations.create(name, n_items=self.n_items, noise=self.noise.editor.value())

    def use(self, source: Source | None, *, origin: str | None = None) -> None:
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
        match population:
            case Given(scores):
                self.use(Source("Given scores", scores))
                return
            case Uniform(noise) | Poisson(noise):
                self.noise.editor.setValue(noise)
            case Normal(spread):
                self.spread.editor.setValue(spread)
        choose(self.kind.editor, type(population).__name__.lower())
        self.items.editor.setValue(n_items)
        self.use(None)

    def _follow(self) -> None:
        """Show the fields that matter."""
        by_chance = self.source is None
        normal = self.kind.editor.currentData() == "normal"
        for field in (self.items, self.kind):
            field.setVisible(by_chance)
        self.noise.setVisible(by_chance and not normal)
        self.spread.setVisible(by_chance and normal)

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
