"""The newest summary of the open study: asks for it, follows new answers, drops what is stale."""

from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.results.exporting import MOST_NAMED
from sortrank_gui.study.results.selection import Selection, tell_selection
from sortrank_gui.study.results.summary import Summary, calibrate, summarise
from sortrank_gui.study.results.win_picture import WinPicture, picture_wins
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.garbage import set_aside
from sortrank_gui.ui.threads.jobs import Job, Jobs

_PATIENCE_MS = 1500
"""The least time between new answers and the next summary."""
_MANY = 20_000
"""With so many records more, a collection of garbage would take long."""


@dataclass(frozen=True, slots=True, eq=False)
class News:
    """What is known so far, and how far the work is."""

    summary: Summary
    picture: WinPicture
    words: str
    """Which answers they are made of."""
    share: float
    seconds: float
    """Since the work began."""

    @property
    def seconds_left(self) -> float | None:
        """How long it will take, once that can be told."""
        if self.share < 0.1:
            return None
        return self.seconds * (1 - self.share) / self.share


class NewestSummary(QObject):
    """Works while somebody looks; a new selection stops what is under way, new answers wait."""

    progressed = Signal(object)
    """News: a new part of the summary, or how far the work is."""
    rested = Signal()
    """Nothing is being computed any more: finished or cancelled."""
    failed = Signal(object)

    def __init__(self, open_study: OpenStudy, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_study = open_study
        self.study: Everything | None = None
        self._set_aside = 0
        self._stale, self._watched, self._fetching = True, False, False
        self._jobs = Jobs("summary", self)
        self._jobs.failed.connect(self.failed)
        self._jobs.rested.connect(self._on_rested)
        self._calibrations = Jobs("calibration", self, latest_wins=True)
        self._calibrations.failed.connect(self.failed)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._on_patience_over)
        open_study.records_changed.connect(self._on_records_changed)
        for other in (open_study.content_changed, open_study.selection_changed):
            other.connect(self.refresh)

    @property
    def is_busy(self) -> bool:
        """Whether a summary is under way."""
        return self._fetching or self._jobs.is_busy

    def watch(self, watched: bool) -> None:
        """Work only while somebody looks."""
        self._watched = watched
        if watched and self._stale:
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Summarise the study as it is now; what is under way is out of date."""
        self._stale = True
        self._jobs.cancel()
        self._calibrations.cancel()
        self._go_on()

    @Slot()
    def cancel(self) -> None:
        """Stop, and keep the parts that there are."""
        self._stale = False
        self._patience.stop()
        self._jobs.cancel()
        self._calibrations.cancel()

    def close(self) -> None:
        """Stop for good."""
        self._patience.stop()
        self._jobs.close()
        self._calibrations.close()

    def _go_on(self) -> None:
        """Fetch a copy of the study, unless one is on its way or another is being summarised."""
        if self._jobs.is_closed or not (self._stale and self._watched) or self.is_busy:
            return
        self._stale, self._fetching = False, True
        self._open_study.run(StudyFile.take_everything, self._on_copied, self._on_refused)

    def _on_copied(self, study: Everything) -> None:
        self._fetching = False
        if self._jobs.is_closed:
            return
        self.study = study
        self._set_records_aside(len(study.records))
        self._calibrations.cancel()
        work = partial(_summarise, study, self._open_study.selection)
        self._jobs.submit_long(work, self._on_summarised, progress=self.progressed.emit)

    def _on_summarised(self, news: News) -> None:
        """Try what the summary says, once it is whole: the same study is run again."""
        if self.study is not None and not self._stale:
            work = partial(_calibrate, self.study, news)
            self._calibrations.submit_long(work, self._on_calibrated)

    def _on_calibrated(self, news: News) -> None:
        if news.summary.calibration is not None:
            self.progressed.emit(news)
            if not self.is_busy:
                self.rested.emit()

    def _set_records_aside(self, records: int) -> None:
        """Keep a hundred thousand records out of the sight of the garbage collection."""
        if records > self._set_aside + max(_MANY, self._set_aside // 4):
            self._set_aside = records
            set_aside()

    def _on_refused(self, failure: Failure) -> None:
        self._fetching = False
        if not self._jobs.is_closed:
            self.failed.emit(failure)

    @Slot()
    def _on_rested(self) -> None:
        if self._stale and not self._patience.isActive():
            self._go_on()
        if not self.is_busy:
            self.rested.emit()

    @Slot()
    def _on_records_changed(self) -> None:
        """Wait a little: more answers may come."""
        self._stale = True
        if not self._patience.isActive():
            self._patience.start()

    @Slot()
    def _on_patience_over(self) -> None:
        self._go_on()


def _calibrate(study: Everything, news: News, job: Job) -> News:
    """Return the news with statements that held when the study was run again."""
    summary = calibrate(study, news.summary, cancelled=job.is_cancelled)
    return replace(news, summary=summary)


def _summarise(study: Everything, selection: Selection, job: Job) -> News:
    """Report every new part at once, and the mere progress not too often."""
    told: Summary | None = None
    picture: WinPicture | None = None
    words = tell_selection(study, selection, most=MOST_NAMED)

    def report(summary: Summary, share: float) -> None:
        nonlocal told, picture
        is_new, told = summary is not told, summary
        picture = picture or picture_wins(summary.wins)
        job.report(News(summary, picture, words, share, job.seconds), at_once=is_new)

    summary = summarise(study, selection, progress=report, cancelled=job.is_cancelled)
    return News(summary, picture or picture_wins(summary.wins), words, 1.0, job.seconds)
