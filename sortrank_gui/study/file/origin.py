"""Where the answers of an imported study come from, as its event log says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from sortrank_gui.study.file.events import EventKind, StudyEvent

UNKNOWN_PROMPT = "(imported; the table does not say what was asked)"
NOT_CONTINUED = (
    "The answers of this study were imported. Nobody knows how their pairs were picked, so no "
    "strategy can go on from them. To ask more, duplicate the study: the copy has the same items "
    "and no answers."
)


@dataclass(frozen=True, slots=True)
class Origin:
    """What is known about answers that others collected."""

    source: str
    """The name of the file."""
    sha256: str
    """Of the file."""
    rows: int
    answers: int
    problems: int
    """Rows that could not be read and were left out on purpose."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Rows that were no answers to this question, by reason."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Which column told what."""
    people: bool = True
    """Whether the table says who answered."""
    sides: bool = False
    """Whether it says which item stood where; else a coin chose."""
    times: bool = False
    dates: bool = False
    question: str | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """What an event says about it."""
        return asdict(self)


def tell_origin(origin: Origin) -> Iterator[str]:
    """Say where answers come from and what is not known about them, a sentence each."""
    asked = f" to “{origin.question}”" if origin.question else ""
    yield (
        f"The {_count(origin.answers, 'answer')}{asked} {'was' if origin.answers == 1 else 'were'} "
        f"imported from {origin.source} "
        f"({_count(origin.rows, 'row')}, SHA-256 {origin.sha256[:12]}…)."
    )
    yield "SortRank did not ask for them and does not know how their pairs were picked."
    out = [f"{number:,} ({reason})" for reason, number in origin.left_out.items()]
    if out:
        yield f"Rows that are no answers to this question: {', '.join(out)}."
    if origin.problems:
        rows = _count(origin.problems, "row")
        yield f"{rows} could not be read and {'is' if origin.problems == 1 else 'are'} left out."
    unknown = [
        words
        for known, words in (
            (origin.people, "who answered"),
            (origin.sides, "which item stood on which side"),
            (origin.times, "how long answers took"),
            (origin.dates, "when answers were given"),
        )
        if not known
    ]
    if unknown:
        parts = [", ".join(unknown[:-1]), unknown[-1]] if len(unknown) > 1 else unknown
        yield f"The table does not say {' nor '.join(parts)}."


def find_origin(events: Sequence[StudyEvent]) -> Origin:
    """Return what an imported study says about its answers; others may have written the file."""
    found = (event.facts for event in events if event.kind == EventKind.IMPORT)
    facts = next(found, dict[str, Any]())
    question = facts.get("question")
    return Origin(
        source=str(facts.get("source", "a table")),
        sha256=str(facts.get("sha256", "")),
        rows=_whole(facts.get("rows")),
        answers=_whole(facts.get("answers")),
        problems=_whole(facts.get("problems")),
        left_out={str(reason): _whole(n) for reason, n in _pairs(facts.get("left_out"))},
        columns={str(role): str(name) for role, name in _pairs(facts.get("columns"))},
        people=facts.get("people") is True,
        sides=facts.get("sides") is True,
        times=facts.get("times") is True,
        dates=facts.get("dates") is True,
        question=question if isinstance(question, str) else None,
    )


def _count(number: int, what: str) -> str:
    return f"{number:,} {what if number == 1 else what + 's'}"


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _pairs(value: object) -> Iterable[tuple[object, object]]:
    return value.items() if isinstance(value, dict) else ()
