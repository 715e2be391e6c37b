"""The sides of the results: a list at the left, and the one that is chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QWidget

from sortrank_gui.ui.desk import Desk
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.results.analyst import Analyst
from sortrank_gui.ui.results.compare_view import CompareView
from sortrank_gui.ui.results.export_view import ExportView
from sortrank_gui.ui.results.groups_view import GroupsView
from sortrank_gui.ui.results.history_view import HistoryView
from sortrank_gui.ui.results.matrix_view import MatrixView
from sortrank_gui.ui.results.participants_view import ParticipantsView
from sortrank_gui.ui.results.ranking_view import RankingView
from sortrank_gui.ui.results.reliability_view import ReliabilityView
from sortrank_gui.ui.results.sessions_view import SessionsView
from sortrank_gui.ui.results.side_worker import SideWorker
from sortrank_gui.ui.results.summary_worker import News
from sortrank_gui.ui.results.times_view import TimesView
from sortrank_gui.ui.results.view import View
from sortrank_gui.ui.theme import Theme

_WIDTH = 152


def make_views(desk: Desk, images: ImageStore, analyst: Analyst, side: SideWorker) -> list[View]:
    """Return all sides, in the order of the list."""
    figures = [RankingView(desk, images), MatrixView(), HistoryView(), TimesView()]
    ranking, matrix, history, times = figures
    return [
        ranking,
        GroupsView(),
        matrix,
        history,
        times,
        ParticipantsView(),
        SessionsView(analyst, side),
        CompareView(desk, images, analyst, side),
        ReliabilityView(),
        ExportView(desk, analyst, side, figures),
    ]


class ViewList(QWidget):
    """Shows one view at a time; only this one hears the news."""

    failed = Signal(object)
    shown = Signal(str)

    def __init__(self, views: Sequence[View]) -> None:
        super().__init__()
        self.views = {view.title: view for view in views}
        self._news: News | None = None
        self._list = QListWidget()
        self._list.setObjectName("navigation")
        self._list.setAccessibleName("Sides of the results")
        self._list.setFixedWidth(_WIDTH)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack = QStackedWidget()
        for view in views:
            item = QListWidgetItem(view.title, self._list)
            item.setToolTip(view.tip)
            item.setSizeHint(QSize(0, self._list.fontMetrics().height() + 18))
            self._stack.addWidget(view)
            view.failed.connect(self.failed)
        self._list.currentRowChanged.connect(self._on_row_changed)
        self._list.setCurrentRow(0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self._list)
        row.addWidget(self._stack, stretch=1)

    @property
    def current(self) -> View:
        """The view that is shown."""
        return self._stack.currentWidget()

    def choose(self, title: str) -> View:
        """Show a view."""
        self._list.setCurrentRow(list(self.views).index(title))
        return self.current

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        for view in self.views.values():
            view.set_theme(theme)

    def show_news(self, news: News) -> None:
        """Let the current view show what is known; the others hear it when they are chosen."""
        self._news = news
        self.current.show_news(news)

    @Slot(int)
    def _on_row_changed(self, row: int) -> None:
        self._stack.setCurrentIndex(row)
        if self._news is not None:
            self.current.show_news(self._news)
        self.shown.emit(self.current.title)
