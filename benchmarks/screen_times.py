"""How well the times of an answer are known: what a file says against what happened on the screen.

A robot in a process of its own looks at one pixel of the X server's screen and presses keys or the
mouse through the server, by the clock that all processes of a Linux machine share. It knows when
the pair really appeared, when it pressed, and when the pair was gone; the study file holds what
SortRank recorded. The differences are SortRank's own errors. What a real screen adds, from its
wires to its pixels, only a light sensor can tell.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeyEvent, QPixmap

from benchmarks.screen_robot import SHOWN, Seen
from benchmarks.tables import Row, Table
from benchmarks.window import (
    make_study,
    own_folder,
    start_application,
    wait_a_little,
    wait_for,
)
from sortrank_gui.errors import SortrankError
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.details import Detail, Input, detail_from_json
from sortrank_gui.study.file.journal import Answer, Event
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.frame_times import milliseconds
from sortrank_gui.ui.participant.trial_page import TrialPage
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.threads.jobs import finish_jobs

_SIZE = (1280, 800)
_INTERVAL_MS = 200
Kept = tuple[Detail, float]
"""An answer's detail and response time in milliseconds, as the file has them."""


def run(answers: int) -> list[Table]:
    """Measure answers by key and by mouse."""
    if not os.environ.get("DISPLAY"):
        raise SortrankError(
            "This needs an X display: "
            "xvfb-run -a -s '-screen 0 1600x1000x24' python -m benchmarks timing"
        )
    os.environ["QT_QPA_PLATFORM"] = "xcb"
    start_application()
    table = Table(f"Recorded less true time in milliseconds, {answers} answers each")
    with own_folder() as folder:
        for way in (Input.KEY, Input.MOUSE):
            table.rows += _measure(folder, way, answers)
    return [table]


def _measure(folder: Path, way: Input, answers: int) -> list[Row]:
    design = Design(
        title="Benchmark",
        prompt="Which one is better?",
        min_response_ms=0,
        interval_ms=_INTERVAL_MS,
        stop=StopRules(budget=answers + 1),
    )
    items = [Item(f"{k}", _paint(folder / f"{k}.png")) for k in range(20)]
    screen = _Screen(make_study(folder / f"{way}.sortrank", design, items))
    try:
        seen = screen.let_robot_answer(way, answers)
        return _compare(way, screen.kept(), seen)
    finally:
        screen.close()


def _paint(path: Path) -> Path:
    pixmap = QPixmap(400, 400)
    pixmap.fill(QColor(*SHOWN))
    pixmap.save(str(path))
    return path


class _Page(TrialPage):
    """Takes keys as the participant window does."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer."""
        self.view.take_key(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let the key count again."""
        self.view.release_key(event)


class _Screen:
    """The page of trials with an engine behind it, which writes each answer to the disk."""

    def __init__(self, path: Path) -> None:
        self._study, self._images = OpenStudy(), ImageStore()
        self._study.request(Engine.open, path)
        wait_for(lambda: self._study.state is not None)
        self._images.set_study(path)
        self._page = _Page(self._images)
        assert self._study.content is not None
        self._page.set_content(self._study.content)
        self._page.view.answered.connect(self._on_answered)
        self._study.state_changed.connect(self._on_state_changed)
        self._page.setWindowFlag(Qt.WindowType.FramelessWindowHint)
        self._page.setGeometry(0, 0, *_SIZE)
        self._page.show()
        wait_for(self._page.isVisible)

    def let_robot_answer(self, way: Input, answers: int) -> list[Seen]:
        """Start the robot, then the session, and return what the robot saw and did."""
        box = self._page.view.boxes[Answer.LEFT]
        place = box.mapToGlobal(box.rect().center())
        order = [way.value, str(self._page.winId()), str(place.x()), str(place.y()), str(answers)]
        command = [sys.executable, "-m", "benchmarks.screen_robot", *order]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as robot:
            assert robot.stdout is not None
            robot.stdout.readline()  # it looks
            self._study.request(Engine.start_session, "P01")
            while robot.poll() is None:
                wait_a_little()
            seen = [Seen(*json.loads(line)) for line in robot.stdout]
        if len(seen) < answers:
            raise RuntimeError("The robot has waited in vain for a pair to come or to go.")
        return seen

    def kept(self) -> list[Kept]:
        """Return what the file says about the answers."""
        found: list[list[Kept]] = []
        self._study.run(_read_answers, found.append)
        wait_for(lambda: bool(found))
        return found[0]

    def close(self) -> None:
        """Close everything."""
        self._study.close()
        finish_jobs()
        self._images.close()
        self._page.close()
        self._page.deleteLater()

    def _on_answered(self, *given: object) -> None:
        self._study.request(Engine.answer, *given)  # type: ignore[arg-type]

    def _on_state_changed(self, state: SurveyState) -> None:
        self._page.view.show_trial(state.trial)
        self._page.view.fetch_ahead(state.likely_items)


def _read_answers(file: StudyFile) -> list[Kept]:
    answers = [record for record in file.records if record.event == Event.ANSWER]
    return [(detail_from_json(r.detail), r.response_ms or 0.0) for r in answers]


def _compare(way: Input, kept: list[Kept], seen: list[Seen]) -> list[Row]:
    """Return the errors of what was recorded; both sides by the clock of the program."""
    zero = 1e3 * perf_counter() - milliseconds()
    errors: dict[str, list[float]] = {
        "pair shown": [],
        "answer": [],
        "response time": [],
        "pair gone": [],
    }
    for k, ((detail, response_ms), true) in enumerate(zip(kept, seen, strict=True)):
        shown = (detail.shown_ms or 0.0) + zero
        errors["pair shown"].append(shown - true.shown_ms)
        errors["answer"].append(shown + response_ms - true.pressed_ms)
        errors["response time"].append(response_ms - (true.pressed_ms - true.shown_ms))
        if k + 1 < len(kept):
            gone = kept[k + 1][0].previous_hidden_ms or 0.0
            errors["pair gone"].append(gone + zero - true.gone_ms)
    return [_row(way, what, differences) for what, differences in errors.items()]


def _row(way: Input, what: str, errors: list[float]) -> Row:
    low, middle, high = np.quantile(errors, [0.01, 0.5, 0.99])
    return {
        "answered by": way.value,
        "time": what,
        "median": float(middle),
        "1st percentile": float(low),
        "99th percentile": float(high),
        "standard deviation": float(np.std(errors)),
    }
