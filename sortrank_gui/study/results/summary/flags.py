"""What is odd about a participant, in a sentence each; every flag is a test with a small level.

The levels are chosen so that of honest participants about one in a hundred is flagged at all;
docs/diagnostics.md has the measured rates.

How it works
------------
Who does not judge as the others do may answer by chance, or have another taste. That is decided by
the participant's own answers: whether later ones follow from earlier ones as those of a judge with
scores do, or no more than a coin's. Where too few of them meet again, nothing is said about it.
Carelessness shows in other ways: sides, catch trials, times.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sortrank_gui.ranking.diagnostics import (
    Agreement,
    Consistency,
    chance_of_so_few,
    chance_of_so_few_unequal,
)

if TYPE_CHECKING:
    from sortrank_gui.study.results.summary.participants import Participant

Floats = NDArray[np.float64]

_RARE = 0.005
"""Level of a test against a participant who judges as the others do."""
_VERY_RARE = 0.001
"""Level where the normal approximation is rough, or a harsh word is said."""
_LIKE_A_COIN = 0.01
"""A participant whose evidence a coin reaches less often than this is no coin."""
_INCONSISTENT = 0.05
"""Whose answers contradict each other more than those of 95 % of judges with scores."""
_MISFIT = 1.3
_WEAK = 0.6
"""Who follows the others' scores less than this is worth a look: a coin has 0, the others 1."""
_CATCH_CHANCE = 0.9
"""What attentive people pass of catch trials, at the least."""
_LEAST_SHARE_OF_TIME = 0.35
_LEAST_ANSWERS = 20


class Family(StrEnum):
    """What may be behind a flag."""

    NOISE = "noise"
    TASTE = "taste"
    CARE = "carelessness"
    UNKNOWN = "noise or taste"


class FlagKind(StrEnum):
    """What a flag is about."""

    COIN = "coin"
    NOISY = "noisy"
    REPEAT = "repeat"
    TASTE = "taste"
    REVERSED = "reversed"
    DISAGREES = "disagrees"
    SIDE = "side"
    CATCH = "catch"
    FAST = "fast"

    @property
    def family(self) -> Family:
        """What it speaks for."""
        match self:
            case FlagKind.COIN | FlagKind.NOISY | FlagKind.REPEAT:
                return Family.NOISE
            case FlagKind.TASTE | FlagKind.REVERSED:
                return Family.TASTE
            case FlagKind.DISAGREES:
                return Family.UNKNOWN
            case _:
                return Family.CARE


@dataclass(frozen=True, slots=True)
class Flag:
    """One finding: a word for tables, and a sentence that explains it."""

    kind: FlagKind
    title: str
    sentence: str
    p_value: float
    """Chance of such a finding for an honest participant; NaN where there is no test."""


def find_flags(
    participant: "Participant",
    agreement: Agreement,
    same: Floats,
    typical_seconds: float,
    others: int,
) -> tuple[Flag, ...]:
    """Return what is odd about a participant.

    `same` holds the chance that somebody like the others answers each repeated pair the same way;
    `typical_seconds` is the median of the people's median response times. Where two disagree,
    nobody knows who is right: agreement is judged only with two `others` at least.
    """
    found = (
        _check_agreement(participant.code, agreement, participant.consistency)
        if others > 1
        else None,
        _check_side(participant.code, agreement),
        _check_catches(participant),
        _check_repeats(participant, same),
        _check_time(participant, typical_seconds),
    )
    return tuple(flag for flag in found if flag is not None)


def follows_nobody(found: Agreement) -> bool:
    """Say whether somebody agrees with the others no more than a coin would, or less."""
    return found.p_typical < _RARE and found.p_coin > _LIKE_A_COIN


