"""The same study again, to see whether what is said about it holds."""

from dataclasses import replace

import numpy as np
import pytest

from sortrank_gui.ranking import strategies
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.recalibration import (
    PairHistory,
    Recalibration,
    _choose_moderate,
    _find_stretch,
    recalibrate,
    run_again,
)
from sortrank_gui.ranking.uncertainty import Correction, Uncertainty

SCORES = np.linspace(-1.5, 1.5, 8)
NO_PAIRS = np.empty((0, 2), dtype=np.int64)


@pytest.fixture(scope="module")
def found() -> Uncertainty:
    """Return what two sequences of 60 answers each say."""
    return assess(run_again(PairHistory(8, "mergesort", (60, 60), NO_PAIRS), SCORES, 0.0, 3))


@pytest.mark.parametrize("strategy", strategies.names())
def test_study_is_run_again_with_as_many_answers(strategy: str) -> None:
    """Every sequence has its answers, and another seed makes another study."""
    course = PairHistory(8, strategy, (25, 15), NO_PAIRS)
    one, again, other = (run_again(course, SCORES, 0.0, seed) for seed in (1, 1, 2))
    assert one.n_comparisons == other.n_comparisons == 40
    assert one.wins.tolist() == again.wins.tolist()
    assert one.wins.tolist() != other.wins.tolist()


def test_pairs_are_asked_again_where_no_strategy_is_known() -> None:
    """The same pairs, other answers; “equal” is said as readily as before."""
    pairs = np.array([(0, 1), (2, 5), (2, 5), (3, 4)] * 30)
    table = run_again(PairHistory(8, None, (), pairs), np.zeros(8), 2.0, 1)
    assert list(zip(table.first.tolist(), table.second.tolist(), strict=True)) == [
        (0, 1),
        (2, 5),
        (3, 4),
    ]
    assert (table.first_wins + table.second_wins).tolist() == [30, 60, 30]
    assert 30 < table.n_ties < 90  # half of 120, by chance


def test_statements_are_never_made_bolder(found: Uncertainty) -> None:
    """Whatever the runs say, intervals and limits do not shrink, and SSR does not grow."""
    course = PairHistory(8, "mergesort", (60, 60), NO_PAIRS)
    shares: list[float] = []
    runs = recalibrate(course, found, runs=6, tick=shares.append)
    assert shares == pytest.approx([k / 6 for k in range(1, 7)])
    assert 0.6 < runs.score_coverage <= 1
    corrected = runs.correct(found)
    assert (corrected.low <= found.low).all()
    assert (corrected.high >= found.high).all()
    assert corrected.critical >= found.critical
    assert corrected.displacement >= found.displacement
    assert corrected.reliability <= found.reliability
    assert (corrected.rank_bounds[0] <= found.rank_bounds[0]).all()
    assert (corrected.rank_bounds[1] >= found.rank_bounds[1]).all()


def test_overconfident_statements_are_corrected(found: Uncertainty) -> None:
    """Intervals that held too seldom become wider by what was missing, ranks stay possible."""
    bad = Recalibration(40, 0.8, 0.8, 0.3, 0.5, 0.0, 0.2, 0.0, 1.5, 1.5, 9.0)
    corrected = bad.correct(found)
    assert corrected.high - found.scores == pytest.approx(1.5 * (found.high - found.scores))
    assert corrected.critical == 9.0
    assert not corrected.apart.any()
    assert corrected.displacement == pytest.approx(2 * found.displacement)
    assert corrected.reliability == pytest.approx(found.reliability - 0.2)
    best, worst = corrected.rank_bounds
    assert best.min() >= 0
    assert worst.max() <= 7
    assert (worst - best).sum() > np.subtract(*found.rank_bounds[::-1]).sum()


@pytest.mark.parametrize(("share", "stretched"), [(0.94, False), (0.85, True)])
def test_chance_in_the_runs_stretches_nothing(share: float, stretched: bool) -> None:
    """Of 40 runs with 12 intervals each, 94 % is 95 % by chance, 85 % is not."""
    rng = np.random.default_rng(3)
    runs = [np.where(rng.random(12) < share, 0.5, 1.5) for _ in range(40)]
    assert (_find_stretch(runs) > 1) is stretched


def test_chance_in_the_runs_corrects_no_figure(found: Uncertainty) -> None:
    """What is off by one standard error stays; of three, the part above 1.64 counts."""
    near = Recalibration(40, 0.95, 0.95, 0.0, 0.95, 0.05, 0.02, 0.02, 1.0, 1.0, 0.0)
    far = replace(near, displacement_ratio=float(np.exp(-0.15)), excess=0.06)
    assert near.correct(found).correction == Correction()
    assert far.correct(found).correction.displacement == pytest.approx(np.exp(-0.068))
    assert far.correct(found).correction.reliability == pytest.approx(0.0272)


def test_runs_have_moderate_spreads() -> None:
    """Neither equal items nor the widest spreads that may be are run again."""
    table = run_again(PairHistory(12, "matching", (40,), NO_PAIRS), np.linspace(-1, 1, 12), 0.0, 1)
    found = assess(table)
    chosen, every = _choose_moderate(found, 40).std(axis=1), found.draws.std(axis=0)
    assert found.spread is not None
    assert found.spread.equal > 0.01
    assert chosen.min() > 0.1 > every.min()
    assert chosen.max() < np.quantile(every, 0.99)


def test_no_correction_changes_nothing(found: Uncertainty) -> None:
    """The default says what the formulas say."""
    same = replace(found, correction=Correction())
    assert np.array_equal(same.low, found.low)
    assert np.array_equal(same.rank_bounds, found.rank_bounds)
