"""Two groups that do not differ are found different in one study of twenty, no more."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from sortrank_gui.ranking import fit
from sortrank_gui.ranking.diagnostics import Judgements, holm_limit
from sortrank_gui.ranking.diagnostics.group_differences import GroupTest, compare_groups
from tests.spread import fewest, most

PEOPLE, EACH, N = 12, 20, 6
FIRST = np.arange(PEOPLE) % 2 == 0


def draw(
    rng: np.random.Generator, *, effect: float = 0.0, taste: float = 0.0
) -> tuple[Judgements, NDArray[np.int64]]:
    """Return answers of two groups; `effect` parts them, `taste` parts all people."""
    people = np.repeat(np.arange(PEOPLE), EACH)
    left = rng.integers(N, size=len(people))
    right = (left + rng.integers(1, N, size=len(people))) % N
    own = np.linspace(-1, 1, N) * np.where(FIRST, 1.0, 1.0 - effect)[:, None]
    own = own + taste * rng.standard_normal((PEOPLE, N))
    gap = own[people, left] - own[people, right]
    chosen = (rng.random(len(people)) < 1 / (1 + np.exp(-gap))).astype(float)
    return Judgements(N, left, right, chosen), people


def run(count: int, deals: int = 99, **how: float) -> Iterator[GroupTest]:
    """Yield the tests of so many studies."""
    rng = np.random.default_rng(5)
    for seed in range(count):
        answers, people = draw(rng, **how)
        yield compare_groups(answers, people, FIRST, fit(answers.table()), deals=deals, seed=seed)


@pytest.mark.parametrize("taste", [0.0, 1.0])
def test_groups_that_do_not_differ_are_found_alike(taste: float) -> None:
    """At the level 5 %, whether or not people differ from each other; items all together, too."""
    found = list(run(300, taste=taste))
    assert fewest(300, 0.05) <= sum(test.p_value <= 0.05 for test in found) <= most(300, 0.05)
    assert sum(test.item_p_values.min() <= 0.05 for test in found) <= most(300, 0.05)


def test_p_values_are_spread_evenly() -> None:
    """Without a difference each half of the values is as frequent as the other."""
    small = sum(test.p_value <= 0.5 for test in run(300))
    assert fewest(300, 0.5) <= small <= most(300, 0.5)


def test_groups_that_differ_are_found_different() -> None:
    """The second group turns the order round; the outermost items show it."""
    found = list(run(20, effect=2.0))
    assert sum(test.p_value <= 0.05 for test in found) >= 19
    assert sum(test.item_p_values[[0, -1]].min() <= 0.05 for test in found) >= 16


def test_the_tests_of_scores_hold_their_level() -> None:
    """The z of each item with Holm's correction finds a difference in no more than 5 %."""
    rng, wrong = np.random.default_rng(6), 0
    for _ in range(300):
        answers, people = draw(rng)
        variance = fit(answers.table()).prior_variance
        one, two = (
            fit(answers.take(FIRST[people] == side).table(), prior_variance=variance)
            for side in (True, False)
        )
        z = (one.scores - two.scores) / np.hypot(one.standard_errors, two.standard_errors)
        wrong += bool((np.abs(z) > holm_limit(z)).any())
    assert wrong <= most(300, 0.05)


def test_same_seed_same_value_and_sides_do_not_matter() -> None:
    """Who is called the first group is of no importance."""
    answers, people = draw(np.random.default_rng(1), effect=0.5)
    estimate = fit(answers.table())
    one = compare_groups(answers, people, FIRST, estimate)
    assert compare_groups(answers, people, FIRST, estimate).p_value == one.p_value
    other = compare_groups(answers, people, ~FIRST, estimate)
    assert other.p_value == pytest.approx(one.p_value, abs=0.06)
    assert (one.first, one.second, one.ways) == (6, 6, 924)


def test_progress_is_told_and_can_stop_it() -> None:
    """Whoever listens hears shares up to 1, and may raise."""
    answers, people = draw(np.random.default_rng(1))
    heard: list[float] = []
    estimate = fit(answers.table())
    compare_groups(answers, people, FIRST, estimate, deals=50, tick=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0

    def stop(_share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compare_groups(answers, people, FIRST, estimate, tick=stop)
