"""The Study tab: items at the left, the design at the right, what to expect at the bottom."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFileDialog, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from sortrank_gui.simulation.session_estimates import SessionEstimate
from sortrank_gui.study.design.edits import change_setting, same_but_for_pictures
from sortrank_gui.study.file.kept_pictures import KeptPictures
from sortrank_gui.study.file.opening import SUFFIX, duplicate_study
from sortrank_gui.study.file.origin import NOT_CONTINUED
from sortrank_gui.study.file.storage import StudyFile
from sortrank_gui.study.items.importing import read_truth
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.autosave import SAVED, Autosave
from sortrank_gui.ui.study_editor.bars import FROZEN, ROBOTS, SHARED, Footer, LockBar, find_reason
from sortrank_gui.ui.study_editor.design_form import DesignForm
from sortrank_gui.ui.study_editor.draft import Draft
from sortrank_gui.ui.study_editor.estimator import Estimator
from sortrank_gui.ui.study_editor.item_editing import ItemEditing
from sortrank_gui.ui.study_editor.items_card import ItemsCard
from sortrank_gui.ui.study_editor.people_dialog import PeopleDialog
from sortrank_gui.ui.study_editor.study_tab import StudyTab
from sortrank_gui.ui.study_editor.timeline.timeline_page import TimelinePage, holds_field
from sortrank_gui.ui.study_editor.try_out import TryOut
from sortrank_gui.ui.tabs.tab import Page
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets.notice_bar import NoticeBar

_TABLES = "Tables (*.csv *.tsv);;All files (*)"
_STUDIES = f"SortRank studies (*{SUFFIX})"


class StudyPage(Page):
    """Edits the open study; every edit is saved by itself."""

    def __init__(self, study: OpenStudy, images: ImageStore, tab: StudyTab) -> None:
        super().__init__(tab)
        assert study.content is not None
        assert study.path is not None
        self.study, self._images = study, images
        self.tab = tab
        self._timeline: TimelinePage | None = None
        self.try_out: TryOut | None = None
        self._is_new = True
        self.make_in_slices(self._make_parts(study.path.parent))

    def _make_parts(self, folder: Path) -> Iterator[None]:
        self._lay_out()
        self.items = ItemsCard(self._images, self.tab.items, self.splitter)
        yield
        self.form = DesignForm(self.splitter)
        self._size_parts()
        yield from self.form.make_sections()
        yield
        assert self.study.content is not None
        self._pictures = KeptPictures()
        self.draft = Draft(self.study.content, self)
        self.autosave = Autosave(self.study, self.draft, self._pictures)
        self.editing = ItemEditing(self.items, self.draft, self._images, self._pictures, folder)
        self.estimator = Estimator(self)
        self._jobs = Jobs("study page", self)
        self._connect()
        self._on_state_changed()
        self._on_changed()

    def _lay_out(self) -> None:
        self.footer = Footer(self.tab.try_it, self.tab.start)
        self.lock_bar, self.notice = LockBar(), NoticeBar()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(16)
        self.splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(16)
        for widget in (self.lock_bar, self.notice):
            column.addWidget(widget)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.splitter)
        column.addWidget(self._stack, stretch=1)
        column.addWidget(self.footer)

    def _size_parts(self) -> None:
        self.splitter.setStretchFactor(0, 5)
        self.splitter.setStretchFactor(1, 4)
        self.items.setMinimumWidth(360)
        self.form.setMaximumWidth(820)
        self.splitter.setSizes([740, 556])

    def _connect(self) -> None:
        actions, study = self.tab, self.study
        self.draft.changed.connect(self._on_changed)
        self.form.edited.connect(self._on_setting_edited)
        self.form.content_edited.connect(self.draft.edit)
        self.form.open_wanted.connect(self.show_field)
        self.form.texts.pictures.decoded.connect(self._on_changed)
        self.form.left.connect(self.draft.end_typing)
        self.form.truth.load_wanted.connect(self._on_truth_wanted)
        self.form.truth.clear_wanted.connect(self._on_truth_cleared)
        self.footer.problem_chosen.connect(self.show_field)
        self.lock_bar.robots_unwanted.connect(self._on_robots_unwanted)
        self.lock_bar.duplicate_wanted.connect(actions.duplicate.trigger)
        actions.undo.triggered.connect(self.draft.undo)
        actions.redo.triggered.connect(self.draft.redo)
        actions.duplicate.triggered.connect(self._on_duplicate)
        actions.plan.triggered.connect(self._on_plan)
        actions.try_it.triggered.connect(self._on_try)
        actions.start.triggered.connect(self._on_start)
        self.estimator.estimated.connect(self._on_estimated)
        study.content_changed.connect(self._on_state_changed)
        study.state_changed.connect(self._on_state_changed)
        study.closing.connect(self._on_closing)
        self.editing.left_out.connect(self.notice.show_list)
        self.autosave.status_changed.connect(self._on_saving)
        self.editing.told.connect(self.notice.say)
        self.editing.begun.connect(self._on_begun)
        self.editing.reading.connect(self.notice.hide)
        for part in (self.editing, self.estimator):
            part.failed.connect(self.notice.show_failure)

    @Slot()
    def _on_plan(self) -> None:
        PeopleDialog(self.draft.content, self).open()

    def panes(self) -> list[QWidget]:
        """Return the items and the sections of the design."""
        return [self.items, *self.form.sections]

    def controls(self) -> QWidget:
        """Return what stands at the right of the header."""
        return self.tab.make_controls()

    def sizes(self) -> list[int]:
        """Return the widths of items and design."""
        return self.splitter.sizes()

    def set_sizes(self, sizes: list[int]) -> None:
        """Make them as wide as they were."""
        self.splitter.setSizes(sizes)

    @property
    def unsaved(self) -> str:
        """The edits that can't be saved as they are."""
        problems, stored = self.draft.problems, self.study.content
        if not problems or self.draft.is_closed or stored is None or self.study.is_demo:
            return ""
        if same_but_for_pictures(self.draft.content, stored):
            return ""
        first = next(iter(problems.values())).rstrip(".")
        return f"The last edits in the Study tab are not saved, because of a problem: {first}."

    def close_workers(self) -> None:
        """Close the window for trying, and end threads and processes."""
        if self.try_out is not None:
            self.try_out.close()
        if self._timeline is not None:
            self._timeline.steps.preview.close_pages()
        self.editing.close()
        self.estimator.close()

    def showEvent(self, event: QShowEvent) -> None:
        """Estimate from now on."""
        super().showEvent(event)
        self.estimator.watch(True)
        if self._is_new:
            self._is_new = False
            self.form.field("prompt").editor.take_focus()

    def hideEvent(self, event: QHideEvent) -> None:
        """Save at once, and leave the processor to others."""
        super().hideEvent(event)
        self.autosave.save_now()
        self.estimator.watch(False)

    @Slot(str)
    def show_field(self, name: str) -> None:
        """Bring a field into view, which may be on the page of the timeline."""
        self._show_timeline(holds_field(name))
        if holds_field(name):
            self.timeline.show_field(name)
        else:
            self.form.show_field(name)

    @property
    def timeline(self) -> TimelinePage:
        """The page of the timeline, made when somebody wants to see it."""
        if self._timeline is None:
            self._timeline = page = TimelinePage(self._images)
            self._stack.addWidget(page)
            page.content_edited.connect(self.draft.edit)
            page.closed.connect(self._on_timeline_closed)
            page.left.connect(self.draft.end_typing)
            page.set_locked(self.draft.lock, texts_free=self.draft.texts_free)
        return self._timeline

    def _show_timeline(self, shown: bool) -> None:
        page = self.timeline if shown else self.splitter
        if self._stack.currentWidget() is not page:
            self._stack.setCurrentWidget(page)
            self.draft.end_typing()
            self._on_changed()

    @Slot()
    def _on_timeline_closed(self) -> None:
        self._show_timeline(False)
        self.form.timeline.button.setFocus()

    @Slot()
    def _on_changed(self) -> None:
        """Show the draft, as far as it can be seen."""
        content, problems = self.draft.content, self.draft.problems
        if self._stack.currentWidget() is self._timeline is not None:
            self._timeline.show_content(content, problems, self.form.texts.pictures.images)
        else:
            self.items.show_content(content, problems.get("items", ""))
            self.form.show_content(content, problems)
        self.footer.show_problems(problems, is_empty=not content.items)
        self.tab.follow(self.draft)
        self.estimator.follow(content)

    @Slot()
    def _on_state_changed(self) -> None:
        """Allow edits or not; called often, so that it does little when nothing changed."""
        reason = find_reason(self.study)
        if reason == ROBOTS and self.autosave.drops_robots:
            reason = ""
        if reason == self.lock_bar.text:
            return
        self.draft.end_typing()
        self.draft.lock, self.draft.texts_free = reason, reason in (FROZEN, ROBOTS, SHARED)
        self.lock_bar.say(reason)
        can_ask = reason != NOT_CONTINUED
        self.footer.setVisible(can_ask)
        for action in (self.tab.try_it, self.tab.start):
            action.setEnabled(can_ask)
        self.items.set_locked(bool(reason))
        for part in (self.form, self._timeline):
            if part is not None:
                part.set_locked(reason, texts_free=self.draft.texts_free)
        self.tab.follow(self.draft)

    @Slot()
    def _on_robots_unwanted(self) -> None:
        self.autosave.drops_robots = True
        self._on_state_changed()

    @Slot(str)
    def _on_saving(self, status: str) -> None:
        self.saving_changed.emit("" if status == SAVED else status)

    @Slot()
    def _on_closing(self) -> None:
        """Save what is left, and then forget the pictures that were kept for undo."""
        self.autosave.save_now()
        self.study.run(self._pictures.forget)

    @Slot()
    def _on_begun(self) -> None:
        """Let the question be typed as soon as there is something to ask about."""
        self.form.show_field("prompt")

    @Slot(str, object)
    def _on_setting_edited(self, name: str, value: Any) -> None:
        self.draft.edit(change_setting(self.draft.content, name, value), key=name)

    @Slot(object)
    def _on_estimated(self, estimate: SessionEstimate | None) -> None:
        self.footer.show_estimate(estimate)
        self.form.strategy.show_others("" if estimate is None else estimate.others)

    @Slot()
    def _on_truth_wanted(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Load the ground truth", "", _TABLES)
        if name:
            self.load_truth(Path(name))

    def load_truth(self, path: Path) -> None:
        """Read the ground truth from a table."""
        names = [item.name for item in self.draft.content.items]
        self._jobs.submit(partial(read_truth, path, names), self._on_truth_read, self._on_truth_bad)

    @Slot(object)
    def _on_truth_read(self, truth: tuple[float, ...] | None) -> None:
        if not self.draft.lock:
            self.draft.edit(replace(self.draft.content, truth=truth))
        elif not self.study.read_only:
            self.study.request(Engine.set_truth, truth)

    @Slot(object)
    def _on_truth_bad(self, failure: Failure) -> None:
        self.form.truth.show_problem(failure.sentence)

    @Slot()
    def _on_truth_cleared(self) -> None:
        self._on_truth_read(None)

    @Slot()
    def _on_duplicate(self) -> None:
        assert self.study.path is not None
        folder = Path.home() if self.study.is_elsewhere else self.study.path.parent
        first = folder / f"{self.study.stem} copy{SUFFIX}"
        name, _ = QFileDialog.getSaveFileName(self, "Duplicate the study", str(first), _STUDIES)
        if name:
            self.duplicate(Path(name).with_suffix(SUFFIX))

    def duplicate(self, path: Path) -> None:
        """Make a study of the same content without answers, and ask to open it."""
        self.autosave.save_now()
        done = partial(self._on_duplicated, path)
        self.study.run(partial(_duplicate, path), done, self.notice.show_failure)

    def _on_duplicated(self, path: Path, _nothing: object) -> None:
        self.open_wanted.emit(path)

    @Slot()
    def _on_try(self) -> None:
        self.autosave.save_now()
        if self.try_out is None:
            self.try_out = TryOut(self.study, self.draft.content, self._images)
            self.try_out.closed.connect(self._on_try_closed)
        self.try_out.show()
        self.try_out.activateWindow()

    @Slot()
    def _on_try_closed(self) -> None:
        window, self.try_out = self.try_out, None
        if window is not None:
            window.deleteLater()

    @Slot()
    def _on_start(self) -> None:
        self.autosave.save_now()
        self.survey_wanted.emit()


def _duplicate(path: Path, file: StudyFile) -> None:
    duplicate_study(file, path, title=f"{file.design.title} (copy)")
