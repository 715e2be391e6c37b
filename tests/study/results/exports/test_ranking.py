import math
from pathlib import Path

import pytest
from scipy.optimize import minimize

from sortrank_gui import ranking
from sortrank_gui.ranking.assessing import assess
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.exporting import Order
from sortrank_gui.study.results.exports.ranking import EXPORT
from sortrank_gui.study.results.selection import Selection
from sortrank_gui.study.results.summary import summarise
from sortrank_gui.tables import read_table
from tests.diary import Diary

HEADER = (
    "rank,item,score,standard_error,low,high,best_rank,worst_rank,joint_best_rank,"
    "joint_worst_rank,wins,losses,true_score,island,question,low_by_people,high_by_people"
)


def read(path: Path) -> list[dict[str, str]]:
    """Return the rows of a table."""
    return [row.cells for row in read_table(path)]


@pytest.fixture
def diary() -> Diary:
    """Return a study in which fig wins three of four; a tie, a “neither”, a repeat, an undo."""
    diary = Diary(["pear", "fig"], [1.0, 2.5])
    diary.sit("anna")
    diary.answer("fig > pear", "pear < fig", "fig > pear", "pear > fig", "fig = pear", "fig ? pear")
    diary.answer("pear > fig", kind=Kind.REPEAT)
    diary.answer("pear > fig")
    diary.undo()
    return diary


def test_ranking_is_that_of_the_counted_answers(diary: Diary, tmp_path: Path) -> None:
    """Best first; counts by hand, scores by maximising the penalised likelihood elsewhere."""
    path = tmp_path / "r.csv"
    assert EXPORT.write(Order(path, diary.study)) == 2
    assert path.read_text(encoding="utf-8").splitlines()[0] == HEADER
    best, last = read(path)
    assert (best["rank"], best["item"], best["wins"], best["losses"]) == ("1", "fig", "3.5", "1.5")
    assert (last["rank"], last["item"], last["wins"], last["losses"]) == ("2", "pear", "1.5", "3.5")
    assert (best["true_score"], last["true_score"]) == ("2.5", "1.0")
    table = ranking.Comparisons.from_pairs(2, [1, 1, 1, 0], [0, 0, 0, 1])
    table.add_ties([0], [1])
    variance = assess(table).estimate.prior_variance

    def loss(half: float, log_ties: float) -> float:
        """Return minus the log of Davidson's posterior: fig has `half`, pear minus that."""
        ties = math.exp(log_ties)
        whole = math.log(math.exp(half) + math.exp(-half) + ties)
        wins = 5 * whole - 3 * half + half - log_ties
        wins -= 0.5 * math.log(2 * ties / (2 + ties) ** 2)
        return wins + 2 * half**2 / (2 * variance)

    half = float(minimize(lambda x: loss(*x), [0.0, 0.0]).x[0])
    assert float(best["score"]) == pytest.approx(half, abs=1e-4)
    assert float(last["score"]) == pytest.approx(-half, abs=1e-4)


def test_interval_is_of_95_percent(diary: Diary, tmp_path: Path) -> None:
    """It holds the score, is 3.92 standard errors wide, and is that of the summary."""
    EXPORT.write(Order(tmp_path / "r.csv", diary.study))
    told = summarise(diary.study).ranking
    for place, row in enumerate(read(tmp_path / "r.csv")):
        low, high = float(row["low"]), float(row["high"])
        assert low <= float(row["score"]) <= high
        assert high - low == pytest.approx(2 * 1.959964 * float(row["standard_error"]), abs=4e-6)
        assert (low, high) == pytest.approx((told.low[place], told.high[place]), abs=1e-6)


def test_ranks_have_bounds_once_there_are_answers_enough(tmp_path: Path) -> None:
    """Nothing while it is too early; then from the best to the worst, and wider for all at once."""
    diary = Diary(["pear", "fig", "plum", "kiwi"])
    diary.sit("anna")
    diary.answer("fig > pear")
    EXPORT.write(Order(tmp_path / "r.csv", diary.study))
    assert {row["best_rank"] for row in read(tmp_path / "r.csv")} == {""}
    diary.answer(*["fig > pear", "plum > fig", "kiwi > plum", "plum > pear", "kiwi > pear"] * 12)
    EXPORT.write(Order(tmp_path / "r.csv", diary.study))
    names = ("joint_best_rank", "best_rank", "rank", "worst_rank", "joint_worst_rank")
    for row in read(tmp_path / "r.csv"):
        ranks = [int(row[name]) for name in names]
        assert ranks == sorted(ranks)


def test_ranking_is_that_of_the_results(fruit: Everything, tmp_path: Path) -> None:
    """Items of equal score stand in the order in which the Results tab and the report have them."""
    EXPORT.write(Order(tmp_path / "r.csv", fruit))
    found = summarise(fruit)
    shown = [found.names[k] for k in found.ranking.item]
    assert [row["item"] for row in read(tmp_path / "r.csv")] == shown


def test_intervals_by_people_need_five_of_them(tmp_path: Path) -> None:
    """Nothing with four; then those of the summary, which are no narrower than the model's."""
    diary = Diary(["pear", "fig", "plum"])
    for number in range(5):
        if number == 4:
            EXPORT.write(Order(tmp_path / "r.csv", diary.study))
            assert {row["low_by_people"] for row in read(tmp_path / "r.csv")} == {""}
        diary.sit(f"person {number}")
        own = "fig > plum" if number % 2 else "plum > fig"
        diary.answer(*["fig > pear", own, "plum > pear", own] * 4)
    EXPORT.write(Order(tmp_path / "r.csv", diary.study))
    summary = summarise(diary.study)
    people, told = summary.clustering, summary.ranking
    assert people is not None
    assert people.ratio > 1
    low, high = people.widen(told.score, told.low, told.high)
    for place, row in enumerate(read(tmp_path / "r.csv")):
        assert float(row["low_by_people"]) == pytest.approx(low[place], abs=1e-5)
        assert float(row["high_by_people"]) == pytest.approx(high[place], abs=1e-5)
        assert float(row["low_by_people"]) <= float(row["low"])


def test_other_kinds_count_if_selected(diary: Diary, tmp_path: Path) -> None:
    """The repeat is one more win for pear."""
    both = Selection(kinds=frozenset({Kind.REGULAR, Kind.REPEAT}))
    EXPORT.write(Order(tmp_path / "r.csv", diary.study, both))
    assert [row["wins"] for row in read(tmp_path / "r.csv")] == ["3.5", "2.5"]


def test_study_without_answers_has_all_items(tmp_path: Path) -> None:
    """Nothing is known: all scores are 0, and there is no truth."""
    EXPORT.write(Order(tmp_path / "r.csv", Diary(["a", "b"]).study))
    rows = read(tmp_path / "r.csv")
    assert sorted(row["item"] for row in rows) == ["a", "b"]
    assert {(row["score"], row["wins"], row["true_score"]) for row in rows} == {("0.0", "0.0", "")}
