"""What happened to a study as a whole: consent, exclusion, withdrawal, new texts, screens.

How it works
------------
Events are numbered from 1 and each carries a digest of itself and of the one before, as records of
a session do; the file's state names the last. An event's facts are JSON. Whoever reads them asks
for the kinds that it knows: those of a later SortRank are passed over.
"""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from hashlib import blake2b, sha256
from typing import Any, NamedTuple

from sortrank_gui.errors import StudyFileError
from sortrank_gui.plain_json import parse_json
from sortrank_gui.study.file.journal import first_link

HEAD = "events"
"""The key of the file's state that says how many events there are, and the last one's digest."""


_FACTS: dict[str, object] = {
    **dict.fromkeys(("text", "language", "participant", "reason", "by", "old", "new", "page"), ""),
    **dict.fromkeys(("condition", "step"), ""),
    "sessions": [],
    "order": [],
    "given": {},
    "trial": 0,
}
"""Names of facts, with a value of the type that each has wherever it stands."""


class EventKind(StrEnum):
    """What an event is about; the facts that each kind has stand behind it."""

    CONSENT = "consent"
    """A participant agreed: `text` (SHA-256), `language`."""
    DECLINED = "declined"
    """Somebody did not agree; nothing else is known."""
    LANGUAGE = "language"
    """A participant chose a `language`."""
    SCREEN = "screen"
    """Trials of a session are shown on this screen from now on: the fields of `Screen`."""
    RANKING_SHOWN = "ranking_shown"
    """The researcher uncovered the ranking while a person's session ran."""
    EXCLUDE = "exclude"
    """A `participant`, a session or one `trial` of it does not count: `reason`, `by`."""
    INCLUDE = "include"
    """It counts again."""
    WITHDRAW = "withdraw"
    """A participant's data was deleted: `sessions`, digests of what is gone for good; `series` and
    `next`, how far codes were counted, where theirs was the last."""
    RENAME = "rename"
    """A mistyped code, `old`, was corrected to `new`."""
    IMPORT = "import"
    """All answers come from a table of others: the fields of `Origin`."""
    PLAN = "plan"
    """A session has this `condition` and this `order` of blocks."""
    QUESTIONNAIRE = "questionnaire"
    """A participant filled in the questionnaire `step`: `given` (by queries), `language`."""
    TEXTS = "texts"
    """A `page` got a `new` text after the first answer: `language`, `old` (SHA-256)."""


class StudyEvent(NamedTuple):
    """One event: a row of the file's table, in the order of its columns."""

    seq: int
    at: str
    kind: str
    session: int | None
    data: str
    digest: bytes

    @property
    def facts(self) -> dict[str, Any]:
        """What the event says."""
        found = json.loads(self.data)
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen that showed trials, as the system describes it."""

    name: str
    x: int
    y: int
    width: int
    height: int
    """In pixels of the screen, as are the sizes of items."""
    scale: float
    """Pixels of the screen for one of a window."""
    refresh_hz: float
    pixels_per_mm: float = 0.0
    """As measured with a card, or as the system says; 0 where it is not known."""

    @property
    def facts(self) -> dict[str, Any]:
        """What an event says about it."""
        return asdict(self)


def make_event(
    before: bytes, seq: int, at: str, kind: EventKind, session: int | None, facts: dict[str, Any]
) -> StudyEvent:
    """Return the event that follows the one with the digest `before`."""
    data = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return link_event(before, StudyEvent(seq, at, kind.value, session, data, b""))


def link_event(before: bytes, event: StudyEvent) -> StudyEvent:
    """Return an event as it follows the one with the digest `before`."""
    return event._replace(digest=_chain(before, event))


def link_anew(study: str, events: Iterable[StudyEvent]) -> list[StudyEvent]:
    """Return the events numbered and linked as if there had been no others."""
    linked: list[StudyEvent] = []
    digest = first_event_link(study)
    for seq, event in enumerate(events, start=1):
        moved = event._replace(seq=seq)
        digest = _chain(digest, moved)
        linked.append(moved._replace(digest=digest))
    return linked


def first_event_link(study: str) -> bytes:
    """Return the digest before a study's first event."""
    return first_link(study, HEAD)


def tell_head(last: StudyEvent) -> str:
    """Return what the file's state says about its events."""
    return f"{last.seq} {last.digest.hex()}"


def write_events(
    connection: sqlite3.Connection, study: str, events: Iterable[StudyEvent]
) -> list[StudyEvent]:
    """Put these events in the place of all, inside the caller's transaction; return them linked."""
    linked = link_anew(study, events)
    connection.execute("DELETE FROM events")
    connection.execute("DELETE FROM state WHERE key = ?", (HEAD,))
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", linked)
    for last in linked[-1:]:
        connection.execute("INSERT INTO state VALUES (?, ?)", (HEAD, tell_head(last)))
    return linked


def verify_events(study: str, events: list[StudyEvent], head: str, sessions: set[int]) -> None:
    """Raise where an event is missing or not as it was written."""
    for event, linked in zip(events, link_anew(study, events), strict=True):
        if event != linked:
            raise StudyFileError(f"Event {event.seq} of the study is damaged or missing")
        if event.session is not None and event.session not in sessions:
            raise StudyFileError(f"Event {event.seq} of the study belongs to no session")
        verify_facts(event)
    if head != (tell_head(events[-1]) if events else ""):
        raise StudyFileError("An event of the study is damaged or missing")


def verify_facts(event: StudyEvent) -> None:
    """Raise where an event does not say what its kind says, in the types that it has."""
    found = parse_json(event.data)
    if event.kind not in list(EventKind):
        return  # of a later SortRank
    wrong = not isinstance(found, dict) or not all(
        isinstance(found.get(name, usual), type(usual)) for name, usual in _FACTS.items()
    )
    if wrong or not all(isinstance(each, str) for each in found.get("sessions", ())):
        raise StudyFileError(f"Event {event.seq} of the study has facts of another kind")


def is_sound(event: StudyEvent) -> bool:
    """Say whether an event says what its kind says; one of another computer may say anything."""
    try:
        verify_facts(event)
    except (StudyFileError, ValueError):
        return False
    return True


def text_digest(text: str) -> str:
    """Return what tells texts of pages apart."""
    return sha256(text.encode()).hexdigest()


def _chain(before: bytes, event: StudyEvent) -> bytes:
    text = "|".join(map(str, event[:5]))
    return blake2b(before + text.encode(), digest_size=16).digest()
