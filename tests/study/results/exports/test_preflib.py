from collections.abc import Callable
from pathlib import Path

from sortrank_gui.simulation.datasets import read_any
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.preflib import EXPORT
from sortrank_gui.study.results.selection import count_study
from tests.diary import Diary


def test_orders_are_counted(tmp_path: Path) -> None:
    """The header names and counts everything; frequent orders come first, ties are in braces."""
    diary = Diary(["fig", "two\nlines"], title="Fruit\nand more")
    diary.sit("anna")
    diary.answer("fig < two\nlines", "fig > two\nlines", "fig = two\nlines", "two\nlines < fig")
    diary.answer("two\nlines = fig", "fig > two\nlines", "fig ? two\nlines")
    path = tmp_path / "p.toi"
    assert EXPORT.write(Order(path, diary.study)) == 6
    assert path.read_text(encoding="utf-8").splitlines() == [
        "# FILE NAME: p.toi",
        "# TITLE: Fruit and more",
        "# DESCRIPTION: Answers: all",
        "# DATA TYPE: toi",
        "# NUMBER ALTERNATIVES: 2",
        "# NUMBER VOTERS: 6",
        "# NUMBER UNIQUE ORDERS: 3",
        "# ALTERNATIVE NAME 1: fig",
        "# ALTERNATIVE NAME 2: two lines",
        "3: 1,2",
        "2: {1,2}",
        "1: 2,1",
    ]


def test_file_is_read_back(
    make_mixed: Callable[[str, list[str]], Everything], tmp_path: Path
) -> None:
    """The orders of two items have all wins and ties of the study."""
    names = ["=SUM(A1)", "pear, ripe", 'the "best"', "-7", "日本語", "f", "g", "h"]
    study, path = make_mixed("Fruit", names), tmp_path / "p.toi"
    ours = count_study(study)
    assert EXPORT.write(Order(path, study)) == ours.n_comparisons
    found = read_any(path)
    assert found.names == tuple(names)
    assert found.table.first_wins.tolist() == ours.first_wins.tolist()
    assert found.table.second_wins.tolist() == ours.second_wins.tolist()


def test_study_without_answers_has_a_header(tmp_path: Path) -> None:
    """Nobody voted yet."""
    assert EXPORT.write(Order(tmp_path / "p.toi", Diary(["a", "b"]).study)) == 0
    lines = (tmp_path / "p.toi").read_text(encoding="utf-8").splitlines()
    assert lines[5:7] == ["# NUMBER VOTERS: 0", "# NUMBER UNIQUE ORDERS: 0"]
    assert lines[-1] == "# ALTERNATIVE NAME 2: b"
