from dataclasses import replace

import pytest

from sortrank_gui.study.design.design import Design, Texts
from sortrank_gui.study.file.given_answers import Snapshot
from sortrank_gui.study.file.journal import Kind, Trial
from sortrank_gui.study.survey.course import Course, CoursePage
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from tests.fleeting import fleeting_file, fleeting_state

TEXTS = Texts(welcome="Hello", consent="Agree?", instructions="Do this")
IDLE = replace(fleeting_state(fleeting_file([]), Snapshot.of([])), budget=20)


def at(number: int, kind: Kind = Kind.REGULAR, **fields: object) -> SurveyState:
    """Return the state at a trial of P01's session."""
    running = replace(IDLE, phase=Phase.RUNNING, participant="P01", trial=Trial(number, 0, 1, kind))
    return replace(running, **fields)


def test_pages_of_text_come_before_the_first_trial() -> None:
    """Welcome, consent and instructions, each left by going on."""
    course = Course(Design(texts=TEXTS))
    assert course.follow(IDLE) is CoursePage.CODE
    assert course.follow(at(1)) is CoursePage.WELCOME
    assert [course.go_on() for _ in range(3)] == [
        CoursePage.CONSENT,
        CoursePage.INSTRUCTIONS,
        CoursePage.TRIAL,
    ]


def test_empty_pages_are_left_out() -> None:
    """A study without texts begins with its first trial."""
    assert Course(Design()).follow(at(1)) is CoursePage.TRIAL


def test_news_during_the_welcome_do_not_skip_it() -> None:
    """Whatever the engine says meanwhile, the participant leaves the page."""
    course = Course(Design(texts=TEXTS))
    course.follow(at(1))
    assert course.follow(at(1, likely_items=(3,))) is CoursePage.WELCOME


def test_practice_is_announced_and_its_end_too() -> None:
    """Before the first practice trial and after the last one there is a page."""
    course = Course(Design(practice=2))
    assert course.follow(at(1, Kind.PRACTICE)) is CoursePage.PRACTICE
    assert course.go_on() is CoursePage.TRIAL
    assert course.follow(at(2, Kind.PRACTICE)) is CoursePage.TRIAL
    assert course.follow(at(3)) is CoursePage.BEGINNING
    assert course.go_on() is CoursePage.TRIAL


def test_break_comes_once() -> None:
    """A break is left by going on, and does not come back with undo."""
    course = Course(Design(break_every=2))
    course.follow(at(1))
    assert course.follow(at(2)) is CoursePage.TRIAL
    assert course.follow(at(3, break_due=True)) is CoursePage.BREAK
    assert course.follow(at(3, break_due=True)) is CoursePage.BREAK
    assert course.go_on() is CoursePage.TRIAL
    assert course.follow(at(2)) is CoursePage.TRIAL


def test_resumed_session_goes_on_with_its_trial() -> None:
    """Who comes back after a crash does not read the welcome again."""
    assert Course(Design(texts=TEXTS)).follow(at(42)) is CoursePage.TRIAL


@pytest.mark.parametrize(("here", "page"), [(True, CoursePage.PAUSED), (False, CoursePage.WAITING)])
def test_pause_is_ended_where_it_began(here: bool, page: CoursePage) -> None:
    """The participant ends a pause of this window; one of the researcher lasts."""
    course = Course(Design())
    course.follow(at(5))
    if here:
        course.stop()
    assert course.follow(at(5, phase=Phase.PAUSED, trial=None)) is page
    assert course.follow(at(5)) is CoursePage.TRIAL


def test_session_ends_with_thanks() -> None:
    """Thanks stay until the next participant begins."""
    course = Course(Design(texts=TEXTS))
    course.follow(at(20))
    assert course.follow(at(20, phase=Phase.OVER, trial=None)) is CoursePage.THANKS
    assert course.follow(IDLE) is CoursePage.THANKS
    assert course.follow(at(1, participant="P02")) is CoursePage.WELCOME


def test_answer_that_can_not_be_written_makes_the_participant_wait() -> None:
    """The researcher sees the problem; the participant is asked for patience."""
    course = Course(Design())
    course.follow(at(5))
    assert course.follow(at(5, phase=Phase.STUCK, trial=None)) is CoursePage.WAITING


def test_known_language_is_not_asked_for_again() -> None:
    """Who goes on with a session reads on in the language that was chosen; others choose."""
    design = Design(texts=TEXTS, languages=("en", "de"))
    course = Course(design)
    assert course.follow(at(1)) is CoursePage.LANGUAGE
    course = Course(design)
    assert course.follow(at(42, language="de")) is CoursePage.TRIAL
    assert course.language == "de"
    assert course.follow(at(1, participant="P02")) is CoursePage.LANGUAGE
    assert course.language == "en"
    assert Course(design).follow(at(42, language="fr")) is CoursePage.LANGUAGE


def test_consent_that_is_missing_comes_before_the_next_trial() -> None:
    """Who began before the study had the text agrees when going on, in the language known."""
    design = Design(texts=TEXTS, languages=("en", "de"))
    course = Course(design)
    assert course.follow(at(42, needs_consent=True, language="de")) is CoursePage.CONSENT
    assert course.go_on() is CoursePage.TRIAL
