"""Items from folders, text files and tables, and ground truth; errors name file, line and reason.

Nothing here changes a study: pictures are checked and copied when the items are saved into one,
all of them in a single transaction.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sortrank_gui.errors import InputError
from sortrank_gui.limits import LONGEST_NAME
from sortrank_gui.study.items.items import Item
from sortrank_gui.tables import Row, Table, read_table, read_text

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".bmp", ".tif", ".tiff")
_NAMES = ("name", "item")
_SCORES = ("truth", "score", "rank")
_SHORT_NAME = 60


@dataclass(frozen=True, slots=True)
class Imported:
    """Items that were found, with their true scores if all have one."""

    items: tuple[Item, ...]
    truth: tuple[float, ...] | None = None
    skipped: tuple[str, ...] = ()
    """Names of files in a folder that are no pictures."""


def read_folder(folder: Path) -> Imported:
    """Return an item for each picture of a folder, in the order of their names."""
    try:
        paths = sorted((p for p in folder.iterdir() if _is_wanted(p)), key=_natural)
    except OSError as error:
        raise InputError(f"The folder {folder} can't be read: {error.strerror}.") from error
    found = take_pictures(paths)
    if not found.items:
        raise InputError(f"The folder {folder} has no pictures ({', '.join(ENDINGS)}).")
    return found


def take_pictures(paths: Sequence[Path]) -> Imported:
    """Return an item for each picture among these files, named as the file."""
    pictures = [path for path in paths if path.suffix.lower() in ENDINGS]
    stems = Counter(path.stem for path in pictures)
    items = tuple(
        Item(_encodable(path.name if stems[path.stem] > 1 else path.stem, path), path)
        for path in pictures
    )
    skipped = tuple(path.name for path in paths if path.suffix.lower() not in ENDINGS)
    return Imported(items, skipped=skipped)


def read_lines(path: Path) -> Imported:
    """Return an item for each line of a text file; long lines get a short name."""
    return take_lines(read_text(path), str(path))


def take_lines(text: str, source: str) -> Imported:
    """Return an item for each line of a text; errors name its source."""
    items: list[Item] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        line = " ".join(line.split())
        if not line:
            continue
        if line in seen:
            raise InputError(f"{source}: lines {seen[line]} and {number} are the same.")
        seen[line] = number
        items.append(_name_text(line, number))
    if not items:
        raise InputError(f"{source} has no lines with text.")
    return Imported(tuple(items))


def read_items(path: Path) -> Imported:
    """Return the items of a CSV or TSV file: name, text, image (from its folder), truth or rank."""
    table = read_table(path)
    if not {"name", "item", "text", "image"} & set(table.columns):
        raise InputError(
            f"{path}: the first line must name the columns name, text or image "
            f"(and truth), and it has {', '.join(table.columns) or 'none'}."
        )
    rows = list(table)
    items = tuple(_make_item(table, row) for row in rows)
    if not items:
        raise InputError(f"{path} has a header, but no items.")
    lines: dict[str, int] = {}
    for item, row in zip(items, rows, strict=True):
        if item.name in lines:
            raise InputError(
                f"{path}: lines {lines[item.name]} and {row.line} are both named “{item.name}”."
            )
        lines[item.name] = row.line
    column = table.find(*_SCORES)
    if column is None or not any(row.get(column) for row in rows):
        return Imported(items)
    return Imported(items, tuple(_read_score(row, column) for row in rows))


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


def _is_wanted(path: Path) -> bool:
    return not path.name.startswith(".") and path.is_file()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _natural(path: Path) -> list[tuple[int, int, str]]:
    """Sort numbers inside names as numbers: photo 2 before photo 10."""
    parts = re.split(r"([0-9]+)", path.name.casefold())
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def _encodable(name: str, path: Path) -> str:
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"The name of {path!r} can't be read; rename the file.") from error
    return name


def _name_text(text: str, number: int) -> Item:
    if len(text) <= LONGEST_NAME:
        return Item(text)
    return Item(f"{number}. {text[:_SHORT_NAME].strip()}…", text=text)


def _make_item(table: Table, row: Row) -> Item:
    text, link = row.cells.get("text", ""), row.get("image")
    image = table.path.parent / link if link else None
    if image is not None and not _is_file(image):
        raise row.mistake(f"there is no picture {link[:200]}.")
    name = next(filter(None, map(row.get, _NAMES)), "")
    if not name:
        short = " ".join(text.split())
        name = image.stem if image is not None else short[:_SHORT_NAME].strip()
    if not name:
        raise row.mistake("the item has no name.")
    if len(name) > LONGEST_NAME:
        raise row.mistake(
            f"the name has {len(name)} characters; up to {LONGEST_NAME} are possible. "
            "Long texts belong into the column text."
        )
    return Item(name, image, text)


def _read_score(row: Row, column: str) -> float:
    """Return a score, higher is better; of ranks, 1 is the best."""
    value = row.read_number(column)
    return -value if column == "rank" else value
