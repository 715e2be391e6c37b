"""What a desk changes on the server: rows behind all others, texts, and all of a study anew."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import design_from_json, design_to_json
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.events import EventKind, first_event_link, link_anew, make_event
from sortrank_gui.study.file.journal import Event
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.rewriting import link_sessions
from sortrank_gui.study.lab.connecting import Server
from sortrank_gui.study.lab.rows import Row, insert_rows, run, take_clocks

Owner = tuple[bytes | None, str | None, bool, str | None]
"""Whose a session is: a station's digest and name; whether it is alive; the last event."""


def read_owners(server: Server, study: str) -> dict[str, Owner]:
    """Return whose the sessions of a study are, by their UUIDs."""
    found = server.execute(
        "SELECT uuid::text, owner, station, coalesce(sortrank.is_alive(study, owner), false), "
        "sortrank.last_event(uuid) FROM sortrank.sessions WHERE study = %s",
        (study,),
    )
    return {row[0]: (row[1], row[2], row[3], row[4]) for row in found}


def leave_owners(
    sessions: Sequence[SessionRow], changed: Everything, owners: Mapping[str, Owner]
) -> dict[str, bytes | None]:
    """Return whose each session is after a change; raise where one goes on at a station now.

    A station that is cut off may come back with answers that follow records as they were, or that a
    common sort asked for in another state. It owns these sessions no more: what it brings becomes
    a session of its own.
    """
    heads = {row.uuid: row.head for row in changed.sessions.values()}
    shared = changed.content.design.shared
    left: dict[str, bytes | None] = {}
    for row in sessions:
        owner, station, is_alive, last = owners[row.uuid]
        is_other = heads.get(row.uuid) != row.head
        if is_alive and last != Event.END and (is_other or shared):
            raise InputError(
                f"{row.participant} takes part at the station “{station}” now. End that session "
                "first: this change needs its records, too."
            )
        left[row.uuid] = None if last != Event.END and (is_other or shared) else owner
    return left


def link_all(study: Everything, kind: EventKind, facts: dict[str, Any]) -> Everything:
    """Return a study linked as if all had been recorded so, with an event behind all others."""
    sessions, records = link_sessions(study)
    events = link_anew(study.uuid, study.events)
    before, seq = first_event_link(study.uuid), 1
    if events:
        before, seq = events[-1].digest, events[-1].seq + 1
    events.append(make_event(before, seq, utc_now(), kind, None, facts))
    return replace(study, sessions=sessions, records=records, events=events)


def send_rows(server: Server, study: str, table: str, rows: Sequence[Row]) -> None:
    """Put rows behind all others, in the caller's transaction."""
    clock = take_clocks(server, study, max(len(rows), 1))
    run(insert_rows(server, table, study, clock, rows))


def send_content(server: Server, study: str, content: Content) -> None:
    """Put texts, codes and the ground truth in the place of what the server has."""
    design = design_to_json(design_from_json(design_to_json(content.design)))
    stored = replace(content, design=design_from_json(design))
    server.execute(
        "UPDATE sortrank.studies SET title = %s, design = %s, digest = %s WHERE uuid = %s",
        (content.design.title, design, stored.digest, study),
    )
    truth = content.truth or (None,) * len(content.items)
    with server.cursor() as cursor:
        cursor.executemany(
            "UPDATE sortrank.items SET truth = %s WHERE study = %s AND id = %s "
            "AND truth IS DISTINCT FROM %s",
            [(value, study, number, value) for number, value in enumerate(truth)],
        )
