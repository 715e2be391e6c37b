"""Rounds that end after a fixed number of answers, so that a resumed study is there at once.

How it works
------------
A round begins after every `length` answers, whoever gave them to which pairs. Its pairs follow from
the model at its beginning, and the model from the counts then. The fit goes on from that of the
round before, but begins from nothing every `_AFRESH` rounds and where the prior variance is learned
anew, as soon as there are a tenth more comparisons. So what is asked is a function of the seed and
the answers, and nobody has to compute all rounds of the past to know it.

When several people take part, each gets the pair that is best beside those in other people's
hands, with all answers that there are: these count as answered in how sure they make the scores,
and what they will say nobody knows. Who asks for many pairs at once gets the round's own, and then
those of further rounds, chosen in the same way.
"""

from abc import abstractmethod
from dataclasses import dataclass

import numpy as np

from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.comparisons import Comparisons
from sortrank_gui.ranking.outcomes import Outcome
from sortrank_gui.ranking.posterior import SparsePosterior, sparse_posterior
from sortrank_gui.ranking.strategies.base import Pairs, Progress, empty_pairs
from sortrank_gui.ranking.strategies.model_based import ModelStrategy
from sortrank_gui.ranking.strategies.runs import PairBatch

_AFRESH = 16
_GROWN = 1.1


@dataclass(frozen=True, slots=True)
class _Model:
    """The posterior at the beginning of a round."""

    step: int
    learned_at: int
    """The step at which the prior variance was learned."""
    posterior: SparsePosterior


@dataclass(slots=True)
class _Round:
    """A round under way."""

    step: int
    """How many answers there were at its beginning."""
    told: int
    """How many there were when its open pairs were looked through."""
    batch: PairBatch


@dataclass(slots=True)
class _Ahead:
    """Rounds beyond the present one, for several people at once."""

    step: int
    table: Comparisons
    posterior: SparsePosterior
    rng: np.random.Generator
    pairs: Pairs


class EvenRounds(ModelStrategy):
    """A strategy that asks rounds of a quarter as many disjoint pairs as there are items."""

    def __init__(self, n_items: int, *, seed: int = 0, prior_variance: float | None = None) -> None:
        super().__init__(n_items, seed=seed, prior_variance=prior_variance)
        self.length = max(1, n_items // 4)
        self._model: _Model | None = None
        self._round: _Round | None = None
        self._ahead: _Ahead | None = None
        self._examined = self._learned_at = 0
        self._counted = self._learned_from = 0

    @abstractmethod
    def _choose(
        self,
        table: Comparisons,
        posterior: SparsePosterior,
        taken: Pairs,
        rng: np.random.Generator,
        count: int,
    ) -> Pairs:
        """Return the best disjoint pairs of a round while others answer those that are `taken`."""

    @property
    def progress(self) -> Progress:
        """Say which round it is."""
        return Progress(self._journal.steps // self.length + 1, 1, None)

    def ask(self) -> tuple[int, int]:
        """Return the next pair of the round."""
        return self._current().ask()

    def upcoming(self, limit: int) -> Pairs:
        """Return the open pairs of the round, as many as are asked before the next one."""
        left = self.length - self._journal.steps % self.length
        return self._current().open_pairs()[: min(limit, left)]

    def ask_many(self, count: int) -> Pairs:
        """Return open pairs of the round, then those of rounds chosen while these are answered."""
        pairs = self._current().open_pairs()
        if len(pairs) < count:
            pairs = self._look_ahead(count)
        return self._fill([(i, j) for i, j in pairs[:count].tolist()], count)

    def ask_beside(self, held: Pairs) -> tuple[int, int] | None:
        """Return the best pair for one more person while others answer those that they hold.

        Chosen with all answers that there are. None where every pair is in somebody's hands.
        """
        if not len(held):
            return self.ask()
        ahead = self._renew()
        rng = self._rng(f"beside {len(held)}")
        found = self._choose(ahead.table, ahead.posterior, held, rng, 1)
        return (int(found[0, 0]), int(found[0, 1])) if len(found) else None

    def _round_step(self, step: int) -> int:
        return step - step % self.length

    def _current(self) -> PairBatch:
        """Return the round's pairs, with those that are answered marked."""
        steps = self._journal.steps
        at = self._round_step(steps)
        if self._round is None or self._round.step != at:
            model = self._model_at(at)
            rng = stream(f"{self.name}: round", self.seed, at // self.length)
            pairs = self._choose(
                self._anchor_table.copy(), model.posterior, empty_pairs(), rng, self.length
            )
            pairs = rng.permutation(pairs[np.lexsort(pairs.T)])
            self._round = _Round(at, at, PairBatch(*np.ascontiguousarray(pairs.T)))
        for first, second in self._journal.part(self._round.told, steps)[0].tolist():
            self._round.batch.tell(first, second, True)  # who won does not change the round
        self._round.told = steps
        return self._round.batch

    def _model_at(self, step: int) -> _Model:
        """Return the model at the beginning of a round, from the last one that it builds on."""
        learned_at, model = self._find_learning(step), self._model
        afresh = max(learned_at, step - step % (_AFRESH * self.length))
        if model is None or model.learned_at != learned_at:
            model = self._fit(learned_at, learned_at, self._prior_variance, None)
        if model.step < afresh:
            model = self._fit(afresh, learned_at, model.posterior.prior_variance, None)
        while model.step < step:
            variance = model.posterior.prior_variance
            model = self._fit(model.step + self.length, learned_at, variance, model.posterior)
        self._model = model
        return model

    def _fit(
        self, step: int, learned_at: int, variance: float | None, last: SparsePosterior | None
    ) -> _Model:
        """Fit the answers up to a step.

        Means that did not come to rest are no beginning: the last bits of a processor would grow
        from round to round, as long as the data hardly tells how far apart the scores are.
        """
        start = last.mean if last is not None and last.settled else None
        posterior = sparse_posterior(self._table_at(step), prior_variance=variance, start=start)
        return _Model(step, learned_at, posterior)

    def _find_learning(self, step: int) -> int:
        """Return the last beginning of a round at which the prior variance was learned anew."""
        while self._examined < step:
            outcomes = self._journal.part(self._examined, self._examined + self.length)[1]
            self._counted += int(np.count_nonzero(outcomes != Outcome.NEITHER))
            self._examined += self.length
            if self._counted >= _GROWN * self._learned_from:
                self._learned_at, self._learned_from = self._examined, self._counted
        return self._learned_at

    def _look_ahead(self, count: int) -> Pairs:
        """Return the round's open pairs and those of rounds after it, at least `count`."""
        ahead, full = self._renew(), False
        while len(ahead.pairs) < count and not full:
            more = self._choose(ahead.table, ahead.posterior, ahead.pairs, ahead.rng, self.length)
            ahead.pairs = np.concatenate((ahead.pairs, more))
            full = not len(more)
        return ahead.pairs

    def _renew(self) -> _Ahead:
        """Return the model after all answers, with what was chosen by it already."""
        steps = self._journal.steps
        if self._ahead is None or self._ahead.step != steps:
            last = self._model_at(self._round_step(steps)).posterior
            table = self._anchor_table.copy()
            self._journal.add_to(table, self._anchor_step, steps)
            start = last.mean if last.settled else None
            posterior = sparse_posterior(table, prior_variance=last.prior_variance, start=start)
            pairs = self._current().open_pairs()
            self._ahead = _Ahead(steps, table, posterior, self._rng("rounds ahead"), pairs)
        return self._ahead
