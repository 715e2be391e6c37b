from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from sortrank_gui.ranking.distance_curve import Distances
from sortrank_gui.study.survey.live_analysis import Analysis
from sortrank_gui.ui.live.displacement_card import DisplacementCard
from sortrank_gui.ui.live.displacement_plot import say_distance

MakeAnalysis = Callable[..., Analysis]


@pytest.fixture
def card(qtbot: QtBot) -> DisplacementCard:
    """Return the card of six items with a truth."""
    card = DisplacementCard(6, has_truth=True)
    qtbot.addWidget(card)
    card.resize(420, 300)
    card.show()
    return card


def test_card_says_the_newest_values(card: DisplacementCard, make_analysis: MakeAnalysis) -> None:
    """The totals, and what they are for an item, stand above the curve."""
    analysis = make_analysis(30)
    card.show_analysis(analysis)
    to_truth, expected = card.values()
    assert to_truth == analysis.curve.displacement[-1]
    assert expected == analysis.curve.expected_displacement[-1]
    text = card.legend.text().replace("&nbsp;", " ")
    assert f"{to_truth:.0f} to the truth ({to_truth / 6:.1f} per item)" in text
    assert f"{say_distance(expected)} expected ({expected / 6:.1f} per item)" in text


def test_card_without_truth_shows_what_to_expect(
    card: DisplacementCard, make_analysis: MakeAnalysis
) -> None:
    """No truth, no curve to it; the expected one is there."""
    card.show_analysis(make_analysis(30, truth=False))
    assert "truth" not in card.legend.text()
    assert "expected" in card.legend.text()
    curves = card.plot.shown_curves()
    assert len(curves["to the truth"][0]) == 0
    assert len(curves["expected"][0]) == 1


def test_kendall_and_log_change_the_curves(
    card: DisplacementCard, make_analysis: MakeAnalysis
) -> None:
    """Kendall tau has its own values and reference; log axes begin at the first answer."""
    analysis = make_analysis(30)
    card.show_analysis(analysis)
    assert card.plot.random_value == pytest.approx(35 / 3)
    card.kendall.click()
    assert card.plot.random_value == 7.5
    xs, ys = card.plot.shown_curves()["to the truth"]
    np.testing.assert_array_equal(ys, analysis.curve.kendall_tau)
    assert xs[0] == 0
    card.log.click()
    xs, ys = card.plot.shown_curves()["expected"]
    assert xs == pytest.approx([np.log10(30)])
    assert ys == pytest.approx([np.log10(max(analysis.curve.expected_kendall_tau[-1], 0.1))])


def test_log_axis_draws_small_distances_where_they_are(card: DisplacementCard) -> None:
    """Only what is next to nothing is lifted to the low end of the axis."""
    values = np.array([4.0, 0.3, 0.0])
    card.plot.set_log(True)
    card.plot.show_curve(Distances(np.array([1, 2, 3]), values, values, values, values))
    _, ys = card.plot.shown_curves()["expected"]
    assert 10**ys == pytest.approx([4.0, 0.3, 0.1])


def test_hovering_tells_the_values_there(
    card: DisplacementCard, make_analysis: MakeAnalysis
) -> None:
    """The nearest point says its answers and its distances."""
    assert card.plot.describe_at(10) == []
    analysis = make_analysis(30)
    card.show_analysis(analysis)
    first, *values = card.plot.describe_at(29.0)
    assert first == "after 30 answers"
    assert values[0] == f"{analysis.curve.displacement[-1]:.0f} to the truth"


def test_small_distances_have_a_decimal() -> None:
    """An average of 0.4 is not 0, and a large one needs no decimals."""
    said = [say_distance(value) for value in (0.4, 2.0, 9.4, 1234.5)]
    assert said == ["0.4", "2", "9.4", "1,234"]


def test_truth_can_be_asked_for_and_removed(card: DisplacementCard, qtbot: QtBot) -> None:
    """The button's menu says so; without a truth there is nothing to remove."""
    load, remove = card.truth_button.menu().actions()
    with qtbot.waitSignal(card.truth_wanted):
        load.trigger()
    with qtbot.waitSignal(card.truth_removed):
        remove.trigger()
    card.set_has_truth(False)
    assert not remove.isEnabled()
