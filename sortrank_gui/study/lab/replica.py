"""The desk's replica of a study on the server: an ordinary file that takes what stations answer.

How it works
------------
The file has all rows in the server's order, and how far it is (`replica` in its state). A thread
reads what is new; the file's own thread takes it, in one transaction a portion. What the researcher
does here, such as excluding somebody, goes to the server first and comes back from there. Changes
to what was recorded, such as a withdrawal, are made here under the server's lock, and the result
takes the place of what was there; the generation grows, so that other replicas begin anew. A
replica can always be made again, so it needs no backups.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn
from uuid import uuid4

from sortrank_gui.errors import InputError, LabError, LabGoneError, StudyFileError
from sortrank_gui.paths import data_folder
from sortrank_gui.safe_files import choose_free, make_folder
from sortrank_gui.study.design.content import Content, ImageRow
from sortrank_gui.study.design.freezing import find_frozen_change, list_text_changes
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.events import (
    HEAD,
    EventKind,
    StudyEvent,
    make_event,
    text_digest,
)
from sortrank_gui.study.file.forgetting import mark_withdrawal
from sortrank_gui.study.file.journal import NoteKind
from sortrank_gui.study.file.opening import SUFFIX, open_study_as
from sortrank_gui.study.file.places import is_uuid
from sortrank_gui.study.file.reading import LEFT_OUT, REPLICA, Everything, SessionRow
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.file.rewriting import Change
from sortrank_gui.study.file.roll import ROLL
from sortrank_gui.study.file.seal import SEAL
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.bringing_home import make_lab_file
from sortrank_gui.study.lab.connecting import Server, connect_server, server_sentences
from sortrank_gui.study.lab.content_taking import replace_content
from sortrank_gui.study.lab.desk_changes import (
    leave_owners,
    link_all,
    read_owners,
    send_content,
    send_rows,
)
from sortrank_gui.study.lab.following import Follower, Following
from sortrank_gui.study.lab.news import LabNews, LabStanding, read_news, read_standing
from sortrank_gui.study.lab.pictures import LabPictures, read_lab_row
from sortrank_gui.study.lab.rows import Row, insert_all, list_rows, run, take_clocks
from sortrank_gui.study.lab.taking import Taking, read_left_out
from sortrank_gui.study.survey.lab_files import Arrival
from sortrank_gui.study.survey.lab_state import LabState

_TABLES = ("notes", "events", "journal", "sessions", "sorts", "participants", "incidents")
_FOLDED = (HEAD, ROLL, LEFT_OUT)
"""Keys of the state that follow from what happened."""
_AT_STATIONS = "Sessions of a study on the lab's server are held at its stations."
_MOST_DESKS = 20


class ReplicaFile(StudyFile):
    """A study on the server, as the desk has it. One thread owns it; `open_desk` gives one."""

    _address: LabAddress | None = None
    _follower: Follower | None = None
    _pictures: LabPictures | None = None
    _arrived = Arrival()

    @property
    def standing(self) -> LabStanding:
        """How far the file is."""
        parts = self._found.state.get(REPLICA, "").split()
        found = [int(part) for part in parts if part.isdecimal()]
        generation, clock = found if len(found) == 2 else (0, 0)
        with self._reading("look how far it is") as connection:
            (digest,) = connection.execute("SELECT digest FROM study").fetchone()
        return LabStanding(generation, clock, digest)

    def follow(self, address: LabAddress, notice: Callable[[], object]) -> None:
        """Take what is new from this server; `notice` is called, on another thread, if there is."""
        self._address, self._pictures = address, LabPictures(address, self.uuid)
        # What comes can be had again: so taking it waits for no disk, which stations may need.
        self._connection.execute("PRAGMA synchronous = NORMAL")
        with closing(connect_server(address)) as server:
            self._catch_up(server)
        self._arrived = Arrival()
        self._follower = Follower(address, self.uuid, self.standing, notice)
        self._follower.start()

    def tell_lab(self) -> LabState:
        """Return how the lab stands."""
        state = Following() if self._follower is None else self._follower.state
        server = "" if self._address is None else self._address.text
        return LabState(
            role="desk",
            server=server,
            name="",
            connected=state.connected,
            sentence=state.sentence,
            stations=state.stations,
            study=self.design.title,
            left_out=tuple(read_left_out(self._found).values()),
        )

    def receive(self) -> Arrival:
        """Take what has come from the server into the file."""
        for news in [] if self._follower is None else self._follower.take():
            self._take_news(news)
        arrived, self._arrived = self._arrived, Arrival()
        return arrived

    def close(self) -> None:
        """Hang up and close the file."""
        self._hang_up()
        super().close()

    def abandon(self) -> None:
        """Hang up and let go of the file."""
        self._hang_up()
        super().abandon()

    def image_row(self, digest: str) -> ImageRow:
        """Return a picture, which may have to come from the server."""
        with self._reading("read a picture") as connection:
            row = read_lab_row(connection, digest)
        if row is None or self._pictures is None:
            return super().image_row(digest)
        return self._pictures.complete(row)

    def find_picture(self, digest: str) -> bytes:
        """Return a picture's bytes, on any thread; it may have to come from the server."""
        pictures = self._pictures
        if pictures is None:
            raise LabGoneError("The study of this picture is closed.")
        return pictures.find(digest)

    def _write_record(self, *_: Any, **__: Any) -> NoReturn:
        raise InputError(_AT_STATIONS)

    def _add_sort(self, *_: Any, **__: Any) -> NoReturn:
        raise InputError(_AT_STATIONS)

    def add_event(
        self, kind: EventKind, facts: dict[str, Any], session: SessionRow | None = None
    ) -> StudyEvent:
        """Write down what happened, on the server."""
        made = make_event(b"", 0, utc_now(), kind, None, facts)
        uuid = None if session is None else session.uuid
        with self._calling("save this step") as server:
            row = (str(uuid4()), made.at, made.kind, uuid, made.data)
            send_rows(server, self.uuid, "events", [row])
        same = (e for e in reversed(self._found.events) if e[1:3] == made[1:3])
        return next(event for event in same if event.data == made.data)

    def add_note(self, session: SessionRow, kind: NoteKind, text: str) -> None:
        """Write words about a session down, on the server."""
        row = (str(uuid4()), session.uuid, utc_now(), kind.value, text.strip())
        with self._calling("save this note") as server:
            send_rows(server, self.uuid, "notes", [row])

    def rewrite(self, change: Change, kind: EventKind, facts: dict[str, Any]) -> None:
        """Change what was recorded: on the server, all or nothing, and then here."""
        with self._calling("change the records") as server:
            take_clocks(server, self.uuid, 0)  # nobody else adds anything meanwhile
            generation, known = self.standing.generation, len(self.sessions)
            self._catch_up(server)
            if (self.standing.generation, len(self.sessions)) != (generation, known):
                raise InputError("Sessions came or went meanwhile; look at them and try again.")
            changed = link_all(change(self._found), kind, facts)
            owners = read_owners(server, self.uuid)
            left = leave_owners(self.sessions, changed, owners)
            rows = list_rows(changed)
            rows.sessions = [(*row[:6], left[row[0]], owners[row[0]][1]) for row in rows.sessions]
            server.execute("SELECT sortrank.forget_sessions(%s)", (self.uuid,))
            run(insert_all(server, self.uuid, rows))
            if changed.content != self._found.content:  # a list of codes that lost one
                send_content(server, self.uuid, changed.content)

    def _write_content(
        self, content: Content, progress: Progress | None, *, anew: bool = False
    ) -> None:
        """Replace texts, codes, the PIN or the truth, on the server; all else stays as shared."""
        if anew and find_frozen_change(self.content, content):
            raise InputError(
                "A study on the lab's server keeps its design and its items. Duplicate it, change "
                "and share the copy; or remove it from the server, change your own file and share "
                "that again."
            )
        with self._calling("save the study") as server:
            take_clocks(server, self.uuid, 1)  # so that others hear of it
            send_content(server, self.uuid, content)

    def _write_texts(self, content: Content) -> None:
        changes = list_text_changes(self.design, content.design) if self.is_frozen else ()
        rows: list[Row] = []
        for each in changes:
            facts = {"page": each.key, "language": each.language}
            facts |= {"old": text_digest(each.old), "new": each.new}
            made = make_event(b"", 0, utc_now(), EventKind.TEXTS, None, facts)
            rows.append((str(uuid4()), made.at, made.kind, None, made.data))
        with self._calling("save the texts") as server:
            send_rows(server, self.uuid, "events", rows)
            send_content(server, self.uuid, content)

    def _see_to_backup(self) -> bool:
        return False

    @contextmanager
    def _calling(self, doing: str) -> Iterator[Server]:
        """Give a connection with a transaction; what came of it is taken when it is committed."""
        if self._address is None:
            raise LabError(f"Open the study from the lab's server to {doing}.")
        with closing(connect_server(self._address)) as server:
            with server_sentences(doing, self._address), server.transaction():
                yield server
            self._catch_up(server)

    def _hang_up(self) -> None:
        if self._follower is not None:
            self._follower.stop()
        if self._pictures is not None:
            self._pictures.close()
        self._follower = self._pictures = None

    def _catch_up(self, server: Server) -> None:
        """Take all that the server has now."""
        for news in read_news(server, self.uuid, self.standing, read_standing(server, self.uuid)):
            self._take_news(news)

    def _take_news(self, news: LabNews) -> None:
        """Write a portion, if it follows what is here."""
        mine, since, until = self.standing, news.since, news.until
        is_anew = until.generation != mine.generation
        if not is_anew and until.clock <= mine.clock:
            return  # it came by another way
        if since.generation == until.generation if is_anew else since.clock != mine.clock:
            if self._follower is not None:
                self._follower.go_on_from(mine)
            return
        gone = {event.data for event in self._found.events if event.kind == EventKind.WITHDRAW}
        # The whole file would be sealed anew some times a second: closing does it, and whatever
        # comes until then can be had again.
        with self._saving("take what has come", chained=True):
            self._connection.execute("DELETE FROM state WHERE key = ?", (SEAL,))
            found = self._drop_sessions() if is_anew else self._found
            if news.content is not None:
                found = replace(found, content=replace_content(self._connection, news.content))
            taken = Taking(self._connection, found).take(news.rows)
            state = f"{until.generation} {until.clock}"
            self._connection.execute("REPLACE INTO state VALUES (?, ?)", (REPLICA, state))
        is_other = found is not self._found
        self._found = found
        found.state[REPLICA] = state
        taken.keep(found)
        self._is_frozen = self._find_frozen() if is_other else self._is_frozen
        self._is_frozen = self._is_frozen or any(map(self._freezes, taken.records))
        before = self._arrived
        self._arrived = Arrival(
            before.records + len(taken.records),
            before.sessions or bool(taken.sessions or taken.events),
            before.content or is_other,
        )
        if is_anew:
            self._forget_gone(gone)

    def _drop_sessions(self) -> Everything:
        """Empty the tables of all that happened, and return the study without it."""
        for table in _TABLES:
            self._connection.execute(f"DELETE FROM {table}")
        self._connection.execute("DELETE FROM state WHERE key IN (?, ?, ?)", _FOLDED)
        return replace(
            self._found,
            state={k: v for k, v in self._found.state.items() if k not in _FOLDED},
            participants=[],
            sorts={},
            sessions={},
            records=Records(),
            incidents=[],
            notes=[],
            events=[],
            cache={},
        )

    def _forget_gone(self, known: set[str]) -> None:
        """Leave nothing of who withdrew elsewhere in the bytes of this file."""
        for event in self._found.events:
            if event.kind == EventKind.WITHDRAW and event.data not in known:
                mark_withdrawal(self.path, self.uuid, event.facts.get("sessions", []))
                self.finish_withdrawal()


