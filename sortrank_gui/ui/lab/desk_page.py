"""The Survey tab at the desk: the stations at the left, the ranking of all at the right."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSplitter, QVBoxLayout

from sortrank_gui.study.design.conditions import AssignBy
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.lab.lab_words import describe_lab
from sortrank_gui.ui.lab.stations_panel import StationActions, StationsPanel
from sortrank_gui.ui.live.floating import Floating
from sortrank_gui.ui.live.live_panel import LivePanel
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.tabs.tab import Page, Tab


@dataclass(frozen=True, slots=True)
class DeskActions:
    """The actions of the Survey tab that have a meaning at the desk."""

    stations: StationActions
    panel: QAction
    sort: QAction
    float_panel: QAction


class DeskPage(Page):
    """Nobody answers here: the stations do, and what they send comes through the replica."""

    def __init__(
        self, study: OpenStudy, images: ImageStore, tab: Tab, actions: DeskActions
    ) -> None:
        super().__init__(tab)
        self.study, self._images = study, images
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(16)
        self.splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.addWidget(self.splitter)
        self.stations = StationsPanel(actions.stations)
        self.splitter.addWidget(self.stations)
        self.live_panel = LivePanel.of_study(study, images, actions.sort, self.splitter)
        self.splitter.setStretchFactor(0, 11)
        self.splitter.setStretchFactor(1, 6)
        self.splitter.setSizes([760, 536])
        self.floating = Floating(self.live_panel, self.splitter, "Live panel", actions.float_panel)
        actions.panel.toggled.connect(self.live_panel.setVisible)
        self.live_panel.truth_chosen.connect(self._on_truth_chosen)
        self.live_panel.question_chosen.connect(self._on_question_chosen)
        study.state_changed.connect(self._on_changed)
        study.content_changed.connect(self._on_content_changed)
        study.analysed.connect(self.live_panel.show_analysis)
        if study.state is not None:
            self._on_changed(study.state)
        if study.analysis is not None:  # made while another tab was shown
            self.live_panel.show_analysis(study.analysis)

    def tell_status(self) -> None:
        """Count the stations."""
        state = self.study.state
        if state is not None and state.lab is not None:
            self.status_changed.emit(describe_lab(state.lab))

    def take_focus(self) -> None:
        """Let the keyboard choose a station."""
        self.stations.table.setFocus()

    def sizes(self) -> list[int]:
        """Return the widths of stations and live panel."""
        return self.splitter.sizes()

    def set_sizes(self, sizes: list[int]) -> None:
        """Make them as wide as they were."""
        self.splitter.setSizes(sizes)

    @Slot(object)
    def _on_changed(self, state: SurveyState) -> None:
        assert state.lab is not None
        design = state.file.content.design
        by_hand = design.assignment.by is AssignBy.HAND
        names = tuple(name for name, _, _ in state.conditions) if by_hand else ()
        self.stations.offer_conditions(names)
        self.stations.follow(state.lab, state.sittings)
        self.live_panel.follow(state)
        self.tell_status()

    @Slot(object)
    def _on_truth_chosen(self, truth: tuple[float, ...] | None) -> None:
        self.study.request(Engine.set_truth, truth)

    @Slot(object)
    def _on_question_chosen(self, question: int | None) -> None:
        self.study.request(Engine.show_question, question)

    @Slot()
    def _on_content_changed(self) -> None:
        self._images.set_study(self.study.pictures)
