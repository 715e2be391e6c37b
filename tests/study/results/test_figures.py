"""Results as descriptions of figures."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from sortrank_gui.figures.descriptions import Mark
from sortrank_gui.ranking.diagnostics import Groups
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.figures import (
    MOST_ROWS,
    describe_course,
    describe_distances,
    describe_history,
    describe_participants,
    describe_ranking,
    describe_scores,
    describe_spread,
    describe_wins,
)
from sortrank_gui.study.results.summary import Summary, summarise
from sortrank_gui.study.results.win_picture import Window, picture_wins

Robots = Callable[..., Everything]


@pytest.fixture
def summary(robots: Robots) -> Summary:
    """Return a study of 16 items and 8 robots, of which one flips coins."""
    return summarise(robots(coins=1, answers=80))


def test_ranking_has_all_items_with_their_intervals(summary: Summary) -> None:
    """Best first, numbered, every row once."""
    rows = describe_ranking(summary.names, summary.ranking, summary.groups)
    assert rows.names[0] == summary.names[summary.ranking.item[0]]
    found = {row: dots.value[k] for dots in rows.dots for k, row in enumerate(dots.rows)}
    assert [found[row] for row in range(16)] == summary.ranking.score.tolist()
    assert rows.dots[0].low[0] == summary.ranking.low[rows.dots[0].rows[0]]
    assert rows.ranked


def test_ranking_joins_items_that_cannot_be_told_apart(summary: Summary) -> None:
    """The groups of the summary are there, as far as the figure goes; those of one item are not."""
    assert summary.groups is not None
    groups = replace(summary.groups, first=np.array([0, 2, 9]), last=np.array([4, 12, 9]))
    assert isinstance(groups, Groups)
    whole = describe_ranking(summary.names, summary.ranking, groups)
    assert whole.groups == ((0, 4), (2, 12))
    assert whole.group_label == "can’t be told apart"
    part = describe_ranking(summary.names, summary.ranking, groups, most=5)
    assert part.groups == ((0, 4), (2, 4))
    assert len(part.names) == 5


def test_items_that_only_the_prior_limits_are_rings() -> None:
    """They have a mark and a key of their own."""
    score = np.array([2.0, 1.0, 0.0])
    unlimited = np.array([True, False, False])
    rows = describe_scores(["a", "b", "c"], score, score - 1, score + 1, unlimited=unlimited)
    usual, rings = rows.dots
    assert (usual.rows, usual.mark, usual.label) == ((1, 2), Mark.DOT, "")
    assert (rings.rows, rings.mark) == ((0,), Mark.RING)
    assert rings.label == "never won or never lost"
    none = np.zeros(3, dtype=bool)
    (only,) = describe_scores(["a", "b", "c"], score, score, score, unlimited=none).dots
    assert only.rows == (0, 1, 2)


def test_long_ranking_shows_the_best() -> None:
    """More rows than a page holds are left to the table."""
    score = np.linspace(5, -5, 1000)
    none = np.zeros(1000, dtype=bool)
    rows = describe_scores([f"n{k}" for k in range(1000)], score, score, score, unlimited=none)
    assert len(rows.names) == len(rows.dots[0].rows) == MOST_ROWS


def test_wins_are_shares_and_counts(summary: Summary) -> None:
    """Rows over columns; a part begins at its places, and few items have numbers."""
    picture = picture_wins(summary.wins)
    names = [summary.names[item] for item in summary.ranking.item.tolist()]
    part = describe_wins(picture, names, Window(2, 5, 4))
    assert part.names == tuple(names[2:6])
    assert (part.first_row, part.first_column) == (2, 5)
    won = summary.wins.dense()
    assert part.wins is not None
    assert part.wins.tolist() == won[2:6, 5:9].tolist()
    total = won + won.T
    share = won[3, 6] / total[3, 6] if total[3, 6] else np.nan
    assert part.shares[1, 1] == pytest.approx(share, abs=0.003, nan_ok=True)
    assert describe_wins(picture, names, Window(0, 0, 16)).wins is None


def test_history_is_that_of_the_summary(summary: Summary) -> None:
    """Absolute or per item, with what a random order has."""
    assert summary.history is not None
    panel = describe_history(summary.history, per=16)
    assert panel is not None
    truth, expected, random = panel.curves
    assert summary.history.to_truth is not None
    assert truth.mean == pytest.approx(summary.history.to_truth / 16)
    assert expected.mean == pytest.approx(summary.history.expected / 16)
    assert random.mean[0] == summary.history.random / 16
    assert panel.y_label == "displacement: places off, per item"


def test_distances_that_are_not_known_are_left_out() -> None:
    """Neither NaN, nor answer 0 on a logarithmic axis; a truth that is not there has no curve."""
    answers, nothing = np.array([0, 1, 10]), np.full(3, np.nan)
    expected = np.array([9.0, np.nan, 3.0])
    panel = describe_distances("d", answers, nothing, expected, 12.0)
    assert [curve.label for curve in panel.curves] == ["expected", "random order"]
    assert panel.curves[0].x == (0, 10)
    log = describe_distances("d", answers, None, expected, 12.0, log=True)
    assert log.curves[0].x == (10,)
    assert log.log_x
    assert log.log_y


@pytest.mark.parametrize("log", [False, True])
def test_times_are_counted(summary: Summary, log: bool) -> None:
    """Bars touch each other and hold the answers; the median is named."""
    panel = describe_spread(summary.times, log=log)
    assert panel is not None
    (bars,), (median,) = panel.bars, panel.curves
    assert bars.right[:-1] == bars.left[1:]
    assert 0.98 * len(summary.times.seconds) <= sum(bars.height) <= len(summary.times.seconds)
    assert median.x == (summary.times.median,) * 2
    assert median.label == f"median {summary.times.median:.2g} s"
    course = describe_course(summary.times)
    assert course is not None
    assert course.curves[0].mean == tuple(summary.times.block_median.tolist())


def test_participants_stand_in_the_order_of_agreement(summary: Summary) -> None:
    """Best on top; who has a flag has another mark, and everybody what is expected."""
    rows = describe_participants(summary.participants)
    by_code = {person.code: person for person in summary.participants}
    shown = [by_code[code].agreement for code in rows.names]
    shares = [found.agreement for found in shown if found is not None]
    assert shares == sorted(shares, reverse=True)
    flagged = [k for k, code in enumerate(rows.names) if by_code[code].flags]
    flags = next(dots for dots in rows.dots if dots.mark is Mark.FLAG)
    assert list(flags.rows) == flagged == [7]
    expected = rows.dots[-1]
    assert (expected.label, expected.rows) == ("expected", tuple(range(8)))
    assert rows.covers == (0, 100)


def test_without_answers_there_is_nothing_to_describe(robots: Robots) -> None:
    """No history and no times."""
    summary = summarise(robots(people=0))
    assert summary.history is not None
    assert describe_history(summary.history) is None
    assert describe_spread(summary.times) is None
    assert describe_course(summary.times) is None
