"""Editors of numbers: plain ones, those that can be switched off, and seeds."""

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QCheckBox, QPushButton, QWidget

from sortrank_gui.ranking.chance import stream
from sortrank_gui.study.design.validation import LARGEST_SEED
from sortrank_gui.ui.study_editor.editors import Editor
from sortrank_gui.ui.widgets.fields import make_decimal, make_number


class NumberEditor(Editor):
    """A whole number, or a number with decimals; `scale` is what 1 on the screen stands for."""

    def __init__(
        self,
        low: float,
        high: float,
        *,
        step: float = 1,
        decimals: int = 0,
        suffix: str = "",
        scale: float = 1.0,
    ) -> None:
        super().__init__()
        self._whole, self._scale = decimals == 0, scale
        if self._whole:
            self.box = make_number(int(low), int(high), int(low), step=int(step), suffix=suffix)
        else:
            self.box = make_decimal(low, high, low, step=step, decimals=decimals)
            self.box.setSuffix(suffix)
        self.box.valueChanged.connect(self._on_changed)
        self.box.editingFinished.connect(self.left)
        self.hold(self.box)

    def show_value(self, value: float) -> None:
        """Show a number."""
        shown = value / self._scale
        if self.box.value() != shown:
            with QSignalBlocker(self.box):
                self.box.setValue(round(shown) if self._whole else shown)

    def value(self) -> float:
        """Return the number in the box."""
        value = self.box.value()
        return value if self._scale == 1.0 else round(value * self._scale, 6)

    def focus_widget(self) -> QWidget:
        """Return the box."""
        return self.box

    @Slot()
    def _on_changed(self) -> None:
        self.edited.emit(self.value())


class OptionalNumberEditor(Editor):
    """A number that can be switched off, which is None."""

    def __init__(self, text: str, number: NumberEditor, first: float) -> None:
        super().__init__()
        self.switch = QCheckBox(text)
        self.switch.toggled.connect(self._on_changed)
        self.number, self._first = number, first
        number.edited.connect(self._on_changed)
        number.left.connect(self.left)
        number.box.setFixedWidth(120)
        number.box.setAccessibleName(text)
        number.box.setToolTip(text)
        number.setEnabled(False)
        number.show_value(first)
        self.hold(self.switch, number)
        self.layout().setStretch(0, 1)

    def show_value(self, value: float | None) -> None:
        """Show a number, or that there is none."""
        with QSignalBlocker(self.switch):
            self.switch.setChecked(value is not None)
        self.number.setEnabled(value is not None)
        if value is not None:
            self.number.show_value(value)

    def focus_widget(self) -> QWidget:
        """Return the switch."""
        return self.switch

    @Slot()
    def _on_changed(self) -> None:
        on = self.switch.isChecked()
        self.number.setEnabled(on)
        self.edited.emit(self.number.value() if on else None)


class SeedEditor(NumberEditor):
    """A seed, and a button that draws another."""

    def __init__(self) -> None:
        super().__init__(0, LARGEST_SEED)
        button = QPushButton("Draw another")
        button.setAccessibleName("Draw another seed")
        button.setToolTip("Another seed by chance")
        button.clicked.connect(self._on_drawn)
        self.layout().addWidget(button)

    @Slot()
    def _on_drawn(self) -> None:
        self.box.setValue(int(stream("seed", self.box.value()).integers(1, 1_000_000)))
