"""The curves of distances as a figure for a paper."""

import numpy as np

from sortrank_gui.figures.descriptions import Curve, Figure, Panel
from sortrank_gui.ranking.distance_curve import Distances
from sortrank_gui.ui.live.displacement_plot import DisplacementPlot, Metric
from sortrank_gui.ui.plots.figure_files import Drawing
from sortrank_gui.ui.plots.figures import FigureDrawing


def draw_distances(plot: DisplacementPlot) -> Drawing:
    """Return what a plot shows now, with its axes."""
    curve, log, curves = plot.curve, plot.log, []
    if curve is not None and len(curve.answers):
        ends = (1.0 if log else 0.0, float(max(curve.answers[-1], 2)))
        random = (plot.random_value, plot.random_value)
        curves = _curves(curve, plot.measure, log=log)
        curves.append(Curve("random order", ends, random, reference=True))
    label = plot.measure.title.lower()
    panel = Panel("", "answers", label, tuple(curves), log_x=log, log_y=log)
    return FigureDrawing(Figure((panel,)))


def _curves(curve: Distances, metric: Metric, *, log: bool) -> list[Curve]:
    """Return the curves that are known."""
    found = []
    for name, values in zip(("to the ground truth", "expected"), metric.curves(curve), strict=True):
        known = np.isfinite(values) & (curve.answers >= (1 if log else 0))
        if known.any():
            xs, ys = curve.answers[known].astype(float), values[known]
            found.append(Curve(name, tuple(xs.tolist()), tuple(ys.tolist())))
    return found
