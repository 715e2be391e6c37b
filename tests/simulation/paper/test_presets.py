"""The paper's experiments, each in a version of a second."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from sortrank_gui.errors import InputError
from sortrank_gui.simulation import paper
from sortrank_gui.simulation.executors import SequentialExecutor
from sortrank_gui.simulation.paper import (
    DataUse,
    Done,
    PaperSettings,
    bounds,
    gifgif,
    runtime,
    theory,
)
from sortrank_gui.simulation.paper.base import Claim, claims_table, span
from sortrank_gui.simulation.paper.contests import first_better, percent_above
from sortrank_gui.simulation.reports import SimulationReport
from sortrank_gui.simulation.runner import run_tasks
from tests.spread import near


class Tiny(PaperSettings):
    """A tenth of the quick version."""

    def size(self, full: int, quick: int) -> int:
        """Return a tenth of the quick number."""
        return max(1, quick // 10)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shrink what is not a matter of `PaperSettings.size`."""
    monkeypatch.setattr(bounds, "QUICK_SIZES", (50, 100))
    monkeypatch.setattr(theory, "SIZES", (50, 200))
    monkeypatch.setattr(theory, "_BATCH", 10)
    monkeypatch.setattr(gifgif, "QUICK_BUDGETS", (100, 400))
    monkeypatch.setattr(runtime, "QUICK_SIZES", (30,))
    monkeypatch.setattr(runtime, "_PATIENCE", 0.05)


def reproduce(name: str, data: Path | None = None) -> tuple[SimulationReport, Sequence[Done]]:
    """Run an experiment in this thread."""
    preset, settings = paper.get(name), Tiny(quick=True, data=data)
    tasks = preset.tasks(settings)
    results = run_tasks(tasks, SequentialExecutor())
    assert not results.failures
    done = [Done(task, value) for task, value in zip(tasks, results.values, strict=True)]
    return preset.report(settings, done), done


def sushi_file(folder: Path) -> Path:
    """Write orders of 5 of 20 items, better items with higher numbers."""
    rng = np.random.default_rng(1)
    rows = []
    for _ in range(300):
        items = rng.permutation(20)[:5]
        order = items[np.argsort(-(items / 4 + rng.gumbel(size=5)))]
        rows.append("0 5 " + " ".join(map(str, order)))
    path = folder / "tiny.order"
    path.write_text("20 1\n" + "\n".join(rows) + "\n")
    return path


def gifgif_file(folder: Path) -> Path:
    """Write choices between 15 images, for two emotions."""
    rng = np.random.default_rng(2)
    lines = ["metric,left,right,choice"]
    for _ in range(600):
        left, right = rng.permutation(15)[:2]
        choice = "left" if rng.random() < 1 / (1 + np.exp(right - left)) else "right"
        lines.append(f"happiness,g{left},g{right},{choice}")
    lines.append("fear,g1,g2,left")
    path = folder / "tiny.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


