"""Summarises a study on its own thread: parts as they come, progress, cancelled at any time."""

from dataclasses import dataclass, field
from threading import Event
from time import monotonic

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.summary import CancelledError, Selection, Summary, summarise
from sortrank_gui.study.results.win_picture import WinPicture, picture_wins
from sortrank_gui.ui.threads.failures import reports_failure

_FRAME_SECONDS = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """What to summarise; `stop` is set once nobody wants it any more."""

    study: Everything
    selection: Selection
    stop: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """What is known so far, and how far the work is."""

    request: Request
    summary: Summary
    picture: WinPicture
    share: float
    seconds: float
    """Since the work began."""

    @property
    def seconds_left(self) -> float | None:
        """How long it will take, once that can be told."""
        if self.share < 0.1:
            return None
        return self.seconds * (1 - self.share) / self.share


class SummaryWorker(QObject):
    """Does one request after the other; `ended` tells of each, finished or cancelled."""

    progressed = Signal(object)
    ended = Signal(object)
    failed = Signal(object)

    @Slot(object)
    def summarise(self, request: Request) -> None:
        """Go through all parts of a summary."""
        self._try(request)
        self.ended.emit(request)

    @reports_failure
    def _try(self, request: Request) -> None:
        report = _Report(self, request)
        try:
            summarise(
                request.study,
                request.selection,
                progress=report.take,
                cancelled=request.stop.is_set,
            )
        except CancelledError:
            return


class _Report:
    """Tells every new part at once, and the mere progress not too often."""

    def __init__(self, worker: SummaryWorker, request: Request) -> None:
        self._worker, self._request = worker, request
        self._began = monotonic()
        self._told = 0.0
        self._summary: Summary | None = None
        self._picture: WinPicture | None = None

    def take(self, summary: Summary, share: float) -> None:
        """Hear what is known so far."""
        now = monotonic()
        if summary is self._summary and now < self._told + _FRAME_SECONDS:
            return
        if self._picture is None:
            self._picture = picture_wins(summary.wins)
        self._summary, self._told = summary, now
        self._worker.progressed.emit(
            News(self._request, summary, self._picture, share, now - self._began)
        )
