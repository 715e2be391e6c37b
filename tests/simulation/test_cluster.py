"""Experiments on a real Dask cluster."""

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
