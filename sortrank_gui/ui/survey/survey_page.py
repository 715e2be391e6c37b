"""The Survey tab: the stage at the left, the live panel at the right, and what joins them."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from html import escape

from PySide6.QtCore import Qt, SignalInstance, Slot
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from sortrank_gui.study.design.content import Content
from sortrank_gui.study.file.demo import DemoSettings
from sortrank_gui.study.file.journal import Trial
from sortrank_gui.study.survey.course import CoursePage
from sortrank_gui.study.survey.engine import Engine
from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.live.floating import Floating
from sortrank_gui.ui.live.live_panel import LivePanel, strip_content
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.participant.session_view import SessionView
from sortrank_gui.ui.participant.walk import Walk
from sortrank_gui.ui.pictures.images import ImageStore, source_of
from sortrank_gui.ui.survey.note_bar import NoteBar
from sortrank_gui.ui.survey.participant_control import ParticipantControl
from sortrank_gui.ui.survey.picture_check import PictureCheck
from sortrank_gui.ui.survey.readiness import find_obstacles
from sortrank_gui.ui.survey.session_pages import SessionPages
from sortrank_gui.ui.survey.stage import Stage
from sortrank_gui.ui.survey.survey_tab import MORE, SurveyTab
from sortrank_gui.ui.tabs.tab import Page
from sortrank_gui.ui.threads.failures import Failure
from sortrank_gui.ui.threads.jobs import Jobs
from sortrank_gui.ui.widgets import wording
from sortrank_gui.ui.widgets.card import soft_label
from sortrank_gui.ui.widgets.notice_bar import NoticeBar
from sortrank_gui.ui.widgets.tips import plain_tip


class SurveyPage(Page):
    """Runs one session at a time; the engine of the study does the work."""

    def __init__(self, study: OpenStudy, images: ImageStore, tab: SurveyTab) -> None:
        super().__init__(tab)
        assert study.content is not None
        self.study, self._images, self.tab = study, images, tab
        tab.set_demo(study.is_demo)
        self.make_in_slices(self._make_parts(study.content))

    def _make_parts(self, content: Content) -> Iterator[None]:
        study, images = self.study, self._images
        self._lay_out()
        self.walk = Walk(study, self)
        self.pages = SessionPages(
            self.walk, images, self.splitter, demo=study.is_demo, read_only=study.read_only
        )
        yield
        self.live_panel = LivePanel(None, images, self.tab.sort, self.splitter)
        yield from self.live_panel.fill_for(study)
        self._size_parts()
        yield
        self._shown = strip_content(content)
        self._problem: tuple[int, str] = (0, "")
        self._jobs = Jobs("readiness", self)
        self.stage = Stage(study.as_shown, images, content.design, self.pages)
        self.session = SessionView(self.walk, self.stage, self.stage.trial_view, self.pages)
        self.pages.hold(self.session)
        yield
        self._code = soft_label()
        self._code.setTextFormat(Qt.TextFormat.RichText)
        self._code.setMinimumWidth(1)  # where there is no room, buttons come first
        self.participant = ParticipantControl(self.walk, images, self)
        self._too_large: list[str] = []
        self._unreadable: list[str] = []
        self.picture_check = PictureCheck(study, images, self.pages)
        self._connect()
        self._on_spoke()
        self.session.refresh()
        self._look_for_obstacles()
        self.picture_check.begin()
        if study.content is not content:  # it changed between two slices
            self._on_content_changed()
        if study.state is not None:
            self._on_changed(study.state)
        if study.analysis is not None:  # made while another tab was shown
            self.live_panel.show_analysis(study.analysis)

    @property
    def state(self) -> SurveyState | None:
        """The newest state of the survey."""
        return self.study.state

    def _lay_out(self) -> None:
        self.note_bar, self.notice = NoteBar(), NoticeBar()
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setHandleWidth(16)
        self.splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(16)
        column.addWidget(self.notice)
        column.addWidget(self.note_bar)
        column.addWidget(self.splitter, stretch=1)

    def _size_parts(self) -> None:
        self.splitter.setStretchFactor(0, 11)
        self.splitter.setStretchFactor(1, 6)
        self.splitter.setSizes([840, 456])
        self.floating = Floating(self.live_panel, self.splitter, "Live panel", self.tab.float_panel)

    def _connect(self) -> None:
        actions, study, pages = self.tab, self.study, self.pages
        wishes: tuple[tuple[SignalInstance, Callable[..., object]], ...] = (
            (self.note_bar.written, Engine.add_note),
            (pages.undo_wanted, Engine.undo),
            (pages.start_wanted, Engine.start_session),
            (pages.leave_wanted, Engine.leave),
            (pages.end_wanted, Engine.end),
            (pages.retry_wanted, Engine.retry),
            (self.live_panel.truth_chosen, Engine.set_truth),
            (self.live_panel.uncovered, Engine.note_ranking_shown),
            (self.live_panel.question_chosen, Engine.show_question),
        )
        for wish, request in wishes:
            wish.connect(partial(study.request, request))
        actions.panel.toggled.connect(self.live_panel.setVisible)
        actions.pooled.toggled.connect(self._on_pooled)
        actions.pause.triggered.connect(self._on_pause)
        actions.undo.triggered.connect(self._on_undo)
        actions.end.triggered.connect(pages.ask_end)
        actions.restart.triggered.connect(self._on_restart)
        actions.more.triggered.connect(self._on_more)
        actions.robot.triggered.connect(self._on_robot)
        actions.strategy.chosen.connect(self._on_strategy_chosen)
        actions.speed.chosen.connect(self._on_robot_changed)
        actions.noise.chosen.connect(self._on_robot_changed)
        actions.skip.triggered.connect(self._on_skip)
        self._images.arrived.connect(self._on_image_arrived)
        self.picture_check.found.connect(self._on_too_large_found)
        actions.note.triggered.connect(self.note_bar.open)
        actions.participant.triggered.connect(self.participant.toggle)
        self.walk.spoke.connect(self._on_spoke)
        self.walk.moved.connect(self._on_moved)
        self.participant.changed.connect(self._on_window_changed)
        self.participant.code_given.connect(pages.take_code)
        pages.asked.connect(self.participant.step_aside)
        pages.mirror_unwanted.connect(self.participant.close)
        study.state_changed.connect(self._on_changed)
        study.content_changed.connect(self._on_content_changed)
        study.analysed.connect(self.live_panel.show_analysis)
        pages.resume_wanted.connect(self._on_resume)
        pages.robot_wanted.connect(self._on_robot_session)
        pages.more_wanted.connect(self._on_more)
        pages.restart_wanted.connect(self._on_restart)

    def panes(self) -> list[QWidget]:
        """Return the stage and the cards of the live panel."""
        return [self.pages, *self.live_panel.cards]

    def controls(self) -> QWidget:
        """Return what stands at the right of the header."""
        return self.tab.make_controls(self._code)

    def tell_status(self) -> None:
        """Say where the survey stands."""
        if self.state is not None:
            self.status_changed.emit(wording.describe_survey(self.state))

    def take_focus(self) -> None:
        """Let the keyboard act on the stage, or on what stands in its place."""
        self.pages.take_focus()

    def sizes(self) -> list[int]:
        """Return the widths of stage and live panel."""
        return self.splitter.sizes()

    def set_sizes(self, sizes: list[int]) -> None:
        """Make them as wide as they were."""
        self.splitter.setSizes(sizes)

    def close_workers(self) -> None:
        """Close the participant's window; wait for what the live panel reads or writes."""
        self.participant.close()

    def shows(self, answered: int) -> bool:
        """Whether stage and live panel have arrived at this many answers, and all is at rest."""
        analysis, state = self.live_panel.shown, self.state
        return (
            state is not None
            and state.answered == answered
            and not state.robot_runs
            and analysis is not None
            and analysis.answered == state.snapshot.length
            and (self.stage.is_at_rest or not self.stage.isVisible())
            and self._images.is_at_rest
        )

    @Slot(object)
    def _on_changed(self, state: SurveyState) -> None:
        assert self.study.content is not None
        self.tab.follow(state)
        self._show_code(state.participant)
        self.tab.set_truth_known(self.study.content.truth is not None)
        self.pages.follow(state, self.study.content)
        self.note_bar.follow(state)
        self.stage.set_progress(state.answered, state.budget, state.seconds_per_answer)
        self._report_problem(state)
        self.live_panel.follow(state)
        self._cover_ranking(state)
        self.tell_status()

    def _cover_ranking(self, state: SurveyState) -> None:
        """Let nobody who answers in this window see the ranking beside the trial."""
        reads = state.phase is not Phase.IDLE or self.walk.page is CoursePage.DECLINED
        here = reads and not self.participant.is_open
        self.live_panel.set_covered(here and not self.study.is_demo and not state.is_robot)

    def _show_code(self, participant: str) -> None:
        code = escape(wording.shorten(participant))
        self._code.setToolTip(plain_tip(participant))
        self._code.setText(f"<b>{code}</b>&nbsp; participant" if code else "")
        self._code.setAccessibleName(f"Participant {code}" if code else "Nobody takes part")

    @Slot()
    def _on_content_changed(self) -> None:
        self._images.set_study(self.study.pictures)
        content = self.study.content
        if content is None or strip_content(content) == self._shown:
            return
        self._shown = strip_content(content)
        self._look_for_obstacles()
        self._on_spoke()

    @Slot()
    def _on_skip(self) -> None:
        """Leave out the trial on the stage."""
        trial = self.state.trial if self.state is not None else None
        if trial is not None:
            reason = self._find_problem(trial) or "by the researcher"
            self.study.request(Engine.skip, trial.number, reason)

    @Slot(str)
    def _on_image_arrived(self, _source: str) -> None:
        if self.state is not None:
            self._report_problem(self.state)

    def _look_for_obstacles(self) -> None:
        """Find out elsewhere what could not be read here; a demo speaks for itself."""
        content = self.study.content
        if content is not None and not self.study.is_demo:
            self._jobs.submit(partial(find_obstacles, content), self._on_unreadable_found)

    @Slot(object)
    def _on_unreadable_found(self, sentences: list[str]) -> None:
        self._unreadable = sentences
        self.pages.set_obstacles([*self._unreadable, *self._too_large])

    @Slot(object)
    def _on_too_large_found(self, sentences: list[str]) -> None:
        self._too_large = sentences
        self.pages.set_obstacles([*self._unreadable, *self._too_large])

    @Slot()
    def _on_spoke(self) -> None:
        walk = self.walk
        self.stage.set_content(walk.content, walk.language, walk.find_prompt)
        self.pages.listen()

    def _report_problem(self, state: SurveyState) -> None:
        """Say once for each trial that it can't be shown, and when the next one can."""
        text = "" if state.trial is None else self._find_problem(state.trial)
        problem = (state.trial.number, text) if state.trial is not None and text else (0, "")
        if problem == self._problem:
            return
        self._problem = problem
        self.notice.hide()
        if text:
            tip = "Go on with the next pair; this one counts as neither"
            self.notice.show_failure(Failure(text, text))
            self.notice.offer("Skip this trial", tip, self.tab.skip.trigger)

    def _find_problem(self, trial: Trial) -> str:
        """Say which picture of a trial can't be shown, and why; nothing if all is well."""
        assert self.study.content is not None
        items = self.study.content.items
        for item in (items[trial.left], items[trial.right]):
            source = source_of(item)
            problem = None if source is None else self._images.problem(source)
            if problem is not None:
                return f"The picture of “{item.name}” can't be shown: {problem}"
        return ""

    @Slot()
    def _on_moved(self) -> None:
        if self.state is not None:
            self._cover_ranking(self.state)
            self.pages.look()

    @Slot(bool)
    def _on_window_changed(self, is_open: bool) -> None:
        self.tab.set_window_open(is_open)
        self.pages.set_elsewhere(is_open)
        if self.state is not None:
            self._cover_ranking(self.state)

    @Slot()
    def _on_pause(self) -> None:
        if self.state is not None and self.state.phase is Phase.PAUSED:
            self._on_resume()
        else:
            self.study.request(Engine.pause)

    @Slot()
    def _on_resume(self) -> None:
        self.study.request(Engine.resume)
        if self.state is not None and self.state.is_robot:
            self.study.request(Engine.start_robot, self.tab.robot_order())

    @Slot()
    def _on_robot_session(self) -> None:
        """Let a robot answer a session of its own."""
        self.study.request(Engine.start_session, robot=True)
        self.study.request(Engine.start_robot, self.tab.robot_order())

    @Slot(bool)
    def _on_pooled(self, pooled: bool) -> None:
        self.study.request(Engine.set_pooled, pooled)

    @Slot()
    def _on_undo(self) -> None:
        self.study.request(Engine.undo)

    @Slot()
    def _on_restart(self) -> None:
        """Begin a new demo, or let the next participant in."""
        if self.study.is_demo:
            self._start_demo(self._shown_settings(), turn=1)
        else:
            self.study.request(Engine.end)

    @Slot(str)
    def _on_strategy_chosen(self, name: str) -> None:
        settings = self._shown_settings()
        if name != settings.strategy:
            self._start_demo(replace(settings, strategy=name), turn=0)

    def _shown_settings(self) -> DemoSettings:
        assert self.study.content is not None
        design = self.study.content.design
        return DemoSettings(design.strategy, design.seed, design.stop.budget or 1)

    def _start_demo(self, settings: DemoSettings, *, turn: int) -> None:
        self.study.request(Engine.open_demo, replace(settings, seed=settings.seed + turn))
        self.stage.setFocus()

    @Slot()
    def _on_more(self) -> None:
        self.study.request(Engine.extend, MORE)
        self.stage.setFocus()

    @Slot()
    def _on_robot(self) -> None:
        if self.state is not None and self.state.robot_runs:
            self.study.request(Engine.stop_robot)
        else:
            self.study.request(Engine.start_robot, self.tab.robot_order())

    @Slot(str)
    def _on_robot_changed(self, _name: str) -> None:
        if self.state is not None and self.state.robot_runs:
            self.study.request(Engine.start_robot, self.tab.robot_order())
