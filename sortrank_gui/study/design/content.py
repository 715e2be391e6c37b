"""Design, items and images inside a study file: written at once, read and verified."""

import json
import math
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b, sha256
from operator import attrgetter

from sortrank_gui.errors import InputError, StudyFileError
from sortrank_gui.study.design.design import Design, design_from_json, design_to_json
from sortrank_gui.study.design.validation import require_valid
from sortrank_gui.study.items.items import Item, Progress, Variant
from sortrank_gui.study.items.pictures import load_picture

ImageRow = tuple[str, str, int, int, int, bytes]
"""A row of the table of images: digest, format, width, height, size, bytes."""
FindImage = Callable[[str], ImageRow]
_SEPARATOR = "\n"
"""Between an item's tags."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a researcher prepared."""

    design: Design
    items: tuple[Item, ...]
    truth: tuple[float, ...] | None = None

    @property
    def digest(self) -> bytes:
        """What tells damaged or different content apart."""
        return self.digest_with(design_to_json(self.design))

    def digest_with(self, design: str) -> bytes:
        """Return the digest for the design as it was written, maybe by an older SortRank."""
        rows = [
            [
                *(item.name, item.text, item.digest),
                None if self.truth is None else self.truth[k],
                *_list_extras(item),
            ]
            for k, item in enumerate(self.items)
        ]
        text = json.dumps([design, rows], ensure_ascii=False)
        return blake2b(text.encode(), digest_size=16).digest()

    @property
    def without_truth(self) -> "Content":
        """The same, but for the ground truth, which may be added when answers are in."""
        return replace(self, truth=None)


def write_content(
    connection: sqlite3.Connection,
    content: Content,
    *,
    find_image: FindImage | None = None,
    progress: Progress | None = None,
    unfinished: bool = False,
) -> Content:
    """Put content into the tables, inside the caller's transaction; return it as it is there.

    Content must be valid unless it is `unfinished`: of a new study, which has no items yet.
    Pictures come from an item's file, or by digest from the study itself or from `find_image`.
    """
    if not unfinished:
        require_valid(content.design, content.items, content.truth)
    connection.execute("PRAGMA defer_foreign_keys = ON")  # answers refer to items that come back
    connection.execute("DELETE FROM variants")
    connection.execute("DELETE FROM items")
    items: list[Item] = []
    for k, item in enumerate(content.items):
        digest = _store_image(connection, item, find_image)
        truth = None if content.truth is None else float(content.truth[k])
        row = (k, item.name, item.text, digest or None, truth, _SEPARATOR.join(item.tags))
        connection.execute("INSERT INTO items VALUES (?, ?, ?, ?, ?, ?)", row)
        variants = tuple(_write_variants(connection, k, item, find_image))
        items.append(Item(item.name, None, item.text, digest, item.tags, variants))
        if progress is not None:
            progress(k + 1, len(content.items))
    connection.execute(
        "DELETE FROM images WHERE digest NOT IN (SELECT image FROM items WHERE image IS NOT NULL "
        "UNION SELECT image FROM variants WHERE image IS NOT NULL)"
    )
    design = design_from_json(design_to_json(content.design))  # as it will be read: 0 is 0.0
    stored = replace(content, design=design, items=tuple(items))
    connection.execute(
        "UPDATE study SET design = ?, digest = ?",
        (design_to_json(stored.design), stored.digest),
    )
    if read_content(connection) != stored:  # what is saved must be what will be read
        raise StudyFileError("This design or these items can't be saved as they are.")
    return stored


def read_content(connection: sqlite3.Connection) -> Content:
    """Return the content of a study; raise where it is not what was written."""
    found = connection.execute("SELECT design, digest FROM study").fetchall()
    if len(found) != 1:
        raise StudyFileError("The file holds no study.")
    rows = connection.execute(
        "SELECT id, name, text, coalesce(image, ''), truth, tags FROM items ORDER BY id"
    ).fetchall()
    variants = _read_variants(connection)
    truths = [row[4] for row in rows]
    known = [truth for truth in truths if truth is not None]
    content = Content(
        design_from_json(found[0][0]),
        tuple(
            Item(name, None, text, image, _split(tags), tuple(variants.get(number, ())))
            for number, name, text, image, _, tags in rows
        ),
        tuple(known) if known and all(map(math.isfinite, known)) else None,
    )
    in_order = [row[0] for row in rows] == list(range(len(rows)))
    complete = len(known) in (0, len(rows))
    if not (in_order and complete and content.digest_with(found[0][0]) == found[0][1]):
        raise StudyFileError("Its design or its items are not as they were saved")
    return content


def read_image_row(connection: sqlite3.Connection, digest: str) -> ImageRow:
    """Return a picture with its bytes, verified."""
    row: ImageRow | None = connection.execute(
        "SELECT digest, format, width, height, size, bytes FROM images WHERE digest = ?",
        (digest,),
    ).fetchone()
    if row is None or not isinstance(row[5], bytes) or sha256(row[5]).hexdigest() != digest:
        raise StudyFileError("A picture in the file is missing or damaged")
    return row


def _write_variants(
    connection: sqlite3.Connection, number: int, item: Item, find_image: FindImage | None
) -> Iterator[Variant]:
    """Put an item's variants into their table; yield them as they are there."""
    for each in sorted(item.variants, key=attrgetter("name")):
        digest = _store_image(connection, each, find_image)
        row = (number, each.name, each.text, digest or None)
        connection.execute("INSERT INTO variants VALUES (?, ?, ?, ?)", row)
        yield Variant(each.name, None, each.text, digest)


def _read_variants(connection: sqlite3.Connection) -> dict[int, list[Variant]]:
    found: dict[int, list[Variant]] = {}
    for number, name, text, image in connection.execute(
        "SELECT item, name, text, coalesce(image, '') FROM variants ORDER BY item, name"
    ):
        found.setdefault(number, []).append(Variant(name, None, text, image))
    return found


def _list_extras(item: Item) -> list[object]:
    """Return what only items of format 4 can have, so that digests of older ones stay."""
    variants = [[each.name, each.text, each.digest] for each in item.variants]
    return [list(item.tags), variants] if item.tags or variants else []


def _split(tags: str) -> tuple[str, ...]:
    return tuple(tags.split(_SEPARATOR)) if tags else ()


def _store_image(
    connection: sqlite3.Connection, item: Item | Variant, find_image: FindImage | None
) -> str:
    """Put an item's picture into the table of images, once; return its digest."""
    if item.image is not None:
        image = load_picture(item.image)
        row: ImageRow = (
            image.digest,
            image.format,
            image.width,
            image.height,
            len(image.data),
            image.data,
        )
    elif not item.digest or _has_image(connection, item.digest):
        return item.digest
    elif find_image is not None:
        row = find_image(item.digest)
    else:
        raise InputError(f"The picture of “{item.name}” is not in this study; add it again.")
    connection.execute("INSERT OR IGNORE INTO images VALUES (?, ?, ?, ?, ?, ?)", row)
    return row[0]


def _has_image(connection: sqlite3.Connection, digest: str) -> bool:
    found = connection.execute("SELECT 1 FROM images WHERE digest = ?", (digest,)).fetchone()
    return found is not None
