"""A session that is kept nowhere, for tests that need trials and answers but no file."""

from sortrank_gui.study.design.design import Design, StopRules
from sortrank_gui.study.file.journal import Event, GivenAnswer
from sortrank_gui.study.survey.schedule import Schedule
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.sorts import Sort


class CountingJournal:
    """Keeps nothing but the count."""

    def __init__(self) -> None:
        self._seq = 0

    def append(
        self, event: Event, *, given: GivenAnswer | None = None, undoes: int | None = None
    ) -> int:
        """Count a record."""
        self._seq += 1
        return self._seq


def fleeting_session(n_items: int, *, strategy: str, seed: int, budget: int) -> Session:
    """Return a session that offers every answer."""
    design = Design(
        strategy=strategy,
        seed=seed,
        offer_equal=True,
        offer_neither=True,
        min_response_ms=0,
        stop=StopRules(budget=budget),
    )
    sort = Sort(strategy, n_items, seed)
    return Session(Schedule(design, n_items, seed), sort, CountingJournal())
