"""Who and what counts: the one selection that every summary, report and export takes and tells."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

import numpy as np

from sortrank_gui.ranking import Comparisons
from sortrank_gui.study.file.clock import utc_text
from sortrank_gui.study.file.exclusions import Exclusion, Exclusions, Target, find_exclusions
from sortrank_gui.study.file.given_answers import GivenAnswers
from sortrank_gui.study.file.journal import Event, Kind
from sortrank_gui.study.file.plans import SessionPlan, find_plans
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.records import Records, effective
from sortrank_gui.study.results.focus import find_whole, focus, list_questions

_REGULAR = frozenset({Kind.REGULAR})
_RULED = "ruled out"


@dataclass(frozen=True, slots=True)
class Selection:
    """Filters; what is None or empty lets everything pass.

    Robots and what is excluded are left out unless they are asked for. `kinds` says which trials
    count in the ranking; lists of answers have all kinds, and name each, until other ones than
    regular trials are chosen. Catch and repeat trials are looked at in the participants' table in
    any case.
    """

    participants: frozenset[str] | None = None
    sessions: frozenset[int] | None = None
    """Numbers of the participants' sessions, from 1."""
    kinds: frozenset[Kind] = _REGULAR
    since: datetime | None = None
    until: datetime | None = None
    """Both with a time zone; an answer at `until` does not count any more."""
    robots: bool | None = False
    """True: only answers of robots. False: only those of people. None: both, as in any demo."""
    excluded: bool = False
    """Whether answers count that were excluded."""
    per_participant: bool = False
    """Whether to fit one ranking for every participant, too."""
    question: int = 0
    """The number of the block that results are about; a plain study has one only."""
    conditions: frozenset[str] | None = None
    """Names; sessions of others do not count."""

    @property
    def span(self) -> tuple[str, str]:
        """Texts as in the file: from the first on, up to before the second."""
        begin = "" if self.since is None else utc_text(self.since)
        return begin, "~" if self.until is None else utc_text(self.until)

    @property
    def words(self) -> str:
        """What is chosen, for readers; empty where it is all people who are not excluded."""
        return self.tell(str(self.question + 1) if self.question else "")

    @property
    def is_narrow(self) -> bool:
        """Whether it leaves out more than other questions."""
        return bool(self.tell(""))

    def tell(self, question: str) -> str:
        """Return the words, with the name of the question where a study has several."""
        parts = [f"question {question}"] if question else []
        if self.conditions is not None:
            names = ", ".join(sorted(self.conditions)) or "none"
            parts.append(f"condition{'s' * (len(self.conditions) != 1)} {names}")
        if self.participants is not None:
            parts.append(f"participants {', '.join(sorted(self.participants)) or 'none'}")
        if self.sessions is not None:
            parts.append(f"sessions {', '.join(map(str, sorted(self.sessions))) or 'none'}")
        if self.robots is not False:
            parts.append("robots only" if self.robots else "people and robots")
        if self.excluded:
            parts.append("excluded ones included")
        if self.since is not None or self.until is not None:
            begin, end = (text[:16].replace("T", " ") for text in self.span)
            span = [f"from {begin}"] * bool(begin) + [f"before {end}"] * (end != "~")
            parts.append(" ".join(span) + " (UTC)")
        if self.kinds != _REGULAR:
            kinds = ", ".join(kind for kind in Kind if kind in self.kinds)
            parts.append(f"only {kinds or 'no'} trials")
        return "; ".join(parts)

    def lists(self, kind: str | None) -> bool:
        """Say whether lists of answers have trials of this kind."""
        return self.kinds == _REGULAR or kind in self.kinds

    def rename(self, codes: Mapping[str, str]) -> Self:
        """Return the same selection of participants who have other codes."""
        if self.participants is None:
            return self
        known = self.participants & codes.keys()
        return replace(self, participants=frozenset(codes[code] for code in known))


ALL = Selection()


def select(study: Everything, selection: Selection, *, taken_back: bool = False) -> Records:
    """Return the answers that pass, of every kind of trial, in the order in which they came."""
    records = study.records
    robots = _choose_robots(study, selection)
    excluded = Exclusions() if selection.excluded else find_excluded(study)
    plans = {} if selection.conditions is None else find_plans(study)
    inside = {
        row.id
        for row in study.sessions.values()
        if _is_inside(selection, row, plans.get(row.id, SessionPlan()).condition)
    }
    begin, end = selection.span
    passed = records.is_event(Event.ANSWER) if taken_back else records.are_effective()
    passed &= np.isin(records.column("session"), list(inside))
    if robots is not None:
        passed &= study.are_by_robot(records) == robots
    at = records.column("at")
    passed &= (at >= begin.encode()) & (at < end.encode())
    return records.take(passed & ~excluded.find_all(study, records))


