"""A trial on the screen: two items in equal boxes, its timing, and the answer to it.

How it works
------------
A trial is hidden until both its items can be shown, then open until it is answered. A person's
answer is highlighted, then the boxes are blank for the interval of the design, while the next trial
is made ready; it is revealed when the interval is over, both items in one frame. The clock of the
response starts when that frame was handed over to the screen (`pair_times`).

A design may ask for a cross before each pair, let the items vanish while the answer stays possible,
offer the answers later, keep an answered pair on the screen, and end a trial that takes too long
(`trial_timers`); all of that counts from the frame with the pair.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum, auto
from functools import partial

from PySide6.QtCore import QSize, QSizeF, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent, QWindow
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.design.versions import show_variant
from sortrank_gui.study.design.wording import find_text
from sortrank_gui.study.file.details import Detail, Input
from sortrank_gui.study.file.journal import Answer, Trial
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.answer_bar import AnswerBar
from sortrank_gui.ui.participant.answer_keys import KeyAct, TrialKeys, name_key
from sortrank_gui.ui.participant.box_pair import BoxPair
from sortrank_gui.ui.participant.context_panel import ContextPanel
from sortrank_gui.ui.participant.frame_times import FrameWatch
from sortrank_gui.ui.participant.pair_times import PairTimes
from sortrank_gui.ui.participant.screen_scale import screen_facts, screen_of
from sortrank_gui.ui.participant.sign import CROSS
from sortrank_gui.ui.participant.trial_timers import TrialTimers, make_timer
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.widgets.theme import Theme, dress

HIGHLIGHT_MS = 140
_SIGN_MS = 700
"""How long it is said that it was too late."""
_PATIENCE_MS = 1500
"""A pair whose pictures take longer than that asks for patience."""
_FRAME_MS = 100
"""A frame comes sooner, or not at all."""
_LINGER_MS = 40
"""How long a fast robot's trial stays at least, so that it can be seen."""


