"""What a pilot says about a study to come: how far scores are spread, and how sure that is."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sortrank_gui.ranking import Comparisons, fit
from sortrank_gui.ranking.assessing import MOST_ITEMS
from sortrank_gui.ranking.spread import BEYOND_ARITHMETIC, EQUAL, integrate_spread

_ROUGH_EACH = 10.0
"""Answers an item below which the spread is rough: of pilots with 2.5 to 5 answers an item, 42 in
100 had more than twice the true spread by one learned value."""
_HARDLY = 2 * EQUAL
"""Up to this spread items hardly differ."""


@dataclass(frozen=True, slots=True)
class PilotSpread:
    """The standard deviation of the true scores, in logits, with its 95 % interval."""

    value: float
    low: float
    high: float
    answers_each: float
    """Answers that an item of the pilot takes part in."""

    @property
    def is_rough(self) -> bool:
        """Whether the interval is so wide that plans for its ends differ."""
        return self.answers_each < _ROUGH_EACH or self.high > 3 * self.low

    def tell(self) -> Iterator[str]:
        """Say what the pilot found, and what follows from it."""
        yield (
            f"The pilot’s scores have a standard deviation of {self.value:.2f} logits (95 %: "
            f"{self.low:.2f} to {self.high:.2f}), from {self.answers_each:.1f} answers an item."
        )
        if self.low <= _HARDLY:
            yield (
                "These answers do not rule out that the items hardly differ, and then no number of "
                "answers ranks them: a larger pilot comes before any plan."
            )
        elif self.is_rough:
            few = "Few answers say little about it: p" if self.answers_each < _ROUGH_EACH else "P"
            yield (
                f"{few}lan for the low end, {self.low:.2f}, to be safe: the smaller the spread, "
                "the more answers it takes."
            )


def measure_pilot(table: Comparisons) -> PilotSpread:
    """Return the spread behind a pilot's comparisons; of very many items without an interval."""
    each = 2 * table.n_comparisons / max(table.n_items, 1)
    learned = fit(table)
    spread = float(np.sqrt(learned.prior_variance))
    alone = PilotSpread(spread, spread, spread, each)
    if not 2 <= table.n_items <= MOST_ITEMS:
        return alone
    try:
        found = integrate_spread(table, learned.ties.value if table.n_ties else 0.0)
    except BEYOND_ARITHMETIC:
        return alone
    low, high = found.interval()
    return PilotSpread(found.typical, min(low, found.typical), max(high, found.typical), each)
