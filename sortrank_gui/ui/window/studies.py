"""The open study, the one that is being opened, and those that are being closed."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.progress import RunProgress
from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.threads.failures import Failure


class Studies(QObject):
    """Opens one study after another; the one before is closed when that went well."""

    began = Signal()
    progressed = Signal(object)
    """How far the opening is: a RunProgress."""
    opened = Signal(object)
    """The study that is the current one now; the one before is gone from the screen."""
    refused = Signal(object, object)
    """A Failure, and the path or None."""
    failed = Signal(object)
    closed = Signal()
    """A file was closed, by and by."""

    def __init__(
        self, parent: QObject | None = None, *, may_leave: Callable[[], bool] | None = None
    ) -> None:
        super().__init__(parent)
        self._may_leave = may_leave
        """Asks whether the current study may be closed for another one."""
        self.current: OpenStudy | None = None
        self._opening: OpenStudy | None = None
        self._closing: dict[OpenStudy, Path | None] = {}
        self._wanted: Path | None = None
        self._first: tuple[int, float] | None = None
        """How far the opening was when it first told so, and when."""

    def open(self, path: Path) -> bool:
        """Open a study file, and say whether that began; one that is open stays as it is."""
        path = path.resolve()
        if self.current is not None and (self.current.path == path or not self._is_free()):
            return False
        study = self._begin(path)
        if path not in self._closing.values():  # else it is in use, by ourselves, until then
            study.request(Engine.open, path, progress=study.open_progressed.emit)
        return True

    def open_by(self, opener: Callable[[Callable[[], object], Progress], StudyFile]) -> None:
        """Open what somebody else knows how to open, such as a study of the lab's server.

        The opener is called on the engine's thread. It gets what is to be called, on any thread,
        whenever there is something for the engine, and a teller of how far the opening is.
        """
        if self._is_free():
            study = self._begin(None)
            tell = partial(opener, study.noticed.emit, study.open_progressed.emit)
            study.request(Engine.open_by, tell)

    def open_demo(self, settings: DemoSettings) -> None:
        """Open a new demo."""
        if not self._is_free():
            return
        self._begin(None).request(Engine.open_demo, settings)

    def _is_free(self) -> bool:
        return self.current is None or self._may_leave is None or self._may_leave()

    def _begin(self, path: Path | None) -> OpenStudy:
        if self._opening is not None:
            self._let_go(self._opening)
        self._wanted, self._first = path, None
        study = self._opening = OpenStudy(self)
        study.open_progressed.connect(self._on_progressed)
        study.opened.connect(self._on_opened)
        study.refused.connect(self._on_refused)
        study.failed.connect(self.failed)
        self.began.emit()
        return study

    def leave(self) -> None:
        """Close the current study by and by; its backup is made by another process."""
        study, self.current = self.current, None
        if study is not None:
            self._let_go(study)

    def close(self) -> None:
        """Close all; the current study keeps what it knew, and the program's end waits for it."""
        for study in filter(None, (*self._closing, self._opening, self.current)):
            study.close()

    def _let_go(self, study: OpenStudy) -> None:
        self._closing[study] = study.path or self._wanted
        study.closed.connect(self._on_closed)
        study.close()

    @Slot(int, int)
    def _on_progressed(self, done: int, total: int) -> None:
        if self.sender() is not self._opening:
            return
        if self._first is None:
            self._first = done, monotonic()
        before, at = self._first
        if done == before:  # what came before it had another pace
            self.progressed.emit(RunProgress(0, total, 0.0))
        else:
            seconds = done * (monotonic() - at) / (done - before)
            self.progressed.emit(RunProgress(done, total, seconds))

    @Slot()
    def _on_opened(self) -> None:
        study = self._opening
        if study is None or self.sender() is not study:
            return  # another one was wanted meanwhile
        self._opening = None
        self.leave()
        self.current = study
        self.opened.emit(study)

    @Slot(object)
    def _on_refused(self, failure: Failure) -> None:
        study = self._opening
        if study is not None and self.sender() is study:
            self._opening = None
            self._let_go(study)
            self.refused.emit(failure, self._wanted)

    @Slot()
    def _on_closed(self) -> None:
        study = self.sender()
        assert isinstance(study, OpenStudy)
        path = self._closing.pop(study)
        study.deleteLater()
        self.closed.emit()
        if self._opening is not None and path is not None and path == self._wanted:
            tell = self._opening.open_progressed.emit
            self._opening.request(Engine.open, path, progress=tell)
