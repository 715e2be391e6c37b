"""The sides of the results: a list at the left, and the one that is chosen."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QStackedWidget, QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.results.newest_summary import NewestSummary, News
from sortrank_gui.ui.results.view import Sources, View, find_views
from sortrank_gui.ui.threads.jobs import Jobs

_WIDTH = 152


class ViewList(QWidget):
    """Shows one view at a time, made when it is first wanted; only this one hears the news."""

    failed = Signal(object)
    shown = Signal(str)

    def __init__(
        self,
        study: OpenStudy,
        images: ImageStore,
        newest: NewestSummary,
        jobs: Jobs,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._sources = Sources(study, images, newest, jobs, self.view)
        self._kinds = find_views()
        self._views: dict[str, View] = {}
        self._news: News | None = None
        self.list, self._stack = self._make_list(), QStackedWidget(self)
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
        titles = QListWidget(self)
        titles.setObjectName("navigation")
        titles.setAccessibleName("Sides of the results")
        titles.setFixedWidth(_WIDTH)
        titles.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for kind in self._kinds.values():
            item = QListWidgetItem(kind.facts.title, titles)
            item.setToolTip(kind.facts.tip)
            item.setSizeHint(QSize(0, titles.fontMetrics().height() + 18))
        return titles

    @property
    def titles(self) -> list[str]:
        """The names of all views."""
        return list(self._kinds)

    def view(self, title: str) -> View:
        """Return a view, made if need be."""
        if title not in self._views:
            view = self._views[title] = self._kinds[title](self._sources)
            view.failed.connect(self.failed)
            self._stack.addWidget(view)
        return self._views[title]

    @property
    def current(self) -> View:
        """The view that is shown."""
        return self._views[self.titles[self.list.currentRow()]]

    def choose(self, title: str) -> View:
        """Show a view."""
        self.list.setCurrentRow(self.titles.index(title))
        self._on_later()
        return self.current

    def show_news(self, news: News) -> None:
        """Let the current view show what is known; the others hear it when they are chosen."""
        self._news = news
        for row, kind in enumerate(self._kinds.values()):
            self.list.item(row).setHidden(not kind.facts.is_for(news.summary))
        self.current.follow(news)

    @Slot(int)
    def _on_row_changed(self, row: int) -> None:
        """Make the view in one turn, fill it in the next: each is short."""
        self._stack.setCurrentWidget(self.view(self.titles[row]))
        self._later.start()

    @Slot()
    def _on_later(self) -> None:
        self._later.stop()
        if self._news is not None:
            self.current.follow(self._news)
        self.shown.emit(self.current.title)
