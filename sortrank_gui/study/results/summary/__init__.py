"""A study in numbers: ranking, groups, participants, sessions, history, reliability."""

from sortrank_gui.study.results.selection import Selection
from sortrank_gui.study.results.summary.assessment import Sensitivity
from sortrank_gui.study.results.summary.calibrating import calibrate
from sortrank_gui.study.results.summary.comparing import SideBySide, compare, shuffle_people
from sortrank_gui.study.results.summary.flags import Family, Flag, FlagKind
from sortrank_gui.study.results.summary.history import History
from sortrank_gui.study.results.summary.judging import JUDGES, POSITION, Judging, OtherModel
from sortrank_gui.study.results.summary.participants import Participant
from sortrank_gui.study.results.summary.questions import QuestionPair, compare_questions
from sortrank_gui.study.results.summary.rankings import Ranking, WinMatrix
from sortrank_gui.study.results.summary.reliability import Reliability
from sortrank_gui.study.results.summary.sessions import (
    JournalLine,
    SessionSummary,
    list_sessions,
    read_journal,
)
from sortrank_gui.study.results.summary.summaries import (
    CancelledError,
    Summary,
    summarise,
)
from sortrank_gui.study.results.summary.times import ResponseTimes

__all__ = [
    "JUDGES",
    "POSITION",
    "CancelledError",
    "Family",
    "Flag",
    "FlagKind",
    "History",
    "JournalLine",
    "Judging",
    "OtherModel",
    "Participant",
    "QuestionPair",
    "Ranking",
    "Reliability",
    "ResponseTimes",
    "Selection",
    "Sensitivity",
    "SessionSummary",
    "SideBySide",
    "Summary",
    "WinMatrix",
    "calibrate",
    "compare",
    "compare_questions",
    "list_sessions",
    "read_journal",
    "shuffle_people",
    "summarise",
]
