"""The Simulation tab: experiments, the race and the planner, which share processes and files."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.simulation.datasets import Dataset, QuestionError
from sortrank_gui.simulation.records import load_experiment, save_experiment
from sortrank_gui.simulation.saved_findings import read_findings, write_findings
from sortrank_gui.simulation.sources import DataSource
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.plots.figure_files import save_figure
from sortrank_gui.ui.plots.plot_menu import ask_for_figure
from sortrank_gui.ui.simulation import choosing
from sortrank_gui.ui.simulation.experiment_view import ExperimentView
from sortrank_gui.ui.simulation.page_controls import PageControls
from sortrank_gui.ui.simulation.planner.plan_view import PlanView
from sortrank_gui.ui.simulation.race.race_view import RaceView
from sortrank_gui.ui.simulation.simulation_tab import SimulationTab
from sortrank_gui.ui.simulation.simulator import Simulator
from sortrank_gui.ui.simulation.study_answers import count_answers, describe_obstacle
from sortrank_gui.ui.tabs.tab import Page
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs

_WARM_UP_MS = 300
_VIEWS = [
    ("Experiments", "Compare strategies by many simulated surveys"),
    ("Race", "Watch strategies side by side, for teaching"),
    ("Plan a study", "How many answers and people a study needs"),
]
_RACE, _PLAN = 1, 2


_SourceView = ExperimentView | PlanView
"""Views that take their items from data."""


class SimulationPage(Page):
    """Works with and without an open study."""

    def __init__(self, tab: SimulationTab, study: OpenStudy | None = None) -> None:
        super().__init__(tab)
        self.tab = tab
        self._study: OpenStudy | None = None
        self._met = False
        self.simulator, self.jobs = Simulator(self), Jobs("simulation files", self)
        self._race: RaceView | None = None
        self._planner: PlanView | None = None
        self._warm_up = QTimer(self, singleShot=True, interval=_WARM_UP_MS)
        self._was_shown = False
        self.make_in_slices(self._make_parts(study))

    def _make_parts(self, study: OpenStudy | None) -> Iterator[None]:
        self._views = QStackedWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.addWidget(self._views)
        self.experiments = ExperimentView(self.simulator, self._views)
        yield from self.experiments.make_parts()
        yield
        for view in (self.experiments, QWidget(), QWidget()):
            self._views.addWidget(view)
        self._controls = PageControls(_VIEWS, self.tab.files())
        self._connect()
        self.set_study(study)

    def _connect(self) -> None:
        self._warm_up.timeout.connect(self._on_warm_up)
        self._controls.view_chosen.connect(self.show_view)
        self._let_ask(self.experiments)
        self.jobs.failed.connect(self.experiments.notice.show_failure)
        self.experiments.kept.changed.connect(self._follow_results)
        self.experiments.settings.preset.editor.currentIndexChanged.connect(self._follow_results)
        self._follow_results()
        tab = self.tab
        tab.open_settings.triggered.connect(self._on_open_settings)
        tab.open_results.triggered.connect(self._on_open_results)
        tab.save_settings.triggered.connect(self._on_save_settings)
        tab.save_results.triggered.connect(self._on_save_results)
        tab.save_figure.triggered.connect(self._on_save_figure)

    def _let_ask(self, view: _SourceView) -> None:
        view.study_wanted.connect(self._on_study_wanted)
        view.file_wanted.connect(self._on_file_wanted)

    @property
    def race(self) -> RaceView:
        """The race, made when somebody wants to see it."""
        if self._race is None:
            self._race = RaceView()
            self._race.failed.connect(self.experiments.notice.show_failure)
            self._put(_RACE, self._race)
        return self._race

    @property
    def planner(self) -> PlanView:
        """The planner, made when somebody wants to see it."""
        if self._planner is None:
            self._planner = PlanView(self.simulator)
            self._let_ask(self._planner)
            self._planner.plan_chosen.connect(self._on_plan_chosen)
            self._put(_PLAN, self._planner)
            self._on_study_changed()
        return self._planner

    def _put(self, number: int, view: QWidget) -> None:
        """Put a view in the place that was kept for it."""
        place = self._views.widget(number)
        assert place is not None, "every view has one"
        self._views.insertWidget(number, view)
        self._views.removeWidget(place)
        place.deleteLater()

    def panes(self) -> list[QWidget]:
        """Return the settings and the curves of experiments."""
        return [self.experiments.settings, self.experiments.curves]

    def controls(self) -> QWidget:
        """Return what the header shows for this tab."""
        return self._controls

    def set_study(self, study: OpenStudy | None) -> None:
        """Use the answers of this study where they are asked for; None where none is open."""
        if study is self._study:
            return
        self._study = study
        if study is not None:
            for news in (study.opened, study.content_changed, study.records_changed):
                news.connect(self._on_study_changed)
            study.closed.connect(self._on_study_closed)
        self._on_study_changed()

    def close_workers(self) -> None:
        """Stop everything; no thread and no process stays."""
        self._warm_up.stop()
        self.experiments.kept.blockSignals(True)  # a list that is torn down still talks
        if self._race is not None:
            self._race.close_workers()
        self.simulator.close()
        self.jobs.close()

    def open_settings(self, path: Path) -> None:
        """Show the settings of a file."""
        self.jobs.submit(partial(load_experiment, path), self.experiments.settings.show_experiment)

    def open_results(self, path: Path) -> None:
        """Keep the results of a file."""
        self.jobs.submit(partial(read_findings, path), self.experiments.keep)

    def save_settings(self, path: Path) -> None:
        """Write the settings that are shown, as the command line does."""
        self._write(path, partial(save_experiment, self.experiments.settings.own.experiment()))

    def save_results(self, path: Path) -> None:
        """Write the results that are shown, as the command line does."""
        findings = self.experiments.curves.shown
        if findings is not None:
            self._write(path, partial(write_findings, findings))

    def save_figure(self, path: Path) -> None:
        """Write the figure that is shown, in the format of its name's ending."""
        figure = self.experiments.curves.figure()
        if figure is not None:
            self._write(path, partial(save_figure, figure))

    def _write(self, path: Path, write: Callable[[Path], None]) -> None:
        self.jobs.submit(partial(write, path), partial(self._on_written, path))

    def _on_written(self, path: Path, _nothing: None) -> None:
        self.experiments.settings.run_bar.say(f"Saved as {path.name}.")

    @Slot(int)
    def show_view(self, number: int) -> None:
        """Show the experiments, the race or the planner."""
        view = self.race if number == _RACE else self.planner if number == _PLAN else None
        self._views.setCurrentWidget(view or self.experiments)
        self._controls.choose(number)

    def showEvent(self, event: QShowEvent) -> None:
        """Start the processes when the tab is first seen, so that they are ready when needed."""
        super().showEvent(event)
        if not self._was_shown:
            self._was_shown = True
            self._warm_up.start()

    @Slot()
    def _on_warm_up(self) -> None:
        self.simulator.warm_up()

    @Slot()
    def _on_study_changed(self) -> None:
        if self._planner is None:
            return
        self.planner.set_study(describe_obstacle(self._study))
        if self._study is not None and self._study.content is not None and not self._met:
            self._met = True
            self.planner.form.items.editor.setValue(max(len(self._study.content.items), 2))

    @Slot()
    def _on_study_closed(self) -> None:
        if self.sender() is self._study:
            self.set_study(None)

    @Slot(str, int, bool)
    def _on_plan_chosen(self, strategy: str, answers: int, shared: bool) -> None:
        content = None if self._study is None else self._study.content
        if self._study is None or content is None or describe_obstacle(self._study) is not None:
            return
        stop = replace(content.design.stop, budget=answers)
        design = replace(content.design, strategy=strategy, shared=shared, stop=stop)
        self._study.request(Engine.save, design, content.items, content.truth)
        self.planner.run_bar.say("The study uses this plan now.")

    @Slot()
    def _on_study_wanted(self) -> None:
        view = self._find_sender()
        if self._study is None or self._study.content is None:
            view.refuse_source("No study is open; open one with File, Open.")
        else:
            self._study.run(count_answers, partial(self._on_study_counted, view))

    def _on_study_counted(self, view: _SourceView, data: Dataset) -> None:
        work = partial(DataSource.from_dataset, "The open study", data)
        self.jobs.submit(work, view.use_source, partial(_refuse_source, view))

    @Slot(object)
    def _on_file_wanted(self, path: Path) -> None:
        self._read_file(self._find_sender(), path)

    def _find_sender(self) -> _SourceView:
        view = self.sender()
        assert isinstance(view, _SourceView)
        return view

    def _read_file(self, view: _SourceView, path: Path, question: str | None = None) -> None:
        done = partial(self._on_file_read, view, path)
        self.jobs.submit(partial(_read, path, question), done, partial(_refuse_source, view))

    def _on_file_read(
        self, view: _SourceView, path: Path, found: DataSource | QuestionError
    ) -> None:
        """Use what was found; of several questions, one has to be chosen first."""
        if isinstance(found, DataSource):
            view.use_source(found)
            return
        question = choosing.ask_for_question(self, path, found.questions)
        if question is None:
            view.refuse_source("")
        else:
            self._read_file(view, path, question)

    @Slot()
    def _follow_results(self) -> None:
        """Offer to save what there is."""
        there = self.experiments.curves.shown is not None
        self.tab.save_results.setEnabled(there)
        self.tab.save_figure.setEnabled(there)
        self.tab.save_settings.setEnabled(self.experiments.settings.is_own)

    @Slot()
    def _on_open_settings(self) -> None:
        path = choosing.ask_to_open(self, "Open settings", choosing.SETTINGS)
        if path is not None:
            self.open_settings(path)

    @Slot()
    def _on_open_results(self) -> None:
        path = choosing.ask_to_open(self, "Open results", choosing.RESULTS)
        if path is not None:
            self.open_results(path)

    @Slot()
    def _on_save_settings(self) -> None:
        path = choosing.ask_to_save(self, "Save settings", "experiment.json", choosing.SETTINGS)
        if path is not None:
            self.save_settings(path)

    @Slot()
    def _on_save_results(self) -> None:
        path = choosing.ask_to_save(self, "Save results", "results.csv", choosing.RESULTS)
        if path is not None:
            self.save_results(path)

    @Slot()
    def _on_save_figure(self) -> None:
        path = ask_for_figure(self, "Save the figure", "figure.png")
        if path is not None:
            self.save_figure(path)


def _read(path: Path, question: str | None) -> DataSource | QuestionError:
    try:
        return DataSource.from_file(path, question)
    except QuestionError as error:
        return error


def _refuse_source(view: _SourceView, failure: Failure) -> None:
    """Tell whoever asked for data why there is none."""
    view.notice.show_failure(failure)
    view.refuse_source("")
