"""The line at the bottom: who takes part, and where the answers are saved."""

from html import escape

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QStatusBar

from sortrank_gui.study.survey.survey_state import Phase, SurveyState
from sortrank_gui.ui.lab.lab_words import describe_link
from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.widgets.theme import Recoloured, Theme, theme_of
from sortrank_gui.ui.widgets.tips import plain_tip
from sortrank_gui.ui.widgets.wording import describe_path


class StatusLine(Recoloured, QStatusBar):
    """A sentence at the left, and a coloured dot with the place of the file at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._study: OpenStudy | None = None
        self._unsaved = ""
        self._is_stuck = False
        self._link = ("", False)
        """Where a lab's server is, and whether it is there; nothing for a file alone."""
        self._status, self.storage = QLabel(), QLabel()
        self._status.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizeGripEnabled(False)
        self.setContentsMargins(22, 0, 23, 0)
        self._status.setAccessibleName("Session")
        self.storage.setAccessibleName("Where the answers are")
        self.addWidget(self._status, 1)
        self.addPermanentWidget(self.storage)

    @Slot(str)
    def say(self, text: str) -> None:
        """Show a sentence at the left."""
        self._status.setText(text)

    def follow(self, study: OpenStudy | None) -> None:
        """Say where the answers of this study are."""
        self._study, self._unsaved, self._is_stuck = study, "", False
        lab = None if study is None else study.lab
        self._link = ("", False) if lab is None else (describe_link(lab), lab.connected)
        if study is not None:
            study.state_changed.connect(self._on_state_changed)
        self.say("")
        self._show_storage()

    @Slot(str)
    def set_unsaved(self, text: str) -> None:
        """Say what is not in the file; nothing where all is."""
        self._unsaved = text
        self._show_storage()

    @Slot(object)
    def _on_state_changed(self, state: SurveyState) -> None:
        is_stuck, lab = state.phase is Phase.STUCK, state.lab
        link = ("", False) if lab is None else (describe_link(lab), lab.connected)
        if self.sender() is self._study and (is_stuck, link) != (self._is_stuck, self._link):
            self._is_stuck, self._link = is_stuck, link
            self._show_storage()

    def _show_storage(self) -> None:
        study = self._study
        if study is None or study.path is None:
            self.storage.clear()
            self.storage.setToolTip("")
            return
        theme = theme_of(self)
        colour, text = theme.good, f"saved in {describe_path(study.path)}"
        if self._is_stuck:
            colour, text = theme.bad, "the last answer is not saved"
        elif study.lab is not None and not self._unsaved:
            words, is_there = self._link
            colour = theme.good if is_there else theme.bad
            text = f"on the lab’s server: {words}" if is_there else words
        elif study.is_demo:
            colour, text = theme.second, "demo, kept until it is closed"
        elif study.read_only:
            colour, text = theme.bad, "open for reading only"
        elif self._unsaved:
            colour = theme.second if self._unsaved.startswith("saving") else theme.bad
            text = self._unsaved
        self.storage.setText(f"<span style='color:{colour}'>●</span>&nbsp; {escape(text)}")
        self.storage.setToolTip(plain_tip(str(study.path)))

    def recolour(self, _theme: Theme) -> None:
        """Draw the dot anew."""
        self._show_storage()
