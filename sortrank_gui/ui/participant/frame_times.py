"""When frames came to the screen, as well as widgets can know it.

How it works
------------
Qt paints all widgets of a window into one picture and hands it to the system in one go, within the
same event. So what is due right after a painting is posted ahead of all other events: it finds the
frame handed over. What the system and the screen do with it then, no widget ever hears.
"""

from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal, Slot

_STARTED = perf_counter()


def milliseconds() -> float:
    """Return the time since the program started, by a clock that never jumps."""
    return 1e3 * (perf_counter() - _STARTED)


class FrameWatch(QObject):
    """Says when the frame that is being painted was handed over."""

    handed_over = Signal(float)

    @Slot()
    def watch(self) -> None:
        """Wait for the end of the painting that goes on."""
        first = Qt.EventPriority.HighEventPriority.value
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), first)

    def customEvent(self, _event: QEvent) -> None:
        """Take the time; nothing but the rest of the painting came before."""
        self.handed_over.emit(milliseconds())
