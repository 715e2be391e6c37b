"""Adds pictures to the pages of a study, and decodes those that they have for the preview."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.page_pictures import list_page_pictures
from sortrank_gui.ui.participant.page_pictures import decode_pictures
from sortrank_gui.ui.study_editor.page_picture_files import read_page_picture
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem

_FILTER = "Pictures (*.png *.jpg *.jpeg *.gif *.webp *.svg *.bmp);;All files (*)"


class PagePictureBar(QWidget):
    """A button, and what is wrong with the picture that was chosen."""

    read = Signal(object)
    """A picture's name and its bytes, for the page that is shown."""
    decoded = Signal()
    """`images` has other pictures now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.images: Mapping[str, QImage] = {}
        self._words: object = ()
        self._jobs = Jobs("page pictures", self)
        self.button, self._problem = QPushButton("Add a picture…"), make_problem_label()
        self.button.setAccessibleName("Add a picture to this page")
        self.button.setToolTip("It is kept inside the study, and is no item")
        self.button.clicked.connect(self._on_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.button, alignment=Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._problem)

    @Slot()
    def _on_clicked(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Add a picture to this page", "", _FILTER)
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> None:
        """Read a picture elsewhere, and hand it over."""
        show_problem(self._problem, "")
        self._jobs.submit(partial(read_page_picture, path), self._on_read, self._on_bad)

    def refuse(self, sentence: str) -> None:
        """Say why a picture can't be added."""
        show_problem(self._problem, sentence)

    def follow(self, design: Design) -> None:
        """Decode the pages' own pictures elsewhere, when there are others."""
        if design.texts.words != self._words:
            self._words = design.texts.words
            self._jobs.submit(partial(_decode_all, design), self._on_decoded)

    def _on_read(self, picture: tuple[str, bytes]) -> None:
        self.read.emit(picture)

    def _on_bad(self, failure: Failure) -> None:
        self.refuse(failure.sentence)

    def _on_decoded(self, images: Mapping[str, QImage]) -> None:
        if images.keys() != self.images.keys():
            self.images = images
            self.decoded.emit()


def _decode_all(design: Design) -> dict[str, QImage]:
    return decode_pictures(list_page_pictures(design))
