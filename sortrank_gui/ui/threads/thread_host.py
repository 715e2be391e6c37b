"""A thread for one worker object: started, and ended in order."""

from PySide6.QtCore import QObject, QThread

_PATIENCE_MS = 10_000


class ThreadHost:
    """Runs a worker's slots on a thread of its own until `close`.

    The worker has no parent; its timers and children move with it and end on that thread.
    """

    def __init__(self, worker: QObject, name: str) -> None:
        self._worker: QObject | None = worker
        self._thread = QThread()
        self._thread.setObjectName(name)
        worker.moveToThread(self._thread)
        self._thread.finished.connect(worker.deleteLater)
        self._thread.start()

    def is_gone(self) -> bool:
        """Whether the thread has ended; if so, this may be let go of.

        A thread that says it is finished may still be destroying its worker: wait for that, or
        both threads destroy it.
        """
        if self._thread.isRunning():
            return False
        self.close()
        return True

    def retire(self) -> None:
        """Let the current slot finish and the thread end, without waiting for it."""
        self._thread.quit()

    def close(self) -> None:
        """Let the current slot finish, end the thread and destroy the worker."""
        self._thread.quit()
        if not self._thread.wait(_PATIENCE_MS):
            raise RuntimeError(f"The thread “{self._thread.objectName()}” does not end.")
        self._worker = None
