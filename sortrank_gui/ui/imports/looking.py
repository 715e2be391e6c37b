"""What a table would become, as far as the dialog shows it; made off the GUI thread."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.imports.grammar import Grammar, Meaning, guess
from sortrank_gui.study.imports.making import tell_left_out, tell_reading
from sortrank_gui.study.imports.reading import Reading, TakenAnswer, read_answers
from sortrank_gui.study.imports.sources import open_rows
from sortrank_gui.tables import RowSource
from sortrank_gui.ui.threads.jobs import Job

HEAD = ("Who", "Session", "Chosen", "", "Other", "Seconds")
_MOST_SHOWN = 30


@dataclass(frozen=True, slots=True, eq=False)
class OpenTable:
    """A table that was read from its file, and how it may be understood."""

    rows: RowSource
    grammar: Grammar


@dataclass(frozen=True, slots=True, eq=False)
class TablePreview:
    """What came of a table by one grammar."""

    grammar: Grammar
    reading: Reading
    problem: str = ""
    """Why there is nothing to show."""

    @property
    def words(self) -> str:
        """What was found, in a line."""
        if self.problem:
            return self.problem
        told = tell_reading(self.reading, self.grammar)
        out = tell_left_out([*self.reading.left_out.items()])
        return f"{told}. Rows that are no answers: {out}." if out else f"{told}."

    @property
    def needs_question(self) -> bool:
        """Whether one of several questions has to be chosen first."""
        return len(self.reading.questions) > 1 and self.grammar.question is None

    def list_rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the first answers in words."""
        for taken in self.reading.answers[:_MOST_SHOWN]:
            yield self._tell(taken)

    def list_problems(self) -> list[str]:
        """Return what is wrong, a line each."""
        found = self.reading
        lines = [f"{problem.where}: {problem.sentence}" for problem in found.problems]
        if found.n_problems > len(lines):
            lines.append(f"… and {found.n_problems - len(lines):,} more")
        return lines

    def _tell(self, taken: TakenAnswer) -> tuple[str, ...]:
        names = self.reading.names
        first, second, sign = names[taken.left], names[taken.right], "over"
        if taken.answer is Answer.RIGHT:
            first, second = second, first
        elif taken.answer is not Answer.LEFT:
            sign = {Answer.EQUAL: "equal to", Answer.NEITHER: "neither"}[taken.answer]
        person = self.reading.people[taken.person]
        who = person if Meaning.WHO in self.grammar.columns else "–"
        seconds = "–" if taken.ms is None else f"{taken.ms / 1000:,.1f}"
        return who, str(taken.session), first, sign, second, seconds


def open_table(path: Path, _job: Job) -> OpenTable:
    """Read a file, and guess what its columns are."""
    rows = open_rows(path)
    return OpenTable(rows, guess(rows))


def look_at(rows: RowSource, grammar: Grammar, job: Job) -> TablePreview:
    """Read all rows by a grammar."""
    if grammar.problem:
        return TablePreview(grammar, Reading(), grammar.problem)
    reading = read_answers(rows, grammar, job.is_cancelled)
    job.raise_if_cancelled()
    return TablePreview(grammar, reading)
