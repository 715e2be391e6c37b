"""The answers that a trial offers: buttons that look like the keys that give them."""

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.details import Input
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.ui.participant.answer_keys import name_key
from sortrank_gui.ui.widgets.click_area import is_touch
from sortrank_gui.ui.widgets.theme import theme_of

KEYCAPS = {Answer.LEFT: "←", Answer.EQUAL: "↓", Answer.NEITHER: "space", Answer.RIGHT: "→"}
_TIPS = {
    Answer.LEFT: "Choose the left item (←, F or 1)",
    Answer.EQUAL: "Both are equal (↓)",
    Answer.NEITHER: "Can't say: neither (space)",
    Answer.RIGHT: "Choose the right item (→, J or 2)",
}
BOX_GAP = 32
"""Room between the two boxes above."""
_GAP = 24
_FOR_FINGERS, _FOR_MICE = 44, 28
"""Height and width of a key cap at least."""


def offered_answers(design: Design) -> dict[Answer, str]:
    """Return the answers that a design offers, with their labels."""
    texts = design.texts
    labels = {Answer.LEFT: texts.left, Answer.RIGHT: texts.right}
    if design.offer_equal:
        labels[Answer.EQUAL] = texts.equal
    if design.offer_neither:
        labels[Answer.NEITHER] = texts.neither
    return labels


class KeyButton(QAbstractButton):
    """A key cap with a word beside it."""

    def __init__(self, keycap: str, text: str, parent: QWidget, *, least: int) -> None:
        super().__init__(parent)
        self._keycap, self._least = keycap, least
        self.given_by, self.key = Input.MOUSE, ""
        """By what the button was pressed last, and the name of the key."""
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrows to the stage, where they are answers; a plain button moves the focus."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Up):
            event.ignore()
        else:
            self.given_by, self.key = Input.KEY, name_key(event)
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell a finger from the mouse."""
        self.given_by, self.key = Input.TOUCH if is_touch(event) else Input.MOUSE, ""
        super().mousePressEvent(event)

    def sizeHint(self) -> QSize:
        """Ask for the cap, the word and some room around them."""
        metrics = QFontMetricsF(self.font())
        width = self._cap_width() + 2
        if self.text():
            width += 8 + metrics.horizontalAdvance(self.text())
        return QSize(round(width), max(self._least, round(metrics.height() + 12)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cap and the word; the accent marks hover, press and focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        active = self.isEnabled() and (self.underMouse() or self.isDown() or self.hasFocus())
        cap = QRectF(0.5, 0.5, self._cap_width(), self.height() - 1)
        painter.setPen(QPen(theme_of(self).colour("accent" if active else "line"), 1))
        if self.hasFocus():
            painter.setPen(QPen(theme_of(self).colour("accent"), 2))
            cap.adjust(0.5, 0.5, -0.5, -0.5)
        painter.setBrush(theme_of(self).colour("well" if self.isDown() else "background"))
        painter.drawRoundedRect(cap, 6, 6)
        painter.setPen(theme_of(self).colour("text" if active else "soft"))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self._keycap)
        word = QRectF(self.rect()).adjusted(cap.right() + 8, 0, 0, 0)
        painter.drawText(word, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _cap_width(self) -> float:
        return max(self._least, QFontMetricsF(self.font()).horizontalAdvance(self._keycap) + 14)


class AnswerBar(QWidget):
    """Buttons: left and right under the middle of their boxes, the others between them."""

    answered = Signal(object, object, str)
    """The answer, by what it was given, and the name of the key."""

    def __init__(self, parent: QWidget | None = None, *, brief: bool = False) -> None:
        super().__init__(parent)
        self._brief = brief
        """Whether left and right show their keys alone."""
        self.offered = tuple(KEYCAPS)
        self.buttons = {answer: self._make_button(answer) for answer in KEYCAPS}
        self.arrange()

    def _make_button(self, answer: Answer) -> KeyButton:
        least = _FOR_FINGERS if self._brief else _FOR_MICE
        button = KeyButton(KEYCAPS[answer], answer.value, self, least=least)
        button.setAccessibleName(_TIPS[answer])
        button.setProperty("answer", answer.value)
        button.clicked.connect(self._on_clicked)
        return button

    def set_offered(self, labels: Mapping[Answer, str]) -> None:
        """Show a button for each of these answers, with its label."""
        self.offered = tuple(answer for answer in KEYCAPS if answer in labels)
        for answer, button in self.buttons.items():
            is_side = answer in (Answer.LEFT, Answer.RIGHT)
            button.setText("" if self._brief and is_side else labels.get(answer, ""))
            button.setVisible(answer in labels)
            button.setAccessibleName(f"{labels.get(answer, '')}: {_TIPS[answer]}")
        self.arrange()

    def set_cursor_hidden(self, hidden: bool) -> None:
        """Hide the cursor over the buttons, or show a hand."""
        shape = Qt.CursorShape.BlankCursor if hidden else Qt.CursorShape.PointingHandCursor
        for button in self.buttons.values():
            button.setCursor(shape)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Put every button in its place."""
        self.arrange()

    def arrange(self) -> None:
        """Give the middle to the answers between, and the sides what is left to both."""
        sizes = {answer: self.buttons[answer].sizeHint() for answer in self.offered}
        self.setMinimumHeight(sizes[Answer.LEFT].height())
        sides = {Answer.LEFT, Answer.RIGHT}
        between = [answer for answer in self.offered if answer not in sides]
        middle = sum(sizes[answer].width() + _GAP for answer in between) - _GAP
        x = start = (self.width() - middle) / 2
        box = (self.width() - BOX_GAP) / 2
        left, right = sizes[Answer.LEFT].width(), sizes[Answer.RIGHT].width()
        places = {
            Answer.LEFT: max(0.0, min((box - left) / 2, start - _GAP - left)),
            Answer.RIGHT: max(self.width() - (box + right) / 2, start + middle + _GAP),
        }
        for answer in between:
            places[answer] = x
            x += sizes[answer].width() + _GAP
        for answer, place in places.items():
            self.buttons[answer].setGeometry(QRect(QPoint(round(place), 0), sizes[answer]))

    @Slot()
    def _on_clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, KeyButton)
        self.answered.emit(Answer(button.property("answer")), button.given_by, button.key)
