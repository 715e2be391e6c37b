"""The mathematics of ranking by pairwise comparisons: arrays in, arrays out."""

from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.outcomes import Outcome

__all__ = ["Outcome", "strategies"]
