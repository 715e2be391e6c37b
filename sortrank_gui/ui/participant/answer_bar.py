"""The answers that a trial offers: buttons that look like the keys that give them."""

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
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
from sortrank_gui.study.design.languages import languages
from sortrank_gui.study.design.wording import find_own_text, find_text
from sortrank_gui.study.file.details import Input
from sortrank_gui.study.file.journal import Answer
from sortrank_gui.ui.participant.answer_keys import name_key, write_cap
from sortrank_gui.ui.widgets.click_area import is_touch
from sortrank_gui.ui.widgets.theme import theme_of

_SIDES = {Answer.LEFT: "choose_left", Answer.RIGHT: "choose_right"}
_BETWEEN = {Answer.EQUAL: "both_equal", Answer.NEITHER: "cannot_say"}
_MEANINGS = _SIDES | _BETWEEN
"""The key of the words that say what an answer means."""
_GAP, _ROW_GAP = 24, 8
_FOR_FINGERS, _FOR_MICE = 44, 28
"""Height and width of a key cap at least."""


class KeyButton(QAbstractButton):
    """A key cap with a word beside it."""

    def __init__(self, answer: Answer, parent: QWidget, *, least: int) -> None:
        super().__init__(parent)
        self.answer = answer
        self._keycap, self._least = "", least
        self.given_by, self.key = Input.MOUSE, ""
        """By what the button was pressed last, and the name of the key."""
        self._is_pointed_at = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_words(self, keycap: str, label: str, meaning: str) -> None:
        """Write on the cap and beside it; a screen reader hears what it means, too."""
        self._keycap = keycap
        self.setText(label)
        self.setAccessibleName(meaning)

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

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take a mouse that moves here for one that points."""
        self.set_pointed_at(not is_touch(event))
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Notice that the mouse points elsewhere."""
        self.set_pointed_at(False)
        super().leaveEvent(event)

    def set_pointed_at(self, pointed_at: bool) -> None:
        """Show that the mouse points here; one that only rests here does not."""
        self._is_pointed_at = pointed_at
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the cap, the word and some room around them."""
        metrics = QFontMetricsF(self.font())
        width = self._cap_width() + 2
        if self.text():
            width += 8 + metrics.horizontalAdvance(self.text())
        return QSize(round(width), max(self._least, round(metrics.height() + 12)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cap and the word; the accent marks hover, press and focus."""
        painter, theme = QPainter(self), theme_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        active = self.isEnabled() and (self._is_pointed_at or self.isDown() or self.hasFocus())
        width = 3.0 if self.hasFocus() else 1.0
        cap = QRectF(0, 0, self._cap_width() + 1, self.height())
        cap.adjust(width / 2, width / 2, -width / 2, -width / 2)
        painter.setPen(QPen(theme.colour("accent" if active else "line"), width))
        painter.setBrush(theme.colour("well" if self.isDown() else "background"))
        painter.drawRoundedRect(cap, 6, 6)
        painter.setPen(theme.colour("text" if active else "soft"))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self._keycap)
        word = QRectF(self.rect()).adjusted(self._cap_width() + 9, 0, 0, 0)
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
        """Whether left and right show their keys alone, unless a study has own words for them."""
        self._box_gap, self._is_waiting = 0, False
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as the boxes above
        least = _FOR_FINGERS if brief else _FOR_MICE
        self.buttons = {answer: KeyButton(answer, self, least=least) for answer in _MEANINGS}
        for button in self.buttons.values():
            button.clicked.connect(self._on_clicked)
        self.offered: tuple[Answer, ...] = tuple(self.buttons)

    def set_content(self, design: Design, language: str, box_gap: int) -> None:
        """Show a button for each answer of a design, in a language, below boxes so far apart."""
        self._box_gap = box_gap
        offers = {Answer.EQUAL: design.offer_equal, Answer.NEITHER: design.offer_neither}
        self.offered = tuple(answer for answer in self.buttons if offers.get(answer, True))
        space = find_text(design, language, "space_key")
        for answer, button in self.buttons.items():
            label = find_text(design, language, answer.value)
            cap = write_cap(getattr(design.keys, answer.value), space)
            meaning = f"{label}: {find_text(design, language, _MEANINGS[answer])}"
            says_nothing = self._brief and answer in _SIDES
            if says_nothing and not _has_own_word(design, language, answer):
                label = ""
            button.set_words(cap, label, meaning)
        self._show_buttons()
        self.arrange()

    def set_waiting(self, is_waiting: bool) -> None:
        """Begin a trial; hide the answers while they are not offered yet."""
        self._is_waiting = is_waiting
        self._show_buttons()
        for button in self.buttons.values():
            button.set_pointed_at(False)

    def _show_buttons(self) -> None:
        for answer, button in self.buttons.items():
            button.setVisible(answer in self.offered and not self._is_waiting)

    def set_cursor_hidden(self, hidden: bool) -> None:
        """Hide the cursor over the buttons, or show a hand."""
        shape = Qt.CursorShape.BlankCursor if hidden else Qt.CursorShape.PointingHandCursor
        for button in self.buttons.values():
            button.setCursor(shape)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Put every button in its place."""
        self.arrange()

    def arrange(self) -> None:
        """Give the middle to the answers between, and the sides what is left to both.

        Where all are too wide for one row, those between have a row of their own.
        """
        sizes = {answer: self.buttons[answer].sizeHint() for answer in self.offered}
        left, right = sizes[Answer.LEFT].width(), sizes[Answer.RIGHT].width()
        between = [answer for answer in self.offered if answer in _BETWEEN]
        middle = sum(sizes[answer].width() + _GAP for answer in between) - _GAP
        fits = middle + 2 * (max(left, right) + _GAP) <= self.width()
        row = sizes[Answer.LEFT].height() + _ROW_GAP
        self.setMinimumHeight(row - _ROW_GAP if fits else 2 * row - _ROW_GAP)
        x = start = (self.width() - middle) / 2
        box = (self.width() - self._box_gap) / 2
        at_left, at_right = (box - left) / 2, self.width() - (box + right) / 2
        if fits:
            at_left = max(0.0, min(at_left, start - _GAP - left))
            at_right = max(at_right, start + middle + _GAP)
        places = {Answer.LEFT: at_left, Answer.RIGHT: at_right}
        for answer in between:
            places[answer] = x
            x += sizes[answer].width() + _GAP
        for answer, place in places.items():
            top = 0 if fits or answer in _SIDES else row
            self.buttons[answer].setGeometry(QRect(QPoint(round(place), top), sizes[answer]))

    @Slot()
    def _on_clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, KeyButton)
        self.answered.emit(button.answer, button.given_by, button.key)


def _has_own_word(design: Design, language: str, answer: Answer) -> bool:
    """Say whether a study calls a side otherwise than its language does."""
    usual = {each.answers[answer.value] for each in languages().values()}
    own = find_own_text(design, language, answer.value).strip()
    return bool(own) and own not in usual
