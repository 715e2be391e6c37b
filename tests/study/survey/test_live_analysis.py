from collections.abc import Callable, Sequence

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking import Comparisons
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.ranking.uncertainty import Uncertainty
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.file.given_answers import Snapshot, count_answers
from sortrank_gui.study.file.journal import Answer, GivenAnswer, Kind, Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey import live_analysis
from sortrank_gui.study.survey.live_analysis import Analysis, LiveAnalysis, Turn
from tests.fleeting import fleeting_file, fleeting_session, fleeting_state

ITEMS = [Item(f"item {k}") for k in range(6)]
TRUTH = (3.0, 1.0, 2.0, 6.0, 5.0, 4.0)
STOPS = Design(stop=StopRules(displacement=1.0))


class Bench:
    """An analysis fed by a session, with a clock that stands still unless it rests."""

    def __init__(self, truth: Sequence[float] | None = TRUTH, design: Design | None = None) -> None:
        self.file = fleeting_file(ITEMS, truth, design)
        self.now = 0.0
        self.live = LiveAnalysis(pace=0.1, clock=lambda: self.now)
        self.session = fleeting_session(6, strategy="mergesort", seed=2, budget=1000)

    def answer(self, count: int) -> None:
        """Answer “left” some times."""
        for _ in range(count):
            self.session.answer(Answer.LEFT, seconds=1.0)

    def advance(self) -> Turn:
        """Let the analysis look at all answers so far."""
        return self.live.advance(fleeting_state(self.file, self.session.snapshot()))

    def analyse(self) -> Analysis:
        """Return the analysis of all answers so far, a while after the last one."""
        self.now += 1.0
        analysis = self.advance().analysis
        assert analysis is not None
        return analysis

    def go_on(self) -> list[Turn]:
        """Take turns until nothing is left to do, and return them."""
        turns = [Turn(None, 0.0)]
        while (rest := turns[-1].rest) is not None:
            self.now += rest
            turns.append(self.live.advance())
        return turns

    def last_of(self, turns: list[Turn]) -> Analysis:
        """Return what the last of these turns told."""
        return [turn.analysis for turn in turns if turn.analysis is not None][-1]

    def expected_uncertainty(self) -> Uncertainty:
        """Return an assessment from scratch."""
        table = Comparisons(6)
        count_answers(table, self.session.snapshot().answers())
        return assess(table)

    def expected_estimate(self) -> ranking.Estimate:
        """Return a fit from scratch."""
        table = Comparisons(6)
        count_answers(table, self.session.snapshot().answers())
        return ranking.fit(table)


def test_analysis_equals_a_fit_of_all_answers() -> None:
    """Counted bit by bit, all values are those that all answers at once give."""
    bench = Bench()
    for count in (0, 3, 40, 1):
        bench.answer(count)
        analysis = bench.analyse()
    assert analysis.answered == 44
    expected = bench.expected_estimate()
    np.testing.assert_allclose(analysis.scores, expected.scores)
    np.testing.assert_allclose(analysis.standard_errors, expected.standard_errors)
    assert analysis.wins.sum() == analysis.losses.sum() == 44
    assert analysis.shown.sum() == 88


def test_analysis_says_which_items_are_joined() -> None:
    """The first merges of a sort are islands; the whole sort joins all items."""
    bench = Bench()
    bench.answer(2)
    islands = bench.analyse().islands
    assert islands is not None
    assert islands.split
    bench.answer(20)
    islands = bench.analyse().islands
    assert islands is not None
    assert islands.number.tolist() == [1] * 6


def test_analysis_follows_an_undo() -> None:
    """After an undo and another answer, the undone one has left no trace."""
    bench = Bench()
    bench.answer(20)
    bench.analyse()
    bench.session.undo()
    bench.session.undo()
    bench.session.answer(Answer.RIGHT, seconds=1.0)
    analysis = bench.analyse()
    assert analysis.answered == 19
    assert analysis.curve.answers.max() == 19
    np.testing.assert_allclose(analysis.scores, bench.expected_estimate().scores)


