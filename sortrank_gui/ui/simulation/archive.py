"""The thread that reads and writes the files of simulations, behind signals."""

from PySide6.QtCore import QObject, Signal

from sortrank_gui.ui.simulation.file_worker import FileWorker
from sortrank_gui.ui.threads.thread_host import ThreadHost

_NEWS = ("source_read", "question_wanted", "settings_read", "results_read", "written", "failed")


class Archive(QObject):
    """Wishes go in by signals, and come back by signals.

    In: `file_wanted` (path, question), `dataset_given` (label, Dataset), `settings_wanted`,
    `results_wanted` (path); `settings_given`, `results_given`, `figure_given` (path, content).
    Out: `source_read` (Source), `question_wanted` (path, questions), `settings_read` (Experiment,
    name), `results_read` (Findings), `written` (path), `failed` (Failure).
    """

    file_wanted = Signal(object, object)
    dataset_given = Signal(str, object)
    settings_wanted = Signal(object)
    results_wanted = Signal(object)
    settings_given = Signal(object, object)
    results_given = Signal(object, object)
    figure_given = Signal(object, object)

    source_read = Signal(object)
    question_wanted = Signal(object, object)
    settings_read = Signal(object, str)
    results_read = Signal(object)
    written = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        worker = FileWorker()
        self._host = ThreadHost(worker, "simulation files")
        self.file_wanted.connect(worker.read_file)
        self.dataset_given.connect(worker.take_dataset)
        self.settings_wanted.connect(worker.read_settings)
        self.results_wanted.connect(worker.read_results)
        self.settings_given.connect(worker.write_settings)
        self.results_given.connect(worker.write_results)
        self.figure_given.connect(worker.write_figure)
        for name in _NEWS:
            getattr(worker, name).connect(getattr(self, name))

    def close(self) -> None:
        """End the thread once the current file is done."""
        self._host.close()
