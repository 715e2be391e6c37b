"""Files of orders: Sushi and PrefLib."""

from pathlib import Path

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.datasets import read_any, read_preflib, read_sushi

SUSHI = "5 1\n0 3 4 0 2\n0 2 1 4\n"
SOC = """# FILE NAME: tiny.soc
# NUMBER ALTERNATIVES: 3
# NUMBER VOTERS: 3
# ALTERNATIVE NAME 1: tea
# ALTERNATIVE NAME 2: coffee
# ALTERNATIVE NAME 3: milk, cold
2: 3,1,2
1: 1,2,3
"""
TOC = """# NUMBER ALTERNATIVES: 4
2: 1,{2,3},4
1: {1,4}
"""
OLD = "3\n1,tea\n2,coffee\n3,milk\n3,3,2\n2,3,1,2\n1,1,{2,3}\n"


def write(folder: Path, text: str, name: str) -> Path:
    """Return the path of a file with this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def beats(path: Path) -> np.ndarray:
    """Return the wins of the row's item over the column's, ties as halves."""
    table = read_any(path).table
    matrix = np.zeros((table.n_items, table.n_items))
    matrix[table.first, table.second] = table.first_wins
    matrix[table.second, table.first] = table.second_wins
    return matrix


def test_sushi_orders_become_pairs(tmp_path: Path) -> None:
    """A row of k items gives k (k - 1) / 2 outcomes, best first; items are numbered from 0."""
    wins = beats(write(tmp_path, SUSHI, "tiny.order"))
    assert wins.sum() == 4
    assert wins[4, 0] == wins[4, 2] == wins[0, 2] == wins[1, 4] == 1
    assert read_sushi(tmp_path / "tiny.order").names == ("0", "1", "2", "3", "4")


def test_sushi_of_the_full_size(tmp_path: Path) -> None:
    """5,000 rows of 10 among 100 items give the paper's 225,000 outcomes."""
    rng = np.random.default_rng(1)
    rows = ["0 10 " + " ".join(map(str, rng.permutation(100)[:10])) for _ in range(5000)]
    path = write(tmp_path, "100 1\n" + "\n".join(rows) + "\n", "full.order")
    assert read_sushi(path).table.n_comparisons == 225_000


def test_preflib_counts_and_names(tmp_path: Path) -> None:
    """An order counts as often as it says; items are numbered from 1 in the file."""
    path = write(tmp_path, SOC, "tiny.soc")
    wins = beats(path)
    assert read_preflib(path).names == ("tea", "coffee", "milk, cold")
    assert (wins[0, 1], wins[1, 0]) == (3, 0)
    assert (wins[2, 0], wins[0, 2]) == (2, 1)


def test_preflib_braces_are_ties(tmp_path: Path) -> None:
    """Items in braces are equal; an incomplete order says nothing about the rest."""
    wins = beats(write(tmp_path, TOC, "tiny.toc"))
    assert (wins[1, 2], wins[2, 1]) == (1, 1)
    assert (wins[0, 3], wins[3, 0]) == (2.5, 0.5)
    assert wins[1, 3] == wins[2, 3] == wins[0, 1] == 2


def test_preflib_older_format(tmp_path: Path) -> None:
    """Files of before 2022 have no # lines."""
    path = write(tmp_path, OLD, "tiny.soi")
    wins = beats(path)
    assert read_preflib(path).names == ("tea", "coffee", "milk")
    assert (wins[2, 0], wins[0, 2]) == (2, 1)
    assert wins[1, 2] == 0.5


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.order", "", "is empty"),
        ("a.order", "5\n", "line 1: the first line must be"),
        ("a.order", "5 1\n0 3 1 2\n", "line 2: the row must be “0 k” and k items"),
        ("a.order", "5 1\n0 2 1 5\n", "line 2: there is no item 5; items are numbered 0 to 4"),
        ("a.order", "5 1\n0 2 1 1\n", "line 2: an item is listed twice"),
        ("a.order", "5 1\n0 2 1 x\n", "line 2: an entry must be a whole number"),
        ("a.soc", "", "is empty"),
        ("a.soc", "# TITLE: x\n1: 1,2\n", "how many alternatives"),
        ("a.soc", "# NUMBER ALTERNATIVES: 2\n1: 1,3\n", "line 2: there is no item 3"),
        ("a.soc", "# NUMBER ALTERNATIVES: 2\n0: 1,2\n", "line 2: the count must be 1 or more"),
        ("a.soc", "# NUMBER ALTERNATIVES: 2\nhello\n", "line 2: an order looks such as"),
        ("a.order", "999999999 1\n", "line 1: the number of items must be 100,000 at most"),
        ("a.soc", "# NUMBER ALTERNATIVES: 999999999\n1: 1,2\n", "line 1: the number of items"),
        ("a.soc", "# NUMBER ALTERNATIVES: 2\n99999999999: 1,2\n", "line 2: up to 50,000,000"),
        ("a.soi", "3\n1,a\n", "ends before its 3 items are named"),
    ],
)
def test_mistake_names_file_line_and_reason(
    tmp_path: Path, name: str, text: str, words: str
) -> None:
    """One sentence that a user can act on."""
    path = write(tmp_path, text, name)
    with pytest.raises(InputError) as caught:
        read_any(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
