"""What answers say about themselves: reliability, misfit, position bias, consistency, fit."""

from sortrank_gui.ranking.diagnostics.agreement import Agreement, assess_agreement, predict_left
from sortrank_gui.ranking.diagnostics.goodness import Goodness, assess_goodness
from sortrank_gui.ranking.diagnostics.groups import MOST_ITEMS, Groups, find_groups
from sortrank_gui.ranking.diagnostics.judgements import Judgements
from sortrank_gui.ranking.diagnostics.position import PositionBias, estimate_position_bias
from sortrank_gui.ranking.diagnostics.proportions import (
    chance_of_so_few,
    chance_of_so_few_unequal,
    wilson_interval,
)
from sortrank_gui.ranking.diagnostics.reliability import (
    SplitHalf,
    separation_reliability,
    split_half,
)
from sortrank_gui.ranking.differences import holm_limit

__all__ = [
    "MOST_ITEMS",
    "Agreement",
    "Goodness",
    "Groups",
    "Judgements",
    "PositionBias",
    "SplitHalf",
    "assess_agreement",
    "assess_goodness",
    "chance_of_so_few",
    "chance_of_so_few_unequal",
    "estimate_position_bias",
    "find_groups",
    "holm_limit",
    "predict_left",
    "separation_reliability",
    "split_half",
    "wilson_interval",
]
