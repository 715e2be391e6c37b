"""Experiments: settings at the left, curves at the right, results to compare below."""

from collections.abc import Iterator

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.orders import OrderNews, OrderResult, RunOrder
from sortrank_gui.simulation.sources import DataSource
from sortrank_gui.ui.simulation.choosing import ask_for_data
from sortrank_gui.ui.simulation.curves_card import CurvesCard
from sortrank_gui.ui.simulation.kept_results import Kept, KeptResults
from sortrank_gui.ui.simulation.run_bar import describe_seconds, describe_workers
from sortrank_gui.ui.simulation.settings_card import SettingsCard
from sortrank_gui.ui.simulation.simulator import Simulator
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.widgets.notice_bar import NoticeBar


class ExperimentView(QWidget):
    """Runs what the settings describe, and shows what comes of it."""

    study_wanted = Signal()
    file_wanted = Signal(object)

    def __init__(self, simulator: Simulator, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._simulator = simulator
        self._order: RunOrder | None = None
        self.notice = NoticeBar()

    def make_parts(self) -> Iterator[None]:
        """Make the parts, in slices: there is nothing before that."""
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(16)
        splitter.setChildrenCollapsible(False)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(16)
        page.addWidget(self.notice)
        page.addWidget(splitter, stretch=1)
        left = QWidget(splitter)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        yield
        self.settings = SettingsCard(left)
        yield
        yield from self.settings.make_forms()
        yield
        self.kept = KeptResults(left)
        yield
        self.curves = CurvesCard(splitter)
        yield
        column.addWidget(self.settings, stretch=3)
        column.addWidget(self.kept, stretch=1)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([352, 900])
        self._connect()

    def _connect(self) -> None:
        self.settings.order_given.connect(self._on_order_given)
        self.settings.cancelled.connect(self._simulator.cancel)
        self.settings.own.items.study_wanted.connect(self.study_wanted)
        self.settings.own.items.file_wanted.connect(self._on_file_wanted)
        self.settings.data_wanted.connect(self._on_paper_data_wanted)
        self.kept.changed.connect(self._show_kept)
        self._simulator.started.connect(self._on_started)
        self._simulator.progressed.connect(self._on_progressed)
        self._simulator.ended.connect(self._on_ended)
        self._simulator.failed.connect(self._on_failed)
        self._simulator.stopped.connect(self._on_stopped)

    def use_source(self, source: DataSource) -> None:
        """Take items and answers from data."""
        self.settings.own.items.use(source)

    def refuse_source(self, sentence: str) -> None:
        """Say beside the field why there is no data."""
        self.settings.own.items.refuse(sentence)

    def keep(self, findings: Findings, note: str = "") -> None:
        """Add results to the list and show them."""
        self.kept.add(Kept(findings, note))

    @Slot(object)
    def _on_order_given(self, order: RunOrder) -> None:
        self.notice.hide()
        self._order = order
        self._simulator.start(order)

    @Slot(object)
    def _on_started(self, order: RunOrder) -> None:
        self.settings.set_running(True)
        self.curves.set_running(order is self._order)
        if order is not self._order:
            self.settings.run_bar.wait_for("The planner")

    @Slot(object)
    def _on_progressed(self, news: OrderNews) -> None:
        if news.order is not self._order:
            return
        self.settings.run_bar.show_news(news)
        if news.findings is not None and news.findings.panels:
            self.curves.show_findings(news.findings, [k.findings for k in self.kept.others()])

    @Slot(object)
    def _on_ended(self, outcome: OrderResult) -> None:
        if outcome.order is not self._order:
            return
        words = describe_outcome(outcome)
        if outcome.findings.panels or outcome.findings.report is not None:
            self.keep(outcome.findings, words)
        if outcome.failures:
            first, count = outcome.failures[0], len(outcome.failures)
            more = "" if count == 1 else f" {count - 1:,} more failed; the others are kept."
            self.notice.show_failure(Failure(f"{first}.{more}".replace("..", "."), first.details))
        self.settings.run_bar.say(words, 1.0 if not outcome.cancelled else None)

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        if self._order_is_ours():
            self.notice.show_failure(failure)
            self.settings.run_bar.say("It could not be run.", 0.0)

    def _order_is_ours(self) -> bool:
        return self._simulator.last is self._order

    @Slot(object)
    def _on_stopped(self, order: RunOrder) -> None:
        words = self.settings.run_bar.words
        self.settings.set_running(False)
        self.curves.set_running(False)
        self.settings.run_bar.say(words if order is self._order else "")

    @Slot()
    def _show_kept(self) -> None:
        current = self.kept.current()
        others = [kept.findings for kept in self.kept.others()]
        self.curves.show_findings(None if current is None else current.findings, others)

    @Slot()
    def _on_file_wanted(self) -> None:
        path = ask_for_data(self)
        if path is None:
            self.settings.own.items.refuse("")
        else:
            self.file_wanted.emit(path)

    @Slot()
    def _on_paper_data_wanted(self) -> None:
        path = ask_for_data(self)
        if path is not None:
            self.settings.paper.use_data(path)


def describe_outcome(outcome: OrderResult) -> str:
    """Say how an order ended."""
    begin = "Stopped after" if outcome.cancelled else "Done in"
    return f"{begin} {describe_seconds(outcome.seconds)} · {describe_workers(outcome.workers)}"
