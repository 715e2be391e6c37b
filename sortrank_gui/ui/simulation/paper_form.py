"""Settings of an experiment of the paper: how thorough, by which seed, with which data."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton

from sortrank_gui.simulation import paper
from sortrank_gui.simulation.paper import DataUse
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import Field, FieldGrid, make_choice, make_seed_field

_SIZES = [("quick", "Quick look"), ("full", "Full, as in the paper")]


class PaperForm(FieldGrid):
    """Everything of `paper.PaperSettings`, for the experiment that is shown."""

    changed = Signal()
    data_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.name = paper.names()[0]
        self._data: Path | None = None
        self._about = soft_label()
        self._about.setWordWrap(True)
        self.version = Field("Version", make_choice(_SIZES), "A look in a minute, or all of it")
        self.seed = make_seed_field()
        self._button = QPushButton("Choose a file…")
        self._button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button.clicked.connect(self.data_wanted)
        self.data = Field("Data", self._button, "A file that can’t come with SortRank")
        self.add_wide(self._about)
        self.add_row(self.version, self.seed)
        self.add_wide(self.data)
        self.version.editor.currentIndexChanged.connect(self._on_changed)
        self.seed.editor.valueChanged.connect(self._on_changed)

    def show_preset(self, name: str) -> None:
        """Show one of the paper's experiments."""
        self.name, self._data = name, None
        preset = paper.get(name)
        self._about.setText(preset.about)
        self.data.setVisible(preset.data is not DataUse.NONE)
        self._follow_data()

    def use_data(self, path: Path) -> None:
        """Take the data from a file."""
        self._data = path
        self._follow_data()
        self._on_changed()

    @property
    def is_valid(self) -> bool:
        """Whether nothing is missing."""
        return not self.data.problem

    def settings(self) -> paper.PaperSettings:
        """Return the settings that the form describes."""
        quick = self.version.editor.currentData() == "quick"
        return paper.PaperSettings(quick=quick, seed=self.seed.editor.value(), data=self._data)

    def _follow_data(self) -> None:
        self._button.setText("Choose a file…" if self._data is None else self._data.name)
        missing = paper.get(self.name).data is DataUse.NEEDED and self._data is None
        self.data.set_problem("This experiment needs its data." if missing else "")

    @Slot()
    def _on_changed(self) -> None:
        self.changed.emit()
