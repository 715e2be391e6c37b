"""Simulated answers with a known truth: who stood where, and what was chosen."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import expit

from sortrank_gui.ranking import Outcome, strategies
from sortrank_gui.ranking.diagnostics import Judgements

Simulate = Callable[..., Judgements]


@pytest.fixture(scope="session")
def simulate() -> Simulate:
    """Return a maker of answers to what a sort asks, by a Bradley-Terry model."""

    def make(
        truth: NDArray[np.float64], count: int, seed: int, *, slope: float = 1.0, bias: float = 0.0
    ) -> Judgements:
        rng = np.random.default_rng((9, seed))
        sort = strategies.create("mergesort", n_items=len(truth), seed=seed)
        rows = []
        for _ in range(count):
            left, right = rng.permutation(sort.ask()).tolist()
            chosen = rng.random() < expit(slope * (truth[left] - truth[right]) + bias)
            sort.tell(left, right, Outcome.FIRST if chosen else Outcome.SECOND)
            rows.append((left, right, chosen))
        left, right, chose = np.array(rows).T
        return Judgements(len(truth), left, right, chose.astype(np.float64))

    return make
