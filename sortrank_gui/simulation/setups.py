"""From what a user says to an experiment: who answers, what the truth is, when to measure."""

from collections.abc import Sequence
from pathlib import Path

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies import Standing
from sortrank_gui.simulation import populations
from sortrank_gui.simulation.datasets import Dataset, read_scores
from sortrank_gui.simulation.experiments import RespondentSettings, budget_grid
from sortrank_gui.simulation.populations import Given, Population
from sortrank_gui.simulation.respondents import Observed, ObservedRespondent

RIVALS = tuple(ranking.strategies.names(Standing.ADVISED, Standing.BASELINE))
"""What a strategy is compared with."""
DEFAULT_STRATEGIES = tuple(
    ranking.strategies.names(Standing.ADVISED, Standing.GOOD, Standing.BASELINE)
)
_NEAR_ML = ranking.VAGUE_PRIOR_VARIANCE


def choose_population(
    name: str,
    *,
    n_items: int | None,
    noise: float | None = None,
    spread: float | None = None,
    scores: Path | None = None,
    observed: Dataset | None = None,
) -> tuple[int, Population]:
    """Return the number of items and where their scores come from: data, a file, or chance.

    The truth behind observed data is the ranking of its Bradley-Terry fit, as in the paper.
    """
    if observed is not None or scores is not None:
        if observed is not None:
            given = Given.from_array(fit_truth(observed))
        elif scores is not None:
            given = Given(read_scores(scores)[1])
        if n_items not in (None, len(given.scores)):
            raise InputError(f"There are scores of {len(given.scores)} items, and not {n_items}.")
        return len(given.scores), given
    if n_items is None:
        raise InputError("Say how many items there are, or give a file with scores or data.")
    ranking.strategies.base.check_size(n_items)
    return n_items, populations.create(name, n_items=n_items, noise=noise, spread=spread)


def fit_truth(data: Dataset) -> Sequence[float]:
    """Return the scores of all comparisons of a data set, by maximum likelihood in effect."""
    scores: Sequence[float] = ranking.fit(data.table, prior_variance=_NEAR_ML).scores.tolist()
    return scores


def choose_respondent(
    kind: str, *, lapse: float = 0.0, position_bias: float = 0.0, observed: Dataset | None = None
) -> RespondentSettings:
    """Return who answers; observed data always answers for itself."""
    if observed is None:
        return RespondentSettings(kind, lapse, position_bias)
    kind = ObservedRespondent.name
    return RespondentSettings(kind, lapse, position_bias, Observed.from_table(observed.table))


def choose_budgets(n_items: int, budget: int | None, at: Sequence[int]) -> tuple[int, ...]:
    """Return when to measure: where it is said, else on a grid up to the budget."""
    if not at:
        if budget is None:
            raise InputError("Say how many comparisons there are: a budget, or when to measure.")
        return budget_grid(n_items, budget)
    beyond = [c for c in at if c < 1 or (budget is not None and c > budget)]
    if beyond:
        raise InputError(f"{beyond[0]} comparisons are not within 1 and the budget.")
    return tuple(sorted(set(at)))
