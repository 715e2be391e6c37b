"""Davidson's model: the chances of all three answers, and the parameter of ties.

How it works
------------
With d = score_i - score_j, the answers “i”, “j” and “equal” have chances in proportion to
e^(d/2), e^(-d/2) and nu (Davidson, 1970). Given that the answer is not “equal” this is the model of
Bradley and Terry with the same d. The wins of i, ties as halves, and the number of all ties are
sufficient: with n answers, W wins and T ties, the log-likelihood is
sum((W - n/2) d - n log(e^(d/2) + e^(-d/2) + nu)) + T log nu.

The expected share of i, a tie as half of it, is s = P(i) + P(equal) / 2; its slope in d is the
variance of the answer, P(i) P(j) + (1 - P(equal)) P(equal) / 4. At nu = 0 all this is the logistic
function.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.ranking.laplacian import Laplacian

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TieParameter:
    """How readily people say “equal”: nu, with its standard error."""

    value: float
    """0 where nobody said it; two equal items are called so with the chance nu / (2 + nu)."""
    pull: Floats = field(default_factory=lambda: np.empty(0), repr=False)
    """What the log of nu and each score have in common, of the curvature."""
    curvature: float = field(default=0.0, repr=False)
    """Of the log-likelihood in log nu, were the scores known."""
    precision: Laplacian | None = field(default=None, repr=False)

    @cached_property
    def _answer(self) -> Floats:
        """By how much each score falls if log nu rises."""
        if self.precision is None:
            return self.pull
        return self.precision.solve(self.pull, 1e-6)

    @cached_property
    def log_error(self) -> float:
        """The standard error of log nu, the scores being estimated too; NaN without ties."""
        if self.precision is None:
            return float("nan")
        left = self.curvature - float(self.pull @ self._answer)
        return float(max(left, 1e-12 * self.curvature) ** -0.5)

    @cached_property
    def lean(self) -> Floats:
        """By how much each centred score moves if log nu is off by its standard error."""
        lean: Floats = (self._answer - self._answer.mean()) * self.log_error
        return lean

    @property
    def error(self) -> float:
        """The standard error of nu."""
        return self.value * self.log_error

    @property
    def chance(self) -> float:
        """The chance that two items of the same score are called equal."""
        return self.value / (2.0 + self.value)


NO_TIES = TieParameter(0.0)


def outcome_chances(gaps: Floats, ties: float) -> tuple[Floats, Floats]:
    """Return the chances that the first of two items is chosen, and that they are called equal.

    `gaps` tell by how much the first item's score is above the second one's, in logits.
    """
    far = np.exp(-np.abs(gaps) / 2)
    top = 1.0 / (1.0 + far * (far + ties))
    first: Floats = np.where(gaps >= 0, top, far * far * top)
    equal: Floats = ties * far * top
    return first, equal


def share_of_wins(gaps: Floats, ties: float) -> tuple[Floats, Floats]:
    """Return the first item's expected share of wins, a tie as half a win, and its slope."""
    first, equal = outcome_chances(gaps, ties)
    return first + equal / 2, answer_variance(first, equal)


def answer_variance(first: Floats, equal: Floats) -> Floats:
    """Return the variance of an answer of 1, 1/2 or 0: the slope of the expected share."""
    second = np.maximum(1.0 - first - equal, 0.0)
    variance: Floats = first * second + equal * (first + second) / 4
    return variance


def shrinking(ties: float) -> float:
    """Return c such that a gap of variance v has the expected share of a gap / sqrt(1 + c v).

    The share is taken as a normal distribution function with the same slope at 0, which is
    1 / (4 + 2 nu); for nu = 0 it is the well-known pi / 8.
    """
    return float(np.pi / 2 / (2.0 + ties) ** 2)
