"""Everything but the pictures' bytes, as JSON."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from sortrank_gui import __version__
from sortrank_gui.study.file.clock import utc_text
from sortrank_gui.study.file.plans import find_plans
from sortrank_gui.study.results.exporting import Export, Order, TextFile
from sortrank_gui.study.results.exports import answers, ranking
from sortrank_gui.study.results.focus import list_questions
from sortrank_gui.study.results.questionnaires import find_forms
from sortrank_gui.study.results.selection import find_sessions, select_sessions


def _make(order: Order) -> TextFile:
    study = order.study
    given = [dict(zip(answers.COLUMNS, row, strict=True)) for row in answers.list_answers(order)]
    content: dict[str, Any] = {
        "sortrank": __version__,
        "study": study.uuid,
        "created_at": study.created_at,
        "selection": _tell(order),
        "design": asdict(replace(study.content.design, pin="")),  # a PIN is for the lab alone
        "items": [
            {
                "name": item.name,
                "text": item.text,
                "image_sha256": item.digest or None,
                "tags": item.tags,
                "variants": [
                    {"name": each.name, "text": each.text, "image_sha256": each.digest or None}
                    for each in item.variants
                ],
            }
            for item in study.content.items
        ],
        "truth": study.content.truth,
        "incidents": [{"at": at, "sentence": sentence} for at, sentence in study.incidents],
        "notes": list(_list_notes(order)),
        "events": list(_list_events(order)),
        "plans": list(_list_plans(order)),
        "questionnaires": list(_list_forms(order)),
        "ranking": [
            dict(zip(ranking.COLUMNS, row, strict=True)) for row in ranking.rank_selected(order)
        ],
        "answers": given,
        "columns": {"answers": answers.COLUMNS, "ranking": ranking.COLUMNS},
    }
    return TextFile(_encode(content), len(given))


def _tell(order: Order) -> dict[str, Any]:
    """Return a selection in JSON's words; null lets everything pass."""
    chosen = order.selection
    people, since, until = chosen.participants, chosen.since, chosen.until
    return {
        "words": order.words,
        "participants": None if people is None else sorted(people),
        "kinds": sorted(chosen.kinds),
        "since": None if since is None else utc_text(since),
        "until": None if until is None else utc_text(until),
        "sessions": None if chosen.sessions is None else sorted(chosen.sessions),
        "robots": chosen.robots,
        "excluded": chosen.excluded,
        "question": None if order.all_questions else next(order.by_question())[0],
        "conditions": None if chosen.conditions is None else sorted(chosen.conditions),
    }


def _list_notes(order: Order) -> Iterator[dict[str, Any]]:
    inside = select_sessions(order.study, order.selection)
    for note in order.study.notes:
        if note.session in inside:
            row = order.study.sessions[note.session]
            yield {
                "participant": row.participant,
                "session": row.number,
                "at": note.at,
                "kind": note.kind,
                "text": note.text,
            }


def _list_plans(order: Order) -> Iterator[dict[str, Any]]:
    """Yield the condition, and the order of the blocks, of each session that has a plan."""
    names, rows = list_questions(order.study), order.study.sessions
    plans = find_plans(order.study)
    for number in sorted(find_sessions(order.study, order.selection) & plans.keys()):
        yield {
            "participant": rows[number].participant,
            "session": rows[number].number,
            "condition": plans[number].condition or None,
            "questions": [names[k] for k in plans[number].order if k < len(names)] or list(names),
        }


def _list_forms(order: Order) -> Iterator[dict[str, Any]]:
    for form in find_forms(order.study, order.selection).values():
        yield {
            "participant": form.session.participant,
            "session": form.session.number,
            "at": form.at,
            "questionnaire": form.step,
            "language": form.language or None,
            "answers": form.given,
        }


def _list_events(order: Order) -> Iterator[dict[str, Any]]:
    """Yield what happened to the study, and to the people and sessions that are selected."""
    study, people = order.study, order.selection.participants
    inside = select_sessions(study, replace(order.selection, excluded=True))
    for event in study.events:
        facts, row = event.facts, None
        if event.session is not None:
            if event.session not in inside:
                continue
            row = study.sessions[event.session]
        elif people is not None and facts.get("participant", facts.get("new")) not in people:
            continue
        yield {
            "at": event.at,
            "kind": event.kind,
            "participant": facts.pop("participant", None) if row is None else row.participant,
            "session": None if row is None else row.number,
            "facts": facts,
        }


def _encode(content: dict[str, Any]) -> Iterator[str]:
    yield from json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(content)
    yield "\n"


EXPORT = Export(
    name="everything",
    title="Everything",
    about="Design, items, answers and ranking in one JSON file; pictures by their digests.",
    ending=".json",
    kind="JSON file",
    unit="answer",
    place=4,
    make=_make,
    hides_codes=True,
)
