"""The sessions of a study file: starts them, resumes them, and gives each its sort."""

import math
from collections.abc import Mapping
from functools import partial

from sortrank_gui.errors import InputError, UsedCodeError
from sortrank_gui.ranking.chance import derive_seed
from sortrank_gui.study.design.design import Resume
from sortrank_gui.study.design.questionnaire import Answers, check_answers
from sortrank_gui.study.design.versions import Version, list_questionnaires
from sortrank_gui.study.design.wording import asks_consent
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.events import EventKind
from sortrank_gui.study.file.given_answers import GivenAnswers
from sortrank_gui.study.file.journal import Event, GivenAnswer, Record
from sortrank_gui.study.file.plans import find_version, is_undecided, needs_plan
from sortrank_gui.study.file.reading import SessionRow
from sortrank_gui.study.file.records import effective, fold
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.lab_files import Stationed
from sortrank_gui.study.survey.parts import Part
from sortrank_gui.study.survey.planning import choose_plan, decide_by_answer
from sortrank_gui.study.survey.replaying import replay_sort
from sortrank_gui.study.survey.robot_forms import draw_answers
from sortrank_gui.study.survey.schedule import Schedule, choose_catch_pairs
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.sorts import Sort


class Survey:
    """The open sessions of a study. Where they share a sort, each holds a pair of its own."""

    def __init__(self, file: StudyFile) -> None:
        self.file = file
        self._open: dict[str, Session] = {}
        self._agreed: set[int] = set()
        """Sessions whose participants are known to have agreed."""
        self._sorts: dict[int, Sort] = {}

    def unfinished(self, participant: str) -> SessionRow | None:
        """Return the last session of a participant, if it was neither ended nor is it open."""
        rows = [row for row in self.file.sessions if row.participant == participant.strip()]
        if not rows or self._is_ended(rows[-1]):
            return None
        return rows[-1]

    def start(
        self,
        participant: str | None = None,
        *,
        policy: Resume | None = None,
        robot: bool = False,
        condition: str = "",
    ) -> Session:
        """Begin or resume a participant's session, by the study's policy or the one given.

        `condition` is that of a new session, where the researcher chooses it. A code belongs to a
        person or to a robot, and so do its sessions. Nobody gets another session by accident: where
        all are ended, the policy has to say `AGAIN`.
        """
        code = None if participant is None else participant.strip()
        if code and isinstance(self.file, Stationed):
            self.file.look_for(code, again=policy is Resume.AGAIN)
        rows = [row for row in self.file.sessions if row.participant == code]
        if code is None or not rows:
            return self._begin(code, robot=robot, condition=condition)
        self._require_same_kind(rows[-1], robot=robot)
        row = self.unfinished(code)
        if row is None:
            if policy is not Resume.AGAIN:
                raise UsedCodeError(
                    f"{code} has taken part already. Choose another code, or begin session "
                    f"{len(rows) + 1} of {code} on purpose."
                )
            return self._begin(code, robot=robot, condition=condition)
        match policy or self.file.design.resume:
            case Resume.RESUME:
                return self.resume(row)
            case Resume.RESTART | Resume.AGAIN:
                self._require_closed(row)
                self.file.append(row, Event.END)
                return self._begin(code, robot=robot, condition=condition)
            case Resume.ASK:
                raise InputError(
                    f"Participant {row.participant} has a session with "
                    f"{len(effective(self.file.records_of(row)))} answers that was not "
                    "ended; resume it or restart."
                )

    def resume(self, row: SessionRow) -> Session:
        """Go on with a session that was not ended."""
        self._require_closed(row)
        if self._is_ended(row):
            raise InputError(f"Session {row.number} of {row.participant} is ended.")
        session = self._make(row)
        self.file.append(row, Event.RESUME)
        self._open[row.uuid] = session
        return session

    def needs_consent(self, row: SessionRow) -> bool:
        """Say whether a person still has to agree before an answer of theirs is taken."""
        if row.is_robot or self.file.everything.is_demo or row.id in self._agreed:
            return False
        if not asks_consent(self.file.design):
            return False
        events = self.file.everything.events
        if any(e.session == row.id and e.kind == EventKind.CONSENT for e in events):
            self._agreed.add(row.id)
        return row.id not in self._agreed

    def answer_questionnaire(
        self, row: SessionRow, step: str, given: Answers, language: str
    ) -> bool:
        """Keep the answers to a questionnaire; return whether they gave the session its condition.

        The last ones count, where somebody answers again.
        """
        design = self.file.design
        found = {each.name: each for each in list_questionnaires(design)}.get(step)
        if found is None:
            raise InputError(f"The study has no questionnaire “{step}”.")
        if self.needs_consent(row):
            raise InputError(f"{row.participant} has not agreed to take part yet.")
        for name, sentence in check_answers(found.fields, given).items():
            raise InputError(f"{name}: {sentence}")
        facts = {"step": step, "given": given, "language": language}
        self.file.add_event(EventKind.QUESTIONNAIRE, facts, row)
        decides = design.assignment.questionnaire == step
        if not (decides and is_undecided(self.file.everything, row)):
            return False
        option = given[design.assignment.field]
        plan = decide_by_answer(self.file.everyone, row, option)
        self.file.add_event(EventKind.PLAN, plan.facts, row)
        self._open[row.uuid] = self._make(row)
        return True

    def find_open(self, row: SessionRow) -> Session:
        """Return the open session of a row."""
        return self._open[row.uuid]

    def leave(self, session: Session) -> None:
        """Pause a session that is not ended, and forget it."""
        session.pause()
        self._open = {uuid: other for uuid, other in self._open.items() if other is not session}

    def close(self) -> None:
        """Pause what is open and close the file."""
        try:
            for session in list(self._open.values()):
                self.leave(session)
        finally:
            self.file.close()

    def _begin(self, participant: str | None, *, robot: bool, condition: str) -> Session:
        choose = partial(choose_plan, robot=robot, condition=condition)
        plan = choose if needs_plan(self.file.design) else None
        row = self.file.start_session(participant, robot=robot, plan=plan)
        self._open[row.uuid] = self._make(row)
        if robot:
            self._fill_in(row)
        return self._open[row.uuid]

    def _fill_in(self, row: SessionRow) -> None:
        """Answer a robot's questionnaires: it reads no pages."""
        language = self.file.design.languages[0]
        for number, step in enumerate(list_questionnaires(self.file.design)):
            given = draw_answers(step.fields, derive_seed(row.seed, "forms", number))
            self.answer_questionnaire(row, step.name, given, language)

    def _make(self, row: SessionRow) -> Session:
        study = self.file.everything
        version, records = find_version(study, row), self.file.records_of(row)
        sorts = self.file.take_sorts(row, version)
        kept = GivenAnswers.from_records(fold(records))
        parts = [
            Part(
                self._make_schedule(row, version, question),
                self._sort_of(sorts[question].id),
                kept.take(kept.column("question") == question),
                math.fsum(records.times(question)) / 1000,
            )
            for question in version.order
        ]
        return Session(
            parts,
            partial(self._append, row, {question: sort.id for question, sort in sorts.items()}),
            records,
            alternating=version.is_alternating,
            robot=None if study.is_demo else row.is_robot,
        )

    def _make_schedule(self, row: SessionRow, version: Version, question: int) -> Schedule:
        content = self.file.content
        items = version.block_items(question, content.items)
        design = version.block_design(question)
        truth = None if content.truth is None else [content.truth[k] for k in items]
        pairs = choose_catch_pairs(design, [content.items[k] for k in items], truth)
        catch_pairs = [(items[better], items[worse]) for better, worse in pairs]
        seed = derive_seed(row.seed, "question", question) if question else row.seed
        return Schedule(design, items, seed, catch_pairs, question)

    def _append(
        self,
        row: SessionRow,
        sorts: Mapping[int, int],
        event: Event,
        *,
        given: GivenAnswer | None = None,
        undoes: int | None = None,
        detail: Detail | None = None,
    ) -> Record:
        """Write a record, but no answer of somebody who has not agreed to what the study asks."""
        if event is Event.ANSWER and self.needs_consent(row):
            raise InputError(
                f"{row.participant} has not agreed to take part yet; without consent no answer "
                "is kept."
            )
        if event is Event.ANSWER and is_undecided(self.file.everything, row):
            raise InputError(f"{row.participant} has no condition yet: an answer decides on it.")
        told = None if given is None else sorts[given.trial.question]
        return self.file.append(row, event, given=given, undoes=undoes, detail=detail, sort=told)

    def _sort_of(self, number: int) -> Sort:
        """Return a sort; where it is shared, the one that others already hold."""
        offered = self.file.offer_sort(number) if isinstance(self.file, Stationed) else None
        if offered is not None:
            return offered
        if number not in self._sorts or not self.file.design.shared:
            self._sorts[number] = replay_sort(self.file.everything, number)
        return self._sorts[number]

    def _is_ended(self, row: SessionRow) -> bool:
        return bool(self.file.records_of(row).is_event(Event.END).any())

    def _require_same_kind(self, row: SessionRow, *, robot: bool) -> None:
        if row.is_robot != robot and not self.file.everything.is_demo:
            whose = "a person's" if robot else "a robot's"
            raise UsedCodeError(f"{row.participant} is {whose} code; choose another one.")

    def _require_closed(self, row: SessionRow) -> None:
        session = self._open.get(row.uuid)
        if session is not None and session.is_open:
            raise InputError(f"The session of participant {row.participant} is already open.")
