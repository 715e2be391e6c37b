"""A page of text for a participant: a sheet with words, perhaps a tick box, and one way on."""

from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.ui.stylesheet import make_stylesheet
from sortrank_gui.ui.theme import Theme, scaled_font
from sortrank_gui.ui.widgets.card import Card, soft_label

_WIDEST = 760


@dataclass(frozen=True, slots=True)
class Message:
    """What a page says. Without a button there is nothing to do but wait."""

    text: str
    title: str = ""
    button: str = ""
    consent: str = ""
    """The words beside the tick box without which nobody goes on."""


class MessagePage(QWidget):
    """Shows one message at a time; `continued` says that the participant goes on."""

    continued = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._title, self._text = QLabel(), QLabel()
        for label, factor in ((self._title, 1.9), (self._text, 1.4)):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setFont(scaled_font(label.font(), factor, bold=label is self._title))
        self.tick = QCheckBox()
        self.tick.setFont(scaled_font(self.tick.font(), 1.25))
        self.tick.setToolTip("Tick to agree (space)")
        self.tick.toggled.connect(self._on_toggled)
        self.button = QPushButton()
        self.button.setProperty("primary", True)
        self.button.setFont(scaled_font(self.button.font(), 1.25))
        self.button.setToolTip("Go on (Enter)")
        self.button.clicked.connect(self.go_on)
        self._hint = soft_label()
        self._lay_out()

    def _lay_out(self) -> None:
        self._sheet = Card()
        self._sheet.setMaximumWidth(_WIDEST)
        body = self._sheet.body
        body.setContentsMargins(48, 40, 48, 32)
        body.setSpacing(24)
        body.addWidget(self._title)
        body.addWidget(self._make_scroll_area(), stretch=1)
        body.addWidget(self.tick)
        body.addLayout(self._lay_out_foot())
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._sheet, stretch=1000)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 32, 32, 32)
        column.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)

    def _make_scroll_area(self) -> QScrollArea:
        """Let texts that are longer than the screen be scrolled."""
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._text)
        self._area = _SnugArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(inside)
        self._area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return self._area

    def _lay_out_foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setSpacing(16)
        foot.addStretch()
        foot.addWidget(self._hint)
        foot.addWidget(self.button)
        return foot

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        self.setStyleSheet(make_stylesheet(theme) + f"QCheckBox {{ color: {theme.text}; }}")

    def show_message(self, message: Message) -> None:
        """Show a message instead of the one before."""
        self._title.setText(message.title)
        self._title.setVisible(bool(message.title))
        self._text.setText(message.text)
        self._area.setVisible(bool(message.text))
        self.tick.setText(message.consent)
        self.tick.setAccessibleName(message.consent)
        self.tick.setChecked(False)
        self.tick.setVisible(bool(message.consent))
        self.button.setText(message.button)
        self.button.setAccessibleName(message.button)
        self.button.setVisible(bool(message.button))
        self.setAccessibleName(message.title or "Message")
        self.setAccessibleDescription(message.text)
        self._on_toggled()
        (self.tick if message.consent else self.button).setFocus()

    @property
    def text(self) -> str:
        """What the page says."""
        return "\n".join(filter(None, (self._title.text(), self._text.text())))

    @Slot()
    def go_on(self) -> None:
        """Leave the page, if that is possible now."""
        if self.button.isEnabled() and self.button.text():
            self.continued.emit()

    def scroll_page(self, pages: int) -> None:
        """Scroll a long text."""
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + pages * bar.pageStep())

    @Slot()
    def _on_toggled(self) -> None:
        agreed = self.tick.isChecked() or not self.tick.text()
        self.button.setEnabled(agreed)
        waits = "Press space to tick, then Enter" if self.tick.text() else "Press Enter"
        self._hint.setText(waits if self.button.text() else "")


class _SnugArea(QScrollArea):
    """As high as its text, up to what there is."""

    def sizeHint(self) -> QSize:
        """Ask for the height of the text at the present width."""
        hint = super().sizeHint()
        inside = self.widget()
        if inside is not None:
            hint.setHeight(inside.layout().heightForWidth(max(self.width(), 300)))
        return hint
