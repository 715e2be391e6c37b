"""Which page a participant sees when: code, welcome, consent, instructions, trials, thanks."""

from collections import deque
from collections.abc import Iterator
from enum import StrEnum

from sortrank_gui.study.design.design import Design
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
    TRIAL = "trial"
    BREAK = "break"
    PAUSED = "paused"
    """The window lost the focus; the participant goes on when ready."""
    THANKS = "thanks"
    DECLINED = "declined"
    """Somebody did not agree and may leave."""


_OPENING = (CoursePage.WELCOME, CoursePage.CONSENT, CoursePage.INSTRUCTIONS)
"""Pages before the first trial; each has the study's text of the same name, if it has one."""


class Course:
    """Follows the session and the participant; says which page is due. It shows nothing itself.

    Pages stand in a queue before the trial; each is left when the participant goes on. Robots read
    no pages.
    """

    def __init__(self, design: Design) -> None:
        self.design = design
        self.language = design.languages[0]
        self._session: tuple[str, int] | None = None
        self._ahead: deque[CoursePage] = deque()
        self._last_number = 0
        self._is_over = self._has_declined = self._stopped_here = False
        self._phase = Phase.IDLE

    @property
    def page(self) -> CoursePage:
        """The page that is due."""
        match self._phase:
            case Phase.PAUSED:
                return CoursePage.PAUSED if self._stopped_here else CoursePage.WAITING
            case Phase.RUNNING:
                return self._ahead[0] if self._ahead else CoursePage.TRIAL
            case Phase.OVER:
                return CoursePage.THANKS
            case Phase.IDLE if self._has_declined:
                return CoursePage.DECLINED
            case Phase.IDLE:
                return CoursePage.THANKS if self._is_over else CoursePage.CODE
            case Phase.STUCK:
                return CoursePage.WAITING

    def follow(self, state: SurveyState) -> CoursePage:
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

    def invite(self) -> CoursePage:
        """Ask for the code of whoever comes next; until then the last one is thanked."""
        self._is_over = self._has_declined = False
        self.language = self.design.languages[0]
        return self.page

    def choose(self, language: str) -> CoursePage:
        """Go on in the language that the participant chose."""
        self.language = language
        if self.page is CoursePage.LANGUAGE:
            shown = set(self._list_opening())
            self._ahead = deque(p for p in self._ahead if p not in _OPENING or p in shown)
        return self.go_on()

    def decline(self) -> None:
        """Note that the participant does not agree: the session ends."""
        self._has_declined = True

    def ask_consent(self) -> CoursePage:
        """Ask once more, where the answer could not be kept."""
        self._has_declined = False
        if CoursePage.CONSENT not in self._ahead:
            self._ahead.appendleft(CoursePage.CONSENT)
        return self.page

    def stop(self) -> None:
        """Note that the participant's window paused the session, which goes on from there."""
        self._stopped_here = True

    def go_on(self) -> CoursePage:
        """Leave a page of text."""
        if self._ahead and self._phase is Phase.RUNNING:
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
        elif trial.number == self._last_number + 1:
            self._follow_answer(state, trial.number)
        self._last_number = trial.number

    def _begin(self, state: SurveyState, trial: Trial) -> Iterator[CoursePage]:
        """Yield what comes before the trial; who chose a language before is not asked again."""
        is_known = state.language in self.design.languages
        chooses = len(self.design.languages) > 1 and not is_known
        if is_known:
            self.language = state.language
        if chooses:
            yield CoursePage.LANGUAGE
        if trial.number == 1:
            yield from _OPENING if chooses else self._list_opening()
        elif state.needs_consent:
            yield CoursePage.CONSENT
        if trial.kind is Kind.PRACTICE:
            yield CoursePage.PRACTICE

    def _follow_answer(self, state: SurveyState, number: int) -> None:
        if self.design.practice and number == self.design.practice + 1:
            self._ahead.append(CoursePage.BEGINNING)
        elif state.break_due:
            self._ahead.append(CoursePage.BREAK)

    def _list_opening(self) -> list[CoursePage]:
        """Return the pages that have a text in this language."""
        return [
            page for page in _OPENING if find_text(self.design, self.language, page.value).strip()
        ]
