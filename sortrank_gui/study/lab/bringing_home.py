"""Makes files of studies on the server: complete ones, and those that lab computers keep."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sortrank_gui.errors import StudyFileError
from sortrank_gui.safe_files import publish, reserve
from sortrank_gui.study.file.database import (
    require_strict_tables,
    sentences,
    transaction,
    wait_for_disk,
)
from sortrank_gui.study.file.reading import Everything, read_everything
from sortrank_gui.study.items.items import Progress
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.connecting import Server, connect_server
from sortrank_gui.study.lab.content_taking import write_lab_content, write_picture
from sortrank_gui.study.lab.news import LabStanding, one_moment, read_news, read_standing
from sortrank_gui.study.lab.taking import Taking, read_left_out
from sortrank_gui.study.upkeep.checking import count, find_damage, find_problems

_BYTES_OF_A_ROW = 300
"""What a row counts for in the progress, beside pictures."""
Mark = Callable[[sqlite3.Connection, LabStanding], None]
"""Writes into a new file what it is, and how far it goes."""


@dataclass(frozen=True, slots=True)
class HomeReport:
    """What came home."""

    counts: dict[str, int]
    problems: tuple[str, ...]
    """Sentences about what was left out, which are incidents of the file, too, and about answers
    that no sort asked for; there are none unless somebody wrote to the server by other means."""


def bring_home(
    address: LabAddress, study: str, target: Path, *, progress: Progress | None = None
) -> HomeReport:
    """Write an ordinary file with all that a study has on the server.

    It is checked from top to bottom before it gets its name. One session that is not sound keeps
    nobody from all the others: it is left out from there on.
    """
    with closing(connect_server(address)) as server, _building(target) as connection:
        made = _Filling(server, connection, study, target, progress)
        made.fill_pictures()
        found = made.fill_rows()
        for sentence in find_damage(connection):
            raise StudyFileError(f"The study on the server is not sound: {sentence}")
        problems = (*read_left_out(found).values(), *find_problems(found))
        return HomeReport(count(found), problems)


def make_lab_file(
    server: Server,
    study: str,
    target: Path,
    mark: Mark,
    *,
    rows: bool,
    progress: Progress | None = None,
) -> None:
    """Make the file that a lab's computer keeps of a study: without the bytes of pictures.

    A desk's has all rows; a station's begins without any.
    """
    with _building(target) as connection:
        made = _Filling(server, connection, study, target, progress)
        if rows:
            made.fill_rows()
        mark(connection, made.standing)


@contextmanager
def _building(target: Path) -> Iterator[sqlite3.Connection]:
    """Give an empty database that becomes the target when all is well."""
    require_strict_tables()
    building = reserve(target)
    try:
        with sentences(target, "make the study"):
            connection = sqlite3.connect(building, isolation_level=None)
            with closing(connection):
                wait_for_disk(connection)
                connection.execute("PRAGMA foreign_keys = ON")
                yield connection
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
        publish(building, target)
    finally:
        with suppress(OSError):
            building.unlink(missing_ok=True)


class _Filling:
    """Fills a file with one study."""

    def __init__(
        self,
        server: Server,
        connection: sqlite3.Connection,
        study: str,
        path: Path,
        progress: Progress | None,
    ) -> None:
        self._server, self._connection, self._study = server, connection, study
        self._path, self._progress = path, progress
        with one_moment(server), transaction(connection):
            self.standing = read_standing(server, study)
            self._sizes = write_lab_content(connection, server, study)
        self._done, self._total = 0, _BYTES_OF_A_ROW * self.standing.clock

    def fill_pictures(self) -> None:
        """Fetch the bytes of all pictures."""
        self._total += sum(self._sizes.values())
        for digest, size in self._sizes.items():
            write_picture(self._connection, self._server, self._study, digest)
            self._count(size)

    def fill_rows(self) -> Everything:
        """Fetch all rows as they are at one moment, and read the whole file as any other."""
        found = read_everything(self._connection, self._path)
        taking = Taking(self._connection, found)
        with one_moment(self._server), transaction(self._connection):
            self.standing = read_standing(self._server, self._study)
            for news in read_news(self._server, self._study, LabStanding(), self.standing):
                taking.take(news.rows).keep(found)
                self._count(_BYTES_OF_A_ROW * (news.until.clock - news.since.clock))
        return read_everything(self._connection, self._path)

    def _count(self, amount: int) -> None:
        self._done += amount
        if self._progress is not None:
            self._progress(min(self._done, self._total), self._total)
