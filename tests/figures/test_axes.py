import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sortrank_gui.figures.axes import Axis, some_ranks


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        (Axis(0, 10), [0, 2, 4, 6, 8, 10]),
        (Axis(0, 1.04), [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (Axis(-2.1, 1.9), [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5]),
        (Axis(0, 10, step=5), [0, 5, 10]),
        (Axis(90, 1100, log=True), [100, 200, 500, 1000]),
        (Axis(0.4, 12, log=True), [0.5, 1, 2, 5, 10]),
        (Axis(1, 1e6, log=True), [1, 10, 100, 1e3, 1e4, 1e5, 1e6]),
        (Axis(310, 440, log=True), [320, 340, 360, 380, 400, 420, 440]),
    ],
)
def test_ticks_are_round_numbers(axis: Axis, expected: list[float]) -> None:
    """Linear ones at multiples of 1, 2 or 5; logarithmic ones at powers of ten and between."""
    assert [value for value, _ in axis.ticks()] == pytest.approx(expected)


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6), st.integers(2, 7))
def test_ticks_are_few_and_inside(low: float, span: float, steps: int) -> None:
    """There are about as many as wanted, and none is outside."""
    ticks = [value for value, _ in Axis(low, low + span).ticks(steps)]
    assert 1 <= len(ticks) <= 1.34 * steps + 1
    assert ticks[0] >= low - 1e-6 * span
    assert ticks[-1] <= low + span * (1 + 1e-6)


@pytest.mark.parametrize("steps", [2, 3, 4, 7])
def test_logarithmic_ticks_leave_room(steps: int) -> None:
    """A small plot has fewer of them."""
    assert 2 <= len(Axis(1, 1e9, log=True).ticks(steps)) <= steps + 1


@pytest.mark.parametrize(
    ("low", "high"), [(0, 1), (-3.2, 7.9), (0, 299.7), (1e-6, 2e-6), (-1e5, 1e5), (2, 2)]
)
@pytest.mark.parametrize("steps", [2, 5])
def test_axis_between_ticks_covers_the_data(low: float, high: float, steps: int) -> None:
    """Few ticks, evenly spaced, from below the lowest to above the highest value."""
    axis = Axis.between_ticks(low, high, steps)
    ticks = [value for value, _ in axis.ticks()]
    assert (ticks[0], ticks[-1]) == pytest.approx((axis.low, axis.high))
    assert ticks[0] <= low + 1e-9
    assert ticks[-1] >= high - 1e-9
    assert 2 <= len(ticks) <= 1.34 * steps + 3
    gaps = {round((b - a) / axis.step, 6) for a, b in itertools.pairwise(ticks)}
    assert gaps == {1.0}


def test_axis_between_ticks_rarely_moves() -> None:
    """As long as the data stay between the same ticks, nothing changes."""
    assert Axis.between_ticks(-1.23, 3.4, 5) == Axis.between_ticks(-1.21, 3.1, 5)


def test_axis_has_a_place_for_every_value() -> None:
    """Both ends are 0 and 1; a log axis puts what it lacks below itself."""
    assert Axis(-1, 3).fraction(1) == 0.5
    axis = Axis(1, 100, log=True)
    assert [axis.fraction(value) for value in (1, 10, 100)] == pytest.approx([0, 0.5, 1])
    assert axis.fraction(0) == axis.fraction(-5) == -0.5
    assert axis.place(1000) == pytest.approx(3)


@pytest.mark.parametrize("log", [False, True])
def test_axis_around_values_has_some_room(log: bool) -> None:
    """All usable values are inside, also where there is only one or none."""
    for values in ([1.0, 5.0], [3.0], [], [math.nan, 2.0, math.inf]):
        axis = Axis.around(values, log=log)
        assert axis.low < axis.high
        usable = [value for value in values if math.isfinite(value)]
        assert all(axis.low < value < axis.high for value in usable)
    assert Axis.around([0.0, 10.0]).low == 0


def test_ranks_are_whole_and_few() -> None:
    """Never a half rank, and one item has its rank."""
    assert some_ranks(1, 200) == [50, 100, 150, 200]
    assert some_ranks(1, 3) == [1, 2, 3]
    assert some_ranks(7, 7) == [7]
    assert some_ranks(41, 60) == [45, 50, 55, 60]
