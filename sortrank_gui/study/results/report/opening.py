"""The top of the report: title, the figures that count, and what a reader must know first."""

from collections.abc import Iterator

from sortrank_gui import __version__
from sortrank_gui.figures.markup import Markup, element, join, name, paragraph
from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.study.results.report import wording
from sortrank_gui.study.results.report.quality import TOO_EARLY
from sortrank_gui.study.results.summary import Summary


def open_report(title: str, summary: Summary, made_at: str) -> Markup:
    """Return the title, the figures that count, and what a reader must know first."""
    found, halves = summary.reliability, None
    if found is not None:
        halves = found.halves
    robots = sum(person.by_robot for person in summary.participants)
    facts = [
        ("Items", f"{len(summary.names):,}"),
        ("Participants", _count_people(summary, robots)),
        *([("Robots", f"{robots:,}")] if robots else []),
        ("Answers that count", f"{summary.ranking.answers:,}"),
    ]
    if halves is not None:
        facts.append(("Split-half reliability", decimals(halves.mean)))
    if found is not None:
        places = found.expected_displacement / len(summary.names)
        told = TOO_EARLY if found.too_early else decimals(places, 1)
        facts.append(("Places off per item", told))
    if len(summary.times.seconds):
        facts.append(("Median time", wording.seconds(summary.times.median)))
    shown = (element("div", element("dt", k), element("dd", v)) for k, v in facts)
    return join(
        element("h1", name(title)),
        paragraph(
            f"Report of {_what(summary)} · {made_at[:10]} · SortRank {__version__}",
            class_="soft",
        ),
        element("dl", *shown, class_="facts"),
        *_notes(summary),
    )


def _count_people(summary: Summary, robots: int) -> str:
    if summary.origin is not None and not summary.origin.people:
        return NOTHING
    return f"{len(summary.participants) - robots:,}"


def _what(summary: Summary) -> str:
    return "a pairwise survey" if summary.origin is None else "imported answers to pairs"


def _notes(summary: Summary) -> Iterator[Markup]:
    """Say what a reader must know before anything else."""
    if summary.origin is not None:
        part = f"These answers were imported from {summary.origin.source}: SortRank did not ask "
        part += "for them, and does not know how their pairs were picked."
        yield paragraph(part, class_="warning")
    if summary.question:
        part = f"This report is about one of {len(summary.questions)} questions: "
        yield paragraph(part, name(summary.question), ".", class_="warning")
    if summary.selection.is_narrow:
        told = summary.selection.tell("")
        part = f"This report is about a selection of the answers: {told}."
        yield paragraph(part, class_="warning")
    if not summary.ranking.answers:
        yield paragraph("There are no answers yet, so there is no ranking.", class_="warning")
        return
    for remark in summary.remarks:
        yield paragraph(remark, class_="warning")
    flagged = [person.code for person in summary.participants if person.flags]
    best = summary.names[int(summary.ranking.item[0])]
    yield paragraph(
        "Ranked first: ", element("strong", name(best)), ". ", _tell_first_group(summary)
    )
    if flagged:
        codes = join(*map(name, flagged), between=", ")
        told = wording.count(len(flagged), "participant")
        have = "has a flag" if len(flagged) == 1 else "have flags"
        yield paragraph(f"{told} {have}: ", codes, ". See the section on participants.")


def _tell_first_group(summary: Summary) -> str | None:
    groups, found = summary.groups, summary.ranking.uncertainty
    if found.too_early:
        need = wording.count(found.answers_needed, "answer")
        return f"It is too early to tell items apart: it will take about {need}."
    if groups is None or summary.ranking.islands.split:
        return None
    last = int(groups.last[0])
    if last == 0:
        return "It is clearly better than every other item."
    if last == len(summary.names) - 1:
        return "The answers do not tell any two items apart for sure."
    return (
        f"The answers do not tell the first {last + 1} items apart for sure; "
        f"{wording.count(len(groups), 'group')} of such items are in the ranking, and they "
        "overlap."
    )
