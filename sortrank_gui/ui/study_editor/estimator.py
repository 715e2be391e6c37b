"""Keeps the estimate up to date: asks soon after an edit, and only while somebody looks."""

from threading import Event

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.study_editor.estimate import Estimate, Question, ask, estimate_plainly
from sortrank_gui.ui.study_editor.estimate_worker import EstimateWorker
from sortrank_gui.ui.threads.latest import Latest
from sortrank_gui.ui.threads.thread_host import ThreadHost

_DELAY_MS = 500
_MOST_KEPT = 50


class Estimator(QObject):
    """Emits what is known at once, and what the planner says as soon as it does."""

    estimated = Signal(object)
    """An Estimate, or None where there is nothing to say."""
    failed = Signal(object)

    _asked = Signal()
    _closing = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions: Latest[Question] = Latest()
        self._stale = Event()
        self._question: Question | None = None
        self._known: dict[Question, Estimate] = {}
        self._is_watched = False
        self._timer = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._timer.timeout.connect(self._on_due)
        worker = EstimateWorker(self._questions, self._stale)
        self._host: ThreadHost | None = ThreadHost(worker, "estimate")
        self._asked.connect(worker.run)
        self._closing.connect(worker.close, Qt.ConnectionType.BlockingQueuedConnection)
        worker.estimated.connect(self._on_estimated)
        worker.failed.connect(self.failed)

    def follow(self, content: Content) -> None:
        """Estimate this content; what was being computed for another one is dropped."""
        question = ask(content)
        if question == self._question:
            return
        self._question = question
        self._stale.set()
        self._tell()

    def watch(self, watched: bool) -> None:
        """Compute only while somebody can see it."""
        self._is_watched = watched
        if watched:
            self._tell()
        else:
            self._timer.stop()
            self._stale.set()

    def close(self) -> None:
        """End thread and process."""
        self._timer.stop()
        self._stale.set()
        if self._host is not None:
            self._closing.emit()
            self._host.close()
            self._host = None

    def _tell(self) -> None:
        question = self._question
        if question is None:
            self.estimated.emit(None)
            return
        known = self._known.get(question)
        self.estimated.emit(known or estimate_plainly(question))
        if known is None and self._is_watched:
            self._timer.start()
        else:
            self._timer.stop()

    @Slot()
    def _on_due(self) -> None:
        if self._question is not None:
            self._stale.set()
            if self._questions.put(self._question):
                self._asked.emit()

    @Slot(object, object)
    def _on_estimated(self, question: Question, estimate: Estimate) -> None:
        if len(self._known) >= _MOST_KEPT:
            self._known.clear()
        self._known[question] = estimate
        if question == self._question:
            self.estimated.emit(estimate)
