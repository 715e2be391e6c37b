"""What every strategy promises, checked for each name that `strategies.names()` gives.

A new strategy is tested here as soon as it is in the registry. The sizes are small, so that
strategies which fit a model for every pair stay affordable.
"""

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sortrank_gui.errors import InputError, ReplayError
from sortrank_gui.ranking import VAGUE_PRIOR_VARIANCE, Comparisons, Outcome, fit
from sortrank_gui.ranking.strategies import Strategy, create, facts, names, study_recipe
from tests.spread import near

SORTS = [name for name in names() if facts(name).sorts]
PROBED = [study_recipe(name) for name in names() if facts(name).probed]
SIZES = [2, 3, 5, 8, 13, 30]
Make = Callable[..., Strategy]
Answer = tuple[int, int, Outcome]


def _variants(chosen: list[str]) -> list[tuple[str, dict[str, str]]]:
    plain = [(name, {}) for name in chosen]
    return plain + [(name, {"order": "depth"}) for name in SORTS if name in chosen]


def _label(variant: tuple[str, dict[str, str]]) -> str:
    return "-".join((variant[0], *variant[1].values()))


@pytest.fixture(params=_variants([*names(), *PROBED]), ids=_label, scope="module")
def make(request: pytest.FixtureRequest) -> Make:
    """Give each strategy in turn as a function of n_items and seed."""
    name, options = request.param
    return lambda n_items, seed=0: create(name, n_items=n_items, seed=seed, **options)


@pytest.fixture(params=_variants(SORTS), ids=_label, scope="module")
def make_sort(request: pytest.FixtureRequest) -> Make:
    """Give each strategy that sorts, in both orders."""
    name, options = request.param
    return lambda n_items, seed=0: create(name, n_items=n_items, seed=seed, **options)


def _view(strategy: Strategy) -> object:
    """Return all that can be seen of a strategy, as a value that compares."""
    return (
        strategy.ask(),
        strategy.ask_many(strategy.n_items).tolist(),
        strategy.upcoming(strategy.n_items).tolist(),
        strategy.progress,
        [ranking.tolist() for ranking in getattr(strategy, "rankings", [])],
    )


def _play(strategy: Strategy, count: int, rng: np.random.Generator) -> list[Answer]:
    """Answer `count` questions at random, with all four outcomes; return the journal."""
    journal = []
    for _ in range(count):
        answer = (*strategy.ask(), Outcome(int(rng.integers(4))))
        strategy.tell(*answer)
        journal.append(answer)
    return journal


def _replay(strategy: Strategy, journal: list[Answer]) -> Strategy:
    for answer in journal:
        strategy.tell(*answer)
    return strategy


def _true_order(n_items: int) -> np.ndarray:
    """Return an order, best first, that has nothing to do with the item numbers."""
    return np.random.default_rng((n_items, 2718, 1)).permutation(n_items)


def _noiseless(order: np.ndarray) -> Callable[[int, int], Outcome]:
    place = np.argsort(order).tolist()
    return lambda i, j: Outcome.FIRST if place[i] < place[j] else Outcome.SECOND


def _swapped(outcome: Outcome) -> Outcome:
    match outcome:
        case Outcome.FIRST:
            return Outcome.SECOND
        case Outcome.SECOND:
            return Outcome.FIRST
    return outcome


def _unordered(pairs: np.ndarray) -> set[tuple[int, int]]:
    return {(min(pair), max(pair)) for pair in pairs.tolist()}


# The order is found


@pytest.mark.parametrize("n_items", [2, 3, 5, 8, 13])
def test_strategy_noiseless_answers_give_true_order(make: Make, n_items: int) -> None:
    """The fit of noiseless answers is the true order, at the latest after 40 times all pairs."""
    order, table, strategy = _true_order(n_items), Comparisons(n_items), make(n_items, seed=3)
    answer, all_pairs = _noiseless(order), n_items * (n_items - 1) // 2
    for _ in range(40):
        for _ in range(all_pairs):
            i, j = strategy.ask()
            outcome = answer(i, j)
            strategy.tell(i, j, outcome)
            table.add_outcomes([i], [j], [outcome])
        scores = fit(table, prior_variance=VAGUE_PRIOR_VARIANCE).scores
        if np.array_equal(np.argsort(-scores), order):
            return
    pytest.fail("the true order was not found")


