"""Two thousand items and a hundred thousand answers: the GUI thread stays free."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Record
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.file.reading import SessionRow, SortRow
from sortrank_gui.study.file.records import Records
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.results.results_page import ResultsPage
from sortrank_gui.ui.results.results_tab import ResultsTab
from sortrank_gui.ui.widgets.theme import Appearance
from tests.ui.stall_watch import StallWatch

ITEMS, ANSWERS, PEOPLE = 2_000, 100_000, 10


def make_records() -> Records:
    """Return answers of a noisy order, as a file would have them."""
    rng = np.random.default_rng(1)
    left = rng.integers(ITEMS, size=ANSWERS)
    right = (left + rng.integers(1, ITEMS, size=ANSWERS)) % ITEMS
    first = rng.random(ANSWERS) < 1 / (1 + np.exp((right - left) / 200))
    times = rng.uniform(500, 5000, size=ANSWERS)
    each = ANSWERS // PEOPLE
    rows = zip(left.tolist(), right.tolist(), first.tolist(), times.tolist(), strict=True)
    return Records(
        Record(
            *(1 + k // each, 1 + k % each, "answer", f"2026-01-01T10:00:{k % 60:02}.000Z"),
            *(1 + k % each, "regular", i, j, "left" if won else "right", ms),
            *(1 + k % each // 2000, k, 0, 0, None, bytes(16), 1),
        )
        for k, (i, j, won, ms) in enumerate(rows)
    )


@pytest.fixture
def large(
    qtbot: QtBot,
    tmp_path: Path,
    make_opened: Callable[..., OpenStudy],
    images: ImageStore,
    appearance: Appearance,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[ResultsPage]:
    """Return the tab of a large study; its records are not in the file, to be quick."""
    path = tmp_path / "large.sortrank"
    items = [Item(f"item {k}", text=f"text {k}") for k in range(ITEMS)]
    create_study(path, Design(title="Large", prompt="Which?"), items)
    records = make_records()
    sessions = {k: SessionRow(k, "", f"P{k}", 1, 1, 1, 0, b"") for k in range(1, PEOPLE + 1)}
    copy = StudyFile.take_everything

    def fill(file: StudyFile) -> object:
        sorts = {1: SortRow(1, "", "mergesort", 1, None, 0)}
        return replace(copy(file), records=records, sessions=sessions, sorts=sorts)

    monkeypatch.setattr(StudyFile, "take_everything", fill)
    page = ResultsPage(make_opened(path), images, ResultsTab())
    qtbot.addWidget(page)
    page.resize(1200, 760)
    yield page
    page.close_workers()


def test_large_study_stays_smooth(qtbot: QtBot, large: ResultsPage) -> None:
    """Computing, every view, sorting, searching and zooming take no event over 50 ms."""
    large.show()
    qtbot.waitUntil(lambda: large.views.isVisible(), timeout=60_000)
    ranking = large.views.view("Ranking")
    acts: list[Callable[[], object]] = [
        lambda: ranking.data.sortByColumn(1, Qt.SortOrder.DescendingOrder),
        lambda: ranking.data.sortByColumn(3, Qt.SortOrder.AscendingOrder),
        lambda: ranking.data.verticalScrollBar().setValue(1_000),
        lambda: ranking.search.setText("99"),
        lambda: ranking.search.setText(""),
        *(lambda row=row: large.views.list.setCurrentRow(row) for row in range(10)),
        lambda: large.views.list.setCurrentRow(large.views.titles.index("Win matrix")),
        lambda: large.views.current.plot.zoom(2),
        lambda: large.views.current.plot.move_by(50, 50),
        lambda: large.views.list.setCurrentRow(0),
    ]
    with StallWatch() as watch:
        for act in acts:
            act()
            qtbot.wait(150)
        qtbot.waitUntil(lambda: large.news.summary.groups is not None, timeout=60_000)
        large.progress.cancel.click()
        qtbot.waitUntil(lambda: not large.newest.is_busy, timeout=60_000)
    assert large.news.summary.ranking.answers == ANSWERS
    assert watch.worst_busy_ms < watch.limit_ms, watch.report()
