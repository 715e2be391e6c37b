"""Experiments: their description, their trials, and known results."""

import json
import random
from dataclasses import replace
from pathlib import Path

import choix
import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.simulation import load_experiment, save_experiment
from sortrank_gui.simulation.experiments import Experiment, RespondentSettings, budget_grid
from sortrank_gui.simulation.populations import Given, Normal, Poisson, Uniform
from sortrank_gui.simulation.respondents import Observed
from tests.spread import near

SMALL = Experiment(12, Uniform(2.0), ("random", "mergesort"), (10, 40), repetitions=2, seed=4)


def test_rows_are_tidy() -> None:
    """One row for every strategy, budget and repetition, with distances that fit together."""
    rows = [row for trial in SMALL.trials() for row in trial.run()]
    keys = [(row.repetition, row.strategy, row.c) for row in rows]
    assert keys == [(r, s, c) for r in (0, 1) for s in ("random", "mergesort") for c in (10, 40)]
    for row in rows:
        assert row.displacement % 2 == 0
        assert row.displacement / 2 <= row.kendall <= row.displacement
        assert row.max_displacement <= row.displacement


def test_trial_repeats_itself_and_depends_on_the_seed() -> None:
    """Same description, same rows; another seed gives others."""
    trial = SMALL.trials()[1]
    assert trial.run() == trial.run()
    assert replace(SMALL, seed=5).trials()[1].run() != trial.run()


def test_trial_does_not_depend_on_other_strategies() -> None:
    """Results of a strategy stay the same when others are added."""
    alone = replace(SMALL, strategies=("mergesort",)).trials()[0].run()
    assert SMALL.trials()[1].run() == alone


def test_strategies_of_a_repetition_face_the_same_truth() -> None:
    """Differences between strategies are differences on the same items."""
    first, second, third, _ = (trial.truth().tolist() for trial in SMALL.trials())
    assert first == second != third


def test_noiseless_answers_give_the_true_ranking() -> None:
    """A complete Mergesort without noise leaves no displacement, in either order."""
    for order in ("level", "depth"):
        experiment = Experiment(
            50,
            Normal(1.0),
            ("mergesort",),
            (300,),
            respondent=RespondentSettings("noiseless"),
            order=order,
            prior_variance=ranking.VAGUE_PRIOR_VARIANCE,
        )
        assert experiment.trials()[0].run()[0].displacement == 0


def test_coin_flips_teach_nothing() -> None:
    """The ranking is as far from the truth as a random one, but for chance."""
    experiment = Experiment(
        40, Normal(2.0), ("random",), (200,), repetitions=40, respondent=RespondentSettings("coin")
    )
    found = [trial.run()[0].displacement for trial in experiment.trials()]
    error = np.std(found, ddof=1) / np.sqrt(len(found))
    assert np.mean(found) == near(ranking.random_displacement(40), error)


def test_observed_outcomes_answer() -> None:
    """With a clean sweep for every pair, all-pairs finds the order that the data has."""
    winners, losers = zip(*[(i, j) for i in range(6) for j in range(i)], strict=True)
    data = Comparisons.from_pairs(6, winners, losers)
    people = RespondentSettings("observed", observed=Observed.from_table(data))
    truth = Given((0.0, 1.0, 2.0, 3.0, 4.0, 5.0))
    experiment = Experiment(6, truth, ("all-pairs",), (15,), respondent=people)
    assert experiment.trials()[0].run()[0].kendall == 0


