"""What helps after trouble: a crash's report, and a backup for a study that can't be opened."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from sortrank_gui.study.file.backups import Backup, find_backups, restore
from sortrank_gui.ui.threads.errands import Errands
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.window.crash_log import read_report
from sortrank_gui.ui.window.report_dialog import ReportDialog


class Rescue(QObject):
    """Offers help in the window's notice."""

    restored = Signal(object, str)
    """A study's path, and a sentence about what happened."""
    failed = Signal(object)

    def __init__(self, window: QWidget, notice: NoticeBar) -> None:
        super().__init__(window)
        self._window, self._notice = window, notice
        self._errands = Errands(self)
        self._errands.failed.connect(self.failed)
        self._path, self._report = Path(), Path()
        self._backup: Backup | None = None

    def offer_report(self, report: Path) -> None:
        """Say that SortRank crashed, and offer the report."""
        self._report = report
        self._notice.say("SortRank closed unexpectedly last time. All saved answers are there.")
        self._notice.offer("Show report", "See what is known about it", self._show_report)

    def offer_backup(self, path: Path) -> None:
        """Look for a backup of a study that can't be opened, and offer it."""
        self._path = path
        self._errands.run(partial(find_backups, path), self._on_found)

    def close_workers(self) -> None:
        """Wait for what is being read or written."""
        self._errands.close()

    @Slot(object)
    def _on_found(self, backups: list[Backup]) -> None:
        if not backups or not self._notice.isVisible():
            return
        self._backup = backups[-1]
        when = self._backup.made_at[:16].replace("T", " ")
        tip = f"Use the backup of {when} UTC; the file itself is kept under another name"
        self._notice.offer("Restore backup", tip, self._restore)

    def _restore(self) -> None:
        assert self._backup is not None
        self._errands.run(partial(restore, self._backup.path, self._path), self._on_restored)

    @Slot(object)
    def _on_restored(self, moved: Path | None) -> None:
        old = "" if moved is None else f" The file that was there is now {moved.name}."
        self.restored.emit(self._path, f"The backup is back in its place.{old}")

    def _show_report(self) -> None:
        dialog = ReportDialog(read_report(self._report), self._window)
        dialog.exec()
        dialog.deleteLater()
