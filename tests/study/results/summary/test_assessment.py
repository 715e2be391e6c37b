from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from sortrank_gui import ranking
from sortrank_gui.ranking.diagnostics import Judgements, assess_agreement, predict_left
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.results.selection import ALL, Selection
from sortrank_gui.study.results.summary import summarise
from sortrank_gui.study.results.summary.assessment import (
    Sensitivity,
    assess_participants,
    check_sensitivity,
)
from sortrank_gui.study.results.summary.columns import read_columns
from sortrank_gui.study.results.summary.flags import Flag, FlagKind
from sortrank_gui.study.results.summary.participants import Participant, list_participants
from sortrank_gui.study.results.summary.rankings import rank
from tests.diary import Diary

ITEMS = "abcdef"
PAIRS = list(combinations(ITEMS, 2))


def make_diary(*signs: str) -> Diary:
    """Return a study: P1 and so on see all pairs twice, and say “<” or “>” on a of a and b."""
    diary = Diary(ITEMS)
    for number, sign in enumerate(signs, start=1):
        diary.sit(f"P{number}")
        turned = sign.translate(str.maketrans("<>", "><"))
        diary.answer(*(f"{one} {sign} {two}" for one, two in PAIRS))
        diary.answer(*(f"{two} {turned} {one}" for one, two in PAIRS))
    return diary


def assess(diary: Diary) -> tuple[list[Participant], Sensitivity | None, list[float]]:
    """Return the participants, how much they matter, and what was told of the progress."""
    columns = read_columns(diary.study, ALL)
    counted = columns.of_kinds([Kind.REGULAR])
    whole, shares = rank(columns, counted), list[float]()
    people = list_participants(columns, counted)
    found = assess_participants(people, columns, counted, whole.estimate, shares.append)
    return found, check_sensitivity(found, columns, counted, whole), [s for s in shares if s]


def test_everybody_is_compared_with_the_others() -> None:
    """Who says the same as the rest agrees in all answers, who turns all round in none."""
    found, sensitivity, _ = assess(make_diary(*"<<<<>"))
    agreements = [person.agreement.agreement for person in found if person.agreement is not None]
    assert agreements == [1, 1, 1, 1, 0]
    assert [[flag.kind for flag in person.flags] for person in found] == [
        *([[]] * 4),
        [FlagKind.REVERSED],
    ]
    assert sensitivity is not None
    assert sensitivity.left_out == ("P5",)


def fit_others(people: int, variance: float) -> ranking.Estimate:
    """Return the fit of so many who say that b is better than a, c than b and so on."""
    table = ranking.Comparisons(len(ITEMS))
    for one, two in PAIRS:
        table.add([ITEMS.index(two)] * 2 * people, [ITEMS.index(one)] * 2 * people)
    return ranking.fit(table, prior_variance=variance)


def test_own_answers_are_left_out() -> None:
    """P1 is compared with the three who agree: without P1, and without P5, who is no measure."""
    diary = make_diary(*"<<<<>")
    found = assess(diary)[0][0].agreement
    columns = read_columns(diary.study, Selection(participants=frozenset({"P1"})))
    own = columns.judgements(columns.of_kinds([Kind.REGULAR]))
    variance = summarise(make_diary(*"<<<<").study).ranking.estimate.prior_variance
    expected = assess_agreement(own, fit_others(3, variance))
    assert found is not None
    for name in ("answers", "agreement", "expected", "infit", "z_typical", "z_coin"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), rel=1e-4), name


def test_ranking_without_the_flagged_is_that_of_the_others() -> None:
    """Scores, correlation and moves are those of a ranking of a study without them."""
    diary = make_diary(*"<<<<>")
    _, found, _ = assess(diary)
    assert found is not None
    rest = summarise(make_diary(*"<<<<").study).ranking
    assert found.ranking.score == pytest.approx(rest.score, abs=1e-6)
    whole = summarise(diary.study).ranking
    assert [ITEMS[k] for k in found.ranking.item] == list("fedcba")
    assert (found.displacement, found.largest_move) == (0, 0)
    both = whole.estimate.scores, rest.estimate.scores
    assert found.correlation == pytest.approx(np.corrcoef(*both)[0, 1], abs=1e-6)


