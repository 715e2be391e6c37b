"""A study in numbers: everything that the Results tab and the report show, cheap parts first."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from sortrank_gui.ranking import Estimate
from sortrank_gui.ranking.diagnostics import (
    MOST_ITEMS,
    Clustering,
    Goodness,
    Groups,
    Judgements,
    PositionBias,
    assess_clustering,
    assess_goodness,
    estimate_position_bias,
    find_groups,
)
from sortrank_gui.ranking.islands import find_islands, tell_islands
from sortrank_gui.ranking.recalibration import Recalibration
from sortrank_gui.study.design.versions import list_questionnaires
from sortrank_gui.study.file.exclusions import Exclusion, Target
from sortrank_gui.study.file.journal import Kind
from sortrank_gui.study.file.origin import Origin
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.items.items import Item
from sortrank_gui.study.results.focus import find_catch_pairs, focus, list_questions
from sortrank_gui.study.results.selection import Selection, find_excluded, select_sessions
from sortrank_gui.study.results.summary.assessment import (
    Sensitivity,
    assess_participants,
    check_sensitivity,
)
from sortrank_gui.study.results.summary.columns import KINDS, Columns, read_columns
from sortrank_gui.study.results.summary.history import History, trace_history
from sortrank_gui.study.results.summary.judging import Judging, assess_judging
from sortrank_gui.study.results.summary.participants import Participant, list_participants
from sortrank_gui.study.results.summary.rankings import Ranking, WinMatrix, count_wins, rank
from sortrank_gui.study.results.summary.reliability import Reliability, assess_reliability
from sortrank_gui.study.results.summary.sessions import SessionSummary, list_sessions
from sortrank_gui.study.results.summary.times import ResponseTimes, collect_times
from sortrank_gui.study.survey.schedule import Pair

_DRAWS, _FEWER_DRAWS = 99, 39
_LARGE = 300


class CancelledError(Exception):
    """Nobody wants this summary any more."""


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """What is known so far; parts that are None come later, or can't be computed."""

    selection: Selection
    names: tuple[str, ...]
    origin: Origin | None
    """Where the answers come from, if they were imported."""
    answers_by_kind: Mapping[Kind, int]
    """Answers that passed the filters, by kind of trial."""
    ranking: Ranking
    wins: WinMatrix
    times: ResponseTimes
    sessions: tuple[SessionSummary, ...]
    """All of the study."""
    inside: frozenset[int]
    """Those that the selection is about, by their ids."""
    exclusions: Mapping[Target, Exclusion]
    """All that is excluded in the study."""
    excluded: tuple[Participant, ...]
    """People whom the selection would be about, but who are excluded, or all of their sessions;
    what needs no fit."""
    excluded_sessions: frozenset[int]
    """Sessions that it would be about."""
    participants: tuple[Participant, ...]
    remarks: tuple[str, ...] = ()
    """What a reader must know before the ranking: items that no comparison joins."""
    sensitivity: Sensitivity | None = None
    """What the ranking would be without flagged participants; None where nobody has a flag."""
    groups: Groups | None = None
    position_bias: PositionBias | None = None
    history: History | None = None
    reliability: Reliability | None = None
    clustering: Clustering | None = None
    """How much larger errors are because people differ; None with fewer than five people."""
    goodness: Goodness | None = None
    goodness_without_flagged: Goodness | None = None
    judging: Judging | None = None
    calibration: Recalibration | None = None
    """What held when the study was run again, by which all statements are corrected."""
    by_participant: Mapping[str, Ranking] = field(default_factory=dict)
    """One ranking a participant, if the selection asks for it."""
    is_complete: bool = False
    items: tuple[Item, ...] = ()
    """Those of the question, which all numbers are about."""
    questions: tuple[str, ...] = ()
    """The names of all questions of the study."""
    conditions: tuple[str, ...] = ()
    """The names of all conditions."""
    has_forms: bool = False
    """Whether there are questionnaires."""

    @property
    def question(self) -> str:
        """The name of the question that it is about; empty where the study has one only."""
        if len(self.questions) < 2:
            return ""
        return self.questions[min(self.selection.question, len(self.questions) - 1)]


