"""Probing pairs: which answers they are, that they are random, and that nothing else changes."""

import numpy as np
import pytest

from sortrank_gui.ranking import Outcome, strategies
from sortrank_gui.ranking.strategies.probes import Probing

PROBED = [name for name in strategies.names() if strategies.facts(name).probed]


def _find_probes(name: str, n_items: int, seed: int, answers: int) -> list[tuple[int, int]]:
    """Return the step and the lower item of each probing pair in a survey of coins."""
    strategy = strategies.create(strategies.study_recipe(name), n_items=n_items, seed=seed)
    assert isinstance(strategy, Probing)
    found = []
    for step in range(answers):
        first, second = strategy.ask()
        if strategy._due() is not None:
            found.append((step, min(first, second)))
        strategy.tell(first, second, Outcome((step * 7 // 3) % 2))
    return found


def test_probes_are_many_at_first_and_fewer_later() -> None:
    """About a quarter of the first 64 answers probe, and 33 of those up to answer 500."""
    counts = []
    for seed in range(30):
        steps = np.array([step for step, _item in _find_probes("matching", 12, seed, 500)])
        counts.append([(steps < 64).sum(), (steps >= 64).sum()])
    early, late = np.mean(counts, axis=0)
    assert 16 - 3 < early < 16 + 3
    assert 33 - 4 < late < 33 + 4


def test_probes_follow_from_the_seed_alone() -> None:
    """Whatever the strategy, the same answers probe, with the same pairs; other seeds differ."""
    ours = [_find_probes(name, 9, 4, 120) for name in PROBED]
    assert all(found == ours[0] for found in ours)
    assert _find_probes("matching", 9, 5, 120) != ours[0]


def test_probes_meet_all_pairs_alike() -> None:
    """Every pair of four items probes about equally often."""
    counts = dict.fromkeys([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], 0)
    for seed in range(60):
        strategy = strategies.create("matching+probes", n_items=4, seed=seed)
        assert isinstance(strategy, Probing)
        for step in range(256):
            pair = strategy._probe_at(step)
            if pair is not None:
                first, second = sorted(pair)
                counts[first, second] += 1
    assert max(counts.values()) < 1.25 * min(counts.values())


@pytest.mark.parametrize("name", PROBED)
def test_strategy_learns_from_probes(name: str) -> None:
    """Between probes it asks what the plain strategy asks that was told the same answers."""
    probing = strategies.create(strategies.study_recipe(name), n_items=10, seed=2)
    plain = strategies.create(name, n_items=10, seed=2)
    assert isinstance(probing, Probing)
    asked = 0
    for step in range(80):
        pair = probing.ask()
        if probing._due() is None:
            assert pair == plain.ask()
            asked += 1
        for strategy in (probing, plain):
            strategy.tell(*pair, Outcome((step * 5 // 3) % 2))
    assert 40 < asked < 80


def test_upcoming_ends_before_a_probe() -> None:
    """What comes next whatever the answers is what is asked then, one by one."""
    bulk, single = (strategies.create("matching+probes", n_items=40, seed=3) for _ in range(2))
    done = 0
    while done < 200:
        pairs = bulk.upcoming(200 - done)
        for first, second in pairs.tolist():
            assert single.ask() == (first, second)
            single.tell(first, second, Outcome.FIRST)
        bulk.tell_many(pairs, np.zeros(len(pairs), dtype=np.int8))
        done += len(pairs)


def test_pair_beside_others_is_the_probe_or_a_free_one() -> None:
    """Who joins gets the probe that is due, unless somebody has it; then a pair nobody has."""
    strategy = strategies.create("matching+probes", n_items=10, seed=2)
    assert isinstance(strategy, Probing)
    held: list[tuple[int, int]] = []
    for step in range(60):
        due, pair = strategy._due(), strategy.ask_beside(np.array(held).reshape(-1, 2))
        taken = {frozenset(each) for each in held}
        assert pair is not None
        assert frozenset(pair) not in taken
        assert due is None or pair == due or frozenset(due) in taken
        held.append(pair)
        if len(held) > 3:
            strategy.tell(*held.pop(step % 4), Outcome.FIRST)


def test_only_strategies_that_follow_a_model_take_probes() -> None:
    """A sort has no place for pairs that it did not ask; its name stays, and no other is known."""
    assert strategies.study_recipe("mergesort") == "mergesort"
    assert not strategies.is_known("mergesort+probes")
    assert strategies.is_known("matching+probes")
    assert strategies.study_recipe("rounds-top") == "rounds-top+windows+probes"
    assert strategies.is_known("rounds-top+probes")
    assert strategies.plain_name("matching+probes") == "matching"
    facts = strategies.facts("matching+probes")
    assert facts.title == strategies.facts("matching").title
    assert "at random" in facts.picked
