"""Begins sessions on the server, exactly: the next code, the next number, the emptiest condition.

How it works
------------
Whoever begins a session holds the study's order first, so that all others wait; reads which codes
are taken and which plans people have; decides as a file would, with the same functions; and writes
the session down before the next one may look. So no two get the same code or number, and
conditions fill evenly, however many stations begin at once. The session's first record follows
from the station: one that was begun and never written is found again, and used.
"""

from dataclasses import dataclass
from hashlib import md5
from uuid import UUID, uuid4

from sortrank_gui.errors import UsedCodeError
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.versions import make_version
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.events import EventKind, StudyEvent, is_sound, make_event
from sortrank_gui.study.file.journal import Event, Record
from sortrank_gui.study.file.plans import ChoosePlan
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.file.session_places import SessionPlace, find_place
from sortrank_gui.study.file.storage import derive_sort_seed
from sortrank_gui.study.lab.connecting import Server, server_sentences
from sortrank_gui.study.lab.outgoing import name_station_event
from sortrank_gui.study.lab.rows import COLUMNS, LabRows, Row, take_clocks

_NO_DIGEST = bytes(16)


@dataclass(frozen=True, slots=True)
class Seat:
    """A session that the server knows, and that the station's file shall have."""

    uuid: str
    place: SessionPlace
    sort: str
    """The name of its first block's sort."""
    at: str


@dataclass(frozen=True, slots=True)
class Sitter:
    """A session on the server, as all stations may know it."""

    uuid: str
    participant: str
    number: int
    robot: bool
    last_event: str | None
    mine: bool
    alive: bool
    """Whether the station that has it gives signs of life."""

    @property
    def is_ended(self) -> bool:
        """Whether it is over for good."""
        return self.last_event == Event.END


def list_sitters(server: Server, study: str) -> list[Sitter]:
    """Return all sessions of a study, in the order in which they began."""
    rows = server.execute(
        "SELECT session::text, participant, number, robot, last_event, mine, alive "
        "FROM sortrank.places(%s)",
        (study,),
    )
    return [Sitter(*row) for row in rows]


def read_everyone(server: Server, study: str, content: Content) -> Everything:
    """Return a study with all sessions that hold a place, as far as codes and plans go."""
    sitters = list_sitters(server, study)
    numbers = {each.uuid: number for number, each in enumerate(sitters, start=1)}
    found = Everything(
        uuid=study,
        created_at="",
        content=content,
        state={},
        participants=list(dict.fromkeys(each.participant for each in sitters)),
        sorts={},
        sessions={},
        records=Records(_end(numbers[each.uuid]) for each in sitters if each.is_ended),
        incidents=[],
        notes=[],
    )
    for each in sitters:
        number = numbers[each.uuid]
        found.sessions[number] = SessionRow(
            number, each.uuid, each.participant, each.number, 0, 0, 0, b"", each.robot
        )
    query = "SELECT at, kind, session::text, data FROM sortrank.rulings(%s)"
    rows = server.execute(query, (study,)).fetchall()
    for seq, (at, kind, session, data) in enumerate(rows, start=1):
        own = None if session is None else numbers.get(session)
        event = StudyEvent(seq, at, kind, own, data, _NO_DIGEST)
        if (session is None or own is not None) and is_sound(event):
            found.events.append(event)
    return found


def _end(session: int) -> Record:
    at, nothing = "2000-01-01T00:00:00.000Z", (None,) * 11
    return Record(session, 1, Event.END.value, at, *nothing, _NO_DIGEST, None)


