"""`sortrank rank`: a ranking with its uncertainty from a file of comparisons."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sortrank_gui.commands.console import print_json, print_table, say
from sortrank_gui.commands.options import AnchorFile, Json, Prior, Question, examples, read_prior
from sortrank_gui.errors import InferenceError, InputError

if TYPE_CHECKING:
    from sortrank_gui.ranking.anchors import Anchors
    from sortrank_gui.ranking.islands import Islands
    from sortrank_gui.ranking.uncertainty import Uncertainty
    from sortrank_gui.simulation.datasets import Dataset


@examples(
    "sortrank rank comparisons.csv",
    "sortrank rank sushi3b.5000.10.order --json",
    "sortrank rank new.csv --anchors old-ranking.csv",
    "cut -d, -f1,2 log.csv | sortrank rank -",
)
def rank(
    comparisons: Annotated[
        Path, typer.Argument(help="CSV, .order or PrefLib file; - for the standard input.")
    ],
    prior: Prior = "learned",
    confidence: Annotated[float, typer.Option(help="Of the interval, in per cent.")] = 95.0,
    question: Question = None,
    anchors: AnchorFile = None,
    output: Annotated[Path | None, typer.Option(help="Also write the ranking as CSV.")] = None,
    json: Json = False,
) -> None:
    """Rank items by who beat whom: Bradley-Terry scores with standard errors.

    A CSV file has the columns winner and loser (names or numbers), and if you like count, tie and
    judge; or left, right and choice.
    """
    from sortrank_gui.ranking.assessing import assess
    from sortrank_gui.ranking.islands import find_islands, tell_islands
    from sortrank_gui.simulation.datasets import read_any

    if not 0 < confidence < 100:
        raise InputError(f"The confidence must be between 0 and 100 %, and it is {confidence:g}.")
    if output is not None:
        _require_other(output, comparisons, anchors)
    data = read_any(comparisons, question=question)
    variance = read_prior(prior)
    if anchors is not None:
        from sortrank_gui.study.results.anchoring import read_anchors

        known = read_anchors(anchors, data.names, question)
        _rank_anchored(data, anchors, known, variance, confidence, output, json=json)
        return
    require_estimate(data, variance)
    found = assess(data.table, prior_variance=variance)
    islands = find_islands(data.table, found.scores)
    remarks = list(tell_islands(islands, data.names, found.scores))
    rows = _rank_items(data, found, confidence, islands)
    if output is not None:
        _write(output, rows)
    if json:
        told = _summary(data, found, variance, confidence) | {"islands": islands.count}
        print_json(told | {"remarks": remarks, "ranking": rows})
    else:
        _print(rows, data, found, variance, confidence)
        for remark in remarks:
            say(remark)


def _require_other(output: Path, *sources: Path | None) -> None:
    """Raise where the ranking would take the place of what it is made of."""
    for source in sources:
        if source is not None and output.exists() and source.exists() and output.samefile(source):
            raise InputError(f"{output} is read here; choose another name for the ranking.")


def _rank_anchored(
    data: "Dataset",
    source: Path,
    anchors: "Anchors",
    variance: float | None,
    confidence: float,
    output: Path | None,
    *,
    json: bool,
) -> None:
    """Rank new items on the scale of known ones."""
    import numpy as np
    from scipy.special import ndtri

    from sortrank_gui.ranking.anchors import fit_anchored
    from sortrank_gui.ranking.islands import find_islands
    from sortrank_gui.study.results.anchoring import tell_anchors, tell_drift

    if variance == float("inf"):
        raise InputError("New items need a prior to be put on an old scale: not --prior ml.")
    found = fit_anchored(data.table, anchors, prior_variance=variance)
    reach = float(ndtri(0.5 + confidence / 200))
    known, wins, losses = set(anchors.item.tolist()), data.table.wins, data.table.losses
    rows = [
        {
            "rank": place,
            "item": data.names[k],
            "score": round(float(found.scores[k]), 6),
            "standard_error": round(float(found.standard_errors[k]), 6),
            "low": round(float(found.scores[k] - reach * found.standard_errors[k]), 6),
            "high": round(float(found.scores[k] + reach * found.standard_errors[k]), 6),
            "wins": float(wins[k]),
            "losses": float(losses[k]),
            "anchor": int(k in known),
        }
        for place, k in enumerate(np.argsort(-found.scores, kind="stable").tolist(), start=1)
    ]
    islands = find_islands(data.table)
    remarks = list(tell_anchors(anchors, islands, data.names, source))
    remarks += tell_drift(anchors, found, data.names)
    if output is not None:
        _write(output, rows)
    if json:
        told = {"items": len(data.names), "anchors": len(known), "confidence": confidence}
        print_json(told | {"remarks": remarks, "ranking": rows})
        return
    heads = ("rank", "item", "score", "std. error", f"{confidence:g} % interval", "anchor")
    print_table(heads, [_tell_anchored(row) for row in rows])
    say("\n" + "\n".join(remarks))


def _tell_anchored(row: dict[str, Any]) -> tuple[str, ...]:
    interval = f"{row['low']:.2f} to {row['high']:.2f}"
    numbers = (f"{row['score']:.3f}", f"{row['standard_error']:.3f}", interval)
    return (str(row["rank"]), row["item"], *numbers, "anchor" if row["anchor"] else "new")


def require_estimate(data: "Dataset", variance: float | None) -> None:
    """Raise where maximum likelihood is wanted and does not exist, with the items that keep it."""
    from sortrank_gui.ranking import ml_existence

    if variance == float("inf"):
        existence = ml_existence(data.table)
        if not existence.exists:
            raise InferenceError(existence.explain(data.names))


def _rank_items(
    data: "Dataset", found: "Uncertainty", confidence: float, islands: "Islands"
) -> list[dict[str, Any]]:
    import numpy as np

    wins, losses = data.table.wins, data.table.losses
    low, high = found.interval(confidence / 100)
    best, worst = found.rank_bounds
    order = np.argsort(-found.scores, kind="stable").tolist()
    return [
        {
            "rank": place,
            "item": data.names[k],
            "score": round(float(found.scores[k]), 6),
            "standard_error": round(float(found.standard_errors[k]), 6),
            "low": round(float(low[k]), 6),
            "high": round(float(high[k]), 6),
            "best_rank": None if found.too_early else int(best[k]) + 1,
            "worst_rank": None if found.too_early else int(worst[k]) + 1,
            "wins": float(wins[k]),
            "losses": float(losses[k]),
            **({"island": int(islands.number[k])} if islands.split else {}),
        }
        for place, k in enumerate(order, start=1)
    ]


def _summary(
    data: "Dataset", found: "Uncertainty", prior: float | None, confidence: float
) -> dict[str, Any]:
    variance = found.estimate.prior_variance
    return {
        "items": len(data.names),
        "comparisons": data.table.n_comparisons,
        "skipped": data.skipped,
        "prior_variance": variance if variance < float("inf") else None,
        "prior_learned": prior is None,
        "confidence": confidence,
        "too_early": found.too_early,
        "answers_needed": found.answers_needed,
        **_tell_ties(found),
    }


def _tell_ties(found: "Uncertainty") -> dict[str, float]:
    ties = found.estimate.ties
    return {"tie_parameter": ties.value, "tie_error": ties.error} if ties.value else {}


def _print(
    rows: list[dict[str, Any]],
    data: "Dataset",
    found: "Uncertainty",
    prior: float | None,
    confidence: float,
) -> None:
    split = ("island",) if "island" in rows[0] else ()
    interval = f"{confidence:g} % interval"
    heads = ("rank", "item", "score", "std. error", interval, "ranks (95 %)", "wins", "losses")
    print_table(
        (*split, *heads),
        [
            (
                *((str(row["island"]),) if "island" in row else ()),
                str(row["rank"]),
                row["item"],
                f"{row['score']:.3f}",
                f"{row['standard_error']:.3f}",
                f"{row['low']:.2f} to {row['high']:.2f}",
                _tell_ranks(row),
                f"{row['wins']:g}",
                f"{row['losses']:g}",
            )
            for row in rows
        ],
    )
    told = _tell_prior(found.estimate.prior_variance, learned=prior is None)
    skipped = f", {data.skipped:,} rows without an outcome left out" if data.skipped else ""
    compared = f"{data.table.n_comparisons:,.0f} comparison{'s' * (data.table.n_comparisons != 1)}"
    say(f"\n{len(data.names):,} items, {compared}{skipped}; {told}.")
    ties = found.estimate.ties
    if ties.value:
        say(f"Ties by Davidson's model: nu = {ties.value:.3f}, standard error {ties.error:.3f}.")
    if found.too_early:
        say(f"Too early to tell ranks: it will take about {found.answers_needed:,} comparisons.")


def _tell_ranks(row: dict[str, Any]) -> str:
    best, worst = row["best_rank"], row["worst_rank"]
    if best is None:
        return "too early"
    return f"{best}" if best == worst else f"{best} to {worst}"


def _tell_prior(variance: float, *, learned: bool) -> str:
    if learned:
        return f"prior variance {variance:.3g}, learned from the data"
    if variance < float("inf"):
        return f"prior variance {variance:g}"
    return "maximum likelihood"


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    from sortrank_gui.tables import write_table

    write_table(path, list(rows[0]), (list(row.values()) for row in rows))
