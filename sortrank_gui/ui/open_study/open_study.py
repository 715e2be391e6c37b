"""The open study as the window sees it: values, news, and one door for requests.

How it works
------------
The engine lives on a thread of its own, which owns the file. A request is one of its methods,
called there by `request`; what came of it is the next state. So a new request touches the engine
alone, and whoever makes it. The state goes on to the analysis, which has another thread: a fit
never delays a pair.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.study.results.selection import ALL, Selection, find_excluded
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.lab_state import LabState
from sortrank_gui.study.survey.live_analysis import Analysis
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.open_study.analysis_loop import AnalysisLoop
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.wording import name_file

P = ParamSpec("P")
T = TypeVar("T")
_LAB_MS = 1000
"""So often a study of a lab is looked at, even if nothing comes: how long ago signs of life are."""
_BLANKS = (Item("first item"), Item("second item"))


@dataclass(frozen=True, slots=True)
class _Served:
    """What came of a request."""

    state: SurveyState | None
    """None where no study is open."""
    failure: Failure | None


class OpenStudy(QObject):
    """One study. Requests return at once, news come as signals, all on the GUI thread."""

    opened = Signal()
    refused = Signal(object)
    """The study could not be opened: a Failure."""
    content_changed = Signal()
    """After a save, a new truth, another demo, and when the first answer freezes the design."""
    open_progressed = Signal(int, int)
    """Records read and verified, and how many there are, while a long opening goes on."""
    save_progressed = Signal(int, int)
    """Items written, and how many there are, while a long save goes on."""
    records_changed = Signal()
    selection_changed = Signal()
    state_changed = Signal(object)
    analysed = Signal(object)
    failed = Signal(object)
    noticed = Signal()
    """The link to a lab's server has something for the engine; from any thread."""
    closing = Signal()
    """The last moment for requests: they are done before the file is closed."""
    closed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state: SurveyState | None = None
        """Where the survey stands; None until the study is open."""
        self.analysis: Analysis | None = None
        """The newest analysis, for pages that come later than it."""
        self.selection = ALL
        """Which answers results and exports are about."""
        self._is_closing = False
        self._engine = Engine(BradleyTerryRespondent, find_excluded=find_excluded)
        self._jobs = Jobs("engine", self)
        self._analysis = AnalysisLoop(self)
        self._analysis.analysed.connect(self._on_analysed)
        self._analysis.displacement_expected.connect(self._on_displacement_expected)
        self._analysis.failed.connect(self.failed)
        self._is_hearing = self._has_more = False
        self.noticed.connect(self.hear)
        self._lab_clock = QTimer(self, interval=_LAB_MS)
        self._lab_clock.timeout.connect(self.hear)
        self._robot = QTimer(self, timerType=Qt.TimerType.PreciseTimer)
        self._robot.timeout.connect(self._on_robot_due)

    @property
    def path(self) -> Path | None:
        """Where the file is."""
        return None if self.state is None else self.state.file.path

    @property
    def pictures(self) -> Path | Callable[[str], bytes] | None:
        """What has the pictures: the file, or a way to the lab's server."""
        return self.find_picture or self.path

    @property
    def find_picture(self) -> Callable[[str], bytes] | None:
        """Finds pictures by their digests, on any thread, where the file has none of them."""
        return None if self.state is None else self.state.file.find_picture

    @property
    def stem(self) -> str:
        """What files about the study are called, without an ending."""
        if self.content is not None and self.lab is not None:  # whose file has no name of its own
            return name_file(self.content.design.title)
        return "study" if self.path is None else self.path.stem

    @property
    def is_elsewhere(self) -> bool:
        """Whether the file is where nobody looks for others: a demo, or a copy of a lab's study."""
        return self.is_demo or self.lab is not None

    @property
    def content(self) -> Content | None:
        """Design, items and truth."""
        return None if self.state is None else self.state.file.content

    @property
    def notices(self) -> tuple[str, ...]:
        """What opening the file had to say."""
        return () if self.state is None else self.state.file.notices

    @property
    def is_demo(self) -> bool:
        """Whether the study is gone when it is closed."""
        return self.state is not None and self.state.file.is_demo

    @property
    def read_only(self) -> bool:
        """Whether nothing can be written."""
        return self.state is not None and self.state.file.read_only

    @property
    def lab(self) -> LabState | None:
        """How the lab stands that the study belongs to; None for one that is a file alone."""
        return None if self.state is None else self.state.lab

    @property
    def is_frozen(self) -> bool:
        """Whether there are answers, so that the design must stay as it is."""
        return self.state is not None and self.state.is_frozen

    @property
    def session_runs(self) -> bool:
        """Whether somebody takes part, be it in a pause."""
        return self.state is not None and self.state.phase is not Phase.IDLE

    @property
    def is_busy(self) -> bool:
        """Whether a request waits or is under way."""
        return self._jobs.is_busy

    @property
    def as_shown(self) -> Study:
        """Title, prompt, items and truth, as the screens show them; two blanks stand for none."""
        assert self.content is not None
        return study_of(self.content)

    def select(self, selection: Selection) -> None:
        """Let results and exports be about other answers from now on."""
        if selection != self.selection:
            self.selection = selection
            self.selection_changed.emit()

    def request(
        self, method: Callable[Concatenate[Engine, P], object], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Call a method of the engine on its thread; the next state says what came of it."""
        if not self._is_closing:
            call = partial(method, self._engine, *args, **kwargs)
            self._jobs.submit(partial(_serve, self._engine, call), self._on_served, self._on_failed)

    def run(
        self,
        job: Callable[[StudyFile], T],
        done: Callable[[T], object] | None = None,
        failed: Callable[[Failure], object] | None = None,
    ) -> None:
        """Do something short with the file between two requests; `done` gets its value here."""
        if not self._is_closing:
            work = partial(_do_with_file, self._engine, job)
            self._jobs.submit(work, done, failed or self._on_failed)

    @Slot()
    def hear(self) -> None:
        """Let the engine take what a lab has for it; what comes meanwhile is taken after that."""
        lab = self.lab
        if lab is None or self._is_closing:
            return
        if self._is_hearing:
            self._has_more = True
            return
        self._is_hearing = True
        call = partial(Engine.receive if lab.role == "desk" else Engine.obey, self._engine)
        self._jobs.submit(partial(_serve, self._engine, call), self._on_heard, self._on_failed)

    def _on_heard(self, served: "_Served") -> None:
        """Take the state, unless a newer one is on its way: an old pair must not come back."""
        has_more, self._is_hearing, self._has_more = self._has_more, False, False
        if served.failure is not None or not self._jobs.is_followed:
            self._on_served(served)
        if has_more:
            self.hear()

    @Slot()
    def close(self) -> None:
        """Pause the session and close the file; `closed` says when, if anyone is there to hear."""
        if not self._is_closing:
            self.closing.emit()
            self._is_closing = True
            self._jobs.submit(self._engine.close, self._on_closed, self._on_closing_failed)

    @Slot(object)
    def _on_analysed(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.analysed.emit(analysis)

    @Slot(object)
    def _on_served(self, served: _Served) -> None:
        if served.state is not None and not self._is_closing:
            self._take(served.state)
        if served.failure is not None:
            self._on_failed(served.failure)

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        (self.refused if self.state is None else self.failed).emit(failure)

    def _take(self, state: SurveyState) -> None:
        """Keep a state and tell what is new about it."""
        before, self.state = self.state, state
        self._pace_robot(state.robot_pause)
        if before is None:
            if state.lab is not None:
                self._lab_clock.start()
            self.opened.emit()
        elif before.file is not state.file or before.is_frozen != state.is_frozen:
            self.content_changed.emit()
        self.state_changed.emit(state)
        if before is None or before.records != state.records:
            self.records_changed.emit()
        self._analysis.follow(state)

    def _pace_robot(self, pause: float | None) -> None:
        """Let the robot's turns come so often, at full speed one after the other."""
        if pause is None:
            self._robot.stop()
            return
        interval = max(1, round(1000 * pause))
        if not self._robot.isActive() or self._robot.interval() != interval:
            self._robot.start(interval)

    @Slot()
    def _on_robot_due(self) -> None:
        """Take the robot's turn, unless something is under way: nothing piles up."""
        if not self._jobs.is_busy:
            self.request(Engine.let_robot_answer)

    @Slot(float, float)
    def _on_displacement_expected(self, per_item: float, comparisons: float) -> None:
        self.request(Engine.note_displacement, per_item, comparisons)

    @Slot(object)
    def _on_closing_failed(self, failure: Failure) -> None:
        self.failed.emit(failure)
        self._on_closed()

    def _on_closed(self, _nothing: object = None) -> None:
        self._robot.stop()
        self._lab_clock.stop()
        self._jobs.close()
        self._analysis.close()
        self.closed.emit()


def study_of(content: Content) -> Study:
    """Return title, prompt, items and truth as screens show them; two blanks stand for none."""
    design, items, truth = content.design, content.items, content.truth
    if len(items) < 2:
        return Study(design.title, design.prompt, _BLANKS)
    return Study(design.title, design.prompt, items, None if truth is None else np.array(truth))


def _serve(engine: Engine, call: Callable[[], object]) -> _Served:
    """Do what a request asks for, on the engine's thread, and say where that led."""
    failure = None
    try:
        call()
    except Exception as error:
        failure = Failure.from_error(error)
    return _Served(engine.state() if engine.is_open else None, failure)


def _do_with_file(engine: Engine, job: Callable[[StudyFile], Any]) -> Any:
    return job(engine.file)
