"""The answers that a trial offers: buttons that look like the keys that give them."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from sortrank_gui.study.journal import Answer
from sortrank_gui.ui.theme import LIGHT, Theme

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


class KeyButton(QAbstractButton):
    """A key cap with a word beside it."""

    def __init__(self, keycap: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._keycap = keycap
        self.theme: Theme = LIGHT
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrows to the stage, where they are answers; a plain button moves the focus."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Up):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Ask for the cap, the word and some room around them."""
        metrics = QFontMetricsF(self.font())
        width = self._cap_width() + 8 + metrics.horizontalAdvance(self.text()) + 4
        return QSize(round(width), max(28, round(metrics.height() + 12)))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cap and the word; the accent marks hover, press and focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        active = self.isEnabled() and (self.underMouse() or self.isDown() or self.hasFocus())
        cap = QRectF(0.5, 0.5, self._cap_width(), self.height() - 1)
        painter.setPen(QPen(self.theme.colour("accent" if active else "line"), 1))
        painter.setBrush(self.theme.colour("well" if self.isDown() else "background"))
        painter.drawRoundedRect(cap, 6, 6)
        painter.setPen(self.theme.colour("text" if active else "soft"))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self._keycap)
        word = QRectF(self.rect()).adjusted(cap.right() + 8, 0, 0, 0)
        painter.drawText(word, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _cap_width(self) -> float:
        return max(28.0, QFontMetricsF(self.font()).horizontalAdvance(self._keycap) + 14)


class AnswerBar(QWidget):
    """Four buttons: left and right under the middle of their boxes, the others between them."""

    answered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {answer: self._make_button(answer) for answer in KEYCAPS}
        self.setMinimumHeight(self.buttons[Answer.LEFT].sizeHint().height())

    def _make_button(self, answer: Answer) -> KeyButton:
        button = KeyButton(KEYCAPS[answer], answer.value, self)
        button.setToolTip(_TIPS[answer])
        button.setAccessibleName(_TIPS[answer])
        button.setProperty("answer", answer.value)
        button.clicked.connect(self._on_clicked)
        return button

    def set_theme(self, theme: Theme) -> None:
        """Use the colours of a theme."""
        for button in self.buttons.values():
            button.theme = theme
            button.update()

    def resizeEvent(self, _event: QResizeEvent) -> None:
        """Put every button in its place."""
        sizes = {answer: button.sizeHint() for answer, button in self.buttons.items()}
        widths = {answer: size.width() for answer, size in sizes.items()}
        middle = widths[Answer.EQUAL] + _GAP + widths[Answer.NEITHER]
        start = (self.width() - middle) / 2
        box = (self.width() - BOX_GAP) / 2
        places = {
            Answer.LEFT: min((box - widths[Answer.LEFT]) / 2, start - _GAP - widths[Answer.LEFT]),
            Answer.EQUAL: start,
            Answer.NEITHER: start + widths[Answer.EQUAL] + _GAP,
            Answer.RIGHT: max(
                self.width() - (box + widths[Answer.RIGHT]) / 2, start + middle + _GAP
            ),
        }
        for answer, x in places.items():
            self.buttons[answer].setGeometry(QRect(QPoint(round(x), 0), sizes[answer]))

    def _on_clicked(self) -> None:
        self.answered.emit(Answer(self.sender().property("answer")))
