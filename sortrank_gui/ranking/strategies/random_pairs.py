"""Random pairs: every pair is drawn uniformly, with replacement, whatever the answers were."""

from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies.runs import FixedRun, RunStrategy

_PAIRS_A_RUN = 1024


class RandomPairs(RunStrategy):
    """The baseline of the paper's experiments (Section 4)."""

    name = "random"

    def _start(self, number: int) -> FixedRun:
        rng = stream("random pairs", self.seed, number)
        first = rng.integers(self.n_items, size=_PAIRS_A_RUN)
        second = rng.integers(self.n_items - 1, size=_PAIRS_A_RUN)
        return FixedRun(first, second + (second >= first))
