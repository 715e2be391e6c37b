"""“Try it yourself”: the study as it is now, in a window of its own, and nothing of it is kept."""

from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.study.content import Content
from sortrank_gui.study.opening import create_study
from sortrank_gui.study.storage import StudyFile
from sortrank_gui.ui.desk import Desk
from sortrank_gui.ui.failures import Failure
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.survey.stage import Stage
from sortrank_gui.ui.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.theme import Theme
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
    """A stage with a session in a temporary file."""

    closed = Signal()

    def __init__(self, desk: Desk, content: Content, images: ImageStore, theme: Theme) -> None:
        super().__init__()
        self.setWindowTitle(f"Try it yourself — {content.design.title}")
        self.resize(1100, 780)
        self._folder = TemporaryDirectory(prefix="sortrank-try-", ignore_cleanup_errors=True)
        self._path = Path(self._folder.name) / "try.sortrank"
        self._content, self._images = content, images
        self._desk = Desk(self)
        self.notice = NoticeBar()
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(24, 16, 24, 24)
        self._outer.setSpacing(16)
        self._outer.addLayout(self._make_top())
        self._outer.addWidget(self.notice)
        self.stage: Stage | None = None
        self._theme = theme
        self._connect()
        desk.run(CopyJob(content, self._path), self._on_copied, self.notice.show_failure)

    def _make_top(self) -> QHBoxLayout:
        row = QHBoxLayout()
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
        self._desk.opened.connect(self._on_opened)
        self._desk.refused.connect(self.notice.show_failure)
        self._desk.failed.connect(self._on_failed)
        self._desk.state_changed.connect(self._on_changed)

    @property
    def state(self) -> SurveyState | None:
        """Where the session stands."""
        return self._desk.state

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self._theme = theme
        if self.stage is not None:
            self.stage.set_theme(theme)

    @Slot(object)
    def _on_copied(self, _nothing: object) -> None:
        self._desk.open(self._path)

    @Slot()
    def _on_opened(self) -> None:
        stage = self.stage = Stage(self._desk.study, self._images, self._content.design)
        stage.set_theme(self._theme)
        stage.answered.connect(self._desk.answer)
        stage.undo_wanted.connect(self._desk.undo)
        stage.finished_view.more_wanted.connect(self._on_more)
        stage.finished_view.restart_wanted.connect(self.close)
        self._outer.addWidget(stage, stretch=1)
        stage.set_content(self._content)  # again: fonts are those of the window from here on
        stage.setFocus()
        self._desk.start_session(_CODE)

    @Slot(object)
    def _on_changed(self, state: SurveyState) -> None:
        if self.stage is None or state.phase not in (Phase.RUNNING, Phase.OVER):
            return
        self.stage.set_progress(state.answered, state.budget, state.seconds_per_answer)
        self.stage.show_trial(state.trial)
        self.stage.fetch_ahead(state.likely_items)

    @Slot()
    def _on_more(self) -> None:
        self._desk.extend(50)

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        self.notice.show_failure(failure)

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the session and forget it."""
        self._desk.close_and_wait()
        self._folder.cleanup()
        event.accept()
        self.closed.emit()
