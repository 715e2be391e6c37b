"""The items by other models: fit, judges weighed, sides, classes of taste."""

import math
from collections.abc import Iterator

from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.study.results.exporting import Export, Order, TableFile
from sortrank_gui.tables import Cell

COLUMNS = {
    "rank": "by the plain ranking; 1 is the best",
    "item": "name of the item",
    "score": "of the plain ranking, in logits",
    "answers": "answers about the item; neither left out",
    "infit": "mean squared residual, weighted: 1 as the model expects, larger for disagreement",
    "infit_z": "how far the infit lies above 1, in standard errors",
    "outfit": "the same, ruled by the most surprising answers",
    "judges_rank": "rank by the judge model, which has one discrimination a judge; empty for fewer "
    "than three",
    "judges_score": "score by the judge model",
    "judges_error": "its standard error",
    "position_rank": "rank by the model that estimates what the left side is worth; empty where "
    "sides are not known",
    "position_score": "score by that model",
    "position_error": "its standard error",
    **{
        f"taste_{letter}_{what}": f"{what} in class {letter.upper()} of taste, of which the first "
        "is the largest; empty where there are fewer"
        for letter in "abcd"
        for what in ("rank", "score")
    },
    "question": "name of the question: of the block that asked",
}


def list_models(order: Order) -> Iterator[tuple[Cell, ...]]:
    """Yield a row an item and question, best first by the plain ranking."""
    for question, part in order.by_question():
        for row in _list_asked(part):
            yield *row, question


def _list_asked(order: Order) -> Iterator[tuple[Cell, ...]]:
    # Loaded when the table is wanted: menus need its name alone.
    from sortrank_gui.study.results.summary import JUDGES, POSITION, summarise

    summary = summarise(order.study, order.selection, brief=True, cancelled=order.cancelled)
    judging = summary.judging
    if judging is None:
        return
    models = [judging.model(name) for name in (JUDGES, POSITION)]
    tastes = judging.tastes
    classes = [] if tastes is None or tastes.count < 2 else list(tastes.estimates)
    places = [ranks(estimate.scores) for estimate in classes]
    for rank, item in enumerate(summary.ranking.item.tolist(), start=1):
        row: list[Cell] = [rank, summary.names[item]]
        row += [_round(float(summary.ranking.score[rank - 1])), int(judging.items.answers[item])]
        fit = judging.items
        row += [_round(float(each[item])) for each in (fit.infit, fit.z_infit, fit.outfit)]
        for model in models:
            if model is None:
                row += [None] * 3
            else:
                row += [int(model.places[item]) + 1]
                row += [_round(float(model.scores[item])), _round(float(model.errors[item]))]
        for place, estimate in zip(places, classes, strict=True):
            row += [int(place[item]) + 1, _round(float(estimate.scores[item]))]
        yield (*row, *[None] * (len(COLUMNS) - 1 - len(row)))


def _round(value: float) -> float | None:
    return round(value, 6) if math.isfinite(value) else None


def _make(order: Order) -> TableFile:
    return TableFile(COLUMNS, list_models(order))


EXPORT = Export(
    name="models",
    title="Item fit and other models",
    about="One row an item: infit, outfit, and its rank by other models and in classes of taste.",
    ending=".csv",
    kind="CSV table",
    unit="item",
    place=7,
    make=_make,
)
