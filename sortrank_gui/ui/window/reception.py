"""Lets studies in and out: which tabs there are then, and which is shown first."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from sortrank_gui.progress import RunProgress
from sortrank_gui.registry import find_classes
from sortrank_gui.study.file.opening import RECOVERED
from sortrank_gui.study.items.importing import Imported
from sortrank_gui.study.survey.survey_state import SurveyState
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.start.start_page import StartActions, StartTab
from sortrank_gui.ui.tabs.tab import Page, Tab, TabFacts
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.widgets.wording import describe_opening, keep_direction
from sortrank_gui.ui.window.page_stack import PageStack
from sortrank_gui.ui.window.quit_dialog import ask_to_lose, describe_farewell
from sortrank_gui.ui.window.settings import Settings
from sortrank_gui.ui.window.studies import Studies

_NAME = "SortRank"


class Reception(QObject):
    """Follows the studies, and tells the rest of the window what comes of it."""

    study_changed = Signal(object)
    """The study that is open now, or None."""
    tabs_changed = Signal(object)
    """All tabs, whether they can be shown now or not."""
    recent_changed = Signal(object)
    title_changed = Signal(str)
    status_changed = Signal(str)
    saving_changed = Signal(str)
    study_shown = Signal()

    def __init__(
        self, window: QWidget, studies: Studies, stack: PageStack, settings: Settings
    ) -> None:
        super().__init__(window)
        self._window, self._studies, self._stack, self._settings = window, studies, stack, settings
        self._kinds: dict[str, type[Tab]] = find_classes("sortrank_gui.ui", TabFacts)
        self._found: dict[str, Tab] = {}
        self._is_used = False
        """Whether the tabs that were found belong to a study."""
        self._is_new, self._imported = False, Imported(())
        stack.page_made.connect(self._on_page_made)
        stack.tab_shown.connect(self._tell_title)
        studies.began.connect(self._on_began)
        studies.progressed.connect(self._on_progressed)
        studies.opened.connect(self._on_opened)
        studies.refused.connect(self._on_refused)
        studies.closed.connect(self._on_closed)

    def begin(self, actions: StartActions) -> None:
        """Show the start page of a new window."""
        self._start = StartTab(self._window, actions)
        self._start.wanted.connect(self._stack.open_tab)
        self._start.recent_chosen.connect(self._studies.open)
        self.recent_changed.emit(self._settings.recent)
        self._offer(None)

    @property
    def survey(self) -> Tab:
        """The tab where participants are let in."""
        return next(tab for tab in self._found.values() if tab.facts.runs_survey)

    @Slot(object)
    def open_new(self, path: Path) -> None:
        """Open a study that was just made, to be edited."""
        self._is_new = True
        if not self._studies.open(path):
            self._is_new, self._imported = False, Imported(())

    @Slot(object, object)
    def open_made(self, path: Path, imported: Imported) -> None:
        """Open a study that was made from files, and say then which were left out."""
        self._imported = imported
        self.open_new(path)

    @Slot(object, str)
    def open_restored(self, path: Path, sentence: str) -> None:
        """Open a study whose backup, or whose copy, takes its place."""
        self._studies.open(path)
        self._stack.notice.say(sentence)

    @Slot(object, str)
    def tell_home(self, path: Path, sentence: str) -> None:
        """Say where a study of the lab's server was written, and offer to open it."""
        self._stack.notice.say(sentence)
        tip = "Open the file in the place of the study on the server"
        self._stack.notice.offer("Open it", tip, partial(self._open, path))

    def _open(self, path: Path) -> None:
        self._studies.open(path)

    @Slot()
    def close_study(self) -> None:
        """Close the study and go back to the start page; say where a session stopped."""
        study = self._studies.current
        if study is None or not ask_to_lose(self._stack.unsaved, self._window):
            return
        farewell = describe_farewell(study)
        self._studies.leave()
        self._offer(None)
        if farewell:
            self._stack.notice.say(farewell)

    @Slot()
    def _on_began(self) -> None:
        self._stack.notice.hide()
        self.status_changed.emit("Opening…")
        if self._studies.current is None:
            self._start.set_opening(True)
            self._stack.show_tab(self._start).take_focus()

    @Slot(object)
    def _on_progressed(self, progress: RunProgress) -> None:
        text = describe_opening(progress)
        self.status_changed.emit(text)
        self._start.set_opening(True, text)

    @Slot(object)
    def _on_opened(self, study: OpenStudy) -> None:
        """Show the study that was opened, in the place of the one before."""
        self._start.set_opening(False)
        self._offer(study)
        if not study.is_demo and study.lab is None and study.path is not None:
            self._settings.add_recent(study.path)
            self.recent_changed.emit(self._settings.recent)
        study.state_changed.connect(self._on_state_changed)
        imported, self._imported = self._imported, Imported(())
        if study.notices == (RECOVERED,):
            self._stack.notice.say(RECOVERED)
        elif study.notices:
            text = " ".join(study.notices)
            self._stack.notice.show_failure(Failure(text, "\n".join(study.notices)))
        elif imported.left_out:
            self._stack.notice.show_list(imported.report, imported.left_out)
        self.study_shown.emit()

    @Slot(object, object)
    def _on_refused(self, failure: Failure, _path: Path | None) -> None:
        self._is_new, self._imported = False, Imported(())
        self._start.set_opening(False)
        self.study_changed.emit(self._studies.current)
        self._stack.notice.show_failure(failure)

    @Slot()
    def _on_closed(self) -> None:
        """Count the study anew that was closed."""
        self._start.set_recent(self._settings.recent)

    def _offer(self, study: OpenStudy | None) -> None:
        """Show the tabs of a study, or the start page; tabs that a study had are made anew."""
        old = [tab for tab in self._found.values() if tab.facts.needs_study and self._is_used]
        self._is_used = study is not None
        for name, kind in self._kinds.items():
            if name not in self._found or self._found[name] in old:
                self._found[name] = kind(self._window)
                self._found[name].wanted.connect(self._stack.open_tab)
        tabs = [self._start, *self._found.values()]
        free = [tab for tab in tabs if not tab.facts.needs_study]
        offered = free if study is None else tabs[1:]
        for tab in tabs:
            tab.show.setEnabled(tab in offered)
        self.title_changed.emit(_NAME)
        self.tabs_changed.emit(tabs)
        self.study_changed.emit(study)
        self._stack.offer(offered, self._choose(offered, study), study)
        for tab in old:
            tab.deleteLater()
        if study is None:
            self._start.set_recent(self._settings.recent)

    def _choose(self, offered: list[Tab], study: OpenStudy | None) -> Tab:
        """Return what is shown first: a new study is edited, others go on where we were."""
        is_new, self._is_new = self._is_new, False
        if study is None or is_new:
            return offered[0]
        if study.content is not None and study.content.design.is_imported:
            return next(tab for tab in offered if tab.facts.shows_results)
        last = {tab.facts.title: tab for tab in offered if tab.facts.needs_study}
        title = "" if study.is_demo else self._settings.text("tab")
        return last.get(title, self.survey)

    @Slot(object, object)
    def _on_page_made(self, tab: Tab, page: Page) -> None:
        if sizes := self._settings.numbers(f"sizes {tab.name}"):
            page.set_sizes(sizes)
        page.status_changed.connect(self.status_changed)
        page.saving_changed.connect(self.saving_changed)
        page.survey_wanted.connect(self._on_survey_wanted)
        page.open_wanted.connect(self.open_new)
        page.tell_status()

    @Slot()
    def _on_survey_wanted(self) -> None:
        self._stack.show_tab(self.survey).take_focus()

    @Slot(object)
    def _on_state_changed(self, _state: SurveyState) -> None:
        if self.sender() is self._studies.current:
            self._tell_title()

    @Slot()
    def _tell_title(self) -> None:
        """Name the study once a page of it is in view: who reads its name may type."""
        study = self._studies.current
        if study is None or study.content is None or study.state is None or self._stack.is_waiting:
            return
        state = study.state
        of = "" if state.budget is None else f" of {state.budget}"
        where = f" ({state.answered}{of})" if state.participant else ""
        title = keep_direction(study.content.design.title)
        self.title_changed.emit(f"{title}{where} — {_NAME}")
