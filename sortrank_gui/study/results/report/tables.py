"""The tables of the report."""

import math
from collections.abc import Iterable, Mapping, Sequence

from sortrank_gui.figures.markup import Content, Markup, element, join, name
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.study.results.report.quality import list_facts, tell_joint_ranks, tell_ranks
from sortrank_gui.study.results.report.wording import percent
from sortrank_gui.study.results.summary import Participant, SessionSummary, Summary

Cell = tuple[str, Content]
"""The class of a cell, and what stands in it."""


def table(caption: Content, heads: Sequence[Cell], rows: Iterable[Sequence[Cell]]) -> Markup:
    """Return a table whose head is repeated on every printed page."""
    head = element("tr", *(_cell("th", cell, scope="col") for cell in heads))
    body = (element("tr", *(_cell("td", cell) for cell in row)) for row in rows)
    whole = element("table", element("thead", head), element("tbody", join(*body, between="\n")))
    return element("figure", element("figcaption", caption), element("div", whole), class_="table")


def ranking_table(summary: Summary, caption: Content, pictures: Mapping[int, str]) -> Markup:
    """Return one row an item, best first, with its picture if there is one."""
    ties = bool(summary.ranking.ties.any())
    heads: list[Cell] = [
        ("number", "Rank"),
        ("name", "Item"),
        ("number", "Score"),
        ("number", "SE"),
        ("number", "95 % interval"),
        *([("number", "95 % by people")] if summary.clustering is not None else []),
        ("number", "Ranks (95 %)"),
        *([("number", "All together")] if summary.groups is not None else []),
        ("number", "Wins"),
        ("number", "Losses"),
        *([("number", "Ties")] if ties else []),
        ("number", "Shown"),
    ]
    if summary.groups is not None:
        heads.append(("group", "Clearly better than"))
    if summary.ranking.islands.split:
        heads.insert(0, ("number", "Island"))
    places = range(len(summary.names))
    return table(caption, heads, (_ranking_row(summary, k, ties, pictures) for k in places))


def participants_table(summary: Summary, caption: Content) -> Markup:
    """Return one row a participant."""
    people, judging = summary.participants, summary.judging
    known = (
        {}
        if judging is None or judging.judges is None
        else dict(zip(judging.codes, judging.judges.discrimination.tolist(), strict=True))
    )
    repeats, catches = any(p.repeats for p in people), any(p.catches for p in people)
    heads: list[Cell] = [
        ("name", "Participant"),
        ("number", "Answers"),
        ("number", "Agreement"),
        ("number", "Noise (infit)"),
        ("number", "Surprises (outfit)"),
        ("number", "Consistency"),
        *([("number", "Discrimination")] if known else []),
        ("number", "Left ± SE"),
        ("number", "Median time"),
        *([("number", "Repeats the same")] if repeats else []),
        *([("number", "Catch passed")] if catches else []),
        ("name", "Flags"),
    ]
    rows = (_person_row(p, known, repeats=repeats, catches=catches) for p in people)
    return table(caption, heads, rows)


def sessions_table(sessions: Sequence[SessionSummary], caption: Content) -> Markup:
    """Return one row a session."""
    heads = (
        ("name", "Participant"),
        ("number", "Session"),
        ("date", "Started (UTC)"),
        ("number", "Answers"),
        ("number", "Taken back"),
        ("number", "Pauses"),
        ("number", "Minutes"),
        ("name", "State"),
    )
    return table(caption, heads, map(_session_row, sessions))


def reliability_table(summary: Summary, caption: Content) -> Markup:
    """Return the figures of reliability and fit, with what they mean."""
    heads = (("name", "Figure"), ("number", "Value"), ("name", "Meaning"))
    rows = (
        (("name", fact.name), ("number", fact.value), ("name", fact.meaning))
        for fact in list_facts(summary)
    )
    return table(caption, heads, rows)


