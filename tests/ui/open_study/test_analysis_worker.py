from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.posterior import expected_displacement
from sortrank_gui.study.file.journal import (
    Answer,
    GivenAnswer,
    Kind,
    Snapshot,
    Trial,
    count_answers,
)
from sortrank_gui.study.items.items import Item, Study
from sortrank_gui.ui.open_study.analysis_worker import Analysis, AnalysisWorker
from sortrank_gui.ui.threads.latest import Latest
from tests.fleeting import fleeting_session


class Bench:
    """An analysis worker on this thread, fed by a session, with all that it says."""

    def __init__(self, study: Study, *, pace: float = 0.0) -> None:
        self.snapshots: Latest[Snapshot] = Latest()
        self.worker = AnalysisWorker(study, self.snapshots, pace=pace)
        self.analyses: list[Analysis] = []
        self.failures: list[object] = []
        self.worker.analysed.connect(self.analyses.append)
        self.worker.failed.connect(self.failures.append)
        self.session = fleeting_session(len(study.items), strategy="mergesort", seed=2, budget=1000)

    def answer(self, count: int) -> None:
        """Answer “left” some times."""
        for _ in range(count):
            self.session.answer(Answer.LEFT, seconds=1.0)

    def analyse(self) -> Analysis:
        """Return the analysis of all answers so far."""
        self.snapshots.put(self.session.snapshot())
        self.worker.analyse()
        return self.analyses[-1]

    def expected_estimate(self) -> ranking.Estimate:
        """Return a fit from scratch."""
        table = Comparisons(self.session.n_items)
        count_answers(table, self.session.snapshot().answers())
        return ranking.fit(table)


@pytest.fixture
def bench(qapp: object, study: Study) -> Bench:
    """Return a worker that knows nothing yet."""
    return Bench(study)


def test_analysis_equals_a_fit_of_all_answers(bench: Bench) -> None:
    """Counted bit by bit, all values are those that all answers at once give."""
    for count in (0, 3, 40, 1):
        bench.answer(count)
        analysis = bench.analyse()
    assert analysis.answered == 44
    expected = bench.expected_estimate()
    np.testing.assert_allclose(analysis.scores, expected.scores)
    np.testing.assert_allclose(analysis.standard_errors, expected.standard_errors)
    assert analysis.wins.sum() == analysis.losses.sum() == 44
    assert analysis.shown.sum() == 88


def test_analysis_follows_an_undo(bench: Bench) -> None:
    """After an undo and another answer, the undone one has left no trace."""
    bench.answer(20)
    bench.analyse()
    bench.session.undo()
    bench.session.undo()
    bench.session.answer(Answer.RIGHT, seconds=1.0)
    analysis = bench.analyse()
    assert analysis.answered == 19
    assert analysis.curve.answers.max() == 19
    np.testing.assert_allclose(analysis.scores, bench.expected_estimate().scores)


def test_analysis_leaves_practice_and_repeats_out(bench: Bench) -> None:
    """Only regular trials reach the model, but all are answers."""
    given = [GivenAnswer(Trial(k + 1, 0, 1, kind), Answer.LEFT, 1.0) for k, kind in enumerate(Kind)]
    bench.snapshots.put(Snapshot(given, len(given)))
    bench.worker.analyse()
    assert bench.analyses[-1].answered == len(Kind)
    assert bench.analyses[-1].wins.tolist() == [1, 0, 0, 0, 0, 0]


def test_uncertainty_follows_the_fit(bench: Bench, qtbot: QtBot) -> None:
    """A little later the expected displacement is there, for the screen and the stop rule."""
    bench.answer(40)
    with qtbot.waitSignal(bench.worker.displacement_estimated) as told:
        bench.analyse()
    expected = expected_displacement(bench.expected_estimate())
    assert told.args == [pytest.approx(expected / 6), 40]
    qtbot.waitUntil(lambda: bench.analyses[-1].ranks is not None)
    assert bench.analyses[-1].curve.expected_displacement[-1] == pytest.approx(expected)


def test_past_of_the_curve_fills_itself(bench: Bench, qtbot: QtBot, study: Study) -> None:
    """After 300 answers at once the curve grows from both ends, with fits of earlier answers."""
    bench.answer(300)
    assert bench.analyse().curve.answers.tolist() == [300]
    qtbot.waitUntil(lambda: len(bench.analyses[-1].curve.answers) > 40)
    curve = bench.analyses[-1].curve
    assert (curve.answers[0], curve.answers[-1]) == (0, 300)
    assert np.all(np.diff(curve.answers) > 0)
    table = Comparisons(6)
    count_answers(table, bench.session.snapshot().answers()[: curve.answers[20]])
    scores = ranking.fit(table).scores
    assert curve.displacement[20] == ranking.displacement(scores, study.truth)


