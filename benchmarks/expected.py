"""Whether the displacement that the posterior expects is the true one, strategy by strategy."""

from statistics import fmean

from benchmarks.tables import Row, Table
from sortrank_gui import ranking
from sortrank_gui.ranking.chance import stream
from sortrank_gui.ranking.posterior import expected_displacement
from sortrank_gui.simulation.populations import Normal
from sortrank_gui.simulation.respondents import BradleyTerryRespondent
from sortrank_gui.simulation.surveys import run_survey

STRATEGIES = ("random", "quicksort", "mergesort", "matching")
SPREADS = (0.7, 3.0)
SHARES = (0.5, 1.0, 1.5, 2.0, 3.0)
"""Numbers of answers, in sorts of n log2 n."""


def run(repeats: int, n_items: int) -> list[Table]:
    """Return mean expected over mean true displacement at growing numbers of answers."""
    table = Table(f"Expected over true displacement, n={n_items}, normal scores")
    sort = n_items * (n_items - 1).bit_length()
    counts = [round(share * sort) for share in SHARES]
    for spread in SPREADS:
        for name in STRATEGIES:
            row: Row = {"strategy": name, "sd of scores": spread}
            pairs = [_measure(name, n_items, spread, counts, seed) for seed in range(repeats)]
            for place, count in enumerate(counts):
                expected = fmean(pair[place][0] for pair in pairs)
                row[f"c={count:,}"] = f"{expected / fmean(pair[place][1] for pair in pairs):.2f}"
            table.rows.append(row)
    return [table]


def _measure(
    name: str, n_items: int, spread: float, counts: list[int], seed: int
) -> list[tuple[float, int]]:
    """Simulate a survey; return expected and true displacement at each number of answers."""
    scores = Normal(spread).draw(n_items, stream("benchmark: expected", seed))
    strategy = ranking.strategies.create(name, n_items=n_items, seed=seed)
    answers = run_survey(strategy, BradleyTerryRespondent(scores, seed=seed), counts[-1])
    estimates = [ranking.fit(answers.table(count)) for count in counts]
    return [
        (expected_displacement(estimate), ranking.displacement(estimate.scores, scores))
        for estimate in estimates
    ]
