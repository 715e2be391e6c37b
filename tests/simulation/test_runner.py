"""The runner over several executors: same results, progress, cancelling, failures."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.progress import RunProgress
from sortrank_gui.simulation.executors import SequentialExecutor, count_cores, open_executor
from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.populations import Given, Uniform
from sortrank_gui.simulation.runner import run_tasks

EXPERIMENT = Experiment(
    30, Uniform(4.0), ("random", "quicksort", "matching"), (20, 60), repetitions=2
)


@contextmanager
def sequential() -> Iterator[Executor]:
    """Give the executor of this thread."""
    yield SequentialExecutor()


EXECUTORS: dict[str, Callable] = {
    "sequential": sequential,
    "threads": lambda: ThreadPoolExecutor(3),
    "one process": lambda: open_executor(jobs=1),
    "two processes": lambda: open_executor(jobs=2),
}


@pytest.fixture(scope="module")
def expected() -> tuple:
    """Run the trials without any runner."""
    return tuple(trial.run() for trial in EXPERIMENT.trials())


@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS)
def test_results_are_the_same_for_every_executor(make: Callable, expected: tuple) -> None:
    """Neither the executor nor the number of workers changes a figure."""
    with make() as executor:
        results = run_tasks(EXPERIMENT.trials(), executor)
    assert results.values == expected
    assert (results.failures, results.cancelled) == ((), False)


@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS)
def test_progress_counts_to_the_end(make: Callable, chores: ModuleType) -> None:
    """Progress starts at 0, ends at the total, never falls, and tells the remaining time."""
    seen: list[RunProgress] = []
    with make() as executor:
        run_tasks([chores.Square(k) for k in range(5)], executor, progress=seen.append)
    counts = [progress.done for progress in seen]
    assert (counts[0], counts[-1]) == (0, 5)
    assert counts == sorted(counts)
    assert seen[0].remaining_seconds is None
    assert seen[-1].remaining_seconds == 0


@pytest.mark.parametrize("make", EXECUTORS.values(), ids=EXECUTORS)
def test_failed_task_is_named_and_loses_no_other(make: Callable, chores: ModuleType) -> None:
    """The failure has the task's settings, the reason and the traceback; the rest is there."""
    tasks = [chores.Square(2), chores.Fail(3), chores.Square(4)]
    with make() as executor:
        results = run_tasks(tasks, executor)
    assert results.values == (4, None, 16)
    (failure,) = results.failures
    assert str(failure) == "A trial failed (square of 3): 3 went wrong"
    assert "ZeroDivisionError" in failure.details


def test_failed_trial_names_settings_and_seed() -> None:
    """A researcher can repeat exactly the trial that failed."""
    broken = Experiment(30, Given((1.0, 2.0)), ("random",), (10,), repetitions=1, seed=17)
    (failure,) = run_tasks(broken.trials(), SequentialExecutor()).failures
    for word in ("random", "repetition 0", "30 items", "seed 17", "2 scores for 30 items"):
        assert word in str(failure)


def test_worker_that_dies_takes_no_other_task_along(chores: ModuleType) -> None:
    """A killed process fails its own task only; the tasks that waited are done in a new one."""
    tasks = [chores.Square(1), chores.Die(2), *(chores.Square(k) for k in range(3, 9))]
    with open_executor(jobs=2) as executor:
        results = run_tasks(tasks, executor)
    assert [failure.task for failure in results.failures] == ["square of 2"]
    assert results.values == (1, None, 9, 16, 25, 36, 49, 64)


def test_cancel_waits_for_no_task_and_keeps_results(chores: ModuleType) -> None:
    """A wish to cancel is heard while a trial runs; what was done is kept, the processes end."""
    wish = threading.Event()
    tasks = [chores.Square(3), *(chores.Sleep(k) for k in range(5))]

    def on_progress(progress: RunProgress) -> None:
        if progress.done:
            threading.Timer(0.2, wish.set).start()

    with open_executor(jobs=2) as executor:
        results = run_tasks(tasks, executor, progress=on_progress, cancelled=wish.is_set)
        start = time.perf_counter()
    assert time.perf_counter() - start < 30  # and not the minute that the tasks would sleep
    assert results.cancelled
    assert results.values == (9, None, None, None, None, None)
    assert results.done == [9]
    assert results.seconds < 30


@pytest.mark.posix("looks into /proc")
def test_processes_end_with_their_parent(tmp_path: Path) -> None:
    """When the program is killed, its workers do not stay behind."""
    code = (
        "import os, signal, time\n"
        "from sortrank_gui.simulation.executors import ProcessPool\n"
        "if __name__ == '__main__':\n"
        "    pool = ProcessPool(1)\n"
        "    print(pool.submit(os.getpid).result(), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    script = tmp_path / "killed.py"
    script.write_text(code)
    done = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, text=True, check=False)
    deadline = time.monotonic() + 60
    while Path(f"/proc/{done.stdout.strip()}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_cancel_before_the_start_does_nothing(chores: ModuleType) -> None:
    """Sequential work stops before the next task."""
    results = run_tasks([chores.Square(1)] * 3, SequentialExecutor(), cancelled=lambda: True)
    assert results.cancelled
    assert len(results.done) <= 1


def test_ctrl_c_keeps_results(chores: ModuleType) -> None:
    """A keyboard interrupt ends the run as a wish to cancel does."""

    def interrupt(progress: RunProgress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    results = run_tasks(
        [chores.Square(k) for k in range(4)], SequentialExecutor(), progress=interrupt
    )
    assert results.cancelled
    assert results.done == [0, 1]


@pytest.mark.posix("Dask waits for ever for a refused connection on Wine")
def test_missing_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address without a cluster is named."""
    monkeypatch.setattr("sortrank_gui.simulation.executors._CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(InputError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9"),
        open_executor(cluster="tcp://127.0.0.1:9"),
    ):
        pass


def test_cores_are_counted() -> None:
    """There is one at least."""
    assert count_cores() >= 1
