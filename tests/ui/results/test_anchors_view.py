"""The view that puts items on the scale of an earlier ranking."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from sortrank_gui.ui.results.anchors_view import AnchorsView
from sortrank_gui.ui.results.results_page import ResultsPage

Fill = Callable[..., Path]
Make = Callable[..., ResultsPage]


@pytest.fixture
def view(fill_study: Fill, make_results: Make) -> AnchorsView:
    """Return the view of a study of eight items."""
    found = make_results(fill_study(n_items=8, answers=40)).views.choose("Old scale")
    assert isinstance(found, AnchorsView)
    return found


def test_view_asks_for_a_table_first(view: AnchorsView) -> None:
    """Without one it says what it is for, and has no rows."""
    assert view.words.startswith("If some of the items were ranked before")
    assert view.data.data_model.rowCount() == 0


def test_chosen_ranking_gives_its_scale(
    view: AnchorsView, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All items appear on the scale of the table; those that it does not have are called new."""
    source = tmp_path / "old.csv"
    source.write_text("item,score,standard_error\nitem 0,20,0.2\nitem 1,21,0.2\n")
    asked = lambda *_: (str(source), "")  # noqa: E731
    monkeypatch.setattr(QFileDialog, "getOpenFileName", asked)
    view.choose.click()
    qtbot.waitUntil(lambda: view.found is not None)
    model = view.data.data_model
    assert model.rowCount() == 8
    assert view.words.startswith("Scores are on the scale of old.csv: 2 of 8 items are anchors")
    header, rows = view.card.table()
    assert list(header)[-2:] == ["known_score", "new"]
    assert sorted(row[-1] for row in rows) == ["", "", *["new"] * 6]
    assert all(row[header.index("score")] > 10 for row in rows)


def test_table_of_strangers_is_a_sentence(view: AnchorsView, tmp_path: Path, qtbot: QtBot) -> None:
    """What is wrong stands in the view, and the next table is tried afresh."""
    source = tmp_path / "old.csv"
    source.write_text("item,score\nnobody,1\n")
    view.use(source)
    qtbot.waitUntil(lambda: "None of the items" in view.words)
    assert view.found is None
    source.write_text("item,score\nitem 0,1\nitem 1,3\n")
    view.use(source)
    qtbot.waitUntil(lambda: view.found is not None)
