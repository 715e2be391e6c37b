"""The robot of `kill_window`: sits in the real window and does one thing again and again.

It reports on standard output what the window was told is saved: a line of JSON each.
"""

import json
import os
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest

from sortrank_gui import program
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.results.exports import find_exports
from sortrank_gui.study.results.selection import ALL
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.robot import RobotOrder
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant import trial_view
from sortrank_gui.ui.window.application import WindowOptions, run_window
from sortrank_gui.ui.window.main_window import MainWindow

TICK_MS = 4
KEYS = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class WindowRobot(QObject):
    """Does one activity in the window until the process is killed."""

    def __init__(self, window: MainWindow, activity: str, folder: Path, seed: int) -> None:
        super().__init__(window)
        self._window, self._folder = window, folder
        self._chance, self._count = random.Random(seed), 0
        self._first = self._chance.randrange(100)
        self._act: Callable[[OpenStudy], object] = getattr(self, f"_{activity}")
        self._seen: OpenStudy | None = None
        self._told = -1  # records of the file when the robot last did more than answer
        window.files.succeeded.connect(partial(self._report, "said"))
        window.files.made.connect(self._on_made)
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        study = self._window.study
        if study is None or study.state is None:
            return
        if study is not self._seen:
            self._seen = study
            study.state_changed.connect(self._on_state)
            self._on_state(study.state)
        self._count += 1
        self._act(study)
        if self._count == 2:
            self._report("ready")

    def _on_state(self, state: SurveyState) -> None:
        """Report what a state says, which was on disk before."""
        content = state.file.content
        self._report(
            "state", str(state.file.path), state.records, content.design.title, len(content.items)
        )
        if state.last is not None:
            trial = state.last.trial
            answer = (state.participant, trial.number, trial.left, trial.right)
            self._report("answer", *answer, state.last.answer.value)
        if state.filled:
            self._report("filled", state.participant, sorted(state.filled))
        if self._act == self._withdraws:
            self._report("people", [sitting.participant for sitting in state.sittings])

    def _on_made(self, target: Path, _imported: object) -> None:
        self._report("made", str(target))

    def _report(self, *facts: object) -> None:
        os.write(1, (json.dumps(facts) + "\n").encode())

    def _answers(self, study: OpenStudy) -> None:
        """Answer by the keys of the survey, take back now and then."""
        state, page = study.state, self._window.survey
        assert state is not None
        if state.phase is Phase.IDLE:
            if self._count % 20 == 1:
                study.request(Engine.start_session, "P01")
        elif page is not None and state.trial is not None:
            QTest.keyClick(page.stage, self._chance.choice(KEYS))
            if state.records == self._told:
                return
            self._told = state.records
            if self._chance.random() < 0.05:
                study.request(Engine.undo)
            if self._chance.random() < 0.02:
                study.request(Engine.pause, "a break")
        elif state.phase is Phase.PAUSED and state.records != self._told:
            self._told = state.records
            study.request(Engine.resume)

    def _walks(self, study: OpenStudy) -> None:
        """Take part as one person after the other: a questionnaire, then two blocks."""
        state = study.state
        assert state is not None
        if state.phase is Phase.RUNNING and "form" in state.filled:
            self._answers(study)
        elif state.records + len(state.filled) != self._told:
            self._told = state.records + len(state.filled)
            if state.phase is Phase.IDLE:
                study.request(Engine.start_session, state.next_code)
            elif state.phase is Phase.RUNNING:
                study.request(Engine.answer_questionnaire, "form", {"age": self._count}, "en")
            elif state.phase is Phase.PAUSED:
                study.request(Engine.resume)
            else:
                study.request(Engine.end)

    def _withdraws(self, study: OpenStudy) -> None:
        """Delete what one participant after the other has given."""
        state = study.state
        assert state is not None
        people = [sitting.participant for sitting in state.sittings]
        if len(people) > 1 and len(people) != self._told:
            self._told = len(people)
            study.request(Engine.withdraw, self._chance.choice(people))

    def _robots(self, study: OpenStudy) -> None:
        """Let a robot answer at full speed, while the results are drawn."""
        if self._count == 1:
            study.request(Engine.start_session, "R01", robot=True)
            study.request(Engine.start_robot, RobotOrder())
            self._window.stack.show_page("Results")

    def _edits(self, study: OpenStudy) -> None:
        """Type another title."""
        if self._count == 1:
            self._window.stack.show_page("Study")
        if self._count % 200 == 2:  # it is saved when nobody has typed for a moment
            line = self._page("Study").form.field("title").editor.focus_widget()
            line.selectAll()
            QTest.keyClicks(line, f"title {self._count}")

    def _imports(self, study: OpenStudy) -> None:
        """Add a folder of pictures to the items."""
        if self._count == 1:
            self._window.stack.show_page("Study")
        if self._count % 300 == 2:
            self._page("Study").editing.add_paths([self._folder / "pictures"])

    def _makes(self, study: OpenStudy) -> None:
        """Make a new study of the pictures; the one before is closed when it opens."""
        if self._count % 80 == 2:
            number = self._chance.randrange(10**9)
            target = self._folder / f"made {number}.sortrank"
            self._window.files.make(target, [self._folder / "pictures"])

    def _exports(self, study: OpenStudy) -> None:
        """Write every kind of file; a slow one may be the first, or come later."""
        exports = list(find_exports())
        if self._count % 10 == 5:
            export = exports[(self._first + self._count // 10) % len(exports)]
            name = f"{self._count} {export.name}{export.ending}"
            target = self._folder / "out" / name
            done = partial(self._window.files._on_taken, export, target, study, ALL)
            study.run(StudyFile.take_everything, done)

    def _backups(self, study: OpenStudy) -> None:
        """Answer and back up."""
        self._answers(study)
        if self._count % 25 == 10:
            self._window.files.back_up()

    def _closes(self, study: OpenStudy) -> None:
        """Answer a little, then close the study, or the window."""
        self._answers(study)
        if self._count > 15 and self._chance.random() < 0.1:
            self._report("closing")
            if self._chance.random() < 0.5:
                self._window.close()
            else:
                self._window.reception.close_study()

    def _opens(self, study: OpenStudy) -> None:
        """Open one study after the other."""
        if self._count % 15 == 5:
            others = [path for path in self._folder.glob("*.sortrank") if path != study.path]
            if others:
                self._window.open_path(self._chance.choice(others))

    def _simulates(self, study: OpenStudy) -> None:
        """Answer while an experiment runs in the Simulation tab."""
        if self._count == 1:
            self._window.stack.show_page("Simulation")
            self._page("Simulation").experiments.settings.run_bar.start.trigger()
        self._answers(study)

    def _page(self, title: str) -> Any:
        return self._window.stack.pages[title]


ACTIVITIES = (
    *("answers", "robots", "edits", "imports", "makes"),
    *("exports", "backups", "closes", "opens", "simulates", "walks", "withdraws"),
)


def sit(path: Path, activity: str, seed: int) -> None:
    """Run the program with a robot in its window. Returns if the robot closes it."""
    usual = MainWindow.show

    def show(window: MainWindow) -> None:
        usual(window)
        WindowRobot(window, activity, path.parent, seed)

    MainWindow.show = show  # type: ignore[method-assign]
    trial_view.HIGHLIGHT_MS = 1  # the robot is in a hurry
    program.begin()
    run_window(WindowOptions(path))
