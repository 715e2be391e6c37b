"""Pages of PDF files as pictures, each drawn by PDFium in a process of its own.

PDFium is an extra (`pdf`): without it the refusal says what to do instead. Qt's module for PDF has
the same PDFium inside, but is part of a package fifty times as large. A file is read once; every
page is drawn by itself, with the limits of time and memory that any picture has, and kept as PNG in
a folder that is gone when the program ends: by then it is in a study, or was not wanted.
"""

import math
import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from sortrank_gui.confining import CHILDREN, ExhaustedError, Reply
from sortrank_gui.errors import InputError
from sortrank_gui.limits import MOST_PDF_PAGES, MOST_PICTURE_BYTES
from sortrank_gui.safe_files import open_plain

_DOTS_A_POINT = 200 / 72
_LONGEST = 3_000
"""Pixels of a page's longer side: large plans are drawn coarser."""
_MOST_ENDED = 3
"""Pages that may take too long or too much; then the file is given up."""


def draw_pages(path: Path, name: str) -> tuple[int, Iterator[Path | InputError]]:
    """Return how many pages a PDF has, and a drawer of them; errors call it by this name.

    Each page is a file with its picture, or why it has none.
    """
    data = _read(path, name)
    pages = int(CHILDREN.call(count_pages, data, name, name=name)[0]["pages"])
    if pages > MOST_PDF_PAGES:
        raise InputError(f"{name} has {pages:,} pages; up to {MOST_PDF_PAGES:,} are possible.")
    return pages, _draw_all(data, pages, name)


def _draw_all(data: bytes, pages: int, name: str) -> Iterator[Path | InputError]:
    folder, ended = Path(mkdtemp(dir=_make_folder().name)), 0
    for number in range(pages):
        target = folder / f"{number + 1}.png"
        called = f"{name}, page {number + 1}"
        try:
            target.write_bytes(CHILDREN.call(draw_page, data, number, called, name=called)[1])
        except ExhaustedError as error:
            yield error
            ended += 1
            if ended == _MOST_ENDED:
                yield InputError(f"{name}: the pages after page {number + 1} are not tried.")
                return
        except InputError as error:
            yield error
        else:
            yield target


def count_pages(data: bytes, name: str) -> Reply:
    """Count the pages of a PDF, in a child."""
    with _open(data, name) as document:
        return {"pages": len(document)}, b""


def draw_page(data: bytes, number: int, name: str) -> Reply:
    """Draw one page as PNG, in a child."""
    from sortrank_gui.study.items.images import encode_bgr  # Qt, only in the child

    with _open(data, name) as document:
        page = document[number]
        longest = max(page.get_size())
        if not math.isfinite(longest) or longest <= 0:
            raise InputError(f"{name} has no size, so it can't be shown.")
        bitmap = page.render(scale=min(_DOTS_A_POINT, _LONGEST / longest), rev_byteorder=False)
        drawn = bytes(bitmap.buffer)
        return {}, encode_bgr(drawn, bitmap.width, bitmap.height, bitmap.stride, name)


def _read(path: Path, name: str) -> bytes:
    try:
        with open_plain(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > MOST_PICTURE_BYTES:
                raise InputError(
                    f"{name} has {size / 1e6:,.0f} MB; up to {MOST_PICTURE_BYTES / 1e6:,.0f} MB "
                    "are possible."
                )
            return file.read(MOST_PICTURE_BYTES)
    except OSError as error:
        raise InputError(f"{name} can't be read: {error.strerror}.") from error


def _open(data: bytes, name: str) -> Any:
    try:
        pdfium: Any = import_module("pypdfium2")
    except ImportError:
        raise InputError(
            f"{name} is a PDF file, which SortRank can't show by itself: save its pages as PNG or "
            "JPEG, or install SortRank with the extra “pdf”."
        ) from None
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        locked = "password" in str(error).lower()
        reason = "it needs a password" if locked else "it is damaged"
        raise InputError(f"{name} can't be read: {reason}.") from error


@cache
def _make_folder() -> "TemporaryDirectory[str]":
    """Return the folder of all pages, which is removed when the program ends."""
    return TemporaryDirectory(prefix="sortrank-pages-", ignore_cleanup_errors=True)
