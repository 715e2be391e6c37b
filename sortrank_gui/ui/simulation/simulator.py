"""Runs the orders of the whole tab, one at a time, off the GUI thread."""

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.simulation.orders import OrderResult, OrderRunner, RunOrder
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Job, Jobs


class Simulator(QObject):
    """Tells all views about the order that is run.

    `started` and `stopped` frame an order, `stopped` also where it failed as a whole.
    """

    started = Signal(object)
    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)
    stopped = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.running: RunOrder | None = None
        self.last: RunOrder | None = None
        self._job: Job | None = None
        self._runner = OrderRunner()
        self._jobs = Jobs("simulation", self)
        self._jobs.failed.connect(self.failed)

    @property
    def is_running(self) -> bool:
        """Whether an order is being worked on."""
        return self.running is not None

    def warm_up(self) -> None:
        """Start the processes in the background, so that the first results come soon."""
        self._jobs.submit(self._runner.warm_up)

    def start(self, order: RunOrder) -> None:
        """Run an order, unless another one is being worked on."""
        if self.is_running:
            return
        self.running = self.last = order
        self.started.emit(order)
        work = partial(_run, self._runner, order)
        self._job = self._jobs.submit_long(
            work, self._on_ended, self._on_failed, self.progressed.emit
        )

    @Slot()
    def cancel(self) -> None:
        """Stop the order that is being worked on, and keep what there is."""
        if self._job is not None:
            self._job.stop()

    def close(self) -> None:
        """Stop everything; the processes end, and then the thread."""
        self._jobs.submit(self._runner.close)
        self._jobs.close()

    def _on_ended(self, result: OrderResult) -> None:
        self.running = None
        self.ended.emit(result)
        self.stopped.emit(result.order)
        if result.cancelled:
            self.warm_up()

    def _on_failed(self, failure: Failure) -> None:
        order, self.running = self.running, None
        self.failed.emit(failure)
        self.stopped.emit(order)


def _run(runner: OrderRunner, order: RunOrder, job: Job) -> OrderResult:
    report = partial(job.report, at_once=True)
    return runner.run(order, report=report, cancelled=job.is_cancelled)
