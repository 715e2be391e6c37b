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
from copy import copy
from functools import cached_property
from typing import TypeVar

import numpy as np
import scipy  # parts of it are loaded when they are used: a window opens sooner
from numpy.typing import NDArray

from sortrank_gui.ranking.rounding import in_steps

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Number = TypeVar("Number", np.int64, np.float64)
Solver = Callable[[Floats], Floats]

DENSE_ITEMS = 220
"""Up to this many items a dense factorisation is faster than conjugate gradients."""
_CROWDED = 8
"""With a pair for so many cells of a square matrix, sums over it are quicker than pair by pair."""
_SLOW = 30
"""Conjugate gradients that take this many iterations deserve the banded preconditioner. Forty are
no slower, but make the last bits of a processor's products a thousand times larger."""
_STALE = 15
"""A banded preconditioner that takes this many is rebuilt for the order of the next solve."""
_BAND = 72
_MOST_ITERATIONS = 5000
_TINY = 1e-300


class Laplacian:
    """The matrix `ridge I + L` for weights that change while the compared pairs stay the same."""

    def __init__(self, n_items: int, first: Ints, second: Ints) -> None:
        """Take pairs sorted by (first, second) with first < second."""
        self.n_items = n_items
        self.first, self.second = first, second
        self._degrees = np.diff(np.searchsorted(first, np.arange(n_items + 1)))
        self._ones = np.ones(n_items)
        self._crowded = n_items <= DENSE_ITEMS and _CROWDED * len(first) >= n_items**2
        """Whether sums are quicker over a square matrix than pair by pair."""
        self.weights: Floats = np.zeros(len(first))
        self.ridge = 0.0
        self._band: _Band | None = None
        self._scores: Floats | None = None
        self._diagonal: Floats | None = None
        self._above: Floats | None = None
        """Of few items with many pairs, the weights in a square matrix above the diagonal."""
        self._tried = False
        """Whether a preconditioner for columns was chosen."""

    def twin(self) -> "Laplacian":
        """Return a matrix of the same pairs, with weights of its own."""
        twin = copy(self)
        twin._band = None
        twin.__dict__.pop("_halves", None)  # in which each puts values of its own
        return twin

    def set_weights(self, weights: Floats, ridge: float, scores: Floats | None = None) -> None:
        """Change the matrix; in the order of the `scores` it is nearly banded."""
        self.weights = weights
        self.ridge = ridge
        self._diagonal = self._above = None
        self._scores = scores
        self._tried = False

    @property
    def diagonal(self) -> Floats:
        """The diagonal, computed when it is first asked for."""
        if self._diagonal is None:
            if self._crowded:
                self._above = self._square(self.weights)
                of_first, of_second = self._above @ self._ones, self._ones @ self._above
            else:
                of_first, of_second = self.sums(self.weights)
            self._diagonal = of_first + of_second + self.ridge
        return self._diagonal

    def sums(self, values: Floats) -> tuple[Floats, Floats]:
        """Sum values of pairs for each item: over pairs in which it is first, and second."""
        if self._crowded:
            square = self._square(values)
            return square @ self._ones, self._ones @ square
        if self.n_items <= DENSE_ITEMS:
            n = self.n_items
            return _count(self.first, values, n), _count(self.second, values, n)
        upper, lower = self._halves
        upper.data = lower.data = values
        return upper @ self._ones, lower @ self._ones

    def net(self, values: Floats) -> Floats:
        """Sum values of pairs for each item: for the first items as they are, less the second's."""
        of_first, of_second = self.sums(values)
        of_first -= of_second
        return of_first

    def at_first(self, values: NDArray[Number]) -> NDArray[Number]:
        """Return each pair's value of its first item."""
        return values.repeat(self._degrees)

    def at_second(self, values: NDArray[Number]) -> NDArray[Number]:
        """Return each pair's value of its second item."""
        return values.take(self.second)

    def times(self, x: Floats) -> Floats:
        """Multiply the matrix with a vector, or with every column of a block."""
        upper, lower = self._halves
        upper.data = lower.data = self.weights  # `sums` has used them for other values
        diagonal = self.diagonal if x.ndim == 1 else self.diagonal[:, None]
        product: Floats = diagonal * x
        product -= upper @ x
        product -= lower @ x
        return product

    @cached_property
    def _halves(self) -> tuple["scipy.sparse.csr_array", "scipy.sparse.csc_array"]:
        """The sparse matrix of a value a pair above the diagonal, and its transpose."""
        starts = np.concatenate(([0], np.cumsum(self._degrees))).astype(np.int32)
        values = (np.zeros(len(self.first)), self.second.astype(np.int32), starts)
        upper = scipy.sparse.csr_array(values, shape=(self.n_items, self.n_items))
        return upper, upper.T

    @cached_property
    def _cells(self) -> Ints:
        """Where the pairs are in a square matrix."""
        return self.first * self.n_items + self.second

    def _square(self, values: Floats) -> Floats:
        """Return a square matrix with a value a pair above the diagonal."""
        square = np.zeros((self.n_items, self.n_items))
        square.ravel()[self._cells] = values
        return square

    def dense(self) -> Floats:
        """Return the whole matrix."""
        above = self._square(-self.weights)
        matrix: Floats = above + above.T
        matrix.ravel()[:: self.n_items + 1] = self.diagonal
        return matrix

    def inverse(self) -> Floats:
        """Return the dense inverse; without a ridge, the pseudo-inverse of a connected graph."""
        inverse = self.centred_inverse()
        if self.ridge:  # the constant vector is an eigenvector, with the ridge as eigenvalue
            inverse += 1.0 / (self.ridge * max(self.n_items, 1))
        return inverse

    def centred_inverse(self) -> Floats:
        """Return the covariance of centred scores: the inverse but for the constant vector.

        A shift of all entries makes that vector harmless, however small the ridge is.
        """
        n = self.n_items
        if not n:
            return np.empty((0, 0))
        shift = max(float(self.diagonal.mean()), _TINY) / n
        matrix = self._square(-self.weights)
        matrix.ravel()[:: n + 1] = self.diagonal
        matrix += shift
        # What is above the diagonal here is below it for LAPACK, which goes down the columns.
        factor, failed = scipy.linalg.lapack.dpotrf(matrix.T, lower=1)
        if failed:  # islands, held together by a ridge that is lost in rounding
            matrix.ravel()[:: n + 1] += 1e-12 * self.diagonal.max()
            factor, failed = scipy.linalg.lapack.dpotrf(matrix.T, lower=1)
        if failed:
            raise np.linalg.LinAlgError("the precision matrix is not positive definite")
        lower, _ = scipy.linalg.lapack.dpotri(factor, lower=1, overwrite_c=1)
        inverse: Floats = lower + lower.T  # above its diagonal `lower` is 0
        inverse.ravel("K")[:: n + 1] *= 0.5
        inverse -= 1.0 / (n * (self.ridge + n * shift))
        return inverse

    def draw(self, count: int, rng: np.random.Generator) -> Floats:
        """Return normal vectors, one a column, whose covariance is the inverse matrix.

        A vector x solves ``matrix x = noise`` where the noise has the matrix as covariance: a part
        for the ridge, and for each pair one that pushes its two items apart.
        """
        noise = np.sqrt(self.ridge) * rng.standard_normal((self.n_items, count))
        roots = np.sqrt(self.weights)
        for column in noise.T:
            push = roots * rng.standard_normal(len(roots))
            column += np.bincount(self.first, push, self.n_items)
            column -= np.bincount(self.second, push, self.n_items)
        return self.solve(noise, 1e-3)

    def solve(self, right: Floats, tolerance: float, less: Floats | None = None) -> Floats:
        """Solve for one right side or a block, to a residual of `tolerance` times the right.

        For a single right side the matrix may be less by the outer product of a vector with itself.
        """
        if self.n_items <= DENSE_ITEMS:
            solution = self._solve_dense(right, less)
            if solution is not None:
                return solution
        start = np.zeros_like(right)
        if self._scores is None:
            return self._iterate(right, start, tolerance, _MOST_ITERATIONS, less)[0]
        solution, used = self._iterate(right, start, tolerance, _SLOW, less)
        if used == _SLOW:
            self._band = _Band(self, self._scores)
            solution, used = self._iterate(right, solution, tolerance, _MOST_ITERATIONS, less)
        if self._band and used > _STALE:  # the order has changed since
            self._band = _Band(self, self._scores)
        return solution

    def columns(self, items: Ints, tolerance: float) -> Floats:
        """Return columns of the inverse, each one the same whichever others are computed with it.

        The first one decides for all how systems are preconditioned: it is always the same one.
        """
        if not self._tried:
            self._tried = True
            trial = self._units(np.array([np.argmin(self.diagonal)]))
            used = self._iterate(trial, np.zeros_like(trial), tolerance, _SLOW, None)[1]
            if used == _SLOW and self._scores is not None:
                self._band = _Band(self, self._scores)
        right = self._units(items)
        return self._iterate(right, np.zeros_like(right), tolerance, _MOST_ITERATIONS, None)[0]

    def _units(self, items: Ints) -> Floats:
        """Return unit vectors, one a column."""
        units = np.zeros((self.n_items, len(items)))
        units[items, np.arange(len(items))] = 1.0
        return units

    def _solve_dense(self, right: Floats, less: Floats | None) -> Floats | None:
        diagonal, above = self.diagonal, self._above
        matrix = self._square(-self.weights) if above is None else np.negative(above)
        matrix.ravel()[:: self.n_items + 1] = diagonal
        if not self.ridge:  # the right side sums to 0, so this leaves the solution as it is
            matrix += max(float(self.diagonal.mean()), _TINY) / self.n_items
        if less is not None:
            matrix -= np.outer(less, less)
        # What is above the diagonal here is below it for LAPACK, which goes down the columns.
        _, solution, failed = scipy.linalg.lapack.dposv(matrix.T, right, lower=1, overwrite_a=1)
        return None if failed else solution

    def _iterate(
        self, right: Floats, start: Floats, tolerance: float, limit: int, less: Floats | None
    ) -> tuple[Floats, int]:
        """Run preconditioned conjugate gradients on all columns; also return the iterations.

        A column rests as soon as it is exact enough, whatever the others need.
        """
        precondition = self._band.factor(self) if self._band else self._scale_by_diagonal
        x = start
        residual = right - self._times_less(x, less) if x.any() else right.copy()
        goal = tolerance**2 * _dot(right, right)
        size = _dot(residual, residual)
        direction = z = precondition(residual)
        rho = _dot(residual, z)
        for iteration in range(limit):
            if np.all(size <= goal):
                return x, iteration
            product = self._times_less(direction, less)
            step = _ratio(rho, _dot(direction, product)) * (size > goal)
            x += step * direction
            residual -= step * product
            size = _dot(residual, residual)
            z = precondition(residual)
            old, rho = rho, _dot(residual, z)
            direction = z + _ratio(rho, old) * direction
        return x, limit

    def _times_less(self, x: Floats, less: Floats | None) -> Floats:
        product = self.times(x)
        if less is not None:
            product -= less * float(less @ x)
        return product

    def _scale_by_diagonal(self, residual: Floats) -> Floats:
        diagonal = np.maximum(self.diagonal, _TINY)
        return residual / (diagonal if residual.ndim == 1 else diagonal[:, None])


