"""Whom the study's own rules exclude, which were set before there were answers.

Nothing of it is stored: the rules and the answers are in the file, and whoever was included
deliberately stays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from sortrank_gui.ranking import fit
from sortrank_gui.study.design.design import ExclusionRules
from sortrank_gui.study.file.exclusions import Exclusion
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.results.focus import find_catch_pairs, focus, list_questions
from sortrank_gui.study.results.summary.assessment import assess_participants
from sortrank_gui.study.results.summary.columns import make_columns
from sortrank_gui.study.results.summary.participants import Participant, list_participants

RULE = "rule"
_FEWEST = 3
"""Where two disagree, nobody knows whose answers fit badly."""


def describe_rules(rules: ExclusionRules) -> list[str]:
    """Return the reasons for which somebody is excluded."""
    found = []
    if rules.failed_catch_share is not None:
        found.append(f"more than {100 * rules.failed_catch_share:g} % of the catch trials failed")
    if rules.median_ms is not None:
        found.append(f"median response time below {rules.median_ms:g} ms")
    if rules.infit is not None:
        found.append(f"answers that fit the ranking badly (infit above {rules.infit:g})")
    return found


def find_ruled_out(study: Everything, records: Records) -> list[Exclusion]:
    """Return who is excluded by a rule, for the first that holds; judged by these answers."""
    rules = study.content.design.exclusion
    return [
        Exclusion(person.code, None, None, reason, RULE)
        for person in _describe_people(study, records, with_fit=rules.infit is not None)
        for reason in list(_find_reasons(person, rules))[:1]
    ]


def _describe_people(
    study: Everything, records: Records, *, with_fit: bool
) -> Sequence[Participant]:
    """Return people in numbers: catch trials of all questions, and the worst fit to any."""
    questions = range(len(list_questions(study)))
    if len(questions) == 1:
        return _describe_asked(study, records, with_fit=with_fit)
    columns = make_columns(study, records)
    people = {p.code: p for p in list_participants(columns, columns.of_kinds([Kind.REGULAR]))}
    answered = replace(study, records=records, cache={})
    for question in questions:
        part = focus(answered, question)
        for person in _describe_asked(part, part.records, with_fit=with_fit):
            people[person.code] = _join(people[person.code], person)
    return list(people.values())


def _join(all_: Participant, part: Participant) -> Participant:
    fits = [found for found in (all_.agreement, part.agreement) if found is not None]
    return replace(
        all_,
        catches_passed=all_.catches_passed + part.catches_passed,
        agreement=max(fits, key=attrgetter("infit"), default=None),
    )


def _describe_asked(
    study: Everything, records: Records, *, with_fit: bool
) -> Sequence[Participant]:
    columns = make_columns(study, records)
    counted = columns.of_kinds([Kind.REGULAR])
    people = list_participants(columns, counted, find_catch_pairs(study.content))
    if not with_fit or len(people) < _FEWEST:
        return people
    estimate = fit(columns.judgements(counted).table())
    return assess_participants(people, columns, counted, estimate, _ignore)


def _find_reasons(person: Participant, rules: ExclusionRules) -> Iterator[str]:
    """Yield the rules that exclude somebody, in the words of `describe_rules`."""
    share, median, infit = rules.failed_catch_share, rules.median_ms, rules.infit
    failed = person.catches - person.catches_passed
    if share is not None and person.catches and failed / person.catches > share:
        yield from describe_rules(ExclusionRules(failed_catch_share=share))
    if median is not None and 1000 * person.median_seconds < median:
        yield from describe_rules(ExclusionRules(median_ms=median))
    if infit is not None and person.agreement is not None and person.agreement.infit > infit:
        yield from describe_rules(ExclusionRules(infit=infit))


def _ignore(_share: float) -> None:
    """Nobody waits for so little."""