Progress = Callable[[Summary, float], None]
"""Hears what is known so far, and the share of the work that is done."""
IsCancelled = Callable[[], bool]


def summarise(
    study: Everything,
    selection: Selection | None = None,
    *,
    brief: bool = False,
    progress: Progress | None = None,
    cancelled: IsCancelled | None = None,
) -> Summary:
    """Compute the summary of a study, or of a selection of its answers.

    A `brief` one does without history, reliability and goodness of fit, which take longest.

    `progress` hears every part as soon as it is there; `cancelled` is asked often, and raises
    `CancelledError` from here once it says so. Nothing of the study is changed: another thread may
    append to its records meanwhile, if it hands over a copy of the list.
    """
    return _Work(study, selection or Selection(), progress, cancelled).run(brief=brief)


class _Work:
    """A summary on its way."""

    def __init__(
        self,
        study: Everything,
        selection: Selection,
        progress: Progress | None,
        cancelled: IsCancelled | None,
    ) -> None:
        self._study, self._selection = focus(study, selection.question), selection
        self._progress, self._cancelled = progress, cancelled
        self._done, self._weight = 0.0, 0.05

    def run(self, *, brief: bool) -> Summary:
        """Go through all parts, cheap ones first."""
        self._check()
        self._columns = read_columns(self._study, self._selection)
        self._counted = self._columns.of_kinds(self._selection.kinds)
        self._judgements = self._columns.judgements(self._counted)
        self._found = self._begin()
        for weight, long, part in (
            (0.10, False, self._add_groups),
            (0.20, False, self._add_agreement),
            (0.25, True, self._add_history),
            (0.20, True, self._add_reliability),
            (0.05, True, self._add_goodness),
            (0.05, False, self._add_judging),
            (0.10, True, self._add_individual_rankings),
        ):
            if brief and long:
                continue
            self._tick(1.0)
            self._done, self._weight = self._done + self._weight, weight
            self._found = part(self._found)
        self._found = replace(self._found, is_complete=True)
        self._tick(1.0)
        return self._found

    def _begin(self) -> Summary:
        columns = self._columns
        content = self._study.content
        ranking = rank(columns, self._counted)
        inside = frozenset(select_sessions(self._study, self._selection))
        exclusions = find_excluded(self._study).excluded
        people, sessions = self._find_excluded(exclusions, inside)
        return Summary(
            selection=self._selection,
            names=tuple(item.name for item in content.items),
            origin=self._study.origin,
            answers_by_kind={kind: int(columns.of_kinds([kind]).sum()) for kind in KINDS},
            ranking=ranking,
            wins=count_wins(self._judgements.table(), ranking),
            times=collect_times(columns, ~columns.of_kinds([Kind.PRACTICE])),
            sessions=list_sessions(self._study),
            inside=inside,
            exclusions=exclusions,
            excluded=people,
            excluded_sessions=sessions,
            participants=self._list(columns),
            items=content.items,
            questions=list_questions(self._study),
            conditions=tuple(each.name for each in content.design.conditions),
            has_forms=bool(list_questionnaires(content.design)),
        )

    def _list(self, columns: Columns) -> tuple[Participant, ...]:
        counted = columns.of_kinds(self._selection.kinds)
        catch_pairs: list[Pair] = []
        if columns.of_kinds([Kind.CATCH]).any():
            catch_pairs = find_catch_pairs(self._study.content)
        return tuple(list_participants(columns, counted, catch_pairs))

    def _find_excluded(
        self, exclusions: Mapping[Target, Exclusion], inside: frozenset[int]
    ) -> tuple[tuple[Participant, ...], frozenset[int]]:
        """Return the people and sessions that the selection would be about if nothing were."""
        if not exclusions or self._selection.excluded:
            return (), frozenset()
        whole, chosen = replace(self._selection, excluded=True), self._selection.participants
        gone = frozenset(
            code
            for code, _, trial in exclusions
            if trial is None and (chosen is None or code in chosen)
        ).difference(self._columns.codes)
        people = self._list(read_columns(self._study, replace(whole, participants=gone)))
        return people, frozenset(select_sessions(self._study, whole) - inside)

    def _add_groups(self, found: Summary) -> Summary:
        bias = None
        if self._columns.has_sides:
            bias = estimate_position_bias(self._judgements, found.ranking.estimate)
        groups = None
        if len(found.names) <= MOST_ITEMS and len(self._judgements):
            groups = find_groups(found.ranking.uncertainty, found.ranking.item)
            self._check()
        return replace(found, position_bias=bias, groups=groups, remarks=self._find_remarks(found))

    def _find_remarks(self, found: Summary) -> tuple[str, ...]:
        if not len(self._judgements):
            return ()
        scores = found.ranking.estimate.scores
        islands = find_islands(self._judgements.table(), scores)
        return tuple(tell_islands(islands, found.names, scores))

    def _add_agreement(self, found: Summary) -> Summary:
        assessed = assess_participants(
            found.participants, self._columns, self._counted, found.ranking.estimate, self._tick
        )
        sensitivity = check_sensitivity(assessed, self._columns, self._counted, found.ranking)
        return replace(found, participants=tuple(assessed), sensitivity=sensitivity)

    def _add_history(self, found: Summary) -> Summary:
        history = trace_history(self._judgements, self._study.content.truth, self._tick)
        return replace(found, history=history)

    def _add_reliability(self, found: Summary) -> Summary:
        if not len(self._judgements):
            return found
        reliability = assess_reliability(self._columns, self._counted, found.ranking, self._tick)
        which = self._counted & ~np.isnan(self._columns.chosen)
        clustering = assess_clustering(
            self._judgements, self._columns.participant[which], found.ranking.estimate
        )
        return replace(found, reliability=reliability, clustering=clustering)

    def _add_goodness(self, found: Summary) -> Summary:
        estimate = found.ranking.estimate
        whole = self._assess_goodness(self._judgements, estimate, 0.0)
        if found.sensitivity is None:
            return replace(found, goodness=whole)
        codes = self._columns.codes
        out = [codes.index(code) for code in found.sensitivity.left_out]
        rest = self._counted & ~np.isin(self._columns.participant, out)
        estimate = found.sensitivity.ranking.estimate
        without = self._assess_goodness(self._columns.judgements(rest), estimate, 0.5)
        return replace(found, goodness=whole, goodness_without_flagged=without)

    def _assess_goodness(
        self, answers: Judgements, estimate: Estimate, done: float
    ) -> Goodness | None:
        draws = _FEWER_DRAWS if answers.n_items > _LARGE else _DRAWS
        return assess_goodness(
            answers.table(), estimate, draws=draws, tick=lambda share: self._tick(done + share / 2)
        )

    def _add_judging(self, found: Summary) -> Summary:
        judging = assess_judging(
            self._columns, self._counted, found.ranking, found.position_bias, self._tick
        )
        return replace(found, judging=judging)

    def _add_individual_rankings(self, found: Summary) -> Summary:
        if not self._selection.per_participant:
            return found
        rankings: dict[str, Ranking] = {}
        for number, code in enumerate(self._columns.codes):
            own = self._counted & (self._columns.participant == number)
            rankings[code] = rank(self._columns, own)
            self._tick((number + 1) / len(self._columns.codes))
        return replace(found, by_participant=rankings)

    def _tick(self, share: float) -> None:
        """Tell how far the work is, and stop it if nobody wants it."""
        self._check()
        if self._progress is not None:
            self._progress(self._found, min(self._done + share * self._weight, 1.0))

    def _check(self) -> None:
        if self._cancelled is not None and self._cancelled():
            raise CancelledError
