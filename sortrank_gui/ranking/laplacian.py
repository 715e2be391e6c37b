"""Sparse precision matrices of the model: a graph Laplacian plus a ridge, and its solver.

How it works
------------
Both the Hessian of the log-likelihood and the posterior precision are `ridge I + L`, where L is the
Laplacian of the graph of compared pairs with a weight a pair. Systems are solved by conjugate
gradients. The diagonal is a good preconditioner while comparisons are spread over all pairs. Data
of sorts compares near neighbours, so information has to travel along the order: the matrix is then
nearly banded once the items are put in order of their scores, and the Cholesky factor of that band
is the better preconditioner. Few items are solved by a dense Cholesky factorisation.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack
from scipy.sparse import csr_array

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Solver = Callable[[Floats], Floats]

DENSE_ITEMS = 120
"""Up to this many items a dense factorisation is faster than conjugate gradients."""
_SLOW = 60
"""Conjugate gradients that take this many iterations deserve the banded preconditioner."""
_BAND = 48
_MOST_ITERATIONS = 5000


class Laplacian:
    """The matrix `ridge I + L` for weights that change while the compared pairs stay the same."""

    def __init__(self, n_items: int, first: Ints, second: Ints) -> None:
        """Take pairs sorted by (first, second) with first < second."""
        self.n_items = n_items
        self.first, self.second = first, second
        starts = np.searchsorted(first, np.arange(n_items + 1)).astype(np.int32)
        upper = (np.zeros(len(first)), second.astype(np.int32), starts)
        self._upper = csr_array(upper, shape=(n_items, n_items))
        self._lower = self._upper.T  # shares the weights
        self.ridge = 0.0
        self.diagonal: Floats = np.zeros(n_items)
        self._banded = False
        self._order: Ints | None = None

    @property
    def weights(self) -> Floats:
        """The weight of every pair."""
        weights: Floats = self._upper.data
        return weights

    def set_weights(self, weights: Floats, ridge: float, order: Ints | None = None) -> None:
        """Change the matrix; `order` sorts the items so that it is nearly banded."""
        self._upper.data[:] = weights
        self.ridge = ridge
        self.diagonal = ridge + self.sum_by_item(weights, weights)
        self._order = order

    def sum_by_item(self, of_first: Floats, of_second: Floats) -> Floats:
        """Sum values of pairs over the pairs of each item."""
        return np.bincount(self.first, of_first, self.n_items) + np.bincount(
            self.second, of_second, self.n_items
        )

    def times(self, x: Floats) -> Floats:
        """Multiply the matrix with a vector, or with every column of a block."""
        diagonal = self.diagonal if x.ndim == 1 else self.diagonal[:, None]
        product: Floats = diagonal * x
        product -= self._upper @ x
        product -= self._lower @ x
        return product

    def dense(self) -> Floats:
        """Return the whole matrix."""
        matrix = np.zeros((self.n_items, self.n_items))
        matrix[self.first, self.second] = -self.weights
        matrix += matrix.T
        matrix[np.diag_indices(self.n_items)] = self.diagonal
        return matrix

    def inverse(self) -> Floats:
        """Return the dense inverse; without a ridge, the pseudo-inverse of a connected graph."""
        matrix = self.dense()
        shift = 0.0 if self.ridge else max(float(self.diagonal.mean()), 1e-300) / self.n_items
        matrix += shift
        factor, failed = lapack.dpotrf(matrix, lower=1, overwrite_a=1)
        if failed:
            raise np.linalg.LinAlgError("the precision matrix is not positive definite")
        inverse, _ = lapack.dpotri(factor, lower=1, overwrite_c=1)
        inverse = np.tril(inverse) + np.tril(inverse, -1).T
        if shift:
            inverse -= 1.0 / (shift * self.n_items**2)
        return inverse

    def solve(self, right: Floats, tolerance: float) -> Floats:
        """Solve for one right side or a block, to a residual of `tolerance` times the right."""
        if self.n_items <= DENSE_ITEMS:
            solution = self._solve_dense(right)
            if solution is not None:
                return solution
        limit = _MOST_ITERATIONS if self._banded or self._order is None else _SLOW
        solution, good = self._iterate(right, np.zeros_like(right), tolerance, limit)
        if not good and not self._banded and self._order is not None:
            self._banded = True
            solution, _ = self._iterate(right, solution, tolerance, _MOST_ITERATIONS)
        return solution

    def _solve_dense(self, right: Floats) -> Floats | None:
        matrix = np.zeros((self.n_items, self.n_items), order="F")
        matrix[self.first, self.second] = -self.weights
        matrix.ravel(order="K")[:: self.n_items + 1] = self.diagonal
        if not self.ridge:  # the right side sums to 0, so this leaves the solution as it is
            matrix += max(float(self.diagonal.mean()), 1e-300) / self.n_items
        _, solution, failed = lapack.dposv(matrix, right, lower=0, overwrite_a=1)
        return None if failed else solution

    def _iterate(
        self, right: Floats, start: Floats, tolerance: float, limit: int
    ) -> tuple[Floats, bool]:
        """Run preconditioned conjugate gradients on all columns at once."""
        precondition = self._factor_band() if self._banded else self._scale_by_diagonal
        x = start
        residual = right - self.times(x) if x.any() else right.copy()
        goal = (tolerance**2) * np.einsum("i...,i...->...", right, right)
        size = np.einsum("i...,i...->...", residual, residual)
        direction = z = precondition(residual)
        rho = np.einsum("i...,i...->...", residual, z)
        for _ in range(limit):
            if np.all(size <= goal):
                return x, True
            product = self.times(direction)
            step = _ratio(rho, np.einsum("i...,i...->...", direction, product))
            x += step * direction
            residual -= step * product
            size = np.einsum("i...,i...->...", residual, residual)
            z = precondition(residual)
            old, rho = rho, np.einsum("i...,i...->...", residual, z)
            direction = z + _ratio(rho, old) * direction
        return x, bool(np.all(size <= goal))

    def _scale_by_diagonal(self, residual: Floats) -> Floats:
        diagonal = np.maximum(self.diagonal, 1e-300)
        return residual / (diagonal if residual.ndim == 1 else diagonal[:, None])

    def _factor_band(self) -> Solver:
        """Return the solver of the matrix without its entries far from the ordered diagonal."""
        assert self._order is not None
        order, width = self._order, min(_BAND, self.n_items - 1)
        place = np.empty_like(order)
        place[order] = np.arange(self.n_items)
        one, two = place[self.first], place[self.second]
        gap = np.abs(one - two)
        near = gap <= width
        band = np.zeros((width + 1, self.n_items), order="F")
        cells = np.minimum(one, two)[near] * (width + 1) + gap[near]
        band.ravel(order="K")[cells] = -self.weights[near]
        band[0] = self.diagonal[order] * (1 + 1e-12) + 1e-300
        factor, failed = lapack.dpbtrf(band, lower=1, overwrite_ab=1)
        if failed:
            return self._scale_by_diagonal

        def solve(residual: Floats) -> Floats:
            solution, _ = lapack.dpbtrs(factor, residual[order], lower=1, overwrite_b=1)
            result = np.empty_like(residual)
            result[order] = solution
            return result

        return solve


def _ratio(top: Floats, bottom: Floats) -> Floats:
    """Divide; columns that are solved exactly have 0 / 0 and stay as they are."""
    return np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)
