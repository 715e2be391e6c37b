"""A plan in words and figures: what each strategy needs, and what the budget buys."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.ranking import strategies
from sortrank_gui.simulation.goals import Goal, GoalKind
from sortrank_gui.simulation.needs import (
    People,
    PlanLine,
    describe_minutes,
    judge_sorting,
)
from sortrank_gui.simulation.planner import BEYOND
from sortrank_gui.ui.plots.colours import DOT_SIZE, make_dot, strategy_colour
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of
from sortrank_gui.ui.widgets.tips import plain_tip

_ROW = 26


class PlanSummary(Recoloured, QWidget):
    """A sentence that judges, and a row for every strategy."""

    def __init__(self) -> None:
        super().__init__()
        self.verdict = QLabel()
        self.verdict.setWordWrap(True)
        self.verdict.setAccessibleName("Verdict")
        self.table = QTableWidget(0, 6)
        self.table.setObjectName("quiet")
        self.table.setAccessibleName("What each strategy needs")
        self.table.setFrameShape(QTableWidget.Shape.NoFrame)
        self.table.setShowGrid(False)
        self.table.setIconSize(DOT_SIZE)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(_ROW)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setHighlightSections(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.verdict)
        column.addWidget(self.table)
        self.beyond = soft_label(BEYOND)
        self.beyond.hide()
        column.addWidget(self.beyond)
        self.rules = soft_label()
        self.rules.setWordWrap(True)
        self.rules.setAccessibleName("Rules of the literature")
        self.rules.hide()
        column.addWidget(self.rules)
        self._lines: Sequence[PlanLine] = ()

    def recolour(self, theme: Theme) -> None:
        """Draw the dots of the strategies anew."""
        self._colour(theme)

    def show_plan(
        self,
        lines: Sequence[PlanLine],
        people: People,
        goal: Goal,
        top: int,
        n_items: int,
        rules: str = "",
    ) -> None:
        """Show a plan for these people; `rules` says what the literature would ask for."""
        self._lines = lines
        self.rules.setText(rules)
        self.rules.setVisible(bool(rules))
        self.verdict.setText(judge_sorting(lines))
        titles = (
            "Strategy",
            f"Answers (each\nitem) for {_shorten(goal)}",
            "Each\nparticipant",
            f"Accuracy\nwith {people.budget:,}",
            f"SSR\nwith {people.budget:,}",
            f"Top {top}\nfound",
        )
        self.table.setRowCount(len(lines))
        for column, title in enumerate(titles):
            self.table.setHorizontalHeaderItem(column, _cell(title, column))
        for row, line in enumerate(lines):
            for column, text in enumerate(_cells(line, people, n_items)):
                self.table.setItem(row, column, _cell(text, column))
        header = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(header + _ROW * len(lines) + 2)
        self.beyond.setVisible(any(line.need.is_beyond for line in lines))
        self._colour(theme_of(self))

    def _colour(self, theme: Theme) -> None:
        for row, line in enumerate(self._lines):
            dot = make_dot(strategy_colour(line.strategy, theme), ratio=self.devicePixelRatioF())
            if (cell := self.table.item(row, 0)) is not None:
                cell.setIcon(dot)


def _cell(text: str, column: int) -> QTableWidgetItem:
    """Return names at the left and figures at the right."""
    item = QTableWidgetItem(text)
    item.setToolTip(plain_tip(text) if column == 0 else "")
    side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
    item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
    return item


def _cells(line: PlanLine, people: People, n_items: int) -> list[str]:
    """Return the texts of a row."""
    each = "–"
    if line.need.comparisons is not None:
        share = people.share(line.need.comparisons)
        each = f"{share:,} in {describe_minutes(people.minutes(share))}"
    accuracy = "plan again" if line.accuracy is None else f"{100 * max(line.accuracy, 0):.0f} %"
    top = "–" if line.top_share is None else f"{line.top_share:.0f} %"
    ssr = "–" if line.reliability is None else f"{line.reliability:.2f}"
    title = strategies.facts(line.strategy).title
    return [title, _tell_need(line, n_items), each, accuracy, ssr, top]


def _tell_need(line: PlanLine, n_items: int) -> str:
    if line.need.comparisons is None:
        return line.need.describe()
    return f"{line.need.describe()} ({2 * line.need.comparisons / n_items:,.0f})"


def _shorten(goal: Goal) -> str:
    match goal.kind:
        case GoalKind.ACCURACY:
            return f"{100 * goal.value:g} %"
        case GoalKind.TOP:
            return f"{100 * goal.value:g} % of the top"
        case GoalKind.PLACES:
            return f"{goal.value:g} off"
        case GoalKind.SSR:
            return f"SSR {goal.value:g}"
        case GoalKind.SPLIT_HALF:
            return f"split-half {goal.value:g}"
