"""The answers that count, of all people together, as the live panel shows them."""

from sortrank_gui.study.file.exclusions import Exclusions
from sortrank_gui.study.file.given_answers import GivenAnswers, Snapshot
from sortrank_gui.study.file.journal import GivenAnswer, Kind, Record
from sortrank_gui.study.file.records import KIND_CODES, effective
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.questions import Questions


class AnswerPool:
    """The answers after practice of all people who are not excluded, question by question.

    It grows with every answer, and other threads read it; taking one back starts a new list. In a
    demo robots count like people. Whom the study's rules exclude is asked between sessions: who
    takes part now counts until then.
    """

    def __init__(self, file: StudyFile, excluded: Exclusions, questions: Questions) -> None:
        self._study, self._excluded, self._questions = file.everything, excluded, questions
        kept = effective(file.records)
        counts = kept.column("kind") != KIND_CODES[Kind.PRACTICE]
        if not self._study.is_demo:
            counts &= ~self._study.are_by_robot(kept)
        counts &= ~excluded.find_all(self._study, kept)
        given = GivenAnswers.from_records(kept.take(counts))
        self._given = {q: questions.choose(given, q) for q in range(len(questions.names))}

    def add(self, given: GivenAnswer) -> None:
        """Take a new answer, that of the file's last record, if it counts."""
        self._take(self._study.records[-1], given)

    def receive(self, record: Record) -> None:
        """Take an answer that was given elsewhere, if it counts."""
        self._take(record, record.given)

    def _take(self, record: Record, given: GivenAnswer) -> None:
        if self._counts(record):
            self._given[given.trial.question].append(self._questions.translate(given))

    def remove(self, given: GivenAnswer) -> None:
        """Forget the last answer that equals this one, if it counted."""
        question, given = given.trial.question, self._questions.translate(given)
        own = self._given[question]
        for place in reversed(range(len(own))):
            if own[place] == given:
                self._given[question] = own.without(place)
                return

    def _counts(self, record: Record) -> bool:
        if record.kind == Kind.PRACTICE:
            return False
        if self._study.is_by_robot(record) and not self._study.is_demo:
            return False
        return self._excluded.find(self._study, record) is None

    def leaves_out_as(self, other: "AnswerPool") -> bool:
        """Say whether the same people, sessions and trials are left out."""
        return self._excluded.excluded.keys() == other._excluded.excluded.keys()

    def snapshot(self, question: int) -> Snapshot:
        """Return the answers to a question so far."""
        given = self._given[question]
        return Snapshot(given, len(given))
