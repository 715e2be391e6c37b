"""What commands print: JSON, aligned tables, and a progress bar on a terminal."""

import json
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sortrank_gui.progress import RunProgress
    from sortrank_gui.simulation.runner import Results


def print_json(content: Any) -> None:
    """Print content as JSON."""
    print(json.dumps(content, indent=1, ensure_ascii=False))


def make_printable(text: str) -> str:
    """Return a text without characters that a terminal would obey."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


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


def stop_if_incomplete(results: "Results[Any]") -> None:
    """Name the trials that failed, on stderr, and end with an exit code that tells."""
    for failure in results.failures:
        print(failure, file=sys.stderr)
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
            seconds = progress.remaining_seconds
            left = "" if seconds is None else f"{_duration(seconds)} left"
            bar.update(task, completed=progress.done, total=progress.total, left=left)

        yield update


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def _is_number(text: str) -> bool:
    return text == "" or text[0] in "+-−0123456789."