def _ranking_row(
    summary: Summary, place: int, ties: bool, pictures: Mapping[int, str]
) -> Sequence[Cell]:
    ranking, item = summary.ranking, int(summary.ranking.item[place])
    picture = element("img", src=pictures[item], alt="") if item in pictures else None
    interval = f"{decimals(float(ranking.low[place]))} to {decimals(float(ranking.high[place]))}"
    row: list[Cell] = [
        ("number", place + 1),
        ("name", join(picture, name(summary.names[item]), _mark(summary, place))),
        ("number", decimals(float(ranking.score[place]))),
        ("number", decimals(float(ranking.standard_error[place]))),
        ("number", interval),
        *([("number", _tell_by_people(summary, place))] if summary.clustering is not None else []),
        ("number", tell_ranks(ranking, place)),
        *([("number", tell_joint_ranks(ranking, place))] if summary.groups is not None else []),
        ("number", int(ranking.wins[place])),
        ("number", int(ranking.losses[place])),
        *([("number", int(ranking.ties[place]))] if ties else []),
        ("number", int(ranking.shown[place])),
    ]
    if summary.groups is not None:
        below, size = int(summary.groups.clearly_below[place]), len(summary.names)
        row.append(("group", f"{below + 1} and below" if below < size - 1 else _last(below, size)))
    if ranking.islands.split:
        row.insert(0, ("number", int(ranking.islands.number[item]) or "–"))
    return row


def _tell_by_people(summary: Summary, place: int) -> str:
    """Return the interval of a score that holds for other people, too."""
    if summary.clustering is None:
        return "–"
    ranking = summary.ranking
    low, high = summary.clustering.widen(ranking.score, ranking.low, ranking.high)
    return f"{decimals(float(low[place]))} to {decimals(float(high[place]))}"


def _last(below: int, size: int) -> str:
    return str(size) if below == size - 1 else "–"


def _mark(summary: Summary, place: int) -> Markup | None:
    ranking = summary.ranking
    for found, words in (
        (ranking.never_lost, "never lost"),
        (ranking.never_won, "never won"),
        (ranking.never_compared, "never compared"),
    ):
        if found[place]:
            return join(" ", element("span", words, class_="mark"))
    return None


def _person_row(
    person: Participant, judges: Mapping[str, float], *, repeats: bool, catches: bool
) -> Sequence[Cell]:
    found, own = person.agreement, person.consistency
    nan = float("nan")
    left = "–"
    if not math.isnan(person.share_left):
        left = f"{100 * person.share_left:.0f} ± {percent(person.share_left_error)}"
    same = f"{person.repeats_same} of {person.repeats}" if person.repeats else "–"
    passed = f"{person.catches_passed} of {person.catches}" if person.catches else "–"
    flags = [element("span", flag.title, class_="flag") for flag in person.flags]
    return [
        ("name", join(name(person.code), " (robot)" if person.by_robot else None)),
        ("number", person.answers),
        ("number", percent(nan if found is None else found.agreement)),
        ("number", decimals(nan if found is None else found.infit)),
        ("number", decimals(nan if found is None else found.outfit)),
        ("number", decimals(nan if own is None else own.z_coin, 1)),
        *([("number", decimals(judges.get(person.code, nan)))] if judges else []),
        ("number", left),
        ("number", _time(person.median_seconds)),
        *([("number", same)] if repeats else []),
        *([("number", passed)] if catches else []),
        ("name", join(*flags, between=element("br"))),
    ]


def _time(seconds: float) -> str:
    return "–" if math.isnan(seconds) else f"{decimals(seconds, 1)} s"


def _session_row(session: SessionSummary) -> Sequence[Cell]:
    return (
        ("name", name(session.participant)),
        ("number", session.number),
        ("date", session.started_at[:16].replace("T", " ") or "–"),
        ("number", session.answers),
        ("number", session.taken_back),
        ("number", session.pauses),
        ("number", decimals(session.minutes, 1)),
        ("name", join("ended" if session.ended else "open", _because(session.reason))),
    )


def _because(reason: str) -> Markup | None:
    return element("span", f" ({reason})", class_="mark") if reason else None


def _cell(kind: str, cell: Cell, **attributes: Content) -> Markup:
    return element(kind, cell[1], class_=cell[0], **attributes)
