"""Pictures for the screen: decoded and scaled on threads of their own, in a bounded cache."""

from collections import OrderedDict
from collections.abc import Iterable
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QPixmap

from sortrank_gui.errors import InputError, LabError, LabGoneError, StudyFileError
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.pictures.animations import Animations
from sortrank_gui.ui.pictures.decoding import Picture, decode, warm_children
from sortrank_gui.ui.pictures.image_requests import ImageRequests, Key, PictureHome, Source
from sortrank_gui.ui.pictures.picture_files import read_bytes
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs

_CACHE_BYTES = 256 * 1024 * 1024
_LEISURE_SHARE = 0.6
_THREADS = 2
_AGAIN_MS = 2000
"""So long a server that is away is left alone."""


def source_of(item: Item) -> Source | None:
    """Return where an item's picture comes from; None if it has none."""
    return item.image or item.digest or None


class ImageStore(QObject):
    """Pixmaps by source and size; what is missing is fetched and then announced.

    Each thread has one picture in hand; what it takes next is decided when it is free, so that
    requests which are out of date never delay one that somebody waits for.
    """

    arrived = Signal(str)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None, *, cache_bytes: int = _CACHE_BYTES) -> None:
        super().__init__(parent)
        self._cache_bytes, self._bytes = cache_bytes, 0
        self._pixmaps: OrderedDict[Key, QPixmap] = OrderedDict()
        self._requests = ImageRequests()
        self._problems: dict[Source, str] = {}
        self._animated: set[Source] = set()
        self._study: PictureHome = None
        self._late: set[Source] = set()
        """Pictures that could not be fetched because the lab's server is away now."""
        self.again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self.again.timeout.connect(self._on_again)
        self.animations = Animations(self)
        self.animations.failed.connect(self.failed)
        self._lines = [_ImageLine(self) for _ in range(_THREADS)]
        warm_children()

    @property
    def study(self) -> PictureHome:
        """What has the pictures that are named by digests."""
        return self._study

    def set_study(self, home: PictureHome) -> None:
        """Take pictures that are named by digests from this file, or this lab, from now on."""
        self._study = home
        self._problems = {
            source: problem
            for source, problem in self._problems.items()
            if isinstance(source, Path)
        }

    def pixmap(
        self, source: Source, size: QSize, *, urgent: bool = False, enlarge: bool = True
    ) -> QPixmap | None:
        """Return the picture that fits into `size` device pixels, or None and fetch it."""
        key = (source, size.width(), size.height(), enlarge)
        if key in self._pixmaps:
            self._pixmaps.move_to_end(key)
            return self._pixmaps[key]
        if source not in self._problems and not size.isEmpty() and not self._is_in_hand(key):
            self._requests.add(key, urgent=urgent)
            self._hand_out()
        return None

    def pixmap_of_any_size(self, source: Source) -> QPixmap | None:
        """Return the largest pixmap of a picture that is there, and fetch nothing."""
        found = [pixmap for key, pixmap in self._pixmaps.items() if key[0] == source]
        return max(found, key=QPixmap.width, default=None)

    def fetch_ahead(
        self, sources: Iterable[Source | None], size: QSize, *, enlarge: bool = True
    ) -> None:
        """Fetch what may be shown soon, instead of what was named before for this size."""
        width, height = size.width(), size.height()
        wanted = (source for source in sources if source and not size.isEmpty())
        keys = [(source, width, height, enlarge) for source in wanted]
        for key in keys:
            if key in self._pixmaps:
                self._pixmaps.move_to_end(key)
        self._requests.set_ahead((width, height), [key for key in keys if self._is_missing(key)])
        self._hand_out()

    def fetch_at_leisure(
        self, sources: Iterable[Source | None], size: QSize, *, enlarge: bool = True
    ) -> None:
        """Fill the larger part of the cache with these, one by one, while nothing else is due."""
        width, height = size.width(), size.height()
        most = int(_LEISURE_SHARE * self._cache_bytes / (4 * max(width * height, 1)))
        known = dict.fromkeys(source for source in sources if source and not size.isEmpty())
        keys = [(source, width, height, enlarge) for source in islice(known, most)]
        self._requests.set_leisure(keys)
        self._hand_out()

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is being fetched that anybody waits for."""
        return self._requests.is_empty and all(line.is_free for line in self._lines)

    def problem(self, source: Source) -> str | None:
        """Return why a picture can't be shown, if so."""
        return self._problems.get(source)

    def is_animated(self, source: Source) -> bool:
        """Say whether a picture that has arrived has several frames."""
        return source in self._animated

    def close(self) -> None:
        """Stop fetching."""
        self.animations.close()
        self.again.stop()
        for line in self._lines:
            line.jobs.close()

    def _is_missing(self, key: Key) -> bool:
        there = key in self._pixmaps or key[0] in self._problems
        return not there and not self._is_in_hand(key)

    def _is_in_hand(self, key: Key) -> bool:
        return any(line.key == key for line in self._lines)

    def _hand_out(self) -> None:
        """Give every idle thread the next request."""
        for line in self._lines:
            while line.key is None and (key := self._requests.take()) is not None:
                if self._is_missing(key):
                    self._fetch(line, key)
        self._use_leisure(self._lines[-1])

    def _use_leisure(self, line: "_ImageLine") -> None:
        """Let one thread, if it is idle, fetch what nobody waits for yet."""
        while line.key is None and (key := self._requests.take_leisurely()) is not None:
            if self._is_missing(key):
                self._fetch(line, key, at_leisure=True)

    def _fetch(self, line: "_ImageLine", key: Key, *, at_leisure: bool = False) -> None:
        line.key, line.is_at_leisure = key, at_leisure
        work = partial(_load, key, self._study)
        failed = partial(self._on_failed, line, key)
        line.jobs.submit(work, partial(self._on_loaded, line, key), failed)

    def _on_loaded(self, line: "_ImageLine", key: Key, found: Picture | str | None) -> None:
        line.key = None
        if found is None:
            self._late.add(key[0])
            self.again.start()
            self._hand_out()
            return
        if isinstance(found, str):
            self._problems[key[0]] = found
            self._requests.drop(key[0])
        self._hand_out()
        if isinstance(found, Picture):
            if found.is_animated:
                self._animated.add(key[0])
            self._keep(key, QPixmap.fromImage(found.image))
        self.arrived.emit(str(key[0]))

    @Slot()
    def _on_again(self) -> None:
        """Let whoever still waits for a picture ask for it once more."""
        late, self._late = self._late, set()
        for source in late:
            self.arrived.emit(str(source))

    def _on_failed(self, line: "_ImageLine", key: Key, failure: Failure) -> None:
        self._on_loaded(line, key, "This picture can't be shown.")
        self.failed.emit(failure)

    def _keep(self, key: Key, pixmap: QPixmap) -> None:
        self._pixmaps[key] = pixmap
        self._bytes += _bytes_of(pixmap)
        while self._bytes > self._cache_bytes and len(self._pixmaps) > 2:
            _, oldest = self._pixmaps.popitem(last=False)
            self._bytes -= _bytes_of(oldest)


class _ImageLine:
    """A thread, and the picture that it has in hand."""

    def __init__(self, parent: QObject) -> None:
        self.key: Key | None = None
        self.is_at_leisure = False
        self.jobs = Jobs("images", parent)

    @property
    def is_free(self) -> bool:
        """Whether nobody waits for what it does, if anything."""
        return self.key is None or self.is_at_leisure


def _load(key: Key, study: PictureHome) -> Picture | str | None:
    """Decode a picture of a file, or of a study by its digest; or say why it can't be shown.

    None stands for a server that is away, and may come back.
    """
    source, width, height, enlarge = key
    try:
        name = source.name if isinstance(source, Path) else "The picture"
        return decode(read_bytes(source, study), name, QSize(width, height), enlarge=enlarge)
    except LabGoneError:
        return None
    except (InputError, StudyFileError, LabError) as error:
        return str(error)


def _bytes_of(pixmap: QPixmap) -> int:
    return 4 * pixmap.width() * pixmap.height()
