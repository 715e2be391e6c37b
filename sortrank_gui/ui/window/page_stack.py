"""The pages under the header: made when first shown, with their controls and an end."""

from collections.abc import Callable, Mapping, Set

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.window.header import Header

PageMaker = Callable[[], QWidget]


class PageStack(QWidget):
    """Header, notice and the current page."""

    page_made = Signal(str, QWidget)
    page_shown = Signal(str)

    def __init__(self, *bars: QWidget) -> None:
        super().__init__()
        self._makers: dict[str, PageMaker] = {}
        self.pages: dict[str, QWidget] = {}
        self._controls: dict[str, QWidget] = {}
        self.header, self.notice = Header(), NoticeBar()
        self._stack = QStackedWidget()
        self._bars = (self.notice, *bars)
        self._tray = QWidget()
        column = QVBoxLayout(self._tray)
        column.setContentsMargins(24, 16, 24, 0)
        for bar in self._bars:
            column.addWidget(bar)
            bar.installEventFilter(self)
        self._tray.hide()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.header)
        outer.addWidget(self._tray)
        outer.addWidget(self._stack, stretch=1)
        self.header.chosen.connect(self.show_page)

    def eventFilter(self, bar: QObject, event: QEvent) -> bool:
        """Take room for the bars only while one of them is shown."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._tray.setVisible(any(not bar.isHidden() for bar in self._bars))
        return super().eventFilter(bar, event)

    @property
    def titles(self) -> list[str]:
        """The tabs that are there."""
        return list(self._makers)

    @property
    def current(self) -> str:
        """The title of the page that is shown."""
        page = self._stack.currentWidget()
        return next((title for title, widget in self.pages.items() if widget is page), "")

    def set_makers(self, makers: Mapping[str, PageMaker], current: str) -> None:
        """Offer these pages; those of the same title stay, the others end."""
        self.drop_pages(self.pages.keys() - makers.keys())
        self._makers = dict(makers)
        self.header.set_titles(self.titles, current)
        self.show_page(current)

    def drop_pages(self, titles: Set[str]) -> None:
        """End these pages, if they were made."""
        for title in [title for title in self.pages if title in titles]:
            self._drop(title)

    @Slot(str)
    def show_page(self, title: str) -> None:
        """Show a page, and make it first if need be."""
        if title not in self._makers:
            return
        page = self.pages.get(title)
        if page is None:
            page = self._make(title)
        self._stack.setCurrentWidget(page)
        self.header.tabs.setCurrentIndex(self.titles.index(title))
        self.header.set_controls(self._controls.get(title))
        self.page_shown.emit(title)

    def _make(self, title: str) -> QWidget:
        page = self.pages[title] = self._makers[title]()
        self._stack.addWidget(page)
        if hasattr(page, "controls"):
            self._controls[title] = page.controls()
        self.page_made.emit(title, page)
        return page

    def _drop(self, title: str) -> None:
        page, controls = self.pages.pop(title), self._controls.pop(title, None)
        if controls is not None:
            self.header.set_controls(None)
            controls.deleteLater()
        if hasattr(page, "close_workers"):
            page.close_workers()
        self._stack.removeWidget(page)
        page.deleteLater()

    def close_workers(self) -> None:
        """End what the pages have at work."""
        for page in self.pages.values():
            if hasattr(page, "close_workers"):
                page.close_workers()
