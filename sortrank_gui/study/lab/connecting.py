"""Connections to a lab's server, and sentences for all that may be wrong with them."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from sortrank_gui.errors import LabError, LabGoneError
from sortrank_gui.study.file import schema
from sortrank_gui.study.lab.addresses import LabAddress
from sortrank_gui.study.lab.tables import FORMAT, SCHEMA

if TYPE_CHECKING:
    import psycopg

    Server: TypeAlias = psycopg.Connection[tuple[Any, ...]]
else:
    Server = Any

_KEYRING = "sortrank"
"""The service under which the system's keyring may have a password."""
_REASONS = (
    ("password authentication failed", "The password for {user} is wrong."),
    (
        "no password supplied",
        "There is no password for {user}: put it into PostgreSQL's password file (~/.pgpass, on "
        "Windows %APPDATA%\\postgresql\\pgpass.conf).",
    ),
    (
        "root certificate file",
        "The server's certificate can't be verified: put the lab's certificate into "
        "~/.postgresql/root.crt, or name its file in the service file as sslrootcert.",
    ),
    ("certificate verify failed", "The server's certificate is not one that this computer trusts."),
    ("does not match host name", "The server's certificate is that of another computer."),
    ("server does not support SSL", "The server does not encrypt its connections."),
    ("no pg_hba.conf entry", "The server lets nobody in from here as {user} (pg_hba.conf)."),
    ("pg_hba.conf rejects", "The server lets {user} in only from elsewhere, or by TLS."),
    ("permission denied for database", "{user} may not use this database."),
    ("could not translate host name", "There is no computer of this name."),
    ("does not exist", "The database or the role {user} is not there."),
)
"""Words of libpq and the server, and what they mean; else it is not there."""
_NOT_GONE = _REASONS[:-2]


def require_psycopg() -> None:
    """Raise where the library that talks to the server is not installed."""
    try:
        import psycopg  # noqa: F401
    except ImportError as error:
        raise LabError(
            "The lab's server needs a library that is not installed here: "
            "pip install “sortrank-gui[lab]”."
        ) from error


def connect_server(address: LabAddress, *, token: str = "", check: bool = True) -> "Server":
    """Return a connection on which every statement is a transaction, unless one is begun.

    `token` is a station's secret. Its tables are those that we know, unless that is not checked.
    """
    require_psycopg()
    connection = _connect(address)
    try:
        if token:
            with server_sentences("call the server", address):
                connection.execute("SELECT set_config('sortrank.token', %s, false)", (token,))
        if check:
            _require_format(connection, address)
    except BaseException:
        connection.close()
        raise
    return connection


def _connect(address: LabAddress, password: str = "") -> "Server":
    """Call the server; where libpq has no password, once more with that of the keyring."""
    import psycopg

    parameters = {**address.parameters, **({"password": password} if password else {})}
    try:
        return psycopg.connect(autocommit=True, **parameters)  # type: ignore[arg-type]
    except psycopg.OperationalError as error:
        if "no password supplied" in str(error) and not password:
            found = _ask_keyring(parameters)
            if found:
                return _connect(address, found)
        raise _explain_call(error, address) from error
    except psycopg.Error as error:
        raise LabError(f"The server can't be called like this: {_first_line(error)}.") from error


def _ask_keyring(parameters: dict[str, str]) -> str:
    """Return the password that the system's keyring has, where there is one."""
    try:
        import keyring
    except ImportError:
        return ""
    name = f"{parameters.get('user', '')}@{parameters.get('host', '')}"
    try:
        return str(keyring.get_password(_KEYRING, name) or "")
    except Exception:  # keyrings fail in ways of their own, and there may be none
        return ""


def _explain_call(error: Exception, address: LabAddress) -> LabError:
    words = str(error)
    user = address.parameters.get("user") or os.environ.get("PGUSER") or "this user"
    where = f"SortRank can't reach {address.database}."
    for key, sentence in _REASONS:
        if key in words:
            kind = LabError if (key, sentence) in _NOT_GONE else LabGoneError
            return kind(f"{where} {sentence.format(user=user)}")
    return LabGoneError(f"{where} It does not answer: is it on, and is the network?")


@contextmanager
def server_sentences(doing: str, address: LabAddress | None = None) -> Iterator[None]:
    """Turn the server's errors into ones that a user can act on."""
    import psycopg
    from psycopg import errors

    try:
        yield
    except (errors.InvalidSchemaName, errors.UndefinedTable, errors.UndefinedFunction) as error:
        raise LabError(_not_initialised(address)) from error
    except errors.InsufficientPrivilege as error:
        raise LabError(f"SortRank may not {doing}: {_first_line(error)}.") from error
    except errors.DiskFull as error:
        raise LabError(f"The server's disk is full, so SortRank could not {doing}.") from error
    except (psycopg.OperationalError, psycopg.InterfaceError) as error:
        raise LabGoneError(
            f"The server went away while SortRank tried to {doing}: {_first_line(error)}."
        ) from error
    except psycopg.Error as error:
        raise LabError(f"The server could not {doing}: {_first_line(error)}.") from error


def tell_fault(error: Exception) -> None:
    """Report a fault of ours in a thread that goes on after it, as one that ended it would be."""
    thread = threading.current_thread()
    told = (type(error), error, error.__traceback__, thread)
    threading.excepthook(threading.ExceptHookArgs(told))


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or ["no reason was given"])[0].rstrip(".")


def _not_initialised(address: LabAddress | None) -> str:
    where = (
        "The database" if address is None else address.database[:1].upper() + address.database[1:]
    )
    return (
        f"{where} is not prepared for SortRank, or not for this role. Let its owner run: "
        "sortrank lab init."
    )


def _require_format(connection: "Server", address: LabAddress) -> None:
    with server_sentences("look at the server's tables", address):
        found = connection.execute(f"SELECT format FROM {SCHEMA}.lab").fetchone()
    require_format(None if found is None else found[0], address)


def require_format(found: object, address: LabAddress) -> None:
    """Raise where the server's tables are of another SortRank."""
    if found is None:
        raise LabError(_not_initialised(address))
    if found != FORMAT:
        older = isinstance(found, int) and found < FORMAT
        what = "Let its owner run “sortrank lab init”." if older else "Update SortRank here."
        raise LabError(
            f"The server's tables have format {found}, and this SortRank knows {FORMAT}. {what}"
        )


def require_study_format(found: int, title: str) -> None:
    """Raise where a study on the server is of another format than files here."""
    if found != schema.VERSION:
        raise LabError(
            f"“{title}” was shared by another SortRank (format {found}, this one has "
            f"{schema.VERSION}). Use the same SortRank on all computers of the lab."
        )
