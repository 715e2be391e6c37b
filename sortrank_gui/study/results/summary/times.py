"""Response times: all of them, their quantiles, and how they change in the course of a session."""

from dataclasses import dataclass

import numpy as np

from sortrank_gui.study.results.summary.columns import Bools, Columns, Floats, Ints

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
_BLOCKS = 20


@dataclass(frozen=True, slots=True, eq=False)
class ResponseTimes:
    """Seconds of every answer, practice left out, in the order in which they were given."""

    seconds: Floats
    trial: Ints
    """Number of the trial in its session."""
    participant: Ints
    """Number of the participant in the summary's list."""
    quantiles: tuple[float, ...]
    """At 5, 25, 50, 75 and 95 %; empty without answers."""
    block_trial: Floats
    """The middle of each stretch of trial numbers."""
    block_median: Floats
    """The median time there: falls with practice, or rises with fatigue."""

    @property
    def median(self) -> float:
        """The median of all; NaN without answers."""
        return self.quantiles[2] if self.quantiles else float("nan")


def collect_times(columns: Columns, which: Bools) -> ResponseTimes:
    """Return the response times of some answers, as far as they are known."""
    which = which & ~np.isnan(columns.seconds)
    seconds, trial = columns.seconds[which], columns.trial[which]
    quantiles = tuple(np.quantile(seconds, SHARES).tolist()) if len(seconds) else ()
    middles, medians = _by_block(trial, seconds)
    return ResponseTimes(seconds, trial, columns.participant[which], quantiles, middles, medians)


def _by_block(trial: Ints, seconds: Floats) -> tuple[Floats, Floats]:
    """Return medians of stretches of trials, about 20 of them."""
    if not len(trial):
        return np.empty(0), np.empty(0)
    width = max(1, -(-int(trial.max()) // _BLOCKS))
    block = (trial - 1) // width
    found = np.unique(block)
    medians = [float(np.median(seconds[block == number])) for number in found.tolist()]
    middles = ((found + 0.5) * width + 0.5).astype(np.float64)
    return middles, np.array(medians)
