"""What the pages around the trials say: the design's words, and ours where it has none."""

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.survey.course import Page
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.participant.message_page import Message


def message_for(page: Page, design: Design, state: SurveyState | None) -> Message:
    """Return what a page says."""
    texts = design.texts
    match page:
        case Page.CODE:
            code = "" if state is None else state.next_code
            return Message("", "", "Start", field="Your code", value=code)
        case Page.WELCOME:
            return Message(texts.welcome, "Welcome", "Continue")
        case Page.CONSENT:
            return Message(texts.consent, "Consent", "Continue", "I have read this and agree")
        case Page.INSTRUCTIONS:
            return Message(texts.instructions, "Instructions", "Start")
        case Page.PRACTICE:
            trials = "one trial" if design.practice == 1 else f"{design.practice} trials"
            return Message(f"First, {trials} to practise. They do not count.", "Practice", "Start")
        case Page.BEGINNING:
            return Message("That was the practice. From here on it counts.", "Ready?", "Start")
        case Page.BREAK:
            return Message(texts.pause, _describe_share(state), "Go on")
        case Page.PAUSED:
            return Message("Nothing is lost. Go on whenever you are ready.", "Paused", "Go on")
        case Page.THANKS:
            return Message(texts.thanks)
        case _:
            return Message("Please wait a moment.")


def _describe_share(state: SurveyState | None) -> str:
    if state is None or not state.budget:
        return "A break"
    return f"{state.answered} of {state.budget} done"
