"""A card with curves: the plot, what the curves are, and a menu to copy and save them."""

from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QPushButton

from sortrank_gui.figures.descriptions import Figure, Panel
from sortrank_gui.tables import Cell
from sortrank_gui.ui.plots.curve_plot import CurvePlot, Scale
from sortrank_gui.ui.plots.legend import Legend
from sortrank_gui.ui.plots.plot_menu import PlotMenu
from sortrank_gui.ui.results.view import Table, more_button, wrapped_label
from sortrank_gui.ui.widgets.card import TitledCard


class PanelCard(TitledCard):
    """Shows one panel, on linear axes unless the button says otherwise."""

    failed = Signal(object)

    def __init__(
        self, title: str, explanation: str, *, legend: bool = True, delay_ms: int = 0
    ) -> None:
        super().__init__(title)
        self._panel: Panel | None = None
        self.plot: CurvePlot | None = None
        self._later = QTimer(self, singleShot=True, interval=delay_ms)
        self._later.timeout.connect(self._on_later)
        self.legend = Legend()
        self.legend.toggled.connect(self._draw)
        self.legend.setVisible(legend)
        self.log = QPushButton("log")
        self.log.setCheckable(True)
        self.log.setProperty("quiet", True)
        self.log.setToolTip("Use logarithmic axes")
        self.log.setAccessibleName("Logarithmic axes")
        self.log.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.log.toggled.connect(self._draw)
        self.menu = PlotMenu(title, self, self)
        self.menu.failed.connect(self.failed)
        self.controls.setSpacing(16)
        self.controls.addWidget(self.log)
        self.controls.addWidget(more_button(self.menu))
        self.words = wrapped_label(explanation)
        self.body.addWidget(self.words)
        self.body.addWidget(self.legend)
        self.body.setAlignment(Qt.AlignmentFlag.AlignTop)

    @property
    def panel(self) -> Panel | None:
        """What is shown."""
        return self._panel

    def show_panel(self, panel: Panel | None) -> None:
        """Show other curves."""
        self._panel = panel
        self.legend.show_panel(panel)
        self._later.start()

    def figure(self) -> Figure | None:
        """Return what is shown as a figure for a paper, with the same axes."""
        if self._panel is None:
            return None
        log = self.log.isChecked()
        return Figure((replace(self._panel, log_x=log, log_y=log),))

    def table(self) -> Table:
        """Return a row for every point, and for the middle of every bar."""
        header = ("curve", "x", "y")
        if self._panel is None:
            return header, []
        rows: list[list[Cell]] = [
            [bars.label, (left + right) / 2, height]
            for bars in self._panel.bars
            for left, right, height in zip(bars.left, bars.right, bars.height, strict=True)
        ]
        for curve in self._panel.curves:
            rows += [[curve.label, x, y] for x, y in zip(curve.x, curve.mean, strict=True)]
        return header, rows

    def _make_plot(self) -> CurvePlot:
        """Make the plot, which takes its time: after the rest of the card is on the screen."""
        plot = CurvePlot(self.accessibleName())
        plot.pointed.connect(self._on_pointed)
        self.body.addWidget(plot, stretch=1)
        return plot

    @Slot()
    def _on_later(self) -> None:
        """Make the plot in one turn, draw in the next: each is short."""
        if self.plot is None:
            self.plot = self._make_plot()
            self._later.start()
        else:
            self._draw()

    @Slot()
    def _draw(self) -> None:
        if self.plot is None:
            return
        log = self.log.isChecked()
        label = "" if self._panel is None else self._panel.y_label
        self.plot.area.axis("left").setLabel(label)
        self.plot.show_panel(self._panel, Scale(log_x=log, log_y=log, hidden=self.legend.hidden))

    @Slot(object)
    def _on_pointed(self, x: float | None) -> None:
        self.legend.point_at(x)
