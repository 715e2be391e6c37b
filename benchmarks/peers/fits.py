"""The peers' fits, each prepared in the form that it takes, so that only its own work is timed."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Result:
    """A peer's scores, and the prior precision that it used."""

    scores: Floats
    precision: float


Prepare = Callable[[int, Ints, Ints], Callable[[], Result]]


def choix_newton_cg(n_items: int, winners: Ints, losers: Ints) -> Callable[[], Result]:
    """Prepare choix.opt_pairwise; its alpha of 1e-6 is a precision of 2e-6."""
    import choix

    data = list(zip(winners.tolist(), losers.tolist(), strict=True))
    return lambda: Result(choix.opt_pairwise(n_items, data, alpha=1e-6, tol=1e-8), 2e-6)


def choix_ilsr(n_items: int, winners: Ints, losers: Ints) -> Callable[[], Result]:
    """Prepare choix.ilsr_pairwise, maximum likelihood."""
    import choix

    data = list(zip(winners.tolist(), losers.tolist(), strict=True))
    return lambda: Result(choix.ilsr_pairwise(n_items, data, tol=1e-10, max_iter=1000), 0.0)


def choix_ilsr_dense(n_items: int, winners: Ints, losers: Ints) -> Callable[[], Result]:
    """Prepare choix.ilsr_pairwise_dense with its matrix of counts."""
    import choix

    matrix = np.bincount(winners * n_items + losers, minlength=n_items**2).astype(float)
    matrix = matrix.reshape(n_items, n_items)
    return lambda: Result(choix.ilsr_pairwise_dense(matrix, tol=1e-10, max_iter=1000), 0.0)


def evalica_newman(n_items: int, winners: Ints, losers: Ints) -> Callable[[], Result]:
    """Prepare evalica.newman, maximum likelihood without ties."""
    import evalica
    import pandas as pd

    labels = np.arange(n_items).tolist()
    xs, ys = winners.tolist(), losers.tolist()
    won = [evalica.Winner.X] * len(xs)
    index = pd.Index(labels)
    limit = 200_000 // n_items  # where the estimate does not exist it would never end

    def work() -> Result:
        result = evalica.newman(xs, ys, won, index=index, tolerance=1e-9, limit=limit, v_init=0.0)
        strengths = result.scores.reindex(labels).to_numpy()
        return Result(np.log(np.maximum(strengths, 1e-300)), 0.0)

    return work


def sklearn_newton_cg(n_items: int, winners: Ints, losers: Ints) -> Callable[[], Result]:
    """Prepare scikit-learn's logistic regression, solver newton-cg."""
    return _sklearn(n_items, winners, losers, "newton-cg")


def sklearn_lbfgs(n_items: int, winners: Ints, losers: Ints) -> Callable[[], Result]:
    """Prepare scikit-learn's logistic regression, solver lbfgs."""
    return _sklearn(n_items, winners, losers, "lbfgs")


def _sklearn(n_items: int, winners: Ints, losers: Ints, solver: str) -> Callable[[], Result]:
    """Prepare one row an outcome, +1 and -1 in the items' columns, half of the rows turned."""
    import warnings

    from scipy.sparse import csr_matrix
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    count = len(winners)
    turned = np.random.default_rng(0).random(count) < 0.5
    left, right = np.where(turned, losers, winners), np.where(turned, winners, losers)
    columns = np.column_stack((left, right)).ravel()
    rows = np.repeat(np.arange(count), 2)
    design = csr_matrix((np.tile([1.0, -1.0], count), (rows, columns)), shape=(count, n_items))

    def work() -> Result:
        model = LogisticRegression(
            C=5e5,
            fit_intercept=False,
            solver=solver,
            tol=_sklearn_tolerance(design, ~turned),
            max_iter=10_000,
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            model.fit(design, ~turned)
        return Result(model.coef_[0], 2e-6)

    return work


def _sklearn_tolerance(design: object, won: NDArray[np.bool_]) -> float:
    """Return the largest gradient entry, of the mean loss, that is 1e-8 of the one at 0."""
    gradient = np.abs((won - 0.5) @ design)  # type: ignore[operator]
    return float(1e-8 * gradient.max() / len(won))
