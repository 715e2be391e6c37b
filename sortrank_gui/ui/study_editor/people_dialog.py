"""Plans a study for a number of people: minutes each, and the error to expect of every question."""

from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from sortrank_gui.errors import InputError
from sortrank_gui.simulation.design_plans import (
    PlannedStudy,
    describe_expected,
    plan_people,
    simulate_plan,
)
from sortrank_gui.simulation.session_estimates import SECONDS_EACH, SPREAD
from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.workload import Workload, find_workload
from sortrank_gui.ui.study_editor.estimator import open_pool
from sortrank_gui.ui.threads.jobs import Job, Jobs
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.fields import make_decimal, make_number

_PEOPLE, _MOST_PEOPLE = 24, 10_000
_DELAY_MS = 400
_ASSUMED = f"Simulated for scores with a standard deviation of {SPREAD:g} logits, and people who "
_ASSUMED += "judge alike."


class PeopleDialog(QDialog):
    """Asks for people and a pace, and says what the study asks of them and gives."""

    planned = Signal(str)
    """What the newest plan says."""

    def __init__(self, content: Content, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Plan for people")
        self._work: Workload = find_workload(content)
        self.people = make_number(1, _MOST_PEOPLE, _PEOPLE, suffix=" people")
        self.people.setAccessibleName("People")
        self.seconds = make_decimal(0.5, 600.0, SECONDS_EACH, step=0.5, decimals=1)
        self.seconds.setSuffix(" s an answer")
        self.seconds.setAccessibleName("Seconds an answer")
        self._told, self._assumed = QLabel(), soft_label(_ASSUMED)
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._jobs = Jobs("plan", self, latest_wins=True)
        self._jobs.failed.connect(self._on_failed)
        self._wait = QTimer(self, singleShot=True, interval=_DELAY_MS)
        self._wait.timeout.connect(self._on_due)
        self.people.valueChanged.connect(self._on_changed)
        self.seconds.valueChanged.connect(self._on_changed)
        self._lay_out()
        self._on_changed()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(8)
        form.addRow("How many", self.people)
        form.addRow("How fast", self.seconds)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(16)
        column.addLayout(form)
        for label in (self._told, self._assumed):
            label.setWordWrap(True)
            label.setMinimumWidth(420)
            column.addWidget(label)
        column.addStretch()
        column.addWidget(buttons)

    @property
    def text(self) -> str:
        """What is said about the plan."""
        return self._told.text()

    @Slot()
    def _on_changed(self) -> None:
        self._jobs.cancel()
        self._told.setText("Simulating…")
        self._wait.start()

    @Slot()
    def _on_due(self) -> None:
        try:
            study = plan_people(self._work, self.people.value(), self.seconds.value())
        except InputError as error:
            self._told.setText(str(error))
            return
        self._jobs.submit_long(partial(_simulate, study), self._on_simulated)

    @Slot(object)
    def _on_simulated(self, told: str | None) -> None:
        if told is not None:
            self._told.setText(told)
            self.planned.emit(told)

    @Slot(object)
    def _on_failed(self, failure: object) -> None:
        self._told.setText(f"Nothing could be simulated: {failure}")

    def done(self, result: int) -> None:
        """Stop what is being simulated, and close."""
        self._wait.stop()
        self._jobs.close()
        super().done(result)


def _simulate(study: PlannedStudy, job: Job) -> str | None:
    """Return what to expect in words, by a process of low priority."""
    with open_pool() as executor:
        found = simulate_plan(study, executor, cancelled=job.is_cancelled)
    return None if found is None else describe_expected(study, found)
