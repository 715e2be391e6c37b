"""One size of letters for all texts of a study: the largest at which the longest fits.

How it works
------------
Texts are tried from the longest on; each that does not fit makes the size smaller. Most need one
look. It is done in slices of a few milliseconds between other events, as ten thousand texts may
take a second.
"""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QElapsedTimer, QObject, QSizeF, QTimer, Signal, Slot
from PySide6.QtGui import QFont

from sortrank_gui.ui.participant.fitted_text import Sizes, fit_text, fits

_SLICE_MS = 6


class CommonSize(QObject):
    """Finds the size; what does not fit at the least size is scrolled and does not count."""

    found = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.pixels: float | None = None
        """The size in pixels; None until it is found."""
        self._asked: tuple[object, ...] = ()
        self._search: Iterator[float] = iter(())
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._go_on)

    def find(self, texts: Sequence[str], room: QSizeF, font: QFont, sizes: Sizes) -> None:
        """Look for the size, unless that is known or being done."""
        asked = (texts, room.toTuple(), font.key(), sizes)
        if asked != self._asked:
            self._asked, self.pixels = asked, None
            self._search = _shrink(texts, room, font, sizes)
            self._timer.start(0)

    @Slot()
    def _go_on(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        for size in self._search:
            self._least = size
            if clock.elapsed() >= _SLICE_MS:
                return
        self._timer.stop()
        self.pixels = self._least
        self.found.emit()


def _shrink(texts: Sequence[str], room: QSizeF, font: QFont, sizes: Sizes) -> Iterator[float]:
    """Yield the size that fits all texts so far."""
    size = sizes.most
    yield size
    for text in sorted(texts, key=len, reverse=True):
        if not fits(text, room, font, size):
            found = fit_text(text, room, font, Sizes(sizes.least, size))
            size = size if found is None else found
        yield size