def _count(items: Ints, values: Floats, n_items: int) -> Floats:
    # Of nothing the counts are integers.
    return np.bincount(items, values, n_items).astype(np.float64, copy=False)


class _Band:
    """Where the entries near the diagonal stand, once the items are put in order."""

    def __init__(self, matrix: Laplacian, scores: Floats) -> None:
        self._order = order = np.argsort(in_steps(scores), kind="stable")
        self._width = min(_BAND, matrix.n_items - 1)
        place = np.empty_like(order)
        place[order] = np.arange(matrix.n_items)
        one, two = matrix.at_first(place), matrix.at_second(place)
        gap = np.abs(one - two)
        self._near = np.flatnonzero(gap <= self._width)
        self._cells = (np.minimum(one, two) * (self._width + 1) + gap)[self._near]

    def factor(self, matrix: Laplacian) -> Solver:
        """Return the solver of the matrix without its entries far from the diagonal."""
        band = np.zeros((self._width + 1, matrix.n_items), order="F")
        band.ravel(order="K")[self._cells] = -matrix.weights[self._near]
        band[0] = matrix.diagonal[self._order] * (1 + 1e-12) + _TINY
        factor, failed = scipy.linalg.lapack.dpbtrf(band, lower=1, overwrite_ab=1)
        if failed:
            return matrix._scale_by_diagonal

        def solve(residual: Floats) -> Floats:
            solution, _ = scipy.linalg.lapack.dpbtrs(
                factor, residual[self._order], lower=1, overwrite_b=1
            )
            result = np.empty_like(residual)
            result[self._order] = solution
            return result

        return solve


def _dot(a: Floats, b: Floats) -> Floats:
    """Multiply vectors, or the columns of blocks."""
    return a @ b if a.ndim == 1 else np.einsum("ik,ik->k", a, b)


def _ratio(top: Floats, bottom: Floats) -> Floats:
    """Divide; what is solved exactly has 0 / 0 and stays as it is."""
    if np.ndim(top) == 0:
        return top / bottom if bottom > 0 else 0.0 * top
    return np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0)
