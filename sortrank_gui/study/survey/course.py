"""Which page a participant sees when: code, welcome, consent, instructions, trials, thanks."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.design.versions import make_version
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.file.journal import Kind, Trial
from sortrank_gui.study.survey.survey_state import Phase, SurveyState


class CoursePage(StrEnum):
    """A page that a participant sees."""

    CODE = "code"
    """No session runs yet: a code begins one."""
    WAITING = "waiting"
    """The researcher holds the session."""
    LANGUAGE = "language"
    """Where a study offers several."""
    WELCOME = "welcome"
    CONSENT = "consent"
    INSTRUCTIONS = "instructions"
    PRACTICE = "practice"
    """Before the first practice trial."""
    BEGINNING = "beginning"
    """After practice: from here on it counts."""
    QUESTIONNAIRE = "questionnaire"
    MESSAGE = "message"
    TRIAL = "trial"
    BREAK = "break"
    PAUSED = "paused"
    """The window lost the focus; the participant goes on when ready."""
    THANKS = "thanks"
    DECLINED = "declined"
    """Somebody did not agree and may leave."""


_PAGES = {
    StepKind.WELCOME: CoursePage.WELCOME,
    StepKind.CONSENT: CoursePage.CONSENT,
    StepKind.INSTRUCTIONS: CoursePage.INSTRUCTIONS,
    StepKind.QUESTIONNAIRE: CoursePage.QUESTIONNAIRE,
    StepKind.MESSAGE: CoursePage.MESSAGE,
    StepKind.BREAK: CoursePage.BREAK,
}
"""Pages of steps; practice has its own when its first trial comes, thanks come at the end."""
_WRITTEN = (CoursePage.WELCOME, CoursePage.CONSENT, CoursePage.INSTRUCTIONS)
"""Pages that are shown where the study has a text for them."""


@dataclass(frozen=True, slots=True)
class Due:
    """A page that comes before the next trial, with the step that it belongs to."""

    page: CoursePage
    step: Step | None = None


class Course:
    """Follows the session and the participant; says which page is due. It shows nothing itself.

    Pages stand in a queue before the trial, or before thanks; each is left when the participant
    goes on. Robots read no pages.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.language = design.languages[0]
        self._session: tuple[str, int] | None = None
        self._version = make_version(design)
        self._ahead: deque[Due] = deque()
        self._last: Trial | None = None
        self._is_over = self._has_declined = self._stopped_here = False
        self._phase = Phase.IDLE

    @property
    def step(self) -> Step | None:
        """The step of the timeline that the page belongs to, if it is one that a study adds."""
        return self._ahead[0].step if self._ahead and self.page is self._ahead[0].page else None

    @property
    def page(self) -> CoursePage:
        """The page that is due."""
        match self._phase:
            case Phase.PAUSED:
                return CoursePage.PAUSED if self._stopped_here else CoursePage.WAITING
            case Phase.RUNNING:
                return self._ahead[0].page if self._ahead else CoursePage.TRIAL
            case Phase.OVER:
                return self._ahead[0].page if self._ahead else CoursePage.THANKS
            case Phase.IDLE if self._has_declined:
                return CoursePage.DECLINED
            case Phase.IDLE:
                return CoursePage.THANKS if self._is_over else CoursePage.CODE
            case Phase.STUCK:
                return CoursePage.WAITING

    def follow(self, state: SurveyState) -> CoursePage:
        """Take what the engine says."""
        self._phase = state.phase
        self._version = state.version or make_version(self.design)
        if state.phase is Phase.RUNNING:
            self._stopped_here = False
            self._follow_trial(state)
        elif state.phase is Phase.OVER:
            self._follow_end(state)
        elif state.phase is Phase.IDLE:
            self._session = None
        filled = state.filled
        self._ahead = deque(
            due for due in self._ahead if due.step is None or due.step.name not in filled
        )
        return self.page

    def invite(self) -> CoursePage:
        """Ask for the code of whoever comes next; until then the last one is thanked."""
        self._is_over = self._has_declined = False
        self.language = self.design.languages[0]
        return self.page

    def choose(self, language: str) -> CoursePage:
        """Go on in the language that the participant chose."""
        self.language = language
        if self.page is CoursePage.LANGUAGE:
            self._ahead = deque(due for due in self._ahead if self._has_text(due.page))
        return self.go_on()

    def decline(self) -> None:
        """Note that the participant does not agree: the session ends."""
        self._has_declined = True

    def ask_consent(self) -> CoursePage:
        """Ask once more, where the answer could not be kept."""
        self._has_declined = False
        if all(due.page is not CoursePage.CONSENT for due in self._ahead):
            self._ahead.appendleft(Due(CoursePage.CONSENT))
        return self.page

    def stop(self) -> None:
        """Note that the participant's window paused the session, which goes on from there."""
        self._stopped_here = True

    def go_on(self) -> CoursePage:
        """Leave a page of text."""
        if self._ahead and self._phase in (Phase.RUNNING, Phase.OVER):
            self._ahead.popleft()
        return self.page

    def _follow_trial(self, state: SurveyState) -> None:
        trial = state.trial
        if trial is None or state.is_robot:
            return
        session = (state.participant, len(state.sittings))
        if session != self._session:
            self.invite()
            self._session, self._ahead = session, deque(self._begin(state, trial))
        elif self._last is not None and trial.number == self._last.number + 1:
            self._ahead.extend(self._list_between(state, self._last, trial))
        elif self._is_over:  # taken back from the last page
            self._ahead.clear()
        self._is_over = False
        self._last = trial

    def _follow_end(self, state: SurveyState) -> None:
        """Put the pages after the last block in the queue, once."""
        if self._is_over or state.is_robot:
            return
        self._is_over = True
        session = (state.participant, len(state.sittings))
        resumed = session != self._session
        self._session = session
        steps = self._version.steps
        end = max(k for k, step in enumerate(steps) if step.kind is StepKind.BLOCK)
        first = 0 if resumed or self._version.is_alternating else end
        self._ahead = deque(
            due
            for due in map(self._make_due, steps[first:])
            if due is not None and (not resumed or due.page is CoursePage.QUESTIONNAIRE)
        )

    def _begin(self, state: SurveyState, trial: Trial) -> Iterator[Due]:
        """Yield what comes before the trial; who chose a language before is not asked again."""
        is_known = state.language in self.design.languages
        chooses = len(self.design.languages) > 1 and not is_known
        if is_known:
            self.language = state.language
        if chooses:
            yield Due(CoursePage.LANGUAGE)
        passed = [self._make_due(step) for step in self._version.steps[: self._find_slot(trial)]]
        for due in passed:
            if due is None or (not chooses and not self._has_text(due.page)):
                continue
            is_due = state.needs_consent if due.page is CoursePage.CONSENT else False
            if trial.number == 1 or is_due or due.page is CoursePage.QUESTIONNAIRE:
                yield due
        if trial.kind is Kind.PRACTICE:
            yield Due(CoursePage.PRACTICE)

    def _list_between(self, state: SurveyState, last: Trial, trial: Trial) -> Iterator[Due]:
        """Yield what comes between two trials."""
        if last.question != trial.question and not self._version.is_alternating:
            between = self._version.steps[self._find_slot(last) : self._find_slot(trial)]
            yield from (due for due in map(self._make_due, between) if due is not None)
        elif state.break_due and last.kind is not Kind.PRACTICE:
            yield Due(CoursePage.BREAK)
        if trial.kind is Kind.PRACTICE and last.question != trial.question:
            yield Due(CoursePage.PRACTICE)
        if last.kind is Kind.PRACTICE and trial.kind is not Kind.PRACTICE:
            yield Due(CoursePage.BEGINNING)

    def _find_slot(self, trial: Trial) -> int:
        """Return the place of a trial's block among the steps; all are at the first in turns."""
        places = [k for k, s in enumerate(self._version.steps) if s.kind is StepKind.BLOCK]
        if self._version.is_alternating:
            return places[0]
        return places[self._version.order.index(trial.question)]

    def _make_due(self, step: Step) -> Due | None:
        page = _PAGES.get(step.kind)
        return None if page is None else Due(page, step if step.name or step.text else None)

    def _has_text(self, page: CoursePage) -> bool:
        """Say whether a page has anything to say in this language."""
        design = self._version.design
        return page not in _WRITTEN or bool(find_text(design, self.language, page.value).strip())
