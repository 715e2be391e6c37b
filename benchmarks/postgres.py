"""A PostgreSQL of one's own in a temporary folder: for the tests, the campaigns and `lab`.

How it works
------------
`initdb` makes a cluster and `pg_ctl` starts it, with a socket in the same folder and, where that is
wanted, on two addresses of this computer: 127.0.0.1, which is here, and 127.0.0.2, which SortRank
takes for another computer, so that it wants TLS. The system's own cluster is left alone. PostgreSQL
does not run as root: then the user `postgres` of Debian's package runs it.
"""

import glob
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

assert sys.platform != "win32"  # the server is another computer there
import pwd  # noqa: E402

PASSWORD = "correct horse"
ELSEWHERE = "127.0.0.2"
_SETTINGS = """
unix_socket_directories = '{folder}'
port = {port}
listen_addresses = '{addresses}'
max_connections = {connections}
fsync = {fsync}
password_encryption = scram-sha-256
ssl = {ssl}
ssl_cert_file = 'server.crt'
ssl_key_file = 'server.key'
log_min_messages = fatal
"""
_WHO_MAY = """
local all all trust
host all all 127.0.0.1/32 scram-sha-256
"""


def find_program(name: str) -> str:
    """Return the path of a program of PostgreSQL's server, which Debian keeps off the path."""
    places = glob.glob(f"/usr/lib/postgresql/*/bin/{name}")
    found = shutil.which(name) or max(places, default="", key=_version)
    if not found:
        raise FileNotFoundError(f"{name} of PostgreSQL is not installed; run packaging/test.sh.")
    return found


def _version(path: str) -> int:
    number = Path(path).parts[-3]
    return int(number) if number.isdecimal() else 0


class OwnServer:
    """A cluster that is started and stopped here; a context manager that leaves nothing."""

    owner = "lab_owner"
    """A role that owns databases and may make roles, but is no superuser: as IT may give it."""

    def __init__(
        self, *, fsync: bool = False, network: bool = False, connections: int = 100
    ) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="sortrank-pg-"))
        self.port = _find_port() if network else 5432
        self._network, self._fsync, self._connections = network, fsync, connections
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        self.folder.chmod(0o755)  # who is not this user reaches the socket

    def __enter__(self) -> Self:
        try:
            self._make()
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        log = self.folder / "log"
        self._run("pg_ctl", "-D", self._data, "-w", "-l", str(log), "-t", "60", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is as if the power had gone."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop", check=False)

    def restart(self, mode: str = "fast") -> None:
        """Stop it, and start it again."""
        self.stop(mode)
        self.start()

    def url(self, database: str, user: str, host: str = "") -> str:
        """Return the address of a database, by the socket or by the network."""
        where = f"host={host or self.folder} port={self.port}"
        extra = f" sslrootcert={self.root_certificate}" if host == ELSEWHERE else ""
        return f"{where} dbname={database} user={user}{extra}"

    @property
    def root_certificate(self) -> Path:
        """What verifies the server's certificate."""
        return self.folder / "server.crt"

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Let the superuser do something."""
        import psycopg

        with psycopg.connect(self.url(database, "postgres"), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _make(self) -> None:
        options = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        self._run("initdb", "-D", self._data, *options)
        if self._network:
            self._make_certificate()
        settings = _SETTINGS.format(
            folder=self.folder,
            port=self.port,
            addresses=f"127.0.0.1,{ELSEWHERE}" if self._network else "",
            connections=self._connections,
            fsync="on" if self._fsync else "off",
            ssl="on" if self._network else "off",
        )
        with (self.folder / "data" / "postgresql.conf").open("a", encoding="utf-8") as file:
            file.write(settings)
        (self.folder / "data" / "pg_hba.conf").write_text(_WHO_MAY, encoding="utf-8")

    def _make_certificate(self) -> None:
        made = self.folder / "data" / "server.crt"
        command = ["openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-newkey", "rsa:2048"]
        command += ["-subj", "/CN=sortrank-test", "-addext", f"subjectAltName=IP:{ELSEWHERE}"]
        command += ["-out", str(made), "-keyout", str(self.folder / "data" / "server.key")]
        subprocess.run(command, check=True, capture_output=True, cwd=self.folder, **self._user)
        shutil.copy(made, self.root_certificate)
        self.root_certificate.chmod(0o644)

    def _run(self, program: str, *arguments: str, check: bool = True) -> None:
        command = [find_program(program), *arguments]
        # Files, not pipes: the server would keep them open.
        with (self.folder / "said").open("w+", encoding="utf-8", errors="replace") as said:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                cwd=self.folder,
                env={**os.environ, "LC_ALL": "C"},
                **self._user,
            )
            said.seek(0)
            if check and done.returncode:
                raise RuntimeError(f"{program} failed: {said.read()}")


def _find_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
