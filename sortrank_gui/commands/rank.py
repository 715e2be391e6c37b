"""`sortrank rank`: a ranking with its uncertainty from a file of comparisons."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sortrank_gui.commands.console import print_json, print_table
from sortrank_gui.commands.options import Json, Prior, Question, examples, read_prior
from sortrank_gui.errors import InferenceError, InputError

if TYPE_CHECKING:
    from sortrank_gui.ranking import Estimate
    from sortrank_gui.ranking.islands import Islands
    from sortrank_gui.simulation.datasets import Dataset


@examples(
    "sortrank rank comparisons.csv",
    "sortrank rank sushi3b.5000.10.order --json",
    "cut -d, -f1,2 log.csv | sortrank rank -",
)
def rank(
    comparisons: Annotated[
        Path, typer.Argument(help="CSV, .order or PrefLib file; - for the standard input.")
    ],
    prior: Prior = "learned",
    confidence: Annotated[float, typer.Option(help="Of the interval, in per cent.")] = 95.0,
    question: Question = None,
    output: Annotated[Path | None, typer.Option(help="Also write the ranking as CSV.")] = None,
    json: Json = False,
) -> None:
    """Rank items by who beat whom: Bradley-Terry scores with standard errors.

    A CSV file has the columns winner and loser (names or numbers), and if you like count, tie and
    judge; or left, right and choice.
    """
    from sortrank_gui import ranking
    from sortrank_gui.ranking.islands import find_islands, tell_islands
    from sortrank_gui.simulation.datasets import read_any

    if not 0 < confidence < 100:
        raise InputError(f"The confidence must be between 0 and 100 %, and it is {confidence:g}.")
    data = read_any(comparisons, question=question)
    variance = read_prior(prior)
    require_estimate(data, variance)
    estimate = ranking.fit(data.table, prior_variance=variance)
    islands = find_islands(data.table, estimate.scores)
    remarks = list(tell_islands(islands, data.names, estimate.scores))
    rows = _rank_items(data, estimate, confidence, islands)
    if output is not None:
        _write(output, rows)
    if json:
        told = _summary(data, estimate, confidence) | {"islands": islands.count}
        print_json(told | {"remarks": remarks, "ranking": rows})
    else:
        _print(rows, data, estimate, confidence)
        for remark in remarks:
            print(remark)


def require_estimate(data: "Dataset", variance: float | None) -> None:
    """Raise where maximum likelihood is wanted and does not exist, with the items that keep it."""
    from sortrank_gui.ranking import ml_existence

    if variance == float("inf"):
        existence = ml_existence(data.table)
        if not existence.exists:
            raise InferenceError(existence.explain(data.names))


def _rank_items(
    data: "Dataset", estimate: "Estimate", confidence: float, islands: "Islands"
) -> list[dict[str, Any]]:
    import numpy as np
    from scipy.special import ndtri

    reach = float(ndtri(0.5 + confidence / 200))
    wins, losses = data.table.wins, data.table.losses
    order = np.argsort(-estimate.scores, kind="stable").tolist()
    return [
        {
            "rank": place,
            "item": data.names[k],
            "score": round(float(estimate.scores[k]), 6),
            "standard_error": round(float(estimate.standard_errors[k]), 6),
            "low": round(float(estimate.scores[k] - reach * estimate.standard_errors[k]), 6),
            "high": round(float(estimate.scores[k] + reach * estimate.standard_errors[k]), 6),
            "wins": float(wins[k]),
            "losses": float(losses[k]),
            **({"island": int(islands.number[k])} if islands.split else {}),
        }
        for place, k in enumerate(order, start=1)
    ]


def _summary(data: "Dataset", estimate: "Estimate", confidence: float) -> dict[str, Any]:
    variance = estimate.prior_variance
    return {
        "items": len(data.names),
        "comparisons": data.table.n_comparisons,
        "skipped": data.skipped,
        "prior_variance": variance if variance < float("inf") else None,
        "prior_learned": bool(estimate.learned_from),
        "confidence": confidence,
    }


def _print(
    rows: list[dict[str, Any]], data: "Dataset", estimate: "Estimate", confidence: float
) -> None:
    split = ("island",) if "island" in rows[0] else ()
    print_table(
        (
            *split,
            "rank",
            "item",
            "score",
            "std. error",
            f"{confidence:g} % interval",
            "wins",
            "losses",
        ),
        [
            (
                *((str(row["island"]),) if "island" in row else ()),
                str(row["rank"]),
                row["item"],
                f"{row['score']:.3f}",
                f"{row['standard_error']:.3f}",
                f"{row['low']:.2f} to {row['high']:.2f}",
                f"{row['wins']:g}",
                f"{row['losses']:g}",
            )
            for row in rows
        ],
    )
    if estimate.learned_from:
        prior = f"prior variance {estimate.prior_variance:.3g}, learned from the data"
    elif estimate.prior_variance < float("inf"):
        prior = f"prior variance {estimate.prior_variance:g}"
    else:
        prior = "maximum likelihood"
    skipped = f", {data.skipped:,} rows without an outcome left out" if data.skipped else ""
    print(
        f"\n{len(data.names):,} items, {data.table.n_comparisons:,.0f} comparisons{skipped}; "
        f"{prior}."
    )


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    from sortrank_gui.tables import write_table

    write_table(path, list(rows[0]), (list(row.values()) for row in rows))
