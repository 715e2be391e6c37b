"""The main window: assembles menus, header, pages and the status line, and decides nothing."""

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeySequence
from PySide6.QtWidgets import QFileDialog, QLabel, QMainWindow, QMenu, QVBoxLayout, QWidget

from sortrank_gui.errors import SortrankError
from sortrank_gui.study.items import Study
from sortrank_gui.study.results import write_results
from sortrank_gui.ui.about import AboutDialog
from sortrank_gui.ui.actions import make_action
from sortrank_gui.ui.failures import Failure
from sortrank_gui.ui.header import Header
from sortrank_gui.ui.images import ImageStore
from sortrank_gui.ui.survey.engine_worker import SurveySettings
from sortrank_gui.ui.survey.survey_page import SurveyPage
from sortrank_gui.ui.theme import Appearance, Choice, Theme
from sortrank_gui.ui.widgets.choice_button import ChoiceMenu

_THEMES = [
    (Choice.SYSTEM.value, "As the system"),
    (Choice.LIGHT.value, "Light"),
    (Choice.DARK.value, "Dark"),
]


class MainWindow(QMainWindow):
    """One study in one window."""

    closed = Signal()

    def __init__(self, study: Study, settings: SurveySettings, appearance: Appearance) -> None:
        super().__init__()
        self._study, self._appearance = study, appearance
        self._on_progress_changed(0, settings.budget)
        self.setMinimumSize(880, 600)
        self.resize(1360, 850)
        self.images = ImageStore(self)
        self.survey = SurveyPage(study, self.images, settings)
        self._lay_out()
        self._fill_menu_bar()
        self._fill_status_bar()
        appearance.changed.connect(self._on_theme_changed)
        self._on_theme_changed(appearance.theme)
        self.survey.stage.setFocus()

    def _lay_out(self) -> None:
        header = Header()
        header.add_page("Survey", self.survey.actions_.make_controls())
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(header)
        column.addWidget(self.survey, stretch=1)
        self.setCentralWidget(centre)

    def _fill_menu_bar(self) -> None:
        bar = self.menuBar()
        self._fill_file_menu(bar.addMenu("&File"))
        self.survey.actions_.fill_menu(bar.addMenu("&Session"))
        self._fill_view_menu(bar.addMenu("&View"))
        self._fill_help_menu(bar.addMenu("&Help"))

    def _fill_file_menu(self, menu: QMenu) -> None:
        save = make_action(self, "Save results…", "Ctrl+S", "Write answers and ranking to a folder")
        save.triggered.connect(self._on_save)
        leave = make_action(self, "Quit", "Ctrl+Q", "Close SortRank")
        leave.triggered.connect(self.close)
        menu.addAction(save)
        menu.addSeparator()
        menu.addAction(leave)

    def _fill_view_menu(self, menu: QMenu) -> None:
        panel = make_action(self, "Live panel", "F9", "Show or hide the ranking")
        panel.setCheckable(True)
        panel.setChecked(True)
        panel.toggled.connect(self.survey.live_panel.setVisible)
        full = make_action(self, "Full screen", QKeySequence.StandardKey.FullScreen, "Use it all")
        full.setCheckable(True)
        full.toggled.connect(self._on_full_screen)
        themes = ChoiceMenu("Appearance", menu)
        themes.set_choices(_THEMES, self._appearance.choice.value)
        themes.chosen.connect(self._on_theme_chosen)
        menu.addActions([panel, full])
        menu.addSeparator()
        menu.addMenu(themes)

    def _fill_help_menu(self, menu: QMenu) -> None:
        about = make_action(self, "About SortRank", "F1", "Versions and folders")
        about.triggered.connect(self._on_about)
        menu.addAction(about)

    def _fill_status_bar(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        bar.setContentsMargins(22, 0, 23, 0)
        self._status, self._storage = QLabel(), QLabel()
        self._status.setAccessibleName("Session")
        self._storage.setAccessibleName("Where the answers are")
        self.survey.status_changed.connect(self._status.setText)
        self.survey.progress_changed.connect(self._on_progress_changed)
        bar.addWidget(self._status, 1)
        bar.addPermanentWidget(self._storage)

    @Slot(int, int)
    def _on_progress_changed(self, answered: int, budget: int) -> None:
        self.setWindowTitle(f"{self._study.title} ({answered} of {budget}) — SortRank")

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        self.survey.set_theme(theme)
        dot = f"<span style='color:{theme.second}'>●</span>"
        self._storage.setText(f"{dot}&nbsp; kept in memory (demo)")

    @Slot(str)
    def _on_theme_chosen(self, choice: str) -> None:
        self._appearance.choose(Choice(choice))

    @Slot(bool)
    def _on_full_screen(self, full: bool) -> None:
        if full:
            self.showFullScreen()
        else:
            self.showNormal()

    @Slot()
    def _on_about(self) -> None:
        AboutDialog(self).exec()

    @Slot()
    def _on_save(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, "Save results to a folder")
        try:
            if folder:
                self.save_results(Path(folder))
        except SortrankError as error:
            self.survey.notice.show_failure(Failure.from_error(error))

    def save_results(self, folder: Path) -> None:
        """Write the answers and the ranking of the session."""
        state = self.survey.state
        if state is not None:
            write_results(
                folder,
                self._study,
                state.snapshot.answers(),
                strategy=state.settings.strategy,
                seed=state.settings.seed,
            )

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the threads, then the window."""
        self.survey.close_workers()
        self.images.close()
        event.accept()
        self.closed.emit()
