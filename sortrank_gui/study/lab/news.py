"""What a study on the server has behind a clock: read in its order, in portions."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sortrank_gui.errors import LabError
from sortrank_gui.study.lab.connecting import Server, server_sentences
from sortrank_gui.study.lab.rows import COLUMNS, LabRows

_AT_ONCE = 20_000
"""Clocks of one portion."""


@dataclass(frozen=True, slots=True)
class LabStanding:
    """How far a study is on the server."""

    generation: int = 0
    """Grows when something was deleted: whoever has an older one begins anew."""
    clock: int = 0
    digest: bytes = b""
    """Of design and items."""


@dataclass(frozen=True, slots=True)
class LabContent:
    """What may change in the content of a study on the server."""

    design: str
    digest: bytes
    truth: list[tuple[float | None, int]]
    """With the numbers of the items."""


@dataclass(frozen=True, slots=True)
class LabNews:
    """Rows of a study behind a clock, and how far one is with them."""

    since: LabStanding
    until: LabStanding
    rows: LabRows = field(default_factory=LabRows)
    content: LabContent | None = None
    """Where texts or the ground truth are others."""


def read_standing(server: Server, study: str) -> LabStanding:
    """Return how far a study is."""
    with server_sentences("look for news"):
        found = server.execute(
            "SELECT c.generation, c.clock, s.digest FROM sortrank.clocks c "
            "JOIN sortrank.studies s ON s.uuid = c.study WHERE c.study = %s AND s.ready",
            (study,),
        ).fetchone()
    if found is None:
        raise LabError("The study is not on the server any more.")
    return LabStanding(found[0], found[1], bytes(found[2]))


@contextmanager
def one_moment(server: Server) -> Iterator[None]:
    """Let all that is read inside be as it was at one moment."""
    with server_sentences("read the study"), server.transaction():
        server.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def read_news(
    server: Server, study: str, since: LabStanding, until: LabStanding
) -> Iterator[LabNews]:
    """Yield all rows from one standing to another, portion by portion."""
    clock = since.clock if since.generation == until.generation else 0
    before = since
    while clock < until.clock:
        end = min(until.clock, clock + _AT_ONCE)
        content = read_lab_content(server, study) if before.digest != until.digest else None
        digest = until.digest if content is None else content.digest
        after = LabStanding(until.generation, end, digest)
        yield LabNews(before, after, _read_rows(server, study, clock, end), content)
        clock, before = end, after


def read_lab_content(server: Server, study: str) -> LabContent:
    """Return what may have changed in the content of a study."""
    with server_sentences("read the study"):
        found = server.execute(
            "SELECT s.design, s.digest, (SELECT array_agg(truth ORDER BY id) FROM sortrank.items i "
            "WHERE i.study = s.uuid) FROM sortrank.studies s WHERE uuid = %s",
            (study,),
        ).fetchone()
    if found is None:
        raise LabError("The study is not on the server any more.")
    truth = [(value, number) for number, value in enumerate(found[2] or ())]
    return LabContent(found[0], bytes(found[1]), truth)


def _read_rows(server: Server, study: str, after: int, until: int) -> LabRows:
    rows = LabRows()
    with server_sentences("read the study"):
        for table, listed in rows.tables:
            query = (
                f"SELECT {COLUMNS[table]} FROM sortrank.{table} "
                "WHERE study = %s AND clock > %s AND clock <= %s ORDER BY clock"
            )
            listed.extend(server.execute(query.encode(), (study, after, until)))
    return rows
