"""A card that says something and asks what to do: in the page, where a box would interrupt."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.theme import scaled_font


class QuestionCard(Card):
    """A title, a sentence, a line to type into if `field` names it, and buttons.

    A bar has them side by side, below something larger.
    """

    chosen = Signal(str)

    def __init__(
        self,
        choices: Sequence[tuple[str, str]],
        *,
        field: str = "",
        is_bar: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._title, self._text = QLabel(self), soft_label(parent=self)
        self._title.setFont(scaled_font(self._title.font(), 1.0 if is_bar else 1.7, bold=True))
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            if not is_bar:
                label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._has_field = bool(field)
        if field:
            self._make_field(field)
        self.buttons = {text: self._make_button(text, tip) for text, tip in choices}
        first = next(iter(self.buttons.values()))
        first.setProperty("primary", True)
        first.setProperty("large", len(self.buttons) == 1 and not is_bar)
        if field:
            self.field.returnPressed.connect(first.click)
        if is_bar:
            self._lay_out_bar()
        else:
            self._lay_out()

    def _make_field(self, name: str) -> None:
        self.caption = soft_label(name, self)  # a centred line has no placeholder while in focus
        self.field = QLineEdit(self)
        self.field.setAccessibleName(name)
        self.field.setFixedWidth(280)
        self.field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.field.setFont(scaled_font(self.field.font(), 1.3))

    def _lay_out_bar(self) -> None:
        words, row = QVBoxLayout(), QHBoxLayout()
        words.setSpacing(4)
        for label in (self._title, self._text):
            words.addWidget(label)
        row.setSpacing(8)
        row.addLayout(words, stretch=1)
        for button in self.buttons.values():
            row.addWidget(button)
        self.body.setContentsMargins(24, 12, 16, 12)
        self.body.addLayout(row)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch()
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch()
        self.body.setContentsMargins(32, 24, 32, 24)
        self.body.setSpacing(16)
        self.body.addStretch(2)
        for widget in (self._title, self._text):
            self.body.addWidget(widget)
        self.body.addLayout(self._make_column())
        self.body.addSpacing(8)
        self.body.addLayout(row)
        self.body.addStretch(3)

    def _make_column(self) -> QVBoxLayout:
        """Put the name of the line, if there is one, close above it."""
        column = QVBoxLayout()
        column.setSpacing(4)
        for widget in (self.caption, self.field) if self._has_field else ():
            column.addWidget(widget, alignment=Qt.AlignmentFlag.AlignHCenter)
        self._column = column
        return column

    def add_below_field(self, widget: QWidget) -> None:
        """Put something else below the line to type into."""
        self._column.addSpacing(8)
        self._column.addWidget(widget, alignment=Qt.AlignmentFlag.AlignHCenter)

    def _make_button(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.setAutoDefault(True)
        button.clicked.connect(self._on_clicked)
        return button

    @property
    def title(self) -> str:
        """The line in large letters."""
        return self._title.text()

    @property
    def text(self) -> str:
        """The sentence below it."""
        return self._text.text()

    def say(self, title: str, text: str) -> None:
        """Change what the card says."""
        self._title.setText(title)
        self._text.setText(text)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)

    def take_focus(self) -> None:
        """Let the keyboard act here."""
        shown = [b for b in self.buttons.values() if b.isVisibleTo(self) and b.isEnabled()]
        (self.field if self._has_field else shown[0]).setFocus()

    @Slot()
    def _on_clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        self.chosen.emit(button.text())
