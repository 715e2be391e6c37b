"""The report in words: the design, the sentences for a paper, and how numbers are said."""

import math
from collections.abc import Iterator

from sortrank_gui.figures.numbers import decimals
from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.assessing import MOST_ITEMS
from sortrank_gui.ranking.uncertainty import Uncertainty
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.origin import UNKNOWN_PROMPT, Origin, tell_origin
from sortrank_gui.study.results.participation import Participation
from sortrank_gui.study.results.rules import describe_rules
from sortrank_gui.study.results.summary import Sensitivity, Summary

_OF_SORTS = (
    "Maystre, L., & Grossglauser, M. (2017). Just Sort It! A simple and effective approach to "
    "active preference learning. In Proceedings of the 34th International Conference on Machine "
    "Learning (ICML), PMLR 70, 2344–2353."
)
_OF_MODELS = (
    "Bradley, R. A., & Terry, M. E. (1952). Rank analysis of incomplete block designs: I. The "
    "method of paired comparisons. Biometrika, 39(3/4), 324–345.",
    "Davidson, R. R. (1970). On extending the Bradley–Terry model to accommodate ties in paired "
    "comparison experiments. Journal of the American Statistical Association, 65(329), 317–328.",
    "Minka, T. P. (2001). Expectation propagation for approximate Bayesian inference. In "
    "Proceedings of the 17th Conference on Uncertainty in Artificial Intelligence, 362–369.",
    "Mogstad, M., Romano, J. P., Shaikh, A. M., & Wilhelm, D. (2024). Inference for ranks with "
    "applications to mobility across neighbourhoods and academic achievement across countries. "
    "The Review of Economic Studies, 91(1), 476–518.",
)
REFERENCES = (_OF_SORTS, *_OF_MODELS)
FIXED_BLANK = "\u00a0"
"""A blank at which no line breaks."""


def count(number: int, singular: str, plural: str | None = None) -> str:
    """Return such as “1 answer” or “1,200 answers”."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def seconds(value: float) -> str:
    """Return a time of answering; that of a robot may be too short to tell."""
    if value < 0.1:
        return "under 0.1 s"
    return f"{value:.2g} s" if value < 99 else f"{value:,.0f} s"


def percent(share: float) -> str:
    """Return a share in per cent; a dash where there is none."""
    return "–" if math.isnan(share) else f"{100 * share:.0f}{FIXED_BLANK}%"


def p_text(value: float) -> str:
    """Return a p-value as papers print it."""
    return (
        f"p{FIXED_BLANK}<{FIXED_BLANK}.001"
        if value < 0.001
        else f"p{FIXED_BLANK}={FIXED_BLANK}{value:.3f}".replace("0.", ".", 1)
    )


def join_words(words: list[str]) -> str:
    """Return such as “a, b and c”."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def describe_design(design: Design, n_items: int, n_catch_pairs: int) -> Iterator[str]:
    """Yield the design, a sentence each."""
    yield f"{count(n_items, 'item')} were compared in pairs, with the question “{design.prompt}”."
    answers = ["left", "right"]
    answers += ["equal"] * design.offer_equal + ["neither"] * design.offer_neither
    yield f"The answers offered were {join_words(answers)}."
    whose = (
        "All participants carried on one common sequence of pairs."
        if design.shared
        else "Every session had a sequence of pairs of its own."
    )
    yield f"Pairs were picked {strategies.facts(design.recipe).picked}. {whose}"
    yield f"A session was over {join_stops(design)}."
    yield "Which item stood on the left was drawn at random, balanced in blocks of eight trials."
    if design.min_response_ms:
        yield f"Answers faster than {design.min_response_ms} ms were not taken."
    yield f"Participants {'could' if design.undo else 'could not'} take an answer back."
    yield from _describe_extras(design, n_catch_pairs)


def list_references(origin: Origin | None) -> tuple[str, ...]:
    """Return what the report refers to; of imported answers nobody knows how pairs were picked."""
    return REFERENCES if origin is None else _OF_MODELS


def describe_import(origin: Origin, design: Design, n_items: int) -> Iterator[str]:
    """Yield what is known about answers that others collected, a sentence each."""
    asked = f", with the question “{design.prompt}”" * (design.prompt != UNKNOWN_PROMPT)
    yield f"{count(n_items, 'item')} were compared in pairs{asked}."
    yield from tell_origin(origin)
    if n_items > MOST_ITEMS:
        yield (
            f"Of more than {MOST_ITEMS:,} items the learned spread of the scores is taken as true: "
            "if pairs were picked by earlier answers (adaptively), intervals, ranks and separation "
            "claim more than they should."
        )
        return
    yield (
        "Intervals and ranks allow for pairs that were picked by chance or by earlier answers "
        "(adaptively), but not for pairs picked by somebody who knew the items."
    )


def join_stops(design: Design) -> str:
    """Say when a session is over."""
    stop = design.stop
    rules = []
    if stop.budget is not None:
        rules.append(f"after {count(stop.budget, 'trial')}")
    if stop.sorts is not None:
        run = strategies.facts(design.strategy).run or "round"
        rules.append(f"after {count(stop.sorts, f'complete {run}')}")
    if stop.minutes is not None:
        rules.append(f"after {stop.minutes:g} minutes")
    if stop.displacement is not None:
        places = f"{stop.displacement:g} places"
        rules.append(f"once the expected displacement per item was at most {places}")
    return " or ".join(rules) + (", whichever came first" if len(rules) > 1 else "")


