"""What an answer is expected to mend."""

import numpy as np
import pytest
from scipy.special import expit, ndtr

from sortrank_gui.ranking import rank_errors


@pytest.mark.parametrize("z", [0.0, 0.3, 1.0, 2.5])
def test_half_of_the_variance_is_worth_the_squared_chance(z: float) -> None:
    """Integrated over what may be learned, the chance of a wrong order falls by Phi(-z)^2."""
    nodes = np.linspace(-9, 9, 20_001)
    density = np.exp(-(nodes**2) / 2)
    density /= density.sum()
    after = float(density @ ndtr(-np.abs(np.sqrt(2) * z + nodes)))
    variance = 1.7
    weight = rank_errors.order_weights(np.array([-z * variance**0.5]), np.array([variance]))
    assert weight[0] * variance == pytest.approx(ndtr(-z) - after, abs=1e-7)


@pytest.mark.parametrize("left", [0.2, 0.8, 1.7])
def test_weight_is_the_mean_over_what_answers_under_way_will_say(left: float) -> None:
    """Integrated over the moves of the gap; the last: nothing is under way."""
    nodes = np.linspace(-9, 9, 20_001)
    density = np.exp(-(nodes**2) / 2)
    density /= density.sum()
    gap, variance = 0.9, 1.7
    moved = gap + np.sqrt(variance - left) * nodes
    expected = float(density @ ndtr(-np.abs(moved) / left**0.5) ** 2) / left
    arrays = (np.array([x]) for x in (-gap, variance, left))
    assert rank_errors.order_weights(*arrays)[0] == pytest.approx(expected, rel=1e-6)


def test_expected_precision_is_that_of_moment_matching() -> None:
    """It is near the expected fall of the variance over its square, by quadrature.

    The normal approximation of the logistic function is 16 % off where gap and variance are large.
    """
    nodes = np.linspace(-9, 9, 4001)
    density = np.exp(-(nodes**2) / 2)
    density /= density.sum()
    for gap, variance in ((0.0, 0.2), (1.5, 1.0), (-3.0, 4.0)):
        wins = expit(gap + variance**0.5 * nodes)
        chance, slope = float(density @ wins), float(density @ (wins * (1 - wins)))
        exact = slope**2 / (chance * (1 - chance))
        found = rank_errors.expected_precision(np.array([gap]), np.array([variance]))
        assert found[0] == pytest.approx(exact, rel=0.2)


@pytest.mark.parametrize("top", [1, 7, 19])
def test_chances_of_the_top_sum_to_its_size(top: int) -> None:
    """As many items are expected in the top as belong there; better ones are likelier."""
    rng = np.random.default_rng(1)
    mean = np.sort(rng.normal(0, 2, 20))
    chances = rank_errors.top_chances(mean, np.full(20, 0.4), top)
    assert chances.sum() == pytest.approx(top, abs=1e-6)
    assert (np.diff(chances) > 0).all()
