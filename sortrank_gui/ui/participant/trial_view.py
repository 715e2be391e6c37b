"""A trial on the screen: two items in equal boxes, its timing, and the answer to it.

How it works
------------
A trial is hidden until both its items can be shown, then open until it is answered. A person's
answer is highlighted, then the boxes are blank for the interval of the design, while the next trial
is made ready; it is revealed when the interval is over, both items in one frame. The clock of the
response starts when that frame was handed over to the screen. The frame that takes the pair away
comes after its answer, which is on disk by then: so the next answer tells of it.
"""

from collections.abc import Iterable, Sequence
from enum import Enum, auto

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.details import Detail, Input
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.answer_bar import AnswerBar, offered_answers
from sortrank_gui.ui.participant.answer_keys import (
    KEYS,
    PAGES,
    UNDO,
    HeldKeys,
    is_answer_key,
    name_key,
)
from sortrank_gui.ui.participant.box_pair import BoxPair
from sortrank_gui.ui.participant.frame_times import FrameWatch, milliseconds, screen_facts
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.widgets.theme import Theme, dress

HIGHLIGHT_MS = 140
_LINGER_MS = 40
"""How long a fast robot's trial stays at least, so that it can be seen."""


class _Phase(Enum):
    EMPTY = auto()
    HIDDEN = auto()
    OPEN = auto()
    CHOSEN = auto()
    BLANK = auto()


