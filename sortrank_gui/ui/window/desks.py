"""The desk of the open study, the one that is being opened, and those that are being closed."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.ui.open_study.desk import Desk
from sortrank_gui.ui.threads.failures import Failure


class Desks(QObject):
    """Opens one study after another; the one before is closed when that went well."""

    began = Signal()
    opened = Signal(object)
    """The desk that is the current one now; the one before is gone from the screen."""
    refused = Signal(object, object)
    """A Failure, and the path or None."""
    failed = Signal(object)
    closed = Signal()
    """A file was closed, by and by."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current: Desk | None = None
        self._opening: Desk | None = None
        self._closing: list[Desk] = []
        self._wanted: Path | None = None

    def open(self, path: Path) -> None:
        """Open a study file; one that is open already stays as it is."""
        path = path.resolve()
        if self.current is not None and self.current.path == path:
            return
        for desk in [desk for desk in self._closing if desk.path == path]:
            desk.close_and_wait()  # or we would find it in use, by ourselves
        self._begin(path).open(path)

    def open_demo(self, settings: DemoSettings) -> None:
        """Open a new demo."""
        self._begin(None).open_demo(settings)

    def _begin(self, path: Path | None) -> Desk:
        if self._opening is not None:
            self._let_go(self._opening)
        self._wanted = path
        desk = self._opening = Desk(self)
        desk.opened.connect(self._on_opened)
        desk.refused.connect(self._on_refused)
        desk.failed.connect(self.failed)
        self.began.emit()
        return desk

    def leave(self) -> None:
        """Close the current study by and by: a backup may take a while."""
        desk, self.current = self.current, None
        if desk is not None:
            self._let_go(desk)

    def close(self) -> None:
        """Close all, and return when that is done; the current desk keeps what it knew."""
        for desk in filter(None, (*self._closing, self._opening, self.current)):
            desk.close_and_wait()

    def _let_go(self, desk: Desk) -> None:
        self._closing.append(desk)
        desk.closed.connect(self._on_closed)
        desk.close()

    @Slot()
    def _on_opened(self) -> None:
        if self.sender() is not self._opening:
            return  # another one was wanted meanwhile
        desk, self._opening = self._opening, None
        self.leave()
        self.current = desk
        self.opened.emit(desk)

    @Slot(object)
    def _on_refused(self, failure: Failure) -> None:
        if self.sender() is not self._opening:
            return
        desk, self._opening = self._opening, None
        self._let_go(desk)
        self.refused.emit(failure, self._wanted)

    @Slot()
    def _on_closed(self) -> None:
        desk = self.sender()
        self._closing = [other for other in self._closing if other is not desk]
        desk.deleteLater()
        self.closed.emit()