def _describe_extras(design: Design, n_catch_pairs: int) -> Iterator[str]:
    if design.practice:
        yield f"{count(design.practice, 'practice trial')} at the beginning did not count."
    if design.catch_share:
        pairs = count(n_catch_pairs, "pair")
        yield (
            f"{percent(design.catch_share)} of the trials were catch trials with a known answer, "
            f"from {pairs}; they do not count in the ranking."
        )
    if design.repeat_share:
        yield (
            f"{percent(design.repeat_share)} of the trials showed an earlier pair again with sides "
            "swapped, to measure consistency; they do not count in the ranking either."
        )
    if design.exclusion.are_set:
        reasons = " or ".join(describe_rules(design.exclusion))
        yield f"Set before the first answer: participants are excluded for {reasons}."
    if design.break_every:
        yield f"There was a break every {count(design.break_every, 'trial')}."


def method_sentences(design: Design, summary: Summary) -> Iterator[str]:
    """Yield sentences for the method section of a paper."""
    robots = sum(person.by_robot for person in summary.participants)
    ranking, who = summary.ranking, count(len(summary.participants) - robots, "participant")
    if summary.origin is not None and not summary.origin.people:
        who = "An unknown number of participants"
    who += f" and {count(robots, 'robot')}" * bool(robots)
    asked = f" (“{design.prompt}”)" * (design.prompt != UNKNOWN_PROMPT)
    yield (
        f"{who} made {count(ranking.answers, 'pairwise comparison')} of "
        f"{count(len(summary.names), 'item')}{asked}."
    )
    if summary.origin is None:
        yield f"Pairs were picked {strategies.facts(design.recipe).picked}."
    else:
        yield (
            f"The answers were collected by others and imported from {summary.origin.source}; how "
            "pairs were picked is not part of these data."
        )
    yield (
        "Scores were estimated with the Bradley–Terry model (Bradley & Terry, 1952) by penalised "
        f"maximum likelihood. {_tell_spread(ranking.uncertainty)}"
    )
    ties = ranking.estimate.ties
    if ties.value:
        yield (
            "Answers of “equal” were modelled as ties (Davidson, 1970), with a tie parameter of "
            f"{decimals(ties.value)} (SE = {decimals(ties.error)})."
        )
    if ranking.uncertainty.too_early:
        yield "There are too few answers to test differences between items, or to tell ranks."
    elif summary.groups is not None:
        yield (
            "Differences between items were tested in pairs, at a familywise level of 5 %, by the "
            "largest error of all differences in draws from the posterior; ranks that hold for "
            "all items together follow from them (Mogstad et al., 2024)."
        )
    found = summary.reliability
    if found is not None and found.halves is not None:
        halves = found.halves
        yield (
            f"Split-half reliability ({len(halves.values)} random halvings by {found.by}, stepped "
            f"up by the Spearman–Brown formula) was {decimals(halves.mean)} (95 % of the halvings: "
            f"{decimals(halves.low)} to {decimals(halves.high)})."
        )


def _tell_spread(found: Uncertainty) -> str:
    """Say what is known about the spread of the scores, and what follows for intervals."""
    if found.spread is None:
        variance = decimals(found.estimate.prior_variance)
        return f"The variance of the normal prior was learned from the data ({variance})."
    low, high = found.spread.interval()
    return (
        f"The standard deviation of the true scores is about {decimals(found.spread.typical)} "
        f"({decimals(low)} to {decimals(high)}); intervals and ranks are integrated over it, by "
        "expectation propagation (Minka, 2001)."
    )


def tell_participation(found: Participation) -> Iterator[str]:
    """Say who came, who counts, and who does not and why."""
    if found.is_told_apart:
        yield f"{count(found.invited, 'person', 'people')} came."
    else:
        yield "The table does not say who answered: all answers are taken as one participant's."
    if found.declined:
        yield f"{found.declined:,} did not consent, and nothing of them is kept."
    if found.withdrew:
        yield f"{found.withdrew:,} withdrew, and their data was deleted."
    for reason, codes in found.people_by_reason.items():
        yield f"{len(codes):,} excluded: {reason} ({join_words(codes)})."
    for each in found.parts:
        yield f"Excluded: {each.words} ({each.reason})."
    if found.robots:
        yield f"{count(found.robots, 'session')} of robots are not counted here."


def tell_sensitivity(found: Sensitivity) -> str:
    """Say what the ranking would be without flagged participants."""
    size = len(found.ranking.item)
    codes = join_words(list(found.left_out))
    if not found.displacement:
        return f"Without {codes} the ranking is the same."
    moves = f"{decimals(found.displacement / size, 1)} places on average"
    return (
        f"Without {codes} items move by {moves}, and by {count(found.largest_move, 'place')} at "
        f"the most; the scores of both rankings correlate by {decimals(found.correlation, 3)}."
    )
