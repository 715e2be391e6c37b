"""Finds out before a session which pictures could not be shown as large as the study asks for."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import PictureSize
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.box_pair import picture_rule
from sortrank_gui.ui.participant.picture_room import count_shrunk, find_room
from sortrank_gui.ui.participant.screen_scale import screen_of
from sortrank_gui.ui.participant.trial_page import TrialPage, scale_for
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.survey.stage import Stage

_PAUSE_MS = 300
"""A window that is being resized is looked at when it keeps its size."""


class PictureCheck(QObject):
    """Looks again when the study, the window or the screens change."""

    found = Signal(object)
    """Sentences, for the place where a session is started."""

    def __init__(self, study: OpenStudy, images: ImageStore, place: QWidget) -> None:
        super().__init__(place)
        self._study, self._images, self._place = study, images, place
        self._sizes: Sequence[QSize] = ()
        self._is_due = False
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        place.installEventFilter(self)
        study.content_changed.connect(self.begin)
        study.state_changed.connect(self._on_state_changed)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.screenAdded.connect(self._pause.start)
        application.screenRemoved.connect(self._pause.start)

    @Slot()
    def begin(self) -> None:
        """Ask the file for the sizes of its pictures, where a size is asked for."""
        if self._asks_for_size:
            self._study.run(StudyFile.picture_sizes, self._on_sizes_read)
        else:
            self._on_sizes_read([])

    @property
    def _asks_for_size(self) -> bool:
        content = self._study.content
        if content is None or self._study.is_demo:
            return False
        return content.design.display.pictures is not PictureSize.FIT

    def eventFilter(self, place: QObject, event: QEvent) -> bool:
        """Look again at a window of another size."""
        if event.type() is QEvent.Type.Resize and self._sizes:
            self._pause.start()
        return super().eventFilter(place, event)

    @Slot()
    def _on_state_changed(self) -> None:
        if self._is_due and not self._study.session_runs:
            self._look()

    @Slot(object)
    def _on_sizes_read(self, sizes: Sequence[tuple[int, int]]) -> None:
        self._sizes = [QSize(*size) for size in sizes]
        self._look()

    @Slot()
    def _look(self) -> None:
        """Look now, or once nobody takes part: a trial must not wait for this."""
        content, self._is_due = self._study.content, self._study.session_runs
        if content is not None and not self._is_due:
            self.found.emit(list(self._tell(content)) if self._sizes else [])

    def _tell(self, content: Content) -> Iterator[str]:
        here, display = screen_of(self._place), content.design.display
        stage = Stage(self._study.as_shown, self._images, content.design)
        room = find_room(stage, stage.trial_view, self._place.size(), here.devicePixelRatio())
        if count := count_shrunk(self._sizes, picture_rule(display, here), room):
            yield _say(count, "in this window", room)
        screens = QGuiApplication.screens()
        for number, screen in enumerate(screens, start=1):
            room = self._find_full_room(content, screen)
            if count := count_shrunk(self._sizes, picture_rule(display, screen), room):
                which = "" if len(screens) == 1 else f" on screen {number}"
                yield _say(count, f"in the participant window{which}", room)

    def _find_full_room(self, content: Content, screen: QScreen) -> QSize:
        page, size = TrialPage(self._images), screen.geometry().size()
        page.set_content(content)
        page.set_scale(scale_for(size.height()))
        return find_room(page, page.view, size, screen.devicePixelRatio())


def _say(count: int, where: str, room: QSize) -> str:
    what = "1 picture" if count == 1 else f"{count:,} pictures"
    return (
        f"{what} would be shown smaller {where} than the study asks for: "
        f"there is room for {room.width()} × {room.height()} pixels."
    )
