from pathlib import Path

import pytest

from sortrank_gui.study.file.journal import NoteKind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results import report
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.report import EXPORT
from sortrank_gui.study.results.report import make_report
from sortrank_gui.study.results.selection import Selection
from sortrank_gui.study.results.summary import CancelledError, summarise
from tests.diary import Diary


def test_report_is_the_page_of_the_summary(
    fruit: Everything, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the answers selected, with the name of the study's file."""
    monkeypatch.setattr(report, "utc_now", lambda: "2026-04-01T12:00:00.000Z")
    chosen = Selection(participants=frozenset({"P2"}))
    order = Order(tmp_path / "r.html", fruit, chosen, source=Path("fruit.sortrank"))
    assert EXPORT.write(order) == 3
    page = make_report(fruit, source=Path("fruit.sortrank"), summary=summarise(fruit, chosen))
    assert order.path.read_text(encoding="utf-8") == page
    assert "fruit.sortrank" in page


def test_report_that_nobody_waits_for_stops(fruit: Everything, tmp_path: Path) -> None:
    """Nothing is left of it."""
    with pytest.raises(CancelledError):
        EXPORT.write(Order(tmp_path / "r.html", fruit, cancelled=lambda: True))
    assert list(tmp_path.iterdir()) == []


def test_codes_are_replaced_in_reasons(tmp_path: Path) -> None:
    """The table of sessions says why one ended."""
    diary = Diary(["a", "b"])
    diary.sit("anna")
    diary.answer("a > b")
    diary.note("anna felt ill", NoteKind.REASON)
    EXPORT.write(Order(tmp_path / "r.html", diary.study, anonymous=True))
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "(P001 felt ill)" in page
    assert "anna" not in page


def test_report_of_a_part_has_its_sessions_only(fruit: Everything, tmp_path: Path) -> None:
    """Who is not selected is not named; the caption says what the counts are."""
    chosen = Selection(participants=frozenset({"P2"}))
    EXPORT.write(Order(tmp_path / "r.html", fruit, chosen))
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "anna" not in page
    assert "Sessions that this report is about" in page
    EXPORT.write(Order(tmp_path / "r.html", fruit))
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "anna" in page
    assert "All sessions of the study." in page
