"""Where a lab's server is: a service of libpq's file or a URL, and whether the way there is safe.

How it works
------------
Everything that says where the server is gets collected here, before anyone is called: the text, the
service file, the environment. So it is known whether the server is on this computer. If it is not,
the connection is encrypted and the server's certificate is verified (`sslmode=verify-full`), and
whoever asks for less is refused. Passwords are left to libpq, which finds them in its own places.
"""

import os
import sys
from collections.abc import Mapping
from configparser import ConfigParser, Error
from dataclasses import dataclass
from pathlib import Path

from sortrank_gui.errors import LabError

SERVER_VARIABLE = "SORTRANK_LAB"
"""Names the server where nobody else does."""
_VERIFIED = "verify-full"
_HERE = frozenset({"", "localhost", "127.0.0.1", "::1"})
_SECRETS = frozenset({"password", "sslpassword"})
_FROM_ENVIRONMENT = {
    "host": "PGHOST",
    "hostaddr": "PGHOSTADDR",
    "sslmode": "PGSSLMODE",
    "dbname": "PGDATABASE",
    "user": "PGUSER",
}
_USUAL = {
    "application_name": "SortRank",
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""A cut network is noticed within seconds."""


@dataclass(frozen=True, slots=True)
class LabAddress:
    """A server, and how to call it."""

    text: str
    """As it was given, but without a password: what may be shown and remembered."""
    parameters: Mapping[str, str]
    """What libpq gets. There may be a password in it."""

    @property
    def is_here(self) -> bool:
        """Whether the server is on this computer."""
        return is_here(self.parameters)

    @property
    def database(self) -> str:
        """Where the server is, in words."""
        host = self.parameters.get("host") or self.parameters.get("hostaddr") or "/"
        host = "this computer" if host.startswith(("/", "@")) else host
        name = self.parameters.get("dbname")
        return f"the database “{name}” on {host}" if name else f"the database on {host}"


def find_address(text: str | None = None, *, user: str = "", insecure: bool = False) -> LabAddress:
    """Return where the server is: by a service's name, a URL, or words such as host=... dbname=....

    Without a text the environment says it. `user` is the role that logs in unless the text names
    one. Only an insecure address may ask for less than a verified connection.
    """
    text = (text or os.environ.get(SERVER_VARIABLE) or "").strip()
    if not text:
        raise LabError(
            "Say where the lab's server is: --server NAME for an entry of the service file, or "
            f"--server postgresql://HOST/DATABASE; or set {SERVER_VARIABLE}."
        )
    found = _parse(text)
    # libpq takes from the environment's service whatever nobody has said before.
    for service in (found.pop("service", None), os.environ.get("PGSERVICE")):
        if service:
            found = {**_read_service(service), **found}
    for name, variable in _FROM_ENVIRONMENT.items():
        if name not in found and os.environ.get(variable):
            found[name] = os.environ[variable]
    if user:
        found.setdefault("user", user)
    _secure(found, insecure=insecure)
    return LabAddress(hide_password(text), {**_USUAL, **found})


def is_here(parameters: Mapping[str, str]) -> bool:
    """Say whether all hosts are this computer: by name, by number or by a socket."""
    names = [*parameters.get("host", "").split(","), *parameters.get("hostaddr", "").split(",")]
    return all(name.strip().lower() in _HERE or name.startswith(("/", "@")) for name in names)


def hide_password(text: str) -> str:
    """Return an address without its password, as libpq finds one: a URL may hide it anywhere."""
    found = _parse(text)
    if _SECRETS.isdisjoint(found):
        return text
    from psycopg.conninfo import make_conninfo

    return make_conninfo("", **{name: found[name] for name in found if name not in _SECRETS})


def _parse(text: str) -> dict[str, str]:
    if "://" not in text and "=" not in text:
        return {"service": text}
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        found = conninfo_to_dict(text)
    except psycopg.Error:  # its words would repeat the text, and a password in it
        raise LabError(
            "The address of the server can't be read; write postgresql://HOST/DATABASE, or the "
            "name of an entry of the service file."
        ) from None
    return {name: str(value) for name, value in found.items() if value is not None}


def list_service_files() -> list[Path]:
    """Return where services are looked for, the user's own first."""
    named = os.environ.get("PGSERVICEFILE")
    if sys.platform == "win32":
        own = Path(os.environ.get("APPDATA", "")) / "postgresql" / ".pg_service.conf"
    else:
        own = Path.home() / ".pg_service.conf"
    folders = [Path(f) for f in (os.environ.get("PGSYSCONFDIR"), "/etc/postgresql-common") if f]
    return [Path(named) if named else own, *(folder / "pg_service.conf" for folder in folders)]


def _read_service(name: str) -> dict[str, str]:
    places = list_service_files()
    for place in places:
        parser = ConfigParser(
            interpolation=None, delimiters=("=",), comment_prefixes=("#",), strict=False
        )
        try:
            parser.read_string(place.read_text(encoding="utf-8"))
        except FileNotFoundError:
            continue
        except (OSError, UnicodeError, Error):
            raise LabError(f"The service file {place} can't be read.") from None
        if parser.has_section(name):
            return {key: value.strip() for key, value in parser.items(name)}
    raise LabError(
        f"There is no service “{name}” in {places[0]}. Write it there, as packaging/lab-server.sh "
        "prints it, or give the server's address: --server postgresql://HOST/DATABASE."
    )


def _secure(found: dict[str, str], *, insecure: bool) -> None:
    """Let a connection to another computer be verified; raise where it is told not to be."""
    if is_here(found):
        return
    mode = found.setdefault("sslmode", _VERIFIED)
    if mode != _VERIFIED and not insecure:
        raise LabError(
            f"The connection to {found.get('host') or found.get('hostaddr')} would not be verified "
            f"(sslmode={mode}): somebody in between could read answers and passwords. Leave "
            "sslmode away; or say --insecure if you know that this network is safe."
        )
