"""What commands print: JSON, aligned tables, and a progress bar on a terminal."""

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

import typer

from sortrank_gui.errors import InputError

if TYPE_CHECKING:
    from sortrank_gui.progress import RunProgress
    from sortrank_gui.simulation.runner import Results


def print_json(content: Any) -> None:
    """Print content as JSON, in which what a terminal would obey is escaped."""
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    text = json.dumps(content, indent=1, ensure_ascii=not is_unicode)
    shown = "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)
    print(shown)


def take_all_letters() -> None:
    """Let a terminal or a file that has few letters get the others escaped, as in Windows' pages.

    What was done is done by then: it is no reason to end with an error.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def make_printable(text: str) -> str:
    """Return a text without characters that a terminal would obey."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def say(text: object = "", *, file: TextIO | None = None, flush: bool = False) -> None:
    """Print what may have words of a study, a table or a path in it, line by line."""
    print("\n".join(map(make_printable, str(text).split("\n"))), file=file, flush=flush)


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print columns: text to the left, numbers to the right."""
    cells = [[make_printable(cell) for cell in row] for row in (header, *rows)]
    widths = [max(len(row[k]) for row in cells) for k in range(len(header))]
    numeric = [all(_is_number(row[k]) for row in rows) for k in range(len(header))]
    for row in cells:
        aligned = (
            text.rjust(width) if right else text.ljust(width)
            for text, width, right in zip(row, widths, numeric, strict=True)
        )
        print("  ".join(aligned).rstrip())


def ask_to_delete(what: str, *, yes: bool) -> None:
    """Ask on a terminal whether something shall go for good, unless that was said already."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise InputError(f"This would delete {what}. Say --yes to do it; it can't be undone.")
    if not typer.confirm(make_printable(f"Delete {what}? This can't be undone")):
        raise typer.Abort


def stop_if_incomplete(results: "Results[Any]") -> None:
    """Name the trials that failed, on stderr, and end with an exit code that tells."""
    for failure in results.failures:
        say(failure, file=sys.stderr)
    if results.cancelled:
        done, total = len(results.done), len(results.values)
        print(f"Stopped after {done} of {total} trials; their results are kept.", file=sys.stderr)
        sys.exit(130)
    if results.failures:
        sys.exit(1)


@contextmanager
def stoppable() -> Iterator[None]:
    """Let a termination, as batch systems send it, keep results like Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def finishing() -> Iterator[Callable[[], bool]]:
    """Let Ctrl-C wait until what is being saved is saved; give what asks whether it was pressed.

    Whoever stops between a commit and what learns of it would go on with what is not in the file.
    Who presses it again does not want to wait.
    """
    pressed = list[bool]()

    def note(*_: object) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(True)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def progress_bar(what: str) -> "Iterator[Callable[[RunProgress], None] | None]":
    """Give a callback that draws a bar with the remaining time; None where nobody looks."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress as rich_progress
    from rich.console import Console

    columns = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.MofNCompleteColumn(),
        rich_progress.TextColumn("{task.fields[left]}"),
    )
    console = Console(stderr=True)
    with rich_progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None, left="")

        def update(progress: "RunProgress") -> None:
            left = describe_progress(progress)
            bar.update(task, completed=progress.done, total=progress.total, left=left)

        yield update


def describe_progress(progress: "RunProgress") -> str:
    """Say how long the rest takes and, where parts of the work differ, how much is done."""
    share = [] if progress.share is None else [f"{100 * progress.share:.0f} %"]
    seconds = progress.remaining_seconds
    left = [] if seconds is None else [f"{_duration(seconds)} left"]
    return ", ".join(share + left)


def pace(update: "Callable[[RunProgress], None]") -> Callable[[int, int], None]:
    """Return what tells a bar how many are done, and of how many."""
    from sortrank_gui.progress import RunProgress

    began = monotonic()

    def count(done: int, total: int) -> None:
        update(RunProgress(done, total, monotonic() - began))

    return count


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def _is_number(text: str) -> bool:
    return text == "" or text[0] in "+-−0123456789."
