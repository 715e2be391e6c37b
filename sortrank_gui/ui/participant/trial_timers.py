"""What happens after a pair was shown: its items vanish, answers are offered, time is up."""

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from sortrank_gui.study.design.design import Timing


class TrialTimers(QObject):
    """Counts from the frame with the pair."""

    exposed = Signal()
    """The items were seen for as long as they may."""
    offered = Signal()
    """Answers are taken from now on."""
    ran_out = Signal()
    """It is too late for an answer."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.exposure = make_timer(self)
        self.delay = make_timer(self)
        self.deadline = make_timer(self)
        self.exposure.timeout.connect(self.exposed)
        self.delay.timeout.connect(self.offered)
        self.deadline.timeout.connect(self.ran_out)

    def start(self, timing: Timing) -> None:
        """Begin with what the design asks for."""
        for timer, due_ms in (
            (self.exposure, timing.exposure_ms),
            (self.delay, timing.answer_delay_ms),
            (self.deadline, timing.deadline_ms),
        ):
            if due_ms:
                timer.start(due_ms)

    def stop(self) -> None:
        """Let nothing happen any more."""
        for timer in (self.exposure, self.delay, self.deadline):
            timer.stop()


def make_timer(parent: QObject) -> QTimer:
    """Return a timer that goes off once, to the millisecond."""
    return QTimer(parent, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