@pytest.mark.parametrize("n_items", [*SIZES, 200])
def test_sort_noiseless_answers_give_true_order_every_time(make_sort: Make, n_items: int) -> None:
    """Each of three completed sorts returns the true order, best first."""
    order, strategy = _true_order(n_items), make_sort(n_items, seed=3)
    answer = _noiseless(order)
    while len(strategy.rankings) < 3:
        pair = strategy.ask()
        strategy.tell(*pair, answer(*pair))
    assert all(np.array_equal(ranking, order) for ranking in strategy.rankings)


# Seeds, replay, undo


def test_strategy_same_seed_same_questions(make: Make) -> None:
    """Two strategies with one seed and the same answers ask the same."""
    first, second = (
        _play(make(13, seed=5), 100, np.random.default_rng(1)),
        _play(make(13, seed=5), 100, np.random.default_rng(1)),
    )
    assert first == second


def test_strategy_different_seeds_different_questions(make: Make) -> None:
    """Ten seeds give ten different first 20 questions."""
    asked = [str(_play(make(13, seed=s), 20, np.random.default_rng(1))) for s in range(10)]
    assert len(set(asked)) == 10


def test_strategy_seed_may_be_any_integer_type(make: Make) -> None:
    """NumPy's integers and large seeds serve as seed and size, with the coin as well."""
    plain, numpy = make(8, seed=5), make(np.int64(8), seed=np.int64(5))
    journal = _play(plain, 20, np.random.default_rng(0))
    assert _view(_replay(numpy, journal)) == _view(plain)
    _play(make(8, seed=2**100 + 1), 20, np.random.default_rng(0))


@pytest.mark.parametrize("n_items", SIZES)
def test_strategy_replay_equals_live(make: Make, n_items: int) -> None:
    """A fresh strategy that is told the journal shows the same as the live one, at any length."""
    rng = np.random.default_rng(n_items)
    live, journal = make(n_items, seed=4), []
    for count in (0, 1, 2, 7, 40):
        journal += _play(live, count, rng)
        assert _view(_replay(make(n_items, seed=4), journal)) == _view(live)


def test_strategy_questions_do_not_depend_on_looking(make: Make) -> None:
    """Calls of ask, ask_many, upcoming and progress in between change no later question."""
    quiet, watched = make(13, seed=6), make(13, seed=6)
    for answer in _play(quiet, 120, np.random.default_rng(2)):
        watched.ask_many(20)
        watched.upcoming(5)
        assert watched.progress.sort >= 1
        assert watched.ask() == answer[:2]
        watched.tell(*answer)
    assert _view(watched) == _view(quiet)


@pytest.mark.parametrize("n_items", [2, 5, 13])
def test_strategy_undo_then_redo_is_identity(make: Make, n_items: int) -> None:
    """Replaying all but the last answer asks its pair again; telling it restores the state."""
    live = make(n_items, seed=7)
    rng = np.random.default_rng(0)
    journal: list[Answer] = []
    for _ in range(25):
        before = _view(live)
        journal += _play(live, 1, rng)
        undone = _replay(make(n_items, seed=7), journal[:-1])
        assert _view(undone) == before
        assert undone.ask() == journal[-1][:2]
        undone.tell(*journal[-1])
        assert _view(undone) == _view(live)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_strategy_copy_goes_on_identically(
    make: Make, copied: Callable[[Strategy], Strategy]
) -> None:
    """A deep copy or a pickle, taken mid-way, goes on like the original and apart from it."""
    original = make(13, seed=8)
    _play(original, 37, np.random.default_rng(0))
    original.ask_many(20)
    twin = copied(original)
    before = _view(original)
    assert _view(twin) == before
    theirs = _play(twin, 60, np.random.default_rng(1))
    assert _view(original) == before
    assert _play(original, 60, np.random.default_rng(1)) == theirs
    assert _view(twin) == _view(original)


# What is asked


@pytest.mark.parametrize("n_items", SIZES)
def test_strategy_asks_two_different_items_in_range(make: Make, n_items: int) -> None:
    """Every question has two different items among 0 .. n-1, and they are plain integers."""
    for i, j, _ in _play(make(n_items, seed=9), 150, np.random.default_rng(3)):
        assert type(i) is int
        assert type(j) is int
        assert i != j
        assert 0 <= min(i, j) <= max(i, j) < n_items


