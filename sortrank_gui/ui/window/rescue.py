"""What helps after trouble: a crash's report, and a backup for a study that can't be opened."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from sortrank_gui.study.file.backups import Backup, find_backups, restore
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.window.crash_log import read_report
from sortrank_gui.ui.window.report_dialog import ReportDialog


class Rescue(QObject):
    """Offers help in the window's notice."""

    restored = Signal(object, str)
    """A study's path, and a sentence about what happened."""
    failed = Signal(object)
    copy_wanted = Signal()

    def __init__(self, window: QWidget, notice: NoticeBar) -> None:
        super().__init__(window)
        self._window, self._notice = window, notice
        self._jobs = Jobs("rescue", self)
        self._jobs.failed.connect(self.failed)
        self._report = Path()

    def offer_report(self, report: Path) -> None:
        """Say that SortRank crashed, and offer the report."""
        self._report = report
        self._notice.say("SortRank closed unexpectedly last time. All saved answers are there.")
        self._notice.offer("Show report", "See what is known about it", self._show_report)

    @Slot(object)
    def tell(self, failure: Failure) -> None:
        """Say what went wrong with the study; offer a copy where its file is not to be had."""
        self._notice.show_failure(failure)
        if failure.needs_copy:
            tip = "Write everything that was answered into a new file"
            self._notice.offer("Save a copy", tip, self.copy_wanted.emit)

    @Slot(object, object)
    def offer_backup(self, _failure: Failure, path: Path | None) -> None:
        """Look for a backup of a study that can't be opened, and offer it."""
        if path is not None:
            self._jobs.submit(partial(find_backups, path), partial(self._on_found, path))

    def _on_found(self, path: Path, backups: list[Backup]) -> None:
        if not backups or not self._notice.isVisible():
            return
        backup = backups[-1]
        when = backup.made_at[:16].replace("T", " ")
        tip = f"Use the backup of {when} UTC; the file itself is kept under another name"
        self._notice.offer("Restore backup", tip, partial(self._restore, backup.path, path))

    def _restore(self, backup: Path, path: Path) -> None:
        self._jobs.submit(partial(restore, backup, path), partial(self._on_restored, path))

    def _on_restored(self, path: Path, moved: Path | None) -> None:
        old = "" if moved is None else f" The file that was there is now {moved.name}."
        self.restored.emit(path, f"The backup is back in its place.{old}")

    def _show_report(self) -> None:
        dialog = ReportDialog(read_report(self._report), self._window)
        dialog.exec()
        dialog.deleteLater()
