"""Reads new items on a thread of its own: checks every picture, and can be stopped."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from time import monotonic

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QImage

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.runner import RunProgress
from sortrank_gui.study.items import importing
from sortrank_gui.study.items.images import load_image
from sortrank_gui.study.items.importing import Imported
from sortrank_gui.ui.threads.failures import reports_failure

_TABLES = (".csv", ".tsv")
_FRAME_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """Where new items come from: files and folders, a text, or a picture of the clipboard."""

    paths: tuple[Path, ...] = ()
    text: str = ""
    picture: QImage | None = None
    place: Path | None = None
    """The file that the picture is written to."""


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """Items that can be used, and a sentence for each file that can't."""

    found: Imported
    refused: tuple[str, ...] = ()


class ImportWorker(QObject):
    """Works on one order at a time; `stop` is set by the window when nobody wants the rest."""

    progressed = Signal(object)
    ended = Signal(object)
    """An ImportOutcome, or None where it was stopped."""
    failed = Signal(object)

    def __init__(self, stop: Event) -> None:
        super().__init__()
        self._stop = stop

    @Slot(object)
    @reports_failure
    def run(self, order: ImportOrder) -> None:
        """Read and check; nothing is changed by that."""
        self.ended.emit(self._check(_read(order)))

    def _check(self, found: Imported) -> ImportOutcome | None:
        """Leave out what can't be shown, and say why."""
        start = spoken = monotonic()
        kept: list[int] = []
        refused: list[str] = []
        for row, item in enumerate(found.items):
            if self._stop.is_set():
                return None
            try:
                if item.image is not None:
                    load_image(item.image)
                kept.append(row)
            except InputError as error:
                refused.append(str(error))
            if monotonic() - spoken > _FRAME_SECONDS:
                spoken = monotonic()
                self.progressed.emit(RunProgress(row + 1, len(found.items), spoken - start))
        items = tuple(found.items[row] for row in kept)
        truth = None if found.truth is None else tuple(found.truth[row] for row in kept)
        return ImportOutcome(replace(found, items=items, truth=truth), tuple(refused))


def _read(order: ImportOrder) -> Imported:
    if order.picture is not None and order.place is not None:
        if not order.picture.save(str(order.place), "PNG"):
            raise InputError("The picture of the clipboard can't be read.")
        return importing.take_pictures([order.place])
    if order.text:
        return importing.take_lines(order.text, "The text")
    return _join(_read_path(path) for path in _group(order.paths))


def _group(paths: Iterable[Path]) -> list[Path | list[Path]]:
    """Return folders and tables one by one, and all other files together."""
    files: list[Path] = []
    found: list[Path | list[Path]] = [files]
    for path in paths:
        if path.is_dir() or path.suffix.lower() in (*_TABLES, ".txt"):
            found.append(path)
        else:
            files.append(path)
    return found


def _read_path(path: Path | list[Path]) -> Imported:
    if isinstance(path, list):
        return importing.take_pictures(path)
    if path.is_dir():
        return importing.read_folder(path)
    if path.suffix.lower() in _TABLES:
        return importing.read_items(path)
    return importing.read_lines(path)


def _join(parts: Iterable[Imported]) -> Imported:
    """Return all items; true scores only if every part has them."""
    parts = [part for part in parts if part.items or part.skipped]
    truths = [part.truth for part in parts if part.items]
    whole = tuple(score for truth in truths if truth is not None for score in truth)
    return Imported(
        tuple(item for part in parts for item in part.items),
        whole if truths and None not in truths else None,
        tuple(name for part in parts for name in part.skipped),
    )
