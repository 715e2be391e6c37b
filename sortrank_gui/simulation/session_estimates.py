"""How long a session will be and how good its ranking: what to simulate, and how to say it."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from sortrank_gui.progress import RunProgress
from sortrank_gui.ranking import strategies
from sortrank_gui.simulation.experiments import Experiment, Measurement, budget_grid
from sortrank_gui.simulation.planner import comparisons_for
from sortrank_gui.simulation.populations import Normal
from sortrank_gui.simulation.reports import group_displacements
from sortrank_gui.simulation.runner import run_tasks
from sortrank_gui.simulation.setups import RIVALS

SECONDS_EACH = 4.0
SPREAD = 1.5
"""Standard deviation of scores, in logits: the better of two items wins 4 times in 5."""
ASSUMPTION = (
    "Simulated for items of which the better one wins 4 times in 5, and 4 seconds an answer. "
    "The Simulation tab plans with your own figures."
)
_MOST_ITEMS = 500
_MOST_ANSWERS = 10_000
_CLEAR = 0.1
_POINTS = 10
_ROUGH = 4
"""Repetitions after which a first estimate is told."""


@dataclass(frozen=True, slots=True)
class SessionQuestion:
    """What decides about the estimate; equal questions have equal answers."""

    strategy: str
    n_items: int
    answers: int
    """Trials of a session at the most."""
    share: float
    """Which share of them compares items anew."""
    places: float | None
    """The session ends when items are expected to be so many places off."""
    seed: int = 1

    def experiment(self) -> Experiment | None:
        """Return what to simulate; None where that would take too long."""
        compared = max(1, round(self.answers * self.share))
        if self.n_items > 2_000 or compared > 20 * _MOST_ANSWERS:
            return None
        small = self.n_items <= _MOST_ITEMS and compared <= _MOST_ANSWERS
        own = strategies.plain_name(self.strategy)
        rivals = [name for name in RIVALS if name != own] if small else []
        return Experiment(
            self.n_items,
            Normal(SPREAD),
            (self.strategy, *rivals),
            budget_grid(self.n_items, compared, points=_POINTS),
            repetitions=24 if self.n_items <= 60 and compared <= 1_000 else 6,
            seed=self.seed,
        )


@dataclass(frozen=True, slots=True)
class SessionEstimate:
    """What to expect of a session."""

    answers: int
    minutes: float
    places: float | None
    """How many places an item will be off, on average; None if nobody knows."""
    others: str = ""
    """A sentence about other strategies."""
    blocks: int = 1

    def describe(self) -> str:
        """Say it in a line."""
        text = f"About {_count(self.answers, 'answer')}"
        if self.blocks > 1:
            text += f" in {self.blocks} blocks"
        text += f", {_duration(self.minutes)} at 4 s each"
        if self.places is None:
            return text
        off = f"{self.places:.1f} places off its true rank"
        where = ", at worst," if self.blocks > 1 else ""
        return f"{text}; an item is{where} about {off} then (expected displacement)"


def combine(parts: Sequence[SessionEstimate]) -> SessionEstimate:
    """Return what to expect of a session of several blocks: the worst one's places."""
    if len(parts) == 1:
        return parts[0]
    places = [part.places for part in parts if part.places is not None]
    return SessionEstimate(
        sum(part.answers for part in parts),
        sum(part.minutes for part in parts),
        max(places) if len(places) == len(parts) else None,
        blocks=len(parts),
    )


def ask(
    strategy: str,
    n_items: int,
    *,
    budget: int | None,
    sorts: int | None,
    minutes: float | None,
    places: float | None,
    share: float,
) -> SessionQuestion | None:
    """Return the question about a session with these ends; None where there is nothing to ask."""
    if n_items < 2:
        return None
    limits = [] if budget is None else [budget]
    if minutes is not None:
        limits.append(math.ceil(minutes * 60 / SECONDS_EACH))
    if sorts is not None:
        limits.append(sorts * strategies.facts(strategy).run_length(n_items))
    if places is not None:
        limits.append(math.ceil(6 * n_items * math.log2(n_items)))
    if not limits or min(limits) < 1:
        return None
    return SessionQuestion(strategy, n_items, min(limits), share, places)


def estimate_plainly(question: SessionQuestion) -> SessionEstimate:
    """Return what is known without a simulation."""
    return SessionEstimate(question.answers, question.answers * SECONDS_EACH / 60, None)


def estimate(question: SessionQuestion, rows: Iterable[Measurement]) -> SessionEstimate:
    """Return what the simulations say."""
    means = {
        name: {c: float(np.mean(values)) / question.n_items for c, values in groups.items()}
        for name, groups in group_displacements(rows).items()
    }
    own = means[question.strategy]
    end = max(own)
    answers, places = question.answers, own[end]
    if question.places is not None:
        needed = comparisons_for(own, question.places)
        if needed is not None and needed < end:
            answers, places = math.ceil(needed / max(question.share, 0.01)), question.places
    others = _compare(question.strategy, means)
    return SessionEstimate(answers, answers * SECONDS_EACH / 60, places, others)


def simulate(
    question: SessionQuestion,
    executor: Executor,
    *,
    tell: Callable[[SessionEstimate], None],
    cancelled: Callable[[], bool],
) -> SessionEstimate | None:
    """Return what simulations say, and tell a rough estimate before; None where nobody knows."""
    experiment = question.experiment()
    if experiment is None:
        return None
    rows: list[Measurement] = []
    rough = _ROUGH * len(experiment.strategies)

    def take(_index: int, value: tuple[Measurement, ...]) -> None:
        rows.extend(value)

    def report(progress: RunProgress) -> None:
        if progress.done == rough < progress.total:
            tell(estimate(question, rows))

    results = run_tasks(
        experiment.trials(), executor, progress=report, cancelled=cancelled, arrived=take
    )
    return None if results.cancelled or results.failures else estimate(question, rows)


def _compare(strategy: str, means: Mapping[str, Mapping[int, float]]) -> str:
    """Say what the other strategies would need for the same accuracy."""
    sentences = [
        sentence
        for name, curve in means.items()
        if name != strategy and (sentence := _compare_one(name, curve, means[strategy]))
    ]
    return " ".join(sentences)


def _compare_one(name: str, curve: Mapping[int, float], own: Mapping[int, float]) -> str:
    facts, end = strategies.facts(name), max(own)
    title = facts.subject or facts.title
    needed = comparisons_for(curve, own[end])
    if needed is not None:
        saved = 1 - needed / end
        if saved >= _CLEAR:
            return f"{title} would need about {_tens(saved)} % fewer answers here."
        return f"{title} would need about as many answers here."
    reached = comparisons_for(own, curve[end])
    if reached is None or reached >= end:
        return ""
    extra = end / reached - 1
    if extra < _CLEAR:
        return f"{title} would need about as many answers here."
    return f"{title} would need about {_tens(extra)} % more answers here."


def _tens(share: float) -> int:
    """Return a share in per cent, as exactly as such simulations know it."""
    return max(10, round(10 * share) * 10)


def _count(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"


def _duration(minutes: float) -> str:
    if minutes < 1.5:
        return f"{60 * minutes:.0f} seconds"
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.1f} hours"
