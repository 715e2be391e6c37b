"""The report's section on judges: transitivity, fit of items, other models and classes of taste."""

from collections.abc import Iterator

from sortrank_gui.figures.markup import Content, Markup, name
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.ranking.metrics import ranks
from sortrank_gui.study.results.report.judging import (
    MODEL_TITLES,
    list_transitivity,
    name_classes,
)
from sortrank_gui.study.results.report.tables import Cell, table
from sortrank_gui.study.results.summary import Judging, Summary

MOST_ROWS = 50
"""The file of models has all."""


def transitivity_table(summary: Summary, caption: Content) -> Markup:
    """Return the figures of transitivity, with what they mean."""
    heads = (("name", "Figure"), ("number", "Value"), ("name", "Meaning"))
    rows = (
        (("name", fact.name), ("number", fact.value), ("name", fact.meaning))
        for fact in list_transitivity(summary)
    )
    return table(caption, heads, rows)


def models_table(summary: Summary, judging: Judging, caption: Content) -> Markup:
    """Return the fit of the best items, and their ranks by other models and in classes."""
    classes = [] if judging.tastes is None or judging.tastes.count < 2 else judging.tastes.estimates
    titles = [] if not classes or judging.tastes is None else name_classes(judging.tastes)
    heads: list[Cell] = [
        ("number", "Rank"),
        ("name", "Item"),
        ("number", "Infit"),
        ("number", "Outfit"),
        *(("number", MODEL_TITLES[model.name]) for model in judging.models),
        *(("number", title) for title in titles),
    ]
    places = [model.places for model in judging.models]
    places += [ranks(estimate.scores) for estimate in classes]

    def rows() -> Iterator[list[Cell]]:
        for rank, item in enumerate(summary.ranking.item[:MOST_ROWS].tolist(), start=1):
            yield [
                ("number", rank),
                ("name", name(summary.names[item])),
                ("number", decimals(float(judging.items.infit[item]))),
                ("number", decimals(float(judging.items.outfit[item]))),
                *(("number", int(each[item]) + 1) for each in places),
            ]

    return table(caption, heads, rows())