def test_strategy_ask_is_idempotent(make: Make) -> None:
    """Asked again without an answer, the same pair comes."""
    strategy = make(8, seed=1)
    for _ in range(30):
        assert strategy.ask() == strategy.ask() == strategy.ask()
        strategy.tell(*strategy.ask(), Outcome.SECOND)


@pytest.mark.parametrize("n_items", SIZES)
def test_strategy_ask_many_gives_different_pairs_next_one_first(make: Make, n_items: int) -> None:
    """`ask_many(k)` has k different pairs (as many as exist, at the most) and starts with ask."""
    strategy = make(n_items, seed=2)
    rng = np.random.default_rng(4)
    for _ in range(8):
        for count in (1, 2, n_items, 4 * n_items if n_items < 8 else n_items):
            pairs = strategy.ask_many(count)
            assert pairs.dtype == np.int64
            assert pairs.shape == (min(count, n_items * (n_items - 1) // 2), 2)
            assert len(_unordered(pairs)) == len(pairs)
            assert (pairs[:, 0] != pairs[:, 1]).all()
            assert pairs.min() >= 0
            assert pairs.max() < n_items
            assert tuple(pairs[0].tolist()) == strategy.ask()
        _play(strategy, 5, rng)


def test_strategy_ask_many_of_none_is_empty(make: Make) -> None:
    """Asking for no pairs gives an array of no rows and two columns."""
    assert make(5).ask_many(0).shape == (0, 2)


@settings(max_examples=15)
@given(data=st.data())
def test_strategy_pairs_of_ask_many_can_be_told_in_any_order(
    make: Make, data: st.DataObject
) -> None:
    """All pairs of `ask_many` are open: they can be told shuffled, swapped, mixed with ask."""
    n_items = data.draw(st.sampled_from([2, 3, 5, 8, 13]))
    live, journal = make(n_items, seed=data.draw(st.integers(0, 99))), []
    for _ in range(data.draw(st.integers(1, 4))):
        pairs = live.ask_many(data.draw(st.integers(1, 2 * n_items)))
        for i, j in data.draw(st.permutations(pairs.tolist())):
            if data.draw(st.booleans()):
                i, j = j, i
            journal.append((i, j, data.draw(st.sampled_from(Outcome))))
            live.tell(*journal[-1])
            live.ask()
    assert _view(_replay(make(n_items, seed=live.seed), journal)) == _view(live)


@pytest.mark.parametrize("n_items", [2, 5, 13])
def test_strategy_order_inside_a_pair_carries_no_meaning(make: Make, n_items: int) -> None:
    """Told with its items swapped, and the answer accordingly, a pair has the same effect."""
    straight, swapped = make(n_items, seed=3), make(n_items, seed=3)
    for i, j, outcome in _play(straight, 60, np.random.default_rng(5)):
        swapped.tell(j, i, _swapped(outcome))
    assert _view(swapped) == _view(straight)


@pytest.mark.parametrize("limit", [1, 3, 1000])
@pytest.mark.parametrize("n_items", [2, 3, 8, 30])
def test_strategy_upcoming_foresees_ask(make: Make, n_items: int, limit: int) -> None:
    """The pairs of `upcoming` are asked next, one after another, whatever is answered."""
    strategy, rng = make(n_items, seed=1), np.random.default_rng(6)
    for _ in range(12):
        pairs = strategy.upcoming(limit)
        assert 1 <= len(pairs) <= limit
        for pair in pairs.tolist():
            assert strategy.ask() == tuple(pair)
            strategy.tell(*pair, Outcome(int(rng.integers(4))))


# What is told


@pytest.mark.parametrize("n_items", [2, 5, 13, 60])
def test_strategy_tell_many_equals_tell_in_a_loop(make: Make, n_items: int) -> None:
    """Many answers at once have the effect of single ones: foreseen, shuffled or swapped."""
    many, single = make(n_items, seed=2), make(n_items, seed=2)
    rng = np.random.default_rng(7)
    for turn in range(15):
        pairs = many.upcoming(100) if turn % 3 else many.ask_many(n_items)
        if turn % 3 == 2:
            pairs = rng.permutation(rng.permuted(pairs, axis=1))
        outcomes = rng.integers(4, size=len(pairs)).astype(np.int8)
        many.tell_many(pairs, outcomes)
        for pair, outcome in zip(pairs.tolist(), outcomes.tolist(), strict=True):
            single.tell(*pair, Outcome(outcome))
        assert _view(many) == _view(single)


@pytest.mark.parametrize("pair", [(3, 3), (0, 8), (8, 0), (-1, 2), (7, -1), (100, 101)])
def test_strategy_impossible_pair_raises_and_changes_nothing(
    make: Make, pair: tuple[int, int]
) -> None:
    """An item with itself, or one out of range, is no open pair: ReplayError, and nothing else."""
    strategy = make(8, seed=2)
    _play(strategy, 11, np.random.default_rng(0))
    before = _view(strategy)
    with pytest.raises(ReplayError, match=f"{pair[0]} and {pair[1]}"):
        strategy.tell(*pair, Outcome.FIRST)
    assert _view(strategy) == before


@pytest.mark.parametrize("undecided", [Outcome.EQUAL, Outcome.NEITHER])
def test_strategy_undecided_answers_flip_a_seeded_coin(make: Make, undecided: Outcome) -> None:
    """Undecided answers are accepted, and the questions after them are reproducible."""
    strategies_ = [make(13, seed=9) for _ in range(2)]
    for _ in range(120):
        pairs = {strategy.ask() for strategy in strategies_}
        assert len(pairs) == 1
        for strategy in strategies_:
            strategy.tell(*strategy.ask(), undecided)
    assert _view(strategies_[0]) == _view(strategies_[1])


def test_strategy_equal_and_neither_flip_the_same_coin(make: Make) -> None:
    """A sort does not care which of the two undecided answers it was."""
    if not hasattr(make(2), "rankings"):
        pytest.skip("a model tells them apart")
    equal, neither = make(13, seed=9), make(13, seed=9)
    for _ in range(120):
        equal.tell(*equal.ask(), Outcome.EQUAL)
        neither.tell(*neither.ask(), Outcome.NEITHER)
    assert _view(equal) == _view(neither)


def test_sort_coin_is_fair_and_depends_on_seed(make_sort: Make) -> None:
    """With undecided answers alone, two items come out in either order, about equally often."""
    first_is_best = 0
    for seed in range(20):
        strategy = make_sort(2, seed=seed)
        for _ in range(40):
            strategy.tell(*strategy.ask(), Outcome.EQUAL)
        first_is_best += sum(int(ranking[0]) == 0 for ranking in strategy.rankings)
    assert first_is_best == near(400, 800**0.5 / 2)


# Several people at once


@pytest.mark.parametrize("people", [2, 5, 20])
@pytest.mark.parametrize("n_items", [2, 3, 8, 30])
def test_sort_is_right_with_several_people(make_sort: Make, n_items: int, people: int) -> None:
    """People who hold pairs and answer in random order complete correct sorts, replayably."""
    order, live = _true_order(n_items), make_sort(n_items, seed=people)
    answer, rng = _noiseless(order), np.random.default_rng((people, n_items))
    people = min(people, n_items * (n_items - 1) // 2)
    held: list[tuple[int, int]] = []
    journal: list[Answer] = []
    while len(live.rankings) < 4:
        if len(held) < people and rng.random() < 0.6:
            taken = {frozenset(pair) for pair in held}
            free = [p for p in live.ask_many(len(held) + 1).tolist() if frozenset(p) not in taken]
            held += [tuple(pair) for pair in free[:1]]  # none: all that can be open is in hands
        elif held:
            i, j = held.pop(int(rng.integers(len(held))))
            journal.append((i, j, answer(i, j)))
            live.tell(*journal[-1])
    assert all(np.array_equal(ranking, order) for ranking in live.rankings)
    assert _view(_replay(make_sort(n_items, seed=live.seed), journal)) == _view(live)


# Settings


@pytest.mark.parametrize("n_items", [1, 0, -3])
def test_strategy_needs_two_items(make: Make, n_items: int) -> None:
    """With fewer than two items there is nothing to compare: InputError with their number."""
    with pytest.raises(InputError, match=f"at least two items.*{n_items}"):
        make(n_items)


def test_create_unknown_name_lists_the_choices() -> None:
    """An unknown name raises InputError with the name and every possible one."""
    with pytest.raises(InputError) as caught:
        create("bogosort", n_items=5)
    assert "bogosort" in str(caught.value)
    assert all(name in str(caught.value) for name in names())


def test_names_are_those_of_the_strategies() -> None:
    """Names are unique, and every strategy knows its own."""
    assert len(set(names())) == len(names())
    assert [create(name, n_items=3).name for name in names()] == names()
    assert {"random", "all-pairs", "quicksort", "mergesort"} <= set(names())
