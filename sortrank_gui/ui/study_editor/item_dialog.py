"""An item as large as the window allows, as a participant sees it, and its text to change."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.study.items.items import Item
from sortrank_gui.ui.participant.item_box import ItemBox
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.editors import Paragraphs
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_UNDER = "Words under the picture; none while this is empty"
_INSTEAD = "What participants read; the name while this is empty"


class ItemDialog(QDialog):
    """Shows one item at a time; arrows go through the others."""

    row_shown = Signal(int)
    text_edited = Signal(int, str)

    def __init__(
        self, items: Sequence[Item], row: int, images: ImageStore, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._items, self.row = items, row
        self.setWindowTitle("Item")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.box = ItemBox(images)
        self.box.setAccessibleName("Item")
        self.box.settled.connect(self._on_settled)
        images.arrived.connect(self._on_settled)
        self._name, self._count = QLabel(), soft_label()
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._name.setFont(scaled_font(self._name.font(), 1.2, bold=True))
        self.text = Paragraphs("", 3)
        self.text.setAccessibleName("Text of the item")
        self.text.textChanged.connect(self._on_text_changed)
        self._lay_out()
        self.resize(900, 760)
        self._show_row()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._name, stretch=1)
        top.addWidget(self._count)
        for text, tip, slot in (
            ("Previous", "The item before (←)", self.go_back),
            ("Next", "The next item (→)", self.go_on),
            ("Close", "Back to the items (Esc)", self.close),
        ):
            button = QPushButton(text)
            button.setAccessibleName(text)
            button.setToolTip(tip)
            button.setAutoDefault(False)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(slot)
            top.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 24)
        column.setSpacing(16)
        column.addLayout(top)
        column.addWidget(self.box, stretch=1)
        column.addWidget(self.text)

    @property
    def name(self) -> str:
        """The name of the item on the screen."""
        return self._name.text()

    def set_items(self, items: Sequence[Item]) -> None:
        """Show the items as they are now; without any there is nothing to show."""
        if not items:
            self.close()
        elif items is not self._items:
            self._items, self.row = items, min(self.row, len(items) - 1)
            self._show_row()

    def set_locked(self, reason: str) -> None:
        """Refuse another text and say why, or allow it."""
        self.text.setReadOnly(bool(reason))
        self.text.setToolTip(reason or "Change the text of this item")

    @Slot()
    def go_on(self) -> None:
        """Show the next item."""
        self._go_to((self.row + 1) % len(self._items))

    @Slot()
    def go_back(self) -> None:
        """Show the item before."""
        self._go_to((self.row - 1) % len(self._items))

    def _go_to(self, row: int) -> None:
        self.row = row
        self._show_row()
        self.row_shown.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the items by arrows; Space closes as it opened."""
        match event.key():
            case Qt.Key.Key_Right | Qt.Key.Key_Down:
                self.go_on()
            case Qt.Key.Key_Left | Qt.Key.Key_Up:
                self.go_back()
            case Qt.Key.Key_Space:
                self.close()
            case _:
                super().keyPressEvent(event)

    def _show_row(self) -> None:
        item = self._items[self.row]
        has_picture = bool(item.image or item.digest)
        width = self.width() // 2
        shown = self._name.fontMetrics().elidedText(
            item.name, Qt.TextElideMode.ElideMiddle, max(width, 240)
        )
        self._name.setText(shown)
        self._count.setText(f"{self.row + 1:,} of {len(self._items):,}")
        self.text.show_text(item.text)
        self.text.setPlaceholderText(_UNDER if has_picture else _INSTEAD)
        self.box.set_item(item)
        self.box.set_caption_lines(2 if item.text and has_picture else 0)
        self._on_settled()

    @Slot()
    def _on_text_changed(self) -> None:
        self.text_edited.emit(self.row, self.text.toPlainText())

    @Slot()
    def _on_settled(self) -> None:
        """Show the item as soon as it can be shown at this size."""
        if self.box.words:
            self.box.set_text_pixels(self.box.fit_words())
        if self.box.is_ready and not self.box.is_revealed:
            self.box.reveal()
