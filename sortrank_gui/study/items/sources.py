"""Where items come from: folders, pictures, PDF pages, tables and lines of text, as entries.

A reader gives entries in order: an item to be, or a sentence about a file that is none. It opens no
picture, but draws the pages of a PDF. A mistake that leaves the rest in doubt, such as a wrong
number, is an InputError.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from sortrank_gui.errors import InputError
from sortrank_gui.limits import LONGEST_NAME
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.items.pdf_pages import draw_pages
from sortrank_gui.tables import Row, Table, read_table, read_text

ENDINGS = (
    *(".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".bmp"),
    *(".tif", ".tiff", ".heic", ".heif", ".avif"),
)
_OTHER_PICTURES = (
    *(".psd", ".ai", ".eps", ".xcf", ".jxl", ".jp2", ".ico", ".tga"),
    *(".raw", ".dng", ".cr2", ".cr3", ".nef", ".arw", ".orf", ".raf", ".rw2"),
)
"""Of which a researcher may think as pictures."""
PDF, TABLES, TEXTS = ".pdf", (".csv", ".tsv"), (".txt",)
NAMES = ("name", "item")
SCORES = ("truth", "score", "rank")
_OF_WINDOWS = ("desktop.ini", "thumbs.db")
_SHORT_NAME = 60


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item to be, and what a sentence about it begins with."""

    item: Item
    called: str
    truth: float | None = None


Entry = Candidate | str
"""An item to be, or a sentence that says why a file is none."""
Reader = Callable[[Path], Iterator[Entry]]


def is_known(path: Path) -> bool:
    """Say whether a path could hold items."""
    return path.suffix.lower() in (*ENDINGS, PDF, *TABLES, *TEXTS) or path.is_dir()


def read_folder(folder: Path) -> Iterator[Entry]:
    """Yield an item for each picture of a folder, in the order of their names."""
    try:
        inside = [path for path in folder.iterdir() if not _is_hidden(path)]
        folders = {path for path in inside if path.is_dir()}
    except OSError as error:
        raise InputError(f"The folder {folder} can't be read: {error.strerror}.") from error
    inside.sort(key=_natural)
    pictures = [p for p in inside if p.suffix.lower() in ENDINGS and p not in folders]
    documents = [p for p in inside if p.suffix.lower() == PDF and p not in folders]
    if not pictures and not documents:
        yield f"The folder {folder} has no pictures ({', '.join(ENDINGS)})."
    yield from _take_pictures(pictures)
    for document in documents:
        yield from read_pdf(document)
    for path in inside:
        if path in folders:
            yield f"{_call(path)} is a folder in the folder."
        elif path.suffix.lower() not in (*ENDINGS, PDF):
            yield _refuse(path, "is not a picture.")


def read_pdf(path: Path) -> Iterator[Entry]:
    """Yield an item for each page of a PDF, as a picture; what can't be drawn is told."""
    called = _call(path)
    try:
        count, drawn = draw_pages(path, called)
    except InputError as error:
        yield str(error)
        return
    for number, page in enumerate(drawn, start=1):
        name = path.stem if count == 1 else f"{path.stem} p. {number}"
        if isinstance(page, InputError):
            yield str(page)
        else:
            yield Candidate(Item(name, page), f"{called}, page {number}")


def read_lines(path: Path) -> Iterator[Entry]:
    """Yield an item for each line of a text file; long lines get a short name."""
    yield from take_lines(read_text(path), str(path))


def read_items(path: Path) -> Iterator[Entry]:
    """Yield the items of a table: name, text, image (from its folder), tags, truth or rank."""
    table = read_table(path)
    table.need(*NAMES, "text", "image")
    rows = list(table)
    column = table.find(*SCORES)
    has_truth = column is not None and any(row.get(column) for row in rows)
    lines: dict[str, int] = {}
    for row in rows:
        if _is_elsewhere(row.get("image"), path):
            yield f"{_call_row(row)} is on another computer; copy it to this one."
            continue
        item = _make_item(table, row)
        if item.name and item.name in lines:
            raise InputError(
                f"{path}: lines {lines[item.name]} and {row.line} are both named “{item.name}”."
            )
        lines[item.name] = row.line
        truth = read_score(row, column) if column is not None and has_truth else None
        yield Candidate(item, _call_row(row), truth)
    if not rows:
        raise InputError(f"{path} has a header, but no items.")


def read_sources(paths: Iterable[Path]) -> Iterator[Iterator[Entry]]:
    """Yield what is in each path: first the pictures, together, to tell them apart by name."""
    paths = list(paths)
    pictures = [path for path in paths if path.suffix.lower() in ENDINGS and not path.is_dir()]
    yield _take_pictures(pictures)
    for path in paths:
        ending = path.suffix.lower()
        if path.is_dir():
            yield read_folder(path)
        elif ending == PDF:
            yield read_pdf(path)
        elif ending in TABLES:
            yield read_items(path)
        elif ending in TEXTS:
            yield read_lines(path)
        elif ending not in ENDINGS:
            yield iter(
                [_refuse(path, "is neither a picture, a PDF, a table (CSV) nor a text file.")]
            )


def _take_pictures(paths: Sequence[Path]) -> Iterator[Entry]:
    """Yield an item for each picture, named as the file; its ending tells those of a name apart."""
    stems = Counter(path.stem for path in paths)
    for path in paths:
        name = path.name if stems[path.stem] > 1 else path.stem
        yield Candidate(Item(name, path), _call(path))


def take_lines(text: str, source: str) -> Iterator[Entry]:
    """Yield an item for each line of a text; mistakes name its source."""
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


def _call(path: Path) -> str:
    """Return the name of a file for a sentence, which can be shown and printed."""
    return "".join(c if c.isprintable() else "?" for c in path.name)


def _is_elsewhere(link: str, table: Path) -> bool:
    """Say whether a link leads to another computer than the table: Windows logs in there by itself.

    A stranger's table could learn by that who opened it.
    """
    drive = PureWindowsPath(link).drive.lower()
    return drive.startswith("\\\\") and drive != PureWindowsPath(table.absolute()).drive.lower()


def _call_row(row: Row) -> str:
    return f"{row.source}, line {row.line}: {row.get('image') or 'the item'}"


def _refuse(path: Path, reason: str) -> str:
    """Say why a file gives no item, and what to do about one that looks like a picture."""
    if path.suffix.lower() in _OTHER_PICTURES:
        kind = path.suffix[1:].upper()
        return f"{_call(path)} is a {kind} file, which can't be shown; save it as PNG or JPEG."
    return f"{_call(path)} {reason}"


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
    name = next(filter(None, map(row.get, NAMES)), "")
    if not name:
        short = " ".join(text.split())
        name = image.stem if image is not None else short[:_SHORT_NAME].strip()
    return Item(name, image, text, tags=_read_tags(row.get("tags")))


def _read_tags(text: str) -> tuple[str, ...]:
    """Return words by which blocks choose items; they are parted by semicolons."""
    return tuple(dict.fromkeys(filter(None, (part.strip() for part in text.split(";")))))


def read_score(row: Row, column: str) -> float:
    """Return a score, higher is better; of ranks, 1 is the best."""
    value = row.read_number(column)
    return -value if column == "rank" else value
