"""Which answers a summary is about."""

from dataclasses import dataclass
from datetime import datetime

from sortrank_gui.study.file.clock import utc_text
from sortrank_gui.study.file.journal import Kind


@dataclass(frozen=True, slots=True)
class Selection:
    """Filters; what is None or empty lets everything pass.

    `kinds` says which trials count in the ranking. Catch and repeat trials are looked at in the
    participants' table in any case.
    """

    participants: frozenset[str] | None = None
    kinds: frozenset[Kind] = frozenset({Kind.REGULAR})
    since: datetime | None = None
    until: datetime | None = None
    """Both with a time zone; an answer at `until` does not count any more."""
    robots: bool | None = None
    """True: only answers of robots. False: only those of people. None: both."""
    per_participant: bool = False
    """Whether to fit one ranking for every participant, too."""

    @property
    def span(self) -> tuple[str, str]:
        """Texts as in the file: from the first on, up to before the second."""
        begin = "" if self.since is None else utc_text(self.since)
        return begin, "~" if self.until is None else utc_text(self.until)
