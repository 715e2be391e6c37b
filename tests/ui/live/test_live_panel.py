from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from pytestqt.qtbot import QtBot

from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.islands import find_islands
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.study.survey.live_analysis import Analysis
from sortrank_gui.tables import read_table
from sortrank_gui.ui.live.live_panel import LivePanel
from sortrank_gui.ui.pictures.images import ImageStore

MakeAnalysis = Callable[..., Analysis]
STARTS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


@pytest.fixture
def panel(qtbot: QtBot, study: Study, images: ImageStore) -> LivePanel:
    """Return a live panel without answers."""
    panel = LivePanel(study, images, QAction("Sort", checkable=True))
    qtbot.addWidget(panel)
    panel.resize(420, 600)
    panel.show()
    return panel


def test_panel_says_what_to_do_before_answers(
    panel: LivePanel, make_analysis: MakeAnalysis
) -> None:
    """Without answers there is a hint instead of a ranking."""
    panel.show_analysis(make_analysis(0))
    assert not panel.ranking.plot.isVisible()


def test_panel_names_islands_until_they_are_joined(
    panel: LivePanel, make_analysis: MakeAnalysis, study: Study
) -> None:
    """Two islands of three items are named with their items, and in the tip of a row."""
    joined = make_analysis(60)
    islands = find_islands(Comparisons.from_pairs(6, [0, 1, 3, 4], [1, 2, 4, 5]))
    panel.ranking.show_analysis(replace(joined, islands=islands))
    assert panel.ranking.islands.isVisible()
    assert "2 islands" in panel.ranking.islands.text()
    assert study.items[4].name in panel.ranking.islands.toolTip()
    assert any("island 2 of 2" in line for line in panel.ranking.plot.rows.describe(5, rank=1))
    panel.ranking.show_analysis(joined)
    assert not panel.ranking.islands.isVisible()
    assert not any("island" in line for line in panel.ranking.plot.rows.describe(5, rank=1))


def test_panel_draws_at_most_five_times_a_second(
    panel: LivePanel, qtbot: QtBot, make_analysis: MakeAnalysis
) -> None:
    """Of many analyses in a row, the first and the last are drawn."""
    analyses = [make_analysis(answered) for answered in range(1, 40)]
    for analysis in analyses:
        panel.show_analysis(analysis)
    assert panel.shown.answered == 1
    qtbot.waitUntil(lambda: panel.shown.answered == 39)
    assert panel.ranking.plot.isVisible()


def write_truth(path: Path, study: Study) -> Path:
    """Write a table of the items with rising scores."""
    rows = "".join(f"{item.name},{k}\n" for k, item in enumerate(study.items))
    path.write_text(f"item,score\n{rows}")
    return path


def test_truth_is_loaded_from_a_table(
    panel: LivePanel, qtbot: QtBot, tmp_path: Path, study: Study
) -> None:
    """The scores of a CSV file are handed on in the order of the items; removing hands None on."""
    with qtbot.waitSignal(panel.truth_chosen) as chosen:
        panel.load_truth(write_truth(tmp_path / "truth.csv", study))
    assert chosen.args == [(0.0, 1.0, 2.0, 3.0, 4.0, 5.0)]
    with qtbot.waitSignal(panel.truth_chosen) as chosen:
        panel.displacement.remove_truth.trigger()
    assert chosen.args == [None]


def test_truth_that_does_not_fit_is_a_sentence(
    panel: LivePanel, qtbot: QtBot, tmp_path: Path
) -> None:
    """An item that the study does not have is named with its line, in the panel."""
    path = tmp_path / "truth.csv"
    path.write_text("item,score\nnobody,1\n")
    panel.load_truth(path)
    qtbot.waitUntil(panel.notice.isVisible)
    assert "line 2: the study has no item “nobody”" in panel.notice.text


@pytest.mark.parametrize("card", ["ranking", "displacement", "sort"])
@pytest.mark.parametrize("ending", STARTS)
def test_plots_are_saved_as_figures(
    panel: LivePanel,
    qtbot: QtBot,
    tmp_path: Path,
    make_analysis: MakeAnalysis,
    card: str,
    ending: str,
) -> None:
    """Each card writes PNG, SVG and PDF of what it shows."""
    panel.show_analysis(make_analysis(30))
    panel.sort.show_sort("random", None, None, (0, 1))
    path, menu = tmp_path / f"figure{ending}", getattr(panel, card).menu
    menu.save_picture(path)
    qtbot.waitUntil(lambda: not menu.is_busy, timeout=10_000)
    assert path.read_bytes().startswith(STARTS[ending])
    if ending == ".svg":
        words = {"ranking": "score with 95 % interval", "displacement": "random order"}
        assert f">{words.get(card, 'head of its run')}</text>" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("card", ["displacement", "sort"])
def test_nothing_to_draw_is_a_sentence(panel: LivePanel, tmp_path: Path, card: str) -> None:
    """Before there is anything to show, no empty picture is written."""
    getattr(panel, card).menu.save_picture(tmp_path / "figure.png")
    assert panel.notice.text == "There is nothing to draw yet."
    assert list(tmp_path.iterdir()) == []


def test_plots_are_saved_and_copied_as_data(
    panel: LivePanel, qtbot: QtBot, tmp_path: Path, make_analysis: MakeAnalysis, study: Study
) -> None:
    """The table of the ranking has all items, best first; the curve's a row for each point."""
    analysis = make_analysis(30)
    panel.show_analysis(analysis)
    for card in (panel.ranking, panel.displacement):
        path = tmp_path / f"{card.accessibleName()}.csv"
        card.menu.save_data(path)
        qtbot.waitUntil(lambda card=card: not card.menu.is_busy)
    ranked = read_table(tmp_path / "Ranking.csv")
    assert [row.cells["rank"] for row in ranked] == list("123456")
    assert float(next(iter(ranked)).cells["score"]) == analysis.scores.max()
    curve = read_table(tmp_path / "Displacement.csv")
    assert [row.cells["answers"] for row in curve] == ["0", "30"]
    panel.ranking.menu.actions()[-2].trigger()
    assert QGuiApplication.clipboard().text().startswith("rank\titem\tscore")
    copy = next(a for a in panel.ranking.menu.actions() if a.text() == "Copy picture")
    copy.trigger()
    clipboard = QGuiApplication.clipboard()
    qtbot.waitUntil(lambda: not clipboard.image().isNull(), timeout=10_000)


def test_figure_that_cannot_be_written_is_a_sentence(
    panel: LivePanel, qtbot: QtBot, tmp_path: Path
) -> None:
    """A folder that is not there is named in the panel."""
    panel.ranking.menu.save_data(tmp_path / "missing" / "data.csv")
    qtbot.waitUntil(panel.notice.isVisible)
    assert "can't be written" in panel.notice.text


def test_panel_goes_on_with_other_items(
    panel: LivePanel, qtbot: QtBot, make_analysis: MakeAnalysis
) -> None:
    """Other items have new cards; what was chosen for the panel and what it offers stay."""
    panel.sort_action.setChecked(True)
    panel.set_study(Study("two", "?", (Item("a"), Item("b"))))
    assert panel.sort.isVisible()
    panel.show_analysis(make_analysis(3, 2))
    assert panel.ranking.plot.order.tolist() == [1, 0]
    assert panel.sort_action in panel.ranking.menu.actions()
