"""Judges and items in words: transitivity, other models and classes of taste, for all readers."""

from collections.abc import Iterator

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.ranking.diagnostics import (
    CHANCE_OF_A_CIRCLE,
    LEAST_PEOPLE,
    TasteClasses,
    Transitivity,
)
from sortrank_gui.study.results.report.quality import Fact
from sortrank_gui.study.results.report.wording import count, join_words, p_text, percent
from sortrank_gui.study.results.summary import (
    JUDGES,
    POSITION,
    Judging,
    OtherModel,
    Participant,
    Summary,
)

ODD_INFIT = 1.3
"""An item with more, by more than two standard errors, is worth a look."""
_MOST_NAMED = 5
MODEL_TITLES = {JUDGES: "Judges weighed", POSITION: "Without the sides’ worth"}


def list_transitivity(summary: Summary) -> Iterator[Fact]:
    """Yield what is known about transitivity and agreement, within people and between them."""
    yield from _tell_circles(list(summary.participants))
    found = None if summary.judging is None else summary.judging.transitivity
    if found is None:
        if summary.is_complete:
            missing = "Needs answers other than “equal”, and up to 1,000 items."
            yield Fact("Stochastic transitivity", NOTHING, missing)
        return
    yield Fact(
        "Circles of all together",
        f"{found.circular:,} of {found.triads:,}",
        "Sets of three items where the majorities go round in a circle, of those all of whose "
        "pairs have one; “equal” is left out.",
    )
    yield from _tell_violations(found)
    if found.pairs_of_answers:
        yield Fact(
            "Agreement (Kendall’s u)",
            decimals(found.agreement),
            "1 if all answers to a pair are the same, 0 for coins "
            f"(± {decimals(found.agreement_error)}; {p_text(found.p_agreement)}); "
            f"{count(found.pairs_of_answers, 'pair')} of answers to the same pair.",
        )


def _tell_circles(people: list[Participant]) -> Iterator[Fact]:
    own = [p.consistency for p in people if p.consistency is not None]
    triads, circular = sum(c.triads for c in own), sum(c.circular for c in own)
    closings, kept = sum(c.closings for c in own), sum(c.kept for c in own)
    if not own:
        return
    yield Fact(
        "Circular triads within participants",
        f"{percent(circular / triads)}" if triads else NOTHING,
        f"{circular:,} of {count(triads, 'set')} of three items whose pairs one person judged: "
        f"a over b, b over c, and yet c over a. Coins have {percent(CHANCE_OF_A_CIRCLE)} where "
        "pairs do not depend on answers; a sort never asks what follows from its answers.",
    )
    yield Fact(
        "Chains kept",
        f"{percent(kept / closings)}" if closings else NOTHING,
        f"Of {count(closings, 'answer')} to a pair whose order two earlier answers of the same "
        "person imply, how many keep to it. Coins keep half, whatever asks the pairs.",
    )


def _tell_violations(found: Transitivity) -> Iterator[Fact]:
    if not found.triples:
        missing = "No three items have majorities that could be compared."
        yield Fact("Stochastic transitivity", NOTHING, missing)
    for each in found.violations:
        verdict = (
            "More than the model explains" if each.p_value < 0.05 else "The model explains them"
        )
        yield Fact(
            f"{each.kind.capitalize()} stochastic transitivity violated",
            percent(each.share),
            f"{_RULES[each.kind]} {verdict}: answers drawn from the fit violate it in "
            f"{percent(each.expected)} of {count(found.triples, 'triple')} "
            f"({p_text(each.p_value)}, {found.draws} simulations).",
        )


_RULES = {
    "weak": "If most prefer a to b and b to c, most should prefer a to c.",
    "moderate": "The share that prefers a to c should be no less than the smaller of the two.",
    "strong": "The share that prefers a to c should be no less than the larger of the two.",
}


