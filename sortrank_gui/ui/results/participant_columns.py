"""Participants as columns of a table, and one of them in words."""

from collections.abc import Sequence

import numpy as np

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.study.results.summary import Participant
from sortrank_gui.ui.results.table_columns import Column, count, one_line, percent, seconds

SESSIONS, WHO = 10, 11
_NAN = float("nan")
_CONSISTENCY = "How many repeated pairs got the same answer"
_CATCHES = "How many catch trials, whose better item is known, were passed"


def participant_columns(people: Sequence[Participant]) -> list[Column]:
    """Return the columns of a table of participants."""
    found = [p.agreement for p in people]
    agreement = np.array([_NAN if a is None else a.agreement for a in found])
    infit = np.array([_NAN if a is None else a.infit for a in found])
    outfit = np.array([_NAN if a is None else a.outfit for a in found])
    codes = [p.code for p in people]
    flags = [", ".join(flag.title for flag in p.flags) for p in people]
    sentences = ["\n".join(flag.sentence for flag in p.flags) for p in people]
    return [
        Column("Participant", codes, one_line, tips=codes, at_left=True, width=104),
        Column(
            "Flags",
            flags,
            one_line,
            "What is odd about the answers; each flag is a test",
            tips=sentences,
            at_left=True,
            width=130,
            keys=np.array([-float(len(p.flags)) for p in people]),
            bold=True,
        ),
        Column("Answers", _of(people, "answers"), count, "Answers that count in the ranking"),
        Column(
            "Agreement", agreement, percent, "Share of answers as the others would rank", width=98
        ),
        Column(
            "Infit",
            infit,
            decimals,
            "About 1: noise as in the model; above 1.3: too much",
            width=60,
        ),
        Column("Outfit", outfit, decimals, "Like infit, but ruled by surprising answers", width=66),
        Column("Median", _of(people, "median_seconds"), seconds, "Median time of an answer"),
        Column(
            "Left",
            _of(people, "share_left"),
            percent,
            "Share of answers for the left side",
            width=62,
        ),
        Column(
            "Repeats",
            _pairs(people, "repeats_same", "repeats"),
            _share,
            _CONSISTENCY,
            keys=_ratios(people, "repeats_same", "repeats"),
            width=76,
        ),
        Column(
            "Catch",
            _pairs(people, "catches_passed", "catches"),
            _share,
            _CATCHES,
            keys=_ratios(people, "catches_passed", "catches"),
            width=76,
        ),
        Column("Sessions", _of(people, "sessions"), count, "How often the person came", width=80),
        Column(
            "Who",
            ["robot" if p.by_robot else "person" for p in people],
            tip="Who gave the answers",
            at_left=True,
        ),
    ]


def describe_participant(person: Participant) -> list[tuple[str, str]]:
    """Return what is known about a participant: names and values."""
    found, lines = person.agreement, []
    if found is not None:
        lines += [
            ("Agreement", f"{percent(found.agreement)}, {percent(found.expected)} expected"),
            ("Infit, outfit", f"{decimals(found.infit)}, {decimals(found.outfit)}"),
            ("Slope", f"{decimals(found.slope)} (1: like the others, 0: a coin)"),
        ]
    repeats = f"{person.repeats_same} of {person.repeats} the same"
    if person.repeats_expected == person.repeats_expected:
        repeats += f", about {person.repeats_expected:.0f} expected"
    return [
        ("Answers", f"{person.answers:,} in {_sessions(person.sessions)}"),
        *lines,
        ("Median time", seconds(person.median_seconds)),
        ("Left side", f"{percent(person.share_left)} ± {percent(person.share_left_error)}"),
        ("Repeated pairs", repeats if person.repeats else "none"),
        ("Catch trials", _passed(person)),
        ("Given by", "a robot" if person.by_robot else "a person"),
    ]


def _passed(person: Participant) -> str:
    return f"{person.catches_passed} of {person.catches} passed" if person.catches else "none"


def _sessions(sessions: int) -> str:
    return "1 session" if sessions == 1 else f"{sessions} sessions"


def _of(people: Sequence[Participant], name: str) -> np.ndarray:
    return np.array([getattr(p, name) for p in people], dtype=float)


def _pairs(people: Sequence[Participant], part: str, whole: str) -> list[tuple[int, int]]:
    return [(getattr(p, part), getattr(p, whole)) for p in people]


def _ratios(people: Sequence[Participant], part: str, whole: str) -> np.ndarray:
    pairs = _pairs(people, part, whole)
    return np.array([a / b if b else _NAN for a, b in pairs], dtype=float)


def _share(pair: tuple[int, int]) -> str:
    part, whole = pair
    return f"{part} of {whole}" if whole else NOTHING