class TrialView(QWidget):
    """Shows one trial at a time and emits the answer to it; decides nothing about the next."""

    answered = Signal(int, object, float, object, object)
    """Number of the trial, answer, seconds, a Detail and the Screen: what the engine takes."""
    undo_wanted = Signal()
    trial_changed = Signal(object)
    """Another trial is made ready, or none is there any more (None)."""
    painted = Signal(int)
    """Both items of the trial with this number have just come to the screen."""

    def __init__(self, images: ImageStore, *, brief: bool = False) -> None:
        super().__init__()
        self._images = images
        self._design, self._items = Design(), tuple[Item, ...]()
        self._trial: Trial | None = None
        self._next: tuple[Trial | None] | None = None
        self._phase = _Phase.EMPTY
        self._input_allowed = True
        self._interval_ms = 0
        self._filled_for = QSize()
        """The size at which the cache is being filled with all pictures."""
        self._keys, self._frames = HeldKeys(), FrameWatch(self)
        self._frames.handed_over.connect(self._on_handed_over)
        self._shown_ms: float | None = None
        """When the pair came to the screen; None while it is not there."""
        self._previous_hidden_ms: float | None = None
        self._is_leaving = False
        """Whether the pair that was answered is still to be taken away."""
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_time_over)
        images.arrived.connect(self._on_image_arrived)
        self._build(brief)

    def _build(self, brief: bool) -> None:
        self._pair, self.answer_bar = BoxPair(self._images), AnswerBar(brief=brief)
        self.boxes = self._pair.boxes
        self._pair.chosen.connect(self.give_answer)
        self._pair.painted.connect(self._frames.watch)
        self._pair.settled.connect(self._reveal_if_ready)
        self.answer_bar.answered.connect(self.give_answer)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self._pair, stretch=1000)
        column.addWidget(self.answer_bar)
        column.addStretch(1)

    def set_content(self, design: Design, items: Sequence[Item]) -> None:
        """Take the design and the items that trials refer to; other items empty the boxes."""
        if self._items != (known := tuple(items)):
            self._timer.stop()
            self._trial, self._next, self._phase = None, None, _Phase.EMPTY
            self._items, self._filled_for = known, QSize()
            self._fill_boxes(None)
        self._design = design
        self.answer_bar.set_offered(offered_answers(design))
        self._pair.keep_room_for_captions(items)

    def dress_boxes(self, theme: Theme) -> None:
        """Give the boxes of the items colours of their own."""
        dress(self._pair, theme)

    def set_input_allowed(self, allowed: bool) -> None:
        """Take answers, or only show what happens (while a robot answers)."""
        if allowed and not self._input_allowed and self._phase is _Phase.OPEN:
            self._open()  # whoever answers now has seen it from now on
        self._input_allowed = allowed
        self._pair.setEnabled(allowed)
        self.answer_bar.setEnabled(allowed)

    def set_cursor_hidden(self, hidden: bool) -> None:
        """Hide the cursor while somebody answers by keys."""
        self._pair.set_cursor_hidden(hidden)
        self.answer_bar.set_cursor_hidden(hidden)

    @property
    def trial(self) -> Trial | None:
        """The trial on the screen, or about to be."""
        return self._trial

    @property
    def is_open(self) -> bool:
        """Whether the trial can be seen and waits for an answer."""
        return self._phase is _Phase.OPEN and self._shown_ms is not None

    def image_size(self) -> QSize:
        """Return the room for each picture, in device pixels."""
        return self._pair.image_size()

    def fetch_ahead(self, numbers: Iterable[int]) -> None:
        """Decode the pictures of items that are likely to come next, if they will be seen."""
        if not self.isVisible():
            return
        size = self.image_size()
        self._images.fetch_ahead((source_of(self._items[number]) for number in numbers), size)
        if size != self._filled_for:
            self._filled_for = size
            self._images.fetch_at_leisure(map(source_of, self._items), size)

    def show_trial(self, trial: Trial | None, *, after: Answer | None = None) -> None:
        """Show a trial, or none; first highlight the answer that a robot gave."""
        ready = (_Phase.HIDDEN, _Phase.OPEN, _Phase.BLANK)
        if trial is not None and trial == self._trial and self._phase in ready:
            return
        if after is not None and self._phase is _Phase.OPEN:
            self._highlight(after, interval_ms=0)
        catching_up = self._phase is _Phase.HIDDEN and not self._input_allowed
        if self._phase is _Phase.CHOSEN or (catching_up and trial is not None):
            self._next = (trial,)
        else:
            self._prepare(trial)

    @Slot(object, object, str)
    def give_answer(self, answer: Answer, by: Input | None = None, key: str = "") -> None:
        """Take a person's answer to the trial on the screen, once, and not too early."""
        if self._trial is None or self._shown_ms is None or not self._takes_answers:
            return
        taken_ms = milliseconds() - self._shown_ms
        if taken_ms < self._design.min_response_ms or answer not in self.answer_bar.offered:
            return
        detail = self._describe(by, key)
        self._highlight(answer, interval_ms=self._design.interval_ms)
        self._is_leaving = True
        screen = screen_facts(self.screen())
        self.answered.emit(self._trial.number, answer, taken_ms / 1e3, detail, screen)

    @property
    def _takes_answers(self) -> bool:
        return self._phase is _Phase.OPEN and self._input_allowed

    def _describe(self, by: Input | None, key: str) -> Detail:
        left, right = (box.shown_size.toTuple() for box in self.boxes.values())
        previous, self._previous_hidden_ms = self._previous_hidden_ms, None
        return Detail(
            input=by,
            key=key,
            shown_ms=_rounded(self._shown_ms),
            previous_hidden_ms=_rounded(previous),
            left_size=left,
            right_size=right,
        )

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key that was pressed; return whether it belongs to a trial."""
        if not is_answer_key(event):
            return False
        key = Qt.Key(event.key())
        if key in PAGES:
            self._pair.scroll_page(PAGES[key])
        elif not self._keys.is_stroke(event):
            return True
        elif key == UNDO:
            if self._design.undo and self._input_allowed:
                self.undo_wanted.emit()
        else:
            self.give_answer(KEYS[key], Input.KEY, name_key(event))
        return True

    def release_key(self, event: QKeyEvent) -> None:
        """Hear that a key was released."""
        self._keys.release(event)

    def forget_keys(self) -> None:
        """Take all keys as released, when the focus goes elsewhere."""
        self._keys.forget()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room below that the boxes do not need."""
        super().resizeEvent(event)
        self._pair.limit_height(event.size().width())

    def showEvent(self, event: QShowEvent) -> None:
        """Show the newest trial; nothing is decoded while nobody can see it."""
        super().showEvent(event)
        if self._next is not None and self._phase is _Phase.HIDDEN:
            self._prepare(self._next[0])
        self._reveal_if_ready()

    def hideEvent(self, event: QHideEvent) -> None:
        """Take a pair that leaves with the whole view for gone."""
        super().hideEvent(event)
        self._frames.watch()

    def _highlight(self, answer: Answer, *, interval_ms: int) -> None:
        self._phase, self._next, self._interval_ms = _Phase.CHOSEN, None, interval_ms
        self._pair.highlight(answer)
        self._timer.start(HIGHLIGHT_MS)

    def _prepare(self, trial: Trial | None) -> None:
        """Put the items into their boxes, to be revealed as soon as may be."""
        self._trial, self._next = trial, None
        if trial is None:
            self._timer.stop()
            self._phase = _Phase.EMPTY
        elif self._phase is not _Phase.BLANK:
            self._phase = _Phase.HIDDEN
        self._fill_boxes(trial)
        self.trial_changed.emit(trial)
        self._reveal_if_ready()

    def _fill_boxes(self, trial: Trial | None) -> None:
        if trial is None:
            self._pair.set_items(None, None)
        else:
            self._pair.set_items(self._items[trial.left], self._items[trial.right])

    @Slot()
    def _reveal_if_ready(self) -> None:
        """Reveal both items at once; the painting starts the clock."""
        if self._phase not in (_Phase.HIDDEN, _Phase.BLANK) or not self.isVisible():
            return
        if not self._pair.is_ready or self._phase is _Phase.BLANK:
            return
        self._phase = _Phase.OPEN
        self._open()
        if self._next is not None:
            self._timer.start(_LINGER_MS)

    def _open(self) -> None:
        self._shown_ms = None
        self._pair.reveal()

    @Slot(float)
    def _on_handed_over(self, at_ms: float) -> None:
        """Note when the pair before left the screen, or when this one came to it, or both."""
        if self._is_leaving and self._phase is not _Phase.CHOSEN:
            self._is_leaving, self._previous_hidden_ms = False, at_ms
        if self._trial is not None and self._phase is _Phase.OPEN and self._shown_ms is None:
            self._shown_ms = at_ms
            self.painted.emit(self._trial.number)

    @Slot()
    def _on_time_over(self) -> None:
        if self._phase is _Phase.CHOSEN:
            self._begin_interval()
        elif self._phase is _Phase.BLANK:
            self._phase = _Phase.HIDDEN if self._trial is not None else _Phase.EMPTY
            self._reveal_if_ready()
        elif self._next is not None:
            self._prepare(self._next[0])

    def _begin_interval(self) -> None:
        coming, self._trial = self._next, None
        self._phase = _Phase.BLANK if self._interval_ms else _Phase.EMPTY
        if self._interval_ms:
            self._timer.start(self._interval_ms)
        if coming is not None:
            self._prepare(coming[0])
        else:
            self._fill_boxes(None)

    @Slot(str)
    def _on_image_arrived(self, _source: str) -> None:
        self._reveal_if_ready()


def _rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 3)
