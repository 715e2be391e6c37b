"""Which strategies take part: a box for each, with its colour."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QVBoxLayout, QWidget

from sortrank_gui.ranking import strategies
from sortrank_gui.ui.plots.colours import DOT_SIZE, make_dot, strategy_colour
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem
from sortrank_gui.ui.widgets.theme import Recoloured, Theme

_WIDEST = 460
"""Pixels; a form of settings must not take the room of what it is about."""

_LONGEST = 340
"""Pixels of a name, after which letters of any size are cut; the tooltip says more."""


class StrategyToggles(Recoloured, QWidget):
    """Check boxes in two columns, or one; between `least` and `most` are to be chosen."""

    changed = Signal()

    def __init__(
        self, chosen: Iterable[str], *, least: int = 1, most: int = 99, columns: int = 2
    ) -> None:
        super().__init__()
        self._least, self._most = least, most
        self.boxes = {name: QCheckBox() for name in strategies.names()}
        self._problem = make_problem_label()
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        half = self._count_rows() if columns == 2 else len(self.boxes)
        for place, (name, box) in enumerate(self.boxes.items()):
            facts = strategies.facts(name)
            box.setText(facts.title)
            box.setAccessibleName(facts.title)
            box.setIconSize(DOT_SIZE)
            box.setToolTip(facts.brief)
            box.toggled.connect(self._on_toggled)
            box.setMinimumWidth(min(self._measure(facts.title), _LONGEST))
            grid.addWidget(box, place % half, place // half)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(grid)
        column.addWidget(self._problem)
        self.choose(chosen)

    def _count_rows(self) -> int:
        """Return how many rows there are: half of the boxes, unless their names are too long."""
        half = -(-len(self.boxes) // 2)
        widths = [self._measure(strategies.facts(name).title) for name in self.boxes]
        fits = max(widths[:half]) + max(widths[half:]) <= _WIDEST
        return half if fits else len(self.boxes)

    def _measure(self, title: str) -> int:
        return self.fontMetrics().horizontalAdvance(title) + 4 * self.fontMetrics().height()

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
