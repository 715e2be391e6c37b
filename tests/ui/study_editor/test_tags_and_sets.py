"""Tags of items and other sets of their pictures, in the list of items and in the file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.study.design.content import Content
from sortrank_gui.ui.study_editor.study_page import StudyPage
from sortrank_gui.ui.study_editor.tags_dialog import TagsDialog
from tests.ui.sample_pictures import save_picture


def wait_saved(qtbot: QtBot, page: StudyPage) -> Content:
    """Wait until the file holds the draft, and return what it holds."""
    qtbot.waitUntil(lambda: page.autosave.is_at_rest and page.autosave.status == "saved")
    assert page.study.content is not None
    return page.study.content


def tags(content: Content) -> list[tuple[str, ...]]:
    """Return the tags of all items."""
    return [item.tags for item in content.items]


def open_tags(page: StudyPage, first: int, last: int) -> TagsDialog:
    """Choose items and ask for their tags."""
    page.items.choose_rows(first, last)
    page.items.actions_.tags.trigger()
    return page.findChildren(TagsDialog)[-1]


def test_several_items_get_a_tag_at_once(qtbot: QtBot, page: StudyPage) -> None:
    """Typed and entered, then taken over; it is in the file, and undo takes it back."""
    dialog = open_tags(page, 0, 2)
    QTest.keyClicks(dialog.line, "old, large")
    QTest.keyClick(dialog.line, Qt.Key.Key_Return)
    assert dialog.states == {"old": Qt.CheckState.Checked, "large": Qt.CheckState.Checked}
    dialog.accept()
    assert tags(wait_saved(qtbot, page)) == [("old", "large")] * 3 + [()] * 3
    page.draft.undo()
    assert tags(wait_saved(qtbot, page)) == [()] * 6


def test_a_tag_of_some_stays_unless_it_is_changed(qtbot: QtBot, page: StudyPage) -> None:
    """A half tick says that only some have it; a click makes it all, the next one none."""
    first = open_tags(page, 0, 0)
    QTest.keyClicks(first.line, "old")
    first.add.click()
    first.accept()
    dialog = open_tags(page, 0, 1)
    assert dialog.states == {"old": Qt.CheckState.PartiallyChecked}
    dialog.accept()
    assert tags(page.draft.content)[:2] == [("old",), ()]
    again = open_tags(page, 0, 1)
    again.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    again.accept()
    assert tags(wait_saved(qtbot, page)) == [()] * 6


def test_items_are_found_by_their_tags(page: StudyPage) -> None:
    """The search looks at names and tags; a screen reader hears both."""
    dialog = open_tags(page, 4, 5)
    QTest.keyClicks(dialog.line, "outdoors")
    dialog.add.click()
    dialog.accept()
    page.items.search.setText("outd")
    assert page.items.filtered.rowCount() == 2
    index = page.items.filtered.index(0, 0)
    assert "outdoors" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    page.items.looks.chosen.emit("list")
    assert not page.items.view.grab().isNull()


@pytest.fixture
def make_set(tmp_path: Path, page: StudyPage) -> Callable[[str, int], Path]:
    """Return a maker of folders with a picture for each of the first items, and a stranger."""

    def make(name: str, count: int) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        for k, item in enumerate(page.draft.content.items[:count]):
            save_picture(folder / f"{item.name}.png", 40 + k, 30)
        return folder

    return make


def test_another_set_of_pictures_is_saved_and_undone(
    qtbot: QtBot, page: StudyPage, make_set: Callable[[str, int], Path]
) -> None:
    """Each item gets the picture of its name, under the name of the folder."""
    page.editing.add_pictures(make_set("blurred", 6))
    qtbot.waitUntil(lambda: page.draft.content.items[0].variants != ())
    items = wait_saved(qtbot, page).items
    assert [[each.name for each in item.variants] for item in items] == [["blurred"]] * 6
    assert all(each.digest for item in items for each in item.variants)
    assert page.draft.content.items == items
    page.draft.undo()
    assert not any(item.variants for item in wait_saved(qtbot, page).items)
    page.draft.redo()
    assert wait_saved(qtbot, page).items == items


def test_items_without_a_picture_are_named(
    qtbot: QtBot, page: StudyPage, make_set: Callable[[str, int], Path]
) -> None:
    """So are pictures that belong to no item; a condition can't use half a set."""
    folder = make_set("blurred", 5)
    save_picture(folder / "stranger.png", 40, 30)
    page.editing.add_pictures(folder)
    qtbot.waitUntil(lambda: page.notice.isVisible())
    assert "5 of 6 items" in page.notice.text
    last = page.draft.content.items[5].name
    page.form.conditions.button.click()
    panel = page.timeline.conditions
    panel.list.add.click()
    panel.form.pictures.box.setCurrentIndex(1)
    assert page.draft.content.design.conditions[0].pictures == "blurred"
    assert f"“{last}” has no picture of the set “blurred”" in panel.list.problem


def test_a_set_of_pictures_is_removed(
    qtbot: QtBot,
    page: StudyPage,
    make_set: Callable[[str, int], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is chosen by its name."""
    assert not page.items.actions_.no_pictures.isEnabled()
    page.editing.add_pictures(make_set("blurred", 6))
    qtbot.waitUntil(lambda: page.items.actions_.no_pictures.isEnabled())
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_args, **_named: ("blurred", True))
    page.items.actions_.no_pictures.trigger()
    assert not any(item.variants for item in wait_saved(qtbot, page).items)
