"""The one importer: items from pictures, folders, tables and texts, with one report of them all.

How it works: readers give entries, in order: an item to be, or a sentence about a file that is
none. Then every item is looked at, with its picture. One that can't be used is left out, and the
report says why. A table or text that has a mistake is left out as a whole: nobody knows what else
is wrong with it. Where nothing is left, that is an error. Nothing here changes a study.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sortrank_gui.errors import InputError
from sortrank_gui.limits import LONGEST_NAME
from sortrank_gui.study.items.items import Item, Progress, find_problem, take_name
from sortrank_gui.tables import Row, Table, read_table, read_text

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".bmp", ".tif", ".tiff")
TABLES, TEXTS = (".csv", ".tsv"), (".txt",)
_NAMES = ("name", "item")
_SCORES = ("truth", "score", "rank")
_OF_WINDOWS = ("desktop.ini", "thumbs.db")
_SHORT_NAME = 60
_MOST_NAMED = 5


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

    @property
    def details(self) -> str:
        """Say of everything that was left out why, a line for each."""
        return "\n".join(self.left_out)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item to be, and what a sentence about it begins with."""

    item: Item
    called: str
    truth: float | None = None


Entry = Candidate | str
"""An item to be, or a sentence that says why a file is none."""
Reader = Callable[[Path], Iterator[Entry]]


def import_paths(
    paths: Iterable[Path], *, read: Reader | None = None, progress: Progress | None = None
) -> Imported:
    """Return the items of files and folders of any kind, or all as `read` understands them.

    `progress` hears how many are looked at, and of how many; it may raise to stop that.
    """
    entries: list[Entry] = []
    parts = _read_all(paths) if read is None else map(read, paths)
    for part in parts:
        try:
            entries.extend([*part])
        except InputError as error:
            entries.append(str(error))
    return _look_at(entries, progress)


def import_text(text: str) -> Imported:
    """Return an item for each line of a text."""
    return _look_at([*_take_lines(text, "The text")], None)


def is_known(path: Path) -> bool:
    """Say whether a path could hold items."""
    return path.suffix.lower() in (*ENDINGS, *TABLES, *TEXTS) or path.is_dir()


def read_folder(folder: Path) -> Iterator[Entry]:
    """Yield an item for each picture of a folder, in the order of their names."""
    try:
        inside = [path for path in folder.iterdir() if not _is_hidden(path)]
        folders = {path for path in inside if path.is_dir()}
    except OSError as error:
        raise InputError(f"The folder {folder} can't be read: {error.strerror}.") from error
    inside.sort(key=_natural)
    pictures = [p for p in inside if p.suffix.lower() in ENDINGS and p not in folders]
    if not pictures:
        yield f"The folder {folder} has no pictures ({', '.join(ENDINGS)})."
    yield from _take_pictures(pictures)
    for path in inside:
        if path in folders:
            yield f"{path.name} is a folder in the folder."
        elif path.suffix.lower() not in ENDINGS:
            yield f"{path.name} is not a picture."


def read_lines(path: Path) -> Iterator[Entry]:
    """Yield an item for each line of a text file; long lines get a short name."""
    yield from _take_lines(read_text(path), str(path))


def read_items(path: Path) -> Iterator[Entry]:
    """Yield the items of a table: name, text, image (from its folder), truth or rank."""
    table = read_table(path)
    table.need(*_NAMES, "text", "image")
    rows = list(table)
    column = table.find(*_SCORES)
    has_truth = column is not None and any(row.get(column) for row in rows)
    lines: dict[str, int] = {}
    for row in rows:
        item = _make_item(table, row)
        if item.name and item.name in lines:
            raise InputError(
                f"{path}: lines {lines[item.name]} and {row.line} are both named “{item.name}”."
            )
        lines[item.name] = row.line
        truth = _read_score(row, column) if column is not None and has_truth else None
        called = f"{row.source}, line {row.line}: {row.get('image') or 'the item'}"
        yield Candidate(item, called, truth)
    if not rows:
        raise InputError(f"{path} has a header, but no items.")


def read_truth(path: Path, names: Sequence[str]) -> tuple[float, ...]:
    """Return the true scores of these items from a table of item and score, truth or rank."""
    table = read_table(path)
    name, column = table.need(*_NAMES), table.need(*_SCORES)
    known, scores = set(names), dict[str, float]()
    for row in table:
        item = row[name]
        if item not in known:
            raise row.mistake(f"the study has no item “{item[:60]}”.")
        if item in scores:
            raise row.mistake(f"“{item}” is there twice.")
        scores[item] = _read_score(row, column)
    missing = [item for item in names if item not in scores]
    if missing:
        others = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
        raise InputError(f"{path} has no score for “{missing[0]}”{others}.")
    return tuple(scores[item] for item in names)


def _read_all(paths: Iterable[Path]) -> Iterator[Iterator[Entry]]:
    """Yield what is in each path: first the pictures, together, to tell them apart by name."""
    paths = list(paths)
    pictures = [path for path in paths if path.suffix.lower() in ENDINGS and not path.is_dir()]
    yield _take_pictures(pictures)
    for path in paths:
        ending = path.suffix.lower()
        if path.is_dir():
            yield read_folder(path)
        elif ending in TABLES:
            yield read_items(path)
        elif ending in TEXTS:
            yield read_lines(path)
        elif ending not in ENDINGS:
            yield iter([f"{path.name} is neither a picture, a table (CSV) nor a text file."])


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
        from sortrank_gui.study.items.images import load_image  # Qt, only where there are pictures

        try:
            load_image(item.image, called)
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


def _take_pictures(paths: Sequence[Path]) -> Iterator[Entry]:
    """Yield an item for each picture, named as the file; its ending tells those of a name apart."""
    stems = Counter(path.stem for path in paths)
    for path in paths:
        yield Candidate(Item(path.name if stems[path.stem] > 1 else path.stem, path), path.name)


def _take_lines(text: str, source: str) -> Iterator[Entry]:
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        line = " ".join(line.split())
        if not line:
            continue
        if line in seen:
            raise InputError(f"{source}: lines {seen[line]} and {number} are the same.")
        seen[line] = number
        yield Candidate(_name_text(line, number), f"{source}, line {number}: the item")
    if not seen:
        raise InputError(f"{source} has no lines with text.")


def _is_hidden(path: Path) -> bool:
    return path.name.startswith(".") or path.name.lower() in _OF_WINDOWS


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """Sort numbers inside names as numbers: photo 2 before photo 10."""
    parts = re.split(r"([0-9]+)", path.name.casefold())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def _name_text(text: str, number: int) -> Item:
    if len(text) <= LONGEST_NAME:
        return Item(text)
    return Item(f"{number}. {text[:_SHORT_NAME].strip()}…", text=text)


def _make_item(table: Table, row: Row) -> Item:
    text, link = row.cells.get("text", ""), row.get("image")
    image = table.path.parent / link if link else None
    name = next(filter(None, map(row.get, _NAMES)), "")
    if not name:
        short = " ".join(text.split())
        name = image.stem if image is not None else short[:_SHORT_NAME].strip()
    return Item(name, image, text)


def _read_score(row: Row, column: str) -> float:
    """Return a score, higher is better; of ranks, 1 is the best."""
    value = row.read_number(column)
    return -value if column == "rank" else value
