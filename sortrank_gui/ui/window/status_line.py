"""The line at the bottom: who takes part, and where the answers are saved."""

from html import escape

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QStatusBar

from sortrank_gui.ui.open_study.desk import Desk
from sortrank_gui.ui.widgets.theme import Appearance, Theme
from sortrank_gui.ui.widgets.wording import describe_path


class StatusLine(QStatusBar):
    """A sentence at the left, and a coloured dot with the place of the file at the right."""

    def __init__(self, appearance: Appearance) -> None:
        super().__init__()
        self._theme = appearance.theme
        self._desk: Desk | None = None
        self.setSizeGripEnabled(False)
        self.setContentsMargins(22, 0, 23, 0)
        self._status, self.storage = QLabel(), QLabel()
        self._status.setAccessibleName("Session")
        self.storage.setAccessibleName("Where the answers are")
        self.addWidget(self._status, 1)
        self.addPermanentWidget(self.storage)
        appearance.changed.connect(self._on_theme_changed)

    @Slot(str)
    def say(self, text: str) -> None:
        """Show a sentence at the left."""
        self._status.setText(text)

    def follow(self, desk: Desk | None) -> None:
        """Say where the answers of this study are."""
        self._desk = desk
        self.say("")
        self._show_storage()

    def _show_storage(self) -> None:
        desk = self._desk
        if desk is None or desk.path is None:
            self.storage.clear()
            self.storage.setToolTip("")
            return
        colour, text = self._theme.good, f"saved in {describe_path(desk.path)}"
        if desk.is_demo:
            colour, text = self._theme.second, "demo, kept until it is closed"
        elif desk.read_only:
            colour, text = self._theme.bad, "open for reading only"
        self.storage.setText(f"<span style='color:{colour}'>●</span>&nbsp; {escape(text)}")
        self.storage.setToolTip(str(desk.path))

    @Slot(object)
    def _on_theme_changed(self, theme: Theme) -> None:
        self._theme = theme
        self._show_storage()
