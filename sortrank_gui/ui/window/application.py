"""Sets Qt up, opens the window, and brings everything to an orderly end."""

import atexit
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyqtgraph as pg
from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox, QStyleFactory

from sortrank_gui import __version__
from sortrank_gui.errors import SortrankError
from sortrank_gui.paths import config_folder, log_folder, resource
from sortrank_gui.safe_files import make_folder
from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.ui.pictures.decoding import end_children
from sortrank_gui.ui.threads.failures import ExceptionHooks, Failure
from sortrank_gui.ui.threads.garbage import GarbageCollector
from sortrank_gui.ui.threads.jobs import finish_jobs
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.window.about import describe_versions
from sortrank_gui.ui.window.crash_log import CrashLog, take_reports
from sortrank_gui.ui.window.desktop_events import DesktopApplication
from sortrank_gui.ui.window.main_window import MainWindow
from sortrank_gui.ui.window.settings import Settings
from sortrank_gui.ui.window.unattended import UnattendedRun, save_results

SWITCH_SECONDS = 0.001
"""How long a fit may keep Python to itself while the engine has an answer to write; usually 5 ms,
which adds up over the calls that an answer takes."""


@dataclass(frozen=True, slots=True)
class SharedSource:
    """A study on a lab's server."""

    server: str
    uuid: str


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """What the command line says about the window."""

    source: Path | DemoSettings | SharedSource | None = None
    """A study file, a demo, a study of a lab, or the start page."""
    theme: Choice | None = None
    """None: as the last time."""
    output: Path | None = None
    unattended: bool = False
    size: tuple[int, int] | None = None


def run_window(options: WindowOptions) -> int:
    """Show a study, the demo or the start page until the window is closed; return the exit code."""
    prepare_platform(unattended=options.unattended)
    sys.setswitchinterval(SWITCH_SECONDS)
    if options.output is not None:
        make_folder(options.output)
    application = make_application()
    settings = _load_settings(options)
    appearance = Appearance(application, options.theme or _read_theme(settings))
    reports = [] if options.unattended else take_reports(log_folder())
    with guarded() as hooks:
        window = MainWindow(appearance, settings)
        hooks.failed.connect(window.notice.show_failure)
        if options.size is not None:
            window.resize(*options.size)
        close_on_signals(window.close)
        _open(window, options.source)
        application.hand_studies_to(window.open_path)
        window.show()
        if reports:
            window.rescue.offer_report(reports[-1])
        try:
            code = _Attendant(window, appearance, options).run(application)
            if options.output is not None and not options.unattended:
                save_results(window.study, options.output)
        finally:
            window.close()
    return code


@contextmanager
def guarded() -> Iterator[ExceptionHooks]:
    """Note what nobody caught, collect garbage where Qt can stand it, and end all work in order."""
    hooks, garbage = ExceptionHooks(), GarbageCollector()
    hooks.install()
    log = CrashLog(log_folder(), describe_versions())
    hooks.failed.connect(partial(_note, log))
    garbage.start()
    try:
        yield hooks
    finally:
        end_children()
        finish_jobs()
        garbage.stop()
        hooks.remove()
        log.close()


def close_on_signals(close: Callable[[], object]) -> None:
    """Close in order on Ctrl+C, and when the desktop ends; heard within a second, by a timer."""

    def on_signal(_number: int, _frame: object) -> None:
        QTimer.singleShot(0, close)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has no SIGHUP
            signal.signal(getattr(signal, name), on_signal)


def _note(log: CrashLog, failure: Failure) -> None:
    log.note(failure.details)


def _load_settings(options: WindowOptions) -> Settings:
    """Return what was remembered; a robot's run neither knows nor leaves anything."""
    return Settings() if options.unattended else Settings(config_folder() / "window.json")


def _read_theme(settings: Settings) -> Choice:
    known = settings.text("theme")
    return Choice(known) if known in list(Choice) else Choice.SYSTEM


def _open(window: MainWindow, source: Path | DemoSettings | SharedSource | None) -> None:
    match source:
        case SharedSource():
            window.lab.open(source.server, source.uuid)
        case DemoSettings():
            window.open_demo(source)
        case Path():
            window.open_path(source)


def prepare_platform(*, unattended: bool) -> None:
    """Choose Qt's platform, and say in a sentence when no window can be opened."""
    if sys.platform == "linux" and not os.environ.get("XDG_RUNTIME_DIR"):
        os.environ["XDG_RUNTIME_DIR"] = tempfile.mkdtemp(prefix="sortrank-")
        atexit.register(shutil.rmtree, os.environ["XDG_RUNTIME_DIR"], ignore_errors=True)
    if "QT_QPA_PLATFORM" in os.environ:
        return
    if unattended and sys.platform != "win32":  # where Qt finds fonts on a display only
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    elif sys.platform == "linux" and not _has_display():
        raise SortrankError(
            "There is no display to open a window on; "
            "try “sortrank demo --unattended --output FOLDER”."
        )


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def make_application() -> DesktopApplication:
    """Return the application object in our style."""
    application = DesktopApplication(sys.argv[:1])
    application.setApplicationName("SortRank")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("org.sortrank.SortRank")
    application.setStyle(QStyleFactory.create("Fusion"))
    application.setWindowIcon(QIcon(str(resource("icon.svg"))))
    pg.setConfigOptions(antialias=True)
    return application


def show_sentence(sentence: str) -> None:
    """Say in a small window why there is no other: a bundle on Windows has no terminal."""
    prepare_platform(unattended=False)
    application = QApplication.instance() or make_application()
    box = QMessageBox(QMessageBox.Icon.Warning, "SortRank", sentence)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()
    del application


class _Attendant(QObject):
    """Runs the event loop until a person closes the window or the robot is done."""

    def __init__(self, window: MainWindow, appearance: Appearance, options: WindowOptions) -> None:
        super().__init__()
        self._window, self._options = window, options
        self._code = 0
        if options.unattended:
            self._folder = options.output or Path(tempfile.mkdtemp(prefix="sortrank-demo-"))
            assert isinstance(options.source, DemoSettings)
            budget = options.source.budget
            self._run = UnattendedRun(window, appearance, self._folder, budget)
            self._run.finished.connect(self._on_finished)
            self._run.failed.connect(self._on_failed)
            self._run.start()

    def run(self, application: QApplication) -> int:
        """Return the exit code once the last window is closed."""
        return application.exec() or self._code

    @Slot()
    def _on_finished(self) -> None:
        print(f"Screenshots and results are in {self._folder}")
        self._window.close()

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        print(failure.sentence, failure.details, sep="\n", file=sys.stderr)
        self._code = 1
        self._window.close()
