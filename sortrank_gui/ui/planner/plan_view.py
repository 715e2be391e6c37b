"""Plan a study: settings at the left; what to expect, and what it costs, at the right."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.ranking import random_displacement
from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.curves import Curve, Panel
from sortrank_gui.simulation.sources import Source
from sortrank_gui.ui.failures import Failure
from sortrank_gui.ui.planner.needs import best_strategy, describe_minutes, plan_lines
from sortrank_gui.ui.planner.plan_form import PlanForm
from sortrank_gui.ui.planner.plan_summary import PlanSummary
from sortrank_gui.ui.simulation.choosing import ask_for_data
from sortrank_gui.ui.simulation.curve_plot import CurvePlot, Scale
from sortrank_gui.ui.simulation.fields import choose, make_choice
from sortrank_gui.ui.simulation.laboratory import Laboratory
from sortrank_gui.ui.simulation.legend import Legend
from sortrank_gui.ui.simulation.orders import News, Order, Outcome
from sortrank_gui.ui.simulation.run_bar import RunBar
from sortrank_gui.ui.simulation.settings_card import make_scroll_area
from sortrank_gui.ui.theme import Theme
from sortrank_gui.ui.widgets.card import Card, TitledCard, soft_label
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.wording import strategy_title

_EMPTY = (
    "Say how many items and people there are, then press “Plan”:\n"
    "many studies like yours are simulated, and you see what to expect."
)
_PANELS = [("0", "Displacement"), ("1", "Top items found")]
_NO_STUDY = "Open a study to use the plan in it."


class PlanView(QWidget):
    """Simulates studies like the one that is planned, and says what follows.

    `plan_chosen` tells the strategy and the answers of each participant, and whether they share.
    """

    study_wanted = Signal()
    file_wanted = Signal(object)
    plan_chosen = Signal(str, int, bool)

    def __init__(self, laboratory: Laboratory) -> None:
        super().__init__()
        self._laboratory = laboratory
        self._order: Order | None = None
        self._findings: Findings | None = None
        self.form, self.summary, self.notice = PlanForm(), PlanSummary(), NoticeBar()
        self.run_bar = RunBar("Plan", "Simulate studies like this one", shortcut="F6")
        self.plot, self.legend = CurvePlot("What to expect"), Legend()
        self._make_use_row()
        self._lay_out()
        self._connect()
        self.set_study("")

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
        self._use_words = soft_label()
        self._use_words.setWordWrap(True)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self._make_settings())
        row.addWidget(self._make_results(), stretch=1)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(16)
        page.addWidget(self.notice)
        page.addLayout(row, stretch=1)

    def _make_settings(self) -> Card:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(20, 16, 14, 16)
        column.addWidget(self.form)
        column.addStretch()
        foot = QWidget()
        below = QVBoxLayout(foot)
        below.setContentsMargins(20, 12, 20, 12)
        below.addWidget(self.run_bar)
        card = Card()
        card.setAccessibleName("Plan a study")
        card.setFixedWidth(352)
        card.body.setContentsMargins(1, 1, 1, 1)
        card.body.setSpacing(0)
        card.body.addWidget(make_scroll_area(content), stretch=1)
        card.body.addWidget(foot)
        return card

    def _make_results(self) -> TitledCard:
        self.panels = ChoiceMenu("What is shown", self)
        self.panels.set_choices(_PANELS, "0")
        self.panels.chosen.connect(self._draw)
        button = ChoiceButton(self.panels, name="What is shown", tip="Which curve", quiet=True)
        hint = soft_label(_EMPTY)
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        results = QWidget()
        column = QVBoxLayout(results)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.legend)
        column.addWidget(self.plot, stretch=1)
        column.addWidget(self.summary)
        use = QHBoxLayout()
        use.setSpacing(8)
        use.addWidget(self._use_words, stretch=1)
        use.addWidget(self.strategy)
        use.addWidget(self.use)
        column.addLayout(use)
        self._stack = QStackedWidget()
        self._stack.addWidget(hint)
        self._stack.addWidget(results)
        card = TitledCard("What to expect")
        card.controls.addWidget(button)
        card.body.addWidget(self._stack, stretch=1)
        return card

    def _connect(self) -> None:
        self.form.study_wanted.connect(self.study_wanted)
        self.form.file_wanted.connect(self._on_file_wanted)
        self.form.changed.connect(self._follow)
        self.form.wishes_changed.connect(self._draw)
        self.legend.toggled.connect(self._draw)
        self.plot.pointed.connect(self.legend.point_at)
        self.run_bar.start_wanted.connect(self._on_start)
        self.run_bar.cancel_wanted.connect(self._laboratory.cancel)
        self._laboratory.started.connect(self._on_started)
        self._laboratory.progressed.connect(self._on_progressed)
        self._laboratory.ended.connect(self._on_ended)
        self._laboratory.failed.connect(self._on_failed)
        self._laboratory.stopped.connect(self._on_stopped)

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        for part in (self.form, self.summary, self.plot, self.legend, self.run_bar):
            part.set_theme(theme)

    def set_study(self, problem: str | None) -> None:
        """Say whether a plan can be used: an empty problem stands for no study, None for a yes."""
        self._may_use = problem is None
        self._problem = problem or _NO_STUDY
        self._follow()

    def use_source(self, source: Source) -> None:
        """Learn the noise from answers that were given."""
        self.form.use_source(source)

    def refuse_source(self, sentence: str) -> None:
        """Say why nothing was learned."""
        self.form.refuse_source(sentence)

    @property
    def findings(self) -> Findings | None:
        """What was simulated."""
        return self._findings

    @Slot()
    def _follow(self) -> None:
        self.run_bar.start.setEnabled(self.form.is_valid and not self._laboratory.is_running)
        self.use.setEnabled(self._may_use and self._findings is not None)
        people = self.form.people()
        time = describe_minutes(people.minutes(people.answers_each))
        words = f"{people.participants:,} × {people.answers_each:,} answers, {time} each. "
        shared = "All share one sort." if people.participants > 1 else ""
        self._use_words.setText(words + (shared if self._may_use else self._problem))
        self.use.setToolTip(
            "Put strategy and number of answers into the open study"
            if self._may_use
            else self._problem
        )

    @Slot()
    def _draw(self) -> None:
        findings, people = self._findings, self.form.people()
        self._stack.setCurrentIndex(0 if findings is None else 1)
        self._follow()
        if findings is None:
            return
        accuracy = self.form.accuracy.editor.value() / 100
        panel = self._panel(findings, accuracy)
        self.legend.show_panel(panel)
        self.plot.show_panel(panel, Scale(True, panel.log_y, self.legend.hidden))
        self.plot.mark(people.budget)
        lines = plan_lines(findings, people, accuracy)
        self.summary.show_plan(lines, people, accuracy, self._order.campaign.top)
        self._offer([line.strategy for line in lines], best_strategy(lines))

    def _offer(self, names: list[str], best: str) -> None:
        """Offer strategies to use; the best one first chosen, a user's choice kept."""
        if [self.strategy.itemData(k) for k in range(self.strategy.count())] != names:
            self._was_chosen = False
            self.strategy.clear()
            for name in names:
                self.strategy.addItem(strategy_title(name), name)
        if not self._was_chosen:
            choose(self.strategy, best)

    def _panel(self, findings: Findings, accuracy: float) -> Panel:
        panel = findings.panels[int(self.panels.current)]
        if panel is not findings.panels[0] or not panel.curves or not panel.curves[0].x:
            return panel
        height = (1 - accuracy) * random_displacement(findings.n_items)
        ends = (panel.curves[0].x[0], panel.curves[0].x[-1])
        wanted = Curve(f"{100 * accuracy:g} % accurate", ends, (height,) * 2, reference=True)
        return replace(panel, curves=(*panel.curves, wanted))

    @Slot()
    def _on_start(self) -> None:
        self.notice.hide()
        self._order = Order(self.form.campaign())
        self._laboratory.start(self._order)

    @Slot(object)
    def _on_started(self, order: Order) -> None:
        self.run_bar.set_running(True)
        if order is not self._order:
            self.run_bar.cancel.setEnabled(False)
            self.run_bar.say("An experiment is at work; this waits for its end.", 0.0)

    @Slot(object)
    def _on_progressed(self, news: News) -> None:
        if news.order is self._order:
            self.run_bar.show_news(news)
            self._show(news.findings)

    @Slot(object)
    def _on_ended(self, outcome: Outcome) -> None:
        if outcome.order is self._order:
            self._show(outcome.findings)
            self.run_bar.say("Stopped." if outcome.cancelled else "Done.", 1.0)
            for failure in outcome.failures[:1]:
                self.notice.show_failure(Failure(str(failure), failure.details))

    def _show(self, findings: Findings | None) -> None:
        if findings is not None and findings.plan_rows:
            self._findings = findings
            self._draw()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        if self._laboratory.last is self._order:
            self.notice.show_failure(failure)

    @Slot(object)
    def _on_stopped(self, order: Order) -> None:
        words = self.run_bar.words if order is self._order else ""
        self.run_bar.set_running(False)
        self.run_bar.say(words)
        self._follow()

    @Slot()
    def _on_file_wanted(self) -> None:
        path = ask_for_data(self)
        if path is None:
            self.form.refuse_source("")
        else:
            self.file_wanted.emit(path)

    @Slot()
    def _on_strategy_chosen(self) -> None:
        self._was_chosen = True

    @Slot()
    def _on_use(self) -> None:
        people = self.form.people()
        self.plan_chosen.emit(
            self.strategy.currentData(), people.answers_each, people.participants > 1
        )
