"""Which strategies take part: a box for each, with its colour."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QVBoxLayout, QWidget

from sortrank_gui.ranking import strategies
from sortrank_gui.ui.plots.colours import DOT_SIZE, make_dot, strategy_colour
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem
from sortrank_gui.ui.widgets.theme import Recoloured, Theme

_SHORT = 16
"""Letters of a name that has room in half of a form."""


class StrategyToggles(Recoloured, QWidget):
    """Check boxes in columns; between `least` and `most` are to be chosen."""

    changed = Signal()

    def __init__(
        self, chosen: Iterable[str], *, least: int = 1, most: int = 99, columns: int = 2
    ) -> None:
        super().__init__()
        self._least, self._most, self._columns = least, most, columns
        self.boxes = {name: QCheckBox() for name in strategies.names()}
        self._problem = make_problem_label()
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        for name, box in self.boxes.items():
            facts = strategies.facts(name)
            box.setText(facts.title)
            box.setAccessibleName(facts.title)
            box.setIconSize(DOT_SIZE)
            box.setToolTip(facts.brief)
            box.toggled.connect(self._on_toggled)
        self._lay_out(grid)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(grid)
        column.addWidget(self._problem)
        self.choose(chosen)

    def _lay_out(self, grid: QGridLayout) -> None:
        """Put short names into columns, and long ones across all, so that none is cut."""
        short = [box for box in self.boxes.values() if len(box.text()) <= _SHORT]
        rows = -(-len(short) // self._columns)
        for place, box in enumerate(short):
            grid.addWidget(box, place % rows, place // rows)
        for place, box in enumerate(box for box in self.boxes.values() if box not in short):
            grid.addWidget(box, rows + place, 0, 1, self._columns)

    def chosen(self) -> tuple[str, ...]:
        """Return the strategies that take part, in a fixed order."""
        return tuple(name for name, box in self.boxes.items() if box.isChecked())

    def choose(self, names: Iterable[str]) -> None:
        """Check these and no others."""
        wanted = set(names)
        for name, box in self.boxes.items():
            box.setChecked(name in wanted)

    @property
    def problem(self) -> str:
        """What is wrong with the choice, or nothing."""
        count = len(self.chosen())
        if count < self._least:
            return f"Choose {_number(self._least)} at least."
        return f"Choose {_number(self._most)} at most." if count > self._most else ""

    def recolour(self, theme: Theme) -> None:
        """Draw the dots of the boxes anew."""
        for name, box in self.boxes.items():
            box.setIcon(make_dot(strategy_colour(name, theme), ratio=self.devicePixelRatioF()))

    @Slot()
    def _on_toggled(self) -> None:
        show_problem(self._problem, self.problem)
        self.changed.emit()


def _number(count: int) -> str:
    words: Sequence[str] = ("none", "one strategy", "two strategies", "three", "four")
    return words[count] if count < len(words) else str(count)
