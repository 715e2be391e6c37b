"""A page for a participant: a sheet with words, perhaps something to give, and a way on."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from sortrank_gui.ui.participant.page_text import FormattedText
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.stylesheet import make_stylesheet
from sortrank_gui.ui.widgets.theme import Theme, dress, scaled_font
from sortrank_gui.ui.widgets.tick_box import TickBox

_WIDEST = 840
_SIDES, _TOP = 56, 48
_AROUND = 32
_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)


@dataclass(frozen=True, slots=True)
class Message:
    """What a page says, all in the participant's language. Without a button one can but wait."""

    text: str
    title: str = ""
    button: str = ""
    name: str = ""
    """What a screen reader calls a page without a title."""
    hint: str = ""
    """How to go on by keys."""
    note: str = ""
    """A line below the text."""
    consent: str = ""
    """The words beside the tick box without which nobody goes on."""
    decline: str = ""
    """The button for those who do not agree."""
    read_first: str = ""
    """What is said until the text was seen to its end; empty where that is not asked for."""
    field: str = ""
    """What is to be written into a line."""
    value: str = ""
    """What stands there at first."""
    may_be_empty: bool = False
    """Whether one may go on without having written there."""
    is_secret: bool = False
    """Whether what is written there is hidden."""
    choices: tuple[tuple[str, str], ...] = ()
    """Names and labels of buttons, one of which goes on."""
    right_to_left: bool = False


