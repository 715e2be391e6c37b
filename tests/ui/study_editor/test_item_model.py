"""The list of items as views see it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.study_editor.item_model import ITEM_ROLE, ItemModel


def make(names: str) -> list[Item]:
    """Return an item for each letter."""
    return [Item(name) for name in names]


@pytest.fixture
def model(qtbot: QtBot) -> Iterator[ItemModel]:
    """Return a model under test by Qt's own tester, and a filter over it too."""
    model = ItemModel(make("abcd"))
    filtered = QSortFilterProxyModel()
    filtered.setSourceModel(model)
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    testers = [QAbstractItemModelTester(m, mode) for m in (model, filtered)]
    yield model
    del testers


@pytest.mark.parametrize(
    "names", ["abcd", "", "abxcd", "acd", "abcdef", "xabcd", "dcba", "axyd", "a", "bcd", "wxyz"]
)
def test_set_items_shows_the_new_items(model: ItemModel, names: str) -> None:
    """Whatever changed, the tester has no complaint and the names are there."""
    model.set_items(make(names))
    assert [model.index(row).data() for row in range(model.rowCount())] == list(names)


def test_rows_that_stay_are_not_touched(qtbot: QtBot, model: ItemModel) -> None:
    """An item in the middle is inserted alone."""
    with qtbot.waitSignal(model.rowsInserted) as inserted, qtbot.assertNotEmitted(model.modelReset):
        model.set_items(make("abxcd"))
    assert inserted.args[1:] == [2, 2]


def test_renaming_asks_and_changes_nothing(qtbot: QtBot, model: ItemModel) -> None:
    """A new name is a wish; blanks around it are dropped, an empty name is refused."""
    with qtbot.waitSignal(model.renamed) as renamed:
        assert model.setData(model.index(1), "  new  name ", Qt.ItemDataRole.EditRole)
    assert renamed.args == [1, "new name"]
    assert model.index(1).data() == "b"
    assert not model.setData(model.index(1), "  ", Qt.ItemDataRole.EditRole)


def test_a_locked_model_is_for_reading(model: ItemModel) -> None:
    """Items can be chosen, not changed or moved."""
    model.set_locked(True)
    flags = model.flags(model.index(0))
    assert flags & Qt.ItemFlag.ItemIsSelectable
    assert not flags & (Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDragEnabled)
    assert not model.setData(model.index(0), "x", Qt.ItemDataRole.EditRole)


def test_tooltips_are_plain_text(model: ItemModel) -> None:
    """A name that looks like HTML is shown as it is typed."""
    model.set_items([Item("<b>x</b>")])
    assert "&lt;b>x" in model.index(0).data(Qt.ItemDataRole.ToolTipRole)
    assert model.index(0).data(ITEM_ROLE) == Item("<b>x</b>")
