from dataclasses import replace

import numpy as np
import pytest

from sortrank_gui.ranking.diagnostics import Agreement, Consistency
from sortrank_gui.study.results.summary.flags import Family, Flag, FlagKind, find_flags
from sortrank_gui.study.results.summary.participants import Participant

FINE = Agreement(
    answers=100,
    agreement=0.8,
    expected=0.8,
    slope=1.0,
    infit=1.0,
    outfit=1.0,
    z_typical=0.0,
    z_coin=8.0,
    z_infit=0.0,
    left=0.5,
    z_left=0.0,
)
NAN = float("nan")
OWN = Consistency(
    100, z_coin=0.0, z_typical=-4.0, power=4.0, triads=9, circular=2, closings=5, kept=3
)
"""Of somebody whose answers have nothing to do with each other."""
HONEST = Participant("P1", 100, 1, False, 2.0, 0.5, 0.05, 0, 0, NAN, 0, 0)


def flag(
    person: Participant = HONEST,
    agreement: Agreement = FINE,
    *,
    same: tuple[float, ...] = (),
    typical: float = 2.0,
    others: int = 5,
) -> list[Flag]:
    """Return the flags of somebody who is honest but for what is given."""
    return list(find_flags(person, agreement, np.array(same), typical, others))


def kinds(found: list[Flag]) -> list[FlagKind]:
    """Return what flags are about."""
    return [one.kind for one in found]


def test_honest_people_have_no_flag() -> None:
    """Nothing is odd."""
    assert flag() == []


@pytest.mark.parametrize(
    ("odd", "kind"),
    [
        # z of -2.58 has a tail of 0.005, z of -3.09 one of 0.001, z of 2.33 one of 0.01.
        ({"z_typical": -2.6, "z_coin": 2.2}, FlagKind.DISAGREES),
        ({"z_typical": -2.5, "z_coin": 2.2}, None),
        ({"z_typical": -2.6, "z_coin": 2.4}, None),
        ({"z_typical": -2.6, "z_coin": -3.2}, FlagKind.REVERSED),
        ({"z_typical": -2.6, "z_coin": -3.0}, FlagKind.DISAGREES),
        ({"infit": 1.3, "z_infit": 3.2}, FlagKind.DISAGREES),
        ({"infit": 1.29, "z_infit": 3.2}, None),
        ({"infit": 1.3, "z_infit": 3.0}, None),
        ({"slope": 0.59, "z_typical": -3.2}, FlagKind.DISAGREES),
        ({"slope": 0.6, "z_typical": -3.2}, None),
        ({"slope": 0.59, "z_typical": -3.0}, None),
        # All from one side: 100 answers are 10 standard errors of a coin.
        ({"left": 1.0, "z_left": 3.4}, FlagKind.SIDE),
        ({"left": 0.0, "z_left": -3.4}, FlagKind.SIDE),
        ({"left": 1.0, "z_left": 3.2}, None),
        ({"left": 0.66, "z_left": 9.0}, None),  # 3.2 standard errors of a coin
        ({"left": 0.67, "z_left": 9.0}, FlagKind.SIDE),
        ({"left": 1.0, "z_left": 9.0, "answers": 19}, None),
        ({"left": 1.0, "z_left": 9.0, "answers": 20}, FlagKind.SIDE),
    ],
)
def test_agreement_is_tested(odd: dict[str, float], kind: FlagKind | None) -> None:
    """Each kind has its level, and what lies just above it has no flag."""
    found = flag(agreement=replace(FINE, **odd))  # type: ignore[arg-type]
    assert kinds(found) == ([] if kind is None else [kind])


@pytest.mark.parametrize(
    ("against", "own", "kind"),
    [
        # Like a coin with the others; z of 1.64 has a tail of 0.05, z of 2.33 one of 0.01.
        ({"z_typical": -4.0, "z_coin": 0.3}, {}, FlagKind.COIN),
        ({"z_typical": -4.0, "z_coin": 0.3}, {"z_coin": 1.6}, FlagKind.COIN),
        ({"z_typical": -4.0, "z_coin": 0.3}, {"z_coin": 1.7}, FlagKind.NOISY),
        ({"z_typical": -4.0, "z_coin": 0.3}, {"z_typical": -1.6}, FlagKind.DISAGREES),
        ({"z_typical": -4.0, "z_coin": 0.3}, {"z_coin": 2.4, "z_typical": -1.6}, FlagKind.TASTE),
        ({"z_typical": -4.0, "z_coin": 0.3}, {"z_coin": 2.2, "z_typical": 0}, FlagKind.DISAGREES),
        ({"z_typical": -4.0, "z_coin": 0.3}, {"z_coin": 5.0, "z_typical": -1.7}, FlagKind.NOISY),
        ({"z_typical": -4.0, "z_coin": 0.3}, {"z_coin": NAN, "z_typical": NAN}, FlagKind.DISAGREES),
        # Between a coin and the others: never called a coin.
        ({"slope": 0.5, "z_typical": -3.2}, {}, FlagKind.NOISY),
        ({"slope": 0.5, "z_typical": -3.2}, {"z_coin": 4.0, "z_typical": 0.0}, FlagKind.TASTE),
    ],
)
def test_own_answers_tell_chance_from_taste(
    against: dict[str, float], own: dict[str, float], kind: FlagKind
) -> None:
    """“Like a coin” is said only of those who contradict themselves as a coin does, too."""
    person = replace(HONEST, consistency=replace(OWN, **own))  # type: ignore[arg-type]
    found = flag(person, replace(FINE, **against))  # type: ignore[arg-type]
    assert kinds(found) == [kind]