class MessagePage(QWidget):
    """Shows one message at a time; `continued` says that the participant goes on."""

    continued = Signal()
    declined = Signal()
    chosen = Signal(str)
    """One of the choices, by name."""

    def __init__(self) -> None:
        super().__init__()
        self.message = Message("")
        self._is_read, self._problem = False, ""
        self._title, self._text, self._note = QLabel(), FormattedText(), soft_label()
        self._caption, self.field, self._hint = QLabel(), QLineEdit(), soft_label()
        for label in (self._title, self._note, self._caption, self._hint):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.tick, self.button, self.decline = TickBox(), QPushButton(), QPushButton()
        self.choices: list[QPushButton] = []
        self.button.setProperty("primary", True)
        self._connect()
        self._lay_out()
        self.set_scale(1.0)

    def _connect(self) -> None:
        self._text.read.connect(self._on_read)
        self.field.textChanged.connect(self._on_changed)
        self.tick.toggled.connect(self._on_changed)
        self.button.clicked.connect(self.go_on)
        self.decline.clicked.connect(self.declined)
        for control in (self.tick, self.button, self.decline):
            control.installEventFilter(self)

    def _lay_out(self) -> None:
        self._sheet, self._line, self._foot = Card(), QWidget(), QWidget()
        self._choice_box = QWidget()
        QVBoxLayout(self._choice_box).setContentsMargins(0, 0, 0, 0)
        line = QVBoxLayout(self._line)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._caption)
        line.addWidget(self.field)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(16)
        foot.addWidget(self.decline)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        foot.addWidget(self._hint, stretch=1)
        foot.addWidget(self.button)
        body = self._sheet.body
        body.setContentsMargins(_SIDES, _TOP, _SIDES, _TOP)
        body.setSpacing(28)
        body.addWidget(self._title)
        body.addWidget(self._text)
        for part in (self._note, self._line, self._choice_box, self.tick, self._foot):
            body.addWidget(part)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self._sheet, stretch=1000)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(_AROUND, _AROUND, _AROUND, _AROUND)
        column.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)

    def wear(self, theme: Theme) -> None:
        """Have colours of its own, whatever the application's are."""
        dress(self, theme)
        self.setStyleSheet(make_stylesheet(theme))

    def set_scale(self, scale: float) -> None:
        """Write larger on a larger screen."""
        factors: dict[QWidget, float] = {
            self._title: 2.2,
            self._text: 1.6,
            self._note: 1.4,
            self._caption: 1.4,
            self.field: 1.6,
            self.tick: 1.4,
            self.button: 1.4,
            self.decline: 1.4,
            self._choice_box: 1.4,
            self._hint: 1.1,
        }
        for widget, factor in factors.items():
            bold = widget is self._title
            widget.setFont(scaled_font(self.font(), scale * factor, bold=bold))
        self._sheet.setMaximumWidth(round(scale * _WIDEST))
        self._fit_text()

    def show_message(self, message: Message, pictures: Mapping[str, QImage] | None = None) -> None:
        """Show a message instead of the one before."""
        self.message, self._is_read, self._problem = message, False, ""
        rtl = Qt.LayoutDirection.RightToLeft
        self.setLayoutDirection(rtl if message.right_to_left else Qt.LayoutDirection.LeftToRight)
        place = Qt.AlignmentFlag.AlignLeft if message.title else Qt.AlignmentFlag.AlignHCenter
        self._text.setVisible(bool(message.text))
        self._text.show_text(message.text, place, pictures or {})
        self._write(message)
        self._offer(message.choices)
        self._on_changed()
        self.setAccessibleName(message.title or message.name)
        self.setAccessibleDescription(self._text.toPlainText())
        self._fit_text()
        for part in (self._foot, self._line, self._choice_box, self._sheet, self):
            if (layout := part.layout()) is not None:
                layout.activate()  # the first frame is right, and so is a preview
        self._is_read = self._text.is_read
        self._on_changed()

    def say_problem(self, sentence: str) -> None:
        """Say what is wrong with what was written; all that is on the page stays."""
        self._problem = sentence
        self._on_changed()

    def _write(self, message: Message) -> None:
        self._title.setText(message.title)
        self._title.setVisible(bool(message.title))
        self._caption.setText(message.field)
        echo = QLineEdit.EchoMode
        self.field.setEchoMode(echo.Password if message.is_secret else echo.Normal)
        self.field.setText(message.value)
        self.field.setAccessibleName(message.field)
        self._line.setVisible(bool(message.field))
        self.tick.setChecked(False)
        buttons = {
            self.tick: message.consent,
            self.decline: message.decline,
            self.button: message.button,
        }
        for button, text in buttons.items():
            button.setText(text)
            button.setAccessibleName(text)
            button.setVisible(bool(text))
        self._foot.setVisible(bool(message.button or message.decline))

    def _offer(self, choices: tuple[tuple[str, str], ...]) -> None:
        box = self._choice_box.layout()
        for button in self.choices:
            button.hide()
            button.deleteLater()
        self.choices = [QPushButton(label) for _, label in choices]
        for (name, label), button in zip(choices, self.choices, strict=True):
            button.setProperty("choice", name)
            button.setAccessibleName(label)
            button.setFont(self._choice_box.font())
            button.clicked.connect(self._on_chosen)
            if box is not None:
                box.addWidget(button)
        self._choice_box.setVisible(bool(choices))

    def take_focus(self) -> None:
        """Let the keyboard act on what is to be done here."""
        if self.message.field:
            self.field.setFocus()
            self.field.selectAll()
        elif self.choices:
            self.choices[0].setFocus()
        elif self.message.consent or self.message.button:
            (self.tick if self.message.consent else self.button).setFocus()
        else:
            self.setFocus()  # here nothing can be done, so no key does something elsewhere

    @property
    def text(self) -> str:
        """What the page says."""
        parts = (self._title.text(), self._text.toPlainText(), self.message.note, self._problem)
        return "\n".join(filter(None, parts))

    @Slot()
    def go_on(self) -> None:
        """Leave the page, if that is possible now."""
        focused = self.focusWidget()
        if isinstance(focused, QPushButton) and focused in (self.decline, *self.choices):
            focused.click()
        elif self.button.isEnabled() and self.message.button:
            self.continued.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the text as much height as it needs, or as there is."""
        super().resizeEvent(event)
        self._fit_text()

    def _fit_text(self) -> None:
        width = min(self._sheet.maximumWidth(), self.width() - 2 * _AROUND) - 2 * _SIDES
        self._text.expect_width(width)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave arrows to the window; Qt would move the focus away from the only control."""
        if isinstance(event, QKeyEvent) and event.key() in _ARROWS:
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def scroll_page(self, pages: float) -> None:
        """Scroll a long text."""
        bar = self._text.verticalScrollBar()
        bar.setValue(bar.value() + round(pages * bar.pageStep()))

    @Slot()
    def _on_read(self) -> None:
        if self.isVisible():
            self._is_read = True
            self._on_changed()

    @Slot()
    def _on_chosen(self) -> None:
        self.chosen.emit(self.sender().property("choice"))

    @Slot()
    def _on_changed(self) -> None:
        message = self.message
        waits = bool(message.read_first) and not self._is_read
        agreed = self.tick.isChecked() or not message.consent
        filled = bool(self.field.text().strip()) or not message.field or message.may_be_empty
        self.tick.setEnabled(not waits)
        self.button.setEnabled(agreed and filled and not waits)
        note = self._problem or message.note
        self._tell(note, message.read_first if waits else message.hint)

    def _tell(self, note: str, hint: str) -> None:
        """Write the hint before the button, or above, where two buttons need the room."""
        above = "\n".join(filter(None, (note, hint if self.message.decline else "")))
        self._note.setText(above)
        self._note.setVisible(bool(above))
        self._hint.setText("" if self.message.decline else hint)