def test_analysis_leaves_practice_and_repeats_out() -> None:
    """Only regular trials reach the model, but all are answers."""
    bench = Bench()
    given = [GivenAnswer(Trial(k + 1, 0, 1, kind), Answer.LEFT, 1.0) for k, kind in enumerate(Kind)]
    turn = bench.live.advance(fleeting_state(bench.file, Snapshot.of(given)))
    assert turn.analysis.answered == len(Kind)
    assert turn.analysis.wins.tolist() == [1, 0, 0, 0, 0, 0]


def test_uncertainty_follows_the_fit() -> None:
    """A little later the expected displacement is there, for the screen and the stop rule."""
    bench = Bench(design=STOPS)
    bench.answer(40)
    assert bench.analyse().ranks is None
    turns = bench.go_on()
    found = bench.expected_uncertainty()
    expected = found.displacement
    told = [turn.expected for turn in turns if turn.expected is not None]
    assert told == [(pytest.approx(expected / 6), 40)]
    analysis = bench.last_of(turns)
    assert analysis.ranks.displacement == pytest.approx(expected)
    assert analysis.scores == pytest.approx(found.scores)
    assert analysis.low == pytest.approx(found.low)
    assert analysis.high == pytest.approx(found.high)
    assert analysis.standard_errors == pytest.approx(found.standard_errors)
    assert analysis.curve.expected_displacement[-1] == pytest.approx(expected)


def test_intervals_keep_their_length_until_they_are_assessed_again() -> None:
    """A first look at new answers does not make the ranking look surer than it is."""
    bench = Bench()
    bench.answer(20)
    bench.analyse()
    before = bench.last_of(bench.go_on())
    bench.answer(1)
    after = bench.analyse()
    assert not np.array_equal(after.scores, before.scores)
    assert after.scores - after.low == pytest.approx(before.scores - before.low)
    assert after.high - after.scores == pytest.approx(before.high - before.scores)


def test_session_does_not_end_while_it_is_too_early() -> None:
    """After two answers to six items the expected displacement is told as endless."""
    bench = Bench(design=STOPS)
    bench.answer(2)
    bench.analyse()
    turns = bench.go_on()
    assert [turn.expected for turn in turns if turn.expected is not None] == [(float("inf"), 2)]
    assert bench.last_of(turns).ranks.too_early


