"""The sides of the results: a list at the left, and the one that is chosen."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.results.compare_view import CompareView
from sortrank_gui.ui.results.export_view import ExportView
from sortrank_gui.ui.results.groups_view import GroupsView
from sortrank_gui.ui.results.history_view import HistoryView
from sortrank_gui.ui.results.matrix_view import MatrixView
from sortrank_gui.ui.results.newest_summary import NewestSummary, News
from sortrank_gui.ui.results.participants_view import ParticipantsView
from sortrank_gui.ui.results.ranking_view import RankingView
from sortrank_gui.ui.results.reliability_view import ReliabilityView
from sortrank_gui.ui.results.sessions_view import SessionsView
from sortrank_gui.ui.results.times_view import TimesView
from sortrank_gui.ui.results.view import View
from sortrank_gui.ui.threads.jobs import Jobs

_WIDTH = 152


class ViewList(QWidget):
    """Shows one view at a time, made when it is first wanted; only this one hears the news."""

    failed = Signal(object)
    shown = Signal(str)

    def __init__(
        self, open_study: OpenStudy, images: ImageStore, newest: NewestSummary, jobs: Jobs
    ) -> None:
        super().__init__()
        self._makers: dict[type[View], Callable[[], View]] = {
            RankingView: partial(RankingView, open_study, images),
            GroupsView: GroupsView,
            MatrixView: MatrixView,
            HistoryView: HistoryView,
            TimesView: TimesView,
            ParticipantsView: ParticipantsView,
            SessionsView: partial(SessionsView, newest, jobs),
            CompareView: partial(CompareView, open_study, images, newest, jobs),
            ReliabilityView: ReliabilityView,
            ExportView: partial(ExportView, open_study, newest, jobs, self.view),
        }
        self._views: dict[str, View] = {}
        self._news: News | None = None
        self.list, self._stack = self._make_list(), QStackedWidget()
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._on_later)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.list)
        row.addWidget(self._stack, stretch=1)
        self.list.currentRowChanged.connect(self._on_row_changed)
        self.list.setCurrentRow(0)

    def _make_list(self) -> QListWidget:
        titles = QListWidget()
        titles.setObjectName("navigation")
        titles.setAccessibleName("Sides of the results")
        titles.setFixedWidth(_WIDTH)
        titles.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for kind in self._makers:
            item = QListWidgetItem(kind.title, titles)
            item.setToolTip(kind.tip)
            item.setSizeHint(QSize(0, titles.fontMetrics().height() + 18))
        return titles

    @property
    def titles(self) -> list[str]:
        """The names of all views."""
        return [kind.title for kind in self._makers]

    def view(self, title: str) -> View:
        """Return a view, made if need be."""
        if title not in self._views:
            make = next(make for kind, make in self._makers.items() if kind.title == title)
            view = self._views[title] = make()
            view.failed.connect(self.failed)
            self._stack.addWidget(view)
        return self._views[title]

    @property
    def current(self) -> View:
        """The view that is shown."""
        return self._stack.currentWidget()

    def choose(self, title: str) -> View:
        """Show a view."""
        self.list.setCurrentRow(self.titles.index(title))
        self._on_later()
        return self.current

    def show_news(self, news: News) -> None:
        """Let the current view show what is known; the others hear it when they are chosen."""
        self._news = news
        self.current.show_news(news)

    @Slot(int)
    def _on_row_changed(self, row: int) -> None:
        """Make the view in one turn, fill it in the next: each is short."""
        self._stack.setCurrentWidget(self.view(self.titles[row]))
        self._later.start()

    @Slot()
    def _on_later(self) -> None:
        self._later.stop()
        if self._news is not None:
            self.current.show_news(self._news)
        self.shown.emit(self.current.title)
