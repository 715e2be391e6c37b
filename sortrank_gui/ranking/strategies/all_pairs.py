"""All pairs: a shuffled round robin in which every pair comes once before any comes again.

How it works
------------
The circle method of tournaments. All items but one sit on a circle of odd size c; in round r the
items at places r + k and r - k meet, and the remaining item meets place r. Each of the c rounds
uses every item at most once (an odd number of items gets a dummy, whose opponent rests). Labels,
rounds and the pairs inside a round are shuffled, and only one round is in memory at a time.
"""

import numpy as np

from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.strategies.about import Standing, StrategyFacts
from sortrank_gui.ranking.strategies.runs import FixedRun, RunStrategy


class AllPairs(RunStrategy):
    """Every pair equally often, no item twice in a round."""

    name = "all-pairs"
    facts = StrategyFacts(
        place=1,
        standing=Standing.PLAIN,
        title="All pairs",
        brief="Every pair once, in random order, and again",
        what="Asks every pair once, in random order, and then once more.",
        good="Complete and easy to defend for up to about 15 items.",
        bad="The number of pairs grows with the square of the items: 30 items are 435 pairs.",
        picked="from a shuffled list of all pairs",
        colour=7,
        marker=0,
        run_length=lambda n_items: n_items // 2,
    )

    def _start(self, number: int) -> FixedRun:
        circle = self.n_items - 1 + self.n_items % 2
        cycle, turn = divmod(number, circle)
        labels_rng, rounds_rng, pairs_rng = (
            stream(f"all pairs: {part}", self.seed, cycle, turn if part == "pairs" else 0)
            for part in ("labels", "rounds", "pairs")
        )
        place = rounds_rng.permutation(circle)[turn]
        steps = np.arange(1, (circle + 1) // 2)
        first = np.concatenate(([circle], (place + steps) % circle))
        second = np.concatenate(([place], (place - steps) % circle))
        labels = labels_rng.permutation(circle + 1)
        pairs = pairs_rng.permutation(np.column_stack((labels[first], labels[second])))
        pairs = pairs[(pairs < self.n_items).all(axis=1)]
        return FixedRun(pairs[:, 0], pairs[:, 1])
