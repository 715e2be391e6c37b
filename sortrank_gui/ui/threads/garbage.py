"""Python's cyclic garbage, collected on the GUI thread alone.

Python collects on whichever thread happens to allocate, and in the middle of anything. A closed
plot leaves widgets in reference cycles; deleted by a worker's thread, or while Qt walks through
all widgets to give them a new style, they take the program down. Deleted while Qt deletes another
object, they may wait forever for a lock that this one holds. So automatic collection is off, and a
timer collects between two events, when as much has piled up as Python would allow.
"""

import gc

from PySide6.QtCore import QObject, QTimer, Slot

_INTERVAL_MS = 1000


class GarbageCollector(QObject):
    """Collects once a second at most, from `start` to `stop`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=_INTERVAL_MS)
        self._timer.timeout.connect(self._on_timeout)

    def start(self) -> None:
        """Take collection over; what lives now is not looked at again, to keep each turn short."""
        gc.collect()
        gc.freeze()
        gc.disable()
        self._timer.start()

    def stop(self) -> None:
        """Collect no more; what is left goes when Python ends, which collects by itself."""
        self._timer.stop()
        gc.unfreeze()

    @Slot()
    def _on_timeout(self) -> None:
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                break


def set_aside() -> None:
    """Look no more at what lives now: a large study's records would make each turn long."""
    gc.collect(1)
    gc.freeze()