def replica_path(study: str, number: int = 1) -> Path:
    """Return where this computer keeps its replica of a study; desks beside the first have own."""
    if not is_uuid(study):
        raise StudyFileError("The study has a name of its own that is no UUID.")
    name = "desk" if number == 1 else f"desk {number}"
    return data_folder() / "lab" / study / f"{name}{SUFFIX}"


def open_desk(
    address: LabAddress,
    study: str,
    notice: Callable[[], object] = int,
    *,
    progress: Progress | None = None,
) -> ReplicaFile:
    """Open the replica of a study, made or brought up to date, and follow the server.

    `notice` is called on another thread when there is something to `receive`.
    """
    for number in range(1, _MOST_DESKS):
        file = _open_replica(address, study, replica_path(study, number), progress)
        if file is not None:
            try:
                file.follow(address, notice)
            except BaseException:
                file.close()
                raise
            return file
    raise LabError("This computer has the study open too many times already.")


def _open_replica(
    address: LabAddress, study: str, path: Path, progress: Progress | None
) -> ReplicaFile | None:
    """Return the open replica at a path, made anew where it is none; None if somebody has it."""
    if path.exists():
        try:
            file = open_study_as(ReplicaFile, path, progress=progress)
        except StudyFileError:
            path.rename(choose_free(path.with_name(f"{path.stem}-damaged{path.suffix}")))
        else:
            if not file.read_only:
                return file
            return None
    make_folder(path.parent)
    with closing(connect_server(address)) as server:
        make_lab_file(server, study, path, _mark, rows=True, progress=progress)
    return open_study_as(ReplicaFile, path)


def _mark(connection: sqlite3.Connection, standing: LabStanding) -> None:
    row = (REPLICA, f"{standing.generation} {standing.clock}")
    connection.execute("INSERT INTO state VALUES (?, ?)", row)
