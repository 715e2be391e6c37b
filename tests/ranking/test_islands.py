"""Islands of items that no comparison joins, and parts that few answers join."""

import numpy as np
import pytest

from sortrank_gui.ranking import Comparisons, fit
from sortrank_gui.ranking.islands import find_islands, tell_islands

NAMES = [f"item {k}" for k in range(100)]


def make_blocks(*sizes: int, rounds: int = 6, seed: int = 1) -> Comparisons:
    """Return random answers within blocks of items, and none between them."""
    rng = np.random.default_rng(seed)
    table, start = Comparisons(sum(sizes)), 0
    for size in sizes:
        for _ in range(rounds):
            order = rng.permutation(size) + start
            table.add(order, np.roll(order, 1))
        start += size
    return table


def tell(table: Comparisons) -> str:
    """Return all that is said about a table."""
    scores = fit(table).scores
    return " ".join(tell_islands(find_islands(table, scores), NAMES, scores))


def test_islands_are_numbered_by_their_size() -> None:
    """The largest is the first; who was never compared is in none."""
    table = Comparisons(8)
    table.merge(_shift(make_blocks(3, 4), 8))
    islands = find_islands(table)
    assert islands.number.tolist() == [2, 2, 2, 1, 1, 1, 1, 0]
    assert islands.count == 2
    assert islands.split
    assert islands.never_compared.tolist() == [7]


def _shift(table: Comparisons, n_items: int) -> Comparisons:
    """Return the same comparisons of more items."""
    wider = Comparisons(n_items)
    for first, second, wins, losses in zip(
        table.first, table.second, table.first_wins, table.second_wins, strict=True
    ):
        wider.add([first] * int(wins) + [second] * int(losses),
                  [second] * int(wins) + [first] * int(losses))  # fmt: skip
    return wider


def test_islands_are_named_with_what_to_ask() -> None:
    """The sentence names items of both, and a pair that would join them."""
    words = tell(make_blocks(7, 3))
    assert "fall into 2 islands" in words
    assert "across islands they mean nothing" in words
    assert "“item 7”, “item 8” and “item 9”" in words
    assert "and 2 more (7 items)" in words
    assert "To join them, ask next “item " in words


def test_whole_tables_say_nothing() -> None:
    """One island with many answers across is nothing to worry about, large or small."""
    for size in (3, 12, 60, 400):
        table = make_blocks(size)
        scores = fit(table).scores
        assert list(tell_islands(find_islands(table, scores), [""] * size, scores)) == []


@pytest.mark.parametrize("sizes", [(20, 30), (200, 250)])
def test_weak_joint_is_found(sizes: tuple[int, int]) -> None:
    """Two parts that two answers join are told apart, with the error of their distance."""
    table = make_blocks(*sizes)
    table.add([0, sizes[0]], [sizes[0] + 1, 1])
    islands = find_islands(table, fit(table).scores)
    assert not islands.split
    assert islands.joint is not None
    assert islands.joint.part.tolist() == list(range(sizes[0]))
    assert islands.joint.answers == 2
    assert 1.0 < islands.joint.standard_error < 3.0
    if sum(sizes) < 100:
        assert "Only 2 answers join “item 0”" in tell(table)


def test_strong_joint_is_no_remark() -> None:
    """Forty answers across are enough to know how far both parts are apart."""
    table = make_blocks(20, 30)
    rng = np.random.default_rng(2)
    table.add(rng.integers(20, size=20), 20 + rng.integers(30, size=20))
    table.add(20 + rng.integers(30, size=20), rng.integers(20, size=20))
    assert find_islands(table, fit(table).scores).joint is None


def test_nothing_compared_is_no_island() -> None:
    """Without answers there is nothing to tell."""
    assert find_islands(Comparisons(3)).count == 0
    assert list(tell_islands(find_islands(Comparisons(3)), NAMES, np.zeros(3))) == []