MEASURES = ("strategy", "c", "repetition", "displacement", "max_displacement", "kendall")
COLUMNS = {
    "bounds": ("noise", "n", "repetition", "comparisons", *MEASURES[3:]),
    "multisort": ("rule", "m", "repetition", *MEASURES[3:]),
    "baselines": ("noise", *MEASURES),
    "sensitivity": ("precision", *MEASURES),
    "gifgif": MEASURES,
    "runtime": ("strategy", "n", "repetition", "seconds", "later_seconds"),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_preset_gives_rows_figure_and_page(name: str) -> None:
    """Every experiment has tidy rows, curves with as many means as places, and a page."""
    report, _ = reproduce(name)
    assert report.tables[0].header == COLUMNS[name]
    assert all(len(row) == len(COLUMNS[name]) for row in report.tables[0].rows)
    assert report.page.startswith("# ")
    assert "Short version" in report.page
    assert f"({name}.png)" in report.page
    for panel in report.figures[name].panels:
        assert panel.x_label
        assert panel.y_label
        for curve in panel.curves:
            assert len(curve.x) == len(curve.mean) > 0
            assert np.isfinite(curve.mean).all()


def test_theory_holds() -> None:
    """No Quicksort breaks Lemma 1 or 3, and the closed forms are met."""
    report, done = reproduce("theory")
    checks = [row for d in done for row in d.value if isinstance(row, theory.SortCheck)]
    quick = [row for row in checks if row.sort == "quicksort"]
    assert all(row.repeated_pairs == 0 for row in quick)
    assert all(row.displacement <= row.bound for row in quick)
    counts = [row.comparisons for row in quick if (row.answers, row.n) == ("noiseless", 200)]
    error = np.std(counts, ddof=1) / np.sqrt(len(counts))
    assert np.mean(counts) == near(theory.quicksort_comparisons(200), error)
    assert theory.quicksort_comparisons(200) == pytest.approx(1563, abs=1)
    assert "Ailon" in report.page
    assert {table.name for table in report.tables} == {"theory", "theory-order"}


def test_sushi_says_where_the_data_is() -> None:
    """Without the file the sentence tells how to get it."""
    with pytest.raises(InputError, match=r"kamishima.*--data"):
        paper.get("sushi").tasks(PaperSettings())


def test_sushi_draws_from_the_data(tmp_path: Path) -> None:
    """The truth is the fit of the file; every strategy ends nearer to it than a random ranking."""
    report, done = reproduce("sushi", sushi_file(tmp_path))
    assert "20 items, 3,000 outcomes" in report.page
    truth = done[0].task.truth()
    assert np.corrcoef(truth, np.arange(20))[0, 1] > 0.9
    last = [d.value[-1].displacement for d in done]
    assert max(last) < (20**2 - 1) / 3


def test_gifgif_takes_one_emotion_of_the_data(tmp_path: Path) -> None:
    """The fitted scores of “happiness” are the truth that answers are drawn from."""
    report, done = reproduce("gifgif", gifgif_file(tmp_path))
    assert "15 items, scores of a Bradley-Terry fit" in report.page
    assert done[0].task.experiment.n_items == 15


def test_paper_presets_follow_the_conventions() -> None:
    """Textbook order, and a prior precision of 2e-6, wherever the paper says ML."""
    for trial in paper.get("baselines").tasks(PaperSettings()):
        assert trial.experiment.order == "depth"
        assert trial.experiment.prior_variance == 5e5
        assert trial.experiment.repetitions == 10
        assert trial.experiment.budgets[-1] == 10_000


def test_unknown_preset_is_refused() -> None:
    """The sentence lists those that there are."""
    with pytest.raises(InputError, match="bounds, multisort"):
        paper.get("figure9")


def test_claims_are_one_table_row_each() -> None:
    """A bar in a formula does not break the table."""
    table = claims_table([Claim("Σ |i − j|", "ours", "agrees")])
    assert table.splitlines()[-1] == "| Σ \\|i − j\\| | ours | agrees |"


def test_comparisons_of_curves() -> None:
    """Small helpers of the pages do what their sentences say."""
    means = {"a": {10: 50.0, 20: 30.0, 40: 10.0}, "b": {10: 40.0, 20: 29.0, 40: 20.0}}
    assert percent_above(means, "b", "a", 40) == pytest.approx(100)
    assert first_better(means, "a", "b") == 20  # 30 is within 5 % of 29
    assert first_better({"a": {1: 2.0}, "b": {1: 1.0}}, "a", "b") is None
    assert span([3.2, -1.4]) == "-1 to +3 %"
    assert span([3.2, 2.9]) == "+3 %"


@pytest.mark.parametrize("name", paper.names())
def test_preset_explains_itself(name: str) -> None:
    """Each says what it does, and one that needs data can't do without."""
    preset = paper.get(name)
    assert preset.about.endswith((".", ")"))
    if preset.data is DataUse.NEEDED:
        with pytest.raises(InputError):
            preset.tasks(PaperSettings(quick=True))
    else:
        assert preset.tasks(PaperSettings(quick=True))