class _Phase(Enum):
    EMPTY = auto()
    HIDDEN = auto()
    FIXATION = auto()
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
        self._words: Callable[[str], str] = str
        self._trial: Trial | None = None
        self._next: tuple[Trial | None] | None = None
        self._phase = _Phase.EMPTY
        self._input_allowed = True
        self._window: QWindow | None = None
        self._interval_ms = 0
        self._filled_for = QSize()
        """The size at which the cache is being filled with all pictures."""
        self._keys = TrialKeys()
        self._frames = FrameWatch(self)
        self._frames.handed_over.connect(self._on_handed_over)
        self.times, self.timers = PairTimes(), TrialTimers(self)
        self.timers.exposed.connect(self._on_exposed)
        self.timers.offered.connect(self._offer_answers)
        self.timers.ran_out.connect(self._on_late)
        self._timer = make_timer(self)
        self._timer.timeout.connect(self._on_time_over)
        self.patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self.patience.timeout.connect(self._on_waited)
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
        self.context = ContextPanel()
        column.addWidget(self.context)
        column.addWidget(self._pair, stretch=1000)
        column.addWidget(self.answer_bar)
        column.addStretch(1)

    def set_content(
        self, design: Design, items: Sequence[Item], language: str | None = None
    ) -> None:
        """Take the design and the items that trials refer to; other items empty the boxes."""
        language = language or design.languages[0]
        if self._items != (known := tuple(items)):
            self._stop_timers()
            self._trial, self._next, self._phase = None, None, _Phase.EMPTY
            self._items, self._filled_for = known, QSize()
            self._fill_boxes(None)
        self._design = design
        self._keys.set_keys(design.keys)
        self._words = partial(find_text, design, language)
        self._pair.set_content(design.display, list_looks(design, items))
        self._pair.set_words(self._words)
        self.context.set_contexts(design.contexts, self._words("long_text"))
        self.answer_bar.set_content(design, language, self._pair.gap)

    def dress_boxes(self, theme: Theme) -> None:
        """Give the boxes of the items colours of their own."""
        dress(self._pair, theme)
        dress(self.context, theme)

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
        return self._phase is _Phase.OPEN and self.times.shown_ms is not None

    def picture_room(self) -> QSizeF:
        """Return the room that each picture has, whatever its size is."""
        return self._pair.left.picture_room().size()

    def image_size(self) -> QSize:
        """Return what each picture has to fit into, in device pixels."""
        return self._pair.image_size()

    def fetch_ahead(self, numbers: Iterable[int]) -> None:
        """Decode the pictures of items that are likely to come next, if they will be seen."""
        if not self.isVisible() or self._design.contexts:  # whose pictures nobody can foresee
            return
        size, enlarge = self.image_size(), self._pair.enlarges
        sources = (source_of(self._items[number]) for number in numbers)
        self._images.fetch_ahead(sources, size, enlarge=enlarge)
        if size != self._filled_for:
            self._filled_for = size
            self._images.fetch_at_leisure(map(source_of, self._items), size, enlarge=enlarge)

    def show_trial(self, trial: Trial | None, *, after: Answer | None = None) -> None:
        """Show a trial, or none; first highlight the answer that a robot gave."""
        ready = (_Phase.HIDDEN, _Phase.FIXATION, _Phase.OPEN, _Phase.BLANK)
        if trial is not None and trial == self._trial and self._phase in ready:
            return
        if after is not None and self._phase is _Phase.OPEN:
            self._highlight(after)
        catching_up = self._phase is _Phase.HIDDEN and not self._input_allowed
        if self._phase is _Phase.CHOSEN or (catching_up and trial is not None):
            self._next = (trial,)
        else:
            self._prepare(trial)

    @Slot(object, object, str)
    def give_answer(self, answer: Answer, by: Input | None = None, key: str = "") -> None:
        """Take a person's answer to the trial on the screen, once, and not too early."""
        if not self._takes_answers or answer not in self.answer_bar.offered:
            return
        is_early = self.times.elapsed_ms < self._design.min_response_ms
        if not is_early and not self.timers.delay.isActive():
            self._give(answer, Detail(input=by, key=key))

    @property
    def _takes_answers(self) -> bool:
        return self.is_open and self._input_allowed

    def _give(self, answer: Answer, detail: Detail) -> None:
        assert self._trial is not None
        taken_ms = self.times.elapsed_ms
        left, right = (box.shown_size for box in self.boxes.values())
        sizes = (left.width(), left.height()), (right.width(), right.height())
        detail = self.times.complete(detail, sizes)
        self.times.is_leaving = self._pair.is_revealed
        stays_ms = 0 if detail.late else round(self._design.timing.min_view_ms - taken_ms)
        self._highlight(None if detail.late else answer, self._design.interval_ms, stays_ms)
        screen = screen_facts(screen_of(self))
        self.answered.emit(self._trial.number, answer, taken_ms / 1e3, detail, screen)

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key that was pressed; return whether it belongs to a trial."""
        match self._keys.read(event):
            case None:
                return False
            case Answer() as answer:
                self.give_answer(answer, Input.KEY, name_key(event))
            case KeyAct.UNDO if self._design.undo and self._input_allowed:
                self.undo_wanted.emit()
            case KeyAct.PAGE_DOWN:
                self._scroll_page(1)
            case KeyAct.PAGE_UP:
                self._scroll_page(-1)
        return True

    def _scroll_page(self, pages: int) -> None:
        self.context.scroll_page(pages)
        self._pair.scroll_page(pages)

    def release_key(self, event: QKeyEvent) -> None:
        """Hear that a key was released."""
        self._keys.release(event)

    def forget_keys(self) -> None:
        """Take all keys as released, when the focus goes elsewhere."""
        self._keys.forget()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room below that the boxes do not need."""
        super().resizeEvent(event)
        self.context.limit(event.size().height())
        self._pair.limit_height(event.size().width())

    def showEvent(self, event: QShowEvent) -> None:
        """Show the newest trial; nothing is decoded while nobody can see it."""
        super().showEvent(event)
        self._follow_screen()
        if self._next is not None and self._phase is _Phase.HIDDEN:
            self._prepare(self._next[0])
        self._reveal_if_ready()

    def _follow_screen(self) -> None:
        """Measure sizes anew when the window goes to another screen."""
        handle = self.window().windowHandle()
        if handle is not None and handle is not self._window:
            self._window = handle
            handle.screenChanged.connect(self._on_screen_changed)
        self._pair.apply_screen()

    @Slot()
    def _on_screen_changed(self) -> None:
        self._pair.apply_screen()
        self._reveal_if_ready()

    def hideEvent(self, event: QHideEvent) -> None:
        """Take a pair that leaves with the whole view for gone."""
        super().hideEvent(event)
        self._frames.watch()

    def _highlight(self, answer: Answer | None, interval_ms: int = 0, stays_ms: int = 0) -> None:
        """Mark an answer for a moment; say instead that it is too late for one."""
        self._stop_timers()
        self._phase, self._next, self._interval_ms = _Phase.CHOSEN, None, interval_ms
        self._pair.set_clickable(False)
        if answer is None:
            self._pair.conceal()
            self._pair.sign.show_text(self._words("too_late"))
            self._timer.start(_SIGN_MS)
        else:
            self._pair.highlight(answer)
            self._timer.start(max(HIGHLIGHT_MS, stays_ms))

    def _stop_timers(self) -> None:
        self._timer.stop()
        self.patience.stop()
        self.timers.stop()
        self._pair.sign.show_text("")

    def _prepare(self, trial: Trial | None) -> None:
        """Put the items into their boxes, to be revealed as soon as may be."""
        self._trial, self._next = trial, None
        if trial is None or self._phase is not _Phase.BLANK:
            self._stop_timers()
            self._phase = _Phase.EMPTY if trial is None else _Phase.HIDDEN
        self._fill_boxes(trial)
        self.trial_changed.emit(trial)
        self._reveal_if_ready()

    def _fill_boxes(self, trial: Trial | None) -> None:
        self.context.show_context(None)
        if trial is None:
            self._pair.set_items(None, None)
        else:
            self._pair.set_items(
                *(find_look(self._items, k, trial) for k in (trial.left, trial.right))
            )

    @Slot()
    def _reveal_if_ready(self) -> None:
        """Reveal both items at once, perhaps after a cross; the frame starts the clock."""
        if self._phase is not _Phase.HIDDEN or not self.isVisible():
            return
        if not self._pair.is_ready:
            if not self.patience.isActive():
                self.patience.start()
            return
        self.patience.stop()
        fixation_ms = self._design.timing.fixation_ms
        if fixation_ms and self._input_allowed:
            self._phase = _Phase.FIXATION
            self._pair.sign.show_text(CROSS)
            self._timer.start(fixation_ms)
        else:
            self._open()

    def _open(self) -> None:
        self._stop_timers()
        self._phase = _Phase.OPEN
        self.times.expect()
        waits = self._input_allowed and self._design.timing.answer_delay_ms > 0
        self.answer_bar.set_waiting(waits)
        self.context.show_context(self._trial.context if self._trial is not None else None)
        self._pair.reveal()
        self._pair.set_clickable(not waits)
        if self._next is not None:
            self._timer.start(_LINGER_MS)

    @Slot(float)
    def _on_handed_over(self, at_ms: float) -> None:
        """Note when the pair before left the screen, or when this one came to it, or both."""
        times, is_open = self.times, self._phase is _Phase.OPEN
        is_new = is_open and times.shown_ms is None
        if times.is_leaving and (is_new or not self._pair.is_revealed):
            times.take_away(at_ms)
            if self._phase is _Phase.BLANK:
                self._timer.start(self._interval_ms)
        if is_new and self._trial is not None:
            times.shown_ms = at_ms
            if self._input_allowed:
                self.timers.start(self._design.timing)
            self.painted.emit(self._trial.number)
        elif is_open and not self._pair.is_revealed and times.hidden_ms is None:
            times.hidden_ms = at_ms

    @Slot()
    def _on_exposed(self) -> None:
        if self._phase is _Phase.OPEN:
            self._pair.conceal()

    @Slot()
    def _offer_answers(self) -> None:
        self.answer_bar.set_waiting(False)
        if self._phase is _Phase.OPEN:
            self._pair.set_clickable(True)

    @Slot()
    def _on_late(self) -> None:
        if self._takes_answers:
            self._give(Answer.NEITHER, Detail(late=True))

    @Slot()
    def _on_waited(self) -> None:
        """Ask for patience where pictures are long on their way, from a lab's server say."""
        if self._phase is _Phase.HIDDEN:
            self._pair.sign.show_text(self._words("wait"))

    @Slot()
    def _on_time_over(self) -> None:
        if self._phase is _Phase.CHOSEN:
            self._begin_interval()
        elif self._phase is _Phase.BLANK:
            self._phase = _Phase.HIDDEN if self._trial is not None else _Phase.EMPTY
            self._reveal_if_ready()
        elif self._phase is _Phase.FIXATION:
            self._open()
        elif self._next is not None:
            self._prepare(self._next[0])

    def _begin_interval(self) -> None:
        coming, self._trial = self._next, None
        self._pair.sign.show_text("")
        self._phase = _Phase.BLANK if self._interval_ms else _Phase.EMPTY
        if self._interval_ms:  # which begins with the blank frame, if one is to come
            self._timer.start(self._interval_ms + (_FRAME_MS if self.times.is_leaving else 0))
        if coming is not None:
            self._prepare(coming[0])
        else:
            self._fill_boxes(None)

    @Slot(str)
    def _on_image_arrived(self, _source: str) -> None:
        self._reveal_if_ready()


def find_look(items: Sequence[Item], number: int, trial: Trial) -> Item:
    """Return an item as a trial shows it: in a context without its name, which would tell."""
    item = items[number]
    if not trial.context:
        return item
    return replace(show_variant(item, trial.context), name="")


def list_looks(design: Design, items: Sequence[Item]) -> Sequence[Item]:
    """Return all that may be shown of the items."""
    if not design.contexts:
        return items
    names = {each.name for each in design.contexts}
    return [show_variant(item, v.name) for item in items for v in item.variants if v.name in names]
