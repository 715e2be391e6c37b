"""What the editor calls the steps of a session, and what it says about each."""

import re

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.questionnaire import FieldKind
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.design.versions import full_timeline
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.ui.study_editor.timeline.row_model import PartRow
from sortrank_gui.ui.widgets.wording import shorten

TITLES = {
    StepKind.WELCOME: "Welcome",
    StepKind.CONSENT: "Consent",
    StepKind.QUESTIONNAIRE: "Questionnaire",
    StepKind.INSTRUCTIONS: "Instructions",
    StepKind.PRACTICE: "Practice",
    StepKind.BLOCK: "Block",
    StepKind.BREAK: "Break",
    StepKind.MESSAGE: "Message",
    StepKind.THANKS: "Thanks",
}
ABOUT = {
    StepKind.QUESTIONNAIRE: "Questions to the person: texts, numbers, choices, scales",
    StepKind.MESSAGE: "A page with a text of your own",
    StepKind.BREAK: "A page to rest at, between two blocks",
    StepKind.BLOCK: "Pairs with one question, about all items or some",
    StepKind.PRACTICE: "Pairs that do not count, before a block",
}
KINDS = {
    FieldKind.TEXT: "One line of text",
    FieldKind.LONG_TEXT: "Several lines of text",
    FieldKind.NUMBER: "A number",
    FieldKind.SINGLE: "One of several answers",
    FieldKind.MULTIPLE: "Any of several answers",
    FieldKind.LIKERT: "Statements on a scale (matrix)",
    FieldKind.SLIDER: "A slider",
    FieldKind.DATE: "A date",
}
_PAGES = {
    StepKind.WELCOME: "welcome",
    StepKind.CONSENT: "consent",
    StepKind.INSTRUCTIONS: "instructions",
    StepKind.THANKS: "thanks",
}
_MOST_NAMED = 12
_MARKS = re.compile(r"[#*]+ ?")
"""What makes words of a page bold, or a heading."""


def page_key(kind: StepKind) -> str:
    """Return the key of the study's text for a page; empty for other steps."""
    return _PAGES.get(kind, "")


def is_shown(design: Design, step: Step) -> bool:
    """Say whether participants get this step: pages without a text are passed over."""
    if key := page_key(step.kind):
        return bool(find_text(design, design.languages[0], key).strip())
    return step.kind is not StepKind.PRACTICE or step.trials > 0


def make_row(design: Design, step: Step, problem: str) -> PartRow:
    """Return what a list says about a step."""
    title = f"{TITLES[step.kind]}: {step.name}" if step.name else TITLES[step.kind]
    detail = _MARKS.sub("", _describe(design, step))
    return PartRow(title, detail, problem, is_faint=not is_shown(design, step))


def _describe(design: Design, step: Step) -> str:
    match step.kind:
        case StepKind.QUESTIONNAIRE:
            count = len(step.fields)
            return "1 question" if count == 1 else f"{count} questions"
        case StepKind.PRACTICE:
            pairs = "1 pair" if step.trials == 1 else f"{step.trials} pairs"
            return f"{pairs}, not counted" if step.trials else "None: not shown"
        case StepKind.BLOCK:
            tags = f" · items: {', '.join(step.block.tags)}" if step.block.tags else ""
            return f"“{step.block.prompt or design.prompt}”{tags}"
        case StepKind.BREAK:
            return step.text or find_text(design, design.languages[0], "pause")
        case StepKind.MESSAGE:
            return step.text
    return find_text(design, design.languages[0], page_key(step.kind)) or "No text: not shown"


def summarise(design: Design) -> str:
    """Return in one line what a participant goes through."""
    steps = [step for step in full_timeline(design) if is_shown(design, step)]
    several = sum(step.kind is StepKind.BLOCK for step in steps) > 1
    words = []
    for step in steps[:_MOST_NAMED]:
        named = step.name and (several or step.kind is not StepKind.BLOCK)
        words.append(shorten(step.name if named else TITLES[step.kind], 24))
    if len(steps) > _MOST_NAMED:
        words.append(f"{len(steps) - _MOST_NAMED} more")
    return "  ›  ".join(words)
