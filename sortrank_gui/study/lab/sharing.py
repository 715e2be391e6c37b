"""Puts studies on a lab's server, and tells which are there."""

import json
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from sortrank_gui.errors import InputError, LabError
from sortrank_gui.study.file import schema
from sortrank_gui.study.file.opened import ContentRows
from sortrank_gui.study.file.origin import NOT_CONTINUED
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.connecting import Server, connect_server, server_sentences
from sortrank_gui.study.lab.rows import insert_all, list_rows
from sortrank_gui.study.lab.tables import ALIVE_SECONDS

_BYTES_OF_A_ROW = 300
"""What a row counts for in the progress, beside pictures."""
_WHAT = "share the study"


@dataclass(frozen=True, slots=True)
class LabStudy:
    """A study on the server."""

    uuid: str
    title: str
    items: int
    participants: int
    sessions: int
    answers: int
    stations: tuple[str, ...]
    """Names of those that are at work now."""
    shared_at: str
    ready: bool
    """Whether all of it has arrived."""
    format: int


@dataclass(frozen=True, slots=True)
class ShareReport:
    """What sharing a study did."""

    uuid: str
    pictures: int
    """That were sent; others were there already."""
    answers: int
    new: bool
    """Whether the study was not there before."""


def share_study(
    file: StudyFile, address: LabAddress, *, progress: Progress | None = None
) -> ShareReport:
    """Put a study with all that it has on the server, so that stations can go on with it.

    Pictures come first, one by one; the study appears to others when all of it is there. Sharing
    that was cut short goes on where it was. A study that is there already stays as it is.
    """
    _require_shareable(file)
    with closing(connect_server(address)) as server, server_sentences(_WHAT, address):
        known, content = _find_known(server, file), file.content_rows()
        if known == (content.digest, True):
            return _compare(server, file)
        if known is not None and known[1]:
            raise InputError(
                f"“{file.design.title}” is on the server with another design or other items. "
                "Duplicate the study to share this version beside it."
            )
        if known is not None and known[0] != content.digest:  # begun with another design
            server.execute("SELECT sortrank.remove(%s)", (file.uuid,))
        return _Sharing(server, file, content, progress).run()


def list_studies(address: LabAddress) -> list[LabStudy]:
    """Return the studies on the server, the newest first."""
    with closing(connect_server(address)) as server:
        return read_studies(server)


def read_studies(server: Server) -> list[LabStudy]:
    """Return them on a connection that is open."""
    with server_sentences("list the studies"):
        found = server.execute(
            "SELECT s.uuid::text, s.title, "
            "(SELECT count(*) FROM sortrank.items i WHERE i.study = s.uuid), "
            "(SELECT count(DISTINCT participant) FROM sortrank.sessions e WHERE e.study = s.uuid "
            "AND NOT e.robot), "
            "(SELECT count(*) FROM sortrank.sessions e WHERE e.study = s.uuid), "
            "(SELECT count(*) FROM sortrank.journal j WHERE j.study = s.uuid "
            "AND j.event = 'answer'), "
            "(SELECT coalesce(array_agg(t.name ORDER BY t.name), '{}') FROM sortrank.stations t "
            "WHERE t.study = s.uuid AND t.seen > now() - make_interval(secs => %s)), "
            "to_char(s.shared_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'), "
            "s.ready, s.format FROM sortrank.studies s ORDER BY s.shared_at DESC, s.uuid",
            (ALIVE_SECONDS,),
        ).fetchall()
    return [LabStudy(*(*row[:6], tuple(row[6]), *row[7:])) for row in found]


def find_study(server: Server, name: str) -> LabStudy:
    """Return the study with this title or UUID; without a name, the only one there is."""
    studies = [study for study in read_studies(server) if study.ready]
    found = [study for study in studies if name in ("", study.uuid, study.title)]
    if len(found) == 1:
        return found[0]
    if not studies:
        raise LabError("There is no study on the server yet; share one first.")
    if not found:
        titles = ", ".join(f"“{study.title}”" for study in studies[:10])
        raise LabError(f"There is no study “{name}” on the server, but {titles}.")
    listed = ", ".join(f"“{study.title}” ({study.uuid})" for study in found[:10])
    raise LabError(f"Say which study you mean, by --study and its title or UUID: {listed}.")


@dataclass(frozen=True, slots=True)
class StationRow:
    """A station, as it told about itself last."""

    name: str
    seen_seconds: float
    """How long ago that was."""
    status: dict[str, Any]


def read_stations(server: Server, study: str) -> list[StationRow]:
    """Return all stations that a study ever had."""
    with server_sentences("look at the stations"):
        found = server.execute(
            "SELECT name, extract(epoch FROM clock_timestamp() - seen)::float8, status::text "
            "FROM sortrank.stations WHERE study = %s ORDER BY name",
            (study,),
        ).fetchall()
    return [
        StationRow(name, max(seconds, 0.0), _read_status(status)) for name, seconds, status in found
    ]


