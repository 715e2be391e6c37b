"""A real Dask cluster: a scheduler and two workers, each a process of its own."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a scheduler with two workers."""
    if sys.platform == "win32":
        pytest.skip("not on Windows: Dask's processes do not find each other on Wine")
    folder = tmp_path_factory.mktemp("cluster")
    file = folder / "scheduler.json"
    listen = ["--host", "127.0.0.1", "--no-dashboard"]
    start = [sys.executable, "-m", "distributed.cli.dask_scheduler", *listen, "--port", "0"]
    work = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny"]
    work += [*listen, "--local-directory", str(folder)]
    processes = []
    with (folder / "log").open("w") as log:
        for command in ([*start], [*work], [*work]):
            command += ["--scheduler-file", str(file)]
            processes.append(subprocess.Popen(command, stdout=log, stderr=log))
        try:
            yield _wait_for(file, processes, folder / "log")
        finally:
            for process in reversed(processes):
                _end(process)


def _end(process: subprocess.Popen) -> None:
    """Ask politely, then insist: a busy machine may not answer in time."""
    process.terminate()
    try:
        process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_for(file: Path, processes: list[subprocess.Popen], log: Path) -> str:
    from distributed import Client

    deadline = time.monotonic() + 60
    while not file.exists() or not file.read_text().strip():
        assert time.monotonic() < deadline, log.read_text()
        assert all(process.poll() is None for process in processes), log.read_text()
        time.sleep(0.1)
    address = json.loads(file.read_text())["address"]
    with Client(address, timeout=30) as client:
        client.wait_for_workers(2, timeout=60)
    return address
