"""The live panel: ranking, distances and the sort, at most five times a second."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QActionEvent
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.design.stop_rules import StopRules
from sortrank_gui.study.items.importing import read_truth
from sortrank_gui.study.items.items import Study
from sortrank_gui.study.survey.live_analysis import Analysis
from sortrank_gui.study.survey.survey_state import FileState, SurveyState
from sortrank_gui.ui.live.displacement_card import DisplacementCard
from sortrank_gui.ui.live.ranking_card import RankingCard
from sortrank_gui.ui.live.sort_card import SortCard
from sortrank_gui.ui.open_study.open_study import OpenStudy, study_of
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.choice_button import ChoiceButton, ChoiceMenu
from sortrank_gui.ui.widgets.fields import set_shown
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.widgets.question_card import QuestionCard
from sortrank_gui.ui.widgets.tips import plain_tip

_FRAME_MS = 200
"""Plots change at most five times a second."""
SHOW = "Show the ranking"
_FOLLOW = ""
"""Stands for the question that is being answered."""
_SHOW_TIP = "The study file notes that it was shown during this session"
_WHY_COVERED = "Somebody answers in this window and should not see how others did."


class LivePanel(QWidget):
    """Shows the newest analysis; those that arrive faster than it draws are skipped.

    `truth_chosen` has the true scores of a file that was loaded, or None for no truth. A cover
    hides all while a participant could see it; `uncovered` says that the researcher took it off.
    """

    truth_chosen = Signal(object)
    uncovered = Signal()
    question_chosen = Signal(object)
    """The number of a question to show, or None for the one that is being answered."""

    def __init__(
        self,
        study: Study | None,
        images: ImageStore,
        sort_action: QAction,
        parent: QWidget | None = None,
    ) -> None:
        """Show a study's items; without one there is nothing yet, until `fill_for`."""
        super().__init__(parent)
        self._images = images
        self._budget = 100
        self._frame = QTimer(self, singleShot=True, interval=_FRAME_MS)
        self._frame.timeout.connect(self._on_frame_over)
        self._jobs = Jobs("live panel", self)
        self.notice, self.cover = NoticeBar(), QuestionCard([(SHOW, _SHOW_TIP)])
        self.cover.say("The ranking is covered", _WHY_COVERED)
        for name in ("primary", "large"):  # nothing that invites the participant
            self.cover.buttons[SHOW].setProperty(name, False)
        self.cover.chosen.connect(self._on_uncovered)
        self.cover.hide()
        self._is_covered = self._was_uncovered = False
        self._jobs.failed.connect(self.notice.show_failure)
        self.sort_action = sort_action
        self.sort_action.toggled.connect(self._on_sort_toggled)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(16)
        self.questions = ChoiceMenu("Question", self)
        self.questions.chosen.connect(self._on_question_chosen)
        self._questions: tuple[str, ...] = ()
        self.question_button = ChoiceButton(
            self.questions, name="Question", tip="Which question the ranking is about"
        )
        self.question_button.hide()
        self._column.addWidget(self.notice)
        self._column.addWidget(self.cover)
        self._column.addWidget(self.question_button)
        self._file: FileState | None = None
        """What is shown is about this file, and no other."""
        self._about: tuple[Content, int] | None = None
        self._tip = ""
        self._state: SurveyState | None = None
        if study is not None:
            self._fill(study)

    @classmethod
    def of_study(
        cls, study: OpenStudy, images: ImageStore, sort_action: QAction, parent: QWidget
    ) -> "LivePanel":
        """Return the panel of an open study, at the question that is shown."""
        panel = cls(None, images, sort_action, parent)
        for _ in panel.fill_for(study):
            pass
        return panel

    def fill_for(self, study: OpenStudy) -> Iterator[None]:
        """Show an open study, at the question that is shown; in slices, and nothing before that."""
        assert study.content is not None
        state = study.state
        content = study.content if state is None else state.shown.content
        yield from self._make_cards(study_of(content))
        if state is not None:
            self._file, self._about = state.shown, (strip_content(content), state.question)
            self.set_questions(state.questions, state.question)

    def follow(self, state: SurveyState) -> None:
        """Make room for the answers of a state, and show what its sort does."""
        if state.shown is not self._file:
            self._file = state.shown
            self._show_question(state)
        self.set_budget(max(state.budget or 0, state.snapshot.length, 1))
        self._state = state
        if self._sort is not None:
            self._sort.show_sort(state.strategy, state.progress, state.layout, state.pair)

    def _show_question(self, state: SurveyState) -> None:
        """Be about the items of the question that is shown."""
        study = study_of(state.shown.content)
        self.set_truth(study.truth)
        about = (strip_content(state.shown.content), state.question)
        if about != self._about:
            self._about = about
            self.set_study(study)
        self.set_questions(state.questions, state.question)

    def _fill(self, study: Study) -> None:
        for _ in self._make_cards(study):
            pass

    def _make_cards(self, study: Study) -> Iterator[None]:
        """Make the cards of a study, in slices."""
        self._study, self._truth = study, study.truth
        self._sort: SortCard | None = None
        self._state = None
        self._newest: Analysis | None = None
        self.shown: Analysis | None = None
        yield
        self.ranking = RankingCard(study, self._images, self)
        self._column.addWidget(self.ranking, stretch=6)
        yield
        has_truth = study.truth is not None
        self.displacement = DisplacementCard(len(study.items), has_truth=has_truth, parent=self)
        self.displacement.truth_wanted.connect(self._on_truth_wanted)
        self.displacement.truth_removed.connect(self._on_truth_removed)
        self._column.addWidget(self.displacement, stretch=4)
        for card in self.cards:
            card.failed.connect(self.notice.show_failure)
        self._show_cards()
        if self.sort_action not in self.actions():
            self.addAction(self.sort_action)
        else:
            self.ranking.menu.add_above(self.actions())
        self.set_budget(self._budget)

    @property
    def sort(self) -> SortCard:
        """The card of the sort, made when it is first wanted, with what is known by then."""
        if self._sort is None:
            self._sort = SortCard(self._study, self)
            self._sort.failed.connect(self.notice.show_failure)
            self._sort.setToolTip(self._tip)
            self._column.addWidget(self._sort, stretch=1)
            if self.shown is not None:
                self._sort.set_ranking(self.shown.scores, self._truth)
            if (state := self._state) is not None:
                self._sort.show_sort(state.strategy, state.progress, state.layout, state.pair)
        return self._sort

    def actionEvent(self, event: QActionEvent) -> None:
        """Offer an action of the whole panel in the menu of its first card, too."""
        super().actionEvent(event)
        if event.type() is QEvent.Type.ActionAdded:
            self.ranking.menu.add_above([event.action()])

    def set_study(self, study: Study) -> None:
        """Show other items from now on."""
        self._jobs.cancel()
        for card in self.cards:
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._fill(study)

    def set_questions(self, names: tuple[str, ...], shown: int) -> None:
        """Offer the study's questions, where there are several; one of them is shown."""
        if names != self._questions:
            self._questions = names
            follow = (_FOLLOW, "Question: the one being answered")
            choices = [follow, *((str(k), f"Question: {name}") for k, name in enumerate(names))]
            self.questions.set_choices(choices, _FOLLOW)
            self._show_cards()
        self._tip = plain_tip(names[shown]) if len(names) > 1 else ""
        for card in self.cards:
            card.setToolTip(self._tip)

    @Slot(str)
    def _on_question_chosen(self, value: str) -> None:
        self.question_chosen.emit(None if value == _FOLLOW else int(value))

    @property
    def cards(self) -> list[RankingCard | DisplacementCard | SortCard]:
        """The cards that were made, from the top."""
        last = [] if self._sort is None else [self._sort]
        return [self.ranking, self.displacement, *last]

    def set_covered(self, covered: bool) -> None:
        """Hide everything until the researcher wants to see it, or until the cover goes."""
        if covered != self._is_covered:
            self._is_covered, self._was_uncovered = covered, False
            self._show_cards()

    def _show_cards(self) -> None:
        covered = self._is_covered and not self._was_uncovered
        self.cover.setVisible(covered)
        self.question_button.setHidden(covered or len(self._questions) < 2)
        is_wanted = self.sort_action.isChecked() and not covered
        for card in (self.ranking, self.displacement):
            set_shown(card, not covered)
        if is_wanted or self._sort is not None:
            self.sort.setHidden(not is_wanted)

    def set_budget(self, budget: int) -> None:
        """Make room for this many answers."""
        self._budget = budget
        self.displacement.set_budget(budget)

    def set_truth(self, truth: NDArray[np.float64] | None) -> None:
        """Say what the ground truth is now; the next analysis is measured against it."""
        self._truth = truth
        self.displacement.set_has_truth(truth is not None)

    def load_truth(self, path: Path) -> None:
        """Read a ground truth for these items from a table."""
        self.notice.hide()
        names = [item.name for item in self._study.items]
        self._jobs.submit(partial(read_truth, path, names), self._on_truth_read)

    @Slot(object)
    def show_analysis(self, analysis: Analysis) -> None:
        """Show an analysis now, or as soon as the last frame is old enough."""
        self._newest = analysis
        if not self._frame.isActive():
            self._on_frame_over()

    @Slot()
    def _on_frame_over(self) -> None:
        if self._newest is None:
            return
        analysis, self._newest = self._newest, None
        self.shown = analysis
        self.ranking.show_analysis(analysis)
        self.displacement.show_analysis(analysis)
        if self._sort is not None:
            self._sort.set_ranking(analysis.scores, self._truth)
        self._frame.start()

    @Slot()
    def _on_sort_toggled(self) -> None:
        self._show_cards()

    @Slot()
    def _on_uncovered(self) -> None:
        self._was_uncovered = True
        self._show_cards()
        self.uncovered.emit()

    @Slot()
    def _on_truth_wanted(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, "Load a ground truth", "", "Tables (*.csv *.tsv);;All files (*)"
        )
        if name:
            self.load_truth(Path(name))

    @Slot(object)
    def _on_truth_read(self, truth: tuple[float, ...]) -> None:
        self.truth_chosen.emit(truth)

    @Slot()
    def _on_truth_removed(self) -> None:
        self.truth_chosen.emit(None)


def strip_content(content: Content) -> Content:
    """Return what a study looks like, without what only the engine cares about."""
    design = replace(content.design, title="", strategy="", seed=0, stop=StopRules())
    return replace(content, design=design, truth=None)
