import csv
import json
from collections.abc import Callable
from pathlib import Path

import choix
import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.simulation.datasets import read_any
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.opening import create_study, open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results import exporting
from sortrank_gui.tables import read_table

Robot = Callable[..., None]
NAMES = ["=SUM(A1)", "pear, ripe", 'the "best"', "-7", "日本語", "f", "g", "h"]


@pytest.fixture
def study(make_mixed: Callable[[str, list[str]], Everything]) -> Everything:
    """Return a study with every kind of trial and answer, two participants and an undo."""
    return make_mixed("Fruit", NAMES)


def test_answers_have_one_row_a_trial(study: Everything, tmp_path: Path) -> None:
    """All columns of the dictionary, in order, and every answer, also those taken back."""
    path = tmp_path / "answers.csv"
    assert exporting.export_answers(path, study) == 86
    table = read_table(path)
    assert table.columns == tuple(exporting.ANSWER_COLUMNS)
    cells = [row.cells for row in table]
    assert {cell["kind"] for cell in cells} == set(Kind)
    assert sum(int(cell["undone"]) for cell in cells) == 2
    assert {cell["left"] for cell in cells} <= set(NAMES)
    for cell in cells:
        winner = {"left": cell["left"], "right": cell["right"]}.get(cell["answer"], "")
        assert cell["winner"] == winner
        assert (cell["strategy"] == "mergesort") == (cell["kind"] == "regular")
        assert (cell["expected"] != "") == (cell["kind"] == "catch")
        assert cell["shown_at"] <= cell["answered_at"]
    assert {"1234.5"} <= {cell["response_ms"] for cell in cells}
    seqs = [int(cell["seq"]) for cell in cells if cell["participant"] == "P2"]
    assert seqs == sorted(set(seqs))


def test_dictionary_goes_along(study: Everything, tmp_path: Path) -> None:
    """Beside each table lies one that explains its columns."""
    exporting.export_answers(tmp_path / "answers.csv", study)
    rows = list(read_table(tmp_path / "answers.columns.csv"))
    assert [row.cells["column"] for row in rows] == list(exporting.ANSWER_COLUMNS)
    assert all(row.cells["meaning"] for row in rows)


def test_spreadsheets_run_nothing(study: Everything, tmp_path: Path) -> None:
    """No text cell of any table begins like a formula; numbers may be negative."""
    exporting.export_answers(tmp_path / "a.csv", study)
    exporting.export_ranking(tmp_path / "r.csv", study)
    exporting.export_comparisons(tmp_path / "c.csv", study)
    for name in "arc":
        with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file):
                for cell in row:
                    assert cell[:1] not in ("=", "+", "@", "\t") or cell == ""
                    assert not cell.startswith("-") or float(cell) < 0


def test_codes_can_be_replaced(study: Everything, tmp_path: Path) -> None:
    """No file then has a code, nor a seed that was made from it."""
    exporting.export_answers(tmp_path / "a.csv", study, anonymous=True)
    exporting.export_comparisons(tmp_path / "c.csv", study, anonymous=True)
    exporting.export_json(tmp_path / "e.json", study, anonymous=True)
    seeds = {str(row.seed) for row in study.sessions.values()}
    for name in ("a.csv", "c.csv", "e.json"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "anna" not in text
        assert "P001" in text
        assert not any(seed in text for seed in seeds)


def test_ranking_is_the_fit_of_regular_answers(study: Everything, tmp_path: Path) -> None:
    """Best first, with numbers that a fit of the counted answers gives."""
    exporting.export_ranking(tmp_path / "r.csv", study)
    rows = [row.cells for row in read_table(tmp_path / "r.csv")]
    estimate = ranking.fit(exporting.count_study(study))
    scores = dict(zip(NAMES, estimate.scores, strict=True))
    assert [row["rank"] for row in rows] == [str(k) for k in range(1, 9)]
    for row in rows:
        assert float(row["score"]) == pytest.approx(scores[row["item"]], abs=1e-6)
        assert float(row["low"]) < float(row["score"]) < float(row["high"])
    assert [row["item"] for row in rows] == sorted(scores, key=lambda name: -scores[name])


def test_comparisons_are_read_by_rank_and_choix(study: Everything, tmp_path: Path) -> None:
    """Both get the names and counts of the study, also of names like formulas; ties are marked."""
    path = tmp_path / "c.csv"
    exporting.export_comparisons(path, study)
    table, ours = read_any(path), exporting.count_study(study)
    assert table.table.n_comparisons == ours.n_comparisons
    wins = dict(zip(table.names, table.table.wins.tolist(), strict=True))
    assert wins == dict(zip(NAMES, ours.wins.tolist(), strict=True))
    numbers = {name: k for k, name in enumerate(NAMES)}
    pairs = [
        (numbers[row.cells["winner"]], numbers[row.cells["loser"]])
        for row in read_table(path)
        if row.cells["tie"] == "0"
    ]
    scores = choix.ilsr_pairwise(8, pairs, alpha=0.1)
    assert np.corrcoef(scores, ranking.fit(ours).scores)[0, 1] > 0.9


def test_preflib_is_read_back(study: Everything, tmp_path: Path) -> None:
    """The orders of two items have all wins and ties."""
    path = tmp_path / "p.toi"
    ours = exporting.count_study(study)
    assert exporting.export_preflib(path, study) == ours.n_comparisons
    found = read_any(path)
    assert found.names == tuple(NAMES)
    assert found.table.first_wins.tolist() == ours.first_wins.tolist()
    assert found.table.second_wins.tolist() == ours.second_wins.tolist()


def test_json_has_everything(study: Everything, tmp_path: Path) -> None:
    """Design, items, truth, ranking and answers, with numbers as numbers."""
    assert exporting.export_json(tmp_path / "e.json", study) == 86
    content = json.loads((tmp_path / "e.json").read_text(encoding="utf-8"))
    assert content["design"]["title"] == "Fruit"
    assert [item["name"] for item in content["items"]] == NAMES
    assert len(content["answers"]) == 86
    assert isinstance(content["answers"][0]["response_ms"], float)
    assert len(content["ranking"]) == 8


def test_study_without_answers_exports_empty_tables(tmp_path: Path) -> None:
    """Nothing was answered yet: tables have their header, and the ranking all items."""
    path = tmp_path / "s.sortrank"
    create_study(path, Design(title="t", prompt="p"), [Item("a"), Item("b")])
    with open_study(path, read_only=True) as file:
        assert exporting.export_answers(tmp_path / "a.csv", file.everything) == 0
        assert exporting.export_ranking(tmp_path / "r.csv", file.everything) == 2
        assert exporting.export_preflib(tmp_path / "p.toi", file.everything) == 0
