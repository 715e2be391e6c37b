"""Response times: how they are spread, and how they change in the course of a session."""

import numpy as np

from sortrank_gui.figures.descriptions import Curve, Panel
from sortrank_gui.study.results.summary import ResponseTimes
from sortrank_gui.ui.plots.figure_files import Drawing
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.panel_card import PanelCard
from sortrank_gui.ui.results.table_columns import seconds
from sortrank_gui.ui.results.view import Table, View

_COURSE = "The median time of stretches of trials: it falls with practice, or rises with fatigue."
_BINS = 40


class TimesView(View):
    """Two cards, one above the other."""

    title = "Response times"
    tip = "How long answers took"

    def __init__(self) -> None:
        super().__init__()
        self._times: ResponseTimes | None = None
        self.spread = PanelCard("Response times", "", legend=False)
        self.course = PanelCard("In the course of a session", _COURSE, legend=False, delay_ms=40)
        for card in (self.spread, self.course):
            card.log.hide()
            card.failed.connect(self.failed)
            self.column.addWidget(card, stretch=1)

    def show_news(self, news: News) -> None:
        """Show the times of all answers that passed the filters."""
        times = news.summary.times
        if times is self._times:
            return
        self._times = times
        self.spread.words.setText(describe_times(times))
        self.spread.show_panel(spread_panel(times))
        self.course.show_panel(course_panel(times))

    def drawing(self) -> Drawing | None:
        """Return the spread as a figure for a paper."""
        return self.spread.drawing()

    def table(self) -> Table:
        """Return the points of the spread."""
        return self.spread.table()


def describe_times(times: ResponseTimes) -> str:
    """Say where most of the times lie."""
    if not times.quantiles:
        return "There are no times yet."
    five, quarter, median, most, last = times.quantiles
    return (
        f"Half of the {len(times.seconds):,} answers took {seconds(quarter)} to {seconds(most)}, "
        f"with a median of {seconds(median)}; nine in ten took {seconds(five)} to {seconds(last)}. "
        "Practice is left out."
    )


def spread_panel(times: ResponseTimes) -> Panel | None:
    """Return a histogram as a filled outline; the slowest one in a hundred lies beyond it."""
    if not len(times.seconds):
        return None
    top = max(float(np.quantile(times.seconds, 0.99)), 0.1)
    counts, edges = np.histogram(times.seconds, bins=_BINS, range=(0, top))
    x = tuple(np.repeat(edges, 2)[1:-1].tolist())
    y = tuple(np.repeat(counts, 2).astype(float).tolist())
    outline = Curve("answers", x, y, low=(0.0,) * len(y), high=y)
    height = float(counts.max())
    median = Curve(
        f"median {seconds(times.median)}",
        (times.median, times.median),
        (0.0, height),
        reference=True,
    )
    return Panel("", "seconds", "answers", (outline, median))


def course_panel(times: ResponseTimes) -> Panel | None:
    """Return the median time by the number of the trial."""
    if not len(times.block_trial):
        return None
    curve = Curve(
        "median time", tuple(times.block_trial.tolist()), tuple(times.block_median.tolist())
    )
    return Panel("", "trial of the session", "seconds", (curve,))
