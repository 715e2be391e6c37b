"""Which page a participant sees when: code, welcome, consent, instructions, trials, thanks."""

from collections import deque
from enum import StrEnum

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.survey.survey_state import Phase, SurveyState


class Page(StrEnum):
    """A page that a participant sees."""

    CODE = "code"
    """No session runs yet: a code begins one."""
    WAITING = "waiting"
    """The researcher holds the session."""
    WELCOME = "welcome"
    CONSENT = "consent"
    INSTRUCTIONS = "instructions"
    PRACTICE = "practice"
    """Before the first practice trial."""
    BEGINNING = "beginning"
    """After practice: from here on it counts."""
    TRIAL = "trial"
    BREAK = "break"
    PAUSED = "paused"
    """The window lost the focus; the participant goes on when ready."""
    THANKS = "thanks"


class Course:
    """Follows the session and the participant; says which page is due. It shows nothing itself.

    Pages stand in a queue before the trial; each is left when the participant goes on.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self._session: tuple[str, int] | None = None
        self._ahead: deque[Page] = deque()
        self._last_number = 0
        self._is_over = self._stopped_here = False
        self._phase = Phase.IDLE

    @property
    def page(self) -> Page:
        """The page that is due."""
        match self._phase:
            case Phase.PAUSED:
                return Page.PAUSED if self._stopped_here else Page.WAITING
            case Phase.RUNNING:
                return self._ahead[0] if self._ahead else Page.TRIAL
            case Phase.OVER:
                return Page.THANKS
            case Phase.IDLE:
                return Page.THANKS if self._is_over else Page.CODE
            case Phase.STUCK:
                return Page.WAITING

    def follow(self, state: SurveyState) -> Page:
        """Take what the engine says."""
        self._phase = state.phase
        if state.phase is Phase.RUNNING:
            self._stopped_here = False
            self._follow_trial(state)
        elif state.phase is Phase.OVER:
            self._is_over = True
        elif state.phase is Phase.IDLE:
            self._session = None
        return self.page

    def invite(self) -> Page:
        """Ask for the code of whoever comes next; until then the last one is thanked."""
        self._is_over = False
        return self.page

    def stop(self) -> None:
        """Note that the participant's window paused the session, which goes on from there."""
        self._stopped_here = True

    def go_on(self) -> Page:
        """Leave a page of text."""
        if self._ahead and self._phase is Phase.RUNNING:
            self._ahead.popleft()
        return self.page

    def _follow_trial(self, state: SurveyState) -> None:
        trial = state.trial
        if trial is None:
            return
        session = (state.participant, len(state.sittings))
        if session != self._session:
            self._session, self._is_over = session, False
            self._ahead = deque(self._opening() if trial.number == 1 else ())
            if trial.kind is Kind.PRACTICE:
                self._ahead.append(Page.PRACTICE)
        elif trial.number == self._last_number + 1:
            self._follow_answer(state, trial.number)
        self._last_number = trial.number

    def _follow_answer(self, state: SurveyState, number: int) -> None:
        if self.design.practice and number == self.design.practice + 1:
            self._ahead.append(Page.BEGINNING)
        elif state.break_due:
            self._ahead.append(Page.BREAK)

    def _opening(self) -> list[Page]:
        texts = self.design.texts
        pages = {
            Page.WELCOME: texts.welcome,
            Page.CONSENT: texts.consent,
            Page.INSTRUCTIONS: texts.instructions,
        }
        return [page for page, text in pages.items() if text.strip()]
