"""The fit of Davidson's model: scores and the parameter of ties climb together.

How it works
------------
The log-likelihood (`ties.py`) is concave in the scores and log nu. A Newton step solves for both:
with H the curvature in the scores, b what they share with log nu and h that of log nu itself, two
solutions H x = gradient and H k = b give the step of log nu, (g - b'x) / (h - b'k), and that of the
scores, x - k times it. Both are solved at once, which costs little more than one.

Were all answers “equal”, nu would run away: unless the fit is maximum likelihood, half a tie and
half a decision between two equal items are added (Jeffreys' prior of that chance).
"""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InferenceError
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.newton import CAUTIOUS_STEP, NewtonSearch, centre
from sortrank_gui.ranking.prior import START_VARIANCE
from sortrank_gui.ranking.ties import TieParameter

Floats = NDArray[np.float64]

_ROUGH = 1e-3
"""The tie parameter hardly depends on the prior variance: what learns it needs it roughly."""


def find_tie_parameter(table: Comparisons, prior_variance: float | None = None) -> float:
    """Return the tie parameter of a table, roughly; 0 where nothing is a tie."""
    if not table.n_ties:
        return 0.0
    search = DavidsonSearch(table)
    search.climb(prior_variance or START_VARIANCE, _ROUGH)
    return search.ties


class DavidsonSearch(NewtonSearch):
    """Scores, and behind them log nu, on their way to the maximum."""

    def __init__(self, table: Comparisons) -> None:
        super().__init__(table)
        self._tied, count = table.n_ties, table.n_comparisons
        guess = np.log(2 * (self._tied + 0.5) / (count - self._tied + 0.5))
        self._point = np.append(self._point, guess)
        self._pull: Floats = np.zeros(table.n_items)
        self._curvature = 0.0
        self._pseudo = 1.0

    @property
    def scores(self) -> Floats:
        """Where the climb is, without the tie parameter."""
        return self._point[:-1]

    @property
    def ties(self) -> float:
        """The tie parameter where the climb is."""
        return float(np.exp(self._point[-1]))

    def start_at(self, scores: Floats, ties: float) -> None:
        """Begin at these scores, and at the tie parameter if it was there before."""
        last = np.log(ties) if ties > 0 else self._point[-1]
        self._point, self.warm = np.append(centre(scores), last), True

    def learn_variance(self) -> float:
        """Return the prior variance that fits the data best, once the tie parameter is known."""
        begin = self._point.copy()
        self.climb(START_VARIANCE, _ROUGH)
        self._point = np.append(begin[:-1], self._point[-1])
        return super().learn_variance()

    def climb(self, prior_variance: float, tolerance: float) -> None:
        """Take Newton steps; for maximum likelihood without the prior of ties."""
        self._pseudo = 0.0 if prior_variance == np.inf else 1.0
        if not self._pseudo and self._tied >= self._totals.sum():
            raise InferenceError(
                "The maximum-likelihood estimate does not exist: all answers are “equal”. "
                "Choose a prior variance, or collect more comparisons."
            )
        super().climb(prior_variance, tolerance)

    def tie_parameter(self) -> TieParameter:
        """Return the tie parameter with what tells its error."""
        return TieParameter(self.ties, self._pull, self._curvature, self.laplacian)

    def _solve(self, gradient: Floats, tolerance: float) -> Floats:
        slope, pull = gradient[:-1], self._pull
        both = self.laplacian.solve(np.column_stack((slope, pull)), tolerance)
        left = max(self._curvature - float(pull @ both[:, 1]), 1e-12 * self._curvature, 1e-300)
        last = (float(gradient[-1]) - float(pull @ both[:, 0])) / left
        return np.append(both[:, 0] - last * both[:, 1], last)

    def _slope(self, point: Floats) -> tuple[Floats, Floats]:
        """Return the gradient; and each pair's expected share of the first item, and of ties."""
        graph, scores, ties = self.laplacian, point[:-1], float(np.exp(point[-1]))
        roots = np.exp(np.clip((scores - (scores.min() + scores.max()) / 2) / 2, -150, 150))
        odds = graph.at_first(roots) / graph.at_second(roots)
        whole = odds + 1.0 / odds + ties
        chances = np.stack(((odds + ties / 2) / whole, ties / whole))
        of_first, of_second = graph.sums(self._wins - self._totals * chances[0])
        surplus = self._tied - self._totals @ chances[1]
        surplus += self._pseudo * (0.5 - ties / (2.0 + ties))
        gradient = np.append(of_first - of_second - self._precision * scores, surplus)
        return gradient, chances

    def _set_weights(self, chances: Floats, *, cautious: bool = False) -> None:
        share, equal = chances
        decided = 1.0 - equal
        variance = (share - equal / 2) * (decided - share + equal / 2) + equal * decided / 4
        weights = self._totals * np.maximum(variance, 0.0)
        if cautious:
            surprise = np.abs(self._wins - self._totals * share)
            weights = np.maximum(weights, surprise / CAUTIOUS_STEP)
        of_first, of_second = self.laplacian.sums(self._totals * equal * (0.5 - share))
        self._pull = of_first - of_second
        ties = self.ties
        self._curvature = float(self._totals @ (equal * decided))
        self._curvature += self._pseudo * 2 * ties / (2.0 + ties) ** 2
        self.laplacian.set_weights(weights, self._precision, self.scores)
