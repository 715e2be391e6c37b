"""The legend: a chip for every curve that hides and shows it, with the value under the mouse."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QWidget

from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.figures.numbers import number_text
from sortrank_gui.ui.plots.colours import DOT_SIZE, curve_title, make_dot, panel_colours
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of
from sortrank_gui.ui.widgets.tips import plain_tip

_CHIP_WIDTH = 236


class Legend(Recoloured, QWidget):
    """Chips in as many columns as there is room for."""

    toggled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._panel: Panel | None = None
        self.chips: dict[str, QCheckBox] = {}
        self._values: dict[str, QLabel] = {}
        self._hidden: set[str] = set()
        self._x: float | None = None
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(6)

    @property
    def hidden(self) -> frozenset[str]:
        """The labels of the curves that are not to be shown."""
        return frozenset(self._hidden)

    def recolour(self, theme: Theme) -> None:
        """Draw the dots of the chips anew."""
        self._colour(theme)

    def show_panel(self, panel: Panel | None) -> None:
        """Have a chip for every curve of a panel."""
        self._panel = panel
        labels = [] if panel is None else list(dict.fromkeys(c.label for c in panel.curves))
        if labels != list(self.chips):
            self._make_chips(labels)
        self._colour(theme_of(self))
        self.point_at(self._x)

    def point_at(self, x: float | None) -> None:
        """Say the values of all curves at x, or at the last x where there is none."""
        self._x = x
        for curve in () if self._panel is None else self._panel.curves:
            self._values[curve.label].setText(_describe_value(curve, x))

    def value(self, label: str) -> str:
        """Return what is said beside a curve's name."""
        return self._values[label].text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use more columns where there is room."""
        super().resizeEvent(event)
        self._lay_out()

    def _make_chips(self, labels: list[str]) -> None:
        for widget in (*self.chips.values(), *self._values.values()):
            widget.hide()
            widget.deleteLater()
        self.chips, self._values = {}, {}
        for label in labels:
            chip = QCheckBox(curve_title(label))
            chip.setIconSize(DOT_SIZE)
            chip.setChecked(label not in self._hidden)
            chip.setToolTip(plain_tip(f"Show or hide {curve_title(label)}"))
            chip.setAccessibleName(curve_title(label))
            chip.toggled.connect(self._on_toggled)
            self.chips[label], self._values[label] = chip, soft_label()
        self._columns = 0
        self._lay_out()

    def _lay_out(self) -> None:
        columns = max(1, min(4, self.width() // _CHIP_WIDTH))
        if columns == self._columns:
            return
        self._columns = columns
        for place, label in enumerate(self.chips):
            row, column = divmod(place, columns)
            self._grid.addWidget(self.chips[label], row, 2 * column)
            value = self._values[label]
            self._grid.addWidget(value, row, 2 * column + 1, Qt.AlignmentFlag.AlignLeft)
        for column in range(8):
            self._grid.setColumnStretch(column, int(column == 2 * columns))

    def _colour(self, theme: Theme) -> None:
        if self._panel is None:
            return
        colours = panel_colours(self._panel, theme)
        for label, chip in self.chips.items():
            chip.setIcon(make_dot(colours[label], ratio=self.devicePixelRatioF()))

    @Slot()
    def _on_toggled(self) -> None:
        for label, chip in self.chips.items():
            (self._hidden.discard if chip.isChecked() else self._hidden.add)(label)
        self.toggled.emit()


def _describe_value(curve: Curve, x: float | None) -> str:
    """Return such as “404 ± 31”."""
    if not curve.x:
        return ""
    if x is None or curve.reference:
        place = len(curve.x) - 1
    elif x in curve.x:
        place = curve.x.index(x)
    else:
        return "–"
    return describe_point(curve, place)


def describe_point(curve: Curve, place: int) -> str:
    """Return mean and standard deviation of a point."""
    text = _round(curve.mean[place])
    deviation = curve.high[place] - curve.mean[place] if curve.high else 0.0
    return f"{text} ± {_round(deviation)}" if deviation else text


def _round(value: float) -> str:
    """Return three figures, as many as a mean deserves."""
    if abs(value) >= 100:
        return number_text(float(round(value)))
    return number_text(float(f"{value:.3g}"))
