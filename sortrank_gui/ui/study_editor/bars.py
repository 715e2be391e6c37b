"""The bars around items and form: why a study can't be changed, and what to expect of a session."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from sortrank_gui.simulation.session_estimates import ASSUMPTION, SessionEstimate
from sortrank_gui.study.file.origin import NOT_CONTINUED
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.widgets.actions import ActionButton
from sortrank_gui.ui.widgets.card import Card, soft_label
from sortrank_gui.ui.widgets.fields import make_problem_label, show_problem
from sortrank_gui.ui.widgets.theme import scaled_font

FROZEN = (
    "People have answered, so that the design stays as it is: duplicate the study to change it. "
    "Pages, words, codes and the PIN can still be mended."
)
ROBOTS = (
    "Robots have answered, so that the design stays as it is. Let their answers go to change it, "
    "or duplicate the study."
)
SHARED = (
    "The study is on the lab’s server, so that the design stays as it was shared: duplicate the "
    "study to change it. Pages, words, codes and the PIN can still be mended; stations take that "
    "when they are started the next time."
)
DEMO = "This is the demo. Duplicate it to change it and make it your own."
RUNNING = "A session is under way: nothing can change until it ends."
READ_ONLY = "The study is open for reading only. Duplicate it to change it."


class LockBar(QFrame):
    """Hidden while the study can be changed."""

    duplicate_wanted = Signal()
    robots_unwanted = Signal()
    """The answers of robots may go."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("card")
        self._label = QLabel()
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self.button = QPushButton("Duplicate…")
        self.button.setAccessibleName("Duplicate the study")
        self.button.setToolTip("Make a study with the same items and design, without answers")
        self.button.clicked.connect(self.duplicate_wanted)
        self.drop = QPushButton("Let robots’ answers go")
        self.drop.setAccessibleName("Let robots’ answers go")
        self.drop.setToolTip("The next edit deletes the sessions of robots")
        self.drop.clicked.connect(self.robots_unwanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 8, 8, 8)
        row.addWidget(self._label, stretch=1)
        row.addWidget(self.drop)
        row.addWidget(self.button)
        self.hide()

    @property
    def text(self) -> str:
        """Why the study can't be changed."""
        return self._label.text()

    def say(self, reason: str) -> None:
        """Give a reason, or hide where there is none."""
        self._label.setText(reason)
        self.drop.setVisible(reason == ROBOTS)
        self.setAccessibleName(reason)
        self.setVisible(bool(reason))


def find_reason(study: OpenStudy) -> str:
    """Return why a study can't be changed; empty if it can."""
    if study.is_demo:
        return DEMO
    if study.read_only:
        return READ_ONLY
    if study.content is not None and study.content.design.is_imported:
        return NOT_CONTINUED
    if study.lab is not None:
        return SHARED
    if study.session_runs:
        return RUNNING
    if study.is_frozen:
        return FROZEN
    sittings = () if study.state is None else study.state.sittings
    return ROBOTS if any(each.is_robot for each in sittings) else ""


class Footer(Card):
    """Estimate at the left, actions at the right."""

    problem_chosen = Signal(str)
    """The name of the field that should be put right first."""

    def __init__(self, try_it: QAction, start: QAction) -> None:
        super().__init__()
        self.setAccessibleName("What to expect")
        self._first = ""
        self._line = QLabel()
        self._line.setTextFormat(Qt.TextFormat.PlainText)
        self._line.setFont(scaled_font(self._line.font(), 1.0, bold=True))
        self._line.setWordWrap(True)
        self._line.setToolTip(ASSUMPTION)
        self._line.setAccessibleName("Estimate")
        self._more = soft_label()
        self._problem = make_problem_label()
        self._show = QPushButton("Show")
        self._show.setAccessibleName("Show the first problem")
        self._show.setToolTip("Go to the field")
        self._show.clicked.connect(self._on_show)
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (self._line, self._more, self._problem):
            words.addWidget(label)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(words, stretch=1)
        row.addWidget(self._show)
        row.addWidget(ActionButton(try_it))
        row.addWidget(ActionButton(start, primary=True))
        self.body.setContentsMargins(20, 12, 20, 12)
        self.body.addLayout(row)
        self.show_estimate(None)

    @property
    def text(self) -> str:
        """What to expect."""
        return self._line.text()

    @property
    def problem(self) -> str:
        """What has to be put right first."""
        return self._problem.text()

    @Slot(object)
    def show_estimate(self, estimate: SessionEstimate | None) -> None:
        """Say what to expect of a session."""
        if estimate is None:
            self._line.setText("Add two items or more to see how long a session takes")
            self._more.setText("")
        else:
            self._line.setText(estimate.describe())
            self._more.setText("" if estimate.places is not None else "Simulating…")
        self._more.setVisible(bool(self._more.text()))

    def show_problems(self, problems: dict[str, str], *, is_empty: bool) -> None:
        """Say what keeps the survey from starting; a study without items is no mistake."""
        if is_empty:
            problems = {name: text for name, text in problems.items() if name != "items"}
        self._first = next(iter(problems), "")
        count = len(problems)
        text = problems.get(self._first, "")
        show_problem(self._problem, text if count < 2 else f"{text} ({count - 1} more)")
        self._show.setVisible(bool(self._first) and self._first not in ("items", "truth"))

    @Slot()
    def _on_show(self) -> None:
        self.problem_chosen.emit(self._first)
