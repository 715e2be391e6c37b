"""The program of a station: straight into the participant's window, until somebody leaves it."""

import sys
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from sortrank_gui.progress import RunProgress
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.ui.lab.station_greeting import StationGreeting
from sortrank_gui.ui.lab.station_window import StationWindow
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.widgets.wording import describe_opening
from sortrank_gui.ui.window.application import (
    SWITCH_SECONDS,
    close_on_signals,
    guarded,
    make_application,
    prepare_platform,
)
from sortrank_gui.ui.window.studies import Studies

OpenStation = Callable[[Callable[[], object], Progress], StudyFile]
"""Opens the station's file, on the engine's thread: gets what is to be called when there is
something for the engine, and what is to be told how far it is."""


@dataclass(frozen=True, slots=True)
class StationOptions:
    """What the command line says about a station's window."""

    name: str
    opener: OpenStation
    windowed: tuple[int, int] | None = None
    """The size of an ordinary window; None: all of the screen."""
    theme: Choice = Choice.SYSTEM


def run_station(options: StationOptions) -> int:
    """Show a station until its window is left; return the exit code."""
    prepare_platform(unattended=False)
    sys.setswitchinterval(SWITCH_SECONDS)
    application = make_application()
    Appearance(application, options.theme)
    with guarded() as hooks:
        host = StationHost(options)
        hooks.failed.connect(host.note_failure)
        close_on_signals(host.close)
        host.start()
        try:
            return application.exec()
        finally:
            host.close()


class StationHost(QObject):
    """Opens the study, again if need be, and shows its participant's window."""

    ready = Signal()
    """The participant's window is there."""

    def __init__(self, options: StationOptions) -> None:
        super().__init__()
        self._options = options
        self.images = ImageStore(self)
        self.studies = Studies(self)
        self.studies.opened.connect(self._on_opened)
        self.studies.progressed.connect(self._on_progressed)
        self.studies.refused.connect(self._on_refused)
        self.greeting = StationGreeting(options.name)
        self.greeting.again_wanted.connect(self._open)
        self.greeting.close_wanted.connect(self.close)
        self.window: StationWindow | None = None
        self._walk: Walk | None = None

    def start(self) -> None:
        """Show that the station is there, and open its study."""
        self.greeting.show()
        self._open()

    @Slot()
    def close(self) -> None:
        """Close whatever is shown; the session is paused, and all that was answered stays."""
        self.greeting.close()
        if self.window is not None:
            self.window.leave()
        self._end()

    @Slot(object)
    def note_failure(self, failure: Failure) -> None:
        """Tell the researcher about what went wrong."""
        if self.window is not None:
            self.window.tell_failure(failure)
        else:
            self.greeting.say_failure(failure.sentence)

    @Slot()
    def _open(self) -> None:
        self.studies.open_by(self._options.opener)

    @Slot(object)
    def _on_progressed(self, progress: RunProgress) -> None:
        self.greeting.say_opening(describe_opening(progress))

    @Slot(object, object)
    def _on_refused(self, failure: Failure, _path: object) -> None:
        self.greeting.say_failure(failure.sentence)

    @Slot(object)
    def _on_opened(self, study: OpenStudy) -> None:
        self.images.set_study(study.pictures)
        self._walk = Walk(study, self)
        self.window = window = StationWindow(self._walk, self.images)
        window.closed.connect(self._end)
        if self._options.windowed is None:
            window.show_on(QGuiApplication.primaryScreen())
        else:
            window.resize(*self._options.windowed)
            window.show_windowed()
        self.greeting.close()
        self.ready.emit()

    @Slot()
    def _end(self) -> None:
        self.studies.close()
        self.images.close()
