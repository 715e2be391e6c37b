"""What a station has written and the server shall have: entries of `sortrank.append`."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from sortrank_gui.study.file.events import StudyEvent
from sortrank_gui.study.file.journal import Event, Note, Record
from sortrank_gui.study.file.reading import SortRow
from sortrank_gui.study.lab.lab_sort import Pair, order_pair
from sortrank_gui.study.lab.tables import RECORD_COLUMNS

_NAMES = RECORD_COLUMNS.split(", ")


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One row on its way."""

    session: str
    entry: dict[str, Any]
    seq: int = 0
    """Of a record in its session; 0 for anything else."""
    sort: str = ""
    """The common sort that it tells; empty for none."""
    step: int = 0
    """At how many answers of that sort its pair was asked."""
    pair: Pair | None = None

    @property
    def is_answer(self) -> bool:
        """Whether it is an answer, which people count."""
        return self.entry.get("event") == Event.ANSWER


def send_record(
    session: str, record: Record, sort: str | None, *, shared: bool, told: int = 0
) -> Outgoing:
    """Return a record as the server takes it; `sort` is the name of the sort that it tells.

    `told` is how many answers a sort of the session's own had been told before.
    """
    entry: dict[str, Any] = dict(zip(_NAMES, record, strict=True))
    entry |= {"table": "journal", "session": session, "sort": sort}
    entry["digest"] = "\\x" + record.digest.hex()
    if sort is None or not shared or record.step is None:
        return Outgoing(session, entry, record.seq, step=told)
    assert record.left is not None
    assert record.right is not None
    pair = order_pair(record.left, record.right)
    return Outgoing(session, entry, record.seq, sort, record.step, pair)


def read_record(entry: dict[str, Any]) -> Record:
    """Return the record of an entry, which belongs to no session of a file."""
    values = {name: entry[name] for name in _NAMES[1:]}
    values["digest"] = bytes.fromhex(entry["digest"].removeprefix("\\x"))
    values["left"], values["right"] = values.pop("left_item"), values.pop("right_item")
    return Record(**{**values, "session": 0, "sort": None})


def send_event(session: str, event: StudyEvent) -> Outgoing:
    """Return an event of a session as the server takes it."""
    entry = {
        "table": "events",
        "uuid": name_station_event(session, event.at, event.kind, event.data),
        "session": session,
        "at": event.at,
        "kind": event.kind,
        "data": event.data,
    }
    return Outgoing(session, entry)


def name_station_event(session: str, at: str, kind: str, data: str) -> str:
    """Return what an event of a session is called, whichever station sends it."""
    return str(uuid5(UUID(session), f"{at} {kind} {data}"))


def send_note(session: str, note: Note) -> Outgoing:
    """Return a note about a session as the server takes it."""
    entry = {
        "table": "notes",
        "uuid": str(uuid5(UUID(session), f"note {note.at} {note.kind} {note.text}")),
        "session": session,
        "at": note.at,
        "kind": note.kind,
        "text": note.text,
    }
    return Outgoing(session, entry)


def send_sort(session: str, sort: SortRow, parent: str | None) -> Outgoing:
    """Return a sort as the server takes it."""
    entry = {
        "table": "sorts",
        "uuid": sort.uuid,
        "strategy": sort.strategy,
        "seed": sort.seed,
        "parent": parent,
        "shared_steps": sort.shared_steps,
        "question": sort.question,
        "condition": sort.condition,
    }
    return Outgoing(session, entry)
