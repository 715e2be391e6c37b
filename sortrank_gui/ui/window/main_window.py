"""The main window: assembles menus, header, pages and the status line, and decides nothing."""

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.ui.lab.lab_services import LabServices, ServerServices
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.drop_frame import DropFrame
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.widgets.theme import Appearance
from sortrank_gui.ui.window.drops import read_drop
from sortrank_gui.ui.window.lab_files import LabFiles
from sortrank_gui.ui.window.page_stack import PageStack
from sortrank_gui.ui.window.quit_dialog import ask_to_leave, ask_to_lose
from sortrank_gui.ui.window.reception import Reception
from sortrank_gui.ui.window.rescue import Rescue
from sortrank_gui.ui.window.settings import Settings
from sortrank_gui.ui.window.status_line import StatusLine
from sortrank_gui.ui.window.studies import Studies
from sortrank_gui.ui.window.study_files import StudyFiles
from sortrank_gui.ui.window.window_memory import recall, remember
from sortrank_gui.ui.window.window_menus import WindowMenus

if TYPE_CHECKING:
    from sortrank_gui.ui.survey.survey_page import SurveyPage

_USUAL_SIZE = QSize(1360, 850)


class MainWindow(QMainWindow):
    """One study in one window, or the start page."""

    study_shown = Signal()
    closed = Signal()

    def __init__(
        self,
        appearance: Appearance,
        settings: Settings | None = None,
        services: LabServices | None = None,
    ) -> None:
        super().__init__()
        self._services = services or ServerServices()
        self._appearance = appearance
        self.settings = settings or Settings()
        self.setMinimumSize(880, 600)
        self.setAcceptDrops(True)
        self._assemble(appearance)
        self._connect_menus()
        self._connect_parts()
        self.resize(_USUAL_SIZE.boundedTo(self.screen().availableSize()))
        recall(self, self.settings)
        self.reception.begin(self.menus)

    def _assemble(self, appearance: Appearance) -> None:
        self.images = ImageStore(self)
        self.studies = Studies(self, may_leave=self._may_lose)
        self.menus = WindowMenus(self, appearance)
        self.files = StudyFiles(self, self.studies, self.settings)
        self.lab = LabFiles(self, self.studies, self.settings, self._services)
        self.menus.set_lab_missing(self._services.missing)
        self.stack = PageStack(self.images, [self.files.making, self.lab.working])
        self.rescue = Rescue(self, self.stack.notice)
        self.reception = Reception(self, self.studies, self.stack, self.settings)
        self.status = StatusLine()
        self.setCentralWidget(self.stack)
        self._drop_frame = DropFrame(self.stack)
        self.setStatusBar(self.status)

    def _connect_menus(self) -> None:
        menus = self.menus
        menus.new.triggered.connect(self.files.ask_new)
        menus.template_wanted.connect(self.files.ask_template)
        menus.open.triggered.connect(self.files.ask_open)
        menus.import_answers.triggered.connect(self.files.ask_import)
        menus.recent_chosen.connect(self.studies.open)
        menus.demo.triggered.connect(self.open_demo)
        menus.copy.triggered.connect(self.files.save_copy)
        menus.export_wanted.connect(self.files.export)
        menus.back_up.triggered.connect(self.files.back_up)
        menus.share.triggered.connect(self.lab.ask_share)
        menus.open_lab.triggered.connect(self.lab.ask_open)
        menus.bring_home.triggered.connect(self.lab.ask_home)
        menus.close_study.triggered.connect(self.reception.close_study)
        menus.leave.triggered.connect(self.quit)

    def _connect_parts(self) -> None:
        reception = self.reception
        reception.tabs_changed.connect(self.menus.set_tabs)
        reception.recent_changed.connect(self.menus.set_recent)
        reception.study_changed.connect(self.menus.follow)
        reception.study_changed.connect(self.status.follow)
        reception.status_changed.connect(self.status.say)
        reception.saving_changed.connect(self.status.set_unsaved)
        reception.title_changed.connect(self.setWindowTitle)
        reception.study_shown.connect(self.study_shown)
        self.files.open_wanted.connect(self.studies.open)
        self.files.rescued.connect(reception.open_restored)
        self.files.began.connect(self.notice.hide)
        self.files.made.connect(reception.open_made)
        self.files.succeeded.connect(self.notice.say)
        self.studies.refused.connect(self.rescue.offer_backup)
        self.rescue.restored.connect(reception.open_restored)
        self.studies.failed.connect(self.rescue.tell)
        self.rescue.copy_wanted.connect(self.files.save_copy)
        self.stack.page_made.connect(self.lab.greet)
        self.lab.began.connect(self.notice.hide)
        self.lab.came_home.connect(reception.tell_home)
        for part in (self.images, self.files, self.lab, self.rescue):
            part.failed.connect(self.notice.show_failure)

    @property
    def notice(self) -> NoticeBar:
        """The bar that says what went wrong."""
        return self.stack.notice

    @property
    def survey(self) -> "SurveyPage | None":
        """The Survey tab, once it was shown."""
        return cast("SurveyPage | None", self.stack.page_of(self.reception.survey))

    @property
    def study(self) -> OpenStudy | None:
        """The open study."""
        return self.studies.current

    def open_path(self, path: Path) -> None:
        """Open a study file; the one that is open is closed when that went well."""
        self.studies.open(path)

    @Slot()
    def open_demo(self, settings: DemoSettings | None = None) -> None:
        """Open a new demo."""
        self.studies.open_demo(settings or DemoSettings())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome a study, folders and files with items."""
        if read_drop(event.mimeData()):
            self._drop_frame.set_shown(True)
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Expect nothing any more."""
        self._drop_frame.set_shown(False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open it."""
        self._drop_frame.set_shown(False)
        paths = read_drop(event.mimeData())
        if paths:
            event.accept()
            self.files.take(paths)

    def _may_lose(self) -> bool:
        return ask_to_lose(self.stack.unsaved, self)

    @Slot()
    def quit(self) -> None:
        """Close the window, if the researcher wants that."""
        if ask_to_leave(self.study, self.stack.unsaved, self):
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the study, end the threads, then the window."""
        by_button = event.spontaneous()  # of the window itself
        if by_button and not ask_to_leave(self.study, self.stack.unsaved, self):
            event.ignore()
            return
        remember(self, self.settings, self._appearance.choice)
        for part in (self.studies, self.files, self.lab, self.images):
            part.close()
        self.stack.close_workers()
        event.accept()
        self.closed.emit()
