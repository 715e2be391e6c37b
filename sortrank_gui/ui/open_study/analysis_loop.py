"""Drives the live analysis on a thread of its own: the newest state, then what can wait."""

from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from sortrank_gui.study.survey.live_analysis import LiveAnalysis, Turn
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs


class AnalysisLoop(QObject):
    """Lets the analysis take one turn after the other, with rests; old states are dropped."""

    analysed = Signal(object)
    """An Analysis."""
    displacement_expected = Signal(float, float)
    """Per item, and how many comparisons that rests on; where a session may end by it."""
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._analysis = LiveAnalysis()
        self._newest: SurveyState | None = None
        self._jobs = Jobs("analysis", self)
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(self._advance)

    def follow(self, state: SurveyState) -> None:
        """Look at this state as soon as may be, instead of those before."""
        self._newest = state
        if not self._jobs.is_busy:
            self._advance()

    def close(self) -> None:
        """Say nothing more; a turn that is under way is not waited for."""
        self._rest.stop()
        self._jobs.close()

    @Slot()
    def _advance(self) -> None:
        self._rest.stop()
        newest, self._newest = self._newest, None
        turn = partial(self._analysis.advance, newest)
        self._jobs.submit(turn, self._on_advanced, self._on_failed)

    @Slot(object)
    def _on_advanced(self, turn: Turn) -> None:
        if turn.analysis is not None:
            self.analysed.emit(turn.analysis)
        if turn.expected is not None:
            self.displacement_expected.emit(*turn.expected)
        if self._newest is not None:
            self._advance()
        elif turn.rest is not None:
            self._rest.start(round(1000 * turn.rest))

    @Slot(object)
    def _on_failed(self, failure: Failure) -> None:
        """Go on with the next state."""
        self.failed.emit(failure)
        if self._newest is not None:
            self._advance()
