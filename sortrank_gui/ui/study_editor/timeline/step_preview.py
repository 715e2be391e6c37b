"""A step as participants will see it: its page, or a pair of its block, drawn small."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Background, Design, Timing
from sortrank_gui.study.design.timeline import Step, StepKind
from sortrank_gui.study.design.versions import full_timeline
from sortrank_gui.study.design.wording import find_text, reword
from sortrank_gui.study.file.journal import Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.ui.participant.looks import looks_of
from sortrank_gui.ui.participant.message_page import Message
from sortrank_gui.ui.participant.messages import message_for
from sortrank_gui.ui.participant.questionnaire_page import QuestionnairePage
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
    StepKind.MESSAGE: CoursePage.MESSAGE,
    StepKind.THANKS: CoursePage.THANKS,
}
_MOST_ASKED = 5
"""So many questions of a questionnaire fill the screen."""
_SETTLING_MS = 40
"""Layouts inside of layouts are at rest after so long."""


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
        self._form: QuestionnairePage | None = None
        self._worn: Background | None = None
        self._timer = QTimer(self, singleShot=True, interval=_REST_MS)
        self._timer.timeout.connect(self._on_rest)
        self._settling = QTimer(self, singleShot=True)
        self._settling.timeout.connect(self._on_settled)
        images.arrived.connect(self._on_arrived)

    def show_step(
        self,
        content: Content,
        place: int,
        language: str,
        pictures: Mapping[str, QImage],
        first: int = 0,
    ) -> None:
        """Show a step of a study in a language; of a questionnaire from a question on."""
        step = full_timeline(content.design)[place]
        if step.kind is StepKind.QUESTIONNAIRE:
            step = replace(step, fields=step.fields[first : first + _MOST_ASKED])
            step = replace(step, text="", translations=()) if first else step
        pair = find_pair(content, step) if step.kind is StepKind.BLOCK else ()
        shown = (step, content.design, language, pair, tuple(pictures))
        if shown == self._shown:
            return
        at_once = self._shown is None or step.kind is not self._step.kind
        self._shown, self._step, self._design = shown, step, content.design
        self._language, self._pair, self._pictures = language, pair, pictures
        self._timer.start(0 if at_once else _REST_MS)

    def close_pages(self) -> None:
        """Forget the pages that are drawn."""
        for page in (self._trial, self._form):
            if page is not None:
                page.deleteLater()
        self._trial = self._form = self._worn = None

    @Slot()
    def _on_rest(self) -> None:
        """Lay the page out, and draw it when that is done."""
        self._settling.stop()
        match self._step.kind:
            case StepKind.BLOCK if len(self._pair) < 2:
                self.renew("", "Two items are needed to show a pair.")
            case StepKind.BLOCK:
                self._prepare_trial()
                self._settling.start(_SETTLING_MS)
            case StepKind.QUESTIONNAIRE:
                self._prepare_form()
                self._settling.start(_SETTLING_MS)
            case StepKind.PRACTICE if not self._step.trials:
                self.renew("", "Without practice pairs this step is not shown.")
            case _:
                self.renew(self._message().text.strip(), "Without a text this page is not shown.")

    @Slot()
    def _on_settled(self) -> None:
        if self._step.kind is StepKind.BLOCK:
            self.renew(self._prompt())
        elif self._step.kind is StepKind.QUESTIONNAIRE:
            asked = (query.in_language(self._language).label for query in self._step.fields)
            words = " ".join((self._step.find_text(self._language), *asked)).strip()
            self.renew(words, "A questionnaire needs a question.")

    def render_page(self) -> QPixmap:
        """Draw the step."""
        ground = looks_of(self._design.background).ground
        if self._step.kind is StepKind.BLOCK and self._trial is not None:
            return draw_page(self._trial, ground)
        if self._step.kind is StepKind.QUESTIONNAIRE and self._form is not None:
            return draw_page(self._form, ground)
        return draw_message(self._message(), self._design.background, self._pictures)

    def _prompt(self) -> str:
        own = self._step.find_prompt(self._language)
        return own or find_text(self._design, self._language, "prompt")

    def _message(self) -> Message:
        design = replace(self._design, practice=self._step.trials)
        return message_for(_COURSE[self._step.kind], design, None, self._language, self._step)

    def _prepare_trial(self) -> None:
        """Lay a pair out as on a screen; its pictures come when they are decoded."""
        if self._trial is None:
            self._trial = TrialPage(self._images)
            show_unseen(self._trial)
        design = replace(self._design, timing=Timing())
        design = reword(design, self._language, "prompt", self._prompt())
        self._trial.set_content(Content(design, self._pair), self._language)
        self._trial.set_scale(1.0)  # a style sheet forgets sizes of letters
        first = next((each.name for each in design.contexts), "")
        self._trial.view.show_trial(Trial(1, 0, 1, context=first))

    def _prepare_form(self) -> None:
        """Lay a questionnaire out as on a screen."""
        if self._form is None:
            self._form = QuestionnairePage()
            show_unseen(self._form)
        if self._worn is not self._design.background:
            self._worn = self._design.background
            self._form.wear(looks_of(self._worn).sheet)
        words = partial(find_text, self._design, self._language)
        self._form.clear()
        self._form.show_step(self._step, self._language, words, self._pictures)

    @Slot(str)
    def _on_arrived(self, _source: str) -> None:
        """Draw a pair again once its pictures are there; the boxes know them first."""
        if self._step.kind is StepKind.BLOCK and self._trial is not None:
            self._settling.start(0)


def show_unseen(page: QWidget) -> None:
    """Let a page lay itself out as if it were on a screen."""
    page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    page.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
    page.resize(SCREEN)
    page.show()


def find_pair(content: Content, step: Step) -> tuple[Item, ...]:
    """Return the first two items of a block."""
    tags, found = set(step.block.tags), []
    for item in content.items:
        if not tags or tags.intersection(item.tags):
            found.append(item)
            if len(found) == 2:
                break
    return tuple(found)
