"""Classes of taste: as many as there are, and who belongs to them."""

import numpy as np
import pytest
from scipy.special import expit

from sortrank_gui.ranking import fit
from sortrank_gui.ranking.diagnostics import Judgements, TasteClasses, find_taste_classes


def _collect(tastes: list[np.ndarray], people: int, count: int, seed: int) -> TasteClasses | None:
    """Find the classes of so many people of each taste, who answer random pairs."""
    rng = np.random.default_rng((seed, 9))
    n, total = len(tastes[0]), people * len(tastes)
    whose = np.repeat(np.arange(total), count)
    scores = np.array(tastes)[whose // people]
    left = rng.integers(n, size=len(whose))
    right = (left + rng.integers(1, n, size=len(whose))) % n
    rows = np.arange(len(whose))
    chosen = rng.random(len(whose)) < expit(scores[rows, left] - scores[rows, right])
    answers = Judgements(n, left, right, chosen.astype(float))
    return find_taste_classes(answers, whose, fit(answers.table()))


def test_one_taste_is_one_class() -> None:
    """People who judge alike are not torn apart: of 100 such studies none was."""
    for seed in range(3):
        found = _collect([np.random.default_rng(seed).normal(0, 1, 10)], 24, 40, seed)
        assert found is not None
        assert found.count == 1
        assert found.bic[0] == min(found.bic)


@pytest.mark.parametrize("count", [2, 3])
def test_tastes_are_found_with_their_people_and_rankings(count: int) -> None:
    """Unlike tastes come out as many, with at least nine of ten people in the right one."""
    rng = np.random.default_rng(count)
    tastes = [rng.permutation(np.linspace(-2, 2, 10)) for _ in range(count)]
    found = _collect(tastes, 12, 60, 1)
    assert found is not None
    assert found.count == count
    assert found.share.sum() == pytest.approx(1.0)
    assert (np.diff(found.share) <= 1e-9).all()
    for k, taste in enumerate(tastes):
        own = found.of_person[12 * k : 12 * (k + 1)]
        kind = int(np.bincount(own).argmax())
        assert np.mean(own == kind) >= 0.9
        assert np.corrcoef(found.estimates[kind].scores, taste)[0, 1] > 0.9


def test_few_people_have_no_classes() -> None:
    """Below twenty people nothing is looked for."""
    assert _collect([np.zeros(5)], 19, 10, 1) is None
