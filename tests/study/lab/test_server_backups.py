"""The server's backup as in docs/lab.md: dumped, restored elsewhere, brought home from there."""

import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sortrank_gui.study.lab.bringing_home import bring_home
from sortrank_gui.study.lab.replica import open_desk
from sortrank_gui.study.upkeep.checking import check_study
from tests.lab_server import Lab, cluster, lab, make_database
from tests.study.lab.test_sharing import answered, dump
from tests.study.lab.test_sharing import share as share_file
from tests.study.lab.test_stations import Booth, booth, share

__all__ = ["answered", "booth", "cluster", "lab", "share"]
pytestmark = pytest.mark.posix("a server of our own")
RESTORED = "UPDATE sortrank.clocks SET generation = generation + 1, clock = clock + 1000000"
"""What docs/lab.md tells to do after a restore."""


def run(lab: Lab, program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL as the superuser."""
    from benchmarks.postgres import find_program

    where = ["-h", str(lab.server.folder), "-p", str(lab.server.port), "-U", "postgres"]
    command = [find_program(program), *where, *arguments]
    subprocess.run(command, check=True, capture_output=True)


def restore(lab: Lab, backup: Path) -> None:
    """Put a backup in the place of what a prepared database has."""
    run(lab, "pg_restore", "--clean", "--if-exists", "-d", lab.database, str(backup))
    lab.execute(RESTORED)


def test_backup_has_everything(
    lab: Lab, cluster: Any, answered: Callable[..., Path], tmp_path: Path
) -> None:
    """A study that comes home from a restored database is what was shared; rights hold there."""
    path, backup = answered(shared=True), tmp_path / "lab.dump"
    uuid = share_file(path, lab).uuid
    run(lab, "pg_dump", "-Fc", "-f", str(backup), lab.database)
    with make_database(cluster) as other:
        restore(other, backup)
        home = tmp_path / "home.sortrank"
        bring_home(other.address(), uuid, home)
        assert dump(home) == dump(path)
        assert check_study(home).problems == []
        policies = "SELECT tablename, policyname, qual FROM pg_policies ORDER BY 1, 2"
        assert other.execute(policies) == lab.execute(policies)
        with closing(other.connect_station()) as server:
            assert server.execute("SELECT * FROM sortrank.sessions").fetchall() == []


def test_lab_goes_on_after_a_restore(
    lab: Lab, share: Callable[..., str], booth: Callable[[str], Booth], tmp_path: Path
) -> None:
    """Desks begin anew; what stations have of after the backup comes again as sessions beside."""
    uuid, backup = share(shared=True), tmp_path / "lab.dump"
    one = booth("one")
    one.engine.start_session("P01")
    one.answer(3)
    one.settle()
    one.engine.end("done")
    one.settle()
    run(lab, "pg_dump", "-Fc", "-f", str(backup), lab.database)
    one.engine.start_session("P02")
    one.answer(4)
    one.settle()
    with closing(open_desk(lab.address(), uuid)) as desk:
        assert desk.participants == ["P01", "P02"]
    path = one.file.path
    one.engine.close()
    restore(lab, backup)
    with closing(open_desk(lab.address(), uuid)) as desk:
        assert desk.participants == ["P01"]
    path.with_suffix(".cache").unlink()
    one.open()
    one.settle()
    with closing(open_desk(lab.address(), uuid)) as desk:
        assert desk.participants == ["P01", "P02"]
        answers = {
            row.participant: int((desk.records_of(row).column("trial") > 0).sum())
            for row in desk.sessions
        }
        assert answers == {"P01": 3, "P02": 4}
    home = tmp_path / "home.sortrank"
    bring_home(lab.address(), uuid, home)
    assert check_study(home).problems == []