def tell_model(model: OtherModel, summary: Summary) -> str:
    """Say what a model is, and what it changes."""
    size = len(summary.names)
    opening = _tell_judges(summary) if model.name == JUDGES else _tell_position(summary)
    if not model.displacement:
        return f"{opening} The ranking stays the same."
    return (
        f"{opening} Items move by {decimals(model.displacement / size, 1)} places on average, and "
        f"by {count(model.largest_move, 'place')} at the most; the scores correlate by "
        f"{decimals(model.correlation, 3)} with those of the plain ranking."
    )


def _tell_judges(summary: Summary) -> str:
    judging = summary.judging
    if judging is None or judging.judges is None:
        return ""
    found = judging.judges
    alike = (
        f"They differ by a standard deviation of {decimals(found.spread)} "
        f"({p_text(found.p_alike)} if all were alike)."
        if found.judges_differ
        else f"They may all be alike ({p_text(found.p_alike)})."
    )
    return (
        "Every judge has a discrimination: 1 on average, 0 for a coin, below 0 for the order "
        f"turned round. Who discriminates better counts more. {alike}{_warn_of_turned(judging)}"
    )


def _warn_of_turned(judging: Judging) -> str:
    """Name the judges whose answers this model takes for the opposite of what they say."""
    if judging.judges is None:
        return ""
    pairs = zip(judging.codes, judging.judges.discrimination.tolist(), strict=True)
    turned = [code for code, value in pairs if value < 0]
    if not turned:
        return ""
    shown = [f"“{code}”" for code in turned[:_MOST_NAMED]]
    if len(turned) > len(shown):
        shown.append(f"{len(turned) - len(shown):,} more")
    return (
        f" Careful: answers of {join_words(shown)} count against what was chosen, as the "
        "discrimination is below 0. Look at them before you use this ranking: were the sides or "
        "the question mistaken, or is it another taste?"
    )


def _tell_position(summary: Summary) -> str:
    bias = summary.position_bias
    if bias is None:
        return ""
    return (
        "What standing on the left is worth is estimated together with the scores: "
        f"{decimals(bias.beta)} ± {decimals(bias.standard_error)} logits "
        f"({p_text(bias.p_value)})."
    )


def tell_no_models(summary: Summary) -> str:
    """Say why there is no other model."""
    if not summary.ranking.answers:
        return "There are no answers yet."
    if not summary.is_complete and summary.judging is None:
        return "The models are on their way…"
    return "The judge model needs three participants; position bias needs to know the sides."


def tell_tastes(summary: Summary) -> str:
    """Say how many classes of taste there are, and who is in them."""
    found = None if summary.judging is None else summary.judging.tastes
    if found is None:
        if summary.judging is None and not summary.is_complete and summary.ranking.answers:
            return "Classes of taste are on their way…"
        return f"Classes of taste need {LEAST_PEOPLE} participants, and up to 600 items."
    bic = ", ".join(f"{value - min(found.bic):,.0f}" for value in found.bic)
    told = f"BIC above the least, for one to {len(found.bic)} classes: {bic}."
    if found.count == 1:
        return f"One class: no group of participants has a taste of its own. {told}"
    sizes = join_words([percent(share) for share in found.share.tolist()])
    return (
        f"{found.count} classes of taste, with {sizes} of the participants; each has a ranking of "
        f"its own. {told}"
    )


def name_classes(found: TasteClasses) -> list[str]:
    """Return such as “Class A”."""
    return [f"Class {'ABCD'[k]}" for k in range(found.count)]


def tell_items(judging: Judging | None, names: tuple[str, ...]) -> str:
    """Say which items the model describes badly."""
    if judging is None:
        return "The fit of the items is on its way…"
    found = judging.items
    odd = [
        names[item]
        for item in range(len(names))
        if found.infit[item] >= ODD_INFIT and found.z_infit[item] > 2
    ]
    meaning = (
        "Infit and outfit are 1 where answers about an item are as predictable as the model says, "
        "and larger where people disagree about it; outfit looks at the most surprising answers."
    )
    if not odd:
        return f"{meaning} No item stands out."
    more = f" and {len(odd) - _MOST_NAMED} more" if len(odd) > _MOST_NAMED else ""
    return f"{meaning} Worth a look: {', '.join(odd[:_MOST_NAMED])}{more}."
