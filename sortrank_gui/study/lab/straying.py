"""Answers of a session that went on at another station meanwhile: they become one of their own.

How it works
------------
A station that was cut off may come back with answers that the server can't take: another station
has taken the session over, and its chain goes on there. Nothing is thrown away: all that was
written here since is sent as another session of the same participant, which says why it is there.
Its name and its records follow from what was written here, so that sending it again adds nothing.

So it is where somebody withdrew from a common sort while a station was cut off: the sort that asked
for its answers is another one then, so they count in the ranking, but tell no sort.
"""

from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid5

from sortrank_gui.study.file.journal import Event, Note, NoteKind, Record, link, make_record
from sortrank_gui.study.file.reading import SessionRow, SortRow, link_session
from sortrank_gui.study.file.told_sorts import name_sort
from sortrank_gui.study.lab.connecting import Server, server_sentences
from sortrank_gui.study.lab.outgoing import Outgoing, read_record, send_note, send_record, send_sort
from sortrank_gui.study.lab.rows import COLUMNS, take_clocks


@dataclass(slots=True)
class SessionFacts:
    """What is known of a session of this station, for the link's thread."""

    row: SessionRow
    """A copy, as the session was when it began here."""
    sort: SortRow
    """The sort of its first block."""
    shared: bool
    sorts: dict[str, SortRow] = field(default_factory=dict)
    """All that it tells, by name."""
    events: list[Outgoing] = field(default_factory=list)
    """Plan, consent, language and so on."""
    kept: list[tuple[int, bool]] = field(default_factory=list)
    """Answers that count, by their numbers, and whether each told that sort."""

    def note(self, record: Record) -> int:
        """Take a record; return how many answers had told the first block's sort before it."""
        before = sum(told for _, told in self.kept)
        if record.event == Event.ANSWER:
            self.kept.append((record.seq, record.sort == self.sort.id))
        elif record.event == Event.UNDO:
            self.kept = [each for each in self.kept if each[0] != record.undoes]
        return before


class StrayedTail:
    """Turns the rows of a session, from one record on, into those of another."""

    def __init__(
        self, facts: SessionFacts, row: SessionRow, sort: SortRow, first: Outgoing
    ) -> None:
        self._facts, self._row, self._sort = facts, row, sort
        self._head, self._seq, self._trial = row.head, 0, 0
        self._seqs: dict[int, int] = {}
        self._sorts: dict[str, SortRow] = {facts.sort.uuid: sort}
        self._begins_at, self._is_begun = first, False
        self.is_loose = False
        """Whether answers tell no sort: the one that asked for them is another one now."""

    def move(self, row: Outgoing) -> list[Outgoing]:
        """Return the rows that a row of the old session becomes."""
        rows = [] if self._is_begun else self._begin()
        if row.seq:
            return [*rows, *self._move_record(read_record(row.entry), row.entry["sort"])]
        if row.entry["table"] == "sorts":
            return [*rows, row]
        return [*rows, _readdress(row, self._row.uuid)]

    def _begin(self) -> list[Outgoing]:
        self._is_begun = True
        first = read_record(self._begins_at.entry)
        start = make_record(0, 1, Event.START, first.at, self._head, robot=self._row.is_robot)
        words = (
            f"Answered at another station while session {self._facts.row.number} went on elsewhere."
        )
        note = Note(0, first.at, NoteKind.EVENT.value, words)
        uuid = self._row.uuid
        events = [_readdress(event, uuid) for event in self._facts.events]
        return [*self._send(start, None), *events, send_note(uuid, note)]

    def _move_record(self, record: Record, sort: str | None) -> list[Outgoing]:
        event = Event.END if record.event == Event.PAUSE else Event(record.event)
        moved = record._replace(seq=self._seq + 1, event=event.value)
        if event is Event.START:
            return []
        if event is Event.UNDO:
            assert record.undoes is not None
            if record.undoes not in self._seqs:  # of the part that both have
                return []
            moved = moved._replace(undoes=self._seqs[record.undoes])
            self._trial -= 1
        if event is Event.ANSWER:
            self._trial += 1
            self._seqs[record.seq] = moved.seq
            moved = moved._replace(trial=self._trial)
        rows = list[Outgoing]()
        if self.is_loose:
            moved, sort = moved._replace(step=None), None
        if sort is not None and not self._facts.shared:
            rows, sort = self._fork(sort, record.step or 0)
        return [*rows, *self._send(link(self._head, moved), sort)]

    def _fork(self, sort: str, step: int) -> tuple[list[Outgoing], str]:
        """Return the sort that goes on from one of the old session's own, and its row if new."""
        if sort in self._sorts:
            return [], self._sorts[sort].uuid
        old = self._facts.sorts[sort]
        name = name_sort(self._row.uuid, old.question, old.condition)
        self._sorts[sort] = replace(old, uuid=name, shared_steps=step)
        return [send_sort(self._row.uuid, self._sorts[sort], old.uuid)], name

    def _send(self, record: Record, sort: str | None) -> list[Outgoing]:
        self._head, self._seq = record.digest, record.seq
        return [send_record(self._row.uuid, record, sort, shared=self._facts.shared)]


