"""A step as participants will see it: its page, or a pair of its block, drawn small."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QImage, QPixmap

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design, Timing
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.design.versions import full_timeline
from sortrank_gui.study.design.wording import find_text, reword
from sortrank_gui.study.file.journal import Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.message_page import Message
from sortrank_gui.ui.participant.messages import message_for
from sortrank_gui.ui.participant.trial_page import TrialPage
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.page_preview import SCREEN, ScreenPreview, draw_message, draw_page

_REST_MS = 120
"""A page is drawn when nothing was typed for so long."""
_COURSE = {
    StepKind.WELCOME: CoursePage.WELCOME,
    StepKind.CONSENT: CoursePage.CONSENT,
    StepKind.INSTRUCTIONS: CoursePage.INSTRUCTIONS,
    StepKind.PRACTICE: CoursePage.PRACTICE,
    StepKind.BREAK: CoursePage.BREAK,
    StepKind.THANKS: CoursePage.THANKS,
}


class StepPreview(ScreenPreview):
    """Follows a step a moment later, so that typing never waits for it."""

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self._images = images
        self._shown: object = None
        self._step, self._design, self._language = Step(), Design(), ""
        self._pair: tuple[Item, ...] = ()
        self._pictures: Mapping[str, QImage] = {}
        self._trial: TrialPage | None = None
        self._timer = QTimer(self, singleShot=True, interval=_REST_MS)
        self._timer.timeout.connect(self._on_rest)
        images.arrived.connect(self._on_arrived)

    def show_step(
        self, content: Content, place: int, language: str, pictures: Mapping[str, QImage]
    ) -> None:
        """Show a step of a study in a language."""
        step = full_timeline(content.design)[place]
        pair = find_pair(content, step) if step.kind is StepKind.BLOCK else ()
        shown = (step, content.design, language, pair, tuple(pictures))
        if shown == self._shown:
            return
        at_once = self._shown is None or step.kind is not self._step.kind
        self._shown, self._step, self._design = shown, step, content.design
        self._language, self._pair, self._pictures = language, pair, pictures
        self._timer.start(0 if at_once else _REST_MS)

    def close_pages(self) -> None:
        """Forget the page of trials."""
        if self._trial is not None:
            self._trial.deleteLater()
            self._trial = None

    @Slot()
    def _on_rest(self) -> None:
        match self._step.kind:
            case StepKind.BLOCK:
                has_pair = len(self._pair) > 1
                self.renew(self._prompt() if has_pair else "", "Two items are needed to show one.")
                if has_pair:
                    self._prepare_trial()
            case StepKind.QUESTIONNAIRE:
                self.renew("", "“Try it yourself” shows the questionnaire.")
            case StepKind.PRACTICE if not self._step.trials:
                self.renew("", "Without practice pairs this step is not shown.")
            case _:
                self.renew(self._message().text.strip(), "Without a text this page is not shown.")

    def render_page(self) -> QPixmap:
        """Draw the step."""
        background = self._design.background
        if self._step.kind is StepKind.BLOCK and self._trial is not None:
            return draw_page(self._trial, looks_of(background).ground)
        return draw_message(self._message(), background, self._pictures)

    def _prompt(self) -> str:
        own = self._step.find_prompt(self._language)
        return own or find_text(self._design, self._language, "prompt")

    def _message(self) -> Message:
        return make_message(self._design, self._step, self._language)

    def _prepare_trial(self) -> None:
        """Lay a pair out as on a screen; its pictures come when they are decoded."""
        if self._trial is None:
            self._trial = TrialPage(self._images)
            self._trial.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            self._trial.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
            self._trial.resize(SCREEN)
            self._trial.show()
        design = replace(self._design, timing=Timing())
        design = reword(design, self._language, "prompt", self._prompt())
        self._trial.set_content(Content(design, self._pair), self._language)
        self._trial.set_scale(1.0)  # a style sheet forgets sizes of letters
        self._trial.view.show_trial(Trial(1, 0, 1))

    @Slot(str)
    def _on_arrived(self, _source: str) -> None:
        """Draw a pair again once its pictures are there; the boxes know them first."""
        if self._step.kind is StepKind.BLOCK and self._trial is not None:
            QTimer.singleShot(0, self, partial(self.renew, self._prompt()))


def make_message(design: Design, step: Step, language: str) -> Message:
    """Return what the page of a step says, block and questionnaire apart."""
    if step.kind is StepKind.MESSAGE:
        usual = message_for(CoursePage.WELCOME, design, None, language)
        return replace(usual, title="", text=step.find_text(language))
    message = message_for(_COURSE[step.kind], replace(design, practice=step.trials), None, language)
    if step.kind is StepKind.BREAK:
        message = replace(message, text=step.find_text(language) or message.text)
    return message


def find_pair(content: Content, step: Step) -> tuple[Item, ...]:
    """Return the first two items of a block."""
    tags, found = set(step.block.tags), []
    for item in content.items:
        if not tags or tags.intersection(item.tags):
            found.append(item)
            if len(found) == 2:
                break
    return tuple(found)
