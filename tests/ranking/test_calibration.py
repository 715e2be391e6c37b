"""The benchmark of what is said about uncertainty: its rows, and going on where it ended."""

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import calibration, calibration_table
from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.assessing import assess

KEYS = {
    *("strategy", "items", "truth", "answers", "studies", "too_early_share", "score_coverage"),
    *("end_coverage", "rank_coverage", "false_difference_share", "displacement_ratio"),
    "ssr_excess",
}


def test_cells_are_measured_and_kept(tmp_path: Path) -> None:
    """A row a cell, null where a figure has no meaning; what the file has is not done again."""
    cells = calibration.list_cells(["random"], [6], ["equal", "normal:1", "normal:2"], [20, 1])
    path = tmp_path / "rows.json"
    rows = list(calibration.run(cells[:4], 2, seed=5, jobs=1, json_file=path))
    assert json.loads(path.read_text())["tables"]["Calibration"] == rows
    equal, early, normal, _ = rows
    assert all(set(row) >= KEYS for row in rows)
    assert (equal["end_coverage"], equal["rank_coverage"]) == (None, None)
    assert equal["displacement_ratio"] is None
    assert (early["too_early_share"], early["score_coverage"]) == (1.0, None)
    assert 0 <= normal["rank_coverage"] <= 1
    record = json.loads(path.read_text())
    record["tallies"][0]["tally"]["sums"]["score_coverage"][1] = 0.25
    path.write_text(json.dumps(record))
    again = list(calibration.run(cells[:1], 2, seed=5, jobs=1, json_file=path))
    assert again[0]["score_coverage"] == 0.125
    assert len(json.loads(path.read_text())["tables"]["Calibration"]) == 4


def test_measuring_goes_on_with_further_studies(tmp_path: Path) -> None:
    """Two studies and then one more are the same as three at once, also where a cell came later."""
    cells = calibration.list_cells(["random"], [6], ["normal:1"], [20, 40])
    path = tmp_path / "rows.json"
    list(calibration.run(cells[:1], 2, seed=5, jobs=1, json_file=path))
    later = list(calibration.run(cells, 3, seed=5, jobs=1, json_file=path))
    at_once = list(calibration.run(cells, 3, seed=5, jobs=1, json_file=None))
    assert later == at_once
    assert later[0]["studies"] == 3
    assert later[0]["score_error"] is not None


def test_cells_alike_look_at_the_same_studies() -> None:
    """A cell's row is the same whether its studies went on to more answers or ended there."""
    cells = calibration.list_cells(["matching"], [8], ["normal:1"], [20, 40])
    alone = calibration.try_study(cells[:1], 5, calibration.AT_ONCE)
    assert calibration.try_study(cells, 5, calibration.AT_ONCE)[:1] == alone


def test_table_marks_what_is_outside(tmp_path: Path) -> None:
    """A figure beyond its aim is bold and counted; chance is told by the studies' own errors."""
    cells = calibration.list_cells(["random"], [6], ["normal:1", "normal:2"], [20])
    path = tmp_path / "rows.json"
    list(calibration.run(cells, 4, seed=5, jobs=1, json_file=path))
    rows = calibration_table.read_rows(path)
    good = {"score_coverage": 0.95, "end_coverage": 0.95, "rank_coverage": 0.95, "ssr_excess": 0.0}
    errors = {"score_error": 0.01, "end_error": 0.01, "rank_error": 0.01}
    fine = {**rows[0], **good, **errors, "displacement_ratio": 1.0, "false_difference_share": 0.0}
    bad = {**fine, "score_coverage": 0.9, "too_early_share": 0.25}
    assert calibration_table.find_outside(fine) == []
    assert calibration_table.find_outside(bad) == ["too_early_share", "score_coverage"]
    assert calibration_table.expect_outside([fine, fine], "score_coverage") == pytest.approx(
        0.05, abs=0.01
    )
    table = list(calibration_table.write_table([fine, bad]))
    assert "**90.0**" in table[3]
    assert "**25**" in table[3]
    assert "**" not in table[2]
    assert next(calibration_table.summarise([fine, bad])) == "2 cells: 1 are within all aims."


def test_methods_differ(tmp_path: Path) -> None:
    """Without probing pairs the studies are others, and rows of another method are not kept."""
    (cell,) = calibration.list_cells(["matching"], [8], ["normal:1"], [20])
    plain = calibration.Method(probes=False)
    ways = (calibration.AT_ONCE, plain, calibration.Method(calibrated=True))
    with_probes, without, corrected = (
        calibration.try_study([cell], 5, method)[0] for method in ways
    )
    assert with_probes != without
    assert corrected["true"] == with_probes["true"]
    assert corrected["expected"] >= with_probes["expected"]
    path = tmp_path / "rows.json"
    for method in (calibration.AT_ONCE, plain):
        (row,) = calibration.run([cell], 1, seed=5, jobs=1, json_file=path, method=method)
        assert (row["probes"], row["calibrated"]) == (method.probes, False)


def test_whole_grid_has_500_cells() -> None:
    """Five strategies, four sizes, five truths, five numbers of answers."""
    cells = calibration.list_cells((), (), (), ())
    assert len(set(cells)) == 500
    assert calibration.Cell("random", 100, "equal", 10).count == 500


def test_truth_that_nobody_knows_is_refused() -> None:
    """The sentence names what there is."""
    with pytest.raises(InputError, match="normal:1"):
        calibration.draw_truth("gamma:1", 5, 1)


def test_comparison_counts_what_was_right() -> None:
    """Of a truth far from all intervals nothing is covered, and turned differences are false."""
    scores = np.linspace(-3, 3, 6)
    pairs = np.array([(i, j) for i in range(6) for j in range(i)] * 30)
    outcomes = (scores[pairs[:, 0]] < scores[pairs[:, 1]]).astype(np.int8)
    table = Comparisons(6)
    table.add_outcomes(pairs[:, 0], pairs[:, 1], outcomes)
    found = assess(table)
    right, wrong = calibration.compare(found, scores), calibration.compare(found, -5 * scores)
    assert right["rank_coverage"] == 1.0
    assert right["false"] == 0.0
    assert wrong["false"] == 1.0
    assert wrong["score_coverage"] == wrong["end_coverage"] == 0.0
