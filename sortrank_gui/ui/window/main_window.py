"""The main window: assembles menus, header, pages and the status line, and decides nothing."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.study.file.making import choose_target, make_study
from sortrank_gui.study.items.importing import Imported
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.start.start_page import StartPage
from sortrank_gui.ui.start.waiting_page import WaitingPage
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Job
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.widgets.work_bar import WorkBar
from sortrank_gui.ui.window.drops import is_study, read_drop
from sortrank_gui.ui.window.page_stack import PageMaker, PageStack
from sortrank_gui.ui.window.pages import FREE_PAGES, STUDY_PAGES, SURVEY
from sortrank_gui.ui.window.quit_dialog import QuitDialog, describe_farewell
from sortrank_gui.ui.window.rescue import Rescue
from sortrank_gui.ui.window.settings import Settings
from sortrank_gui.ui.window.status_line import StatusLine
from sortrank_gui.ui.window.studies import Studies
from sortrank_gui.ui.window.study_files import StudyFiles
from sortrank_gui.ui.window.window_memory import recall, remember
from sortrank_gui.ui.window.window_menus import WindowMenus

_START, _WAITING = "Start", "SortRank"


class MainWindow(QMainWindow):
    """One study in one window, or the start page."""

    study_shown = Signal()
    closed = Signal()

    def __init__(self, appearance: Appearance, settings: Settings | None = None) -> None:
        super().__init__()
        self._appearance = appearance
        self.settings = settings or Settings()
        self._is_new = False
        self._found = Imported(())
        self._picture_problem = ""
        self.studies = Studies(self)
        self.images = ImageStore(self)
        self.setMinimumSize(880, 600)
        self.setAcceptDrops(True)
        self._assemble(appearance)
        self._connect()
        self.resize(1360, 850)
        recall(self, self.settings)
        self.menus.set_recent(self.settings.recent)
        self._show_start()

    def _assemble(self, appearance: Appearance) -> None:
        self.menus = WindowMenus(self, appearance)
        self.making = WorkBar("making", "Stop; nothing is left of the new study")
        self.files = StudyFiles(self, self.studies, self.settings)
        self.stack = PageStack(self.making)
        self.rescue = Rescue(self, self.stack.notice)
        self.setCentralWidget(self.stack)
        self.status = StatusLine()
        self.setStatusBar(self.status)

    def _connect(self) -> None:
        menus = self.menus
        menus.new.triggered.connect(self.files.ask_new)
        menus.open.triggered.connect(self.files.ask_open)
        menus.recent_chosen.connect(self.open_path)
        menus.demo.triggered.connect(self._on_demo)
        menus.copy.triggered.connect(self.files.save_copy)
        menus.export_wanted.connect(self.files.export)
        menus.back_up.triggered.connect(self.files.back_up)
        menus.close_study.triggered.connect(self.close_study)
        menus.leave.triggered.connect(self.quit)
        menus.tab_wanted.connect(self._on_tab_wanted)
        self.stack.page_made.connect(self._on_page_made)
        self.files.succeeded.connect(self.notice.say)
        self.files.open_wanted.connect(self.open_path)
        self.files.new_wanted.connect(self.make_study)
        self.rescue.restored.connect(self._on_restored)
        self.studies.began.connect(self._on_began)
        self.studies.opened.connect(self._on_opened)
        self.studies.refused.connect(self._on_refused)
        self.studies.closed.connect(self._on_study_closed)
        for part in (self.studies, self.images, self.making.jobs, self.files, self.rescue):
            part.failed.connect(self.notice.show_failure)

    @property
    def notice(self) -> QWidget:
        """The bar that says what went wrong."""
        return self.stack.notice

    @property
    def survey(self) -> QWidget | None:
        """The Survey tab, once it was shown."""
        return self.stack.pages.get(SURVEY)

    @property
    def study(self) -> OpenStudy | None:
        """The open study."""
        return self.studies.current

    @Slot(object)
    def open_path(self, path: Path) -> None:
        """Open a study file; the one that is open is closed when that went well."""
        self.studies.open(path)

    def open_demo(self, settings: DemoSettings | None = None) -> None:
        """Open a new demo."""
        self.studies.open_demo(settings or DemoSettings())

    @Slot(object)
    def make_study(self, target: Path, sources: Sequence[Path] = ()) -> None:
        """Make a study file from files and folders, or an empty one, and open it."""
        self.notice.hide()
        work, done = partial(_make, target, sources), partial(self._on_study_made, target)
        self.making.do(f"Making {target.name}", work, done)

    def take(self, paths: Sequence[Path]) -> None:
        """Open what was dropped: a study, or anything with items as a new study beside it."""
        if is_study(paths[0]):
            self.open_path(paths[0])
            return
        target = self.files.check_place(choose_target(paths))
        if target is not None:
            self.make_study(target, paths)

    def _on_study_made(self, target: Path, found: Imported) -> None:
        self._found = found
        self._on_made(target)

    @Slot()
    def _on_began(self) -> None:
        self.notice.hide()
        self.status.say("Opening…")
        if self.study is None:
            waiting = partial(WaitingPage, "Opening…")
            self._show_pages({_WAITING: waiting} | self._free_makers(), _WAITING)

    @Slot(object)
    def _on_made(self, path: Path) -> None:
        self._is_new = True
        self.open_path(path)

    @Slot(object)
    def _on_opened(self, study: OpenStudy) -> None:
        """Show the study that was opened, in the place of the one before."""
        self._clear()
        self.images.set_study(study.path)
        if not study.is_demo:
            self.settings.add_recent(study.path)
            self.menus.set_recent(self.settings.recent)
        self.menus.set_study_open(True, can_write=not study.read_only and not study.is_demo)
        self._show_pages(self._study_makers(study), self._first_tab(study))
        self._tell_free_pages(study)
        self.status.follow(study)
        study.state_changed.connect(self._on_state_changed)
        found, self._found = self._found, Imported(())
        if study.notices:
            self.notice.show_failure(Failure(" ".join(study.notices), "\n".join(study.notices)))
        elif found.left_out:
            self.notice.show_failure(Failure(found.report, found.details))
        self.study_shown.emit()

    def _first_tab(self, study: OpenStudy) -> str:
        """Return the tab for a study: a new one is edited, others go on where we were."""
        is_new, self._is_new = self._is_new, False
        last = self.settings.text("tab")
        titles = [page.title for page in STUDY_PAGES]
        if is_new:
            return titles[0]
        return SURVEY if study.is_demo or last not in titles else last

    @Slot(object, object)
    def _on_refused(self, failure: Failure, path: Path | None) -> None:
        self._is_new, self._found = False, Imported(())
        if self.study is None:
            self._show_start()
        self.status.follow(self.study)
        self.notice.show_failure(failure)
        if path is not None:
            self.rescue.offer_backup(path)

    @Slot(object, str)
    def _on_restored(self, path: Path, sentence: str) -> None:
        self.open_path(path)
        self.notice.say(sentence)

    @Slot(str)
    def _on_picture_failed(self, sentence: str) -> None:
        before, self._picture_problem = self._picture_problem, sentence
        if not sentence:
            if self.notice.text == before:
                self.notice.hide()
            return
        self.notice.show_failure(Failure(sentence, sentence))
        if self.survey is not None:
            tip = "Go on with the next pair; this one counts as neither"
            self.notice.offer("Skip this trial", tip, self.survey.actions_.skip.trigger)

    def _study_makers(self, study: OpenStudy) -> dict[str, PageMaker]:
        makers: dict[str, PageMaker] = {
            page.title: partial(page.make, study, self.images) for page in STUDY_PAGES
        }
        return makers | self._free_makers()

    def _free_makers(self) -> dict[str, PageMaker]:
        return {page.title: page.make for page in FREE_PAGES}

    def _show_pages(self, makers: dict[str, PageMaker], current: str) -> None:
        self.stack.set_makers(makers, current)
        self.menus.set_tabs(self.stack.titles)

    def _tell_free_pages(self, study: OpenStudy | None) -> None:
        for page in FREE_PAGES:
            made = self.stack.pages.get(page.title)
            if made is not None and hasattr(made, "set_study"):
                made.set_study(study)

    @Slot(str, QWidget)
    def _on_page_made(self, title: str, page: QWidget) -> None:
        if isinstance(page, StartPage):
            page.recent_chosen.connect(self.open_path)
        elif title == SURVEY:
            page.fill_menu(self.menus.session)
            if sizes := self.settings.numbers("splitter"):
                page.splitter.setSizes(sizes)
            page.status_changed.connect(self.status.say)
            page.picture_failed.connect(self._on_picture_failed)
            self.menus.panel.toggled.connect(page.live_panel.setVisible)
            page.fill_view_menu(self.menus.view)
        elif hasattr(page, "fill_menu"):
            page.fill_menu(self.menus.add_menu(title))
        if hasattr(page, "survey_wanted"):
            page.survey_wanted.connect(self._on_survey_wanted)
            page.open_wanted.connect(self._on_made)
        if hasattr(page, "set_study"):
            page.set_study(self.study)

    @Slot()
    def _on_survey_wanted(self) -> None:
        self.stack.show_page(SURVEY)
        shown = self.survey.pages.currentWidget()
        getattr(shown, "take_focus", shown.setFocus)()

    def _show_start(self) -> None:
        self._clear()
        start = partial(StartPage, self.menus, self.settings.recent)
        self._show_pages({_START: start} | self._free_makers(), _START)

    def _clear(self) -> None:
        """Forget the pages of a study."""
        self.menus.clear(self._free_makers())
        self.menus.set_study_open(False)
        self.status.follow(None)
        self.setWindowTitle("SortRank")
        self._tell_free_pages(None)
        self.stack.drop_pages({page.title for page in STUDY_PAGES})

    @Slot()
    def close_study(self) -> None:
        """Close the study and go back to the start page; say where a session stopped."""
        if self.study is None:
            return
        farewell = describe_farewell(self.study)
        self.studies.leave()
        self._show_start()
        if farewell:
            self.notice.say(farewell)

    @Slot()
    def _on_study_closed(self) -> None:
        """Count the study anew that was closed."""
        start = self.stack.pages.get(_START)
        if start is not None:
            start.set_recent(self.settings.recent)

    @Slot(object)
    def _on_state_changed(self, state: SurveyState) -> None:
        if self.study is None or self.sender() is not self.study:
            return
        of = "" if state.budget is None else f" of {state.budget}"
        where = f" ({state.answered}{of})" if state.participant else ""
        self.setWindowTitle(f"{self.study.content.design.title}{where} — SortRank")

    @Slot()
    def _on_demo(self) -> None:
        self.open_demo()

    @Slot(int)
    def _on_tab_wanted(self, number: int) -> None:
        if number < len(self.stack.titles):
            self.stack.show_page(self.stack.titles[number])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome a study, folders and files with items."""
        if read_drop(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open it."""
        paths = read_drop(event.mimeData())
        if paths:
            event.accept()
            self.take(paths)

    @Slot()
    def quit(self) -> None:
        """Close the window, if the researcher wants that."""
        if self._may_leave():
            self.close()

    def _may_leave(self) -> bool:
        """In the middle of a session, say what happens to it, and ask."""
        farewell = "" if self.study is None else describe_farewell(self.study)
        return not farewell or QuitDialog(farewell, self).exec()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the study, end the threads, then the window."""
        if event.spontaneous() and not self._may_leave():  # by the window's own button
            event.ignore()
            return
        remember(self, self.settings, self._appearance.choice)
        for part in (self.studies, self.making.jobs, self.images):
            part.close()
        self.stack.close_workers()
        event.accept()
        self.closed.emit()


def _make(target: Path, sources: Sequence[Path], job: Job) -> Imported:
    return make_study(target, sources, job.count)
