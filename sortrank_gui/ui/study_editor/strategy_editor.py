"""The editor of the strategy: which one, and of one that has several goals, which of them."""

from functools import partial

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QWidget

from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.strategies import Standing
from sortrank_gui.ui.study_editor.editors import Editor, NumberEditor, OptionalNumberEditor
from sortrank_gui.ui.study_editor.section import Setting
from sortrank_gui.ui.widgets.fields import choose, make_choice


def strategy_settings(default: str = "") -> tuple[Setting, Setting]:
    """Return who picks the pairs, and how many items are the top where it looks for them."""
    otherwise = "Otherwise as many as in the study, or a tenth." if default else ""
    return (
        Setting("strategy", "Who picks the next pair", partial(StrategyEditor, default)),
        Setting("top", "", _make_top, otherwise or "Otherwise a tenth of all."),
    )


def _make_top() -> OptionalNumberEditor:
    return OptionalNumberEditor("Best items to find", NumberEditor(1, 1_000_000), 10)


def looks_for_top(strategy: str) -> bool:
    """Say whether a strategy wants to know how many items are the top."""
    return bool(strategy) and strategies.facts(strategy).pick_top is not None


class StrategyEditor(Editor):
    """A strategy; beside it, where it has goals, what the study wants of it.

    With a `default` there is one more choice, which stands for no strategy of its own.
    """

    def __init__(self, default: str = "") -> None:
        super().__init__()
        names = [name for standing in Standing for name in strategies.names(standing)]
        self._usual = {goal: name for name in names for goal in strategies.facts(name).goals}
        offered = [name for name in names if self._usual.get(name, name) == name]
        choices = [("", default)] if default else []
        choices += [(name, strategies.facts(name).title) for name in offered]
        self.box = make_choice(choices)
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
        goals = strategies.facts(usual).goals if usual else ()
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
