import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.study.items import Study
from sortrank_gui.study.journal import Answer, Snapshot, count_answers
from sortrank_gui.ui.latest import Latest
from sortrank_gui.ui.survey.analysis_worker import Analysis, AnalysisWorker
from tests.fleeting import fleeting_session


class Bench:
    """An analysis worker on this thread, fed by a session, with all that it says."""

    def __init__(self, study: Study) -> None:
        self.snapshots: Latest[Snapshot] = Latest()
        self.worker = AnalysisWorker(study, self.snapshots)
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

    def expected_scores(self) -> np.ndarray:
        """Return the scores of a fit from scratch."""
        table = Comparisons(self.session.n_items)
        count_answers(table, self.session.snapshot().answers())
        return ranking.fit(table).scores


@pytest.fixture
def bench(qapp: object, study: Study) -> Bench:
    """Return a worker that knows nothing yet."""
    return Bench(study)


def test_analysis_equals_a_fit_of_all_answers(bench: Bench) -> None:
    """Counted bit by bit, the scores are those that all answers at once give."""
    for count in (0, 3, 40, 1):
        bench.answer(count)
        analysis = bench.analyse()
    assert analysis.answered == 44
    np.testing.assert_allclose(analysis.scores, bench.expected_scores())


def test_analysis_follows_an_undo(bench: Bench, study: Study) -> None:
    """After an undo and another answer, the undone one has left no trace."""
    bench.answer(20)
    bench.analyse()
    bench.session.undo()
    bench.session.undo()
    bench.session.answer(Answer.RIGHT, seconds=1.0)
    analysis = bench.analyse()
    assert analysis.answered == 19
    assert analysis.curve_answers.max() == 19
    assert np.all(np.diff(analysis.curve_answers) > 0)
    np.testing.assert_allclose(analysis.scores, bench.expected_scores())


def test_curve_begins_at_zero_and_ends_at_the_newest(bench: Bench) -> None:
    """Even when many answers come at once, the curve has points in between."""
    bench.analyse()
    bench.answer(300)
    curve = bench.analyse().curve_answers
    assert curve[0] == 0
    assert curve[-1] == 300
    assert len(curve) > 5


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


def test_analysis_without_truth_has_no_curve(qapp: object, study: Study) -> None:
    """Where no truth is known, there is a ranking but no displacement."""
    bench = Bench(Study(study.title, study.prompt, study.items))
    bench.answer(4)
    analysis = bench.analyse()
    assert analysis.answered == 4
    assert len(analysis.curve_answers) == 0
