from collections.abc import Callable
from pathlib import Path

import choix
import numpy as np

from sortrank_gui import ranking
from sortrank_gui.simulation.datasets import read_any
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.comparisons import EXPORT
from sortrank_gui.study.results.selection import Selection, count_study
from sortrank_gui.tables import read_table

NAMES = ["=SUM(A1)", "pear, ripe", 'the "best"', "-7", "日本語", "f", "g", "h"]


def test_comparisons_are_those_that_count(fruit: Everything, tmp_path: Path) -> None:
    """Neither practice, repeats and catches, nor “neither”, nor what was taken back."""
    path = tmp_path / "c.csv"
    assert EXPORT.write(Order(path, fruit)) == 3
    assert path.read_text(encoding="utf-8").splitlines() == [
        "winner,loser,tie,judge,question",
        "pear,fig,0,anna@example,question",
        "plum,pear,1,anna@example,question",
        "plum,fig,0,P2,question",
    ]


def test_other_kinds_count_if_selected(fruit: Everything, tmp_path: Path) -> None:
    """Repeats come along, where they were answered."""
    both = Selection(kinds=frozenset({Kind.REGULAR, Kind.REPEAT}))
    assert EXPORT.write(Order(tmp_path / "c.csv", fruit, both)) == 4
    lines = (tmp_path / "c.csv").read_text(encoding="utf-8").splitlines()
    assert lines[3] == "pear,fig,0,anna@example,question"


def test_comparisons_are_read_by_rank_and_choix(
    make_mixed: Callable[[str, list[str]], Everything], tmp_path: Path
) -> None:
    """Both get the counts of the study, whatever the names are; ties are marked."""
    study, path = make_mixed("Fruit", NAMES), tmp_path / "c.csv"
    EXPORT.write(Order(path, study))
    found, ours = read_any(path), count_study(study)
    assert found.table.n_comparisons == ours.n_comparisons
    wins = dict(zip(found.names, found.table.wins.tolist(), strict=True))
    assert wins == dict(zip(NAMES, ours.wins.tolist(), strict=True))
    numbers = {name: k for k, name in enumerate(NAMES)}
    pairs = [
        (numbers[row.cells["winner"]], numbers[row.cells["loser"]])
        for row in read_table(path)
        if row.cells["tie"] == "0"
    ]
    scores = choix.ilsr_pairwise(8, pairs, alpha=0.1)
    assert np.corrcoef(scores, ranking.fit(ours).scores)[0, 1] > 0.9
