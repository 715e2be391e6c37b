"""Beyond the ranking: fit of items, transitivity, and what other models of the judges change."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sortrank_gui.ranking import Estimate
from sortrank_gui.ranking.diagnostics import (
    ItemFit,
    JudgeModel,
    PositionBias,
    TasteClasses,
    Transitivity,
    assess_items,
    assess_transitivity,
    find_taste_classes,
    fit_judges,
)
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.study.results.summary.columns import Bools, Columns, Floats, Ints
from sortrank_gui.study.results.summary.rankings import Ranking

JUDGES, POSITION = "judges", "position"
_DRAWS, _FEWER_DRAWS = 99, 19
_LARGE = 300


@dataclass(frozen=True, slots=True, eq=False)
class OtherModel:
    """Scores by a model that is not the plain one, and what it changes; in the study's order."""

    name: str
    scores: Floats
    errors: Floats
    places: Ints
    """The place of every item, from 0."""
    correlation: float
    """Of its scores with the plain ones; NaN where one has no differences."""
    displacement: int
    """Places between both rankings, summed over all items."""
    largest_move: int


@dataclass(frozen=True, slots=True, eq=False)
class Judging:
    """What the answers say about items and judges; None where they can't."""

    codes: tuple[str, ...]
    """Whose discrimination and class is told, in this order."""
    items: ItemFit
    transitivity: Transitivity | None
    judges: JudgeModel | None
    tastes: TasteClasses | None
    models: tuple[OtherModel, ...]
    """Beside the plain ranking: by the judge model, and without what the sides are worth."""

    def model(self, name: str) -> OtherModel | None:
        """Return one of the models, if it could be fitted."""
        return next((model for model in self.models if model.name == name), None)


def assess_judging(
    columns: Columns,
    counted: Bools,
    plain: Ranking,
    bias: PositionBias | None,
    tick: Callable[[float], None],
) -> Judging | None:
    """Fit what goes beyond the plain ranking; None without answers."""
    answers, people = columns.judgements(counted), columns.judges(counted)
    if not len(answers):
        return None
    estimate, count = plain.estimate, len(columns.codes)
    draws = _FEWER_DRAWS if columns.n_items > _LARGE else _DRAWS
    judges = fit_judges(answers, people, estimate, count=count, tick=lambda share: tick(share / 4))
    found = [] if judges is None else [_compare(JUDGES, estimate, judges.estimate)]
    if bias is not None and bias.estimate is not None:
        found.append(_compare(POSITION, estimate, bias.estimate))
    return Judging(
        codes=columns.codes,
        items=assess_items(answers, estimate),
        transitivity=assess_transitivity(
            answers.table(), estimate, draws=draws, tick=lambda share: tick(0.25 + share / 4)
        ),
        judges=judges,
        tastes=find_taste_classes(
            answers, people, estimate, count=count, tick=lambda share: tick(0.5 + share / 2)
        ),
        models=tuple(found),
    )


def _compare(name: str, plain: Estimate, other: Estimate) -> OtherModel:
    ours, theirs = plain.scores, other.scores
    flat = not (np.ptp(ours) and np.ptp(theirs))
    places = ranks(theirs)  # equal scores are put in the same order on both sides
    moves = np.abs(places - ranks(ours))
    return OtherModel(
        name,
        theirs,
        other.standard_errors,
        places,
        float("nan") if flat else float(np.corrcoef(ours, theirs)[0, 1]),
        int(moves.sum()),
        int(moves.max(initial=0)),
    )
