"""What takes a choice: one of several, some of several, or one in each row of a matrix."""

from typing import Any

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QGridLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
)

from sortrank_gui.study.design.questionnaire import FieldKind, Query
from sortrank_gui.ui.participant.answer_fields import AnswerField
from sortrank_gui.ui.participant.page_label import PageLabel
from sortrank_gui.ui.widgets.tick_box import RoundBox, TickBox

_EMPTYING = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
_UP_DOWN = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ROW_GAP = 12
_STATEMENT = 14
"""Letters that a statement has room for at least, beside the options."""


class OptionGroup(QButtonGroup):
    """Buttons of which one may be chosen; a second click takes that back, where it may be."""

    def __init__(self, buttons: list[RoundBox], *, required: bool) -> None:
        super().__init__()
        self._required, self._was_chosen = required, False
        for number, button in enumerate(buttons, start=1):
            self.addButton(button, number)
        self.buttonPressed.connect(self._on_pressed)
        self.buttonClicked.connect(self._on_clicked)

    @property
    def chosen(self) -> int | None:
        """The number of the option, from 1."""
        number = self.checkedId()
        return number if number > 0 else None

    def choose(self, number: int) -> bool:
        """Choose an option by its number; return whether there is such a one."""
        button = self.button(number)
        if button is None:
            return False
        button.setFocus()
        button.setChecked(True)
        return True

    def empty(self) -> None:
        """Choose nothing."""
        button = self.checkedButton()
        if button is not None:
            self.setExclusive(False)
            button.setChecked(False)
            self.setExclusive(True)

    @Slot(QAbstractButton)
    def _on_pressed(self, button: QAbstractButton) -> None:
        self._was_chosen = button.isChecked()

    @Slot()
    def _on_clicked(self) -> None:
        if self._was_chosen and not self._required:
            self.empty()
        self._was_chosen = False


