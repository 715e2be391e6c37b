"""The card of the distances: the plot, its values in words, its options, and the ground truth."""

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.study.results.figures import describe_distances
from sortrank_gui.study.survey.live_analysis import Analysis
from sortrank_gui.ui.live.displacement_plot import DisplacementPlot, Metric, say_distance
from sortrank_gui.ui.plots.calm_plot import small_font
from sortrank_gui.ui.plots.plot_menu import PlotMenu
from sortrank_gui.ui.widgets.card import TitledCard
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of

_HEADER = (
    "answers",
    "displacement",
    "expected_displacement",
    "kendall_tau",
    "expected_kendall_tau",
)
_LOW = 200
_TIP = (
    "How far the ranking is from the ground truth, the sum of all rank errors; and how far it is\n"
    "expected to be, by the uncertainty of the scores. The latter needs no ground truth. While it\n"
    "is called too early, the answers do not tell yet how far apart the items are."
)


class DisplacementCard(Recoloured, TitledCard):
    """Distances against answers; says when a truth is wanted or to be forgotten."""

    truth_wanted = Signal()
    truth_removed = Signal()
    failed = Signal(object)

    def __init__(self, n_items: int, *, has_truth: bool, parent: QWidget | None = None) -> None:
        super().__init__("Displacement", parent)
        self._n_items, self._has_truth, self._is_early = n_items, has_truth, False
        self.plot = DisplacementPlot(n_items, self)
        self.legend = QLabel()
        self.legend.setProperty("soft", True)
        self.legend.setToolTip(_TIP)
        self.legend.setFont(small_font(self.legend.font()))
        self.legend.setWordWrap(True)
        self.log = self._make_toggle("log", "Use logarithmic axes")
        self.log.toggled.connect(self.plot.set_log)
        self.kendall = self._make_toggle("Kendall τ", "Count pairs in the wrong order instead")
        self.kendall.toggled.connect(self._on_kendall_toggled)
        self.menu = PlotMenu("Displacement", self, self)
        self.menu.failed.connect(self.failed)
        self.truth_button = self._make_truth_button()
        self.controls.setSpacing(16)
        for control in (self.log, self.kendall, self.truth_button, self.menu.make_button()):
            self.controls.addWidget(control)
        self.body.addWidget(self.legend)
        self.body.addWidget(self.plot, stretch=1)
        self._describe()

    def _make_toggle(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setCheckable(True)
        button.setProperty("quiet", True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _make_truth_button(self) -> QPushButton:
        menu = QMenu("Ground truth", self)
        load = menu.addAction("Load from a CSV file…")
        load.setToolTip("A table with the columns item and score (or rank)")
        load.triggered.connect(self.truth_wanted)
        self.remove_truth = menu.addAction("Remove")
        self.remove_truth.triggered.connect(self.truth_removed)
        self.remove_truth.setEnabled(self._has_truth)
        button = QPushButton("Truth…")
        button.setMenu(menu)
        button.setProperty("quiet", True)
        button.setToolTip("Load or remove a ground truth")
        button.setAccessibleName("Ground truth")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say less where there is little room."""
        super().resizeEvent(event)
        self._describe()

    def set_has_truth(self, has_truth: bool) -> None:
        """Say whether there is a truth to remove."""
        self._has_truth = has_truth
        self.remove_truth.setEnabled(has_truth)

    def recolour(self, _theme: Theme) -> None:
        """Draw the samples of the lines anew."""
        self._describe()

    def set_budget(self, budget: int) -> None:
        """Make room for this many answers."""
        self.plot.set_budget(budget)

    def show_analysis(self, analysis: Analysis) -> None:
        """Show the curve so far."""
        self._is_early = analysis.ranks is not None and analysis.ranks.too_early
        self.plot.show_curve(analysis.curve)
        self._describe()

    def values(self) -> tuple[float | None, float | None]:
        """Return the newest distance to the truth, and the newest one to expect."""
        curve = self.plot.curve
        if curve is None:
            return None, None
        to_truth, expected = self.plot.measure.curves(curve)
        return _last(to_truth), _last(expected)

    def _describe(self) -> None:
        """Say the newest values, each beside a sample of its line."""
        (to_truth, expected), theme = self.values(), theme_of(self)
        parts = []
        if to_truth is not None:
            parts.append(self._say("━", theme.accent, to_truth, "to the truth"))
        if expected is not None:
            name = "expected, too early to be sure" if self._is_early else "expected"
            parts.append(self._say("╍", theme.second, expected, name))
        self.legend.setText(" &nbsp; ".join(parts) or "Distances appear with answers.")

    def _say(self, sample: str, colour: str, value: float, name: str) -> str:
        words = f"{say_distance(value)} {name}"
        if self.height() > _LOW:
            words += f" ({value / self._n_items:.1f} per item)"
        words = words.replace(" ", "&nbsp;")
        return f"<span style='color:{colour}'>{sample}</span>&nbsp;{words}"

    @Slot(bool)
    def _on_kendall_toggled(self, on: bool) -> None:
        self.plot.set_metric(Metric.KENDALL_TAU if on else Metric.DISPLACEMENT)
        self.set_title(self.plot.measure.label)
        self._describe()

    def figure(self) -> Figure | None:
        """Return the curves as a figure."""
        plot, curve = self.plot, self.plot.curve
        if curve is None or not len(curve.answers):
            return None
        to_truth, expected = plot.measure.curves(curve)
        label = plot.measure.label.lower().replace("kendall", "Kendall")
        panel = describe_distances(
            label, curve.answers, to_truth, expected, plot.random_value, log=plot.log
        )
        return Figure((panel,))

    def table(self) -> tuple[tuple[str, ...], list[tuple[float | None, ...]]]:
        """Return a row for each point of the curve."""
        curve = self.plot.curve
        if curve is None:
            return _HEADER, []
        columns = (
            curve.answers,
            curve.displacement,
            curve.expected_displacement,
            curve.kendall_tau,
            curve.expected_kendall_tau,
        )
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return _HEADER, [tuple(x if x == x else None for x in row) for row in rows]


def _last(values: np.ndarray) -> float | None:
    known = values[np.isfinite(values)]
    return float(known[-1]) if len(known) else None
