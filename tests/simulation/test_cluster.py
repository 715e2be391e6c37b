"""Experiments on a real Dask cluster."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.executors import SequentialExecutor, open_executor
from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.populations import Given, Uniform
from sortrank_gui.simulation.runner import run_tasks

pytest.importorskip("distributed")


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


def test_cluster_without_encryption_is_refused_where_certificates_are_set(
    address: str, tmp_path: Path
) -> None:
    """Whoever gave Dask certificates sends nothing in the clear, by whatever address."""
    dask = pytest.importorskip("dask")
    certificate = tmp_path / "ca.pem"
    certificate.write_text("")
    with (
        dask.config.set({"distributed.comm.tls.ca-file": str(certificate)}),
        pytest.raises(InputError, match="encryption"),
        open_executor(cluster=address),
    ):
        pass


@pytest.fixture
def listener() -> Iterator[tuple[str, socket.socket]]:
    """Give host and port of somebody who only listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        yield f"127.0.0.1:{server.getsockname()[1]}", server


@pytest.mark.parametrize(
    ("scheme", "settings", "words"),
    [
        ("tls", {}, "needs certificates"),
        ("tls", {"ca-file": "no/where.pem"}, "needs certificates"),
        ("tls", {"client.cert": "no/where.pem"}, "needs certificates"),
        ("tls", {"ca-file": "no/where.pem", "client.cert": "no/where.pem"}, "No such file"),
        ("tls", {"ca-file": __file__, "client.cert": __file__}, "no certificate"),
        ("tls", {"ca-file": 7, "client.cert": 7}, "There is no Dask scheduler"),
        ("tcp", {"client.cert": "no/where.pem"}, "encryption"),
        ("tcp", {"client.key": "no/where.pem"}, "encryption"),
        ("ws", {"ca-file": "no/where.pem"}, "begin with tcp"),
        ("ucx", {}, "begin with tcp"),
    ],
)
def test_half_a_configuration_is_a_sentence_and_sends_nothing(
    scheme: str,
    settings: dict[str, object],
    words: str,
    listener: tuple[str, socket.socket],
) -> None:
    """Where encryption was wanted, but can't be, nobody hears a byte of ours."""
    dask = pytest.importorskip("dask")
    place, server = listener
    before = set(threading.enumerate())
    with (
        dask.config.set({f"distributed.comm.tls.{key}": value for key, value in settings.items()}),
        pytest.raises(InputError, match=words),
        open_executor(cluster=f"{scheme}://{place}"),
    ):
        pass
    assert "IO loop" not in {thread.name for thread in set(threading.enumerate()) - before}
    with pytest.raises(TimeoutError):
        server.accept()
