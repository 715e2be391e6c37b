"""The ranking: a table whose rows draw score and interval, of all participants or of one."""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Slot

from sortrank_gui.figures.axes import Axis
from sortrank_gui.figures.descriptions import Figure
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.ranking.diagnostics import Clustering, Groups
from sortrank_gui.study.results.figures import describe_ranking
from sortrank_gui.study.results.report.quality import TOO_EARLY
from sortrank_gui.study.results.summary import Ranking, Summary
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.table_model import Column, count, one_line, span_text
from sortrank_gui.ui.results.view import Sources, Table, View, ViewFacts
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu

_ALL = ""
_ITEM, _ISLAND, _PLOT, _BY_PEOPLE, _NOTE = 1, 2, 3, 8, 14
_NEVER_LOST = "never lost"
_NOTES = {
    "": "",
    _NEVER_LOST: "Was chosen every time: only the prior limits its score. More answers would help.",
    "never won": "Was chosen not once: only the prior limits its score. More answers would help.",
    "no answers": "Nobody has compared it yet; its score is the mean of all.",
}


class RankingView(View):
    """Rank, score, interval, counts and groups of every item."""

    name = "ranking"
    facts = ViewFacts(0, "Ranking", "All items with score, interval and counts", draws=True)

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self.ranking: Ranking | None = None
        """What is shown."""
        self._shown: tuple[object, ...] = ()
        self.whose = ChoiceMenu("Whose ranking", self)
        self.whose.set_choices([(_ALL, "All together")], _ALL)
        self.whose.chosen.connect(self._on_chosen)
        tip = "Show the ranking of all participants together, or that of one"
        self._whose_button = ChoiceButton(self.whose, name=self.whose.title(), tip=tip, quiet=True)
        self._whose_button.hide()
        lead = self._whose_button
        self.card = TableCard(self.title, "Find an item…", lead=lead, source=self)
        self.card.failed.connect(self.failed)
        self.data, self.search = self.card.data, self.card.search
        self.data.show_items_in(_ITEM, self.sources.images)
        self.column.addWidget(self.card)

    def show_news(self, news: News) -> None:
        """Show what is known so far; parts that are not about the ranking change nothing."""
        self._offer_participants(news.summary.by_participant)
        self._show(news.summary)

    def _offer_participants(self, rankings: Mapping[str, Ranking]) -> None:
        current = self.whose.current if self.whose.current in rankings else _ALL
        codes = [(code, code.replace("&", "&&")) for code in rankings]
        self.whose.set_choices([(_ALL, "All together"), *codes], current)
        self._whose_button.setVisible(bool(rankings))

    def _show(self, summary: Summary) -> None:
        whose = self.whose.current
        ranking = summary.by_participant[whose] if whose else summary.ranking
        groups = None if whose else summary.groups
        people = None if whose else summary.clustering
        if self._shown == (ranking, groups, people):
            return
        self._shown, self.ranking = (ranking, groups, people), ranking
        self.data.set_items(summary.items)
        columns = ranking_columns(ranking, summary.names, groups, people)
        self.data.set_axis(_PLOT, score_axis(ranking))
        names = [summary.names[item] for item in ranking.item.tolist()]
        self.data.set_columns(columns, ranking.item.tolist(), names, stretch=_PLOT)
        self.data.hide_column(_BY_PEOPLE, people is None)
        self.data.hide_column(_NOTE, not any(find_notes(ranking)))
        self.data.hide_column(_ISLAND, not ranking.islands.split)
        self.card.say(_describe(ranking))

    def figure(self) -> Figure | None:
        """Return the best items as a figure."""
        if self.news is None or self.ranking is None:
            return None
        summary = self.news.summary
        groups = None if self.whose.current else summary.groups
        return Figure((describe_ranking(summary.names, self.ranking, groups),))

    def table(self) -> Table:
        """Return the rows in sight, as they are sorted."""
        return self.card.table()

    @Slot(str)
    def _on_chosen(self, _code: str) -> None:
        if self.news is not None:
            self._show(self.news.summary)


def _describe(ranking: Ranking) -> str:
    """Say what the scores are, and which of them only the prior limits."""
    text = f"{len(ranking.item):,} items, {ranking.answers:,} answers."
    unlimited = int(np.count_nonzero(ranking.never_lost | ranking.never_won))
    if unlimited == 1:
        text += " 1 item was always or never chosen: more answers would tell how far it stands out."
    elif unlimited:
        text += (
            f" {unlimited:,} items were always or never chosen: more answers would tell how far "
            "they stand out."
        )
    found = ranking.uncertainty
    if found.too_early and ranking.answers:
        text += (
            " Too early to tell ranks, differences and reliability: it will take about "
            f"{found.answers_needed:,} answers."
        )
    missing = int(np.count_nonzero(ranking.never_compared))
    if missing:
        text += f" {missing:,} without answers."
    return text


