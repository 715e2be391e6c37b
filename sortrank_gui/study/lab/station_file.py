"""The file of a station: an ordinary study file with its own sessions, and a link to the server.

How it works
------------
Whatever happens here is written to the file first, as in any study, and then handed to the link.
Beginning a session needs the server, which alone knows what is free; going on with one does not.
A session of another station is brought here with all its records, once that station has paused it
or gives no sign of life any more.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any
from uuid import uuid4

from sortrank_gui.errors import InputError, LabError, LabGoneError, UsedCodeError
from sortrank_gui.study.design.content import ImageRow
from sortrank_gui.study.design.freezing import find_frozen_change
from sortrank_gui.study.file.clock import utc_now
from sortrank_gui.study.file.events import EventKind, text_digest
from sortrank_gui.study.file.forgetting import mark_withdrawal
from sortrank_gui.study.file.journal import Event
from sortrank_gui.study.file.plans import ChoosePlan
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.rewriting import Change, without_code, without_sessions
from sortrank_gui.study.file.session_places import find_next_code
from sortrank_gui.study.lab.connecting import Server, connect_server, server_sentences
from sortrank_gui.study.lab.content_taking import replace_content
from sortrank_gui.study.lab.lab_sort import LabSort
from sortrank_gui.study.lab.news import LabContent
from sortrank_gui.study.lab.pictures import read_lab_row
from sortrank_gui.study.lab.rows import LabRows
from sortrank_gui.study.lab.seating import (
    Sitter,
    list_sitters,
    read_everyone,
    take_seat,
    take_session,
)
from sortrank_gui.study.lab.sending_file import AT_DESK, SendingFile
from sortrank_gui.study.lab.taking import Taking
from sortrank_gui.study.survey.lab_files import StationOrder
from sortrank_gui.study.survey.lab_state import LabState
from sortrank_gui.study.survey.survey_state import SurveyState

_FIRST_PAIR_SECONDS = 3.0
"""How long the first pair of a session may wait for the server, which others ask, too."""


class StationFile(SendingFile):
    """An open study at a station."""

    _everyone: Everything | None = None

    def forget_withdrawn(self, server: Server) -> None:
        """Delete sessions whose participants withdrew at the desk, before the link begins."""
        names = [row.uuid for row in self.sessions]
        query = "SELECT u::text FROM unnest(%s::uuid[]) u WHERE sortrank.is_withdrawn(%s, u)"
        with server_sentences("look who withdrew"):
            gone = {name for (name,) in server.execute(query, (names, self.uuid))}
        rows = [row for row in self.sessions if row.uuid in gone]
        if not rows:
            return
        digests = sorted(text_digest(row.uuid) for row in rows)

        def change(study: Everything) -> Everything:
            rest = without_sessions(study, {row.id for row in rows})
            for code in set(study.participants) - set(rest.participants):
                rest = without_code(rest, code)
            return rest

        mark_withdrawal(self.path, self.uuid, digests)
        super().rewrite(change, EventKind.WITHDRAW, {"sessions": digests})
        self.forget_for_good()

    def rewrite(self, change: Change, kind: EventKind, facts: dict[str, Any]) -> None:
        """Delete the session of somebody who did not agree; nothing else is rewritten here."""
        if kind is not EventKind.DECLINED:
            raise InputError(AT_DESK)
        before = {row.uuid for row in self._found.sessions.values()}
        gone = before - {row.uuid for row in change(self._found).sessions.values()}
        with self._calling("keep that somebody did not agree") as server:
            for session in gone:
                self._link.forget(session)
                server.execute(
                    "SELECT sortrank.decline(%s, %s, %s)", (session, str(uuid4()), utc_now())
                )
        super().rewrite(change, kind, facts)

    def take_content(self, content: LabContent) -> None:
        """Take texts and codes that were mended at the desk; nobody takes part meanwhile."""
        with self._saving("take what was mended"):
            found = replace_content(self._connection, content)
            if change := find_frozen_change(self.content, found):
                raise LabError(f"The study on the server is another one than here: {change}")
        self._found = replace(self._found, content=found)

    def take_mended(self) -> bool:
        """Take what the link has brought of this, between two sessions; say whether it did."""
        content = self._link.take_content()
        if content is not None:
            self.take_content(content)
        return content is not None

    # Sessions begin on the server.

    @contextmanager
    def _calling(self, doing: str) -> Iterator[Server]:
        """Give a connection of its own for something that can't wait for the link."""
        link = self._link
        with (
            closing(connect_server(link.address, token=link.token)) as server,
            server_sentences(doing, link.address),
        ):
            yield server

    def start_session(
        self, code: str | None = None, *, robot: bool = False, plan: ChoosePlan | None = None
    ) -> SessionRow:
        """Begin a session on the server, and write it down here."""
        self._require_ready()
        with self._calling("begin a session") as server:
            left = self._find_left(server, code, robot=robot)
            if left is not None:
                return self._bring(server, left)
            station = self._link.name
            seat = take_seat(server, self.uuid, self.content, station, code, robot=robot, plan=plan)
        return self._begin_session(
            seat.uuid, seat.place, robot=robot, at=seat.at, first_sort=seat.sort
        )

    def _find_left(self, server: Server, code: str | None, *, robot: bool) -> Sitter | None:
        """Return a session that was begun here on the server and never written."""
        here = {row.uuid for row in self._found.sessions.values()}
        for sitter in list_sitters(server, self.uuid):
            is_empty = sitter.mine and sitter.last_event is None and sitter.uuid not in here
            if is_empty and sitter.robot == robot and code in (None, sitter.participant):
                return sitter
        return None

    def look_for(self, code: str, *, again: bool) -> None:
        """Bring a participant's session here, if another station has one that was not ended."""
        here = {row.uuid: row for row in self._found.sessions.values()}
        try:
            with self._calling("look for a session") as server:
                sitters = [s for s in list_sitters(server, self.uuid) if s.participant == code]
                missing = [s for s in sitters if not (s.mine and s.uuid in here)]
                last = sitters[-1] if sitters else None
                if last is None or last not in missing:
                    return
                if not last.is_ended:
                    self._bring(server, last)
                elif last.uuid in here or not again:
                    raise UsedCodeError(
                        f"{code} has taken part already. Choose another code, or begin session "
                        f"{len(sitters) + 1} of {code} on purpose."
                    )
        except LabGoneError:
            if not any(row.participant == code for row in here.values()):
                raise

    def _bring(self, server: Server, sitter: Sitter) -> SessionRow:
        """Take a session over, with all its records, and say that it begins where it is empty."""
        rows = take_session(server, self.uuid, self._link.name, sitter, shared=self.design.shared)
        known = next((r for r in self._found.sessions.values() if r.uuid == sitter.uuid), None)
        self._take_rows(rows, known)
        row = next(r for r in self._found.sessions.values() if r.uuid == sitter.uuid)
        facts = self._describe(row)
        for record in self.records_of(row):
            self._send_record(row, record, facts)
        for sort in self._found.sorts.values() if self.design.shared else ():
            self._share(sort)
        if not row.records:
            with self._saving("start a session"):
                record = self._write_record(row, Event.START, robot=row.is_robot)
            self._take(row, record)
        self._link.begin(row.uuid)
        return row

    def _take_rows(self, rows: LabRows, known: SessionRow | None) -> None:
        """Write rows of a session that the file does not have yet; verified as a stranger's."""
        names = {sort.uuid for sort in self._found.sorts.values()}
        rows.sorts = [row for row in rows.sorts if str(row[0]) not in names]
        if known is not None:
            self._require_same_chain(rows, known)
            rows.sessions = []
            rows.journal = rows.journal[known.records :]
            events = {e[1:5] for e in self._found.events if e.session == known.id}
            rows.events = [r for r in rows.events if (r[1], r[2], known.id, r[4]) not in events]
            rows.notes = []
        with self._saving("take a session over"):
            taken = Taking(self._connection, self._found).take(rows)
            for sentence in taken.left_out.values():
                raise LabError(sentence)
        taken.keep(self._found)
        for row in taken.sessions:
            row.is_robot = bool(rows.sessions[0][5])

    def _require_same_chain(self, rows: LabRows, known: SessionRow) -> None:
        """Raise where a session went on elsewhere in another way than here."""
        last = rows.journal[known.records - 1] if known.records <= len(rows.journal) else None
        if last is None or bytes(last[15]) != known.head:
            raise UsedCodeError(
                f"{known.participant}'s session went on at another station while this one was cut "
                "off. Let it end there; what was answered here is kept as a session of its own."
            )

    @property
    def everyone(self) -> Everything:
        """All sessions of all stations that hold a place."""
        try:
            with self._calling("look at all sessions") as server:
                self._everyone = read_everyone(server, self.uuid, self.content)
                return self._everyone
        except LabGoneError:
            return self._everyone or self._found

    def next_code(self, *, robot: bool = False, without: str = "") -> str:
        """Return the next free code as far as is known here; the server gives out the right one."""
        return find_next_code(self._everyone or self._found, robot=robot, without=without)

    # What is shared.

    def offer_sort(self, number: int) -> LabSort | None:
        """Return a sort that all stations share; its first pair is lent if the server is there."""
        if not self.design.shared:
            return None
        sort = self._share(self._find_root(self._found.sorts[number]))
        if self._link.is_connected:
            self._link.wait_for(
                self._find_root(self._found.sorts[number]).uuid, _FIRST_PAIR_SECONDS
            )
        return sort

    # The lab.

    def tell_lab(self) -> LabState:
        """Return how the station stands with the server."""
        link = self._link
        where = link.address.database
        return LabState("station", where, link.name, link.pending, link.is_connected, link.sentence)

    def note_state(self, state: SurveyState) -> None:
        """Take where the survey stands, to be told to the desk; fetch pictures that may come."""
        self._link.note_status(
            {
                "participant": state.participant,
                "trial": None if state.trial is None else state.trial.number,
                "answered": state.answered,
                "budget": state.budget,
                "pace": state.seconds_per_answer,
                "phase": state.phase.value,
            }
        )

    def take_orders(self) -> Sequence[StationOrder]:
        """Return what the desk has asked for."""
        return self._link.take_orders()

    def report(self, order: StationOrder, outcome: str) -> None:
        """Tell the desk what came of an order."""
        self._link.report(order.id, outcome)

    def image_row(self, digest: str) -> ImageRow:
        """Return a picture with its format and size; its bytes come from the lab."""
        with self._reading("read a picture") as connection:
            row = read_lab_row(connection, digest)
        return super().image_row(digest) if row is None else self._pictures.complete(row)

    def find_picture(self, digest: str) -> bytes:
        """Return a picture's bytes, on any thread; it may have to come from the server."""
        return self._pictures.find(digest)

    def close(self) -> None:
        """Send what waits if the server is there, and close the file."""
        self._hang_up()
        super().close()

    def abandon(self) -> None:
        """Let go of the file as it is."""
        self._hang_up()
        super().abandon()

    def _hang_up(self) -> None:
        if self._is_joined and not self.read_only:
            self._link.close()
            self._pictures.close()


def require_writable(file: StationFile) -> StationFile:
    """Return the file of a station that is its own; raise where another program has it."""
    if file.read_only:
        sentence = " ".join(file.notices) or f"{file.path} can't be written to."
        raise LabError(f"{sentence} Is this station running already?")
    return file
