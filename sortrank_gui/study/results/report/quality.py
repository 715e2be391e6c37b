"""How far a ranking can be trusted, in words: numbers with their meaning, for pages and screens."""

from collections.abc import Iterator
from typing import NamedTuple

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.ranking import random_displacement
from sortrank_gui.ranking.assessing import MOST_ITEMS
from sortrank_gui.ranking.diagnostics import Clustering, Goodness
from sortrank_gui.ranking.recalibration import Recalibration
from sortrank_gui.study.results.report.wording import count, p_text, percent
from sortrank_gui.study.results.summary import Ranking, Reliability, Summary

TOO_EARLY = "too early"


def tell_ranks(ranking: Ranking, place: int) -> str:
    """Return within which ranks an item lies, such as “3 to 7”."""
    if ranking.uncertainty.too_early:
        return TOO_EARLY
    return _tell_stretch(int(ranking.best_rank[place]), int(ranking.worst_rank[place]))


def tell_joint_ranks(ranking: Ranking, place: int) -> str:
    """Return within which ranks it lies if that is to hold for all items together."""
    if ranking.uncertainty.too_early:
        return TOO_EARLY
    best, worst = ranking.uncertainty.joint_rank_bounds
    item = ranking.item[place]
    return _tell_stretch(int(best[item]), int(worst[item]))


def _tell_stretch(best: int, worst: int) -> str:
    return f"{best + 1}" if best == worst else f"{best + 1} to {worst + 1}"


class Fact(NamedTuple):
    """One number with its name and what it means."""

    name: str
    value: str
    meaning: str


def list_facts(summary: Summary) -> Iterator[Fact]:
    """Yield what is known so far, and what is missing for the rest."""
    if summary.reliability is not None:
        is_learned = summary.ranking.uncertainty.spread is None
        yield from _describe_reliability(
            summary.reliability, len(summary.names), is_learned=is_learned
        )
    if summary.calibration is not None:
        yield _describe_calibration(summary.calibration, is_imported=summary.origin is not None)
    if summary.clustering is not None:
        yield _describe_people(summary.clustering)
    if summary.ranking.estimate.ties.value:
        yield _describe_ties(summary.ranking)
    if summary.position_bias is not None:
        bias = summary.position_bias
        side = "left" if bias.beta > 0 else "right"
        verdict = f"The {side} side is preferred" if bias.p_value < 0.05 else "No clear preference"
        yield Fact(
            "Position bias",
            f"{decimals(bias.beta)} ± {decimals(bias.standard_error)}",
            f"What the left side is worth, in logits, with its standard error. {verdict} "
            f"({p_text(bias.p_value)}); left was chosen in {percent(bias.share_left)} of answers.",
        )
    if summary.goodness is not None:
        yield _describe_fit("Goodness of fit", summary.goodness)
    elif summary.is_complete:
        missing = "Needs at least five pairs that were compared twice."
        yield Fact("Goodness of fit", NOTHING, missing)
    if summary.goodness_without_flagged is not None:
        name = "Goodness of fit without flagged participants"
        yield _describe_fit(name, summary.goodness_without_flagged)


def _describe_ties(ranking: Ranking) -> Fact:
    ties, share = ranking.estimate.ties, int(ranking.ties.sum()) / 2 / max(ranking.answers, 1)
    return Fact(
        "Tie parameter",
        f"{decimals(ties.value)} ± {decimals(ties.error)}",
        "How readily people say “equal” (Davidson’s nu), with its standard error: two items of the "
        f"same score are called equal in {percent(ties.chance)} of answers; {percent(share)} of "
        "all answers were “equal”.",
    )


def _describe_reliability(found: Reliability, size: int, *, is_learned: bool) -> Iterator[Fact]:
    """Tell how far the ranking can be trusted; `is_learned` if one spread is taken as true."""
    name, halves = "Split-half reliability", found.halves
    if halves is None:
        yield Fact(name, NOTHING, "Needs four participants, or four complete sorts.")
    else:
        yield Fact(
            name,
            f"{decimals(halves.mean)} ({decimals(halves.low)} to {decimals(halves.high)})",
            f"Correlation of scores from halves of the {halves.units} {found.by}, stepped up; mean "
            f"and range of 95 % of {len(halves.values)} halvings. 1 is perfect. "
            "The figure to report.",
        )
    yield Fact(
        "Separation (SSR)",
        _unless_early(found, decimals(found.separation)),
        "Share of the scores’ variance that is not error: the squared correlation with the true "
        f"scores is this or higher, three times in four, {_LEARNED if is_learned else _WHATEVER}; "
        f"{_tell_need(found)}the textbook’s formula gives {decimals(found.textbook_separation)}, "
        "which is too high where pairs depend on earlier answers.",
    )
    places, chance = found.expected_displacement / size, random_displacement(size) / size
    yield Fact(
        "Expected displacement per item",
        _unless_early(found, f"{decimals(places, 1)} places"),
        f"How many places an item is off on average, {_LEARNED if is_learned else _BY_ALL}; "
        f"{_tell_need(found)}a random ranking has {decimals(chance, 1)}.",
    )


_WHATEVER, _BY_ALL = "whatever their spread", "by all spreads that the scores may have"
_LEARNED = (
    f"if the scores are spread as learned, which is taken as known above {MOST_ITEMS:,} items and "
    "claims too much where pairs depend on earlier answers"
)


def _describe_calibration(found: Recalibration, *, is_imported: bool) -> Fact:
    how = "with the pairs of the table as they are" if is_imported else "pairs picked the same way"
    return Fact(
        "Calibrated",
        count(found.runs, "run"),
        f"The same study was run again, {how}, with scores that may be the true "
        f"ones: 95 % intervals held {percent(found.score_coverage)} of the scores and "
        f"{percent(found.rank_coverage)} of the ranks, {percent(found.false_share)} of the runs "
        "had any false difference, and the expected displacement was "
        f"{decimals(found.displacement_ratio)} times the true one. Figures here are corrected "
        "where that fell short by more than chance; intervals of scores are "
        f"{decimals(found.stretch)} times as wide.",
    )


def _describe_people(found: Clustering) -> Fact:
    verdict = (
        "People differ: intervals that shall hold for other people are so much wider."
        if found.clear
        else "That is no more than chance makes of people who do not differ."
    )
    return Fact(
        "Errors by people",
        f"{decimals(found.ratio)} times",
        f"Standard errors with the {found.people} people as units, clustered (sandwich), to those "
        f"of the model, which takes all answers as independent. {verdict} Without differences 95 % "
        f"of such studies are below {decimals(found.usual)}.",
    )


def _unless_early(found: Reliability, value: str) -> str:
    return TOO_EARLY if found.too_early else value


def _tell_need(found: Reliability) -> str:
    if not found.too_early:
        return ""
    return f"it will take about {count(found.answers_needed, 'answer')} to tell; "


def _describe_fit(name: str, fit: Goodness) -> Fact:
    verdict = (
        "The answers contradict the Bradley–Terry model: look at the win matrix and at flagged "
        "participants."
        if fit.p_value < 0.05
        else "The answers do not contradict the Bradley–Terry model."
    )
    return Fact(
        name,
        p_text(fit.p_value),
        f"{verdict} Squared residuals of {count(fit.pairs, 'pair')} compared at least twice: "
        f"{decimals(fit.statistic, 0)}, where {decimals(fit.expected, 0)} are expected "
        f"({fit.draws} simulations).",
    )
