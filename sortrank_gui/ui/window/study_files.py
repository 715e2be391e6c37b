"""What the File menu does: opens and makes studies; copies, exports and backs up the open one."""

import os
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from sortrank_gui.study.file.copying import copy_study
from sortrank_gui.study.file.opening import SUFFIX
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.ui.open_study.desk import Desk
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.window.desks import Desks
from sortrank_gui.ui.window.drops import is_study
from sortrank_gui.ui.window.settings import Settings

_FILTER = f"SortRank studies (*{SUFFIX})"


@dataclass(frozen=True, slots=True)
class Export:
    """A file that other programs read."""

    name: str
    title: str
    tip: str
    suffix: str
    kind: str
    """For the file dialog."""


EXPORTS = (
    Export("answers", "Answers…", "One row a trial, as CSV", "-answers.csv", "Tables (*.csv)"),
    Export("ranking", "Ranking…", "One row an item, as CSV", "-ranking.csv", "Tables (*.csv)"),
    Export(
        "comparisons", "Comparisons…", "Winners and losers, as CSV", "-pairs.csv", "Tables (*.csv)"
    ),
    Export("json", "Everything…", "All but the pictures, as JSON", ".json", "JSON (*.json)"),
    Export("preflib", "PrefLib…", "Orders of two items (.toi)", ".toi", "PrefLib (*.toi)"),
)


class StudyFiles(QObject):
    """Asks where to, and does the work off the GUI thread."""

    open_wanted = Signal(object)
    new_wanted = Signal(object)
    succeeded = Signal(str)
    failed = Signal(object)

    def __init__(self, window: QWidget, desks: Desks, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._desks, self._settings = window, desks, settings
        self._jobs = Jobs("study files", self)
        self._jobs.failed.connect(self.failed)

    @Slot()
    def ask_new(self) -> None:
        """Ask for the name of a new study."""
        target = self._ask_target(f"New study{SUFFIX}")
        if target is not None:
            self.new_wanted.emit(target)

    def check_place(self, target: Path) -> Path | None:
        """Return a name for a new study; where its folder can't be written to, ask for another."""
        return target if os.access(target.parent, os.W_OK) else self._ask_target(target.name)

    def _ask_target(self, name: str) -> Path | None:
        proposed = str(self._folder() / name)
        path, _ = QFileDialog.getSaveFileName(self._window, "New study", proposed, _FILTER)
        if not path:
            return None
        target = Path(path)
        return target if is_study(target) else target.with_name(target.name + SUFFIX)

    @Slot()
    def ask_open(self) -> None:
        """Ask for a study to open."""
        folder = str(self._folder())
        path, _ = QFileDialog.getOpenFileName(self._window, "Open a study", folder, _FILTER)
        if path:
            self.open_wanted.emit(Path(path))

    def _folder(self) -> Path:
        """Return the folder of the study that was open last."""
        recent = self._settings.recent
        return recent[0].parent if recent else Path.home()

    @Slot()
    def save_copy(self) -> None:
        """Write a complete copy of the study, answers included."""
        desk = self._desks.current
        if desk is None or desk.path is None:
            return
        target = self._ask("Save a copy", desk, f" copy{SUFFIX}", f"Studies (*{SUFFIX})")
        if target is not None:
            work = partial(_replace_copy, desk.path, target)
            self._jobs.submit(work, partial(self._on_copied, target))

    @Slot(object)
    def export(self, export: Export) -> None:
        """Write a file for other programs."""
        desk = self._desks.current
        if desk is None:
            return
        target = self._ask(f"Export: {export.title}", desk, export.suffix, export.kind)
        if target is not None:
            desk.run(take_everything, partial(self._on_taken, export, target))

    @Slot()
    def back_up(self) -> None:
        """Write a backup into the data folder."""
        desk = self._desks.current
        if desk is not None:
            desk.run(StudyFile.back_up, self._on_backed_up)

    def _ask(self, title: str, desk: Desk, ending: str, kind: str) -> Path | None:
        assert desk.path is not None
        folder = self._folder() if desk.is_demo else desk.path.parent
        proposed = str(folder / (desk.path.stem + ending))
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, proposed, kind)
        return Path(chosen) if chosen else None

    def _on_taken(self, export: Export, target: Path, everything: Everything) -> None:
        work = partial(_exporter(export.name), target, everything)
        self._jobs.submit(work, partial(self._on_exported, target))

    def _on_exported(self, target: Path, rows: int) -> None:
        self.succeeded.emit(f"{rows:,} rows are in {target}.")

    def _on_copied(self, target: Path, _nothing: None) -> None:
        self.succeeded.emit(f"A copy with all answers is in {target}.")

    @Slot(object)
    def _on_backed_up(self, path: Path) -> None:
        self.succeeded.emit(f"A backup is in {path}.")


def take_everything(file: StudyFile) -> Everything:
    """Return what is in a file, in lists of their own that no answer adds to."""
    found = copy(file.everything)
    found.participants, found.records = list(found.participants), list(found.records)
    found.sorts, found.sessions = dict(found.sorts), dict(found.sessions)
    found.incidents, found.notes = list(found.incidents), list(found.notes)
    return found


def _exporter(name: str) -> Callable[[Path, Everything], int]:
    from sortrank_gui.study.results import exporting

    return getattr(exporting, f"export_{name}")


def _replace_copy(source: Path, target: Path) -> None:
    """Copy a study; the file dialog has asked whether an older file may go."""
    if target.exists() and not target.samefile(source):
        target.unlink()
    copy_study(source, target)
