"""The sparse precision matrix and its solvers, against dense algebra."""

import numpy as np
import pytest

from sortrank_gui.ranking import laplacian
from sortrank_gui.ranking.laplacian import Laplacian


def _matrix(n_items: int, pairs: int, ridge: float, *, near: bool, seed: int = 0) -> Laplacian:
    """Return a random matrix: pairs of all items, or of near neighbours as a sort has them."""
    rng = np.random.default_rng((seed, n_items, 1))
    a = rng.integers(n_items, size=pairs)
    step = rng.geometric(0.4, size=pairs) if near else rng.integers(1, n_items, size=pairs)
    b = np.clip(a + step, 0, n_items - 1) if near else (a + step) % n_items
    keys = np.unique((np.minimum(a, b) * n_items + np.maximum(a, b))[a != b])
    matrix = Laplacian(n_items, keys // n_items, keys % n_items)
    matrix.set_weights(rng.gamma(0.5, 1.0, len(keys)), ridge, np.arange(n_items))
    return matrix


def _dense(matrix: Laplacian) -> np.ndarray:
    dense = matrix.ridge * np.eye(matrix.n_items)
    for i, j, w in zip(matrix.first, matrix.second, matrix.weights, strict=True):
        dense[i, i] += w
        dense[j, j] += w
        dense[i, j] -= w
        dense[j, i] -= w
    return dense


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("n_items", [2, 20, 150])
def test_laplacian_products_equal_dense_ones(n_items: int, near: bool) -> None:
    """The matrix, and its product with a vector and a block, are those of the dense matrix."""
    matrix = _matrix(n_items, 4 * n_items, 0.3, near=near)
    block = np.random.default_rng(0).standard_normal((n_items, 3))
    assert matrix.dense() == pytest.approx(_dense(matrix), abs=1e-12)
    assert matrix.times(block) == pytest.approx(_dense(matrix) @ block, abs=1e-10)
    assert matrix.times(block[:, 0]) == pytest.approx(_dense(matrix) @ block[:, 0], abs=1e-10)


def test_sums_of_other_values_leave_the_matrix_as_it_is() -> None:
    """Columns of the inverse are right also after values of the pairs were summed."""
    matrix = _matrix(50, 200, 0.3, near=False)
    matrix.sums(np.ones(len(matrix.first)))
    columns = matrix.columns(np.array([3, 8]), 1e-9)
    assert columns == pytest.approx(np.linalg.inv(_dense(matrix))[:, [3, 8]], abs=1e-7)


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("ridge", [1e-6, 0.01, 10.0])
@pytest.mark.parametrize("n_items", [2, 119, 121, 600])
def test_laplacian_solve_reaches_its_tolerance(n_items: int, ridge: float, near: bool) -> None:
    """Dense, by conjugate gradients or with a band: the residual is as small as asked for."""
    matrix = _matrix(n_items, 6 * n_items, ridge, near=near)
    rng = np.random.default_rng(1)
    right = rng.standard_normal((n_items, 4))
    for tolerance in (0.1, 1e-9):
        solution = matrix.solve(right[:, 0].copy(), tolerance)
        residual = matrix.times(solution) - right[:, 0]
        assert np.linalg.norm(residual) <= 1.01 * tolerance * np.linalg.norm(right[:, 0])
        block = matrix.times(matrix.solve(right.copy(), tolerance)) - right
        goals = tolerance * np.linalg.norm(right, axis=0)
        assert (np.linalg.norm(block, axis=0) <= 1.01 * goals).all()


def test_laplacian_solve_leaves_the_right_side_alone() -> None:
    """The argument of solve has its values afterwards."""
    for n_items in (50, 300):
        matrix = _matrix(n_items, 5 * n_items, 1e-5, near=True)
        right = np.random.default_rng(1).standard_normal(n_items)
        kept = right.copy()
        matrix.solve(right, 1e-8)
        assert np.array_equal(right, kept)


def test_laplacian_band_is_used_and_right_for_sorted_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Near-neighbour data at n = 600 needs the band, and the band saves most iterations."""
    matrix = _matrix(600, 3000, 1e-6, near=True)
    right = np.random.default_rng(2).standard_normal(600)
    solution = matrix.solve(right, 1e-10)
    assert matrix._band is not None
    expected = np.linalg.solve(_dense(matrix), right)
    assert solution == pytest.approx(expected, rel=1e-5, abs=1e-6 * np.abs(expected).max())
    monkeypatch.setattr(laplacian, "_MOST_ITERATIONS", 30)
    again = matrix.solve(right, 1e-10)
    assert again == pytest.approx(expected, rel=1e-5, abs=1e-6 * np.abs(expected).max())


@pytest.mark.parametrize("n_items", [1, 2, 40])
def test_laplacian_inverse_is_the_dense_inverse(n_items: int) -> None:
    """With a ridge it is the inverse; without, the pseudo-inverse of a connected graph."""
    first = np.arange(n_items - 1)
    matrix = Laplacian(n_items, first, first + 1)
    weights = np.random.default_rng(0).gamma(1.0, 1.0, n_items - 1)
    matrix.set_weights(weights, 0.5)
    assert matrix.inverse() == pytest.approx(np.linalg.inv(_dense(matrix)), abs=1e-10)
    matrix.set_weights(weights, 0.0)
    scale = np.abs(np.linalg.pinv(_dense(matrix))).max()
    assert matrix.inverse() == pytest.approx(
        np.linalg.pinv(_dense(matrix)), abs=1e-8 * max(scale, 1)
    )


def test_laplacian_sums_are_by_item() -> None:
    """Values of pairs are summed for the first and for the second items."""
    matrix = Laplacian(4, np.array([0, 0, 1]), np.array([1, 3, 3]))
    of_first, of_second = matrix.sums(np.array([1.0, 10.0, 100.0]))
    assert of_first.tolist() == [11.0, 100.0, 0.0, 0.0]
    assert of_second.tolist() == [0.0, 1.0, 0.0, 110.0]
    assert matrix.at_first(np.arange(4)).tolist() == [0, 0, 1]
    assert matrix.at_second(np.arange(4)).tolist() == [1, 3, 3]


@pytest.mark.parametrize("n_items", [40, 300])
def test_twin_has_weights_of_its_own(n_items: int) -> None:
    """Products and solutions of both stay what they are, whichever was used last."""
    first = np.arange(n_items - 1)
    matrix = Laplacian(n_items, first, first + 1)
    matrix.set_weights(np.ones(n_items - 1), 0.5)
    x = np.linspace(0, 1, n_items) ** 2
    product, solution = matrix.times(x), matrix.solve(x, 1e-9)
    twin = matrix.twin()
    twin.set_weights(np.full(n_items - 1, 3.0), 0.1)
    other = 3.0 * (product - 0.5 * x) + 0.1 * x
    np.testing.assert_allclose(twin.times(x), other, atol=1e-12)
    np.testing.assert_array_equal(matrix.times(x), product)
    np.testing.assert_array_equal(matrix.solve(x, 1e-9), solution)
    np.testing.assert_allclose(twin.times(twin.solve(x, 1e-9)), x, atol=1e-7)