@pytest.mark.parametrize(
    "experiment",
    [
        SMALL,
        replace(SMALL, population=Poisson(3.0), order="depth", prior_variance=5e5),
        replace(SMALL, priors=(("uncertainty", 4.0),)),
        replace(
            SMALL,
            n_items=3,
            population=Given((0.5, 1.5, -1.0)),
            respondent=RespondentSettings(
                "observed", 0.1, 0.2, Observed(3, (0, 0), (1, 2), (0.25, 1.0))
            ),
        ),
    ],
)
def test_experiment_survives_json(experiment: Experiment, tmp_path: Path) -> None:
    """What is saved is loaded again, equal in every field."""
    save_experiment(experiment, tmp_path / "experiment.json")
    assert load_experiment(tmp_path / "experiment.json") == experiment


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"strategies": ["bogosort"]}, "bogosort"),
        ({"strategies": []}, "needs strategies"),
        ({"strategies": ["random", "random"]}, "each named once"),
        ({"budgets": [-3]}, "from 1 up"),
        ({"budgets": [5, 3]}, "must rise"),
        ({"n_items": 1}, "at least two items"),
        ({"repetitions": 0}, "a repetition at least"),
        ({"order": "sideways"}, "sideways"),
        ({"population": {"kind": "cauchy"}}, "cauchy"),
        ({"population": {"kind": "uniform"}}, "the population lacks the entry “noise”"),
        ({"population": 3}, "does not describe an experiment"),
        ({"respondent": {"kind": "parrot"}}, "parrot"),
        ({"respondent": {"kind": "observed"}}, "observed outcomes"),
        ({"colour": "blue"}, "the experiment has no entry “colour”"),
        ({"respondent": {"kind": "observed", "observed": {}}}, "observed answers lacks the entry"),
    ],
)
def test_wrong_description_is_refused(change: dict, word: str, tmp_path: Path) -> None:
    """The sentence names the file and what is wrong in it."""
    path = tmp_path / "experiment.json"
    save_experiment(SMALL, path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(InputError) as caught:
        load_experiment(path)
    assert word in str(caught.value)
    assert str(path) in str(caught.value)


def test_missing_entry_is_named(tmp_path: Path) -> None:
    """Other JSON is refused with the entry that it lacks."""
    path = tmp_path / "other.json"
    path.write_text('{"n_items": 3}')
    with pytest.raises(InputError, match=r"the entry '.+' is missing"):
        load_experiment(path)


def test_file_that_is_no_json_is_refused(tmp_path: Path) -> None:
    """A sentence instead of a traceback, for a missing file too."""
    path = tmp_path / "experiment.json"
    with pytest.raises(InputError, match="can't be read"):
        load_experiment(path)
    path.write_text("{")
    with pytest.raises(InputError, match="is not JSON"):
        load_experiment(path)


def test_budget_grid_rises_to_the_budget() -> None:
    """Round numbers from half a comparison an item on; small budgets have a grid as well."""
    grid = budget_grid(200, 10_000)
    assert (grid[0], grid[-1]) == (100, 10_000)
    assert list(grid) == sorted(set(grid))
    assert budget_grid(200, 1) == (1,)
    assert budget_grid(2, 7)[-1] == 7
    with pytest.raises(InputError):
        budget_grid(10, 0)


def sort_by_merging(items: list[int], ask) -> list[int]:
    """Sort by textbook recursion; `ask(a, b)` says whether a is better. Best first."""
    if len(items) < 2:
        return items
    middle = len(items) // 2
    left, right = sort_by_merging(items[:middle], ask), sort_by_merging(items[middle:], ask)
    merged = []
    while left and right:
        merged.append(left.pop(0) if ask(left[0], right[0]) else right.pop(0))
    return merged + left + right


class BudgetError(Exception):
    """No comparison is left."""


def independent_displacement(name: str, n: int, noise: float, budget: int, seed: int) -> int:
    """Compute the paper's protocol with plain Python, and choix for the estimate."""
    rng = random.Random(seed)
    truth = [rng.uniform(0, (n + 1) / noise) for _ in range(n)]
    outcomes: list[tuple[int, int]] = []

    def ask(a: int, b: int) -> bool:
        if len(outcomes) == budget:
            raise BudgetError
        a_wins = rng.random() < 1 / (1 + np.exp(truth[b] - truth[a]))
        outcomes.append((a, b) if a_wins else (b, a))
        return a_wins

    try:
        while True:
            if name == "random":
                ask(*rng.sample(range(n), 2))
            else:
                sort_by_merging(rng.sample(range(n), n), ask)
    except BudgetError:
        pass
    scores = choix.opt_pairwise(n, outcomes, alpha=1e-6, method="Newton-CG", tol=1e-4)
    places = [0] * n
    for place, item in enumerate(sorted(range(n), key=lambda k: (scores[k], rng.random()))):
        places[item] = place
    true_places = {
        item: place for place, item in enumerate(sorted(range(n), key=truth.__getitem__))
    }
    return sum(abs(places[item] - true_places[item]) for item in range(n))


@pytest.mark.parametrize("name", ["random", "mergesort"])
def test_displacement_agrees_with_an_independent_computation(name: str) -> None:
    """At n = 200, noise 5, c = 2,000 the means agree but for chance."""
    experiment = Experiment(
        200,
        Uniform(5.0),
        (name,),
        (2000,),
        repetitions=30,
        order="depth",
        prior_variance=ranking.VAGUE_PRIOR_VARIANCE,
    )
    ours = [trial.run()[0].displacement for trial in experiment.trials()]
    theirs = [independent_displacement(name, 200, 5.0, 2000, seed) for seed in range(5)]
    error = np.sqrt(np.var(ours, ddof=1) / len(ours) + np.var(theirs, ddof=1) / len(theirs))
    assert np.mean(ours) == near(np.mean(theirs), error)
    assert error < 0.1 * np.mean(theirs)  # sharp enough to notice another protocol
