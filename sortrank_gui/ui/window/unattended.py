"""The demo without anybody: a robot answers, screenshots and results go into a folder."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication

from sortrank_gui.errors import StudyFileError
from sortrank_gui.study.results.demo_files import write_results
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.widgets.theme import Appearance, Choice
from sortrank_gui.ui.window.main_window import MainWindow

_LOOK_MS = 20
_PATIENCE_MS = 120_000


class UnattendedRun(QObject):
    """Takes the window through start, middle and end, and photographs each in both themes."""

    finished = Signal()
    failed = Signal(object)

    def __init__(
        self, window: MainWindow, appearance: Appearance, folder: Path, answers: int
    ) -> None:
        super().__init__(window)
        self._window, self._appearance, self._folder = window, appearance, folder
        self._stops = [("start", 0), ("middle", answers // 2), ("end", answers)]
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self._on_look)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._on_patience_over)
        self.failed.connect(self._look.stop)
        self.failed.connect(self._patience.stop)
        window.study_shown.connect(self._on_study_shown)

    def start(self) -> None:
        """Begin once the event loop runs."""
        self._look.start()
        self._patience.start()

    @Slot()
    def _on_study_shown(self) -> None:
        assert self._window.study is not None
        self._window.study.failed.connect(self.failed)

    @Slot()
    def _on_look(self) -> None:
        try:
            self._go_on()
        except Exception as error:
            self.failed.emit(Failure.from_error(error))

    def _go_on(self) -> None:
        """Photograph the current stop once the window shows it, then go to the next."""
        name, goal = self._stops[0]
        survey = self._window.survey
        if survey is None or not survey.shows(goal):
            return
        self._photograph(name)
        del self._stops[0]
        if self._stops:
            survey.study.request(Engine.start_robot, RobotOrder(goal=self._stops[0][1]))
        else:
            self._end()

    def _photograph(self, name: str) -> None:
        chosen = self._appearance.choice
        for choice in (Choice.LIGHT, Choice.DARK):
            self._appearance.choose(choice)
            QApplication.processEvents()
            path = self._folder / f"{name}-{choice.value}.png"
            if not self._window.grab().save(str(path)):
                raise StudyFileError(f"The picture {path} can't be written.")
        self._appearance.choose(chosen)

    def _end(self) -> None:
        self._look.stop()
        self._patience.stop()
        save_results(self._window.study, self._folder)
        self.finished.emit()

    @Slot()
    def _on_patience_over(self) -> None:
        self.failed.emit(Failure("The robot did not finish in two minutes.", ""))


def save_results(study: OpenStudy | None, folder: Path) -> None:
    """Write the answers and the ranking of what the live panel shows, also of a closed study."""
    if study is None or study.state is None or study.content is None:
        return
    design, answers = study.content.design, study.state.snapshot.answers()
    write_results(folder, study.as_shown, answers, strategy=design.strategy, seed=design.seed)