def _check_agreement(code: str, found: Agreement, own: Consistency | None) -> Flag | None:
    """Tell chance and taste apart, of those who do not judge as the others; one flag at most."""
    share = f"{_percent(found.agreement)} of {found.answers} answers agree"
    usual = f"where {_percent(found.expected)} are to be expected"
    if ndtr(found.z_coin) < _VERY_RARE and found.p_typical < _RARE:
        return Flag(
            FlagKind.REVERSED,
            "reversed",
            f"{code} contradicts the others more often than a coin would: {share}. "
            "Were the answer keys or the question taken the other way round?",
            found.p_typical,
        )
    p_misfit = float(ndtr(-found.z_infit))
    unpredictable = found.infit >= _MISFIT and p_misfit < _VERY_RARE
    weak = found.slope < _WEAK and found.p_typical < _VERY_RARE
    nobody = follows_nobody(found)
    if not (nobody or unpredictable or weak):
        return None
    p_value = found.p_typical if nobody else min(p_misfit, found.p_typical)
    return _explain(
        f"{code} does not judge as the others do: {share}, {usual}.", nobody, own, p_value
    )


def _explain(sentence: str, nobody: bool, own: Consistency | None, p_value: float) -> Flag:
    """Say why somebody does not judge as the others, by what the own answers tell."""
    if own is None or not own.p_coin <= 1:
        return Flag(FlagKind.DISAGREES, "disagrees", sentence, p_value)
    unlike_coins = own.p_coin < _LIKE_A_COIN
    inconsistent = own.p_typical < _INCONSISTENT
    if unlike_coins and not inconsistent:
        more = " But the answers agree with each other: another taste, not chance."
        return Flag(FlagKind.TASTE, "another taste", sentence + more, p_value)
    if inconsistent and nobody and own.p_coin >= _INCONSISTENT:
        more = " Nor do the answers agree with each other, no more than a coin’s."
        return Flag(FlagKind.COIN, "like a coin", sentence + more, p_value)
    if inconsistent:
        more = " The answers contradict each other, too, more than usual."
        return Flag(FlagKind.NOISY, "noisy", sentence + more, p_value)
    more = (
        " Whether by chance or by taste can’t be told: too few of the answers follow from earlier "
        "ones."
    )
    return Flag(FlagKind.DISAGREES, "disagrees", sentence + more, p_value)


def _check_side(code: str, found: Agreement) -> Flag | None:
    # By both nulls: the sides of a participant like the others, and those of a coin.
    z_coin = 2 * abs(found.left - 0.5) * found.answers**0.5
    p_value = float(2 * ndtr(-min(abs(found.z_left), z_coin)))
    if p_value >= _VERY_RARE or found.answers < _LEAST_ANSWERS:
        return None
    side, share = ("left", found.left) if found.left > 0.5 else ("right", 1 - found.left)
    sentence = f"{code} chose the {side} side in {_percent(share)} of {found.answers} answers."
    return Flag(FlagKind.SIDE, f"prefers {side}", sentence, p_value)


def _check_catches(participant: "Participant") -> Flag | None:
    passed, count = participant.catches_passed, participant.catches
    p_value = chance_of_so_few(passed, count, _CATCH_CHANCE)
    if p_value >= _RARE:
        return None
    sentence = f"{participant.code} passed only {passed} of {count} catch trials."
    return Flag(FlagKind.CATCH, "catch trials", sentence, p_value)


def _check_repeats(participant: "Participant", same: Floats) -> Flag | None:
    p_value = chance_of_so_few_unequal(participant.repeats_same, same)
    if p_value >= _RARE:
        return None
    sentence = (
        f"{participant.code} answered only {participant.repeats_same} of {participant.repeats} "
        f"repeated pairs the same way, where about {same.sum():.0f} are to be expected."
    )
    return Flag(FlagKind.REPEAT, "inconsistent", sentence, p_value)


def _check_time(participant: "Participant", typical: float) -> Flag | None:
    own = participant.median_seconds
    if participant.by_robot or participant.answers < _LEAST_ANSWERS:
        return None
    if not own < _LEAST_SHARE_OF_TIME * typical:
        return None
    sentence = (
        f"{participant.code} took {own:.1f} s for an answer (median), where {typical:.1f} s are "
        "usual here. This is a hint, no test."
    )
    return Flag(FlagKind.FAST, "fast", sentence, float("nan"))


def _percent(share: float) -> str:
    """Return a share in per cent, which no line breaks."""
    return f"{100 * share:.0f}\u00a0%"
