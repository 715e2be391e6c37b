"""Joins the items card with the draft: what the user wants of the items becomes an edit."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QMimeData, QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QInputDialog

from sortrank_gui.errors import InputError
from sortrank_gui.study.design import edits
from sortrank_gui.study.design.item_sets import (
    add_variants,
    change_tags,
    list_variants,
    match_pictures,
    remove_variants,
)
from sortrank_gui.study.file.kept_pictures import KeptPictures
from sortrank_gui.study.items.importing import Imported, import_paths, import_text
from sortrank_gui.study.items.sources import ENDINGS, PDF, TABLES, TEXTS
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.draft import Draft
from sortrank_gui.ui.study_editor.item_dialog import ItemDialog
from sortrank_gui.ui.study_editor.items_card import ItemsCard
from sortrank_gui.ui.study_editor.tags_dialog import TagsDialog
from sortrank_gui.ui.threads.jobs import Job

_KNOWN = " ".join(f"*{ending}" for ending in (*ENDINGS, PDF, *TABLES, *TEXTS))
_FILTER = f"Pictures, tables and texts ({_KNOWN});;All files (*)"
_CLEARED = "The ground truth was cleared: it has no score for the new items."


class ItemEditing(QObject):
    """Imports, removes, moves, renames and shows items."""

    failed = Signal(object)
    left_out = Signal(str, object)
    """A sentence about an import, and a list of what was not taken and why."""
    reading = Signal()
    """New items are being looked at."""
    begun = Signal()
    """A study without items got its first ones."""
    told = Signal(str)
    """A sentence about what happened, when nothing is wrong."""

    def __init__(
        self,
        card: ItemsCard,
        draft: Draft,
        images: ImageStore,
        pictures: KeptPictures,
        folder: Path,
    ) -> None:
        super().__init__(card)
        self._card, self._draft, self._images, self._pictures = card, draft, images, pictures
        self._folder = str(folder)
        self.dialog: ItemDialog | None = None
        self._connect()

    def _connect(self) -> None:
        card, actions = self._card, self._card.actions_
        actions.files.triggered.connect(self._on_files)
        actions.folder.triggered.connect(self._on_folder)
        actions.paste.triggered.connect(self.paste)
        card.dropped.connect(self.take)
        card.removal_wanted.connect(self._on_removal_wanted)
        card.renaming_wanted.connect(self._on_renaming_wanted)
        card.move_wanted.connect(self._on_move_wanted)
        card.preview_wanted.connect(self._on_preview_wanted)
        card.text_wanted.connect(self._on_text_wanted)
        card.tags_wanted.connect(self._on_tags_wanted)
        actions.pictures.triggered.connect(self._on_pictures)
        actions.no_pictures.triggered.connect(self._on_no_pictures)
        self._draft.changed.connect(self._on_changed)
        card.import_bar.jobs.failed.connect(self.failed)

    def close(self) -> None:
        """End the reading, and close the preview."""
        self._card.import_bar.jobs.close()
        if self.dialog is not None:
            self.dialog.close()

    def add_paths(self, paths: list[Path]) -> None:
        """Read items from files and folders."""
        if paths and not self._draft.lock:
            self._read(partial(read_paths, paths))

    def _read(self, work: Callable[[Job], Imported]) -> None:
        self.reading.emit()
        self._card.import_bar.do("Reading", work, self._on_imported)

    @Slot()
    def paste(self) -> None:
        """Make items of what the clipboard holds."""
        self.take(QGuiApplication.clipboard().mimeData())

    @Slot(QMimeData)
    def take(self, data: QMimeData) -> None:
        """Make items of files, else of a picture, else of the lines of a text."""
        if self._draft.lock:
            return
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if paths:
            self.add_paths(paths)
        elif data.hasImage():
            place = self._pictures.folder / f"pasted {uuid4().hex[:4]}.png"
            self._read(partial(read_picture, QImage(data.imageData()), place))
        elif data.hasText() and data.text().strip():
            self._read(partial(read_text, data.text()))

    @Slot()
    def _on_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self._card, "Add items", self._folder, _FILTER)
        self.add_paths([Path(name) for name in names])

    @Slot()
    def _on_folder(self) -> None:
        title = "Add the pictures of a folder"
        name = QFileDialog.getExistingDirectory(self._card, title, self._folder)
        self.add_paths([Path(name)] if name else [])

    def _on_imported(self, found: Imported) -> None:
        if self._draft.lock:
            return
        before = self._draft.content
        after = edits.add_items(before, found)
        self._draft.edit(after)
        if before.items:
            self._card.choose_rows(len(before.items), len(after.items) - 1)
        else:
            self.begun.emit()
        cleared = before.truth is not None and after.truth is None
        sentence = " ".join(filter(None, (found.report, _CLEARED if cleared else "")))
        if found.left_out:
            self.left_out.emit(sentence, found.left_out)
        elif sentence:
            self.told.emit(sentence)

    @Slot()
    def _on_pictures(self) -> None:
        title = "Another set of pictures, named as the items"
        name = QFileDialog.getExistingDirectory(self._card, title, self._folder)
        if name:
            self.add_pictures(Path(name))

    def add_pictures(self, folder: Path) -> None:
        """Read another set of pictures, which is called as its folder."""
        if not self._draft.lock:
            self.reading.emit()
            done = partial(self._on_pictures_read, folder.name)
            self._card.import_bar.do("Reading", partial(read_paths, [folder]), done)

    def _on_pictures_read(self, name: str, found: Imported) -> None:
        content = self._draft.content
        pictures, sentences = match_pictures(content.items, found.items)
        if not self._draft.lock and pictures:
            self._draft.edit(add_variants(content, name, pictures))
        missing = (*found.left_out, *sentences)
        told = f"{len(pictures):,} of {len(content.items):,} items have a picture in “{name}”."
        if missing:
            self.left_out.emit(told, missing)
        else:
            self.told.emit(told)

    @Slot()
    def _on_no_pictures(self) -> None:
        names = list_variants(self._draft.content.items)
        title, words = "Remove a set of pictures", "Which set of pictures shall go?"
        name, chosen = QInputDialog.getItem(self._card, title, words, names, 0, editable=False)
        if chosen:
            self._draft.edit(remove_variants(self._draft.content, name))

    @Slot(list)
    def _on_tags_wanted(self, rows: list[int]) -> None:
        dialog = TagsDialog(self._draft.content.items, rows, self._card.window())
        dialog.changed.connect(self._on_tags_changed)
        dialog.open()

    @Slot(list, list, list)
    def _on_tags_changed(self, rows: list[int], add: list[str], remove: list[str]) -> None:
        self._draft.edit(change_tags(self._draft.content, rows, add, remove))

    @Slot(list)
    def _on_removal_wanted(self, rows: list[int]) -> None:
        self._draft.edit(edits.remove_items(self._draft.content, rows))
        count = len(self._draft.content.items)
        if count:
            row = min(rows[0], count - 1)
            self._card.choose_rows(row, row)

    @Slot(int, str)
    def _on_renaming_wanted(self, row: int, name: str) -> None:
        self._draft.edit(edits.rename_item(self._draft.content, row, name))

    @Slot(list, int)
    def _on_move_wanted(self, rows: list[int], target: int) -> None:
        self._draft.edit(edits.move_items(self._draft.content, rows, target))
        first = target - sum(row < target for row in rows)
        self._card.choose_rows(first, first + len(rows) - 1)

    @Slot(int)
    def _on_preview_wanted(self, row: int) -> None:
        self._open_dialog(row)

    @Slot(int)
    def _on_text_wanted(self, row: int) -> None:
        self._open_dialog(row).text.setFocus()

    def _open_dialog(self, row: int) -> ItemDialog:
        if self.dialog is not None:
            self.dialog.close()
        items = self._draft.content.items
        dialog = self.dialog = ItemDialog(items, row, self._images, self._card.window())
        dialog.set_locked(self._draft.lock)
        dialog.row_shown.connect(self._on_row_shown)
        dialog.text_edited.connect(self._on_text_edited)
        dialog.finished.connect(self._on_dialog_closed)
        dialog.show()
        return dialog

    @Slot()
    def _on_changed(self) -> None:
        if self.dialog is not None:
            self.dialog.set_items(self._draft.content.items)

    @Slot(int, str)
    def _on_text_edited(self, row: int, text: str) -> None:
        self._draft.edit(edits.change_text(self._draft.content, row, text), key=f"text {row}")

    @Slot(int)
    def _on_row_shown(self, row: int) -> None:
        if row < len(self._draft.content.items):
            self._card.choose_rows(row, row)

    @Slot()
    def _on_dialog_closed(self) -> None:
        self._draft.end_typing()
        self.dialog = None


def read_paths(paths: Sequence[Path], job: Job) -> Imported:
    """Return the items of files and folders."""
    return import_paths(paths, progress=job.count)


def read_text(text: str, _job: Job) -> Imported:
    """Return the items of lines."""
    return import_text(text)


def read_picture(picture: QImage, place: Path, job: Job) -> Imported:
    """Return the item of a picture from the clipboard, which gets a file."""
    if not picture.save(str(place)):
        raise InputError("The picture of the clipboard can't be read.")
    return read_paths([place], job)
