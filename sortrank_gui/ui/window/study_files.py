"""What the File menu does: opens and makes studies; copies, exports and backs up the open one."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from sortrank_gui.errors import StudyAstrayError, StudyFileError
from sortrank_gui.safe_files import choose_free, replacing_study
from sortrank_gui.study.file.copying import copy_study
from sortrank_gui.study.file.making import choose_target, make_from_template, make_study
from sortrank_gui.study.file.opening import SUFFIX
from sortrank_gui.study.file.origin import Origin
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.file.templates.template import StudyTemplate
from sortrank_gui.study.imports.making import ImportOrder
from sortrank_gui.study.imports.making import make_study as import_study
from sortrank_gui.study.imports.reading import Reading
from sortrank_gui.study.imports.sources import ENDINGS
from sortrank_gui.study.items.importing import Imported
from sortrank_gui.study.results.exporting import Export, Order
from sortrank_gui.study.results.selection import Selection
from sortrank_gui.ui.imports.import_dialog import ImportDialog
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.threads.jobs import Job, Jobs
from sortrank_gui.ui.widgets.work_bar import WorkBar
from sortrank_gui.ui.window.drops import is_study
from sortrank_gui.ui.window.settings import Settings
from sortrank_gui.ui.window.studies import Studies

_FILTER = f"SortRank studies (*{SUFFIX})"
_TABLES = f"Tables of answers ({' '.join(f'*{ending}' for ending in ENDINGS)});;All files (*)"


class StudyFiles(QObject):
    """Asks where to, and does the work off the GUI thread."""

    open_wanted = Signal(object)
    rescued = Signal(object, str)
    """A copy that has to take the place of the study, and a sentence about it."""
    began = Signal()
    """A study is being made."""
    made = Signal(object, object)
    """The path of a new study, and what was Imported into it."""
    succeeded = Signal(str)
    failed = Signal(object)

    def __init__(self, window: QWidget, studies: Studies, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._studies, self._settings = window, studies, settings
        self._jobs = Jobs("study files", self)
        self.making = WorkBar("making", "Stop; nothing is left of the new study")
        for jobs in (self._jobs, self.making.jobs):
            jobs.failed.connect(self.failed)

    @Slot()
    def ask_new(self) -> None:
        """Ask for the name of a new study."""
        target = self._ask_target(f"New study{SUFFIX}")
        if target is not None:
            self.make(target)

    @Slot(object)
    def ask_template(self, template: StudyTemplate) -> None:
        """Ask for the name of a study that is to begin as a template."""
        target = self._ask_target(f"{template.title}{SUFFIX}")
        if target is not None:
            self.began.emit()
            work, done = partial(_fill, target, template), partial(self._on_made, target)
            self.making.do(f"Making {target.name}", work, done)

    @Slot()
    def ask_import(self) -> None:
        """Ask for a table of answers, and how it is to be read."""
        folder = str(self._folder())
        path, _ = QFileDialog.getOpenFileName(self._window, "Import answers", folder, _TABLES)
        if path:
            self.show_import(Path(path))

    def show_import(self, table: Path) -> ImportDialog:
        """Show what a table would become."""
        dialog = ImportDialog(table, self._window)
        dialog.confirmed.connect(self._on_import)
        dialog.open()
        return dialog

    @Slot(object, object)
    def _on_import(self, order: ImportOrder, reading: Reading) -> None:
        target = self._ask_target(choose_target([order.table]).name)
        if target is not None:
            self.began.emit()
            order = replace(order, study=target)
            work, done = partial(_import, order, reading), partial(self._on_imported, target)
            self.making.do(f"Importing {order.table.name}", work, done)

    def _on_imported(self, target: Path, _origin: Origin) -> None:
        self.open_wanted.emit(target)

    def take(self, paths: Sequence[Path]) -> None:
        """Open what was dropped: a study, or anything with items as a new study beside it."""
        if is_study(paths[0]):
            self.open_wanted.emit(paths[0])
            return
        target: Path | None = choose_target(paths)
        if target is not None and not os.access(target.parent, os.W_OK):
            target = self._ask_target(target.name)
        if target is not None:
            self.make(target, paths)

    def make(self, target: Path, sources: Sequence[Path] = ()) -> None:
        """Make a study file from files and folders, or an empty one."""
        self.began.emit()
        work, done = partial(_make, target, sources), partial(self._on_made, target)
        self.making.do(f"Making {target.name}", work, done)

    def close(self) -> None:
        """Stop making a study."""
        self.making.jobs.close()

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
        study = self._studies.current
        if study is None or study.path is None:
            return
        target = self._ask(
            "Save a copy", study, f"{study.path.stem} copy{SUFFIX}", f"Studies (*{SUFFIX})"
        )
        if target is not None:
            study.run(partial(_save_astray, target), partial(self._on_looked, study.path, target))

    def _on_looked(self, source: Path, target: Path, saved: Path | None) -> None:
        """Go on with a copy that had to be saved; else copy the study in the background."""
        if saved is not None:
            self.rescued.emit(saved, f"The study goes on in {saved}, which has every saved answer.")
            return
        work = partial(_replace_copy, source, target)
        self._jobs.submit(work, partial(self._on_copied, target))

    @Slot(object)
    def export(self, export: Export) -> None:
        """Write a file for other programs."""
        study = self._studies.current
        if study is None:
            return
        assert study.path is not None
        name, chosen = export.suggest_name(study.stem), study.selection
        title = f"Export: {export.title}" + f" (only {chosen.words})" * bool(chosen.words)
        target = self._ask(title, study, name, export.dialog_filter)
        if target is not None:
            target = export.complete_name(target)
            done = partial(self._on_taken, export, target, study, chosen)
            study.run(StudyFile.take_everything, done)

    @Slot()
    def back_up(self) -> None:
        """Write a backup into the data folder."""
        study = self._studies.current
        if study is not None:
            study.run(StudyFile.back_up, self._on_backed_up)

    def _ask(self, title: str, study: OpenStudy, name: str, kind: str) -> Path | None:
        assert study.path is not None
        folder = self._folder() if study.is_elsewhere else study.path.parent
        proposed = str(folder / name)
        chosen, _ = QFileDialog.getSaveFileName(self._window, title, proposed, kind)
        return Path(chosen) if chosen else None

    def _on_made(self, target: Path, found: Imported) -> None:
        self.made.emit(target, found)

    def _on_taken(
        self, export: Export, target: Path, study: OpenStudy, chosen: Selection, found: Everything
    ) -> None:
        source, find = study.path or Path(), study.find_picture
        order = Order(target, found, chosen, source=source, find_picture=find)
        self._jobs.submit(partial(_write, export, order), self.succeeded.emit)

    def _on_copied(self, target: Path, _nothing: None) -> None:
        self.succeeded.emit(f"A copy with all answers is in {target}.")

    @Slot(object)
    def _on_backed_up(self, path: Path) -> None:
        self.succeeded.emit(f"A backup is in {path}.")


def _import(order: ImportOrder, reading: Reading, _job: Job) -> Origin:
    return import_study(order, reading)


def _make(target: Path, sources: Sequence[Path], job: Job) -> Imported:
    return make_study(target, sources, job.count)


def _fill(target: Path, template: StudyTemplate, job: Job) -> Imported:
    return make_from_template(target, template, job.count)


def _write(export: Export, order: Order) -> str:
    number = export.write(order)
    return f"Wrote {export.count(number)} to {order.path}. Answers: {order.short_words}."


def _save_astray(target: Path, file: StudyFile) -> Path | None:
    """Save a copy out of the memory, if the file is not at its path any more; say where."""
    try:
        file.require_here()
    except StudyAstrayError:
        if target.resolve() == file.path:  # which has a past
            target = choose_free(target.with_name(f"{target.stem} copy{target.suffix}"))
        with replacing_study(target) as made:  # the file dialog has asked
            file.save_copy(made)
        return target
    return None


def _replace_copy(source: Path, target: Path) -> None:
    """Copy a study; the file dialog has asked whether an older file may go."""
    if target.exists() and target.samefile(source):
        raise StudyFileError(f"{target} is the study itself; choose another name.")
    with replacing_study(target) as made:
        copy_study(source, made)
