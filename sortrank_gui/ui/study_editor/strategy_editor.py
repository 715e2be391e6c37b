"""The editor of the strategy: which one, and of one that has several goals, which of them."""

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QWidget

from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.strategies import Standing
from sortrank_gui.ui.study_editor.editors import Editor
from sortrank_gui.ui.widgets.fields import choose, make_choice


class StrategyEditor(Editor):
    """A strategy; beside it, where it has goals, what the study wants of it."""

    def __init__(self) -> None:
        super().__init__()
        names = [name for standing in Standing for name in strategies.names(standing)]
        self._usual = {goal: name for name in names for goal in strategies.facts(name).goals}
        offered = [name for name in names if self._usual.get(name, name) == name]
        self.box = make_choice([(name, strategies.facts(name).title) for name in offered])
        self.goal = make_choice([])
        self.goal.setAccessibleName("What it should find")
        self.goal.setToolTip("The whole order, the best items, or scores that are exact")
        self.box.currentIndexChanged.connect(self._on_chosen)
        self.goal.currentIndexChanged.connect(self._on_goal_chosen)
        self.row.addWidget(self.box, stretch=1)
        self.row.addWidget(self.goal, stretch=1)

    def show_value(self, value: str) -> None:
        """Show which one is chosen, and its goal."""
        usual = self._usual.get(value, value)
        goals = strategies.facts(usual).goals
        with QSignalBlocker(self.box), QSignalBlocker(self.goal):
            choose(self.box, usual)
            self.goal.clear()
            for name in goals:
                self.goal.addItem(strategies.facts(name).goal, name)
            choose(self.goal, value)
        self.goal.setVisible(bool(goals))

    def focus_widget(self) -> QWidget:
        """Return the box of strategies."""
        return self.box

    @Slot()
    def _on_chosen(self) -> None:
        self.edited.emit(self.box.currentData())

    @Slot()
    def _on_goal_chosen(self) -> None:
        self.edited.emit(self.goal.currentData())
