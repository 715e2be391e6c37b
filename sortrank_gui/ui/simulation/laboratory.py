"""The thread behind the Simulation tab that runs one order after another."""

from threading import Event

from PySide6.QtCore import QObject, Qt, Signal, Slot

from sortrank_gui.ui.simulation.orders import Order, Outcome
from sortrank_gui.ui.simulation.simulation_worker import SimulationWorker
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.thread_host import ThreadHost


class Laboratory(QObject):
    """Runs one order at a time; everything comes back by signals.

    `started` and `stopped` frame an order, `stopped` also where it failed as a whole.
    """

    started = Signal(object)
    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)
    stopped = Signal(object)

    _ordered = Signal(object)
    _warm_up_wanted = Signal()
    _closing = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.running: Order | None = None
        self.last: Order | None = None
        self._stop = Event()
        worker = SimulationWorker(self._stop)
        self._host: ThreadHost | None = ThreadHost(worker, "simulation")
        self._connect(worker)

    def _connect(self, worker: SimulationWorker) -> None:
        self._ordered.connect(worker.run)
        self._warm_up_wanted.connect(worker.warm_up)
        # The processes have to be gone before the thread is.
        self._closing.connect(worker.close, Qt.ConnectionType.BlockingQueuedConnection)
        worker.progressed.connect(self.progressed)
        worker.ended.connect(self._on_ended)
        worker.failed.connect(self._on_failed)

    @property
    def is_running(self) -> bool:
        """Whether an order is being worked on."""
        return self.running is not None

    def warm_up(self) -> None:
        """Start the processes in the background, so that the first results come soon."""
        self._warm_up_wanted.emit()

    def start(self, order: Order) -> None:
        """Run an order, unless another one is being worked on."""
        if self.is_running:
            return
        self.running = self.last = order
        self._stop.clear()
        self.started.emit(order)
        self._ordered.emit(order)

    def cancel(self) -> None:
        """Stop the order that is being worked on, and keep what there is."""
        self._stop.set()

    def close(self) -> None:
        """Stop everything and leave no process behind."""
        if self._host is None:
            return
        self._stop.set()
        self._closing.emit()
        self._host.close()
        self._host = None

    @Slot(object)
    def _on_ended(self, outcome: Outcome) -> None:
        self.running = None
        self.ended.emit(outcome)
        self.stopped.emit(outcome.order)
        if outcome.cancelled:
            self._stop.clear()
            self.warm_up()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        order, self.running = self.running, None
        self.failed.emit(failure)
        self.stopped.emit(order)
