"""A real Dask cluster: a scheduler and two workers, each a process of its own."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sortrank_gui.simulation.executors import SequentialExecutor, open_executor
from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.populations import Given, Uniform
from sortrank_gui.simulation.runner import run_tasks

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a scheduler with two workers."""
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
        process.wait(timeout=15)
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


EXPERIMENT = Experiment(40, Uniform(4.0), ("random", "mergesort"), (50, 150), repetitions=3)


def test_cluster_gives_the_same_results(address: str) -> None:
    """Two workers of a cluster find what this thread finds."""
    here = run_tasks(EXPERIMENT.trials(), SequentialExecutor())
    with open_executor(cluster=address) as executor:
        there = run_tasks(EXPERIMENT.trials(), executor)
    assert there.values == here.values
    assert not there.failures


def test_cluster_names_a_failed_trial(address: str) -> None:
    """A failure on a worker comes back with its settings, and the others are done."""
    broken = Experiment(9, Given((1.0, 2.0)), ("random",), (5,), repetitions=1, seed=23)
    with open_executor(cluster=address) as executor:
        results = run_tasks([*broken.trials(), *EXPERIMENT.trials()[:2]], executor)
    assert "seed 23" in str(results.failures[0])
    assert len(results.done) == 2
