"""A page for a participant: a sheet with words, perhaps a line or a tick box, and one way on."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.stylesheet import make_stylesheet
from sortrank_gui.ui.widgets.theme import Theme, dress, scaled_font
from sortrank_gui.ui.widgets.tick_box import TickBox

_WIDEST = 840
_SIDES, _TOP = 56, 48
_AROUND = 32
_BESIDE_TEXT = 260
"""The height of all but the text."""
_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


@dataclass(frozen=True, slots=True)
class Message:
    """What a page says. Without a button there is nothing to do but wait."""

    text: str
    title: str = ""
    button: str = ""
    consent: str = ""
    """The words beside the tick box without which nobody goes on."""
    field: str = ""
    """What is to be written into a line."""
    value: str = ""
    """What stands there at first."""


class MessagePage(QWidget):
    """Shows one message at a time; `continued` says that the participant goes on."""

    continued = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.message = Message("")
        self._title, self._text = QLabel(), QLabel()
        self._caption, self.field = QLabel(), QLineEdit()
        self._scale = 1.0
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.tick = TickBox()
        self.tick.toggled.connect(self._on_changed)
        self.button = QPushButton()
        self.button.setProperty("primary", True)
        self.button.clicked.connect(self.go_on)
        for control in (self.tick, self.button):
            control.installEventFilter(self)
        self._hint = soft_label()
        self._lay_out()
        self.set_scale(1.0)

    def _lay_out(self) -> None:
        self._sheet = Card()
        body = self._sheet.body
        body.setContentsMargins(_SIDES, _TOP, _SIDES, _TOP)
        body.setSpacing(28)
        body.addWidget(self._title)
        body.addWidget(self._make_scroll_area(), stretch=1)
        body.addWidget(self._make_line())
        body.addWidget(self.tick)
        body.addWidget(self._make_foot())
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._sheet, stretch=1000)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_AROUND, _AROUND, _AROUND, _AROUND)
        column.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)

    def _make_scroll_area(self) -> QScrollArea:
        """Let texts that are longer than the screen be scrolled."""
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._text)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(inside)
        self._area.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        return self._area

    def _make_line(self) -> QWidget:
        self._caption.setBuddy(self.field)
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self.field.textChanged.connect(self._on_changed)
        self._line = QWidget()
        column = QVBoxLayout(self._line)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._caption)
        column.addWidget(self.field)
        return self._line

    def _make_foot(self) -> QWidget:
        self._foot = QWidget()
        row = QHBoxLayout(self._foot)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addStretch()
        row.addWidget(self._hint)
        row.addWidget(self.button)
        return self._foot

    def wear(self, theme: Theme) -> None:
        """Have colours of its own, whatever the application's are."""
        dress(self, theme)
        self.setStyleSheet(make_stylesheet(theme))

    def set_scale(self, scale: float) -> None:
        """Write larger on a larger screen."""
        self._scale = scale
        factors = {
            self._title: 2.2,
            self._text: 1.6,
            self._caption: 1.4,
            self.field: 1.6,
            self.tick: 1.4,
            self.button: 1.4,
            self._hint: 1.1,
        }
        for widget, factor in factors.items():
            bold = widget is self._title
            widget.setFont(scaled_font(self.font(), scale * factor, bold=bold))
        self._sheet.setMaximumWidth(round(scale * _WIDEST))
        self._fit_text()

    def show_message(self, message: Message) -> None:
        """Show a message instead of the one before."""
        self.message = message
        self._title.setText(message.title)
        self._title.setVisible(bool(message.title))
        self._text.setText(message.text)
        self._area.setVisible(bool(message.text))
        self._caption.setText(message.field)
        self.field.setText(message.value)
        self.field.setAccessibleName(message.field)
        self._line.setVisible(bool(message.field))
        self.tick.setText(message.consent)
        self.tick.setAccessibleName(message.consent)
        self.tick.setChecked(False)
        self.tick.setVisible(bool(message.consent))
        self.button.setText(message.button)
        self.button.setAccessibleName(message.button)
        self._foot.setVisible(bool(message.button))
        place = Qt.AlignmentFlag.AlignLeft if message.title else Qt.AlignmentFlag.AlignHCenter
        self._text.setAlignment(place | Qt.AlignmentFlag.AlignVCenter)
        self.setAccessibleName(message.title or "Message")
        self.setAccessibleDescription(message.text)
        self._on_changed()
        self._fit_text()
        for part in (self._foot, self._line, self._sheet, self):
            part.layout().activate()  # the first frame is right, and so is a preview

    def take_focus(self) -> None:
        """Let the keyboard act on what is to be done here."""
        if self.message.field:
            self.field.setFocus()
            self.field.selectAll()
        else:
            (self.tick if self.message.consent else self.button).setFocus()

    @property
    def text(self) -> str:
        """What the page says."""
        return "\n".join(filter(None, (self._title.text(), self._text.text())))

    @Slot()
    def go_on(self) -> None:
        """Leave the page, if that is possible now."""
        if self.button.isEnabled() and self.button.text():
            self.continued.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the text as much height as it needs, or as there is."""
        super().resizeEvent(event)
        self._fit_text()

    def _fit_text(self) -> None:
        width = min(self._sheet.maximumWidth(), self.width() - 2 * _AROUND) - 2 * _SIDES
        room = round(self.height() - 2 * (_AROUND + _TOP) - self._scale * _BESIDE_TEXT)
        self._text.ensurePolished()
        wanted = self._text.heightForWidth(max(width, 1))
        self._area.setFixedHeight(max(min(wanted, room), self._text.fontMetrics().height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave arrows to the window; Qt would move the focus away from the only control."""
        if isinstance(event, QKeyEvent) and event.key() in _ARROWS:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def scroll_page(self, pages: float) -> None:
        """Scroll a long text."""
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + round(pages * bar.pageStep()))

    @Slot()
    def _on_changed(self) -> None:
        agreed = self.tick.isChecked() or not self.message.consent
        filled = bool(self.field.text().strip()) or not self.message.field
        self.button.setEnabled(agreed and filled)
        waits = "Press space to tick, then Enter" if self.message.consent else "Press Enter"
        self._hint.setText(waits if self.message.button else "")
