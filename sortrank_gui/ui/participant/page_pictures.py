"""The pictures in the texts of a study's pages: those of its items, by their names."""

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from urllib.parse import unquote

from PySide6.QtCore import QObject, QSize, Signal, Slot
from PySide6.QtGui import QImage

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.decoding import decode
from sortrank_gui.ui.threads.jobs import Jobs

_MARK = re.compile(r"!\[[^\]]*\]\(\s*(?:<([^>]+)>|([^)\s]+))\s*\)")
_PAGES = ("welcome", "consent", "instructions", "pause", "thanks")
_LARGEST = QSize(1600, 1200)


class PagePictures(QObject):
    """Reads the pictures of an open study that its pages name; `changed` says that they came."""

    changed = Signal()

    def __init__(self, study: OpenStudy, parent: QObject) -> None:
        super().__init__(parent)
        self._study = study
        self._jobs = Jobs("page pictures", self)
        self._wanted: dict[str, str] = {}
        self.images: Mapping[str, QImage] = {}
        study.content_changed.connect(self._on_content_changed)
        self._on_content_changed()

    @Slot()
    def _on_content_changed(self) -> None:
        content = self._study.content
        wanted = {} if content is None else find_pictures(content)
        if wanted != self._wanted:
            self._wanted = wanted
            self._study.run(partial(_read, wanted), self._on_read)

    @Slot(object)
    def _on_read(self, found: Mapping[str, bytes]) -> None:
        """Decode them on another thread than the engine's: no answer waits for a picture."""
        self._jobs.submit(partial(_decode, found), self._on_decoded)

    @Slot(object)
    def _on_decoded(self, images: Mapping[str, QImage]) -> None:
        self.images = images
        self.changed.emit()


def find_pictures(content: Content) -> dict[str, str]:
    """Return the digests of the items' pictures that pages name, by the names."""
    design = content.design
    texts = [find_text(design, code, key) for code in design.languages for key in _PAGES]
    named = {unquote(a or b) for text in texts for a, b in _MARK.findall(text)}
    return {item.name: item.digest for item in content.items if item.digest and item.name in named}


def _read(wanted: Mapping[str, str], file: StudyFile) -> dict[str, bytes]:
    found = dict[str, bytes]()
    for name, digest in wanted.items():
        with suppress(StudyFileError):  # of a damaged picture its name is shown
            found[name] = file.image(digest)
    return found


def _decode(found: Mapping[str, bytes]) -> dict[str, QImage]:
    images = dict[str, QImage]()
    for name, data in found.items():
        with suppress(InputError):
            images[name] = decode(data, name, _LARGEST, enlarge=False).image
    return images
