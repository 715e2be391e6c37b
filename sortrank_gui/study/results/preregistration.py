"""A text for a preregistration: the fields of OSF's form, as far as the design says them."""

from collections.abc import Iterator

from sortrank_gui import __version__
from sortrank_gui.ranking import strategies
from sortrank_gui.study.design.conditions import AssignBy, Condition
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.focusing import focus_content
from sortrank_gui.study.design.timeline import BlockOrder
from sortrank_gui.study.design.versions import list_blocks, list_questionnaires, make_version

BLANK = "(to be filled in)"
_ORDERS = {
    BlockOrder.FIXED: "Everybody answers the questions in the same order.",
    BlockOrder.SHUFFLED: "The order of the questions is drawn at random for each session.",
    BlockOrder.LATIN: "The order of the questions follows a balanced Latin square over people; the "
    "row that fewest people have is given out next, ties by the seed.",
    BlockOrder.ALTERNATING: "Questions take turns from trial to trial.",
}
_ASSIGNED = {
    AssignBy.LEAST_FILLED: "the condition with the fewest people comes next: ended sessions count "
    "as one, those under way as half, excluded and withdrawn people not; ties are broken by the "
    "study's seed",
    AssignBy.CODES: "a list of codes that was made beforehand decides",
    AssignBy.HAND: "the researcher chooses at the start of each session",
    AssignBy.ANSWER: "the participant's answer in a questionnaire decides",
}


def make_preregistration(content: Content, *, sample: str = "") -> str:
    """Return the text; `sample` says what a plan expects of so many people."""
    lines = [
        f"# Preregistration: {content.design.title or BLANK}",
        "",
        f"Headings are those of the OSF Prereg form. Written by SortRank {__version__} from the "
        f"study's design; “{BLANK}” marks what only you can say.",
    ]
    for part, fields in _list_parts(content, sample):
        lines += ["", f"## {part}"]
        for title, text in fields:
            lines += ["", f"### {title}", "", text]
    return "\n".join(lines) + "\n"


Fields = list[tuple[str, str]]


def _list_parts(content: Content, sample: str) -> Iterator[tuple[str, Fields]]:
    design = content.design
    yield (
        "Study information",
        [
            ("Title", design.title or BLANK),
            ("Authors", BLANK),
            ("Description", _describe(content)),
            ("Hypotheses", BLANK),
        ],
    )
    yield "Design plan", list(_plan_design(content))
    yield (
        "Sampling plan",
        [
            ("Existing data", f"Registration prior to creation of data: {BLANK}"),
            ("Data collection procedures", _collect(design)),
            ("Sample size", sample or f"{BLANK}: “sortrank plan --study” says what to expect."),
            ("Sample size rationale", _reason(sample)),
            ("Stopping rule", " ".join(_list_stops(content))),
        ],
    )
    yield "Variables", list(_list_variables(content))
    yield "Analysis plan", list(_plan_analysis(content))
    yield "Other", [("Other", BLANK)]


def _describe(content: Content) -> str:
    parts = []
    for number, step in enumerate(list_blocks(content.design)):
        asked = focus_content(content, number)
        prompt = " ".join(asked.design.prompt.split())
        parts.append(f"- {step.name}: “{prompt}”, about {_count(len(asked.items), 'item')}")
    return "People compare items in pairs and choose one of two:\n\n" + "\n".join(parts)


def _plan_design(content: Content) -> Iterator[tuple[str, str]]:
    design = content.design
    between = len(design.conditions) > 1
    kind = "Experiment: people are assigned to conditions." if between else BLANK
    yield "Study type", kind
    yield "Blinding", f"Participants do not see the ranking while they answer. {BLANK}"
    blocks, conditions = len(list_blocks(design)), len(design.conditions)
    words = [f"{_count(blocks, 'question')} within people"]
    words += [f"{_count(conditions, 'condition')} between people"] * between
    yield (
        "Study design",
        f"{', '.join(words)}. {_ORDERS[design.block_order] if blocks > 1 else ''}".strip(),
    )
    yield "Randomization", " ".join(_randomize(design))


def _randomize(design: Design) -> Iterator[str]:
    if design.conditions:
        yield f"Assignment to conditions: {_ASSIGNED[design.assignment.by]}."
    if design.is_imported:
        yield "The answers were collected by others; nobody here knows how pairs were picked."
        return
    for recipe in _list_recipes(design):
        yield f"Pairs are picked {strategies.facts(recipe).picked}."
    yield "Which item stands on the left is drawn at random, balanced in blocks of eight trials."
    yield f"All chance follows from the seed {design.seed}."