def test_every_kind_has_a_family() -> None:
    """Noise, taste and carelessness are told apart."""
    noise = {FlagKind.COIN, FlagKind.NOISY, FlagKind.REPEAT}
    assert {kind for kind in FlagKind if kind.family is Family.NOISE} == noise
    assert FlagKind.TASTE.family is FlagKind.REVERSED.family is Family.TASTE
    assert FlagKind.DISAGREES.family is Family.UNKNOWN
    assert FlagKind.SIDE.family is FlagKind.CATCH.family is FlagKind.FAST.family is Family.CARE


def test_two_are_not_judged() -> None:
    """Of two who disagree nobody knows who is right; the sides can still be judged."""
    odd = replace(FINE, z_typical=-5.0, z_coin=-5.0, left=1.0, z_left=9.0)
    assert kinds(flag(agreement=odd, others=1)) == [FlagKind.SIDE]
    assert kinds(flag(agreement=odd, others=2)) == [FlagKind.REVERSED, FlagKind.SIDE]


@pytest.mark.parametrize(
    ("passed", "count", "chance"),
    [
        (0, 2, None),  # 0.01
        (0, 3, 0.001),
        (1, 3, None),  # 0.001 + 3 * 0.9 * 0.01 = 0.028
        (1, 4, 0.0001 + 4 * 0.9 * 0.001),
        (9, 10, None),
    ],
)
def test_catch_trials_are_tested(passed: int, count: int, chance: float | None) -> None:
    """By the binomial chance of so few, where attentive people pass nine of ten."""
    found = flag(replace(HONEST, catches=count, catches_passed=passed))
    assert kinds(found) == ([] if chance is None else [FlagKind.CATCH])
    if chance is not None:
        assert found[0].p_value == pytest.approx(chance)
        assert found[0].sentence == f"P1 passed only {passed} of {count} catch trials."


def test_repeats_are_tested() -> None:
    """By the chance of so few, where each pair has its own chance to be answered the same."""
    same = (0.9, 0.9, 0.8, 0.9)
    none = flag(replace(HONEST, repeats=4, repeats_same=0), same=same)
    assert kinds(none) == [FlagKind.REPEAT]
    assert none[0].p_value == pytest.approx(0.1 * 0.1 * 0.2 * 0.1)
    assert none[0].sentence == (
        "P1 answered only 0 of 4 repeated pairs the same way, where about 4 are to be expected."
    )
    # One of four: 0.0002 + 3 * 0.9 * 0.1 * 0.1 * 0.2 + 0.8 * 0.001 = 0.0064
    assert flag(replace(HONEST, repeats=4, repeats_same=1), same=same) == []


@pytest.mark.parametrize(
    ("fields", "fast"),
    [
        ({"median_seconds": 0.69}, True),
        ({"median_seconds": 0.7}, False),
        ({"median_seconds": 0.69, "by_robot": True}, False),
        ({"median_seconds": 0.69, "answers": 19}, False),
        ({"median_seconds": NAN}, False),
    ],
)
def test_fast_people_are_hinted_at(fields: dict[str, float], fast: bool) -> None:
    """Below 35 % of the usual time; it is no test, and robots are fast by nature."""
    found = flag(replace(HONEST, **fields))  # type: ignore[arg-type]
    assert kinds(found) == [FlagKind.FAST] * fast
    if fast:
        assert np.isnan(found[0].p_value)
        assert found[0].sentence.startswith("P1 took 0.7 s for an answer (median), where 2.0 s are")


def test_sentences_name_the_numbers() -> None:
    """Who reads only the flag knows what was seen, and what was to be expected."""
    coin = replace(FINE, agreement=0.52, answers=90, z_typical=-4.0, z_coin=0.3)
    (found,) = flag(replace(HONEST, consistency=OWN), coin)
    assert found.title == "like a coin"
    assert found.sentence == (
        "P1 does not judge as the others do: 52\u00a0% of 90 answers agree, where 80\u00a0% are to "
        "be expected. Nor do the answers agree with each other, no more than a coin’s."
    )
    (found,) = flag(agreement=replace(FINE, left=0.1, z_left=-9.0))
    assert (found.title, found.sentence) == (
        "prefers right",
        "P1 chose the right side in 90\u00a0% of 100 answers.",
    )
    (found,) = flag(agreement=replace(FINE, infit=1.5, z_infit=4.0, agreement=0.6))
    assert found.sentence == (
        "P1 does not judge as the others do: 60\u00a0% of 100 answers agree, where 80\u00a0% are "
        "to be expected."
    )