def _read_status(text: str) -> dict[str, Any]:
    """Return what a station says of itself; nothing where that can't be read."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):  # such as a number of thousands of digits
        return {}
    return said if isinstance(said, dict) else {}


def remove_study(address: LabAddress, name: str) -> LabStudy:
    """Delete a study from the server, with all that it has there; copies elsewhere stay."""
    with closing(connect_server(address)) as server:
        study = find_study(server, name)
        with server_sentences("delete the study", address):
            server.execute("SELECT sortrank.remove(%s)", (study.uuid,))
        return study


def _require_shareable(file: StudyFile) -> None:
    if file.design.is_imported:
        raise InputError(NOT_CONTINUED)
    if len(file.content.items) < 2:
        raise InputError("Nothing can be compared yet: add at least two items first.")
    if file.everything.renumbered:
        raise InputError(f"This study can't be shared. {file.everything.renumbered[0]}")


def _find_known(server: Server, file: StudyFile) -> tuple[bytes, bool] | None:
    row = server.execute(
        "SELECT digest, ready FROM sortrank.studies WHERE uuid = %s", (file.uuid,)
    ).fetchone()
    return None if row is None else (bytes(row[0]), bool(row[1]))


def _compare(server: Server, file: StudyFile) -> ShareReport:
    """Return what is there of a study that was shared before; raise if this copy has more."""
    found = server.execute(
        "SELECT uuid::text, (SELECT digest FROM sortrank.journal j WHERE j.session = s.uuid "
        "AND j.seq = coalesce((%s::json ->> s.uuid::text)::int, 0)) "
        "FROM sortrank.sessions s WHERE study = %s",
        (_count_records(file), file.uuid),
    ).fetchall()
    there = {uuid: None if digest is None else bytes(digest) for uuid, digest in found}
    missing = [row for row in file.sessions if there.get(row.uuid) != row.head]
    if missing:
        names = ", ".join(f"{row.participant}, session {row.number}" for row in missing[:5])
        raise InputError(
            f"The study is on the server, but not with all that this copy has ({names}). Bring it "
            "home, merge both files with “sortrank merge”, remove the study from the server and "
            "share the merged one."
        )
    return ShareReport(file.uuid, 0, 0, new=False)


def _count_records(file: StudyFile) -> str:
    return json.dumps({row.uuid: row.records for row in file.sessions})


class _Sharing:
    """Sends one study."""

    def __init__(
        self, server: Server, file: StudyFile, content: ContentRows, progress: Progress | None
    ) -> None:
        self._server, self._file, self._content = server, file, content
        self._progress = progress
        self._done = self._total = 0

    def run(self) -> ShareReport:
        file, rows = self._file, list_rows(self._file.everything)
        self._server.execute(
            "INSERT INTO sortrank.studies (uuid, title, created_at, design, digest, format, "
            "shared, demo) VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            (
                *(file.uuid, file.design.title, file.created_at, self._content.design),
                *(self._content.digest, schema.VERSION, file.design.shared),
                file.everything.is_demo,
            ),
        )
        sizes = self._list_missing()
        self._total = sum(sizes.values()) + _BYTES_OF_A_ROW * len(rows)
        for digest, size in sizes.items():
            self._send_picture(digest)
            self._count(size)
        with self._server.transaction():
            self._lock()
            self._send_items()
            for number in insert_all(self._server, file.uuid, rows):
                self._count(_BYTES_OF_A_ROW * number)
            self._server.execute(
                "UPDATE sortrank.studies SET ready = true WHERE uuid = %s", (file.uuid,)
            )
        answers = sum(row[2] == "answer" for row in rows.journal)
        return ShareReport(file.uuid, len(sizes), answers, new=True)

    def _count(self, amount: int) -> None:
        self._done += amount
        if self._progress is not None:
            self._progress(self._done, self._total)

    def _lock(self) -> None:
        """Let two that share the same study wait for each other; the second finds it done."""
        query = "SELECT ready FROM sortrank.studies WHERE uuid = %s FOR UPDATE"
        found = self._server.execute(query, (self._file.uuid,)).fetchone()
        if found is None or found[0]:
            raise LabError("Somebody else has shared or removed this study meanwhile.")

    def _list_missing(self) -> dict[str, int]:
        """Return the sizes of the pictures that the server does not have yet."""
        query = "SELECT digest FROM sortrank.images WHERE study = %s"
        there = {row[0] for row in self._server.execute(query, (self._file.uuid,))}
        sizes = self._content.sizes
        return {digest: size for digest, size in sizes.items() if digest not in there}

    def _send_picture(self, digest: str) -> None:
        row = self._file.image_row(digest)
        self._server.execute(
            "INSERT INTO sortrank.images (study, digest, format, width, height, size, bytes) "
            "VALUES (%s, %s, %s, %s, %s, %s, %b) ON CONFLICT DO NOTHING",
            (self._file.uuid, *row),
        )

    def _send_items(self) -> None:
        uuid, content = self._file.uuid, self._content
        with self._server.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO sortrank.items (study, id, name, text, image, truth, tags) "
                "VALUES (%s, %s, %s, %s, %s, %s, %s)",
                [(uuid, *row) for row in content.items],
            )
            cursor.executemany(
                "INSERT INTO sortrank.variants (study, item, name, text, image) "
                "VALUES (%s, %s, %s, %s, %s)",
                [(uuid, *row) for row in content.variants],
            )
