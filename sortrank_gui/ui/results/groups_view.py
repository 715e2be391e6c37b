"""Groups of items that can't be told apart, drawn as stretches of the ranking."""

from sortrank_gui.ranking.diagnostics import MOST_ITEMS, Groups
from sortrank_gui.study.results.summary import Summary
from sortrank_gui.ui.results.cells import RankAxis
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.ranking_view import group_letter
from sortrank_gui.ui.results.table_model import Column, count, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts

_PLOT = 4
_MOST_NAMED = 40
_HALF = 0.3
"""How far a stretch reaches beyond its first and last rank, so that one rank can be seen."""
_EXPLANATION = (
    "All pairs of items were compared by their scores, at the level 5 % for all pairs together. "
    "Items of one group can't be told apart by these answers; groups may overlap. More answers "
    "make them smaller."
)


class GroupsView(View):
    """One row a group, best first."""

    name = "groups"
    facts = ViewFacts(1, "Groups", "Items that can't be told apart")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._groups: Groups | None = None
        self.card = TableCard("Groups that can't be told apart", "Find an item…")
        self.card.failed.connect(self.failed)
        self.data = self.card.data
        self.column.addWidget(self.card)

    def show_news(self, news: News) -> None:
        """Show the groups, once they are known."""
        summary = news.summary
        self.card.say(_explain(summary))
        if summary.groups is self._groups and self.data.data_model.total:
            return
        self._groups = summary.groups
        if summary.groups is None:
            self.data.set_columns((), ())
            return
        n = len(summary.names)
        self.data.set_axis(_PLOT, RankAxis.of(n))
        columns, texts = _columns(summary, summary.groups)
        self.data.set_columns(columns, list(range(len(summary.groups))), texts, stretch=_PLOT)


def _columns(summary: Summary, groups: Groups) -> tuple[list[Column], list[str]]:
    firsts, lasts = groups.first.tolist(), groups.last.tolist()
    order = [summary.names[item] for item in summary.ranking.item.tolist()]
    members = [order[first : last + 1] for first, last in zip(firsts, lasts, strict=True)]
    named = [", ".join(names[:_MOST_NAMED]) for names in members]
    ranks = [
        f"{a + 1}" if a == b else f"{a + 1} – {b + 1}" for a, b in zip(firsts, lasts, strict=True)
    ]
    columns = [
        Column("Group", [group_letter(k) for k in range(len(firsts))], at_left=True, keys=firsts),
        Column("Ranks", ranks, tip="From the best to the last place", keys=firsts, width=96),
        Column("Items", groups.last - groups.first + 1, count, "How many belong to it"),
        Column("Names", named, one_line, "Best first", tips=named, at_left=True, width=320),
        Column(
            "Place in the ranking",
            firsts,
            spans=[
                (a + 1 - _HALF, float("nan"), b + 1 + _HALF)
                for a, b in zip(firsts, lasts, strict=True)
            ],
            at_left=True,
            width=240,
        ),
    ]
    return columns, [" ".join(names) for names in members]


def _explain(summary: Summary) -> str:
    found = summary.ranking.uncertainty
    if summary.groups is not None and found.too_early:
        return (
            "Too early to tell any items apart: these answers say too little about how far apart "
            f"all items are. It will take about {found.answers_needed:,} answers."
        )
    if summary.groups is not None:
        return _EXPLANATION
    if len(summary.names) > MOST_ITEMS:
        return f"With more than {MOST_ITEMS:,} items, testing all pairs would take too much memory."
    if not summary.ranking.answers:
        return "There are no answers to test yet."
    return "The tests of all pairs are on their way…"
