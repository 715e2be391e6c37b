"""Two thousand items: the GUI thread stays free."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.opening import create_study
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.study_editor.study_page import StudyPage
from tests.ui.stall_watch import StallWatch

COUNT = 2_000


@pytest.fixture
def large(
    tmp_path: Path,
    study: Study,
    make_opened: Callable[..., OpenStudy],
    make_study_page: Callable[..., StudyPage],
) -> StudyPage:
    """Return the page of a study with two thousand items, pictures and texts."""
    items = [
        Item(f"item {k}", study.items[k % 6].image if k % 20 == 0 else None, "words " * 9)
        for k in range(COUNT)
    ]
    path = tmp_path / "large.sortrank"
    create_study(path, Design(title="Large", prompt="Which?"), items)
    return make_study_page(make_opened(path))


def test_two_thousand_items_stay_smooth(qtbot: QtBot, large: StudyPage) -> None:
    """Scrolling, searching, typing, moving, removing and undoing take no event over 50 ms."""
    view, items = large.items.view, large.items
    qtbot.waitUntil(lambda: view.verticalScrollBar().maximum() > 0)
    acts: list[Callable[[], object]] = [
        lambda: view.verticalScrollBar().setValue(9_000),
        view.scrollToBottom,
        lambda: items.looks.chosen.emit("list"),
        view.scrollToTop,
        lambda: items.looks.chosen.emit("grid"),
        lambda: items.search.setText("99"),
        lambda: items.search.setText(""),
        lambda: large.form.edited.emit("prompt", "Which one?"),
        lambda: items.choose_rows(1_000, 1_000),
        lambda: items.actions_.later.trigger(),
        lambda: items.actions_.remove.trigger(),
        lambda: large.tab.undo.trigger(),
    ]
    with StallWatch() as watch:
        for act in acts:
            act()
            qtbot.wait(30)
        qtbot.waitUntil(lambda: large.autosave.is_at_rest, timeout=20_000)
    assert watch.worst_busy_ms < watch.limit_ms, watch.report()