def check_with_flags(diary: Diary, *flags: FlagKind | None) -> Sensitivity | None:
    """Return how much it matters if the participants have these flags."""
    columns = read_columns(diary.study, ALL)
    counted = columns.of_kinds([Kind.REGULAR])
    people = [
        replace(person, flags=() if kind is None else (Flag(kind, "", "", 0.001),))
        for person, kind in zip(list_participants(columns, counted), flags, strict=True)
    ]
    return check_sensitivity(people, columns, counted, rank(columns, counted))


def test_moves_are_counted() -> None:
    """P3 alone has put a in the first place: without P3 it is the last, and all others move up."""
    diary = make_diary(*"<<")
    diary.sit("P3")
    diary.answer(*(f"a > {other}" for other in "bcdef" * 20))
    found = check_with_flags(diary, None, None, FlagKind.COIN)
    assert found is not None
    assert [ITEMS[k] for k in summarise(diary.study).ranking.item] == list("afedcb")
    assert [ITEMS[k] for k in found.ranking.item] == list("fedcba")
    assert (found.displacement, found.largest_move) == (5 + 5 * 1, 5)
    assert found.ranking.answers == 60


def test_hint_on_speed_leaves_nobody_out() -> None:
    """It is no test; and where all are in doubt there is nobody to rank by."""
    diary = make_diary(*"<<")
    assert check_with_flags(diary, FlagKind.FAST, None) is None
    assert check_with_flags(diary, FlagKind.SIDE, FlagKind.COIN) is None
    found = check_with_flags(diary, FlagKind.FAST, FlagKind.SIDE)
    assert found is not None
    assert found.left_out == ("P2",)


def test_rankings_without_differences_have_no_correlation() -> None:
    """A tie is all that the others said."""
    diary = make_diary("<")
    diary.sit("P2")
    diary.answer("a = b")
    found = check_with_flags(diary, FlagKind.COIN, None)
    assert found is not None
    assert np.isnan(found.correlation)


def test_nobody_flagged_leaves_nothing_to_check() -> None:
    """All say the same."""
    assert assess(make_diary(*"<<<"))[1] is None


def test_one_alone_is_not_compared() -> None:
    """There is nobody else."""
    (person,), sensitivity, shares = assess(make_diary("<"))
    assert (person.agreement, person.flags, sensitivity, shares) == (None, (), None, [])


def test_many_are_left_out_in_groups() -> None:
    """Fifty participants take forty fits, and each is compared nevertheless."""
    diary = make_diary(*"<" * 50)
    found, _, shares = assess(diary)
    assert len(shares) == 40
    assert shares[-1] == pytest.approx(0.5)  # a second turn is only for coins
    assert all(person.agreement is not None for person in found)


def test_repeats_are_expected_by_the_others() -> None:
    """The chance to say the same twice is p² + (1 - p)² for each repeated pair."""
    diary = make_diary(*"<<<")
    diary.sit("P4")
    diary.answer("a < b", "e > a")
    diary.answer("b > a", "a < e", kind=Kind.REPEAT)
    found, _, _ = assess(diary)
    person = found[3]
    assert (person.repeats, person.repeats_same) == (2, 2)
    variance = summarise(diary.study).ranking.estimate.prior_variance
    pairs = Judgements(6, np.array([1, 0]), np.array([0, 4]), np.array([1.0, 0.0]))
    chances = predict_left(pairs, fit_others(3, variance))
    expected = sum(p**2 + (1 - p) ** 2 for p in chances)
    assert 1.5 < expected < 2
    assert person.repeats_expected == pytest.approx(expected, rel=1e-4)
    assert np.isnan(found[0].repeats_expected)
