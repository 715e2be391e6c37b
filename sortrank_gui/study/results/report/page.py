"""The report as one HTML page: sections, figures and tables in their order, all of it inside."""

import platform
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version

from sortrank_gui import __version__
from sortrank_gui.figures.descriptions import Figure, Matrix, Panel, Rows
from sortrank_gui.figures.markup import Content, Markup, element, join, name, paragraph
from sortrank_gui.figures.numbers import decimals
from sortrank_gui.figures.writer import draw_figure
from sortrank_gui.study.design.design import Design
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.figures import (
    MOST_COUNTED,
    MOST_PEOPLE,
    describe_course,
    describe_history,
    describe_participants,
    describe_ranking,
    describe_spread,
    describe_wins,
)
from sortrank_gui.study.results.focus import find_catch_pairs
from sortrank_gui.study.results.participation import count_participation
from sortrank_gui.study.results.report import judging, judging_tables, tables, wording
from sortrank_gui.study.results.report.opening import open_report
from sortrank_gui.study.results.report.style import CSS
from sortrank_gui.study.results.summary import SessionSummary, Summary
from sortrank_gui.study.results.win_picture import Window, picture_wins

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""A browser that reads this loads nothing from anywhere and runs nothing."""
MOST_ITEMS = 50
"""Of longer rankings figures show the best items only; the table has all."""
_WIDTH = 720.0
"""Of figures: the page is a little wider."""


@dataclass(slots=True)
class ReportPage:
    """A report on its way: figures and tables are numbered as they come."""

    study: Everything
    summary: Summary
    source: str
    made_at: str
    pictures: Mapping[int, str] = field(default_factory=dict)
    """Small ones of items, by their numbers, as data URIs."""
    _figures: int = field(default=0, init=False)
    _tables: int = field(default=0, init=False)

    def render(self) -> Markup:
        """Return the whole page."""
        design = self.study.content.design
        head = element(
            "head",
            element("meta", charset="utf-8"),
            element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("meta", name="generator", content=f"SortRank {__version__}"),
            element("title", f"{design.title}: report"),
            element("style", Markup(CSS)),
        )
        body = element("body", element("main", join(*self._sections(design), between="\n")))
        return Markup(f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n")

    def _sections(self, design: Design) -> Iterator[Markup]:
        yield open_report(design.title, self.summary, self.made_at)
        yield from self._method(design)
        if self.summary.ranking.answers:
            yield from self._ranking()
            yield from self._reliability()
            yield from self._judging()
        yield from self._participants()
        yield from self._origin(design)

    def _method(self, design: Design) -> Iterator[Markup]:
        content = self.study.content
        pairs = 0
        if design.catch_share:
            pairs = len(find_catch_pairs(content))
        yield element("h2", "Method")
        sentences = wording.describe_design(design, len(content.items), pairs)
        if self.study.origin is not None:
            sentences = wording.describe_import(self.study.origin, design, len(content.items))
        yield paragraph(" ".join(sentences))
        if self.summary.ranking.answers:
            yield element("h3", "For the paper")
            told = " ".join(wording.method_sentences(design, self.summary))
            yield element("blockquote", paragraph(told))
        yield element("h3", "References")
        references = wording.list_references(self.study.origin)
        yield element("ul", *(element("li", line) for line in references))

    def _ranking(self) -> Iterator[Markup]:
        summary = self.summary
        shown = min(len(summary.names), MOST_ITEMS)
        many = shown < len(summary.names)
        which = f"The best {MOST_ITEMS} of {len(summary.names):,} items" if many else "All items"
        yield element("h2", "Ranking")
        yield self._figure(
            f"Scores of the {shown} best items with 95 % intervals",
            f"{which} with Bradley–Terry scores and 95 % intervals. Whether two items differ is "
            "told by tests, not by the overlap of intervals: bars at the right, if there are any, "
            "join items that can’t be told apart. An open circle marks an item that never lost or "
            "never won: only the prior holds its score.",
            describe_ranking(summary.names, summary.ranking, summary.groups, most=MOST_ITEMS),
        )
        note = "Scores in logits, with a mean of 0."
        if summary.ranking.uncertainty.too_early:
            note += " It is too early to tell ranks, or which items differ."
        elif summary.groups is not None:
            note += (
                " Ranks hold for an item in 95 % of studies, “All together” for all at once. "
                "“Clearly better than” names the ranks that all differ from the item, by "
                "two-sided tests of differences at a familywise level of 5 % "
                f"(|z| > {decimals(summary.groups.critical)})."
            )
        if summary.clustering is not None:
            note += " “95 % by people” shall hold for other people, too (“Errors by people” below)."
        yield tables.ranking_table(summary, self._caption(note), self.pictures)
        yield self._figure(
            "How often each item was chosen over each other one",
            f"{which}: how often the item of the row was chosen over that of the column, both in "
            "the order of the ranking. Grey: as often as not; empty: never compared."
            + (" Numbers count wins." if len(summary.names) <= MOST_COUNTED else ""),
            describe_wins(
                picture_wins(summary.wins),
                [summary.names[item] for item in summary.ranking.item.tolist()],
                Window(0, 0, shown),
            ),
        )
        if summary.history is not None and len(summary.history.answers) > 1:
            yield self._figure(
                "Displacement per item after growing numbers of answers",
                "How the ranking settled: displacement, by how many places an item is off on "
                "average (Spearman’s footrule per item), after growing numbers of answers, in the "
                "order in which they came.",
                describe_history(summary.history, per=len(summary.names)),
            )

    def _reliability(self) -> Iterator[Markup]:
        if self.summary.reliability is None:
            return
        yield element("h2", "Reliability and fit")
        yield tables.reliability_table(
            self.summary,
            self._caption("Reliability of the ranking, and whether the model fits the answers."),
        )

    def _judging(self) -> Iterator[Markup]:
        """Yield what goes beyond the ranking: transitivity, items, judges and tastes."""
        summary, found = self.summary, self.summary.judging
        if found is None:
            return
        yield element("h2", "Transitivity, judges and taste")
        yield judging_tables.transitivity_table(
            summary, self._caption("Whether answers agree with each other, and people do.")
        )
        yield paragraph(judging.tell_items(found, summary.names))
        for model in found.models:
            title = element("strong", f"{judging.MODEL_TITLES[model.name]}: ")
            yield paragraph(title, judging.tell_model(model, summary))
        yield paragraph(judging.tell_tastes(summary))
        most = judging_tables.MOST_ROWS
        which = "all items" if len(summary.names) <= most else f"the {most} best items"
        yield judging_tables.models_table(
            summary,
            found,
            self._caption(
                f"Fit of {which} by the plain model, and ranks by other models and in classes of "
                "taste, if there are some."
            ),
        )

    def _participants(self) -> Iterator[Markup]:
        summary = self.summary
        people = list(summary.participants)
        yield element("h2", "Participants")
        if not summary.selection.is_narrow:
            told = wording.tell_participation(count_participation(self.study))
            yield paragraph(" ".join(told))
        if not people:
            yield paragraph("Nobody has taken part yet.")
            return
        yield from self._flags()
        yield tables.participants_table(
            summary,
            self._caption(
                "Participants. Agreement, noise (infit) and surprises (outfit) compare answers "
                "with the ranking of all the others, but for those who follow nobody; infit "
                "and outfit are 1 on average, and larger where answers are less predictable; "
                "outfit looks at the most surprising ones. Consistency tells how much more the "
                "answers agree with each other than a coin’s, in standard errors; discrimination "
                "is that of the judge model, 1 on average and 0 for a coin. The standard error of "
                "left is that of a fair coin."
            ),
        )
        if sum(person.agreement is not None for person in people) > 1:
            part = f" The {MOST_PEOPLE} lowest." if len(people) > MOST_PEOPLE else ""
            yield self._figure(
                "Agreement of each participant with the others",
                "Agreement of each participant with the ranking of all the others." + part,
                describe_participants(people),
            )
        if len(summary.times.seconds):
            yield self._figure(
                "Distribution of response times, and their median along a session",
                "Response times of all answers but practice (left, logarithmic), and their median "
                "along a session (right).",
                describe_spread(summary.times, log=True),
                describe_course(summary.times),
            )
        which = "All sessions of the study."
        if summary.selection.is_narrow:
            which = "Sessions that this report is about; the counts are those of whole sessions."
        yield tables.sessions_table(self._sessions(), self._caption(which))

    def _flags(self) -> Iterator[Markup]:
        flags = [flag for person in self.summary.participants for flag in person.flags]
        if len(self.summary.participants) < 2:
            yield paragraph("Flags compare participants; there is only one.")
        elif not flags:
            yield paragraph("No participant has a flag.")
        else:
            families = Counter(flag.kind.family for flag in flags)
            told = [f"{wording.count(n, 'flag')} of {family}" for family, n in families.items()]
            yield paragraph(f"{wording.join_words(told).capitalize()}:")
            yield element("ul", *(element("li", flag.sentence) for flag in flags))
            if self.summary.sensitivity is not None:
                yield paragraph(wording.tell_sensitivity(self.summary.sensitivity))
            yield paragraph(
                "A flag is a reason to look, not to exclude: of honest participants about one in a "
                "hundred gets one. Exclude people by rules that were fixed before the data came.",
                class_="soft",
            )

    def _origin(self, design: Design) -> Iterator[Markup]:
        """Yield the section on where the data comes from, and what computed it."""
        sessions = self._sessions()
        begin = min((session.started_at for session in sessions), default="–")
        end = max((session.last_at for session in sessions), default="")
        versions = ", ".join(f"{part} {version(part)}" for part in ("numpy", "scipy"))
        rows: list[tuple[str, Content]] = [
            ("Study file", name(self.source)),
            ("Study", self.study.uuid),
            ("Design and items (BLAKE2b)", self.study.content.digest.hex()),
            *self._tell_collected(design, begin, end),
            ("Report made", self.made_at[:16].replace("T", " ") + " UTC"),
            ("Software", f"SortRank {__version__}, Python {platform.python_version()}, {versions}"),
        ]
        rows += [(f"Incident, {at[:16]}", sentence) for at, sentence in self.study.incidents]
        body = (element("tr", element("th", k, scope="row"), element("td", v)) for k, v in rows)
        yield element("h2", "Data and software")
        yield element("table", element("tbody", *body), class_="origin")

    def _tell_collected(self, design: Design, begin: str, end: str) -> list[tuple[str, Content]]:
        span = f"{begin[:10]} to {end[:10]}" if end else begin
        if self.study.origin is None:
            return [("Seed of the study", design.seed), ("Collected", span)]
        source = f"{self.study.origin.source} (SHA-256 {self.study.origin.sha256})"
        return [("Collected", span or "not known"), ("Imported from", name(source))]

    def _sessions(self) -> list[SessionSummary]:
        summary = self.summary
        return [session for session in summary.sessions if session.id in summary.inside]

    def _figure(self, about: str, caption: str, *panels: Panel | Rows | Matrix | None) -> Markup:
        """Return panels side by side; `about` is for those who do not see them."""
        self._figures += 1
        there = tuple(panel for panel in panels if panel is not None)
        drawing = draw_figure(Figure(there, columns=len(there), width=_WIDTH, about=about))
        words = element("figcaption", element("strong", f"Figure {self._figures}. "), caption)
        return element("figure", element("div", drawing), words)

    def _caption(self, words: str) -> Markup:
        self._tables += 1
        return join(element("strong", f"Table {self._tables}. "), words)
