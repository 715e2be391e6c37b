"""The worker that reads and writes the files of simulations, and fits what it finds in them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from sortrank_gui.errors import SortrankError
from sortrank_gui.simulation.campaigns import Findings
from sortrank_gui.simulation.curves import Figure
from sortrank_gui.simulation.datasets import Dataset, QuestionError, read_any
from sortrank_gui.simulation.experiments import Experiment
from sortrank_gui.simulation.records import (
    load_experiment,
    read_measurements,
    save_experiment,
)
from sortrank_gui.simulation.reports import Table, measurement_table
from sortrank_gui.simulation.sources import Source
from sortrank_gui.simulation.tallies import Tally
from sortrank_gui.tables import write_table
from sortrank_gui.ui.plots.figure_files import save_drawing
from sortrank_gui.ui.plots.figures import FigureDrawing
from sortrank_gui.ui.threads.failures import reports_failure

_BESIDE = "experiment.json"
"""What the command line writes beside results: the settings they come from."""


class FileWorker(QObject):
    """Answers each wish with one signal."""

    source_read = Signal(object)
    question_wanted = Signal(object, object)
    results_read = Signal(object)
    settings_read = Signal(object, str)
    written = Signal(object)
    failed = Signal(object)

    @Slot(object, object)
    @reports_failure
    def read_file(self, path: Path, question: str | None) -> None:
        """Read comparisons of any format."""
        try:
            data = read_any(path, question=question)
        except QuestionError as error:
            self.question_wanted.emit(path, error.questions)
            return
        label = path.name if question is None else f"{path.name}, {question}"
        self.source_read.emit(Source.from_dataset(label, data))

    @Slot(str, object)
    @reports_failure
    def take_dataset(self, label: str, data: Dataset) -> None:
        """Fit the answers of the open study."""
        self.source_read.emit(Source.from_dataset(label, data))

    @Slot(object)
    @reports_failure
    def read_settings(self, path: Path) -> None:
        """Read the description of an experiment."""
        self.settings_read.emit(load_experiment(path), path.stem)

    @Slot(object)
    @reports_failure
    def read_results(self, path: Path) -> None:
        """Read the measurements of an experiment, and its settings if they lie beside them."""
        rows = tuple(read_measurements(path))
        beside = path.with_name(_BESIDE)
        experiment = load_experiment(beside) if beside.exists() else None
        tally = Tally(None if experiment is None else experiment.n_items)
        tally.add(rows)
        n_items = None if experiment is None else experiment.n_items
        self.results_read.emit(Findings(path.stem, tally.panels(), n_items, experiment, rows))

    @Slot(object, object)
    @reports_failure
    def write_settings(self, path: Path, experiment: Experiment) -> None:
        """Write an experiment as the command line does."""
        with _writing(path):
            save_experiment(experiment, path)
        self.written.emit(path)

    @Slot(object, object)
    @reports_failure
    def write_results(self, path: Path, findings: Findings) -> None:
        """Write measurements as the command line does; more tables go into files beside it."""
        first, *more = _tables(findings)
        with _writing(path):
            write_table(path, first.header, first.rows)
            for table in more:
                write_table(path.with_name(f"{table.name}.csv"), table.header, table.rows)
        self.written.emit(path)

    @Slot(object, object)
    @reports_failure
    def write_figure(self, path: Path, figure: Figure) -> None:
        """Write a figure in the format of its name's ending."""
        save_drawing(FigureDrawing(figure), path)
        self.written.emit(path)


def _tables(findings: Findings) -> tuple[Table, ...]:
    if findings.report is not None and findings.report.tables:
        return findings.report.tables
    return (measurement_table("results", [({}, findings.rows)]),)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SortrankError(f"{path} can’t be written: {error.strerror}.") from error
