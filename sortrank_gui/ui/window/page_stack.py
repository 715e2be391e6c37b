"""The pages under the header: made when first shown, with their controls and an end."""

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module

from PySide6.QtCore import QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.tabs.tab import Page, Tab
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.window.header import Header

_CALM_MS = 700
"""So long after a study came, nothing of it is being built any more."""


class PageStack(QWidget):
    """Header, notice and the current page."""

    page_made = Signal(object, object)
    """A tab and its page, before it is shown."""

    def __init__(self, images: ImageStore, bars: Iterable[QWidget] = ()) -> None:
        super().__init__()
        self._images = images
        self._study: OpenStudy | None = None
        self._tabs: Sequence[Tab] = ()
        self._pages: dict[Tab, Page] = {}
        self._controls: dict[Tab, QWidget] = {}
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
        self.header.chosen.connect(self._on_chosen)
        self._jobs = Jobs("pages to come", self)
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self._on_calm)

    def eventFilter(self, bar: QObject, event: QEvent) -> bool:
        """Take room for the bars only while one of them is shown."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._tray.setVisible(any(not bar.isHidden() for bar in self._bars))
        return super().eventFilter(bar, event)

    @property
    def titles(self) -> list[str]:
        """The tabs that are there."""
        return [tab.facts.title for tab in self._tabs]

    @property
    def pages(self) -> dict[str, Page]:
        """The pages that were made, by the titles of their tabs."""
        return {tab.facts.title: page for tab, page in self._pages.items()}

    def page_of(self, tab: Tab) -> Page | None:
        """Return a tab's page, once it was made."""
        return self._pages.get(tab)

    def sizes(self) -> dict[str, list[int]]:
        """Return how wide the parts of pages are, by the names of their tabs."""
        return {tab.name: sizes for tab, page in self._pages.items() if (sizes := page.sizes())}

    @property
    def unsaved(self) -> str:
        """What would be lost if the study were closed now; empty for nothing."""
        return " ".join(filter(None, (page.unsaved for page in self._pages.values())))

    @property
    def current(self) -> str:
        """The title of the tab that is shown."""
        return self.titles[self.header.tabs.currentIndex()] if self._tabs else ""

    def offer(self, tabs: Sequence[Tab], current: Tab, study: OpenStudy | None) -> None:
        """Show these tabs; pages of tabs that are gone end, the others hear of the study."""
        for tab in [tab for tab in self._pages if tab not in tabs]:
            self._drop(tab)
        self._tabs, self._study = tabs, study
        if study is not None:
            self._images.set_study(study.path)
        for page in self._pages.values():
            page.set_study(study)
        self.header.set_tabs(tabs)
        self.show_tab(current)
        self._calm.start()

    @Slot(object)
    def show_tab(self, tab: Tab) -> Page:
        """Show a tab, and make its page first if need be."""
        if tab not in self._pages:
            self._make(tab)
        page = self._pages[tab]
        self._stack.setCurrentWidget(page)
        self.header.tabs.setCurrentIndex(self._tabs.index(tab))
        self.header.set_controls(self._controls.get(tab))
        return page

    @Slot(str)
    def show_page(self, title: str) -> None:
        """Show the tab of this title, if there is one."""
        if title in self.titles:
            self.show_tab(self._tabs[self.titles.index(title)])

    def _make(self, tab: Tab) -> None:
        tab.nest = self._stack
        page = self._pages[tab] = tab.make_page(self._study, self._images)
        self._stack.addWidget(page)
        if (controls := page.controls()) is not None:
            self._controls[tab] = controls
        self.page_made.emit(tab, page)

    def _drop(self, tab: Tab) -> None:
        page, controls = self._pages.pop(tab), self._controls.pop(tab, None)
        if controls is not None:
            self.header.set_controls(None)
            controls.deleteLater()
        page.close_workers()
        self._stack.removeWidget(page)
        page.deleteLater()

    def close_workers(self) -> None:
        """End what the pages have at work."""
        self._calm.stop()
        self._jobs.close()
        for page in self._pages.values():
            page.close_workers()

    @Slot()
    def _on_calm(self) -> None:
        """Load what the other pages are made of; it takes a third of their first opening."""
        modules = [tab.page_module for tab in self._tabs if tab not in self._pages]
        self._jobs.submit(partial(_load, [name for name in modules if name not in sys.modules]))

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        self.show_tab(self._tabs[index])


def _load(modules: list[str]) -> None:
    for name in filter(None, modules):
        import_module(name)
