"""The fit of Davidson's model: scores and the parameter of ties climb together.

How it works
------------
The log-likelihood (`ties.py`) is concave in the scores and log nu. A Newton step moves both: with H
the curvature in the scores, b what they share with log nu, h that of log nu itself, and gradients g
and t, the scores move by x with (H - b b' / h) x = g - b t / h, and log nu by (t - b'x) / h. So it
is one sparse system, as without ties, less the outer product of a vector.

Were all answers “equal”, nu would run away: unless the fit is maximum likelihood, half a tie and
half a decision between two equal items are added (Jeffreys' prior of that chance).
"""

import numpy as np
from numpy.typing import NDArray

from sortrank_gui.errors import InferenceError
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.laplacian import Laplacian
from sortrank_gui.ranking.newton import CAUTIOUS_STEP, NewtonSearch, centre
from sortrank_gui.ranking.prior import START_VARIANCE
from sortrank_gui.ranking.ties import TieParameter

Floats = NDArray[np.float64]

_LONGEST = 5.0
"""How far log nu moves in one step: where nearly all answers are ties, the function is flat."""
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

    def __init__(self, table: Comparisons, known: Laplacian | None = None) -> None:
        super().__init__(table, known)
        self._tied, count = table.n_ties, table.n_comparisons
        guess = 2 * (self._tied + 0.5) / (count - self._tied + 0.5)
        # Half wins have drawn the scores together by about so much.
        self._point = np.append(self._point * min(1 + guess / 2, 2.0), np.log(guess))
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
        pull, bend = self._pull, max(self._curvature, 1e-300)
        right = gradient[:-1] - pull * (float(gradient[-1]) / bend)
        step = self.laplacian.solve(right, tolerance, pull / np.sqrt(bend))
        last = (float(gradient[-1]) - float(pull @ step)) / bend
        return np.append(step, last) * min(1.0, _LONGEST / max(abs(last), 1e-300))

    def _slope(self, point: Floats) -> tuple[Floats, Floats]:
        """Return the gradient; and each pair's expected share of the first item, and of ties."""
        graph, scores, ties = self.laplacian, point[:-1], float(np.exp(point[-1]))
        roots = np.exp(np.clip((scores - (scores.min() + scores.max()) / 2) / 2, -150, 150))
        odds = graph.at_first(roots) / graph.at_second(roots)
        whole = odds + 1.0 / odds + ties
        chances = np.empty((2, len(odds)))
        np.divide(odds + ties / 2, whole, out=chances[0])
        np.divide(ties, whole, out=chances[1])
        share = graph.net(self._wins - self._totals * chances[0])
        surplus = self._tied - float((self._totals * chances[1]).sum())  # threads would be slower
        surplus += self._pseudo * (0.5 - ties / (2.0 + ties))
        gradient = np.append(share - self._precision * scores, surplus)
        return gradient, chances

    def _set_weights(self, chances: Floats, *, cautious: bool = False) -> None:
        share, equal = chances
        decided = 1.0 - equal
        variance = (share - equal / 2) * (decided - share + equal / 2) + equal * decided / 4
        weights = self._totals * np.maximum(variance, 0.0)
        if cautious:
            surprise = np.abs(self._wins - self._totals * share)
            weights = np.maximum(weights, surprise / CAUTIOUS_STEP)
        self._pull = self.laplacian.net(self._totals * equal * (0.5 - share))
        ties = self.ties
        self._curvature = float((self._totals * equal * decided).sum())
        self._curvature += self._pseudo * 2 * ties / (2.0 + ties) ** 2
        self.laplacian.set_weights(weights, self._precision, self.scores)
