"""The pictures in the texts of pages: the pages' own, and those of items, by their names."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QObject, QSize, Signal, Slot
from PySide6.QtGui import QImage

from sortrank_gui.errors import InputError, LabError, StudyFileError
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.page_pictures import list_named, list_page_pictures
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.decoding import decode
from sortrank_gui.ui.threads.jobs import Jobs

_LARGEST = QSize(1600, 1200)


class PagePictures(QObject):
    """Reads the pictures of an open study that its pages name; `changed` says that they came."""

    changed = Signal()

    def __init__(self, study: OpenStudy, parent: QObject) -> None:
        super().__init__(parent)
        self._study = study
        self._jobs = Jobs("page pictures", self)
        self._wanted: dict[str, str | bytes] = {}
        self.images: Mapping[str, QImage] = {}
        study.content_changed.connect(self._on_content_changed)
        self._on_content_changed()

    @Slot()
    def _on_content_changed(self) -> None:
        content = self._study.content
        wanted = {} if content is None else find_pictures(content)
        if wanted != self._wanted:
            self._wanted = wanted
            file = None if self._study.state is None else self._study.state.file
            if file is not None and file.find_picture is not None:  # not by the engine: far away
                self._on_read(wanted, file.find_picture)
            else:
                self._study.run(partial(_read, wanted), self._on_read)

    def _on_read(
        self, found: Mapping[str, str | bytes], find: Callable[[str], bytes] | None = None
    ) -> None:
        """Decode them on another thread than the engine's: no answer waits for a picture."""
        self._jobs.submit(partial(decode_pictures, found, find), self._on_decoded)

    @Slot(object)
    def _on_decoded(self, images: Mapping[str, QImage]) -> None:
        self.images = images
        self.changed.emit()


def find_pictures(content: Content) -> dict[str, str | bytes]:
    """Return what pages name: the digests of items' pictures, and the bytes of their own."""
    named = list_named(content.design)
    found: dict[str, str | bytes] = {
        item.name: item.digest for item in content.items if item.digest and item.name in named
    }
    own = list_page_pictures(content.design)
    return found | {name: data for name, data in own.items() if name in named}


def decode_pictures(
    found: Mapping[str, str | bytes], find: Callable[[str], bytes] | None = None
) -> dict[str, QImage]:
    """Return pictures as large as a page needs; of a damaged one the name is shown.

    Those that are digests are found first.
    """
    images = dict[str, QImage]()
    for name, which in found.items():
        with suppress(InputError, LabError):
            data = find(which) if isinstance(which, str) and find is not None else which
            assert isinstance(data, bytes)
            images[name] = decode(data, name, _LARGEST, enlarge=False).image
    return images


def _read(wanted: Mapping[str, str | bytes], file: StudyFile) -> dict[str, bytes]:
    found = dict[str, bytes]()
    for name, which in wanted.items():
        with suppress(StudyFileError):
            found[name] = file.image(which) if isinstance(which, str) else which
    return found
