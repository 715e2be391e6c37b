"""What answers say about themselves: reliability, misfit, position bias, consistency, fit."""

from sortrank_gui.ranking.diagnostics.agreement import Agreement, assess_agreement, predict_left
from sortrank_gui.ranking.diagnostics.clustering import Clustering, assess_clustering
from sortrank_gui.ranking.diagnostics.consistency import (
    CHANCE_OF_A_CIRCLE,
    Consistency,
    assess_consistency,
)
from sortrank_gui.ranking.diagnostics.goodness import Goodness, assess_goodness
from sortrank_gui.ranking.diagnostics.groups import MOST_ITEMS, Groups, find_groups
from sortrank_gui.ranking.diagnostics.item_fit import ItemFit, assess_items
from sortrank_gui.ranking.diagnostics.judge_model import JudgeModel, fit_judges
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
from sortrank_gui.ranking.diagnostics.taste import (
    LEAST_PEOPLE,
    TasteClasses,
    find_taste_classes,
)
from sortrank_gui.ranking.diagnostics.transitivity import (
    Transitivity,
    Violations,
    assess_transitivity,
)
from sortrank_gui.ranking.differences import holm_limit

__all__ = [
    "CHANCE_OF_A_CIRCLE",
    "LEAST_PEOPLE",
    "MOST_ITEMS",
    "Agreement",
    "Clustering",
    "Consistency",
    "Goodness",
    "Groups",
    "ItemFit",
    "JudgeModel",
    "Judgements",
    "PositionBias",
    "SplitHalf",
    "TasteClasses",
    "Transitivity",
    "Violations",
    "assess_agreement",
    "assess_clustering",
    "assess_consistency",
    "assess_goodness",
    "assess_items",
    "assess_transitivity",
    "chance_of_so_few",
    "chance_of_so_few_unequal",
    "estimate_position_bias",
    "find_groups",
    "find_taste_classes",
    "fit_judges",
    "holm_limit",
    "predict_left",
    "separation_reliability",
    "split_half",
    "wilson_interval",
]