def begin_tail(
    server: Server, study: str, station: str, facts: SessionFacts, first: Outgoing
) -> StrayedTail:
    """Make room on the server for what a session has from a record on; the same room each time."""
    uuid = str(uuid5(UUID(facts.row.uuid), f"strayed {first.entry['digest']}"))
    old, sort = facts.row, facts.sort
    if not facts.shared:
        sort = replace(sort, uuid=name_sort(uuid, 0, sort.condition), shared_steps=first.step)
    with server_sentences("keep what was answered here"), server.transaction():
        take_clocks(server, study, 0)
        query = "SELECT number FROM sortrank.sessions WHERE uuid = %s"
        known = server.execute(query, (uuid,)).fetchone()
        if known is None:
            number = _count_sessions(server, study, old.participant) + 1
            clock = take_clocks(server, study, 2)
            if not facts.shared:
                _insert_sort(server, study, clock, sort, facts.sort.uuid)
            server.execute(
                "INSERT INTO sortrank.sessions (study, clock, uuid, participant, number, sort, "
                "seed, robot, owner, station) "
                "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, sortrank.me(), %s)",
                (
                    *(study, clock + 1, uuid, old.participant, number, sort.uuid, old.seed),
                    *(old.is_robot, station),
                ),
            )
            for event in facts.events:  # its plan above all, which no session is without
                _insert_event(server, study, _readdress(event, uuid))
        else:
            number = known[0]
    row = SessionRow(0, uuid, old.participant, number, 0, old.seed, 0, b"", old.is_robot)
    row.head = link_session(study, row, sort)
    return StrayedTail(facts, row, sort, first)


def _count_sessions(server: Server, study: str, participant: str) -> int:
    found = server.execute(
        "SELECT coalesce(max(number), 0) FROM sortrank.places(%s) WHERE participant = %s",
        (study, participant),
    ).fetchone()
    return 0 if found is None else int(found[0])


def _insert_sort(server: Server, study: str, clock: int, sort: SortRow, parent: str) -> None:
    row: tuple[Any, ...] = (study, clock, sort.uuid, sort.strategy, sort.seed, parent)
    server.execute(
        "INSERT INTO sortrank.sorts (study, clock, uuid, strategy, seed, parent, shared_steps, "
        "question, condition) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
        (*row, sort.shared_steps, sort.question, sort.condition),
    )


def _insert_event(server: Server, study: str, row: Outgoing) -> None:
    names = COLUMNS["events"].split(", ")
    marks = ", ".join(["%s"] * (2 + len(names)))
    values = (study, take_clocks(server, study, 1), *(row.entry[name] for name in names))
    query = f"INSERT INTO sortrank.events (study, clock, {', '.join(names)}) VALUES ({marks})"
    server.execute(query.encode(), values)


def _readdress(row: Outgoing, session: str) -> Outgoing:
    """Return an event or a note as one of another session, with a name of its own."""
    uuid = str(uuid5(UUID(session), row.entry["uuid"]))
    return Outgoing(session, {**row.entry, "uuid": uuid, "session": session})
