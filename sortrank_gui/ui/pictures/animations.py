"""Plays animated pictures: frames are decoded on a thread of their own while they are seen."""

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QPixmap

from sortrank_gui.ui.pictures.decoding import FrameReader
from sortrank_gui.ui.pictures.image_requests import Key, PictureHome
from sortrank_gui.ui.pictures.picture_files import read_bytes
from sortrank_gui.ui.threads.jobs import Jobs

_SHORTEST_MS = 20
"""Shorter delays stand for "as fast as possible" in old files; browsers show those at 100 ms."""
_USUAL_MS = 100


class Animations(QObject):
    """What the boxes talk to; in a trial two play at most."""

    frame_shown = Signal(object, QPixmap)
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tracks: dict[Key, _AnimationTrack] = {}
        self._jobs = Jobs("animations", self)
        self._jobs.failed.connect(self.failed)

    def play(self, key: Key, study: PictureHome) -> None:
        """Play a picture from its first frame on; its frames come by `frame_shown`."""
        self.stop(key)
        track = self._tracks[key] = _AnimationTrack(key, study, self._jobs, self)
        track.frame_shown.connect(self.frame_shown)
        track.advance()

    def stop(self, key: Key) -> None:
        """Play a picture no more."""
        if (track := self._tracks.pop(key, None)) is not None:
            track.stop()

    @property
    def playing(self) -> frozenset[Key]:
        """What is being played."""
        return frozenset(self._tracks)

    def close(self) -> None:
        """Stop everything."""
        for key in self.playing:
            self.stop(key)
        self._jobs.close()


class _AnimationTrack(QObject):
    """One animation: shows a frame, waits as long as it stays."""

    frame_shown = Signal(object, QPixmap)

    def __init__(self, key: Key, study: PictureHome, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._key, self._jobs = key, jobs
        self._frames = _Frames(key, study)
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.advance)

    @Slot()
    def advance(self) -> None:
        """Show the next frame as soon as it is decoded."""
        self._job = self._jobs.submit(self._frames.read, self._on_read)

    def stop(self) -> None:
        """Show no more frames."""
        self._job.cancel()
        self._jobs.submit(self._frames.close)
        self.deleteLater()

    def _on_read(self, frame: tuple[QImage, int]) -> None:
        image, delay = frame
        self._timer.start(delay if delay >= _SHORTEST_MS else _USUAL_MS)
        self.frame_shown.emit(self._key, QPixmap.fromImage(image))


class _Frames:
    """The frames of a picture in turn, on the thread that decodes them."""

    def __init__(self, key: Key, study: PictureHome) -> None:
        self._key, self._study = key, study
        self._reader: FrameReader | None = None

    def read(self) -> tuple[QImage, int]:
        """Return the next frame, and for how many milliseconds it stays."""
        if self._reader is None:
            source, width, height, enlarge = self._key
            data, room = read_bytes(source, self._study), QSize(width, height)
            self._reader = FrameReader(data, "The picture", room, enlarge=enlarge)
        return self._reader.read_in_turn()

    def close(self) -> None:
        """Let go of the file's bytes."""
        if self._reader is not None:
            self._reader.close()
        self._reader = None
