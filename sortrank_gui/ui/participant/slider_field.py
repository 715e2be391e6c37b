"""A line to mark a place on, which has no mark until somebody sets it."""

import math
from typing import Any

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSizePolicy,
    QSlider,
    QStackedWidget,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.study.design.questionnaire import Query, Words
from sortrank_gui.ui.participant.answer_fields import AnswerField
from sortrank_gui.ui.participant.page_label import PageLabel
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import theme_of

_PLACES = 1000
"""On a line whose values have no steps."""
_MOST_TICKS = 25
_HEIGHT, _RADIUS = 40, 11
_MOVES = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End),
)


class MarkLine(QSlider):
    """A line with ticks; the mark is where somebody clicked, or the keys moved it."""

    touched = Signal()

    def __init__(self, places: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.is_set = False
        self.setRange(0, places)
        self.setPageStep(max(1, places // 10))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.valueChanged.connect(self._on_moved)

    def empty(self) -> None:
        """Take the mark away."""
        self.is_set = False
        self.setValue(0)
        self.is_set = False
        self.update()
        self.touched.emit()

    def sizeHint(self) -> QSize:
        """Be as broad as there is room."""
        return QSize(240, _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Be content with a short line."""
        return QSize(120, _HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the mark; the first key sets it to the middle."""
        if event.key() in _MOVES and not self.is_set:
            if event.key() not in (Qt.Key.Key_Home, Qt.Key.Key_End):
                self._mark(self.maximum() // 2)
                return
            self.is_set = True
        super().keyPressEvent(event)
        if event.key() in _MOVES:
            self._mark(self.value())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Set the mark where the click is."""
        if event.button() is Qt.MouseButton.LeftButton:
            self.setFocus()
            self._mark(self._value_at(event.position().toPoint()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the mark follow."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._mark(self._value_at(event.position().toPoint()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Leave the mark where it is."""
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the page instead: who scrolls must not answer."""
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line with its ticks and, once it is set, the mark."""
        painter, theme = QPainter(self), theme_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, ends = self.height() / 2, (self._x_of(0), self._x_of(self.maximum()))
        strong = self.isEnabled() and (self.hasFocus() or self.underMouse())
        painter.setPen(QPen(theme.colour("accent" if strong else "soft"), 2))
        painter.drawLine(round(min(ends)), round(middle), round(max(ends)), round(middle))
        if self.maximum() <= _MOST_TICKS:
            painter.setPen(QPen(theme.colour("soft"), 1))
            for place in range(self.maximum() + 1):
                high = 9 if place in (0, self.maximum()) or 2 * place == self.maximum() else 5
                at = round(self._x_of(place))
                painter.drawLine(at, round(middle - high), at, round(middle + high))
        if self.is_set:
            painter.setPen(QPen(theme.colour("text" if self.hasFocus() else "card"), 2))
            painter.setBrush(theme.colour("accent" if self.isEnabled() else "soft"))
            x = self._x_of(self.value())
            painter.drawEllipse(QRectF(x - _RADIUS, middle - _RADIUS, 2 * _RADIUS, 2 * _RADIUS))

    @property
    def _is_mirrored(self) -> bool:
        return self.layoutDirection() is Qt.LayoutDirection.RightToLeft

    def _room(self) -> int:
        return max(1, self.width() - 2 * _RADIUS - 4)

    def _x_of(self, value: int) -> float:
        share = value / max(1, self.maximum())
        return _RADIUS + 2 + self._room() * (1 - share if self._is_mirrored else share)

    def _value_at(self, place: QPoint) -> int:
        at = place.x() - _RADIUS - 2
        return QStyle.sliderValueFromPosition(
            0, self.maximum(), at, self._room(), upsideDown=self._is_mirrored
        )

    def _mark(self, value: int) -> None:
        self.is_set = True
        self.setValue(value)
        self.update()
        self.touched.emit()

    @Slot()
    def _on_moved(self) -> None:
        self.is_set = True  # also by a screen reader


class SliderField(AnswerField):
    """A line with words at both ends."""

    def __init__(self, field: Query, words: Words) -> None:
        super().__init__(field)
        self._hint, self.clear = (
            soft_label(words("slider_hint")),
            QPushButton(),
        )
        self._hint.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._hint.setWordWrap(True)
        self.clear.setText(words("clear"))
        self.clear.setProperty("quiet", True)
        self.clear.setProperty("own_name", words("clear"))
        self.line = MarkLine(count_places(field))
        self.line.touched.connect(self._on_touched)
        self.line.valueChanged.connect(self._on_touched)
        self.clear.clicked.connect(self.line.empty)
        self._lay_out((*field.options, "", "")[:2])
        self._on_touched()

    def _lay_out(self, ends: tuple[str, ...]) -> None:
        self._middle = QStackedWidget()
        for part in (self._hint, self.clear, QWidget()):
            self._middle.addWidget(part)
        row = QHBoxLayout()
        row.setSpacing(16)
        first, last = PageLabel(ends[0], soft=True), PageLabel(ends[1], at_end=True, soft=True)
        top = Qt.AlignmentFlag.AlignTop
        row.addWidget(first, 2, top)
        row.addWidget(self._middle, 3, top)
        row.addWidget(last, 2, top)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addLayout(row)

    @property
    def answer(self) -> Any:
        """The value at the mark."""
        return value_at(self.field, self.line.value()) if self.line.is_set else None

    def take_focus(self) -> None:
        """Let keys move the mark."""
        self.line.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the mark away where no answer is needed."""
        emptying = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
        if event.key() in emptying and not self.field.required:
            self.line.empty()
        else:
            super().keyPressEvent(event)

    @Slot()
    def _on_touched(self) -> None:
        if not self.line.is_set:
            self._middle.setCurrentIndex(0)
        else:
            self._middle.setCurrentIndex(2 if self.field.required else 1)
        self.changed.emit()


def count_places(field: Query) -> int:
    """Return how many steps there are from one end of a slider to the other."""
    if not field.step:
        return _PLACES
    length = (field.most or 0.0) - (field.least or 0.0)
    return max(1, math.ceil(round(length / field.step, 9)))


def value_at(field: Query, place: int) -> int | float:
    """Return the value at a place of a slider, in whole numbers where they are such."""
    least, most = field.least or 0.0, field.most or 0.0
    step = field.step or (most - least) / _PLACES
    value = round(min(most, least + place * step), 10)
    return int(value) if float(value).is_integer() else value
