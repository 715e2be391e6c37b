"""The card of a plan: curves, what follows from them, and the button that uses it."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.ranking import random_displacement, strategies
from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.goals import Goal, GoalKind
from sortrank_gui.simulation.needs import (
    People,
    best_strategy,
    describe_minutes,
    look_ahead,
    plan_lines,
    tell_rules,
)
from sortrank_gui.ui.plots.curve_plot import CurvePlot, Scale
from sortrank_gui.ui.plots.legend import Legend
from sortrank_gui.ui.simulation.planner.plan_summary import PlanSummary
from sortrank_gui.ui.widgets.card import TitledCard, soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.column_area import ColumnArea
from sortrank_gui.ui.widgets.fields import choose, make_choice
from sortrank_gui.ui.widgets.tips import plain_tip

_EMPTY = (
    "Say how many items and people there are, then press “Plan”:\n"
    "many studies like yours are simulated, and you see what to expect."
)
_PANELS = [("0", "Displacement (ranks off, added up)"), ("1", "Top items found")]
_NO_STUDY = "Open a study to use the plan in it."


class PlanResults(TitledCard):
    """Shows what was simulated for the people and the accuracy that are wanted."""

    redraw_wanted = Signal()
    use_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__("What to expect")
        self.summary = PlanSummary()
        self.plot, self.legend = CurvePlot("What to expect"), Legend()
        self.panels = ChoiceMenu("What is shown", self)
        self.panels.set_choices(_PANELS, "0")
        self._problem: str | None = _NO_STUDY
        self._is_known = False
        self._make_use_row()
        self._lay_out()
        self.panels.chosen.connect(self.redraw_wanted)
        self.legend.toggled.connect(self.redraw_wanted)
        self.plot.pointed.connect(self.legend.point_at)

    def _make_use_row(self) -> None:
        self.strategy = make_choice([])
        self.strategy.setMinimumContentsLength(14)
        self.strategy.setAccessibleName("Strategy to use")
        self.strategy.setToolTip("Which strategy the study shall use")
        self.strategy.activated.connect(self._on_strategy_chosen)
        self._was_chosen = False
        self.use = QPushButton("Use this plan")
        self.use.setAccessibleName("Use this plan")
        self.use.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.use.clicked.connect(self._on_use)
        self._words = soft_label()
        self._words.setWordWrap(True)

    def _lay_out(self) -> None:
        hint = soft_label(_EMPTY)
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint.setWordWrap(True)
        use = QHBoxLayout()
        use.setSpacing(8)
        use.addWidget(self._words, stretch=1)
        use.addWidget(self.strategy)
        use.addWidget(self.use)
        shown, results = QWidget(), QWidget()
        parts = QVBoxLayout(shown)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(12)
        parts.addWidget(self.legend)
        parts.addWidget(self.plot, stretch=1)
        parts.addWidget(self.summary)
        column = QVBoxLayout(results)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(ColumnArea(shown), stretch=1)
        column.addLayout(use)
        self._stack = QStackedWidget()
        self._stack.addWidget(hint)
        self._stack.addWidget(results)
        button = ChoiceButton(self.panels, name="What is shown", tip="Which curve", quiet=True)
        self.controls.addWidget(button)
        self.body.addWidget(self._stack, stretch=1)

    def set_study(self, problem: str | None) -> None:
        """Say why a plan can't be used: an empty problem stands for no study, None for a yes."""
        self._problem = None if problem is None else problem or _NO_STUDY

    def follow(self, people: People) -> None:
        """Say what the plan asks of people, and whether it can be used."""
        time = describe_minutes(people.minutes(people.answers_each))
        shared = "All share one sort." if people.participants > 1 else ""
        words = f"{people.participants:,} × {people.answers_each:,} answers, {time} each."
        self._words.setText(f"{words} {shared if self._problem is None else self._problem}")
        self.use.setEnabled(self._problem is None and self._is_known)
        self.use.setToolTip(
            plain_tip(self._problem or "Put strategy and answers into the open study")
        )

    def show_plan(self, findings: Findings, people: People, goal: Goal, top: int) -> None:
        """Show what to expect."""
        self._is_known = True
        self._stack.setCurrentIndex(1)
        panel = self._panel(findings, goal)
        self.legend.show_panel(panel)
        self.plot.show_panel(panel, Scale(True, panel.log_y, self.legend.hidden))
        self.plot.mark(people.budget)
        lines = plan_lines(findings, people, goal)
        best = best_strategy(lines)
        outlook = look_ahead(findings)
        rules = tell_rules(outlook, best) if outlook is not None and lines else ""
        self.summary.show_plan(lines, people, goal, top, findings.n_items or 1, rules)
        self._offer([line.strategy for line in lines], best)
        self.follow(people)

    def _panel(self, findings: Findings, goal: Goal) -> Panel:
        """Return the panel that is chosen; that of displacement has the wanted one as a line."""
        panel = findings.panels[int(self.panels.current)]
        if panel is not findings.panels[0] or not panel.curves or not panel.curves[0].x:
            return panel
        n_items = findings.n_items or 0
        match goal.kind:
            case GoalKind.ACCURACY:
                height = (1 - goal.value) * random_displacement(n_items)
            case GoalKind.PLACES:
                height = goal.value * n_items
            case _:
                return panel
        ends = (panel.curves[0].x[0], panel.curves[0].x[-1])
        wanted = Curve(goal.describe(), ends, (height,) * 2, reference=True)
        return replace(panel, curves=(*panel.curves, wanted))

    def _offer(self, names: list[str], best: str) -> None:
        """Offer strategies to use; the best one is chosen unless a user chose another."""
        if [self.strategy.itemData(k) for k in range(self.strategy.count())] != names:
            self._was_chosen = False
            self.strategy.clear()
            for name in names:
                self.strategy.addItem(strategies.facts(name).title, name)
        if not self._was_chosen:
            choose(self.strategy, best)

    @Slot()
    def _on_strategy_chosen(self) -> None:
        self._was_chosen = True

    @Slot()
    def _on_use(self) -> None:
        self.use_wanted.emit(self.strategy.currentData())
