"""Values that differ by the last bits are equal, and chance decides."""

import numpy as np

from sortrank_gui.ranking.rounding import choose_pair, in_steps, sort_with_chance


def test_last_bits_do_not_sort() -> None:
    """Equals come in random order, the same one whatever their errors are."""
    values = np.repeat([0.0, 2.5, -7.0], 20)
    errors = 1e-13 * np.random.default_rng(0).standard_normal(60)
    order = sort_with_chance(values, np.random.default_rng(4))
    assert sort_with_chance(values + errors, np.random.default_rng(4)).tolist() == order.tolist()
    assert sort_with_chance(values, np.random.default_rng(5)).tolist() != order.tolist()
    assert values[order].tolist() == sorted(values)


def test_differences_that_matter_sort() -> None:
    """A millionth of the largest value is a difference, whatever the scale."""
    for scale in (1e-9, 1.0, 1e9):
        values = scale * np.array([1.0, 1 - 1e-6, 1 - 2e-6])
        assert sort_with_chance(values, np.random.default_rng(0)).tolist() == [2, 1, 0]


def test_zero_and_the_largest_lie_in_the_middle_of_a_step() -> None:
    """Where most equals are, no error puts one of them into the next step."""
    values = np.array([0.0, 3.3, -3.3])
    for error in (-1e-9, 1e-9):
        assert in_steps(values + error, 3.3).tolist() == in_steps(values).tolist()
    assert in_steps(np.zeros(3)).tolist() == [0, 0, 0]
    assert in_steps(np.empty(0)).tolist() == []


def test_pair_is_chosen_whatever_the_order_of_the_pairs() -> None:
    """Turned round, repeated or listed otherwise, they are the same pairs."""
    first, second = np.array([4, 1, 2, 7]), np.array([0, 3, 9, 8])
    shuffled = np.array([3, 0, 2, 1, 0])
    for seed in range(20):
        ours = choose_pair(first, second, 10, np.random.default_rng(seed))
        theirs = choose_pair(second[shuffled], first[shuffled], 10, np.random.default_rng(seed))
        assert ours == theirs
        assert ours in {(0, 4), (1, 3), (2, 9), (7, 8)}