class ChoiceField(AnswerField):
    """Options below each other: circles for one of them, boxes for several."""

    def __init__(self, field: Query) -> None:
        super().__init__(field)
        self.buttons: list[QAbstractButton] = []
        self.group: OptionGroup | None = None
        if field.kind is FieldKind.SINGLE:
            circles = [RoundBox(option) for option in field.options]
            self.group = OptionGroup(circles, required=field.required)
            self.buttons.extend(circles)
        else:
            self.buttons.extend(TickBox(option) for option in field.options)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(10)
        for option, button in zip(field.options, self.buttons, strict=True):
            button.setAccessibleName(option)
            button.setProperty("own_name", option)
            button.toggled.connect(self.changed)
            column.addWidget(button)

    @property
    def answer(self) -> Any:
        """The number of the option, or the numbers of several."""
        if self.group is not None:
            return self.group.chosen
        chosen = [k for k, button in enumerate(self.buttons, start=1) if button.isChecked()]
        return chosen or None

    def take_focus(self) -> None:
        """Go to what is chosen, or to the first option."""
        chosen = (button for button in self.buttons if button.isChecked())
        next(chosen, self.buttons[0]).setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by digits; empty what need not be answered."""
        number = read_digit(event)
        if self.group is not None and event.key() in _EMPTYING and not self.field.required:
            self.group.empty()
        elif number is None or number > len(self.buttons):
            super().keyPressEvent(event)
        elif self.group is not None:
            self.group.choose(number)
        else:
            button = self.buttons[number - 1]
            button.setFocus()
            button.toggle()


class _Circle(RoundBox):
    """A circle of a matrix, which leaves Up and Down to it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go along the row by Left and Right."""
        if not self.text() and event.key() in _UP_DOWN:
            event.ignore()
        else:
            super().keyPressEvent(event)


class LikertField(AnswerField):
    """A matrix with a circle for each option of each statement.

    Where there is no room for it, statements stand below each other, each above its options.
    """

    def __init__(self, field: Query) -> None:
        super().__init__(field)
        self.rows: list[OptionGroup] = []
        self._heads = [_make_head(option) for option in field.options]
        self._statements = [PageLabel(row) for row in field.rows]
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._is_wide: bool | None = None
        for row in field.rows:
            circles: list[RoundBox] = [_Circle() for _ in field.options]
            self.rows.append(OptionGroup(circles, required=field.required))
            for option, circle in zip(field.options, circles, strict=True):
                circle.setAccessibleName(f"{row}: {option}")
                circle.setProperty("own_name", option)
                circle.toggled.connect(self.changed)
        self._arrange(wide=True)

    @property
    def answer(self) -> Any:
        """The number of the option in each row; None where all are open."""
        chosen = [row.chosen for row in self.rows]
        return chosen if any(chosen) else None

    def take_focus(self) -> None:
        """Go to the first row that is still open."""
        row = next((row for row in self.rows if row.chosen is None), self.rows[0])
        (row.checkedButton() or row.button(1)).setFocus()

    @property
    def is_wide(self) -> bool:
        """Whether the statements have their options beside them."""
        return bool(self._is_wide)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by digits, which go to the next row; go up and down between rows."""
        at = next((k for k, row in enumerate(self.rows) if self.focusWidget() in row.buttons()), 0)
        number, row = read_digit(event), self.rows[at]
        if number is not None and row.choose(number):
            self._enter(at + 1, number)
        elif event.key() in _UP_DOWN:
            columns = [k for k, b in enumerate(row.buttons(), start=1) if b is self.focusWidget()]
            self._enter(at + _UP_DOWN[Qt.Key(event.key())], columns[0] if columns else 1)
        elif event.key() in _EMPTYING and not self.field.required:
            row.empty()
        else:
            super().keyPressEvent(event)

    def _enter(self, at: int, column: int) -> None:
        """Go to a row, if there is one: to what is chosen there, or to a column."""
        if 0 <= at < len(self.rows):
            row = self.rows[at]
            (row.checkedButton() or row.button(column)).setFocus()

    def minimumSizeHint(self) -> QSize:
        """Be content with one column."""
        return QSize(160, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the form that there is room for."""
        super().resizeEvent(event)
        self._arrange(wide=event.size().width() >= self._width_needed())

    def _width_needed(self) -> int:
        """Return the width at which no word of an option is broken."""
        metrics = self.fontMetrics()
        words = (word for option in self.field.options for word in option.split())
        widest = max(map(metrics.horizontalAdvance, words), default=0)
        column = max(widest, 40) + self._grid.horizontalSpacing()
        return column * len(self.field.options) + _STATEMENT * metrics.horizontalAdvance("n")

    def _arrange(self, *, wide: bool) -> None:
        if wide == self._is_wide:
            return
        self._is_wide = wide
        while self._grid.takeAt(0) is not None:
            pass
        for head in self._heads:
            head.setVisible(wide)
        options = len(self.field.options)
        for column in range(options + 1):
            self._grid.setColumnStretch(column, (3 if column == 0 else 1) if wide else 0)
        self._grid.setVerticalSpacing(_ROW_GAP if wide else 8)
        if wide:
            for column, head in enumerate(self._heads, start=1):
                self._grid.addWidget(head, 0, column, Qt.AlignmentFlag.AlignBottom)
        else:
            self._grid.setColumnStretch(0, 1)
        for at, row in enumerate(self.rows):
            self._place_row(at, row, wide=wide)
        self.updateGeometry()

    def _place_row(self, at: int, row: OptionGroup, *, wide: bool) -> None:
        options = len(self.field.options)
        first = at + 1 if wide else at * (options + 1)
        statement = self._statements[at]
        statement.setContentsMargins(0, 0 if wide or not at else 16, 0, 0)
        self._grid.addWidget(statement, first, 0)
        for number, button in enumerate(row.buttons(), start=1):
            button.setText("" if wide else self.field.options[number - 1])
            if wide:
                self._grid.addWidget(button, first, number)
            else:
                self._grid.addWidget(button, first + number, 0)


def read_digit(event: QKeyEvent) -> int | None:
    """Return the number that a key stands for: 1 to 9, and 10 for 0."""
    held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    text = event.text()
    if held != Qt.KeyboardModifier.NoModifier or len(text) != 1 or not text.isdecimal():
        return None
    return int(text) or 10


def _make_head(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    return label
