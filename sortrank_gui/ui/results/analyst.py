"""The newest summary of the open study: asks for it, follows new answers, drops what is stale."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.results.summary import Selection
from sortrank_gui.ui.open_study.desk import Desk
from sortrank_gui.ui.results.summary_worker import News, Request, SummaryWorker
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.garbage import set_aside
from sortrank_gui.ui.threads.thread_host import ThreadHost

_PATIENCE_MS = 1500
"""The least time between new answers and the next summary."""
_MANY = 20_000
"""With so many records more, a collection of garbage would take long."""


class Analyst(QObject):
    """Works while somebody looks; a new selection stops what is under way, new answers wait."""

    progressed = Signal(object)
    """News: a new part of the summary, or how far the work is."""
    rested = Signal()
    """Nothing is being computed any more: finished or cancelled."""
    failed = Signal(object)
    _wanted = Signal(object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.selection = Selection()
        self.study: Everything | None = None
        self._request: Request | None = None
        self._set_aside = 0
        self._stale, self._watched, self._fetching, self._closed = True, False, False, False
        self._worker = SummaryWorker()
        self._worker.progressed.connect(self._on_progressed)
        self._worker.ended.connect(self._on_ended)
        self._worker.failed.connect(self._on_failed)
        self._wanted.connect(self._worker.summarise)
        self._host = ThreadHost(self._worker, "summary")
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._on_patience_over)
        desk.records_changed.connect(self._on_records_changed)
        desk.content_changed.connect(self.refresh)

    @property
    def is_busy(self) -> bool:
        """Whether a summary is under way."""
        return self._fetching or self._request is not None

    def watch(self, watched: bool) -> None:
        """Work only while somebody looks."""
        self._watched = watched
        if watched and self._stale:
            self.refresh()

    def select(self, selection: Selection) -> None:
        """Summarise other answers from now on."""
        self.selection = selection
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Summarise the study as it is now; what is under way is out of date."""
        self._stale = True
        if self._request is not None:
            self._request.stop.set()
        self._go_on()

    def cancel(self) -> None:
        """Stop, and keep the parts that there are."""
        self._stale = False
        self._patience.stop()
        if self._request is not None:
            self._request.stop.set()

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        self._patience.stop()
        if self._request is not None:
            self._request.stop.set()
        self._host.close()

    def _go_on(self) -> None:
        """Fetch a copy of the study, unless one is on its way or the worker is still busy."""
        if self._closed or not (self._stale and self._watched) or self.is_busy:
            return
        self._stale, self._fetching = False, True
        self._desk.run(StudyFile.take_everything, self._on_copied, self._on_refused)

    def _on_copied(self, study: Everything) -> None:
        self._fetching = False
        if self._closed:
            return
        self.study = study
        self._set_records_aside(len(study.records))
        self._request = Request(study, self.selection)
        self._wanted.emit(self._request)

    def _set_records_aside(self, records: int) -> None:
        """Keep a hundred thousand records out of the sight of the garbage collection."""
        if records > self._set_aside + max(_MANY, self._set_aside // 4):
            self._set_aside = records
            set_aside()

    def _on_refused(self, failure: Failure) -> None:
        self._fetching = False
        if not self._closed:
            self.failed.emit(failure)

    @Slot(object)
    def _on_progressed(self, news: News) -> None:
        if not news.request.stop.is_set():
            self.progressed.emit(news)

    @Slot(object)
    def _on_ended(self, _request: Request) -> None:
        self._request = None
        if self._closed:
            return
        if self._stale and not self._patience.isActive():
            self._go_on()
        if not self.is_busy:
            self.rested.emit()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        if not self._closed:
            self.failed.emit(failure)

    @Slot()
    def _on_records_changed(self) -> None:
        """Wait a little: more answers may come."""
        self._stale = True
        if not self._patience.isActive():
            self._patience.start()

    @Slot()
    def _on_patience_over(self) -> None:
        self._go_on()
