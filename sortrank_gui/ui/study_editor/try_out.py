"""“Try it yourself”: the study as it is now, in a window of its own, and nothing of it is kept."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.participant_window import ParticipantWindow
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.notice_bar import NoticeBar

_CODE = "Trial"


class CopyJob:
    """Writes a content into a temporary study; runs where the file with the pictures is."""

    def __init__(self, content: Content, path: Path) -> None:
        self._content, self._path = content, path

    def __call__(self, file: StudyFile) -> None:
        """Make the copy."""
        c = self._content
        create_study(self._path, c.design, c.items, c.truth, find_image=file.image_row)


class TryOut(QWidget):
    """The participant's screens in a window, with a session in a temporary file."""

    closed = Signal()

    def __init__(self, study: OpenStudy, content: Content, images: ImageStore) -> None:
        super().__init__()
        self.setWindowTitle(f"Try it yourself — {content.design.title}")
        self.resize(1100, 780)
        self._folder = TemporaryDirectory(prefix="sortrank-try-", ignore_cleanup_errors=True)
        self._path = Path(self._folder.name) / "try.sortrank"
        self._images = images
        self._study = OpenStudy(self)
        self.screen_: ParticipantWindow | None = None
        self.notice = NoticeBar()
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._outer.setSpacing(0)
        self._outer.addLayout(self._make_top())
        self._outer.addWidget(self.notice)
        self._connect()
        study.run(CopyJob(content, self._path), self._on_copied, self.notice.show_failure)

    def _make_top(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(24, 8, 24, 8)
        row.addWidget(soft_label("Only to try: nothing that you answer here is kept."), stretch=1)
        close = QPushButton("Close")
        close.setAccessibleName("Close")
        close.setToolTip("Back to the study (Esc)")
        close.setShortcut(Qt.Key.Key_Escape)
        close.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        close.clicked.connect(self.close)
        row.addWidget(close)
        return row

    def _connect(self) -> None:
        self._study.opened.connect(self._on_opened)
        self._study.refused.connect(self.notice.show_failure)
        self._study.failed.connect(self.notice.show_failure)

    @property
    def state(self) -> SurveyState | None:
        """Where the session stands."""
        return self._study.state

    @Slot(object)
    def _on_copied(self, _nothing: object) -> None:
        self._study.request(Engine.open, self._path, self._folder)

    @Slot()
    def _on_opened(self) -> None:
        """Show what participants see, inside of this window instead of on a whole screen."""
        screen = ParticipantWindow(Walk(self._study, self), self._images)
        screen.setWindowFlags(Qt.WindowType.Widget)
        self._outer.addWidget(screen, stretch=1)
        self.screen_ = screen
        screen.setFocus()
        self._study.request(Engine.start_session, _CODE)

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the session and forget it; the folder goes with the study."""
        self._study.close()
        if self._study.state is None:
            self._folder.cleanup()
        event.accept()
        self.closed.emit()
