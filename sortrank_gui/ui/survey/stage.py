"""The stage: the prompt, two items in equal boxes, and the answers by mouse and keyboard."""

from PySide6.QtCore import QElapsedTimer, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.study.items import Study
from sortrank_gui.study.journal import Answer, Trial
from sortrank_gui.ui import wording
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.survey.answer_bar import BOX_GAP, AnswerBar
from sortrank_gui.ui.survey.finished_view import FinishedView
from sortrank_gui.ui.survey.item_box import ItemBox
from sortrank_gui.ui.theme import Theme, scaled_font
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.thin_progress import ThinProgress

KEYS = {
    Qt.Key.Key_Left: Answer.LEFT,
    Qt.Key.Key_F: Answer.LEFT,
    Qt.Key.Key_1: Answer.LEFT,
    Qt.Key.Key_Right: Answer.RIGHT,
    Qt.Key.Key_J: Answer.RIGHT,
    Qt.Key.Key_2: Answer.RIGHT,
    Qt.Key.Key_Down: Answer.EQUAL,
    Qt.Key.Key_Space: Answer.NEITHER,
}
_FLASH_MS = 140
_TALLEST = 1.18
"""Height of a box for its width; room beyond that stays white."""


class Stage(Card):
    """Shows one trial at a time and emits the answer to it; decides nothing about the next.

    A trial takes one answer: then its choice is highlighted shortly, and whatever trial arrives
    meanwhile is shown after that. Held keys are ignored.
    """

    answered = Signal(int, object, float)
    undo_wanted = Signal()

    def __init__(self, study: Study, images: ImageStore) -> None:
        super().__init__()
        self._study, self._images = study, images
        self._trial: Trial | None = None
        self._waiting: list[Trial | None] = []
        self._is_open = False
        self._input_allowed = True
        self._clock = QElapsedTimer()
        self._flash = QTimer(self, singleShot=True, interval=_FLASH_MS)
        self._flash.timeout.connect(self._on_flash_over)
        images.arrived.connect(self._on_image_arrived)
        self._build()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Stage")
        self.setAccessibleDescription(study.prompt)

    def _build(self) -> None:
        self.boxes = {
            Answer.LEFT: ItemBox(self._images, "Left item"),
            Answer.RIGHT: ItemBox(self._images, "Right item"),
        }
        self.boxes[Answer.LEFT].chosen.connect(self._on_left_chosen)
        self.boxes[Answer.RIGHT].chosen.connect(self._on_right_chosen)
        self.answer_bar = AnswerBar()
        self.answer_bar.answered.connect(self.give_answer)
        self.finished_view = FinishedView()
        self.progress = ThinProgress()
        self._count, self._remaining = QLabel(), soft_label()
        self._count.setFont(scaled_font(self._count.font(), 1.0, bold=True))
        self._pages = QStackedWidget()
        self._pages.addWidget(self._lay_out_trial())
        self._pages.addWidget(self.finished_view)
        self._lay_out()

    def _lay_out(self) -> None:
        counts = QHBoxLayout()
        counts.addWidget(self._count)
        counts.addStretch()
        counts.addWidget(self._remaining)
        self.body.setContentsMargins(32, 24, 32, 20)
        self.body.setSpacing(0)
        self.body.addWidget(self._pages, stretch=1)
        self.body.addSpacing(20)
        self.body.addWidget(self.progress)
        self.body.addSpacing(10)
        self.body.addLayout(counts)

    def _lay_out_trial(self) -> QWidget:
        boxes = QHBoxLayout()
        boxes.setSpacing(BOX_GAP)
        for box in self.boxes.values():
            boxes.addWidget(box, stretch=1)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self._make_prompt())
        column.addLayout(boxes, stretch=1000)
        column.addWidget(self.answer_bar)
        column.addStretch(1)
        return page

    def _make_prompt(self) -> QLabel:
        prompt = QLabel(self._study.prompt)
        length = len(self._study.prompt)
        factor = 1.9 if length <= 60 else 1.5 if length <= 160 else 1.15
        prompt.setFont(scaled_font(prompt.font(), factor, bold=True))
        prompt.setTextFormat(Qt.TextFormat.PlainText)
        prompt.setAlignment(Qt.AlignmentFlag.AlignCenter)
        prompt.setWordWrap(True)
        prompt.setMinimumHeight(48)
        return prompt

    def image_size(self) -> QSize:
        """Return the room for each image, in device pixels."""
        return self.boxes[Answer.LEFT].image_size()

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme; pictures stay as they are."""
        for widget in (*self.boxes.values(), self.progress):
            widget.theme = theme
            widget.update()
        self.answer_bar.set_theme(theme)

    def set_input_allowed(self, allowed: bool) -> None:
        """Take answers, or only show what happens (while a robot answers)."""
        self._input_allowed = allowed
        for widget in (*self.boxes.values(), self.answer_bar):
            widget.setEnabled(allowed)

    def set_progress(self, answered: int, budget: int, seconds_each: float | None) -> None:
        """Show how far the session is."""
        self._count.setText(f"{answered} of {budget}")
        self._remaining.setText(wording.describe_remaining(budget - answered, seconds_each))
        self.progress.set_share(answered / budget, self._count.text())

    def show_trial(self, trial: Trial | None, *, after: Answer | None = None) -> None:
        """Show a trial, or that all is done; first highlight the answer that someone gave."""
        if trial is not None and trial == self._trial and self._is_open:
            return
        if after is not None and self._trial is not None and not self._flash.isActive():
            self._highlight(after)
        if self._flash.isActive():
            self._waiting = [trial]
        else:
            self._show_now(trial)

    @property
    def remaining_text(self) -> str:
        """What the stage says about the time that is left."""
        return self._remaining.text()

    @property
    def is_at_rest(self) -> bool:
        """Whether the stage shows its trial and waits for an answer, or says that all is done."""
        return self._is_open or self.finished_view.isVisible()

    @Slot(object)
    def give_answer(self, answer: Answer) -> None:
        """Take a person's answer to the trial on the screen, once."""
        if not (self._is_open and self._input_allowed and self._trial is not None):
            return
        self._highlight(answer)
        seconds = self._clock.nsecsElapsed() / 1e9
        self.answered.emit(self._trial.number, answer, seconds)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the boxes from growing much taller than wide."""
        super().resizeEvent(event)
        margins = self.body.contentsMargins()
        width = (event.size().width() - margins.left() - margins.right() - BOX_GAP) / 2
        for box in self.boxes.values():
            box.setMaximumHeight(max(round(width * _TALLEST), box.minimumHeight()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer by key; Backspace takes the last answer back."""
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if not plain or event.key() not in (*KEYS, Qt.Key.Key_Backspace):
            super().keyPressEvent(event)
        elif event.isAutoRepeat():
            return
        elif event.key() == Qt.Key.Key_Backspace:
            self.undo_wanted.emit()
        else:
            self.give_answer(KEYS[Qt.Key(event.key())])

    def _highlight(self, answer: Answer) -> None:
        self._is_open = False
        for side, box in self.boxes.items():
            box.set_highlighted(side is answer)
        self._flash.start()

    def _show_now(self, trial: Trial | None) -> None:
        self._trial, self._is_open = trial, False
        self._pages.setCurrentIndex(0 if trial is not None else 1)
        if trial is not None:
            self.boxes[Answer.LEFT].set_item(self._study.items[trial.left])
            self.boxes[Answer.RIGHT].set_item(self._study.items[trial.right])
            self._reveal_if_ready()

    def _reveal_if_ready(self) -> None:
        """Reveal both items at once and start the clock."""
        ready = [box.is_ready for box in self.boxes.values()]  # asks for both images
        if self._trial is None or self._is_open or self._flash.isActive() or not all(ready):
            return
        for box in self.boxes.values():
            box.reveal()
        self._is_open = True
        self._clock.start()

    @Slot()
    def _on_flash_over(self) -> None:
        if self._waiting:
            self._show_now(self._waiting.pop())

    @Slot(str)
    def _on_image_arrived(self, _path: str) -> None:
        self._reveal_if_ready()

    @Slot()
    def _on_left_chosen(self) -> None:
        self.setFocus()
        self.give_answer(Answer.LEFT)

    @Slot()
    def _on_right_chosen(self) -> None:
        self.setFocus()
        self.give_answer(Answer.RIGHT)
