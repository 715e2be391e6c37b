"""Sessions: a table of all, and the journal of the one that is picked."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSplitter

from sortrank_gui.figures.numbers import NOTHING, decimals
from sortrank_gui.ranking import strategies
from sortrank_gui.study.file.reading import Everything
from sortrank_gui.study.results.summary import JournalLine, SessionSummary, read_journal
from sortrank_gui.ui.results.data_table import TableCard
from sortrank_gui.ui.results.newest_summary import News
from sortrank_gui.ui.results.table_model import Column, count, moment, one_line
from sortrank_gui.ui.results.view import Sources, View, ViewFacts

_NAN = float("nan")


class SessionsView(View):
    """Sittings above, their records below; journals are read off the GUI thread."""

    name = "sessions"
    facts = ViewFacts(6, "Sessions", "All sittings and their journals")

    def __init__(self, sources: Sources) -> None:
        super().__init__(sources)
        self._sessions: tuple[SessionSummary, ...] = ()
        self._wanted: int | None = None
        self.sessions_card = TableCard(self.title, "Find a session…")
        self.sessions_card.failed.connect(self.failed)
        self.journal_card = TableCard("Journal", "Find in the journal…")
        self.data, self.journal = self.sessions_card.data, self.journal_card.data
        self.data.picked.connect(self._on_picked)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(16)
        splitter.addWidget(self.sessions_card)
        splitter.addWidget(self.journal_card)
        self.column.addWidget(splitter)

    def show_news(self, news: News) -> None:
        """Show all sessions of the study."""
        summary = news.summary
        sessions = tuple(each for each in summary.sessions if each.id in summary.inside)
        if sessions == self._sessions:
            return
        self._sessions = sessions
        left = len(summary.sessions) - len(sessions)
        out = "1 is" if left == 1 else f"{left:,} are"
        self.sessions_card.say(f"{out} left out by the selection." if left else "")
        keys = [session.id for session in self._sessions]
        texts = [f"{s.participant} {' '.join(s.notes)}" for s in self._sessions]
        self.data.set_columns(session_columns(self._sessions), keys, texts)
        if self.data.current_key is None and keys:
            self.data.pick(keys[-1])
        else:
            self._on_picked(self.data.current_key)

    @Slot(object)
    def _on_picked(self, session: int | None) -> None:
        study = self.sources.newest.study
        if session is None or study is None:
            return
        self._wanted = session
        self.sources.jobs.submit(partial(_read, study, session), self._on_read)

    def _on_read(self, found: tuple[int, list[Column], list[int], list[str]]) -> None:
        session, columns, keys, texts = found
        if session == self._wanted:
            self.journal.set_columns(columns, keys, texts, stretch=3)


def session_columns(sessions: Sequence[SessionSummary]) -> list[Column]:
    """Return the columns of a table of sessions."""
    given = [_describe_givers(session) for session in sessions]
    notes = ["\n".join(session.notes) for session in sessions]
    started = [session.started_at for session in sessions]
    titles = [strategies.facts(session.strategy).title for session in sessions]
    return [
        Column("Participant", [s.participant for s in sessions], one_line, at_left=True, width=120),
        Column("Session", [s.number for s in sessions], count, "Counts a person's sessions"),
        Column("Began", started, moment, "By this computer's clock", at_left=True, width=160),
        Column("Last record", [s.last_at for s in sessions], moment, at_left=True, width=160),
        Column("Answers", [s.answers for s in sessions], count, "Those that count, of any kind"),
        Column("Taken back", [s.taken_back for s in sessions], count, "By undo", width=92),
        Column("Pauses", [s.pauses for s in sessions], count),
        Column("Minutes", [s.minutes for s in sessions], _minutes, "Time spent on trials"),
        Column("State", ["ended" if s.ended else "open" for s in sessions], at_left=True),
        Column("Given by", given, tip="Who answered", at_left=True, width=86),
        Column("Notes", notes, one_line, "Of the researcher", tips=notes, at_left=True, width=140),
        Column("Strategy", titles, at_left=True, width=120),
        Column("Seed", [s.seed for s in sessions], str, "Of the session", width=150),
    ]


def journal_columns(lines: Sequence[JournalLine]) -> list[Column]:
    """Return the columns of a journal."""
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
            ["taken back" if line.taken_back else "" for line in lines],
            tip="Answers that were taken back don't count",
            at_left=True,
            width=100,
        ),
    ]


def _read(study: Everything, session: int) -> tuple[int, list[Column], list[int], list[str]]:
    lines = list(read_journal(study, session))
    texts = [line.what for line in lines]
    return session, journal_columns(lines), list(range(len(lines))), texts


def _describe_givers(session: SessionSummary) -> str:
    if not session.robot_answers:
        return "person"
    return "robot" if session.robot_answers == session.answers else "both"


def _minutes(value: float) -> str:
    return decimals(value, 1)


def _whole(value: float) -> str:
    return NOTHING if value != value else count(value)
