"""Work on data of strangers in a process of its own, which may take little time and memory.

How it works
------------
A decoder that hangs, swells or crashes takes its process with it, so pictures are decoded in
children that do nothing else. A child is started once and does one call after the other; a call
costs what it takes to send bytes to and fro. Whoever waits for it looks at the child's processor
time and memory, and kills it where they pass a limit: the next call starts a new one. On Linux the
system limits the memory, too. A reply is JSON and bytes, never objects: nothing that a child sends
is run here. This keeps the program alive; it is no sandbox against code that takes a child over.
"""

import json
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.context import SpawnProcess
from time import monotonic
from typing import Any

from sortrank_gui.child_usage import limit_memory, read_usage
from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_CHILD_BYTES, MOST_CHILD_SECONDS, MOST_WAITED_SECONDS

Reply = tuple[dict[str, Any], bytes]
"""Facts as JSON knows them, and bytes."""
_GLANCE_SECONDS = 0.05
_START_SECONDS = 60
_MOST_REPLY = 1 << 30


class ExhaustedError(InputError):
    """Data took more time or memory than they may, or broke their decoder."""


@dataclass
class _Running:
    process: SpawnProcess
    pipe: Any
    base: int = 0
    """The memory of the child before its first work."""


class Child:
    """One process, started when it is first needed; a thread at a time may call it."""

    def __init__(self) -> None:
        self._running: _Running | None = None
        self._free = threading.Lock()
        self.starts = 0
        """How often a process had to be started: a number that grows tells of new memory."""

    def call(self, function: Callable[..., Reply], *arguments: object, name: str) -> Reply:
        """Return what a function of a module gives in the child; errors call the data `name`."""
        with self._free:
            running = self._running or self._start()
            try:
                running.pipe.send_bytes(pickle.dumps((function, arguments)))
                self._wait(running, name)
                facts = json.loads(running.pipe.recv_bytes(_MOST_REPLY))
                data = running.pipe.recv_bytes(_MOST_REPLY)
            except (OSError, EOFError) as error:
                self.end()
                raise ExhaustedError(f"{name} can't be shown: it broke its decoder.") from error
        if (refusal := facts.get("refused")) is not None:
            raise InputError(refusal)
        return facts, data

    def end(self) -> None:
        """Kill the process, whatever it does; the next call starts another."""
        running, self._running = self._running, None
        if running is not None:
            running.process.kill()
            running.pipe.close()
            running.process.join()

    def _start(self) -> _Running:
        context = get_context("spawn")
        pipe, other = context.Pipe()
        process = context.Process(target=_serve, args=(other,), daemon=True, name="pictures")
        process.start()
        other.close()
        self.starts += 1
        self._running = running = _Running(process, pipe)
        try:
            if not pipe.poll(_START_SECONDS):
                raise EOFError
            pipe.recv_bytes()
        except (OSError, EOFError) as error:
            self.end()
            raise InputError("The process that decodes pictures can't be started.") from error
        running.base = read_usage(process.pid or 0)[1]
        return running

    def _wait(self, running: _Running, name: str) -> None:
        """Wait for a reply; kill the child where it takes too much."""
        latest = monotonic() + MOST_WAITED_SECONDS
        began: float | None = None
        while not running.pipe.poll(_GLANCE_SECONDS):
            if self._running is not running:
                raise InputError(f"{name} is not decoded: the program ends.")
            seconds, memory = read_usage(running.process.pid or 0)
            began = seconds if began is None else began
            if seconds - began > MOST_CHILD_SECONDS or monotonic() > latest:
                self.end()
                raise ExhaustedError(f"{name} can't be shown: it takes too long to draw.")
            if memory - running.base > MOST_CHILD_BYTES:
                self.end()
                raise ExhaustedError(f"{name} can't be shown: it takes too much memory to draw.")


class Children:
    """Some children that any thread may call."""

    def __init__(self, number: int) -> None:
        self._all = [Child() for _ in range(number)]
        self._idle = list(self._all)
        self._changed = threading.Condition()

    def call(self, function: Callable[..., Reply], *arguments: object, name: str) -> Reply:
        """Let a child that is free call a function of a module."""
        with self._borrow() as child:
            return child.call(function, *arguments, name=name)

    def warm(self, function: Callable[..., Reply]) -> None:
        """Start a process in the background, and let it load what it needs for a function."""
        if self._idle and self._all[0].starts == 0:
            threading.Thread(target=self._warm, args=(function,), daemon=True).start()

    def _warm(self, function: Callable[..., Reply]) -> None:
        with suppress(InputError):
            self.call(function, name="A picture")

    def end(self) -> None:
        """Kill them all; whoever waits for one gets a sentence."""
        for child in self._all:
            child.end()

    @contextmanager
    def _borrow(self) -> Iterator[Child]:
        """Lend a child, the one that was used last first."""
        with self._changed:
            self._changed.wait_for(self._has_idle)
            child = self._idle.pop(0)
        try:
            yield child
        finally:
            with self._changed:
                self._idle.insert(0, child)
                self._changed.notify()

    def _has_idle(self) -> bool:
        return bool(self._idle)


CHILDREN = Children(2)
"""Those of the program, for all pictures that do not move."""


def _serve(pipe: Any) -> None:
    """Do one call after the other, until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    with open(os.devnull, "w") as nothing, suppress(OSError):  # where decoders complain
        os.dup2(nothing.fileno(), 2)
    if sys.platform == "linux":
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    limit_memory(MOST_CHILD_BYTES)
    with suppress(EOFError, OSError):
        pipe.send_bytes(b"ready")
        while True:
            function, arguments = pickle.loads(pipe.recv_bytes())
            facts, data = _do(function, arguments)
            pipe.send_bytes(json.dumps(facts).encode())
            pipe.send_bytes(data)


def _do(function: Callable[..., Reply], arguments: tuple[object, ...]) -> Reply:
    try:
        return function(*arguments)
    except InputError as error:
        return {"refused": str(error)}, b""
    except MemoryError:
        return {"refused": "A picture takes too much memory to draw."}, b""
    except Exception as error:  # a decoder may raise anything at a damaged file
        return {"refused": f"A picture can't be shown: {error!r}."}, b""
