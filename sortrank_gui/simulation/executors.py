"""Where trials run: in this thread, in processes of this machine, or on a Dask cluster."""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

from sortrank_gui.errors import InputError

_CONNECT_SECONDS = 5
_END_SECONDS = 2
_CERTIFICATES = ("ca-file", "client.cert", "client.key")


class SequentialExecutor(Executor):
    """Does everything at once, in the calling thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the call before returning."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class ProcessPool(Executor):
    """Processes of this machine that are ended at once when the work is over or not wanted.

    `nice` lowers their priority, so that a window beside them stays quick. A worker that dies
    (killed, or out of memory) breaks a pool for good; the next call then starts a new one. Callers
    get futures of their own: a pool that breaks stumbles over its own ones if they were cancelled.
    """

    def __init__(self, workers: int, *, nice: int = 0) -> None:
        self.workers = workers
        self._nice = nice
        self._start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Schedule a call."""
        try:
            inner = self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self._start()
            inner = self._pool.submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        inner.add_done_callback(partial(_pass_on, future))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the pool; without `wait` its processes are stopped in the middle of their work."""
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)
        if not wait:
            for process in self._context.processes:
                process.terminate()

    def end(self) -> None:
        """Stop all processes and wait until they are gone."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in self._context.processes:
            process.join(_END_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()

    def _start(self) -> None:
        self._context = _RecordingContext()
        self._pool = ProcessPoolExecutor(
            self.workers,
            mp_context=self._context,
            initializer=_start_worker,
            initargs=(self._nice,),
        )


def _pass_on(future: Future[Any], inner: Future[Any]) -> None:
    """Give a future what came of the pool's own, unless nobody waits for it any more."""
    if inner.cancelled():
        future.cancel()
    if not future.set_running_or_notify_cancel():
        return
    if (error := inner.exception()) is not None:
        future.set_exception(error)
    else:
        future.set_result(inner.result())


class _RecordingContext(SpawnContext):
    """Remembers the processes it makes, so that they can be stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.processes: list[SpawnProcess] = []

    def Process(self, *args: Any, **kwargs: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Make a process."""
        process = SpawnProcess(*args, **kwargs)
        self.processes.append(process)
        return process


def _start_worker(nice: int) -> None:
    """Leave Ctrl-C to the parent, which decides what to keep; end when the parent is gone."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def count_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def count_workers(executor: Executor) -> int:
    """Return how many tasks an executor works on at the same time."""
    if isinstance(executor, ProcessPool):
        return executor.workers
    client = getattr(executor, "_client", None)
    return 1 if client is None else sum(client.nthreads().values())


@contextmanager
def open_executor(*, jobs: int | None = None, cluster: str | None = None) -> Iterator[Executor]:
    """Give an executor: a cluster's, or `jobs` processes (as many as cores); stop it at the end."""
    if cluster is not None:
        with _connect(cluster) as executor:
            yield executor
        return
    pool = ProcessPool(jobs or count_cores())
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _find_security(address: str) -> Any:
    """Return what lets nothing but encrypted connections pass, where Dask has certificates.

    Other ways than TCP and TLS are refused: Dask's web sockets pass over what is demanded.
    """
    import dask
    from distributed.security import Security

    scheme, mark, _ = address.partition("://")
    if mark and scheme not in ("tcp", "tls"):
        raise InputError(
            f"{address} is no address of a Dask scheduler: they begin with tcp:// or tls://."
        )
    certificates = (dask.config.get(f"distributed.comm.tls.{key}", None) for key in _CERTIFICATES)
    if scheme != "tls" and not any(certificates):
        return None
    security = Security(require_encryption=True)
    arguments = security.get_connection_args("client")
    if scheme == "tls" and arguments["ssl_context"] is None:
        raise InputError(
            f"{address} needs certificates: give Dask distributed.comm.tls.ca-file and "
            "distributed.comm.tls.client.cert."
        )
    return security


@contextmanager
def _connect(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError as error:
        raise InputError(
            "A cluster needs Dask: install SortRank with its extra “cluster”."
        ) from error

    class TidyClient(Client):
        """Ends its thread where it reaches nobody.

        Else the garbage collector would, at times within the start of the next client's thread,
        and each of both would wait for the other.
        """

        def start(self, **settings: Any) -> None:
            try:
                super().start(**settings)
            except BaseException:
                self.close()
                raise

    try:
        client = TidyClient(address, timeout=_CONNECT_SECONDS, security=_find_security(address))
    except InputError:
        raise
    except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
        raise InputError(f"There is no Dask scheduler at {address}: {error}.") from error
    try:
        executor = client.get_executor()
        yield executor
        executor.shutdown(wait=False)
    finally:
        client.close()
