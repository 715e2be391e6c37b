"""What the pages around the trials say: all of it in the words of the study and its language."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.timeline import Step
from sortrank_gui.study.design.wording import describe_practice, find_text
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.participant.message_page import Message

_KEYS = {
    CoursePage.WELCOME: ("welcome_title", "welcome", "continue"),
    CoursePage.INSTRUCTIONS: ("instructions_title", "instructions", "start"),
    CoursePage.BEGINNING: ("ready_title", "practice_over", "start"),
    CoursePage.PAUSED: ("paused_title", "nothing_lost", "go_on"),
}
"""Keys of the title, the text and the button of pages that have nothing else."""


def message_for(
    page: CoursePage,
    design: Design,
    state: SurveyState | None,
    language: str = "",
    step: Step | None = None,
) -> Message:
    """Return what a page says; in the first language of the study, unless another is given.

    `step` is that of the timeline which the page belongs to, if it has words of its own.
    """
    language = language or design.languages[0]
    own = "" if step is None else step.find_text(language)
    word = partial(find_text, design, language)
    plain = Message("", name=word("message"), right_to_left=is_right_to_left(language))
    ahead = replace(plain, hint=word("press_enter"), button=word("start"))
    undo = word("undo_hint") if design.undo else ""
    match page:
        case CoursePage.CODE:
            code = "" if state is None else state.next_code
            if state is not None and state.lab is not None:
                return _ask_at_station(ahead, design, word)
            return replace(ahead, field=word("code"), value=code)
        case CoursePage.LANGUAGE:
            return Message("", name=word("language"), choices=_list_languages(design))
        case CoursePage.CONSENT:
            return replace(
                plain,
                text=word("consent"),
                title=word("consent_title"),
                button=word("agree"),
                hint=word("press_space"),
                consent=word("agree_tick"),
                decline=word("decline"),
                read_first=word("read_to_end") if design.consent_to_end else "",
            )
        case CoursePage.PRACTICE:
            text, title = describe_practice(design, language), word("practice_title")
            return replace(ahead, text=text, title=title, note=undo)
        case CoursePage.BREAK:
            title = _describe_share(design, language, state)
            return replace(ahead, text=own or word("pause"), title=title, button=word("go_on"))
        case CoursePage.MESSAGE | CoursePage.QUESTIONNAIRE:
            return replace(ahead, text=own, button=word("continue"))
        case CoursePage.THANKS | CoursePage.DECLINED | CoursePage.WAITING:
            return replace(plain, text=word("wait" if page is CoursePage.WAITING else page.value))
        case _:
            title, text, button = (word(key) for key in _KEYS[page])
            note = undo if page is CoursePage.INSTRUCTIONS else ""
            return replace(ahead, text=text, title=title, button=button, note=note)


def _ask_at_station(ahead: Message, design: Design, word: Callable[[str], str]) -> Message:
    """Ask for a code where others begin at the same time: which one is next, the server knows."""
    is_counted = not design.codes or design.codes_in_order
    name = f"{word('code')} ({word('optional')})" if is_counted else word("code")
    return replace(ahead, field=name, may_be_empty=is_counted)


def message_for_leaving(design: Design, language: str, *, is_wrong: bool) -> Message:
    """Return what asks for the PIN without which nobody leaves the participant's window."""
    word = partial(find_text, design, language)
    return Message(
        "",
        button=word("continue"),
        name=word("pin"),
        hint=word("press_enter"),
        note=word("wrong_pin") if is_wrong else "",
        decline=word("go_on"),
        field=word("pin"),
        is_secret=True,
        right_to_left=is_right_to_left(language),
    )


def is_right_to_left(language: str) -> bool:
    """Say whether a language is written from right to left."""
    found = languages().get(language)
    return found is not None and found.right_to_left


def direction_of(language: str) -> Qt.LayoutDirection:
    """Return the direction in which pages of a language are laid out."""
    direction = Qt.LayoutDirection
    return direction.RightToLeft if is_right_to_left(language) else direction.LeftToRight


def _list_languages(design: Design) -> tuple[tuple[str, str], ...]:
    known = languages()
    return tuple((code, known[code].name if code in known else code) for code in design.languages)


def _describe_share(design: Design, language: str, state: SurveyState | None) -> str:
    if state is None or not state.budget:
        return find_text(design, language, "break_title")
    sentence = find_text(design, language, "share_done")
    return sentence.replace("{done}", str(state.answered)).replace("{total}", str(state.budget))
