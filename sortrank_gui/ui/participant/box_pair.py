"""Two boxes of equal size side by side: filled, revealed and painted together."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sortrank_gui.study.file.details import Input
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.answer_bar import BOX_GAP
from sortrank_gui.ui.participant.item_box import ItemBox
from sortrank_gui.ui.pictures.images import ImageStore, source_of

_TALLEST = 1.18
"""Height of a box for its width; room beyond that stays empty."""
_LONG_CAPTION = 28


class BoxPair(QWidget):
    """Treats both items alike: the same room for pictures and captions, letters of one size."""

    chosen = Signal(object, object)
    """The side that was clicked, and by what."""
    painted = Signal()
    """The items are on their way to the screen, or off it."""
    settled = Signal()

    def __init__(self, images: ImageStore) -> None:
        super().__init__()
        self.left, self.right = ItemBox(images, "Left item"), ItemBox(images, "Right item")
        self.boxes = {Answer.LEFT: self.left, Answer.RIGHT: self.right}
        self.left.chosen.connect(self._on_left_chosen)
        self.right.chosen.connect(self._on_right_chosen)
        self.right.painted.connect(self.painted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(BOX_GAP)
        for box in self.boxes.values():
            row.addWidget(box, stretch=1)
            box.settled.connect(self._on_settled)

    def keep_room_for_captions(self, items: Sequence[Item]) -> None:
        """Keep the room under all pictures that the longest caption of a study needs."""
        captions = [len(item.text) for item in items if source_of(item) is not None]
        longest = max(captions, default=0)
        for box in self.boxes.values():
            box.set_caption_lines(0 if not longest else 1 if longest <= _LONG_CAPTION else 3)

    def set_items(self, left: Item | None, right: Item | None) -> None:
        """Take two items, hidden at first, or none."""
        self.left.set_item(left)
        self.right.set_item(right)
        self._balance()

    @property
    def is_ready(self) -> bool:
        """Whether both could be shown now; if not, their pictures are on their way."""
        left, right = self.left.is_ready, self.right.is_ready  # each asks for its picture
        return left and right

    def reveal(self) -> None:
        """Show both, in one frame."""
        for box in self.boxes.values():
            box.reveal()

    def highlight(self, answer: Answer) -> None:
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
        """Return the room for each picture, in device pixels."""
        return self.left.image_size()

    def limit_height(self, width: int) -> None:
        """Keep the boxes from growing much taller than wide, in a row of this width."""
        tallest = round((width - BOX_GAP) / 2 * _TALLEST)
        self.setMaximumHeight(max(tallest, self.left.minimumHeight()))

    def _balance(self) -> None:
        """Write the words of both boxes in letters of one size: the larger that fits both."""
        fitted = {box: box.fit_words() for box in self.boxes.values() if box.words}
        smallest = min((size for size in fitted.values() if size is not None), default=None)
        for box, size in fitted.items():
            box.set_text_pixels(None if size is None else smallest)

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


def _input_of(box: ItemBox) -> Input:
    return Input.TOUCH if box.by_touch else Input.MOUSE