def take_seat(
    server: Server,
    study: str,
    content: Content,
    station: str,
    code: str | None,
    *,
    robot: bool,
    plan: ChoosePlan | None,
) -> Seat:
    """Begin a session on the server, and return where it sits."""
    with server_sentences("begin a session"), server.transaction():
        take_clocks(server, study, 0)
        everyone = read_everyone(server, study, content)
        place = find_place(everyone, code, robot=robot, plan=plan)
        design, condition = content.design, "" if place.plan is None else place.plan.condition
        strategy = make_version(design, condition).block_design(0).recipe
        seed = derive_sort_seed(design, condition, 0, place.seed)
        row = (study, 0, condition, strategy, seed)
        sort = find_common_sort(server, *row) if design.shared else None
        uuid, at = str(uuid4()), utc_now()
        is_new = sort is None
        if sort is None:
            sort = name_common(*row) if design.shared else str(uuid4())
        clock = take_clocks(server, study, 3)
        if is_new:
            server.execute(
                f"INSERT INTO sortrank.sorts (study, clock, {COLUMNS['sorts']}) "
                "VALUES (%s, %s, %s, %s, %s, NULL, 0, 0, %s)",
                (study, clock, sort, strategy, seed, condition),
            )
        server.execute(
            f"INSERT INTO sortrank.sessions (study, clock, {COLUMNS['sessions']}) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, sortrank.me(), %s)",
            (study, clock + 1, uuid, place.code, place.number, sort, place.seed, robot, station),
        )
        if place.plan is not None:
            _write_plan(server, study, clock + 2, uuid, at, place)
    return Seat(uuid, place, sort, at)


def _write_plan(
    server: Server, study: str, clock: int, uuid: str, at: str, place: SessionPlace
) -> None:
    assert place.plan is not None
    data = make_event(b"", 1, at, EventKind.PLAN, None, place.plan.facts).data
    name = name_station_event(uuid, at, EventKind.PLAN, data)
    server.execute(
        f"INSERT INTO sortrank.events (study, clock, {COLUMNS['events']}) "
        "VALUES (%s, %s, %s, %s, %s, %s, %s)",
        (study, clock, name, at, EventKind.PLAN.value, uuid, data),
    )


def name_common(study: str, question: int, condition: str, strategy: str, seed: int) -> str:
    """Return the name of the sort that all people of a condition share, where there is none yet.

    The server verifies it: nobody can have put another sort in its place.
    """
    text = f"{study} {question} {condition} {strategy} {seed}"
    return str(UUID(md5(text.encode(), usedforsecurity=False).hexdigest()))


def find_common_sort(
    server: Server, study: str, question: int, condition: str, strategy: str, seed: int
) -> str | None:
    """Return the name of the sort that all people of a condition share."""
    row = server.execute(
        "SELECT uuid::text FROM sortrank.sorts WHERE study = %s AND parent IS NULL "
        "AND question = %s AND condition = %s AND strategy = %s AND seed = %s "
        "ORDER BY clock LIMIT 1",
        (study, question, condition, strategy, seed),
    ).fetchone()
    return None if row is None else str(row[0])


def take_session(
    server: Server, study: str, station: str, sitter: Sitter, *, shared: bool
) -> LabRows:
    """Take a session over from another station, and return all that it has."""
    with server_sentences("go on with a session"), server.transaction():
        query = "SELECT sortrank.take_over(%s, %s)"
        row = server.execute(query, (sitter.uuid, station)).fetchone()
        if row is None or not row[0]:
            raise UsedCodeError(
                f"{sitter.participant} takes part at another station now; pause the session there "
                "first, or end it."
            )
        return _read_session(server, study, sitter.uuid, shared=shared)


def _read_session(server: Server, study: str, session: str, *, shared: bool) -> LabRows:
    """Return what a session of this station has; its answers tell the sorts that they were for."""
    rows = LabRows()
    for table, listed in rows.tables:
        if table != "sorts":
            key = "uuid" if table == "sessions" else "session"
            query = f"SELECT {COLUMNS[table]} FROM sortrank.{table} WHERE {key} = %s ORDER BY clock"
            listed.extend(server.execute(query.encode(), (session,)))
    query = f"SELECT {COLUMNS['sorts']} FROM sortrank.sorts WHERE study = %s ORDER BY clock"
    sorts = {str(row[0]): row for row in server.execute(query.encode(), (study,))}
    if shared:
        rows.journal = [_tell_root(row, sorts) for row in rows.journal]
    names = {str(rows.sessions[0][3]), *(str(row[16]) for row in rows.journal if row[16])}
    for name in names:
        above = sorts[name][3]
        while above is not None:
            names.add(str(above))
            above = sorts[str(above)][3]
    rows.sorts = [row for name, row in sorts.items() if name in names]
    return rows


def _tell_root(row: Row, sorts: dict[str, Row]) -> Row:
    """Return a record that tells the common sort, whichever fork of it was told."""
    sort = None if row[16] is None else str(row[16])
    while sort is not None and sorts[sort][3] is not None:
        sort = str(sorts[sort][3])
    return (*row[:16], sort, *row[17:])
