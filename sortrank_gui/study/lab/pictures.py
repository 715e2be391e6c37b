"""Pictures of a study on the server: fetched when they are needed, kept by digest, verified.

A file of such a study has a row for every picture, with its size, but no bytes. They come from a
folder of this computer, which all its studies share, or else from the server.
"""

from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from sqlite3 import Connection
from threading import Lock

from sortrank_gui.errors import LabError, StudyFileError
from sortrank_gui.limits import MOST_PICTURE_BYTES
from sortrank_gui.paths import data_folder
from sortrank_gui.safe_files import make_folder, replacing_bytes
from sortrank_gui.study.design.content import ImageRow
from sortrank_gui.study.file.places import picture_path
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.connecting import Server, connect_server, server_sentences


def cache_folder() -> Path:
    """Return where pictures of the lab are kept, without making it."""
    return data_folder() / "lab" / "pictures"


class LabPictures:
    """The way to the pictures of one study; any thread may use it."""

    def __init__(self, address: LabAddress, study: str, *, token: str = "") -> None:
        self._address, self._study, self._token = address, study, token
        self._server: Server | None = None
        self._lock = Lock()

    def complete(self, row: ImageRow) -> ImageRow:
        """Return a picture's row with its bytes, which the file may lack."""
        return row if len(row[5]) == row[4] else (*row[:5], self.find(row[0]))

    def has(self, digest: str) -> bool:
        """Say whether a picture is on this computer; nobody looks whether it is damaged."""
        return picture_path(cache_folder(), digest).is_file()

    def find(self, digest: str) -> bytes:
        """Return a picture's bytes, verified; from the server if they are not here."""
        path = picture_path(cache_folder(), digest)
        with suppress(OSError):
            if path.stat().st_size <= MOST_PICTURE_BYTES:
                data = path.read_bytes()
                if sha256(data).hexdigest() == digest:
                    return data
        data = self._fetch(digest)
        with suppress(StudyFileError):  # a full disk: the picture is shown all the same
            make_folder(path.parent)
            with replacing_bytes(path) as file:
                file.write(data)
        return data

    def fetch_ahead(self, digests: Iterable[str]) -> None:
        """Bring pictures to this computer that will be needed."""
        for digest in digests:
            if not self.has(digest):
                self.find(digest)

    def close(self) -> None:
        """Hang up; the next picture calls again."""
        with self._lock:
            self._hang_up()

    def _fetch(self, digest: str) -> bytes:
        with self._lock:
            try:
                if self._server is None or self._server.closed:
                    self._server = connect_server(self._address, token=self._token)
                return fetch_picture(self._server, self._study, digest)
            except LabError:
                self._hang_up()
                raise

    def _hang_up(self) -> None:
        if self._server is not None:
            self._server.close()
        self._server = None


def read_lab_row(connection: Connection, digest: str) -> ImageRow | None:
    """Return a picture's row of a lab's file, with or without its bytes; None if there is none."""
    row: ImageRow | None = connection.execute(
        "SELECT digest, format, width, height, size, bytes FROM images WHERE digest = ?", (digest,)
    ).fetchone()
    return row


def fetch_picture(server: Server, study: str, digest: str) -> bytes:
    """Return a picture of a study from the server, verified."""
    query = "SELECT bytes FROM sortrank.images WHERE study = %s AND digest = %s AND size <= %s"
    with server_sentences("fetch a picture"):
        cursor = server.execute(query, (study, digest, MOST_PICTURE_BYTES), binary=True)
        found = cursor.fetchone()
    if found is None or sha256(found[0]).hexdigest() != digest:
        raise LabError("A picture on the server is missing or damaged.")
    return bytes(found[0])
