"""Random pairs: every pair is drawn uniformly, with replacement, whatever the answers were."""

from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies.about import Standing, StrategyFacts
from sortrank_gui.ranking.strategies.runs import FixedRun, RunStrategy

_PAIRS_A_RUN = 1024


class RandomPairs(RunStrategy):
    """The baseline of the paper's experiments (Section 4)."""

    name = "random"
    facts = StrategyFacts(
        place=0,
        standing=Standing.BASELINE,
        title="Random",
        subject="Random pairs",
        brief="Any two items, by chance: what every other strategy has to beat",
        what="Asks any two items, by chance.",
        good="The simplest design; no answer influences which pair comes next, so that every "
        "statistic for random samples holds.",
        bad="Needs many more answers for the same accuracy, unless answers are very noisy.",
        picked="at random",
        colour=6,
        marker=0,
        run_length=lambda _n_items: _PAIRS_A_RUN,
    )

    def _start(self, number: int) -> FixedRun:
        rng = stream("random pairs", self.seed, number)
        first = rng.integers(self.n_items, size=_PAIRS_A_RUN)
        second = rng.integers(self.n_items - 1, size=_PAIRS_A_RUN)
        return FixedRun(first, second + (second >= first))
