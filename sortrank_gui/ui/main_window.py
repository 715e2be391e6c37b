"""The main window: assembles menus, header, pages and the status line, and decides nothing."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QWidget

from sortrank_gui.study.demo import DemoSettings
from sortrank_gui.ui.desk import Desk
from sortrank_gui.ui.failures import Failure
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.page_stack import PageMaker, PageStack
from sortrank_gui.ui.pages import FREE_PAGES, STUDY_PAGES, SURVEY
from sortrank_gui.ui.start.start_page import StartPage
from sortrank_gui.ui.status_line import StatusLine
from sortrank_gui.ui.survey.survey_state import SurveyState
from sortrank_gui.ui.theme import Appearance
from sortrank_gui.ui.window_menus import WindowMenus

_START = "Start"
_FILTER = "SortRank studies (*.sortrank)"


class MainWindow(QMainWindow):
    """One study in one window, or the start page."""

    study_shown = Signal()
    closed = Signal()

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._appearance = appearance
        self.desk: Desk | None = None
        self._opening: Desk | None = None
        self.images = ImageStore(self)
        self.setMinimumSize(880, 600)
        self.resize(1360, 850)
        self.stack = PageStack(appearance)
        self.stack.page_made.connect(self._on_page_made)
        self.setCentralWidget(self.stack)
        self.menus = WindowMenus(self, appearance)
        self._connect_menus()
        self.status = StatusLine(appearance)
        self.setStatusBar(self.status)
        self.images.failed.connect(self.notice.show_failure)
        self._show_start()

    def _connect_menus(self) -> None:
        menus = self.menus
        menus.open.triggered.connect(self._on_open)
        menus.demo.triggered.connect(self._on_demo)
        menus.close_study.triggered.connect(self.close_study)
        menus.leave.triggered.connect(self.close)

    @property
    def notice(self) -> QWidget:
        """The bar that says what went wrong."""
        return self.stack.notice

    @property
    def survey(self) -> QWidget | None:
        """The Survey tab, once it was shown."""
        return self.stack.pages.get(SURVEY)

    def open_path(self, path: Path) -> None:
        """Open a study file; the one that is open is closed first."""
        self._begin_opening().open(path)

    def open_demo(self, settings: DemoSettings | None = None) -> None:
        """Open a new demo."""
        self._begin_opening().open_demo(settings or DemoSettings())

    def _begin_opening(self) -> Desk:
        if self._opening is not None:
            self._opening.close_and_wait()
        self.notice.hide()
        desk = self._opening = Desk(self)
        desk.opened.connect(self._on_opened)
        desk.refused.connect(self._on_refused)
        desk.failed.connect(self.notice.show_failure)
        self.status.say("Opening…")
        return desk

    @Slot()
    def _on_opened(self) -> None:
        """Show the study that was opened, in the place of the one before."""
        if self.desk is not None:
            self.desk.close_and_wait()
            self._show_start()
        desk = self.desk = self._opening
        self._opening = None
        self.images.set_study(desk.path)
        self.stack.set_makers(self._study_makers(desk), SURVEY)
        self._tell_free_pages(desk)
        self.menus.close_study.setEnabled(True)
        self.status.follow(desk)
        desk.state_changed.connect(self._on_state_changed)
        if desk.notices:
            self.notice.show_failure(Failure(" ".join(desk.notices), "\n".join(desk.notices)))
        self.study_shown.emit()

    @Slot(object)
    def _on_refused(self, failure: Failure) -> None:
        desk, self._opening = self._opening, None
        if desk is not None:
            desk.close()
        self.status.follow(self.desk)
        self.notice.show_failure(failure)

    def _study_makers(self, desk: Desk) -> dict[str, PageMaker]:
        makers: dict[str, PageMaker] = {
            page.title: partial(page.make, desk, self.images, self._appearance)
            for page in STUDY_PAGES
        }
        return makers | self._free_makers()

    def _free_makers(self) -> dict[str, PageMaker]:
        return {page.title: partial(page.make, self._appearance) for page in FREE_PAGES}

    def _tell_free_pages(self, desk: Desk | None) -> None:
        for page in FREE_PAGES:
            made = self.stack.pages.get(page.title)
            if made is not None and hasattr(made, "set_desk"):
                made.set_desk(desk)

    @Slot(str, QWidget)
    def _on_page_made(self, title: str, page: QWidget) -> None:
        if isinstance(page, StartPage):
            page.open_wanted.connect(self._on_open)
            page.demo_wanted.connect(self._on_demo)
        elif title == SURVEY:
            page.fill_menu(self.menus.session)
            page.status_changed.connect(self.status.say)
            self.menus.panel.toggled.connect(page.live_panel.setVisible)
            page.fill_view_menu(self.menus.view)
        elif hasattr(page, "fill_menu"):
            page.fill_menu(self.menus.add_menu(title))
        if hasattr(page, "set_desk"):
            page.set_desk(self.desk)

    def _show_start(self) -> None:
        self.desk = None
        self.menus.clear()
        self.menus.close_study.setEnabled(False)
        self.status.follow(None)
        self.setWindowTitle("SortRank")
        self.stack.set_makers({_START: StartPage} | self._free_makers(), _START)
        self._tell_free_pages(None)

    @Slot()
    def close_study(self) -> None:
        """Close the study and go back to the start page."""
        if self.desk is not None:
            self.desk.close_and_wait()
            self._show_start()

    @Slot(object)
    def _on_state_changed(self, state: SurveyState) -> None:
        if self.desk is None or self.desk.content is None:
            return
        of = "" if state.budget is None else f" of {state.budget}"
        where = f" ({state.answered}{of})" if state.participant else ""
        self.setWindowTitle(f"{self.desk.content.design.title}{where} — SortRank")

    @Slot()
    def _on_open(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Open a study", "", _FILTER)
        if path:
            self.open_path(Path(path))

    @Slot()
    def _on_demo(self) -> None:
        self.open_demo()

    def save_results(self, folder: Path) -> None:
        """Write the answers and the ranking of what the live panel shows."""
        from sortrank_gui.study.results import write_results

        desk = self.desk
        if desk is None or desk.state is None or desk.content is None:
            return
        design, answers = desk.content.design, desk.state.snapshot.answers()
        write_results(folder, desk.study, answers, strategy=design.strategy, seed=design.seed)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the study, end the threads, then the window."""
        for desk in filter(None, (self._opening, self.desk)):
            desk.close_and_wait()
        self.stack.close_workers()
        self.images.close()
        event.accept()
        self.closed.emit()
