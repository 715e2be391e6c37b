"""The open study and the session that runs: every request to them is one method of the engine.

How it works
------------
Whoever drives the engine, a window or a test, calls one method for one request and then shows
`state`. A request that comes too late changes nothing: a click on a trial that is gone, a person's
answer while a robot answers. An answer is on disk before the method returns; one that can't be
written waits for `retry`. The engine never waits: its driver calls `let_robot_answer` whenever the
state says that a turn is due.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sortrank_gui.errors import InputError, SortrankError, StudyAstrayError, StudyFileError
from sortrank_gui.safe_files import remove_folder
from sortrank_gui.study.design.design import Design, Resume
from sortrank_gui.study.design.questionnaire import Answers
from sortrank_gui.study.design.versions import list_questionnaires
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.file.demo import DemoSettings, create_demo, create_demo_from
from sortrank_gui.study.file.details import Detail
from sortrank_gui.study.file.events import EventKind, Screen, text_digest
from sortrank_gui.study.file.exclusions import (
    Target,
    exclude,
    include,
)
from sortrank_gui.study.file.journal import (
    Answer,
    Event,
    NoteKind,
)
from sortrank_gui.study.file.opening import open_study
from sortrank_gui.study.file.plans import find_version
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.lab_files import OrderKind, Receiving, Stationed, StationOrder
from sortrank_gui.study.survey.robot import Robot, RobotOrder
from sortrank_gui.study.survey.survey import Survey
from sortrank_gui.study.survey.survey_state import (
    find_filled,
    find_language,
)
from sortrank_gui.study.survey.telling import TellingEngine, is_over
from sortrank_gui.study.survey.withdrawing import (
    Withdrawal,
    decline,
    rename_participant,
    withdraw,
)

Tell = Callable[[int, int], object]
"""Takes how much is done, and of how much."""
_TELL_SECONDS = 0.2
"""How often a long work says how far it is."""


class Engine(TellingEngine):
    """One study, at most one running session, and at most one robot that answers it."""

    def open(
        self,
        path: Path,
        folder: TemporaryDirectory[str] | None = None,
        *,
        progress: Tell | None = None,
    ) -> None:
        """Open a study file; one in a temporary folder is gone with it when it is closed."""
        file = open_study(path, progress=self._pace(progress))
        self.close()
        self._take(file, folder, is_demo=False)

    def open_by(self, opener: Callable[[], StudyFile]) -> None:
        """Open what somebody else knows how to open: a study of a lab, for instance."""
        file = opener()
        self.close()
        self._take(file, None, is_demo=False)

    def open_demo(self, settings: DemoSettings) -> None:
        """Make a demo in a temporary place, in that of the one before, and start its session."""
        folder = TemporaryDirectory(prefix="sortrank-demo-")
        path = Path(folder.name) / "demo.sortrank"
        if self._file is None:
            create_demo(path, settings)
        else:
            images = self._file.image_row
            create_demo_from(path, self._file.content, settings, find_image=images)
        self.close()
        self._take(open_study(path), folder, is_demo=True)
        self.start_session()

    def _take(
        self, file: StudyFile, folder: TemporaryDirectory[str] | None, *, is_demo: bool
    ) -> None:
        self._file, self._folder, self._is_demo = file, folder, is_demo
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Go on with the file as it is: after opening, and after the design changed."""
        self._survey = Survey(self.file)
        self._forget_session()
        self._question = None
        self._describe_file()
        self._pool = self._make_pool()
        self._look_at_sessions()

    def close(self) -> None:
        """Pause or end the session and close the file; what is temporary is gone then."""
        file, survey, folder = self._file, self._survey, self._folder
        if file is None or survey is None:
            return
        is_complete = self._is_complete
        self._file = self._survey = self._folder = None
        session = self._session
        self._forget_session()
        if folder is not None:
            file.abandon()
            remove_folder(folder)
            return
        try:
            if session is not None and is_complete:
                session.end()
            survey.close()
        except StudyAstrayError:
            file.close()  # it saves a copy, if nobody has, and says so
        except StudyFileError:
            file.close()  # all that was told is on disk; the pause is not
            raise
        if file.farewell:
            raise StudyFileError(file.farewell)

    def save(
        self,
        design: Design,
        items: Sequence[Item],
        truth: Sequence[float] | None,
        *,
        progress: Tell | None = None,
        drop_robots: bool = False,
    ) -> None:
        """Replace design and items, which nobody has answered yet; say how many are written.

        Raises a `RobotAnswersError` where robots have, until their answers may go.
        """
        self._robot = None
        tell = self._pace(progress)
        self.file.save(design, items, truth, progress=tell, drop_robots=drop_robots)
        self._begin_anew()

    def _pace(self, progress: Tell | None) -> Callable[[int, int], None]:
        """Return a teller of progress that passes on some times a second how far it is."""
        told_at = self._clock()

        def tell(done: int, total: int) -> None:
            nonlocal told_at
            if progress is not None and self._clock() - told_at >= _TELL_SECONDS:
                told_at = self._clock()
                progress(done, total)

        return tell

    def set_truth(self, truth: Sequence[float] | None) -> None:
        """Replace the ground truth."""
        self._robot = None
        self.file.set_truth(truth)
        self._describe_file()

    def start_session(
        self,
        code: str | None = None,
        policy: Resume | None = None,
        condition: str = "",
        *,
        robot: bool = False,
    ) -> None:
        """Begin or resume a session of a participant, or of a new one; who is there leaves.

        From its start on it is a person's session or a robot's. `condition` is that of a new one,
        where the researcher chooses it.
        """
        if self._session is not None:
            self.leave()
        self._take_mended()
        file = self.file
        assert self._survey is not None
        self._session = self._survey.start(
            code or None, policy=policy, robot=robot, condition=condition
        )
        own = [row for row in file.sessions if row.participant == (code or "").strip()]
        self._row = (own or file.sessions)[-1]
        self._language = find_language(file, self._row)
        self._look_at_row()
        self._look_at_sessions()

    def _look_at_row(self) -> None:
        assert self._row is not None
        self._version = find_version(self.file.everything, self._row)
        self._filled = find_filled(self.file, self._row)

    def leave(self) -> None:
        """Let the participant go: a session that is complete ends, another stays paused."""
        self._robot = None
        session = self._running()
        assert self._survey is not None
        if self._is_complete:
            session.end()
        self._survey.leave(session)
        self._forget_session()
        self._look_at_sessions()
        self._apply_rules()
        self._take_mended()

    def answer(
        self,
        number: int,
        answer: Answer,
        seconds: float,
        detail: Detail | None = None,
        screen: Screen | None = None,
        *,
        by_robot: bool = False,
    ) -> None:
        """Record an answer to the trial of this number, if it is still on the screen.

        A detail that says that it came too late makes it “neither”, whatever the answer was.
        The screen gets a number in the session when it is first seen.
        """
        if self._robot is not None or not self._shows(number):
            return
        session = self._running()
        try:
            if screen is not None:
                detail = replace(detail or Detail(), screen=self.describe_screen(screen))
            if detail is not None and detail.late:
                session.skip(seconds=seconds, detail=detail)
            else:
                session.answer(answer, seconds=seconds, by_robot=by_robot, detail=detail)
        except StudyFileError as error:
            self._unsaved = partial(
                self.answer, number, answer, seconds, detail, screen, by_robot=by_robot
            )
            self._problem = str(error)
            raise
        self._unsaved, self._problem = None, ""
        self._pool.add(session.snapshot().journal[-1])

    def skip(self, number: int, reason: str) -> None:
        """Leave out the trial of this number, which can't be shown; counts as neither."""
        if self._shows(number):
            session = self._running()
            session.skip(seconds=0.0)
            self._pool.add(session.snapshot().journal[-1])
            self._note(NoteKind.EVENT, f"trial {number} skipped: {reason}")

    def retry(self) -> None:
        """Write the answer that could not be written."""
        if self._unsaved is not None:
            self._unsaved()

    def undo(self) -> None:
        """Take the last answer back, if there is one."""
        self._robot = None
        session = self._running()
        before = session.snapshot()
        if before.length > 0:
            session.undo()
            self._pool.remove(before.journal[-1])

    def pause(self, reason: str = "") -> None:
        """Stop for now; a reason is written down as an event."""
        self._robot = None
        self._running().pause()
        self._note(NoteKind.EVENT, reason and f"paused: {reason}")

    def resume(self) -> None:
        """Go on after a pause."""
        self._robot = None
        self._running().resume()

    def end(self, reason: str = "") -> None:
        """End the session for good, and write the reason down if there is one."""
        self._robot = None
        self._running().end()
        self._note(NoteKind.REASON, reason)
        self.leave()

    def describe_screen(self, screen: Screen) -> int:
        """Note on which screen trials are shown; return its number for the answers' details."""
        self._running()
        if self._screens is None:
            self._screens = [
                event.facts
                for event in self.file.everything.events
                if event.kind == EventKind.SCREEN and event.session == self._row_id
            ]
        if screen.facts not in self._screens:
            self.file.add_event(EventKind.SCREEN, screen.facts, self._row)
            self._screens.append(screen.facts)
        return self._screens.index(screen.facts) + 1

    def choose_language(self, language: str) -> None:
        """Note which language the participant chose."""
        self._running()
        self.file.add_event(EventKind.LANGUAGE, {"language": language}, self._row)
        self._language = language

    def note_ranking_shown(self) -> None:
        """Note that the researcher uncovered the ranking while somebody takes part."""
        self._running()
        self.file.add_event(EventKind.RANKING_SHOWN, {}, self._row)

    def add_note(self, text: str) -> None:
        """Keep a researcher's note about the session."""
        self._note(NoteKind.NOTE, text)

    def exclude(self, target: Target, reason: str) -> None:
        """Let a participant, a session or a trial count no more."""
        exclude(self.file, target, reason)
        self._pool = self._make_pool()

    def include(self, target: Target, reason: str = "") -> None:
        """Let it count again."""
        include(self.file, target, reason)
        self._pool = self._make_pool()

    def consent(self, agreed: bool, language: str) -> None:
        """Note that the participant agreed to the study's text; who does not leaves no data."""
        self._running()
        assert self._row is not None
        if agreed:
            text = text_digest(find_text(self.file.design, language, "consent"))
            facts = {"text": text, "language": language}
            self.file.add_event(EventKind.CONSENT, facts, self._row)
            return
        decline(self.file, self._row)
        self._begin_anew()

    def answer_questionnaire(self, step: str, given: Answers, language: str) -> None:
        """Keep what a participant answered to a questionnaire; it may decide on the condition."""
        self._running()
        assert self._row is not None
        assert self._survey is not None
        if self._survey.answer_questionnaire(self._row, step, given, language):
            self._session = self._survey.find_open(self._row)
        self._look_at_row()
        self._look_at_sessions()

    def withdraw(self, code: str) -> Withdrawal:
        """Delete a participant's data for good, in the file and in its backups."""
        self._require_nobody()
        found = withdraw(self.file, code)
        self._begin_anew()
        return found

    def rename_participant(self, old: str, new: str, *, join: bool = False) -> None:
        """Correct a mistyped code; `join` if the right one has sessions already."""
        self._require_nobody()
        rename_participant(self.file, old, new, join=join)
        self._begin_anew()

    def _require_nobody(self) -> None:
        if self._session is not None:
            raise InputError("Somebody takes part now; end or leave the session first.")

    def _apply_rules(self) -> None:
        """Judge by the study's own rules whoever has just left, as the results do."""
        if self.file.design.exclusion.are_set:
            pool = self._make_pool()
            if not pool.leaves_out_as(self._pool):
                self._pool = pool

    def extend(self, answers: int) -> None:
        """Ask for more answers than planned."""
        self._running().extend(answers)

    def show_question(self, question: int | None) -> None:
        """Let the live panel show this question, or the one that is being answered."""
        self._question = question

    def set_pooled(self, pooled: bool) -> None:
        """Let the live panel show all participants, or this session alone."""
        self._pooled = pooled

    def note_displacement(self, per_item: float, comparisons: float) -> None:
        """Take what an estimate expects, by which a session may end."""
        if self._session is not None and self._session.question == self._find_question():
            self._session.note_displacement(per_item, comparisons)

    def start_robot(self, order: RobotOrder) -> None:
        """Let a robot answer until its goal, or until the session is over."""
        session, content = self._running(), self.file.content
        if session.is_robot is False:
            raise InputError("A robot can't answer in a person's session; start one for the robot.")
        if session.trial is not None:
            scores = order.scores(content.truth, len(content.items))
            self._robot = Robot(order, self._make_respondent, scores, session)
            self._shown_at = self._clock()

    def stop_robot(self) -> None:
        """Let the robot rest."""
        self._robot = None

    def receive(self) -> None:
        """Take what has come from a lab's server into the desk's replica."""
        file = self.file
        if not isinstance(file, Receiving):
            return
        arrival = file.receive()
        if arrival.content:
            self._begin_anew()
            return
        newest = file.records[len(file.records) - arrival.records :]
        if arrival.sessions or any(record.event == Event.UNDO for record in newest):
            self._pool = self._make_pool()
        else:
            for record in newest:
                if record.event == Event.ANSWER:
                    self._pool.receive(record)
        if arrival.sessions or any(record.event == Event.END for record in newest):
            self._look_at_sessions()

    def obey(self) -> None:
        """Do what the desk asks of this station, and tell it what came of that."""
        file = self.file
        if not isinstance(file, Stationed):
            return
        for order in file.take_orders():
            try:
                self._obey(order)
            except SortrankError as error:
                file.report(order, str(error))
            else:
                file.report(order, "")
        self._take_mended()

    def _take_mended(self) -> None:
        """Go on with the words that a station's study has now, unless somebody takes part."""
        file = self.file
        if self._session is None and isinstance(file, Stationed) and file.take_mended():
            self._begin_anew()

    def _obey(self, order: StationOrder) -> None:
        match order.kind:
            case OrderKind.START:
                if self._is_complete:  # whoever is thanked there now
                    self.leave()
                self._require_nobody()
                self.start_session(order.code, order.policy, order.condition, robot=order.robot)
            case OrderKind.PAUSE:
                self.pause()
            case OrderKind.RESUME:
                self.resume()
            case OrderKind.END:
                self.end(order.reason)

    def let_robot_answer(self) -> None:
        """Take the robot's turn; one that fails takes no other."""
        robot, self._robot = self._robot, None
        if robot is None:
            return
        until = self._clock() + robot.order.turn
        while (trial := robot.next_trial()) is not None:
            now, answer = self._clock(), robot.answer(trial)
            self.answer(trial.number, answer, now - self._shown_at, by_robot=True)
            self._shown_at = now
            if now >= until:
                break
        self._robot = None if robot.next_trial() is None else robot

    @property
    def _row_id(self) -> int | None:
        return None if self._row is None else self._row.id

    @property
    def _is_complete(self) -> bool:
        """Whether all trials and all questionnaires of the session are answered."""
        if self._session is None or not is_over(self._session):
            return False
        asked = {step.name for step in list_questionnaires(self.file.design)}
        return asked <= self._filled

    def _shows(self, number: int) -> bool:
        trial = self._running().trial
        return trial is not None and trial.number == number

    def _note(self, kind: NoteKind, text: str) -> None:
        if self._row is not None and text.strip():
            self.file.add_note(self._row, kind, text)
