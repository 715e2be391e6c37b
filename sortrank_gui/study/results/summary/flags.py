"""What is odd about a participant, in a sentence each; every flag is a test with a small level.

The levels are chosen so that of honest participants about one in a hundred is flagged at all;
docs/diagnostics.md has the measured rates.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from sortrank_gui.ranking.diagnostics import (
    Agreement,
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
_MISFIT = 1.3
_WEAK = 0.6
"""Who follows the others' scores less than this is worth a look: a coin has 0, the others 1."""
_CATCH_CHANCE = 0.9
"""What attentive people pass of catch trials, at the least."""
_LEAST_SHARE_OF_TIME = 0.35
_LEAST_ANSWERS = 20


class FlagKind(StrEnum):
    """What a flag is about."""

    COIN = "coin"
    REVERSED = "reversed"
    MISFIT = "misfit"
    SIDE = "side"
    CATCH = "catch"
    REPEAT = "repeat"
    FAST = "fast"


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
        _check_agreement(participant.code, agreement) if others > 1 else None,
        _check_side(participant.code, agreement),
        _check_catches(participant),
        _check_repeats(participant, same),
        _check_time(participant, typical_seconds),
    )
    return tuple(flag for flag in found if flag is not None)


def _check_agreement(code: str, found: Agreement) -> Flag | None:
    """Tell coins, reversed answers and misfit apart; at most one of them is said."""
    share = f"{_percent(found.agreement)} of {found.answers} answers"
    usual = _percent(found.expected)
    if ndtr(found.z_coin) < _VERY_RARE and found.p_typical < _RARE:
        return Flag(
            FlagKind.REVERSED,
            "reversed",
            f"{code} contradicts the others more often than a coin would: {share} agree. "
            "Were the answer keys or the question taken the other way round?",
            found.p_typical,
        )
    if found.p_typical < _RARE and found.p_coin > _LIKE_A_COIN:
        return Flag(
            FlagKind.COIN,
            "like a coin",
            f"{code} agrees with the others no more than a coin would: {share}, where {usual} "
            "are to be expected.",
            found.p_typical,
        )
    p_misfit = float(ndtr(-found.z_infit))
    unpredictable = found.infit >= _MISFIT and p_misfit < _VERY_RARE
    if unpredictable or (found.slope < _WEAK and found.p_typical < _VERY_RARE):
        return Flag(
            FlagKind.MISFIT,
            "misfit",
            f"{code} disagrees with the others more often than chance explains: infit "
            f"{found.infit:.2f}, {share} agree, where {usual} are to be expected.",
            min(p_misfit, found.p_typical),
        )
    return None


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
