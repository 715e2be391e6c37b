"""The one importer: items from pictures, folders, tables and texts, with one report of them all.

Every item that a source gives is looked at, with its picture. One that can't be used is left out,
and the report says why. A table or text that has a mistake is left out as a whole: nobody knows
what else is wrong with it. Where nothing is left, that is an error. Nothing here changes a study.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from sortrank_gui.errors import InputError
from sortrank_gui.study.items.items import Item, Progress, find_problem, take_name
from sortrank_gui.study.items.pictures import load_picture
from sortrank_gui.study.items.sources import (
    NAMES,
    SCORES,
    Candidate,
    Entry,
    Reader,
    read_score,
    read_sources,
    take_lines,
)
from sortrank_gui.tables import read_table

_MOST_NAMED = 5
_PATIENCE_SECONDS = 0.2
"""After so long it is told that sources are still read, and whoever stops that is heard."""


@dataclass(frozen=True, slots=True)
class Imported:
    """Items that were taken, with their true scores if all have one, and why others were not."""

    items: tuple[Item, ...]
    truth: tuple[float, ...] | None = None
    left_out: tuple[str, ...] = ()
    """A sentence for each file or row that did not become an item."""

    @property
    def report(self) -> str:
        """Say what was taken, and what was not; nothing where all was taken."""
        if not self.left_out:
            return ""
        pictures = all(item.image is not None for item in self.items)
        what = "picture" if pictures else "item"
        taken = f"{len(self.items):,} {what}{'' if len(self.items) == 1 else 's'} taken"
        return f"{taken}, {len(self.left_out):,} left out: {_enumerate(self.left_out)}."


def import_paths(
    paths: Iterable[Path], *, read: Reader | None = None, progress: Progress | None = None
) -> Imported:
    """Return the items of files and folders of any kind, or all as `read` understands them.

    `progress` hears how many are looked at, and of how many; it may raise to stop that.
    """
    entries: list[Entry] = []
    parts = read_sources(paths) if read is None else map(read, paths)
    told = monotonic()
    for part in parts:
        found: list[Entry] = []
        try:
            for entry in part:
                found.append(entry)
                if progress is not None and monotonic() - told > _PATIENCE_SECONDS:  # pages of PDF
                    told = monotonic()
                    progress(0, len(entries) + len(found))
        except InputError as error:
            found = [str(error)]
        entries.extend(found)
    return _look_at(entries, progress)


def import_text(text: str) -> Imported:
    """Return an item for each line of a text."""
    return _look_at([*take_lines(text, "The text")], None)


def read_truth(path: Path, names: Sequence[str]) -> tuple[float, ...]:
    """Return the true scores of these items from a table of item and score, truth or rank."""
    table = read_table(path)
    name, column = table.need(*NAMES), table.need(*SCORES)
    known, scores = set(names), dict[str, float]()
    for row in table:
        item = row[name]
        if item not in known:
            raise row.mistake(f"the study has no item “{item[:60]}”.")
        if item in scores:
            raise row.mistake(f"“{item}” is there twice.")
        scores[item] = read_score(row, column)
    missing = [item for item in names if item not in scores]
    if missing:
        others = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
        raise InputError(f"{path} has no score for “{missing[0]}”{others}.")
    return tuple(scores[item] for item in names)


def _look_at(entries: Sequence[Entry], progress: Progress | None) -> Imported:
    """Take every item that can be used, under a name of its own."""
    taken: list[Candidate] = []
    left_out: list[str] = []
    names: set[str] = set()
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, Candidate):
            entry = _check(entry)
        if isinstance(entry, str):
            left_out.append(entry)
        else:
            name = take_name(entry.item.name, names)
            taken.append(replace(entry, item=replace(entry.item, name=name)))
        if progress is not None:
            progress(number, len(entries))
    if not taken:
        raise InputError(_describe_nothing(left_out))
    scores = [candidate.truth for candidate in taken if candidate.truth is not None]
    truth = tuple(scores) if len(scores) == len(taken) else None
    return Imported(tuple(candidate.item for candidate in taken), truth, tuple(left_out))


def _check(candidate: Candidate) -> Entry:
    """Return a candidate if a study can hold it and show it, or else why not."""
    item, called = candidate.item, candidate.called
    problem = find_problem(item)
    if problem:
        return f"{called} {problem}."
    if item.image is not None:
        try:
            load_picture(item.image, called)
        except InputError as error:
            return str(error)
    return candidate


def _describe_nothing(left_out: Sequence[str]) -> str:
    match left_out:
        case []:
            return "There is nothing that could become an item."
        case [sentence]:
            return sentence
    return f"Nothing can be taken: {_enumerate(left_out)}."


def _enumerate(sentences: Sequence[str]) -> str:
    """Return some sentences as one, and how many more there are."""
    shown = [sentence.removesuffix(".") for sentence in sentences[:_MOST_NAMED]]
    if len(sentences) > _MOST_NAMED:
        shown.append(f"and {len(sentences) - _MOST_NAMED:,} more")
    return "; ".join(shown)
