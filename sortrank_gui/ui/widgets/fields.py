"""Form fields: a soft label above, what is wrong below, two in a row."""

from collections.abc import Iterable
from typing import Generic, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListView,
    QSizePolicy,
    QSpinBox,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.simulation.populations import Parameter
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import scaled_font

_GAP = 12
AnyEditor = TypeVar("AnyEditor", bound=QWidget)


class Field(QWidget, Generic[AnyEditor]):
    """An editor with its name and a place for what is wrong with it."""

    def __init__(self, name: str, editor: AnyEditor, tip: str) -> None:
        super().__init__()
        self.editor = editor
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        editor.setAccessibleName(name)
        editor.setToolTip(tip)
        editor.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        label = soft_label(name, self)
        label.setBuddy(editor)
        label.setToolTip(tip)
        self._problem = make_problem_label(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for part in (label, editor, self._problem):
            column.addWidget(part)
        column.addStretch()

    @property
    def problem(self) -> str:
        """What is wrong, or nothing."""
        return self._problem.text()

    def set_problem(self, sentence: str) -> None:
        """Say what is wrong, below the editor."""
        show_problem(self._problem, sentence)
        self.editor.setAccessibleDescription(sentence)


def make_parameter_field(parameter: Parameter, value: float | None = None) -> Field[QDoubleSpinBox]:
    """Return the field of a population's parameter, with its usual value or another one."""
    start = parameter.usual if value is None else value
    editor = make_decimal(parameter.low, parameter.high, start, step=parameter.step)
    return Field(parameter.title, editor, parameter.tip)


def make_seed_field() -> Field[QSpinBox]:
    """Return the field of the seed."""
    return Field("Seed", make_number(0, 2**31 - 1, 1), "The same seed, the same results")


class FieldGrid(QWidget):
    """Fields in two columns, in groups with headings."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(_GAP)
        for column in (0, 1):
            self._grid.setColumnStretch(column, 1)
            self._grid.setColumnMinimumWidth(column, 110)

    def add_heading(self, text: str) -> QLabel:
        """Begin a group."""
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(scaled_font(label.font(), 1.0, bold=True))
        label.setContentsMargins(0, 8 if self._grid.count() else 0, 0, 0)
        self.add_wide(label)
        return label

    def add_row(self, first: QWidget, *second: QWidget) -> None:
        """Put two fields side by side; of several at the second place one is shown at a time."""
        row = self._grid.rowCount()
        policy = (QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        for column, widget in ((0, first), *((1, widget) for widget in second)):
            widget.setSizePolicy(*policy)  # so that the columns of all grids are equally wide
            self._grid.addWidget(widget, row, column, alignment=Qt.AlignmentFlag.AlignTop)

    def add_wide(self, widget: QWidget) -> None:
        """Put one thing across both columns."""
        self._grid.addWidget(widget, self._grid.rowCount(), 0, 1, 2)


def make_problem_label(parent: QWidget | None = None) -> QLabel:
    """Return a hidden label for what is wrong."""
    label = QLabel(parent)
    label.setObjectName("problem")
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.hide()
    return label


def set_shown(part: QWidget, shown: bool) -> None:
    """Show or hide a part of something; what is not seen yet is not laid out before its time."""
    around = part.parentWidget()
    is_seen = around is None or around.isVisible()
    if not shown or is_seen or part.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
        part.setVisible(shown)


def show_problem(label: QLabel, sentence: str) -> None:
    """Show a sentence, or hide the label where there is none."""
    label.setText(sentence)
    set_shown(label, bool(sentence))


def make_number(low: int, high: int, value: int, *, step: int = 1, suffix: str = "") -> QSpinBox:
    """Return a box for whole numbers, with thousands apart."""
    box = _WheellessSpinBox()
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setGroupSeparatorShown(True)
    box.setSuffix(suffix)
    box.setValue(value)
    return box


def make_decimal(
    low: float, high: float, value: float, *, step: float, decimals: int = 2
) -> QDoubleSpinBox:
    """Return a box for numbers."""
    box = _WheellessDoubleSpinBox()
    box.setDecimals(decimals)
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setValue(value)
    return box


def make_choice(choices: Iterable[tuple[str, str]]) -> QComboBox:
    """Return a box of (value, text) choices; `currentData` is the value."""
    box = _WheellessComboBox()
    box.setItemDelegate(QStyledItemDelegate(box))  # else the style sheet does not reach the rows
    rows = box.view()
    if isinstance(rows, QListView):  # else all are measured whenever the box gets a parent
        rows.setUniformItemSizes(True)
    for value, text in choices:
        box.addItem(text, value)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(8)
    return box


def choose(box: QComboBox, value: object) -> None:
    """Select a value of a box of choices."""
    box.setCurrentIndex(max(box.findData(value), 0))


def make_line(placeholder: str) -> QLineEdit:
    """Return a line of text."""
    line = QLineEdit()
    line.setPlaceholderText(placeholder)
    return line


class _Wheelless:
    """Leaves the wheel to the page: who scrolls must not change what is under the mouse."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the page instead."""
        event.ignore()


class _WheellessSpinBox(_Wheelless, QSpinBox):
    """A spin box."""


class _WheellessDoubleSpinBox(_Wheelless, QDoubleSpinBox):
    """A spin box for decimals."""


class _WheellessComboBox(_Wheelless, QComboBox):
    """A box of choices."""
