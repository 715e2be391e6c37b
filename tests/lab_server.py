"""The lab's server of tests: one PostgreSQL a test session, a database a test.

Import the fixtures where they are used: `from tests.lab_server import cluster, lab`.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import uuid4

import pytest

from sortrank_gui.study.lab.addresses import LabAddress, find_address
from sortrank_gui.study.lab.connecting import Server, connect_server
from sortrank_gui.study.lab.roles import RESEARCHER, ROLES, STATION
from sortrank_gui.study.lab.setting_up import set_up_lab

_TEMPLATE = "lab_template"
_NUMBERS = count(1)
_RUNNING: list[Any] = []


@dataclass(frozen=True)
class Lab:
    """A prepared database."""

    server: Any
    """An `OwnServer`."""
    database: str

    def text(self, role: str = RESEARCHER, host: str = "") -> str:
        """Return what stands behind --server."""
        return str(self.server.url(self.database, role, host))

    def address(self, role: str = RESEARCHER, host: str = "") -> LabAddress:
        """Return the database's address for a role."""
        return find_address(self.text(role, host))

    def connect(self, role: str = RESEARCHER, token: str = "") -> Server:
        """Return a connection of a role, through the socket."""
        return connect_server(self.address(role), token=token)

    def connect_station(self, token: str = "") -> Server:
        """Return a connection of a station with a secret of its own."""
        return self.connect(STATION, token or str(uuid4()))

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Let the superuser look, or do something."""
        found: list[tuple[Any, ...]] = self.server.execute(statement, self.database)
        return found


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest) -> Any:
    """Return a PostgreSQL of our own, with a prepared database to copy.

    It is one for all: every module that imports this has a fixture of its own.
    """
    if sys.platform == "win32":
        pytest.skip("not on Windows: the server runs on another computer there")
    if not _RUNNING:
        ending = ExitStack()
        request.config.add_cleanup(ending.close)
        _RUNNING.append(_start(ending))
    return _RUNNING[0]


def _start(ending: ExitStack) -> Any:
    from benchmarks.postgres import PASSWORD, OwnServer

    for name in [name for name in os.environ if name.startswith("PG")]:
        del os.environ[name]
    server = ending.enter_context(OwnServer(network=True, connections=300))
    server.execute(f"CREATE ROLE {server.owner} LOGIN CREATEROLE PASSWORD '{PASSWORD}'")
    server.execute(f"CREATE DATABASE {_TEMPLATE} OWNER {server.owner}")
    set_up_lab(find_address(server.url(_TEMPLATE, server.owner)))
    for role in ROLES:
        server.execute(f"ALTER ROLE {role} PASSWORD '{PASSWORD}'")
    return server


@contextmanager
def make_database(cluster: Any) -> Iterator[Lab]:
    """Give a prepared database, which is gone afterwards."""
    name = f"lab{next(_NUMBERS)}"
    cluster.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE} OWNER {cluster.owner}")
    # A copy has the tables and their rights, but not those of the database itself.
    cluster.execute(f"REVOKE ALL ON DATABASE {name} FROM PUBLIC")
    for role in ROLES:
        cluster.execute(f"GRANT CONNECT ON DATABASE {name} TO {role}")
    yield Lab(cluster, name)
    cluster.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def lab(cluster: Any) -> Iterator[Lab]:
    """Return a prepared database of this test alone."""
    with make_database(cluster) as made:
        yield made