def test_curve_is_measured_against_another_truth(bench: Bench, qtbot: QtBot, study: Study) -> None:
    """A truth that is loaded, changed or removed changes the whole curve."""
    bench.answer(10)
    before = bench.analyse().curve.displacement[-1]
    bench.worker.set_truth(-study.truth)
    assert bench.analyses[-1].curve.displacement[-1] != before
    bench.worker.set_truth(None)
    assert np.isnan(bench.analyses[-1].curve.displacement).all()


def test_analysis_goes_on_with_other_items(bench: Bench) -> None:
    """After the items were replaced, answers to the new ones count alone."""
    bench.answer(10)
    bench.analyse()
    bench.worker.set_study(Study("new", "?", (Item("a"), Item("b"))))
    bench.snapshots.put(Snapshot([GivenAnswer(Trial(1, 0, 1), Answer.RIGHT, 1.0)], 1))
    bench.worker.analyse()
    assert bench.analyses[-1].wins.tolist() == [0, 1]


def test_stale_requests_are_dropped(bench: Bench) -> None:
    """Many requests for one snapshot lead to one analysis."""
    bench.answer(5)
    bench.analyse()
    bench.worker.analyse()
    bench.worker.analyse()
    assert len(bench.analyses) == 1


def test_newest_snapshot_wins(bench: Bench) -> None:
    """A snapshot that nobody fetched is replaced, and its reader is called once."""
    assert bench.snapshots.put(bench.session.snapshot())
    bench.answer(2)
    assert not bench.snapshots.put(bench.session.snapshot())
    bench.worker.analyse()
    assert [analysis.answered for analysis in bench.analyses] == [2]


def test_fits_keep_the_pace_of_the_screen(qapp: object, study: Study, qtbot: QtBot) -> None:
    """Of many snapshots in a row the first is fitted at once, and the last a little later."""
    bench = Bench(study, pace=0.05)
    for _ in range(20):
        bench.answer(1)
        bench.analyse()
    counts = [analysis.answered for analysis in bench.analyses]
    assert counts[0] == 1
    assert len(counts) < 10
    qtbot.waitUntil(lambda: bench.analyses[-1].answered == 20)


def test_analysis_reports_a_failure(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fit that fails is reported with its traceback, and the next one is tried again."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise FloatingPointError("overflow in a test")

    with monkeypatch.context() as broken:
        broken.setattr(ranking, "fit", fail)
        bench.snapshots.put(bench.session.snapshot())
        bench.worker.analyse()
    assert "overflow in a test" in bench.failures[0].details
    bench.answer(3)
    assert bench.analyse().answered == 3


def test_analysis_without_truth_knows_what_to_expect(
    qapp: object, study: Study, qtbot: QtBot
) -> None:
    """Where no truth is known, there is the expected displacement alone."""
    bench = Bench(Study(study.title, study.prompt, study.items))
    bench.answer(4)
    bench.analyse()
    qtbot.waitUntil(lambda: bench.analyses[-1].ranks is not None)
    curve = bench.analyses[-1].curve
    assert np.isnan(curve.displacement).all()
    assert curve.expected_displacement[-1] > 0


@pytest.mark.parametrize("n_items", [50, 10_000])
def test_analysis_of_many_answers_needs_few_fits(
    qapp: object, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, n_items: int
) -> None:
    """With 100,000 answers of a file the ranking is there after a single fit."""
    rng = np.random.default_rng(1)
    pairs = np.column_stack(
        (rng.integers(n_items, size=100_000), rng.integers(1, n_items, 100_000))
    )
    pairs[:, 1] = (pairs.sum(axis=1)) % n_items
    given = [GivenAnswer(Trial(1, a, b), Answer.LEFT, 1.0) for a, b in pairs.tolist()]
    worker = AnalysisWorker(
        Study("many", "?", tuple(Item(str(k)) for k in range(n_items))), snapshots := Latest()
    )
    fits: list[int] = []
    fit: Callable[..., ranking.Estimate] = ranking.fit
    monkeypatch.setattr(ranking, "fit", lambda table: fits.append(1) or fit(table))
    snapshots.put(Snapshot(given, len(given)))
    with qtbot.waitSignal(worker.analysed) as told:
        worker.analyse()
    assert told.args[0].answered == 100_000
    assert len(fits) == 1
    assert np.isnan(told.args[0].standard_errors).all() == (n_items > 1500)
    with qtbot.waitSignal(worker.analysed) as told:
        pass
    assert (told.args[0].standard_errors > 0).all()