def ranking_columns(
    ranking: Ranking,
    names: Sequence[str],
    groups: Groups | None,
    people: Clustering | None = None,
) -> list[Column]:
    """Return the columns of a ranking, best first."""
    titles = [names[item] for item in ranking.item.tolist()]
    notes = find_notes(ranking)
    firsts, letters = name_groups(groups, len(titles))
    bounds = list(zip(ranking.low.tolist(), ranking.high.tolist(), strict=True))
    wide = people.widen(ranking.score, ranking.low, ranking.high) if people else (ranking.low,) * 2
    return [
        Column("Rank", np.arange(1, len(titles) + 1), count, "1 is the best", width=56),
        Column("Item", titles, one_line, "Name of the item", tips=titles, at_left=True, width=176),
        Column(
            "Island",
            ranking.islands.number[ranking.item],
            count,
            "Items that comparisons join; ranks hold within an island alone",
            width=64,
        ),
        Column(
            "Score with 95 % interval",
            ranking.score,
            spans=_spans(ranking),
            tips=_describe_scores(titles, ranking),
            at_left=True,
            width=200,
        ),
        Column(
            "Ranks (95 %)",
            _list_ranks(ranking),
            _read_ranks,
            "Within which ranks it lies, 95 times in 100; sorted by the best of them",
            tips=_describe_ranks(ranking, groups),
            keys=ranking.best_rank,
            width=92,
            names=("best_rank", "worst_rank"),
        ),
        Column("Score", ranking.score, decimals, "Bradley-Terry score in logits; the mean is 0"),
        Column(
            "± SE", ranking.standard_error, decimals, "Standard error of the score", width=64,
            names=("standard_error",),
        ),
        Column(
            "95 % interval",
            bounds,
            span_text,
            "Where the true score lies, 95 times in 100; sorted by its lower end",
            keys=ranking.low,
            width=120,
            names=("low", "high"),
        ),
        Column(
            "95 % by people",
            list(zip(*(end.tolist() for end in wide), strict=True)),
            span_text,
            _tell_people(people),
            keys=wide[0],
            width=120,
            names=("low_by_people", "high_by_people"),
        ),
        Column("Wins", ranking.wins, count, "How often it was chosen", width=60),
        Column("Losses", ranking.losses, count, "How often the other was chosen", width=66),
        Column("Ties", ranking.ties, count, "How often both were called equal", width=54),
        Column("Shown", ranking.shown, count, "In how many trials it was on the screen", width=68),
        Column(
            "Group",
            letters,
            tip="Items that share a letter can't be told apart (5 % for all pairs together)",
            keys=firsts,
            at_left=True,
            width=70,
        ),
        Column(
            "Note", notes, tip="What limits the score", tips=[_NOTES[n] for n in notes],
            at_left=True, width=92,
        ),
    ]  # fmt: skip


def score_axis(ranking: Ranking) -> Axis:
    """Return an axis that covers all intervals."""
    return Axis.around([float(ranking.low.min()), float(ranking.high.max())], tight=True)


def find_notes(ranking: Ranking) -> list[str]:
    """Return a word for items whose score has no limit in the data."""
    notes = np.full(len(ranking.item), "", dtype=object)
    notes[ranking.never_lost] = _NEVER_LOST
    notes[ranking.never_won] = "never won"
    notes[ranking.never_compared] = "no answers"
    return list(notes)


def name_groups(groups: Groups | None, places: int) -> tuple[NDArray[np.int64], list[str]]:
    """Return the first group of every place, from 0, and the letters of all of its groups."""
    if groups is None:
        return np.zeros(places, dtype=np.int64), [""] * places
    place = np.arange(places)
    firsts = np.searchsorted(groups.last, place)
    lasts = np.searchsorted(groups.first, place, side="right") - 1
    pairs = zip(firsts.tolist(), lasts.tolist(), strict=True)
    return firsts, [_join_letters(first, last) for first, last in pairs]


def group_letter(group: int) -> str:
    """Return a, b … z, aa, ab … for groups from 0."""
    text = ""
    group += 1
    while group:
        group, rest = divmod(group - 1, 26)
        text = ascii_lowercase[rest] + text
    return text


def _join_letters(first: int, last: int) -> str:
    if last - first < 3:
        return " ".join(group_letter(group) for group in range(first, last + 1))
    return f"{group_letter(first)} – {group_letter(last)}"


def _tell_people(people: Clustering | None) -> str:
    if people is None:
        return ""
    return (
        "The interval that holds for other people, too: errors by people are "
        f"{decimals(people.ratio)} times those of the model"
    )


def _list_ranks(ranking: Ranking) -> list[tuple[int | None, int | None]]:
    """Return the best and the worst rank of each item, from 1; nothing while it is too early."""
    if ranking.uncertainty.too_early:
        return [(None, None)] * len(ranking.item)
    ends = (ranking.best_rank + 1).tolist(), (ranking.worst_rank + 1).tolist()
    return list(zip(*ends, strict=True))


def _read_ranks(ends: tuple[int | None, int | None]) -> str:
    best, worst = ends
    if best is None:
        return TOO_EARLY
    return f"{best:,}" if best == worst else f"{best:,} to {worst:,}"


def _describe_ranks(ranking: Ranking, groups: Groups | None) -> list[str]:
    """Say which ranks hold for all items together, or what it takes to tell any."""
    found = ranking.uncertainty
    if found.too_early:
        return [f"It will take about {found.answers_needed:,} answers."] * len(ranking.item)
    if groups is None:
        return [""] * len(ranking.item)
    best, worst = (end[ranking.item] + 1 for end in found.joint_rank_bounds)
    pairs = zip(best.tolist(), worst.tolist(), strict=True)
    return [f"With all items at once: {_read_ranks(pair)}" for pair in pairs]


def _spans(ranking: Ranking) -> list[tuple[float, float, float]]:
    columns = (ranking.low.tolist(), ranking.score.tolist(), ranking.high.tolist())
    return list(zip(*columns, strict=True))


def _describe_scores(titles: Sequence[str], ranking: Ranking) -> list[str]:
    rows = zip(titles, ranking.score.tolist(), ranking.standard_error.tolist(), strict=True)
    return [f"{title}\nscore {decimals(score)} ± {decimals(error)}" for title, score, error in rows]
