"""What an open study has: all that was read and written so far, as the screens ask for it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from sortrank_gui.study.design.content import Content, ImageRow, read_image_row
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.database import connect, sentences
from sortrank_gui.study.file.events import (
    StudyEvent,
)
from sortrank_gui.study.file.journal import (
    Event,
    Kind,
    Note,
    Record,
)
from sortrank_gui.study.file.reading import (
    Everything,
    SessionRow,
    SortRow,
)
from sortrank_gui.study.file.records import KIND_CODES, Records
from sortrank_gui.study.items.items import Study


@dataclass(frozen=True, slots=True)
class ContentRows:
    """What a researcher prepared, as rows of the file's tables."""

    design: str
    digest: bytes
    items: list[tuple[Any, ...]]
    variants: list[tuple[Any, ...]]
    sizes: dict[str, int]
    """Bytes of each picture."""


class OpenedStudy:
    """The reading half of an open study."""

    def __init__(
        self,
        path: Path,
        found: Everything,
        notices: list[str],
        connection: sqlite3.Connection | None,
    ) -> None:
        self.path = path
        self.notices = notices
        """Sentences that whoever opened the study should read."""
        self._found, self._writing = found, connection
        self._is_frozen = self._find_frozen()

    @property
    def everything(self) -> Everything:
        """All that was read and written so far; not to be changed."""
        return self._found

    @property
    def everyone(self) -> Everything:
        """All sessions that hold a place in a condition: those of this file."""
        return self._found

    def take_everything(self) -> Everything:
        """Return all of it as it is now, in lists of their own that no answer adds to."""
        found = self._found
        return replace(
            found,
            participants=list(found.participants),
            sorts=dict(found.sorts),
            sessions=dict(found.sessions),
            records=found.records.first(len(found.records)),
            incidents=list(found.incidents),
            notes=list(found.notes),
            events=list(found.events),
        )

    @property
    def uuid(self) -> str:
        """What all copies of this study have in common."""
        return self._found.uuid

    @property
    def created_at(self) -> str:
        """When the study was made, in UTC."""
        return self._found.created_at

    @property
    def design(self) -> Design:
        """The settings of the study."""
        return self._found.content.design

    @property
    def content(self) -> Content:
        """Design, items and truth."""
        return self._found.content

    @property
    def study(self) -> Study:
        """What the screens show."""
        content = self._found.content
        truth = None if content.truth is None else np.array(content.truth)
        return Study(content.design.title, content.design.prompt, content.items, truth)

    @property
    def participants(self) -> list[str]:
        """The participants' codes, in the order in which they came."""
        return list(self._found.participants)

    @property
    def sessions(self) -> list[SessionRow]:
        """All sessions, in the order in which they started."""
        return list(self._found.sessions.values())

    @property
    def sorts(self) -> dict[int, SortRow]:
        """All sorts by their number in this file."""
        return dict(self._found.sorts)

    @property
    def records(self) -> Records:
        """All records in the order in which they came to disk; only ever appended to."""
        return self._found.records

    @property
    def incidents(self) -> list[tuple[str, str]]:
        """When and how answers may have been lost: by a missing file, for instance."""
        return list(self._found.incidents)

    @property
    def notes(self) -> list[Note]:
        """What was written down about sessions, in that order."""
        return list(self._found.notes)

    @property
    def events(self) -> list[StudyEvent]:
        """What happened to the study as a whole, in that order."""
        return list(self._found.events)

    @property
    def is_frozen(self) -> bool:
        """Whether a person has answered, so that the design must stay as it is.

        Practice and robots do not count; a demo is frozen by any answer.
        """
        return self._is_frozen

    def records_of(self, session: SessionRow) -> Records:
        """Return the journal of one session."""
        records = self._found.records
        return records.take(records.column("session") == session.id)

    def image(self, digest: str) -> bytes:
        """Return the bytes of a picture, verified."""
        return self.image_row(digest)[5]

    def image_row(self, digest: str) -> ImageRow:
        """Return a picture with its format and size."""
        with self._reading("read a picture") as connection:
            return read_image_row(connection, digest)

    def picture_sizes(self) -> list[tuple[int, int]]:
        """Return width and height of every picture of the study."""
        with self._reading("read the sizes of pictures") as connection:
            return connection.execute("SELECT width, height FROM images").fetchall()

    def content_rows(self) -> ContentRows:
        """Return design and items as they are in the file, and how many bytes each picture has."""
        with self._reading("read the items") as connection:
            design, digest = connection.execute("SELECT design, digest FROM study").fetchone()
            return ContentRows(
                design,
                digest,
                connection.execute("SELECT * FROM items ORDER BY id").fetchall(),
                connection.execute("SELECT * FROM variants ORDER BY item, name").fetchall(),
                dict(connection.execute("SELECT digest, size FROM images").fetchall()),
            )

    @contextmanager
    def _reading(self, doing: str) -> Iterator[sqlite3.Connection]:
        """Give a connection to the file, which may be open for reading only."""
        with sentences(self.path, doing):
            if self._writing is not None:
                yield self._writing
            else:
                with closing(connect(self.path, read_only=True)) as connection:
                    yield connection

    def _find_frozen(self) -> bool:
        """Say the same of all records as `_freezes` of one."""
        found, records = self._found, self._found.records
        answers = records.is_event(Event.ANSWER)
        if not found.is_demo:
            answers &= records.column("kind") != KIND_CODES[Kind.PRACTICE]
            answers &= ~found.are_by_robot(records)
        return bool(answers.any())

    def _freezes(self, record: Record) -> bool:
        if record.event != Event.ANSWER:
            return False
        if self._found.is_demo:
            return True
        return record.kind != Kind.PRACTICE and not self._found.is_by_robot(record)