def _list_recipes(design: Design) -> list[str]:
    """Return how pairs are picked, over all blocks and conditions."""
    versions = [make_version(design, each.name) for each in design.conditions or (Condition(),)]
    used = [
        version.block_design(question).recipe
        for question in range(len(list_blocks(design)))
        for version in versions
    ]
    return list(dict.fromkeys(used))


def _collect(design: Design) -> str:
    parts = [f"People take part under codes, in {', '.join(design.languages)}."]
    if design.texts.consent:
        parts.append("They read a text and consent before the first trial.")
    forms = [step.name for step in list_questionnaires(design)]
    if forms:
        parts.append(f"They fill in {_count(len(forms), 'questionnaire')}: {', '.join(forms)}.")
    return " ".join([*parts, f"Recruitment: {BLANK}"])


def _reason(sample: str) -> str:
    if not sample:
        return BLANK
    return (
        "By simulations of the same design: pairs are picked by the study's own strategy and "
        "answered by the Bradley-Terry model with the spread that is named."
    )


def _list_stops(content: Content) -> Iterator[str]:
    for number, step in enumerate(list_blocks(content.design)):
        stop = focus_content(content, number).design.stop
        ends = [f"after {_count(stop.budget, 'trial')}"] * (stop.budget is not None)
        ends += [f"after {stop.sorts} complete sorts"] * (stop.sorts is not None)
        ends += [f"after {stop.minutes or 0:g} minutes"] * (stop.minutes is not None)
        if stop.displacement is not None:
            ends.append(f"once items are expected to be {stop.displacement:g} places off")
        yield f"A participant's part of “{step.name}” ends {' or '.join(ends) or BLANK}."
    yield f"Data collection as a whole ends: {BLANK}"


def _list_variables(content: Content) -> Iterator[tuple[str, str]]:
    design = content.design
    if design.conditions:
        lines = [f"- {each.name}: {_tell_condition(each)}" for each in design.conditions]
        yield "Manipulated variables", "Condition, between people:\n\n" + "\n".join(lines)
    else:
        yield "Manipulated variables", "None between people."
    offered = [
        "left",
        "right",
        *["equal"] * design.offer_equal,
        *["neither"] * design.offer_neither,
    ]
    measured = [f"- the answer to each pair ({', '.join(offered)}) and its response time"]
    for step in list_questionnaires(design):
        measured += [
            f"- {step.name}.{query.name} ({query.kind.value}): {' '.join(query.label.split())}"
            for query in step.fields
        ]
    yield "Measured variables", "\n".join(measured)
    yield "Indices", "The score of each item in each question: see the statistical models."


def _tell_condition(condition: Condition) -> str:
    parts = ["other words"] * bool(condition.words)
    parts += [f"only items tagged {', '.join(condition.tags)}"] * bool(condition.tags)
    parts += [f"pairs by {condition.strategy}"] * bool(condition.strategy)
    parts += [f"items shown as their variant “{condition.pictures}”"] * bool(condition.pictures)
    return "; ".join(parts) or "as the study has it"


def _plan_analysis(content: Content) -> Iterator[tuple[str, str]]:
    from sortrank_gui.study.results.rules import describe_rules  # it loads the mathematics

    design = content.design
    ties = ", extended by Davidson (1970) for the answer “equal”" * design.offer_equal
    models = [
        f"For each question a Bradley-Terry model{ties}, with a normal prior of the scores whose "
        "variance is learned from the answers; only regular trials count."
    ]
    if len(list_blocks(design)) > 1:
        models.append(
            "Questions: the correlation of true scores, by a normal model with errors taken out."
        )
    if len(design.conditions) > 1:
        models.append(
            "Conditions: the difference of each item's score over its standard error, and a test "
            "of the whole ranking that deals people out to the conditions anew (999 times)."
        )
    yield "Statistical models", " ".join(models)
    yield "Transformations", "None; scores are in logits with a mean of 0."
    yield (
        "Inference criteria",
        "Two-sided, 5 % for all tests of a family together (Holm's correction, or the largest "
        "difference under shuffling); 95 % intervals.",
    )
    rules = describe_rules(design.exclusion)
    told = "; ".join(rules)
    yield "Data exclusion", f"People are left out for: {told}." if rules else f"No rule. {BLANK}"
    yield (
        "Missing data",
        "Sessions that end early count with the answers that they have; “neither” is no answer.",
    )
    yield "Exploratory analysis", BLANK


def _count(number: int | None, noun: str) -> str:
    return f"{number or 0:,} {noun}{'s' * (number != 1)}"
