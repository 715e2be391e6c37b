"""The stage of the main window: the prompt, a trial, and how far the session is, on a card."""

from collections.abc import Iterable
from functools import partial

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.wording import describe_remaining, find_text
from sortrank_gui.study.file.journal import Answer, Kind, Trial
from sortrank_gui.study.items.items import Study
from sortrank_gui.ui.participant.messages import direction_of
from sortrank_gui.ui.participant.prompt import FindPrompt, make_prompt, prompt_factor
from sortrank_gui.ui.participant.trial_view import TrialView
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.theme import scaled_font
from sortrank_gui.ui.widgets.thin_progress import ThinProgress


class Stage(Card):
    """Shows one trial at a time and emits the answer to it; decides nothing about the next."""

    def __init__(
        self,
        study: Study,
        images: ImageStore,
        design: Design | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.trial_view = TrialView(images)
        self.boxes, self.answer_bar = self.trial_view.boxes, self.trial_view.answer_bar
        self.trial_view.trial_changed.connect(self._on_trial_changed)
        for box in self.boxes.values():
            box.chosen.connect(self.setFocus)
        self._told: tuple[object, ...] = ()
        """The design, the items and the language that are shown."""
        self._build()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Stage")
        everything = Design(
            prompt=study.prompt,
            offer_equal=True,
            offer_neither=True,
            min_response_ms=0,
            interval_ms=0,
        )
        self.set_content(Content(design or everything, study.items))

    def _build(self) -> None:
        self.progress, self._foot = ThinProgress(), QWidget()
        self._prompt = make_prompt()
        self._count, self.remaining = QLabel(), soft_label()
        self._count.setFont(scaled_font(self._count.font(), 1.0, bold=True))
        self._lay_out()

    def _lay_out(self) -> None:
        counts = QHBoxLayout()
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(10)
        foot.addWidget(self.progress)
        foot.addLayout(counts)
        counts.addWidget(self._count)
        counts.addStretch()
        counts.addWidget(self.remaining)
        self.body.setContentsMargins(32, 24, 32, 20)
        self.body.setSpacing(0)
        self.body.addWidget(self._prompt)
        self.body.addSpacing(16)
        self.body.addWidget(self.trial_view, stretch=1)
        self.body.addSpacing(20)
        self.body.addWidget(self._foot)

    def set_content(
        self, content: Content, language: str = "", prompts: FindPrompt | None = None
    ) -> None:
        """Take the design and the items that trials refer to, and speak a language.

        `prompts` has what each block asks, where there are several.
        """
        language = language or content.design.languages[0]
        self._prompts, told = prompts, (content.design, content.items, language)
        if told == self._told:
            return
        self._told = told
        self._words = partial(find_text, content.design, language)
        self._ask(self._words("prompt"))
        self.progress.setAccessibleName(self._words("progress"))
        self._foot.setLayoutDirection(direction_of(language))
        self.trial_view.set_content(content.design, content.items, language)

    def _ask(self, prompt: str) -> None:
        """Show the prompt, sized by a style: a font would be taken back when the theme changes."""
        self._prompt.setText(prompt)
        self.setAccessibleDescription(prompt)
        points = self.font().pointSizeF() * prompt_factor(self._prompt.text())
        self._prompt.setStyleSheet(f"font-size: {points:.1f}pt; font-weight: bold;")

    def image_size(self) -> QSize:
        """Return the room for each picture, in device pixels."""
        return self.trial_view.image_size()

    def fetch_ahead(self, numbers: Iterable[int]) -> None:
        """Decode the pictures of items that are likely to come next."""
        self.trial_view.fetch_ahead(numbers)

    def set_input_allowed(self, allowed: bool) -> None:
        """Take answers, or only show what happens (while a robot answers)."""
        self.trial_view.set_input_allowed(allowed)

    def set_progress(self, answered: int, budget: int | None, seconds_each: float | None) -> None:
        """Show how far the session is and how long it will take, in the study's words."""
        done, total = str(answered), str(budget or answered)
        self._count.setText(
            self._words("share_done").replace("{done}", done).replace("{total}", total)
        )
        left = max(0, (budget or 0) - answered)
        self.remaining.setText(describe_remaining(self._words, left, seconds_each))
        self.progress.set_share(answered / budget if budget else 0.0, self._count.text())

    def show_trial(self, trial: Trial | None, *, after: Answer | None = None) -> None:
        """Show a trial, or none; first highlight the answer that a robot gave."""
        self.trial_view.show_trial(trial, after=after)

    @property
    def is_at_rest(self) -> bool:
        """Whether the stage shows its trial and waits for an answer."""
        return self.trial_view.is_open

    @Slot(object)
    def give_answer(self, answer: Answer) -> None:
        """Take a person's answer to the trial on the screen, once."""
        self.trial_view.give_answer(answer)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer by key; Backspace and the usual key for undo take the last answer back."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.trial_view.undo_wanted.emit()
        elif not self.trial_view.take_key(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Let a key count again once it was released."""
        self.trial_view.release_key(event)
        super().keyReleaseEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take all keys as released: another window may have got the releases."""
        self.trial_view.forget_keys()
        super().focusInEvent(event)

    @Slot(object)
    def _on_trial_changed(self, trial: Trial | None) -> None:
        if trial is not None and self._prompts is not None:
            prompt = self._prompts(trial.question)
            if prompt != self._prompt.text():
                self._ask(prompt)
        if trial is not None and trial.kind is Kind.PRACTICE:
            self._count.setText(self._words("practice_note"))
