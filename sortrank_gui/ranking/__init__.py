"""The mathematics of ranking by pairwise comparisons: arrays in, arrays out."""

from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.aggregation import copeland, multisort
from sortrank_gui.ranking.bradley_terry import VAGUE_PRIOR_VARIANCE, Estimate, fit
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.existence import MlExistence, ml_existence
from sortrank_gui.ranking.metrics import (
    displacement,
    kendall_tau_distance,
    max_displacement,
    random_displacement,
)
from sortrank_gui.ranking.outcomes import Outcome
from sortrank_gui.ranking.posterior import expected_displacement

__all__ = [
    "VAGUE_PRIOR_VARIANCE",
    "Comparisons",
    "Estimate",
    "MlExistence",
    "Outcome",
    "copeland",
    "displacement",
    "expected_displacement",
    "fit",
    "kendall_tau_distance",
    "max_displacement",
    "ml_existence",
    "multisort",
    "random_displacement",
    "strategies",
]
