"""The card of results: curves, a table, and what the paper says."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.figures.descriptions import Figure, Panel
from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.ui.plots.curve_plot import CurvePlot, Scale
from sortrank_gui.ui.plots.legend import Legend
from sortrank_gui.ui.simulation.panel_table import PanelTable
from sortrank_gui.ui.simulation.paper_page import PaperPage
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu

_EMPTY = (
    "Press Start: the curves grow while the trials finish.\n\n"
    "Or choose one of the paper’s experiments at the left."
)
_RUNNING = "The first trials are under way: the curves come with them."
_TABLE, _PAPER = 1, 2


class CurvesCard(Card):
    """Shows findings as they grow; a user picks the panel, the axes and the curves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Results")
        self._findings: Findings | None = None
        self._others: Sequence[Findings] = ()
        self._title = ""
        self._offered: tuple[tuple[str, ...], str] = ((), "")
        self._sheet: _Sheet | None = None
        self._make_controls()
        self._lay_out()

    @property
    def sheet(self) -> "_Sheet":
        """The curves with their legend, made for the first findings."""
        if self._sheet is None:
            self._sheet = _Sheet(self.stack)
            self.stack.addWidget(self._sheet)
            self._sheet.legend.toggled.connect(self._draw)
            self._sheet.plot.pointed.connect(self._on_pointed)
        return self._sheet

    @property
    def plot(self) -> CurvePlot:
        """The curves."""
        return self.sheet.plot

    @property
    def legend(self) -> Legend:
        """What tells one curve from another."""
        return self.sheet.legend

    @cached_property
    def table(self) -> PanelTable:
        """The numbers, made when somebody wants to see them."""
        table = PanelTable()
        self.stack.addWidget(table)
        return table

    @cached_property
    def page(self) -> PaperPage:
        """What the paper says, made when somebody wants to see it."""
        page = PaperPage()
        self.stack.addWidget(page)
        return page

    def _make_controls(self) -> None:
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.setAccessibleName("Views of the results")
        for text in ("Curves", "Table", "What the paper says"):
            self.tabs.addTab(text)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        self.panels = ChoiceMenu("What is shown", self)
        self.panels.chosen.connect(self._on_panel_chosen)
        self._panel_button = ChoiceButton(
            self.panels, name="What is shown", tip="Which figure to show", quiet=True
        )
        self.log_x = _make_toggle("log x", "A logarithmic scale for comparisons", self._draw)
        self.log_y = _make_toggle("log y", "A logarithmic scale for the distance", self._draw)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.tabs)
        top.addStretch()
        for part in (self._panel_button, self.log_x, self.log_y):
            top.addWidget(part)
        self.hint = soft_label(_EMPTY)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setWordWrap(True)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.hint)
        self.body.setContentsMargins(20, 4, 20, 12)
        self.body.setSpacing(8)
        self.body.addLayout(top)
        self.body.addWidget(self.stack, stretch=1)
        self._follow_view()

    @property
    def shown(self) -> Findings | None:
        """What is shown."""
        return self._findings

    def show_findings(self, findings: Findings | None, others: Sequence[Findings] = ()) -> None:
        """Show findings, and others behind them."""
        self._findings, self._others = findings, others
        titles = () if findings is None else tuple(panel.title for panel in findings.panels)
        if titles and self._title not in titles:
            self._choose_panel(titles[0])
        if (titles, self._title) != self._offered:
            self._offered = (titles, self._title)
            self.panels.set_choices([(title, title) for title in titles], self._title)
        self._draw()

    def set_running(self, running: bool) -> None:
        """Say where there are no curves yet what to do for some, or that they are on their way."""
        self.hint.setText(_RUNNING if running else _EMPTY)

    @property
    def caption(self) -> str:
        """What is said about the curves."""
        return "" if self._sheet is None else self._sheet.caption.text()

    def panel(self) -> Panel | None:
        """Return the panel that is shown, with the axes as they are shown."""
        panel = _find(self._findings, self._title)
        if panel is None:
            return None
        return replace(panel, log_x=self.log_x.isChecked(), log_y=self.log_y.isChecked())

    def figure(self) -> Figure | None:
        """Return what is shown as a figure for print."""
        panel = self.panel()
        if panel is None:
            return None
        curves = tuple(c for c in panel.curves if c.label not in self.legend.hidden)
        return Figure((replace(panel, curves=curves or panel.curves),))

    def _choose_panel(self, title: str) -> None:
        self._title = title
        panel = _find(self._findings, title)
        if panel is not None:
            _set_quietly(self.log_x, panel.log_x)
            _set_quietly(self.log_y, panel.log_y)

    @Slot()
    def _draw(self) -> None:
        panel = self.panel()
        if panel is not None or self._sheet is not None:
            self._draw_curves(panel)
        self._follow_view()

    def _draw_curves(self, panel: Panel | None) -> None:
        self.legend.show_panel(panel)
        behind = [_find(other, self._title) for other in self._others]
        comparable = [p for p in behind if p is not None]
        scale = Scale(self.log_x.isChecked(), self.log_y.isChecked(), self.legend.hidden)
        self.plot.show_panel(panel, scale, comparable)
        self.sheet.say(self._describe())

    def _describe(self) -> str:
        """Say what is drawn, what its height means, and what lies behind it."""
        panel = _find(self._findings, self._title)
        if self._findings is None or panel is None:
            return ""
        height = panel.y_label if panel.y_label.lower() != panel.title.lower() else ""
        names = [f.title for f in self._others if _find(f, self._title) is not None]
        styles = ("dashed", "dotted", "dash-dotted")
        behind = [f"{styles[k % 3]}: {name}" for k, name in enumerate(names)]
        return " · ".join(filter(None, [self._findings.title, height, *behind]))

    def _follow_view(self) -> None:
        """Show the page of the tab, or what to do where there is nothing yet."""
        there = self._findings is not None and bool(self._findings.panels)
        view = self.tabs.currentIndex()
        self.stack.setCurrentWidget(self._find_page(view, there=there))
        self._panel_button.setVisible(there and view < 2)
        for control in (self.log_x, self.log_y):
            control.setVisible(there and view == 0)

    def _find_page(self, view: int, *, there: bool) -> QWidget:
        """Return what a tab shows, up to date."""
        if view == _PAPER:
            report = None if self._findings is None else self._findings.report
            self.page.show_page("" if report is None else report.page)
            return self.page
        if not there:
            return self.hint
        if view == _TABLE:
            self.table.show_panel(self.panel())
            return self.table
        return self.sheet

    @Slot(str)
    def _on_panel_chosen(self, title: str) -> None:
        self._choose_panel(title)
        self._draw()

    @Slot(int)
    def _on_tab_changed(self, index: int) -> None:
        self.tabs.setTabText(index, self.tabs.tabText(index))  # bold now, so measured again
        self._follow_view()

    @Slot(object)
    def _on_pointed(self, x: float | None) -> None:
        self.legend.point_at(x)


class _Sheet(QWidget):
    """What is drawn, its legend and the curves."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.caption = soft_label(parent=self)
        self.caption.setWordWrap(True)
        self.legend, self.plot = Legend(), CurvePlot(parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.caption)
        column.addWidget(self.legend)
        column.addWidget(self.plot, stretch=1)

    def say(self, caption: str) -> None:
        """Say what is drawn."""
        self.caption.setText(caption)
        self.caption.setVisible(bool(caption))


def _find(findings: Findings | None, title: str) -> Panel | None:
    panels = () if findings is None else findings.panels
    return next((panel for panel in panels if panel.title == title), None)


def _make_toggle(text: str, tip: str, toggled: object) -> QPushButton:
    button = QPushButton(text)
    button.setCheckable(True)
    button.setChecked(True)
    button.setProperty("toggle", True)
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.toggled.connect(toggled)
    return button


def _set_quietly(button: QPushButton, checked: bool) -> None:
    button.blockSignals(True)
    button.setChecked(checked)
    button.blockSignals(False)
