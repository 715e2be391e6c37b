"""Plan a study: settings at the left; what to expect, and what it costs, at the right."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.orders import OrderNews, OrderResult, RunOrder
from sortrank_gui.simulation.sources import DataSource
from sortrank_gui.ui.simulation.choosing import ask_for_data
from sortrank_gui.ui.simulation.planner.plan_form import PlanForm
from sortrank_gui.ui.simulation.planner.plan_results import PlanResults
from sortrank_gui.ui.simulation.run_bar import RunBar
from sortrank_gui.ui.simulation.settings_card import FormCard
from sortrank_gui.ui.simulation.simulator import Simulator
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.widgets.notice_bar import NoticeBar


class PlanView(QWidget):
    """Simulates studies like the one that is planned, and says what follows.

    `plan_chosen` tells the strategy and the answers of each participant, and whether they share.
    """

    study_wanted = Signal()
    file_wanted = Signal(object)
    plan_chosen = Signal(str, int, bool)

    def __init__(self, simulator: Simulator) -> None:
        super().__init__()
        self._simulator = simulator
        self._order: RunOrder | None = None
        self._top = 1
        self.findings: Findings | None = None
        self.form, self.results, self.notice = PlanForm(), PlanResults(), NoticeBar()
        self.run_bar = RunBar("Plan", "Simulate studies like this one", shortcut="F6")
        card = FormCard("Plan a study", [self.form], self.run_bar)
        card.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(card)
        row.addWidget(self.results, stretch=1)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(16)
        page.addWidget(self.notice)
        page.addLayout(row, stretch=1)
        self._connect()
        self._follow()
        if simulator.running is not None:  # it is made while an experiment runs
            self._on_started(simulator.running)

    def _connect(self) -> None:
        self.form.study_wanted.connect(self.study_wanted)
        self.form.file_wanted.connect(self._on_file_wanted)
        self.form.changed.connect(self._follow)
        self.form.wishes_changed.connect(self._draw)
        self.results.redraw_wanted.connect(self._draw)
        self.results.use_wanted.connect(self._on_use_wanted)
        self.run_bar.start_wanted.connect(self._on_start)
        self.run_bar.cancel_wanted.connect(self._simulator.cancel)
        self._simulator.started.connect(self._on_started)
        self._simulator.progressed.connect(self._on_progressed)
        self._simulator.ended.connect(self._on_ended)
        self._simulator.failed.connect(self._on_failed)
        self._simulator.stopped.connect(self._on_stopped)

    def set_study(self, problem: str | None) -> None:
        """Say why a plan can't be used: an empty problem stands for no study, None for a yes."""
        self.results.set_study(problem)
        self._follow()

    def use_source(self, source: DataSource) -> None:
        """Learn the noise from answers that were given."""
        self.form.use_source(source)

    def refuse_source(self, sentence: str) -> None:
        """Say why nothing was learned."""
        self.form.refuse_source(sentence)

    @Slot()
    def _follow(self) -> None:
        self.run_bar.start.setEnabled(self.form.is_valid and not self._simulator.is_running)
        self.results.follow(self.form.people())

    @Slot()
    def _draw(self) -> None:
        self._follow()
        if self.findings is not None and self._order is not None:
            goal = self.form.wanted()
            self.results.show_plan(self.findings, self.form.people(), goal, self._top)

    @Slot()
    def _on_start(self) -> None:
        self.notice.hide()
        campaign = self.form.campaign()
        self._order, self._top = RunOrder(campaign), campaign.top
        self._simulator.start(self._order)

    @Slot(object)
    def _on_started(self, order: RunOrder) -> None:
        self.run_bar.set_running(True)
        if order is not self._order:
            self.run_bar.wait_for("An experiment")

    @Slot(object)
    def _on_progressed(self, news: OrderNews) -> None:
        if news.order is self._order:
            self.run_bar.show_news(news)
            self._show(news.findings)

    @Slot(object)
    def _on_ended(self, outcome: OrderResult) -> None:
        if outcome.order is self._order:
            self._show(outcome.findings)
            self.run_bar.say("Stopped." if outcome.cancelled else "Done.", 1.0)
            for failure in outcome.failures[:1]:
                self.notice.show_failure(Failure(str(failure), failure.details))

    def _show(self, findings: Findings | None) -> None:
        if findings is not None and findings.plan_rows:
            self.findings = findings
            self._draw()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        if self._simulator.last is self._order:
            self.notice.show_failure(failure)

    @Slot(object)
    def _on_stopped(self, order: RunOrder) -> None:
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

    @Slot(str)
    def _on_use_wanted(self, strategy: str) -> None:
        people = self.form.people()
        self.plan_chosen.emit(strategy, people.answers_each, people.participants > 1)
