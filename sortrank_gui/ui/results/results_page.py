"""The Results tab: filters above, sides of the results at the left, the one that is chosen."""

from collections.abc import Iterator
from datetime import datetime

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.study.results.summary import Summary
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.results.export_view import ExportView
from sortrank_gui.ui.results.filter_bar import FilterBar
from sortrank_gui.ui.results.newest_summary import NewestSummary, News
from sortrank_gui.ui.results.participants_view import count_people
from sortrank_gui.ui.results.remarks import Remarks
from sortrank_gui.ui.results.results_tab import ResultsTab
from sortrank_gui.ui.results.view import find_views
from sortrank_gui.ui.results.view_list import ViewList
from sortrank_gui.ui.tabs.tab import Page
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.widgets.question_card import QuestionCard
from sortrank_gui.ui.widgets.thin_progress import ThinProgress

_WAIT, _EMPTY, _NARROW, _HELD_BACK, _VIEWS = range(5)
_SHOW_ALL = "Show all answers"


class ResultsPage(Page):
    """What a study found; computes while it is looked at."""

    updated = Signal()

    def __init__(self, open_study: OpenStudy, images: ImageStore, tab: ResultsTab) -> None:
        super().__init__(tab)
        self.setObjectName("results")
        self.tab, self._open_study = tab, open_study
        self._news: News | None = None
        self.newest, self.jobs = NewestSummary(open_study, self), Jobs("results", self)
        self.make_in_slices(self._make_parts(images))

    def _make_parts(self, images: ImageStore) -> Iterator[None]:
        self.filters, self.progress = FilterBar(self), ProgressLine(self)
        self.notice, self.remarks = NoticeBar(self), Remarks()
        self._stack = QStackedWidget(self)
        self._lay_out()
        yield
        self._fill_stack()
        yield
        self.views = ViewList(self._open_study, images, self.newest, self.jobs, self._stack)
        self._stack.addWidget(self.views)
        yield
        self._connect()

    def _fill_stack(self) -> None:
        """Make what stands in the place of the views, where there is nothing to show."""
        wait = self._make_card("One moment", "The answers are being summarised…")
        empty = self._make_card(
            "No answers yet",
            "Go to the Survey tab and start a session. The ranking and all "
            "that follows from it appears here with the first answers.",
        )
        self.narrow = QuestionCard([(_SHOW_ALL, "Reset the filters")], parent=self._stack)
        self.narrow.say("No answer passes the filters", "Choose other participants or dates above.")
        held_back = self._make_card(
            "No answers count yet",
            "There are some, but practice, robots and what is excluded count only if the filters "
            "above say so.",
        )
        for page in (wait, empty, self.narrow, held_back):
            self._stack.addWidget(page)

    def _make_card(self, title: str, text: str) -> QuestionCard:
        card = QuestionCard([("", "")], parent=self._stack)
        card.buttons[""].hide()
        card.say(title, text)
        return card

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(self.filters, alignment=Qt.AlignmentFlag.AlignLeft)
        top.addStretch()
        top.addWidget(self.progress, alignment=Qt.AlignmentFlag.AlignRight)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(16)
        column.addWidget(self.notice)
        column.addLayout(top)
        column.addWidget(self.remarks)
        column.addWidget(self._stack, stretch=1)

    def _connect(self) -> None:
        self.tab.export.triggered.connect(self._on_export)
        self.tab.refresh.triggered.connect(self.newest.refresh)
        self.tab.reset.triggered.connect(self.filters.reset)
        self.newest.progressed.connect(self._on_progressed)
        self.newest.rested.connect(self._on_rested)
        self.filters.changed.connect(self._on_filters_changed)
        self.progress.cancel_wanted.connect(self.newest.cancel)
        self.narrow.chosen.connect(self._on_show_all)
        for source in (self.newest, self.jobs, self.views):
            source.failed.connect(self._on_failed)

    @property
    def news(self) -> News | None:
        """The newest news."""
        return self._news

    def controls(self) -> QWidget:
        """Return what stands in the header."""
        return ActionButton(self.tab.export, primary=True)

    def close_workers(self) -> None:
        """End the threads."""
        self.newest.close()
        self.jobs.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the answers that came meanwhile."""
        super().showEvent(event)
        self.newest.watch(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let others have the processor."""
        super().hideEvent(event)
        self.newest.watch(False)

    @Slot(object)
    def _on_progressed(self, news: News) -> None:
        fresh = self._news is None or news.summary is not self._news.summary
        self._news = news
        self.progress.follow(news)
        if fresh:
            self._show(news)

    def _show(self, news: News) -> None:
        self.filters.follow(news.summary)
        self.remarks.follow(news.summary)
        if sum(news.summary.answers_by_kind.values()):
            self._stack.setCurrentIndex(_VIEWS)
            self.views.show_news(news)
        else:
            self._stack.setCurrentIndex(self._find_reason(news.summary))
        self.updated.emit()

    def _find_reason(self, summary: Summary) -> int:
        """Return the page that says why there is nothing to show."""
        if self.filters.is_narrow:
            return _NARROW
        return _HELD_BACK if any(each.answers for each in summary.sessions) else _EMPTY

    @Slot()
    def _on_rested(self) -> None:
        self.progress.rest("" if self._news is None else _describe(self._news))

    @Slot()
    def _on_filters_changed(self) -> None:
        self._open_study.select(self.filters.selection)

    @Slot()
    def _on_export(self) -> None:
        self.views.choose(ExportView.facts.title)

    @Slot()
    def _on_show_all(self) -> None:
        self.filters.reset()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self.notice.show_failure(failure)


def _describe(news: News) -> str:
    summary = news.summary
    answers = summary.ranking.answers
    parts = [
        "1 answer" if answers == 1 else f"{answers:,} answers",
        count_people(summary.participants),
        f"{datetime.now():%H:%M}" if summary.is_complete else "not complete",
        *(["calibrated"] if summary.calibration is not None else []),
    ]
    return " · ".join(parts)


_BAR_WIDTH = 96


class ProgressLine(QWidget):
    """Says what the results are made of; the bar and the button are there while work is done."""

    cancel_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = soft_label(parent=self)
        self._words.setAccessibleName("What the results are made of")
        self._bar = ThinProgress()
        self._bar.setFixedWidth(_BAR_WIDTH)
        self.cancel = QPushButton("Cancel")
        self.cancel.setToolTip("Stop computing, and keep what there is")
        self.cancel.setAccessibleName("Cancel")
        self.cancel.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cancel.clicked.connect(self.cancel_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self._words, self._bar, self.cancel):
            row.addWidget(part)
        self.rest("")

    @property
    def words(self) -> str:
        """What is said."""
        return self._words.text()

    def follow(self, news: News) -> None:
        """Show how far the work is."""
        left = news.seconds_left
        words = f"{100 * news.share:.0f} %"
        if left is not None and news.seconds + left > 2:
            words += f", {left:.0f} s left" if left < 90 else f", {left / 60:.0f} min left"
        self._words.setText(words)
        self._bar.set_share(news.share, words)
        self._set_working(True)

    def rest(self, words: str) -> None:
        """Show what the results are made of."""
        self._words.setText(words)
        self._set_working(False)

    def _set_working(self, working: bool) -> None:
        self._bar.setVisible(working)
        self.cancel.setVisible(working)


find_views()  # loaded with the page, in the background: later it would be while somebody waits