def find_sessions(study: Everything, selection: Selection) -> set[int]:
    """Return the sessions that pass as a whole, also without any answer.

    Where dates are chosen, something has to have happened in them.
    """
    robots = _choose_robots(study, selection)
    awake = _find_awake(study, selection)
    gone = {} if selection.excluded else find_excluded(study).excluded
    plans = find_plans(study)
    return {
        row.id
        for row in study.sessions.values()
        if _is_inside(selection, row, plans.get(row.id, SessionPlan()).condition)
        and (robots is None or row.is_robot == robots)
        and (row.participant, None, None) not in gone
        and (row.participant, row.number, None) not in gone
        and row.id in awake
    }


def _find_awake(study: Everything, selection: Selection) -> set[int]:
    """Return the sessions in which something happened while answers count."""
    if selection.since is None and selection.until is None:
        return set(study.sessions)
    begin, end = selection.span
    at = study.records.column("at")
    when = (at >= begin.encode()) & (at < end.encode())
    found = set(study.records.column("session")[when].tolist())
    return found | {e.session for e in study.events if e.session and begin <= e.at < end}


def find_excluded(study: Everything) -> Exclusions:
    """Return what is excluded: by the researcher, and by the rules that the study was given.

    Rules judge people by all of their answers, whatever the question.
    """
    study = find_whole(study)
    found = find_exclusions(study)
    if study.content.design.exclusion.are_set:
        for each in _apply_rules(study, found):
            if each.target not in found.included:
                found.excluded[each.target] = each
    return found


def _apply_rules(study: Everything, decided: Exclusions) -> list[Exclusion]:
    """Return whom the rules exclude, judged by what the researcher left; computed once a state."""
    from sortrank_gui.study.results.rules import find_ruled_out  # it needs columns of answers

    key = (len(study.records), len(study.events), tuple(study.participants))
    if study.cache.get(_RULED, (None,))[0] != key:
        kept = effective(study.records)
        counts = ~study.are_by_robot(kept) & ~decided.find_all(study, kept)
        kept = kept.take(counts)
        study.cache[_RULED] = key, find_ruled_out(study, kept)
    ruled: list[Exclusion] = study.cache[_RULED][1]
    return ruled


def _is_inside(selection: Selection, row: SessionRow, condition: str) -> bool:
    people, numbers, conditions = selection.participants, selection.sessions, selection.conditions
    return (
        (people is None or row.participant in people)
        and (numbers is None or row.number in numbers)
        and (conditions is None or condition in conditions)
    )


def _choose_robots(study: Everything, selection: Selection) -> bool | None:
    """Return whether robots count: a demo would be empty without them."""
    return None if study.is_demo and selection.robots is False else selection.robots


def count_study(study: Everything, selection: Selection = ALL) -> Comparisons:
    """Return who beat whom in the answers that count in the ranking."""
    study = focus(study, selection.question)
    given = GivenAnswers.from_records(select(study, selection))
    table = Comparisons(len(study.content.items))
    table.add_outcomes(*given.outcomes(selection.kinds).T)
    return table


def select_sessions(study: Everything, selection: Selection) -> set[int]:
    """Return the sessions in which an answer passes, and those without any that might have some."""
    passed = select(study, selection, taken_back=True).list_sessions()
    if selection.is_narrow:
        return passed
    answered = study.records.take(study.records.is_event(Event.ANSWER)).list_sessions()
    empty = {row.id for row in study.sessions.values() if not row.is_robot} - answered
    return passed | empty


def tell_selection(
    study: Everything,
    selection: Selection,
    *,
    most: int | None = None,
    all_questions: bool = False,
) -> str:
    """Say which answers a file is about, and what was left out of it.

    Where more than `most` things are excluded, they are counted instead of named.
    """
    names = list_questions(study)
    one = len(names) > 1 and not all_questions
    told = selection.tell(names[min(selection.question, len(names) - 1)] if one else "")
    parts = [told or "all"]
    robots = sum(row.is_robot for row in study.sessions.values())
    if robots and _choose_robots(study, selection) is False:
        parts.append(f"{robots} {'session' if robots == 1 else 'sessions'} of robots left out")
    if not selection.excluded:
        chosen = selection.participants
        found = {
            target: each
            for target, each in find_excluded(study).excluded.items()
            if chosen is None or each.participant in chosen
        }
        if most is not None and len(found) > most:
            parts.append(_count_excluded(found))
        else:
            parts += [f"{each.words} excluded ({each.reason})" for each in found.values()]
    return "; ".join(parts)


def _count_excluded(targets: Iterable[Target]) -> str:
    kinds = Counter(
        "person" if session is None else "session" if trial is None else "trial"
        for _, session, trial in targets
    )
    plurals = {"person": "people", "session": "sessions", "trial": "trials"}
    counts = [f"{n:,} {k if n == 1 else plurals[k]}" for k, n in kinds.items()]
    return f"{', '.join(counts)} excluded"
