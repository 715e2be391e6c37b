"""Pages of PDF files: a picture each, drawn within limits, or a sentence that says why not."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPdfWriter

from sortrank_gui.confining import ExhaustedError, Reply
from sortrank_gui.errors import InputError
from sortrank_gui.study.items import importing, pdf_pages
from sortrank_gui.study.items.importing import import_paths
from sortrank_gui.study.items.pdf_pages import count_pages, draw_pages
from sortrank_gui.study.items.pictures import load_picture

COLOURS = ("red", "green", "blue")


def write_pdf(path: Path, pages: int = 3, *, side_mm: float = 50) -> Path:
    """Write square pages, each of one colour."""
    writer = QPdfWriter(str(path))
    size = QPageSize(QSizeF(side_mm, side_mm), QPageSize.Unit.Millimeter)
    whole = QPageLayout.Mode.FullPageMode
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    layout = writer.pageLayout()
    layout.setMode(whole)
    writer.setPageLayout(layout)
    painter = QPainter(writer)
    for number in range(pages):
        if number:
            writer.newPage()
        painter.fillRect(painter.viewport(), QColor(COLOURS[number % 3]))
    painter.end()
    return path


@pytest.fixture
def pdfium() -> None:
    """Skip where PDFium is not installed."""
    pytest.importorskip("pypdfium2")


@pytest.mark.usefixtures("pdfium", "qapp")
def test_every_page_becomes_an_item(tmp_path: Path) -> None:
    """Named after the file, at 200 dots an inch, and in the order of the pages."""
    found = import_paths([write_pdf(tmp_path / "essay.pdf")])
    assert [item.name for item in found.items] == ["essay p. 1", "essay p. 2", "essay p. 3"]
    images = [load_picture(item.image) for item in found.items if item.image is not None]
    assert len({image.digest for image in images}) == 3
    assert images[0].format == "png"
    assert images[0].width == pytest.approx(50 / 25.4 * 200, abs=2)


@pytest.mark.usefixtures("pdfium", "qapp")
def test_only_page_has_the_name_of_the_file(tmp_path: Path) -> None:
    """In a folder, too, beside other files."""
    write_pdf(tmp_path / "one.pdf", 1)
    write_pdf(tmp_path / "two.pdf", 2)
    found = import_paths([tmp_path])
    assert [item.name for item in found.items] == ["one", "two p. 1", "two p. 2"]


@pytest.mark.usefixtures("pdfium", "qapp")
def test_large_pages_are_drawn_coarser(tmp_path: Path) -> None:
    """A plan of two metres is a picture of 3,000 pixels."""
    found = import_paths([write_pdf(tmp_path / "plan.pdf", 1, side_mm=2_000)])
    assert found.items[0].image is not None
    assert load_picture(found.items[0].image).width == pytest.approx(3_000, abs=2)


@pytest.mark.usefixtures("pdfium", "qapp")
def test_damaged_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """Others that were chosen with it are taken."""
    write_pdf(tmp_path / "good.pdf", 1)
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    found = import_paths([tmp_path / "bad.pdf", tmp_path / "good.pdf"])
    assert [item.name for item in found.items] == ["good"]
    assert found.left_out == ("bad.pdf can't be read: it is damaged.",)


@pytest.mark.usefixtures("pdfium", "qapp")
def test_too_many_pages_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any is drawn."""
    monkeypatch.setattr(pdf_pages, "MOST_PDF_PAGES", 2)
    with pytest.raises(InputError, match="3 pages; up to 2"):
        import_paths([write_pdf(tmp_path / "long.pdf")])


def _break(function: Callable[..., Reply], *_: object, name: str) -> Reply:
    """Be children that count pages and break with every one."""
    if function is count_pages:
        return {"pages": 400}, b""
    raise ExhaustedError(f"{name} takes too long.")


def test_file_whose_pages_take_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three pages; hundreds would take an hour."""
    monkeypatch.setattr(pdf_pages.CHILDREN, "call", _break)
    (tmp_path / "slow.pdf").write_bytes(b"%PDF-1.7")
    count, pages = draw_pages(tmp_path / "slow.pdf", "slow.pdf")
    told = [str(page) for page in pages]
    assert count == 400
    assert len(told) == 4
    assert told[-1] == "slow.pdf: the pages after page 3 are not tried."


@pytest.mark.usefixtures("pdfium", "qapp")
def test_drawing_of_pages_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever hears of progress may stop it before all pages are drawn."""
    monkeypatch.setattr(importing, "_PATIENCE_SECONDS", -1.0)
    heard = list[tuple[int, int]]()

    def hear(done: int, total: int) -> None:
        heard.append((done, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_paths([write_pdf(tmp_path / "long.pdf")], progress=hear)
    assert heard == [(0, 1)]


def test_without_the_extra_the_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages can be saved as pictures by any reader of PDF."""
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(InputError, match="save its pages as PNG or JPEG, or install"):
        count_pages(b"%PDF-1.7", "essay.pdf")


def test_too_large_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is read."""
    monkeypatch.setattr(pdf_pages, "MOST_PICTURE_BYTES", 10)
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 and more")
    with pytest.raises(InputError, match="up to 0 MB"):
        import_paths([tmp_path / "a.pdf"])
