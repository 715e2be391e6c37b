"""Prepares a database for studies: tables, the two roles, and what each may do."""

from collections.abc import Iterator

from sortrank_gui.errors import LabError
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.connecting import connect_server, require_format, server_sentences
from sortrank_gui.study.lab.rights import list_statements
from sortrank_gui.study.lab.tables import FORMAT, OLDEST_SERVER, SCHEMA, TABLES


def list_setup(database: str, *, tables: bool) -> Iterator[str]:
    """Yield what prepares a database, whose name is quoted; whoever runs it owns the tables."""
    if tables:
        yield f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}"
        yield TABLES
        yield f"INSERT INTO {SCHEMA}.lab VALUES ({FORMAT})"
    yield from list_statements(database)


def set_up_lab(address: LabAddress) -> bool:
    """Make what is not there yet, and give rights anew; say whether the tables are new.

    Whoever does it owns the tables afterwards, and has to be the same the next time.
    """
    from psycopg.sql import Identifier

    with connect_server(address, check=False) as connection:
        version = connection.info.server_version // 10000
        if version < OLDEST_SERVER:
            raise LabError(
                f"The server is PostgreSQL {version}; SortRank needs {OLDEST_SERVER} or newer."
            )
        with server_sentences("prepare the database", address), connection.transaction():
            known = connection.execute("SELECT to_regclass('sortrank.lab')").fetchone()
            is_new = known is None or known[0] is None
            if not is_new:
                found = connection.execute(f"SELECT format FROM {SCHEMA}.lab").fetchone()
                require_format(None if found is None else found[0], address)
            name = Identifier(connection.info.dbname).as_string(connection)
            for statement in list_setup(name, tables=is_new):
                connection.execute(statement.encode())
        return is_new
