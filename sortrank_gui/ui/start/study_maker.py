"""Makes study files on a thread of its own: empty ones, or from a folder, a table or lines."""

from dataclasses import dataclass
from pathlib import Path
from threading import Event
from time import monotonic

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.runner import RunProgress
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.opening import SUFFIX, create_study
from sortrank_gui.study.items import importing
from sortrank_gui.study.items.importing import Imported
from sortrank_gui.ui.threads.failures import reports_failure

PROMPT = "Which do you prefer?"
TABLES = (".csv", ".tsv")
LINES = ".txt"
_FRAME_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class MakeOrder:
    """A study file to make, and where its items come from: None for a study without any yet."""

    target: Path
    source: Path | None = None


class _StoppedError(Exception):
    """Somebody cancelled."""


class StudyMaker(QObject):
    """Makes one study at a time; `stop` is set by the window when nobody wants it any more."""

    progressed = Signal(object)
    made = Signal(object)
    """A path, or None where it was cancelled."""
    failed = Signal(object)

    def __init__(self, stop: Event) -> None:
        super().__init__()
        self._stop = stop
        self._start = self._spoken = 0.0

    @Slot(object)
    @reports_failure
    def make(self, order: MakeOrder) -> None:
        """Make a study file: complete, or not at all."""
        self._start = self._spoken = monotonic()
        design = Design(title=order.target.stem, prompt=PROMPT)
        try:
            if order.source is None:
                create_study(order.target, design, [], unfinished=True)
            else:
                found = read_source(order.source)
                truth = found.truth
                create_study(order.target, design, found.items, truth, progress=self._on_item)
        except _StoppedError:
            self.made.emit(None)
        else:
            self.made.emit(order.target)

    def _on_item(self, done: int, total: int) -> None:
        if self._stop.is_set():
            raise _StoppedError
        now = monotonic()
        if now - self._spoken > _FRAME_SECONDS:
            self._spoken = now
            self.progressed.emit(RunProgress(done, total, now - self._start))


def read_source(path: Path) -> Imported:
    """Return the items of a folder of pictures, a table or a text file."""
    if path.is_dir():
        return importing.read_folder(path)
    if path.suffix.lower() in TABLES:
        return importing.read_items(path)
    if path.suffix.lower() == LINES:
        return importing.read_lines(path)
    raise InputError(f"{path.name} is neither a study, a folder, a table (CSV) nor a text file.")


def choose_target(source: Path) -> Path:
    """Return a free name beside a source: sharp.sortrank for sharp or sharp.csv, or sharp 2."""
    stem = source.name if source.is_dir() else source.stem
    target, number = source.with_name(stem + SUFFIX), 1
    while target.exists():
        number += 1
        target = source.with_name(f"{stem} {number}{SUFFIX}")
    return target
