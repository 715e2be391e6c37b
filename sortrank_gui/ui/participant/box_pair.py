"""Two boxes of equal size side by side: filled, revealed and painted together."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent, QScreen
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sortrank_gui.study.design.design import Display, PictureSize, TextSize
from sortrank_gui.study.file.details import Input
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.common_size import CommonSize
from sortrank_gui.ui.participant.item_box import ItemBox
from sortrank_gui.ui.participant.item_drawing import PictureRule
from sortrank_gui.ui.participant.screen_scale import longer_side, pixels_per_mm, screen_of
from sortrank_gui.ui.participant.sign import Sign
from sortrank_gui.ui.pictures.images import ImageStore, source_of

BOX_GAP = 32
"""Room between the two boxes, unless a design asks for another."""
_TALLEST = 1.18
"""Height of a box for its width; room beyond that stays empty."""
_LONG_CAPTION = 28
_POINTS_AN_INCH = 72


class BoxPair(QWidget):
    """Treats both items alike: the same room for pictures and captions, letters of one size."""

    chosen = Signal(object, object)
    """The side that was clicked, and by what."""
    painted = Signal()
    """The items are on their way to the screen, or off it."""
    settled = Signal()

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self._display, self._texts = Display(), tuple[str, ...]()
        self.left = ItemBox(images, inner_edge=Qt.Edge.RightEdge)
        self.right = ItemBox(images, inner_edge=Qt.Edge.LeftEdge)
        self.boxes = {Answer.LEFT: self.left, Answer.RIGHT: self.right}
        self.left.chosen.connect(self._on_left_chosen)
        self.right.chosen.connect(self._on_right_chosen)
        self.right.painted.connect(self.painted)
        self._common = CommonSize(self)
        self._common.found.connect(self._on_settled)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # in every language
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(BOX_GAP)
        for box in self.boxes.values():
            self._row.addWidget(box, stretch=1)
            box.settled.connect(self._on_settled)
        self.sign = Sign(self)

    def set_content(self, display: Display, items: Sequence[Item]) -> None:
        """Show items of a study as its design asks for, all with the same room for captions."""
        self._display = display
        self._texts = tuple(each.text or each.name for each in items if source_of(each) is None)
        captions = [len(item.text) for item in items if source_of(item) is not None]
        longest = max(captions, default=0)
        for box in self.boxes.values():
            box.set_caption_lines(0 if not longest else 1 if longest <= _LONG_CAPTION else 3)
        self.apply_screen()

    def apply_screen(self) -> None:
        """Turn sizes and the gap of the design into pixels of the screen that this is on."""
        display, gap = self._display, self._display.gap
        self._row.setSpacing(BOX_GAP if gap is None else round(gap / self.devicePixelRatioF()))
        rule = picture_rule(display, screen_of(self))
        for box in self.boxes.values():
            box.set_picture_rule(rule, at_edge=gap is not None)

    def set_words(self, words: Callable[[str], str]) -> None:
        """Take the words of the language."""
        for box, name in ((self.left, "left_item"), (self.right, "right_item")):
            box.set_words(words(name), words("long_text"), words("not_shown"))

    @property
    def gap(self) -> int:
        """Room between the boxes."""
        return self._row.spacing()

    @property
    def enlarges(self) -> bool:
        """Whether pictures may be larger than their own pixels."""
        return self.left.picture_rule.enlarge

    def set_items(self, left: Item | None, right: Item | None) -> None:
        """Take two items, hidden at first, or none."""
        self.left.set_item(left)
        self.right.set_item(right)
        self._balance()

    @property
    def is_ready(self) -> bool:
        """Whether both could be shown now; if not, pictures or sizes are on their way."""
        left, right = self.left.is_ready, self.right.is_ready  # each asks for its picture
        waits = self._display.text is TextSize.SAME and self._common.pixels is None
        return left and right and not (waits and (self.left.words or self.right.words))

    @property
    def is_revealed(self) -> bool:
        """Whether the items can be seen."""
        return self.right.is_revealed

    def reveal(self) -> None:
        """Show both, in one frame."""
        for box in self.boxes.values():
            box.reveal()

    def conceal(self) -> None:
        """Show both no more, in one frame; they can still be chosen."""
        for box in self.boxes.values():
            box.conceal()

    def set_clickable(self, clickable: bool) -> None:
        """Take clicks from now on, or none."""
        for box in self.boxes.values():
            box.set_clickable(clickable)

    def highlight(self, answer: Answer | None) -> None:
        """Mark the side that was chosen, if it was one."""
        for side, box in self.boxes.items():
            box.set_highlighted(side is answer)

    def scroll_page(self, pages: int) -> None:
        """Scroll long texts."""
        for box in self.boxes.values():
            box.scroll_page(pages)

    def set_cursor_hidden(self, hidden: bool) -> None:
        """Hide the cursor while somebody answers by keys."""
        for box in self.boxes.values():
            box.set_cursor_hidden(hidden)

    def image_size(self) -> QSize:
        """Return what each picture has to fit into, in device pixels."""
        return self.left.image_size()

    def limit_height(self, width: int) -> None:
        """Keep the boxes from growing much taller than wide, in a row of this width."""
        tallest = round((width - self.gap) / 2 * _TALLEST)
        self.setMaximumHeight(max(tallest, self.left.minimumHeight()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the sign in the middle."""
        super().resizeEvent(event)
        self.sign.place()

    def _balance(self) -> None:
        """Write the words of both boxes in letters of one size."""
        boxes = [box for box in self.boxes.values() if box.words]
        match self._display.text:
            case TextSize.PAIR:
                fitted = {box: box.fit_words() for box in boxes}
                smallest = min((size for size in fitted.values() if size is not None), default=None)
                for box, size in fitted.items():
                    box.set_text_pixels(None if size is None else smallest)
            case TextSize.SAME:
                left = self.left
                sizes = left.letter_sizes()
                self._common.find(self._texts, left.words_room(), left.font(), sizes)
                if self._common.pixels is not None:
                    _write(boxes, self._common.pixels)
            case TextSize.POINTS:
                _write(boxes, self._display.points * self.logicalDpiY() / _POINTS_AN_INCH)

    @Slot()
    def _on_settled(self) -> None:
        self._balance()
        self.settled.emit()

    @Slot()
    def _on_left_chosen(self) -> None:
        self.chosen.emit(Answer.LEFT, _input_of(self.left))

    @Slot()
    def _on_right_chosen(self) -> None:
        self.chosen.emit(Answer.RIGHT, _input_of(self.right))


def picture_rule(display: Display, screen: QScreen) -> PictureRule:
    """Return what a design asks for, in pixels of a screen."""
    side = longer_side(display, pixels_per_mm(screen))
    return PictureRule(side, display.enlarge and display.pictures is not PictureSize.ORIGINAL)


def _write(boxes: Sequence[ItemBox], pixels: float) -> None:
    """Write words in letters of one size; what does not fit is scrolled."""
    for box in boxes:
        box.set_text_pixels(pixels if box.fits_words(pixels) else None, pixels)


def _input_of(box: ItemBox) -> Input:
    return Input.TOUCH if box.by_touch else Input.MOUSE
