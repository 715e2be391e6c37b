"""New studies out of what a researcher has: pictures, folders, tables and texts, or nothing yet."""

from collections.abc import Sequence
from pathlib import Path

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.edits import suggest_budget
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.opening import SUFFIX, create_study
from sortrank_gui.study.items.importing import Imported, import_paths
from sortrank_gui.study.items.items import Progress

PROMPT = "Which do you prefer?"
_UNNAMED = "New study"


def make_study(
    target: Path, sources: Sequence[Path] = (), progress: Progress | None = None
) -> Imported:
    """Make a study file, complete or not at all, and return what was taken; it can be edited then.

    Items are looked at first and then put into the file: each is half of the work.
    """
    found = Imported(())
    if sources:
        found = import_paths(sources, progress=_count_half(progress, 0))
    stop = StopRules(suggest_budget(len(found.items)))
    design = Design(title=target.stem, prompt=PROMPT, stop=stop)
    create_study(
        target,
        design,
        found.items,
        found.truth,
        progress=_count_half(progress, 1),
        unfinished=len(found.items) < 2,
    )
    return found


def choose_target(sources: Sequence[Path]) -> Path:
    """Return a free name beside the sources: that of the only one, or of the folder they are in."""
    first = sources[0]
    stem = first.name if first.is_dir() else first.stem
    if len(sources) > 1:
        stem = first.parent.name or _UNNAMED
    target, number = first.with_name(stem + SUFFIX), 1
    while target.exists():
        number += 1
        target = first.with_name(f"{stem} {number}{SUFFIX}")
    return target


def _count_half(progress: Progress | None, before: int) -> Progress | None:
    """Return what counts one half of the work, with so many halves before it."""

    def count(done: int, total: int) -> None:
        if progress is not None:
            progress(before * total + done, 2 * total)

    return count
