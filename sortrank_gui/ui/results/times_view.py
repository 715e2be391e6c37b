"""Response times: how they are spread, and how they change in the course of a session."""

from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.study.results.figures import describe_course, describe_spread
from sortrank_gui.study.results.summary import ResponseTimes
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.panel_card import PanelCard
from sortrank_gui.ui.results.table_model import seconds
from sortrank_gui.ui.results.view import Sources, View, ViewFacts

_COURSE = "The median time of stretches of trials: it falls with practice, or rises with fatigue."


class TimesView(View):
    """Two cards, one above the other."""

    name = "times"
    facts = ViewFacts(4, "Response times", "How long answers took", draws=True)

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
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
        self.spread.show_panel(describe_spread(times))
        self.course.show_panel(describe_course(times))

    def figure(self) -> Figure | None:
        """Return the spread as a figure for a paper."""
        return self.spread.figure()


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
