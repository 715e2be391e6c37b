"""Known items of an earlier study: what is read of them, and what is said about the scale."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.anchors import Anchors, fit_anchored
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.anchoring import rank_anchored, tell_drift
from sortrank_gui.study.results.selection import ALL
from sortrank_gui.study.survey.survey import Survey

Make = Callable[..., Path]


@pytest.fixture
def study(make_study: Make, answer_many: Callable[..., None]) -> Everything:
    """Return a study of six items that a robot answered."""
    path = make_study(n_items=6)
    survey = Survey(open_study(path))
    answer_many(survey.start("P01"), 60)
    survey.close()
    with open_study(path, read_only=True) as file:
        return file.everything


def write(path: Path, rows: list[str]) -> Path:
    """Write a table of known items."""
    path.write_text("\n".join(["item,score,standard_error", *rows]) + "\n", encoding="utf-8")
    return path


def test_items_come_on_the_scale_of_known_ones(study: Everything, tmp_path: Path) -> None:
    """Anchors keep their zero, new items have no score from before, and the order is by score."""
    names = [item.name for item in study.content.items]
    source = write(
        tmp_path / "old.csv", [f'"{names[4]}",7.5,0.1', f'"{names[5]}",8.5,0.1', "x,0,1"]
    )
    found = rank_anchored(study, ALL, source)
    assert sorted(found.item.tolist()) == list(range(6))
    assert (np.diff(found.score) <= 0).all()
    known = dict(zip(found.item.tolist(), found.known.tolist(), strict=True))
    assert (known[4], known[5]) == (7.5, 8.5)
    assert np.isnan([known[item] for item in range(4)]).all()
    assert found.score.mean() > 3
    assert found.words[0] == (
        "Scores are on the scale of old.csv: 2 of 6 items are anchors, 4 are new."
    )
    assert (found.low < found.score).all()
    assert (found.score < found.high).all()


def test_table_of_other_items_is_refused(study: Everything, tmp_path: Path) -> None:
    """The sentence names the file."""
    source = write(tmp_path / "other.csv", ["nobody,1,0.1", "knows,2,0.1"])
    with pytest.raises(InputError, match=r"other\.csv"):
        rank_anchored(study, ALL, source)


def test_anchors_that_moved_are_named() -> None:
    """One of ten anchors changed by three logits: it is named in nine of ten studies.

    If none changed, any is named in at most one study of 100; in 100 studies that is hardly ever
    more than five.
    """
    rng, named = np.random.default_rng(3), []
    names = [f"item {k}" for k in range(10)]
    for shift in (0.0, 3.0):
        said = []
        for _ in range(100):
            truth = rng.normal(0, 1, 10)
            anchors = Anchors(np.arange(10), truth + rng.normal(0, 0.3, 10), np.full(10, 0.3))
            truth[2] += shift
            first = rng.integers(10, size=300)
            second = (first + rng.integers(1, 10, size=300)) % 10
            won = rng.random(300) < 1 / (1 + np.exp(truth[second] - truth[first]))
            pairs = np.where(won, first, second), np.where(won, second, first)
            found = fit_anchored(Comparisons.from_pairs(10, *pairs), anchors)
            said.append(" ".join(tell_drift(anchors, found, names)))
        named.append(said)
    unchanged, changed = named
    assert sum(map(bool, unchanged)) <= 5
    assert sum("item 2”" in words for words in changed) > 75
