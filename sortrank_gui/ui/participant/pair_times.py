"""When a pair was on the screen, and what its answer tells of that.

The frame that takes a pair away comes after its answer, which is on disk by then: so the next
answer tells of it.
"""

from dataclasses import replace

from sortrank_gui.study.file.details import Detail
from sortrank_gui.ui.participant.frame_times import milliseconds


class PairTimes:
    """The times of one pair after the other, by a clock that never jumps."""

    def __init__(self) -> None:
        self.shown_ms: float | None = None
        """When the pair came to the screen; None while it is not there."""
        self.hidden_ms: float | None = None
        """When it vanished before its answer."""
        self._previous_hidden_ms: float | None = None
        self.is_leaving = False
        """Whether the pair that was answered is still to be taken away."""

    def expect(self) -> None:
        """Know nothing yet of a pair that is about to be shown."""
        self.shown_ms = self.hidden_ms = None

    @property
    def elapsed_ms(self) -> float:
        """How long the pair has been on the screen."""
        return 0.0 if self.shown_ms is None else milliseconds() - self.shown_ms

    def take_away(self, at_ms: float) -> None:
        """Note when the pair that was answered left the screen."""
        self.is_leaving, self._previous_hidden_ms = False, at_ms

    def complete(self, detail: Detail, sizes: tuple[tuple[int, int], tuple[int, int]]) -> Detail:
        """Add to an answer when and how large the items were seen."""
        previous, self._previous_hidden_ms = self._previous_hidden_ms, None
        return replace(
            detail,
            shown_ms=_rounded(self.shown_ms),
            hidden_ms=_rounded(self.hidden_ms),
            previous_hidden_ms=_rounded(previous),
            left_size=sizes[0],
            right_size=sizes[1],
        )


def _rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 3)
