"""Sessions: a table of all, and the journal of the one that is picked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSplitter

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.ranking import strategies
from sortrank_gui.study.file.exclusions import Exclusion, Target
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.summary import JournalLine, SessionSummary, read_journal
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.row_acts import RowActs, tell_exclusion, tell_reason
from sortrank_gui.ui.results.table_model import Column, count, moment, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts
from sortrank_gui.ui.widgets.actions import ActionButton

_NAN = float("nan")


class SessionsView(View):
    """Sittings above, their records below; journals are read off the GUI thread."""

    name = "sessions"
    facts = ViewFacts(6, "Sessions", "All sittings and their journals")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._sessions: tuple[SessionSummary, ...] = ()
        self._wanted: int | None = None
        self._lines: list[JournalLine] = []
        self._exclusions: Mapping[Target, Exclusion] = {}
        self.acts, self.trial_acts = RowActs(sources, self), RowActs(sources, self)
        lead = ActionButton(self.acts.count)
        self.sessions_card = TableCard(self.title, "Find a session…", lead=lead)
        self.sessions_card.failed.connect(self.failed)
        lead = ActionButton(self.trial_acts.count)
        self.journal_card = TableCard("Journal", "Find in the journal…", lead=lead)
        self.data, self.journal = self.sessions_card.data, self.journal_card.data
        self.data.picked.connect(self._on_picked)
        self.journal.picked.connect(self._on_line_picked)
        self.acts.attach(self.data)
        self.trial_acts.attach(self.journal)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(16)
        splitter.addWidget(self.sessions_card)
        splitter.addWidget(self.journal_card)
        self.column.addWidget(splitter)

    def show_news(self, news: News) -> None:
        """Show the sessions that passed the filters, and struck out those that are excluded."""
        summary = news.summary
        shown = summary.inside | summary.excluded_sessions
        sessions = tuple(each for each in summary.sessions if each.id in shown)
        if sessions == self._sessions and summary.exclusions == self._exclusions:
            return
        self._sessions, self._exclusions = sessions, summary.exclusions
        left = len(summary.sessions) - len(sessions)
        out = "1 is" if left == 1 else f"{left:,} are"
        self.sessions_card.say(f"{out} left out by the selection." if left else "")
        keys = [session.id for session in self._sessions]
        texts = [f"{s.participant} {' '.join(s.notes)}" for s in self._sessions]
        why = [tell_exclusion(_target(each), summary.exclusions) for each in sessions]
        reasons = [tell_reason(_target(each), summary.exclusions) for each in sessions]
        struck = () if summary.selection.excluded else why
        self.data.set_columns(session_columns(sessions, reasons), keys, texts, struck=struck)
        if self.data.current_key is None and keys:
            self.data.pick(keys[-1])
        else:
            self._on_picked(self.data.current_key)

    @Slot(object)
    def _on_picked(self, session: int | None) -> None:
        study, row = self.sources.newest.study, self._find(session)
        self.acts.set_target(None if row is None else _target(row), self._exclusions)
        if session is None or study is None:
            return
        self._wanted = session
        self.sources.jobs.submit(partial(_read, study, session, self._exclusions), self._on_read)

    def _find(self, session: int | None) -> SessionSummary | None:
        return next((each for each in self._sessions if each.id == session), None)

    def _on_read(self, found: "_Journal") -> None:
        if found.session == self._wanted:
            self._lines = found.lines
            why, texts = found.why, [line.what for line in found.lines]
            columns = journal_columns(found.lines, found.reasons)
            keys = list(range(len(found.lines)))
            self.journal.set_columns(columns, keys, texts, struck=why, stretch=3)
            self._on_line_picked(self.journal.current_key)

    @Slot(object)
    def _on_line_picked(self, line: int | None) -> None:
        row = self._find(self._wanted)
        trial = self._lines[line].trial if line is not None and line < len(self._lines) else None
        target = None if row is None or trial is None else _target(row, trial)
        self.trial_acts.set_target(target, self._exclusions)


def session_columns(sessions: Sequence[SessionSummary], reasons: Sequence[str]) -> list[Column]:
    """Return the columns of a table of sessions; `reasons` why one does not count."""
    states = [
        reason or ("ended" if each.ended else "open")
        for each, reason in zip(sessions, reasons, strict=True)
    ]
    given = [_describe_givers(session) for session in sessions]
    notes = ["\n".join(session.notes) for session in sessions]
    started = [session.started_at for session in sessions]
    titles = [strategies.facts(session.strategy).title for session in sessions]
    return [
        Column("Participant", [s.participant for s in sessions], one_line, at_left=True, width=120),
        Column("Session", [s.number for s in sessions], count, "Counts a person's sessions"),
        Column("State", states, at_left=True, fits=True),
        Column("Began", started, moment, "By this computer's clock", at_left=True, width=160),
        Column("Last record", [s.last_at for s in sessions], moment, at_left=True, width=160),
        Column("Answers", [s.answers for s in sessions], count, "Those that count, of any kind"),
        Column("Taken back", [s.taken_back for s in sessions], count, "By undo", width=92),
        Column("Pauses", [s.pauses for s in sessions], count),
        Column("Minutes", [s.minutes for s in sessions], _minutes, "Time spent on trials"),
        Column("Given by", given, tip="Who answered", at_left=True, width=86),
        Column("Notes", notes, one_line, "Of the researcher", tips=notes, at_left=True, width=140),
        Column("Strategy", titles, at_left=True, width=120),
        Column("Seed", [s.seed for s in sessions], str, "Of the session", width=150),
    ]


def journal_columns(lines: Sequence[JournalLine], reasons: Sequence[str]) -> list[Column]:
    """Return the columns of a journal; `reasons` why a line does not count."""
    notes = [
        "taken back" if line.taken_back else reason
        for line, reason in zip(lines, reasons, strict=True)
    ]
    trials = np.array([_NAN if line.trial is None else line.trial for line in lines])
    times = np.array([_NAN if line.seconds is None else line.seconds for line in lines])
    whats = [line.what for line in lines]
    return [
        Column("Record", [line.seq for line in lines], count, "Number in the journal"),
        Column("When", [line.at for line in lines], moment, at_left=True, width=160),
        Column("Trial", trials, _whole, "Number of the trial in the session"),
        Column("What", whats, one_line, tips=whats, at_left=True, width=360),
        Column("Seconds", times, decimals, "Response time", width=84),
        Column(
            "Note",
            notes,
            tip="Answers that were taken back or excluded don't count",
            at_left=True,
            fits=True,
        ),
    ]


@dataclass(frozen=True, slots=True)
class _Journal:
    """The lines of a session, and why some of them don't count."""

    session: int
    lines: list[JournalLine]
    why: list[str]
    reasons: list[str]
    """The same in short."""


def _read(study: Everything, session: int, exclusions: Mapping[Target, Exclusion]) -> _Journal:
    row, lines = study.sessions[session], list(read_journal(study, session))
    targets: list[Target] = [(row.participant, row.number, line.trial) for line in lines]
    why = [tell_exclusion(target, exclusions) if target[2] else "" for target in targets]
    reasons = [tell_reason(target, exclusions) if target[2] else "" for target in targets]
    return _Journal(session, lines, why, reasons)


def _target(session: SessionSummary, trial: int | None = None) -> Target:
    return session.participant, session.number, trial


def _describe_givers(session: SessionSummary) -> str:
    if not session.robot_answers:
        return "person"
    return "robot" if session.robot_answers == session.answers else "both"


def _minutes(value: float) -> str:
    return decimals(value, 1)


def _whole(value: float) -> str:
    return NOTHING if value != value else count(value)
