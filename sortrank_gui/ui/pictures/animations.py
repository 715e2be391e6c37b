"""Plays animated pictures: frames are decoded on a thread of their own while they are seen."""

from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QPixmap

from sortrank_gui.ui.pictures.decoding import PictureReader
from sortrank_gui.ui.pictures.image_requests import Key
from sortrank_gui.ui.pictures.picture_files import read_bytes
from sortrank_gui.ui.threads.failures import reports_failure
from sortrank_gui.ui.threads.thread_host import ThreadHost

_SHORTEST_MS = 20
"""Shorter delays stand for "as fast as possible" in old files; browsers show those at 100 ms."""
_USUAL_MS = 100


class _Track(QObject):
    """One animation on its worker's thread: reads a frame, waits as long as it stays."""

    frame_read = Signal(object, QImage)
    failed = Signal(object)

    def __init__(self, key: Key, study: Path | None, parent: QObject) -> None:
        super().__init__(parent)
        source, width, height = key
        self._key = key
        self._reader = PictureReader(read_bytes(source, study), "The picture", QSize(width, height))
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.advance)

    @Slot()
    @reports_failure
    def advance(self) -> None:
        """Show the next frame."""
        image = self._reader.read_in_turn()
        delay = self._reader.delay_ms
        self._timer.start(delay if delay >= _SHORTEST_MS else _USUAL_MS)
        self.frame_read.emit(self._key, image)


class AnimationWorker(QObject):
    """Holds the animations that are playing; in a trial these are two at most."""

    frame_read = Signal(object, QImage)
    failed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._tracks: dict[Key, _Track] = {}

    @Slot(object, object)
    @reports_failure
    def play(self, key: Key, study: Path | None) -> None:
        """Play from the first frame on."""
        self.stop(key)
        track = self._tracks[key] = _Track(key, study, self)
        track.frame_read.connect(self.frame_read)
        track.failed.connect(self.failed)
        track.advance()

    @Slot(object)
    def stop(self, key: Key) -> None:
        """End an animation, if it plays."""
        if (track := self._tracks.pop(key, None)) is not None:
            track.deleteLater()


class Animations(QObject):
    """What the boxes talk to. The thread begins with the first animation."""

    frame_shown = Signal(object, QPixmap)
    failed = Signal(object)
    _wanted = Signal(object, object)
    _unwanted = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._host: ThreadHost | None = None
        self._playing: set[Key] = set()

    def play(self, key: Key, study: Path | None) -> None:
        """Play a picture; its frames come by `frame_shown`."""
        if self._host is None:
            self._start_thread()
        self._playing.add(key)
        self._wanted.emit(key, study)

    def stop(self, key: Key) -> None:
        """Play a picture no more."""
        if key in self._playing:
            self._playing.discard(key)
            self._unwanted.emit(key)

    @property
    def playing(self) -> frozenset[Key]:
        """What is being played."""
        return frozenset(self._playing)

    def close(self) -> None:
        """End the thread, if there is one."""
        self._playing.clear()
        if self._host is not None:
            self._host.close()
            self._host = None

    def _start_thread(self) -> None:
        worker = AnimationWorker()
        self._wanted.connect(worker.play)
        self._unwanted.connect(worker.stop)
        worker.frame_read.connect(self._on_frame_read)
        worker.failed.connect(self.failed)
        self._host = ThreadHost(worker, "animations")

    @Slot(object, QImage)
    def _on_frame_read(self, key: Key, image: QImage) -> None:
        if key in self._playing:
            self.frame_shown.emit(key, QPixmap.fromImage(image))
