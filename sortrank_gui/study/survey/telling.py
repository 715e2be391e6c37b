"""Where the engine stands, told as one value: the half of it that changes nothing."""

from collections.abc import Callable
from dataclasses import replace
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from sortrank_gui.errors import InputError
from sortrank_gui.ranking.strategies.layout import SortLayout
from sortrank_gui.study.design.versions import Version, make_version
from sortrank_gui.study.file.exclusions import Exclusions, find_exclusions
from sortrank_gui.study.file.given_answers import Snapshot
from sortrank_gui.study.file.journal import Answer, Event, GivenAnswer, Trial
from sortrank_gui.study.file.reading import Everything, SessionRow
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.survey.answer_pool import AnswerPool
from sortrank_gui.study.survey.lab_files import Fetching, LabFile, Stationed
from sortrank_gui.study.survey.parts import StopReason
from sortrank_gui.study.survey.planning import count_conditions
from sortrank_gui.study.survey.questions import Questions
from sortrank_gui.study.survey.robot import MakeRespondent, Robot
from sortrank_gui.study.survey.sessions import Session
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.survey_state import (
    FileState,
    Phase,
    SurveyState,
    find_budget,
    find_note,
    find_pace,
    list_sittings,
)

FindExcluded = Callable[[Everything], Exclusions]
"""Who does not count: by the researcher alone, or by the study's rules, too."""
_PAIRS_AHEAD = 4
_LAYOUT_SECONDS = 0.2


class TellingEngine:
    """What the engine knows about the open study and its session, and how it is told."""

    def __init__(
        self,
        make_respondent: MakeRespondent,
        *,
        find_excluded: FindExcluded = find_exclusions,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._make_respondent, self._clock = make_respondent, clock
        self._find_excluded = find_excluded
        self._file: StudyFile | None = None
        self._survey: Survey | None = None
        self._folder: TemporaryDirectory[str] | None = None
        self._is_demo = False
        self._pooled = True
        self._question: int | None = None
        self._pool: AnswerPool
        self._drawn_at = self._shown_at = 0.0
        self._forget_session()

    def _forget_session(self) -> None:
        self._session: Session | None = None
        self._row: SessionRow | None = None
        self._version: Version | None = None
        self._filled: frozenset[str] = frozenset()
        self._language = ""
        self._screens: list[dict[str, Any]] | None = None
        """The screens of the session so far; None until somebody asks."""
        self._robot: Robot | None = None
        self._unsaved: Callable[[], None] | None = None
        self._problem = ""

    @property
    def is_open(self) -> bool:
        """Whether there is a study."""
        return self._file is not None

    @property
    def file(self) -> StudyFile:
        """The open study."""
        if self._file is None:
            raise InputError("No study is open.")
        return self._file

    def _running(self) -> Session:
        if self._session is None:
            raise InputError("Start a session first.")
        return self._session

    def _look_at_sessions(self) -> None:
        self._sittings = list_sittings(self.file)
        counts = count_conditions(self.file.everything)
        self._conditions = tuple((name, *count) for name, count in counts.items())

    def _describe_file(self) -> None:
        file = self.file
        self._file_state = FileState(
            file.path,
            file.content,
            file.read_only,
            self._is_demo,
            tuple(file.notices),
            file.find_picture if isinstance(file, Fetching) else None,
        )
        self._questions = Questions(self._file_state)
        self._lab = file if isinstance(file, LabFile) else None

    def _make_pool(self) -> AnswerPool:
        """Collect the answers that count in the live ranking."""
        excluded = self._find_excluded(self.file.everything)
        return AnswerPool(self.file, excluded, self._questions)

    def state(self) -> SurveyState:
        """Return what the screen shows now."""
        file, session, robot = self.file, self._session, self._robot
        question = self._find_question()
        alone = None
        if session is not None and (session.is_robot or not self._pooled):
            given = self._questions.choose(session.counted().journal, question)
            alone = Snapshot(given, len(given))
        idle = SurveyState(
            file=self._file_state,
            phase=Phase.IDLE,
            participant="" if self._row is None else self._row.participant,
            budget=find_budget(make_version(file.design)),
            snapshot=alone or self._pool.snapshot(question),
            records=len(file.records),
            is_frozen=file.is_frozen,
            next_code=file.next_code(),
            sittings=self._sittings,
            robot_pause=None if robot is None else robot.order.pause,
            questions=self._questions.names,
            question=question,
            focus=self._questions.focus(question),
            conditions=self._conditions,
            lab=self._lab.tell_lab() if self._lab is not None else None,
        )
        found = idle if session is None else self._with_session(idle, session)
        if isinstance(self._lab, Stationed):
            self._lab.note_state(found)
        return found

    def _find_question(self) -> int:
        """Return the question that the live panel shows; a stop rule may have to watch its own."""
        session = self._session
        if session is not None and session.design.stop.displacement is not None:
            return session.question
        if self._question is not None and self._question < len(self._questions.names):
            return self._question
        return 0 if self._session is None else self._session.question

    def _with_session(self, idle: SurveyState, session: Session) -> SurveyState:
        assert self._row is not None
        assert self._survey is not None
        trial, given = session.trial, session.snapshot()
        newest = given.journal[-1] if given.length else None
        robots = idle.robot_runs or (is_over(session) and newest and newest.by_robot)
        return replace(
            idle,
            phase=self._find_phase(session),
            trial=trial,
            is_robot=session.is_robot,
            answered=session.answered,
            budget=session.budget,
            progress=session.progress,
            seconds_per_answer=find_pace(given, by_robot=bool(robots)),
            likely_items=tuple(session.likely_items(_PAIRS_AHEAD)) if trial is not None else (),
            can_undo=session.last_seq is not None and session.design.undo and session.is_open,
            break_due=session.break_due,
            last=newest if self.file.records[-1].event == Event.ANSWER else None,
            problem=self._problem,
            note=find_note(self.file, self._row),
            language=self._language,
            needs_consent=self._survey.needs_consent(self._row),
            layout=self._draw_layout(session, robot_runs=idle.robot_runs),
            pair=self._find_pair(trial, idle.question),
            version=self._version,
            filled=self._filled,
        )

    def _find_pair(self, trial: Trial | None, question: int) -> tuple[int, ...]:
        """Return the items of a trial as the live panel numbers them."""
        if trial is None or trial.question != question:
            return ()
        shown = self._questions.translate(GivenAnswer(trial, Answer.EQUAL, 0.0)).trial
        return shown.left, shown.right

    def _draw_layout(self, session: Session, *, robot_runs: bool) -> SortLayout | None:
        """Return where the sort stands; of a robot's answers, five times a second."""
        now = self._clock()
        if robot_runs and now - self._drawn_at < _LAYOUT_SECONDS:
            return None
        self._drawn_at = now
        return session.layout() if session.question == self._find_question() else None

    def _find_phase(self, session: Session) -> Phase:
        if self._problem:
            return Phase.STUCK
        if session.stop_reason is None:
            return Phase.RUNNING
        return Phase.OVER if is_over(session) else Phase.PAUSED


def is_over(session: Session) -> bool:
    """Say whether a session has no further trial, other than by a pause."""
    return session.stop_reason not in (None, StopReason.PAUSED)
