"""The pages under the header: made in good time, with their controls and an end.

How it works: a page that somebody chooses is made slice by slice, while the one before stays in
view, so that the window answers all the time and nobody sees half a page. Some time after a study
came, when nobody takes part in it, the other pages are made as well, a slice at a time.
"""

import sys
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module

from PySide6.QtCore import QEvent, QObject, QRect, QTimer, Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.tabs.tab import Page, Tab
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.window.header import Header

_CALM_MS = 700
"""So long after a study came, nothing of it is being built any more."""
_PAUSE_MS = 25
"""Between the slices of a page that nobody waits for."""
_POINT, _ALL = QRect(0, 0, 1, 1), QRect(0, 0, -1, -1)


class PageStack(QWidget):
    """Header, notice and the current page."""

    page_made = Signal(object, object)
    """A tab and its page, before it is shown."""
    tab_shown = Signal()
    """The tab that was wanted is in view."""

    def __init__(self, images: ImageStore, bars: Iterable[QWidget] = ()) -> None:
        super().__init__()
        self._images = images
        self._study: OpenStudy | None = None
        self._tabs: Sequence[Tab] = ()
        self._pages: dict[Tab, Page] = {}
        self._growing: dict[Tab, Page] = {}
        """Pages that are not complete."""
        self._wanted: Tab | None = None
        """The tab that will be shown as soon as its page is complete."""
        self._unseen: dict[Tab, list[QWidget]] = {}
        """Parts of complete pages that were not laid out yet."""
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
        self.calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self.calm.timeout.connect(self._on_calm)
        self._slices = QTimer(self, singleShot=True)
        self._slices.timeout.connect(self._on_slice)

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
        self._show_wanted()
        return {tab.facts.title: page for tab, page in self._pages.items()}

    def page_of(self, tab: Tab) -> Page | None:
        """Return a tab's page, once it was made."""
        if tab is self._wanted:
            self._show_wanted()
        return self._pages.get(tab)

    def sizes(self) -> dict[str, list[int]]:
        """Return how wide the parts of pages are, by the names of their tabs."""
        return {tab.name: sizes for tab, page in self._pages.items() if (sizes := page.sizes())}

    @property
    def is_waiting(self) -> bool:
        """Whether the page that is wanted is still being made."""
        return self._wanted is not None

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
        self._wanted = None
        self._abandon_growing()
        for tab in [tab for tab in self._pages if tab not in tabs]:
            self._drop(tab)
        self._tabs, self._study = tabs, study
        if study is not None:
            self._images.set_study(study.pictures)
        for page in self._pages.values():
            page.set_study(study)
        self.header.set_tabs(tabs)
        if study is None:  # the start page is the first thing to see
            self.show_tab(current)
        else:
            self.open_tab(current)
        self.calm.start()

    @Slot(object)
    def open_tab(self, tab: Tab) -> None:
        """Show a tab as soon as its page is complete; the window answers meanwhile."""
        if tab in self._pages:
            self.show_tab(tab)
            return
        self._wanted = tab
        self.header.tabs.setCurrentIndex(self._tabs.index(tab))
        self._stack.setFocus()  # else keys that come too early would act on the header
        self._slices.start(0)

    def show_tab(self, tab: Tab) -> Page:
        """Show a tab now, and make its page first if need be."""
        self._wanted = None
        page = self._pages[tab] if tab in self._pages else self._complete(tab)
        self._stack.setCurrentWidget(page)
        self.header.tabs.setCurrentIndex(self._tabs.index(tab))
        self.header.set_controls(self._controls.get(tab))
        self.tab_shown.emit()
        return page

    def _show_wanted(self) -> None:
        """Show the tab that somebody chose, if there is one, without more ado."""
        if self._wanted is not None:
            self.show_tab(self._wanted)

    @Slot(str)
    def show_page(self, title: str) -> None:
        """Show the tab of this title, if there is one."""
        if title in self.titles:
            self.show_tab(self._tabs[self.titles.index(title)])

    @Slot()
    def _on_slice(self) -> None:
        """Make a slice of the page that is wanted, or else of one that may be."""
        tab = self._wanted or self._find_missing()
        if tab is None:
            if self._is_taken:
                self.calm.start()
            return
        if tab not in self._growing:
            self._begin(tab)
        elif tab not in self._unseen:
            if self._growing[tab].make_slice():
                page = self._growing[tab]
                self._unseen[tab] = [page] if tab is self._wanted else page.panes()
        elif not self._has_looked_through(tab):
            pass
        elif tab is self._wanted:
            self.show_tab(tab)
            self.calm.start()
            return
        else:
            self._complete(tab)
        self._slices.start(0 if self._wanted is not None else _PAUSE_MS)

    def _has_looked_through(self, tab: Tab) -> bool:
        """Lay out a part of a complete page, and say whether none was left.

        What is first laid out when it is shown would be so at once. What nobody waits for is drawn,
        too, so that all that is kept for drawing is there; else that would be done twice in a row.
        """
        panes = self._unseen[tab]
        if not panes:
            del self._unseen[tab]
            return True
        self._growing[tab].resize(self._stack.size())
        panes.pop().grab(_POINT if tab is self._wanted else _ALL)
        return False

    def _find_missing(self) -> Tab | None:
        """Return a tab whose page may be made ahead: never while somebody takes part."""
        if self._study is None or self._is_taken:
            return None
        ready = (tab for tab in self._tabs if tab.page_module in sys.modules)
        return next((tab for tab in ready if tab not in self._pages), None)

    @property
    def _is_taken(self) -> bool:
        """Whether somebody takes part, who should not feel that pages are made."""
        state = None if self._study is None else self._study.state
        return state is not None and bool(state.participant)

    def _begin(self, tab: Tab) -> Page:
        tab.nest, tab.in_slices = self._stack, True
        page = self._growing[tab] = tab.make_page(self._study, self._images)
        return page

    def _complete(self, tab: Tab) -> Page:
        """Make all that is missing of a page, and put it in its place."""
        page = self._growing[tab] if tab in self._growing else self._begin(tab)
        page.complete()
        self._pages[tab] = self._growing.pop(tab)
        self._stack.addWidget(page)
        if (controls := page.controls()) is not None:
            self._controls[tab] = controls
        self.page_made.emit(tab, page)
        return page

    def _abandon_growing(self) -> None:
        """Let go of pages that are not complete: they have nothing at work yet."""
        for page in self._growing.values():
            page.deleteLater()
        self._growing.clear()
        self._unseen.clear()

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
        self.calm.stop()
        self._slices.stop()
        self._jobs.close()
        self._abandon_growing()
        for page in self._pages.values():
            page.close_workers()

    @Slot()
    def _on_calm(self) -> None:
        """Load what the other pages are made of, which takes a third of the time, then make them.

        While somebody takes part, look again later.
        """
        modules = [tab.page_module for tab in self._tabs if tab not in self._pages]
        missing = [name for name in modules if name and name not in sys.modules]
        if missing:
            self._jobs.submit(partial(_load, missing), self._on_loaded)
        elif self._is_taken:
            self.calm.start()
        else:
            self._slices.start(0)

    def _on_loaded(self, _nothing: None) -> None:
        self.calm.start()

    @Slot(int)
    def _on_chosen(self, index: int) -> None:
        self.open_tab(self._tabs[index])


def _load(modules: list[str]) -> None:
    for name in modules:
        import_module(name)
