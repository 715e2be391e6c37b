"""Where true scores come from."""

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation import populations
from sortrank_gui.simulation.populations import Given, Normal, Poisson, Population, Uniform
from tests.spread import near


def draws(population: Population, n_items: int, count: int) -> np.ndarray:
    """Return repeated draws, one a row."""
    rng = np.random.default_rng(3)
    return np.array([population.draw(n_items, rng) for _ in range(count)])


def test_poisson_gaps_are_exponential() -> None:
    """Sorted gaps have mean 1 / noise and as large a deviation, over 40,000."""
    gaps = np.diff(np.sort(draws(Poisson(4.0), 101, 400), axis=1)).ravel()
    assert gaps.mean() == near(0.25, 0.25 / 200)
    assert gaps.std() == near(0.25, 0.25 * np.sqrt(2) / 200)  # the kurtosis is 9


def test_uniform_covers_its_interval() -> None:
    """Scores fill [0, (n + 1) / noise]: mean in the middle, nothing outside."""
    scores = draws(Uniform(5.0), 99, 400).ravel()
    assert scores.min() >= 0
    assert scores.max() <= 20
    assert scores.mean() == near(10, 20 / np.sqrt(12) / 199)


def test_normal_has_its_spread() -> None:
    """The standard deviation is the spread, over 40,000 values."""
    scores = draws(Normal(1.5), 100, 400).ravel()
    assert scores.std() == near(1.5, 1.5 / np.sqrt(2 * 40_000))


@pytest.mark.parametrize("population", [Poisson(5.0), Uniform(5.0), Normal(2.0)])
def test_number_of_an_item_tells_nothing(population: Population) -> None:
    """Scores come in random order: item 0 has each rank equally often."""
    ranks = draws(population, 20, 2000).argsort(axis=1).argsort(axis=1)[:, 0]
    assert ranks.mean() == near(9.5, np.sqrt(399 / 12 / 2000))


def test_given_scores_stay_as_they_are() -> None:
    """Item k has score k, and another number of items is refused."""
    population = Given.from_array(np.array([3.0, 1.0, 2.0]))
    assert population.draw(3, np.random.default_rng(0)).tolist() == [3.0, 1.0, 2.0]
    with pytest.raises(InputError, match="3 scores for 4 items"):
        population.draw(4, np.random.default_rng(0))


def test_population_by_name() -> None:
    """The noise is the paper's; normal scores without a spread get that of uniform scores."""
    assert populations.create("poisson", n_items=50, noise=5) == Poisson(5)
    assert populations.create("uniform", n_items=50, noise=5) == Uniform(5)
    assert populations.create("normal", n_items=50, spread=2) == Normal(2)
    alike = populations.create("normal", n_items=59, noise=6)
    assert isinstance(alike, Normal)
    assert alike.spread == pytest.approx(10 / np.sqrt(12))


def test_name_brings_parameters_along() -> None:
    """A text of the command line may have them after a colon; they win over options."""
    assert populations.create("normal:spread=2", n_items=50, noise=5) == Normal(2)
    assert populations.create("uniform: noise = 3", n_items=50, noise=5) == Uniform(3)


@pytest.mark.parametrize("name", populations.names())
def test_population_explains_itself(name: str) -> None:
    """A title, a line, and usual values that make a population with these very attributes."""
    facts = populations.facts(name)
    assert facts.title
    assert facts.brief
    usual = {parameter.name: parameter.usual for parameter in facts.parameters}
    population = populations.create(name, n_items=9, **usual)
    assert {key: getattr(population, key) for key in usual} == usual
    assert all(p.low <= p.usual <= p.high for p in facts.parameters)


def test_population_is_told_briefly() -> None:
    """Parameters by their symbols, and a word where these do not tell enough."""
    assert populations.tell(Uniform(5.0)) == ["λ = 5"]
    assert populations.tell(Poisson(2.5)) == ["λ = 2.5", "Poisson"]
    assert populations.tell(Normal(1.5)) == ["sd = 1.5"]
    assert populations.tell(Given((1.0, 2.0))) == ["own data"]


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: Poisson(0), "above 0"),
        (lambda: Uniform(float("inf")), "above 0"),
        (lambda: Normal(-1), "above 0"),
        (lambda: Given((1.0,)), "two finite numbers"),
        (lambda: Given((1.0, float("nan"))), "two finite numbers"),
        (lambda: populations.create("cauchy", n_items=9, noise=1), "uniform, poisson, normal"),
        (lambda: populations.create("uniform", n_items=9), "needs a noise"),
        (lambda: populations.create("normal", n_items=9), "a noise or a spread"),
        (lambda: populations.create("normal:noise=2", n_items=9), "takes spread, and not “noise”"),
        (lambda: populations.create("uniform:noise=much", n_items=9), "must be a number"),
        (lambda: populations.create("given", n_items=9), "There is no population"),
        (lambda: populations.restore("cauchy", {}), "uniform, poisson, normal, given"),
    ],
)
def test_impossible_population_is_refused(make, word: str) -> None:
    """The sentence says what is wrong."""
    with pytest.raises(InputError, match=word):
        make()