@pytest.mark.parametrize("count", [2, 20])
def test_session_of_many_items_does_not_end_while_it_is_too_early(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """More items than are assessed at once: under ten answers an item nothing is certain."""
    monkeypatch.setattr(live_analysis, "_ASSESSED_ITEMS", 5)
    bench = Bench(design=STOPS)
    bench.answer(count)
    bench.analyse()
    turns = bench.go_on()
    told = {turn.expected for turn in turns if turn.expected is not None}
    assert told == {(float("inf"), count)}
    ranks = bench.last_of(turns).ranks
    assert (ranks.too_early, ranks.answers_needed) == (True, 30)


@pytest.mark.parametrize(("goal", "is_assessed"), [(1.6, True), (1.0, False)])
def test_session_of_many_items_ends_by_an_assessment(
    monkeypatch: pytest.MonkeyPatch, goal: float, is_assessed: bool
) -> None:
    """What a fit alone would end is looked at with all spreads that may be."""
    monkeypatch.setattr(live_analysis, "_ASSESSED_ITEMS", 5)
    bench = Bench(design=Design(stop=StopRules(displacement=goal)))
    bench.answer(40)
    bench.analyse()
    told = [turn.expected for turn in bench.go_on() if turn.expected is not None]
    assessed = bench.expected_uncertainty().displacement
    assert (told[-1] == (pytest.approx(assessed / 6), 40)) is is_assessed
    bench.answer(1)
    assert bench.analyse().scores == pytest.approx(bench.expected_estimate().scores)


def test_nobody_hears_what_no_rule_asks_for() -> None:
    """In a study that does not end by its displacement, no session is told."""
    bench = Bench()
    bench.answer(40)
    bench.analyse()
    assert all(turn.expected is None for turn in bench.go_on())


def test_same_answers_are_fitted_once() -> None:
    """States that bring no answers, such as a note's, start nothing anew."""
    bench = Bench(design=STOPS)
    bench.answer(40)
    bench.analyse()
    bench.go_on()
    bench.now += 1.0
    assert bench.advance() == Turn(None, None)


def test_past_of_the_curve_fills_itself() -> None:
    """After 300 answers at once the curve grows from both ends, with fits of earlier answers."""
    bench = Bench()
    bench.answer(300)
    assert bench.analyse().curve.answers.tolist() == [300]
    curve = bench.last_of(bench.go_on()).curve
    assert len(curve.answers) > 40
    assert (curve.answers[0], curve.answers[-1]) == (0, 300)
    assert np.all(np.diff(curve.answers) > 0)
    table = Comparisons(6)
    count_answers(table, bench.session.snapshot().answers()[: curve.answers[20]])
    scores = assess(table).scores
    assert curve.displacement[20] == ranking.displacement(scores, np.array(TRUTH))


def test_curve_is_measured_against_another_truth() -> None:
    """A truth that is loaded, changed or removed changes the whole curve."""
    bench = Bench()
    bench.answer(10)
    before = bench.analyse().curve.displacement[-1]
    bench.file = fleeting_file(ITEMS, [-score for score in TRUTH])
    assert bench.analyse().curve.displacement[-1] != before
    bench.file = fleeting_file(ITEMS)
    assert np.isnan(bench.analyse().curve.displacement).all()
    assert bench.last_of(bench.go_on()).curve.expected_displacement[-1] > 0


def test_analysis_goes_on_with_other_items() -> None:
    """After the items were replaced, answers to the new ones count alone; one gives nothing."""
    bench = Bench()
    bench.answer(10)
    bench.analyse()
    for items, wins in ((ITEMS[:2], [0, 1]), (ITEMS[:1], None)):
        given = [GivenAnswer(Trial(1, 0, 1), Answer.RIGHT, 1.0)][: len(items) - 1]
        bench.now += 1.0
        analysis = bench.live.advance(
            fleeting_state(fleeting_file(items), Snapshot.of(given))
        ).analysis
        assert (analysis and analysis.wins.tolist()) == wins


def test_fits_keep_the_pace_of_the_screen() -> None:
    """Of many states in a row the first is fitted at once, and the last when the pace allows."""
    bench = Bench()
    for _ in range(20):
        bench.answer(1)
        turn = bench.advance()
    bench.now += 0.1
    turn = bench.live.advance()
    assert turn.analysis is not None
    assert turn.analysis.answered == 20


def test_other_work_goes_on_while_answers_come_in() -> None:
    """A robot whose states come faster than fits does not keep the uncertainty away."""
    bench, found = Bench(), []
    for _ in range(100):
        bench.answer(1)
        bench.now += 0.03
        turn = bench.advance()
        found.append(turn.analysis is not None and turn.analysis.ranks is not None)
    assert any(found)


def test_failed_fit_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next state is fitted, even with the same answers."""

    def fail(*_arguments: object, **_options: object) -> None:
        raise FloatingPointError("overflow in a test")

    bench = Bench()
    bench.answer(3)
    with monkeypatch.context() as broken:
        broken.setattr(ranking, "fit", fail)
        with pytest.raises(FloatingPointError):
            bench.advance()
    assert bench.analyse().answered == 3


@pytest.mark.parametrize("n_items", [50, 10_000])
def test_analysis_of_many_answers_needs_few_fits(
    monkeypatch: pytest.MonkeyPatch, n_items: int
) -> None:
    """With 100,000 answers of a file the ranking is there after a single fit."""
    rng = np.random.default_rng(1)
    pairs = np.column_stack(
        (rng.integers(n_items, size=100_000), rng.integers(1, n_items, 100_000))
    )
    pairs[:, 1] = (pairs.sum(axis=1)) % n_items
    given = [GivenAnswer(Trial(1, a, b), Answer.LEFT, 1.0) for a, b in pairs.tolist()]
    live, file = LiveAnalysis(), fleeting_file([Item(str(k)) for k in range(n_items)])
    fits: list[int] = []
    fit: Callable[..., ranking.Estimate] = ranking.fit
    monkeypatch.setattr(ranking, "fit", lambda table, **how: fits.append(1) or fit(table, **how))
    analysis = live.advance(fleeting_state(file, Snapshot.of(given))).analysis
    assert (analysis.answered, len(fits)) == (100_000, 1)
    assert np.isnan(analysis.standard_errors).all() == (n_items > 1500)
    while (newer := live.advance().analysis) is None:
        pass
    assert (newer.standard_errors > 0).all()
