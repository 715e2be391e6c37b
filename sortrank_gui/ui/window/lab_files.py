"""Studies on the lab's server: sharing the open one, opening one, bringing one home."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from sortrank_gui.safe_files import choose_free
from sortrank_gui.study.file.opening import SUFFIX
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.lab.addresses import hide_password
from sortrank_gui.study.lab.bringing_home import HomeReport
from sortrank_gui.study.survey.lab_files import StationOrder
from sortrank_gui.ui.lab.lab_services import LabServices
from sortrank_gui.ui.lab.lab_words import count_answers
from sortrank_gui.ui.lab.open_dialog import LabOpenDialog
from sortrank_gui.ui.lab.share_dialog import ShareDialog
from sortrank_gui.ui.lab.stations_panel import StationsPanel
from sortrank_gui.ui.tabs.tab import Page, Tab
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Job, Jobs
from sortrank_gui.ui.widgets.work_bar import WorkBar
from sortrank_gui.ui.window.drops import is_study
from sortrank_gui.ui.window.settings import Settings
from sortrank_gui.ui.window.studies import Studies

_SERVER = "lab_server"
"""The name of the setting; a server never has a password in it."""
_BUSY = "Somebody takes part now: end or leave the session first, then share the study."


class LabFiles(QObject):
    """Asks which server and where to, and does the work off the GUI thread."""

    began = Signal()
    succeeded = Signal(str)
    came_home = Signal(object, str)
    """Where a study of the server was written, and a sentence about it."""
    failed = Signal(object)

    def __init__(
        self, window: QWidget, studies: Studies, settings: Settings, services: LabServices
    ) -> None:
        super().__init__(window)
        self._window, self._studies, self._settings = window, studies, settings
        self._services = services
        self._shared: tuple[str, str] | None = None
        """The server and the UUID of the study that was opened last."""
        self.working = WorkBar("lab", "Stop; the server keeps nothing of what is half done")
        self.working.jobs.failed.connect(self.failed)
        self._orders = Jobs("lab orders", self)

    @property
    def server(self) -> str:
        """The server that was used last."""
        return self._settings.text(_SERVER)

    @Slot()
    def ask_share(self) -> ShareDialog | None:
        """Ask where the open study shall go."""
        study = self._studies.current
        if study is None or study.state is None:
            return None
        if study.session_runs:
            self.failed.emit(Failure(_BUSY, _BUSY))
            return None
        dialog = ShareDialog(self._services, self.server, study.state, self._window)
        dialog.confirmed.connect(self._on_share)
        dialog.open()
        return dialog

    @Slot(str)
    def _on_share(self, server: str) -> None:
        study = self._studies.current
        if study is None or study.path is None:
            return
        self.began.emit()
        work = partial(_share, self._services, study.path, server)
        self.working.do(f"Sharing {study.path.name}", work, partial(self.open, server))

    @Slot()
    def ask_open(self) -> LabOpenDialog:
        """Ask which study of a server to follow."""
        dialog = LabOpenDialog(self._services, self.server, self._window)
        dialog.confirmed.connect(self.open)
        dialog.open()
        return dialog

    @Slot(str, str)
    def open(self, server: str, uuid: str) -> None:
        """Follow a study of the server in this window."""
        self._settings.remember(**{_SERVER: hide_password(server)})
        self._shared = server, uuid
        self._studies.open_by(_make_opener(self._services, server, uuid))

    @Slot()
    def ask_home(self) -> None:
        """Ask where the study of the server shall be written to."""
        study = self._studies.current
        if study is None or study.lab is None or self._shared is None:
            return
        recent = self._settings.recent
        folder = recent[0].parent if recent else Path.home()
        proposed = str(folder / f"{study.stem}{SUFFIX}")
        kind = f"SortRank studies (*{SUFFIX})"
        path, _ = QFileDialog.getSaveFileName(self._window, "Bring home", proposed, kind)
        if path:
            target = Path(path)
            if not is_study(target):  # the dialog has asked about a file without the ending
                target = choose_free(target.with_name(target.name + SUFFIX))
            self.bring_home(target)

    def bring_home(self, target: Path) -> None:
        """Write the study that is followed to a file of its own."""
        if self._shared is None:
            return
        self.began.emit()
        work = partial(_bring_home, self._services, *self._shared, target)
        self.working.do(f"Bringing home {target.name}", work, partial(self._on_home, target))

    @Slot(object, object)
    def greet(self, _tab: Tab, page: Page) -> None:
        """Let a desk ask its stations for something."""
        panel = page.findChild(StationsPanel)
        if panel is not None:
            panel.ordered.connect(partial(self._on_ordered, panel))

    def _on_ordered(
        self, panel: StationsPanel, stations: Sequence[str], order: StationOrder
    ) -> None:
        if self._shared is not None:
            work = partial(self._services.order, *self._shared, stations, order)
            self._orders.submit(work, panel.tell_outcome, panel.tell_failure)

    def close(self) -> None:
        """Stop what is under way."""
        self.working.jobs.close()
        self._orders.close()

    def _on_home(self, target: Path, report: HomeReport) -> None:
        answers = count_answers(report.counts["answers"])
        sentence = f"The study came home to {target}, with all of its {answers}."
        if report.problems:
            more = len(report.problems) - 1
            others = f" ({more} more: see “sortrank check”)" if more else ""
            sentence = f"The study came home to {target}, with {answers}. {report.problems[0]}"
            sentence += others
        self.came_home.emit(target, sentence)


def _make_opener(
    services: LabServices, server: str, uuid: str
) -> Callable[[Callable[[], object], Progress], StudyFile]:
    def open_desk(notice: Callable[[], object], tell: Progress) -> StudyFile:
        return services.open_desk(server, uuid, notice, tell)

    return open_desk


def _share(services: LabServices, study: Path, server: str, job: Job) -> str:
    return services.share(study, server, job.count)


def _bring_home(
    services: LabServices, server: str, uuid: str, target: Path, job: Job
) -> HomeReport:
    return services.bring_home(server, uuid, target, job.count)
