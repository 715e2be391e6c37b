"""All that can be done to the study as a whole."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from sortrank_gui.ui.study_editor.autosave import Autosave
from sortrank_gui.ui.study_editor.draft import Draft
from sortrank_gui.ui.widgets.actions import ActionButton, make_action
from sortrank_gui.ui.widgets.card import soft_label


class StudyActions(QObject):
    """The actions, and which of them are possible now."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        standard = QKeySequence.StandardKey
        self.undo = make_action(self, "Undo", standard.Undo, "Take the last edit back")
        self.redo = make_action(self, "Redo", standard.Redo, "Do it again")
        self.duplicate = make_action(
            self, "Duplicate…", "Ctrl+Shift+S", "A study with the same items, without answers"
        )
        self.try_it = make_action(
            self, "Try it yourself", "Ctrl+T", "Answer some pairs; nothing is kept"
        )
        self.start = make_action(
            self, "Start the survey", "Ctrl+Return", "Let the first participant in"
        )
        for action in (self.undo, self.redo, self.duplicate, self.try_it, self.start):
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            parent.addAction(action)

    def follow(self, draft: Draft) -> None:
        """Offer what is possible with this draft."""
        ready = not draft.problems
        self.undo.setEnabled(draft.can_undo)
        self.redo.setEnabled(draft.can_redo)
        self.try_it.setEnabled(ready)
        self.start.setEnabled(ready)

    def make_controls(self, autosave: Autosave) -> QWidget:
        """Return the buttons for the header, and whether all is saved."""
        widget = QWidget()
        row = QHBoxLayout(widget)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        status = soft_label(autosave.status)
        status.setAccessibleName("Whether all edits are saved")
        autosave.status_changed.connect(status.setText)
        row.addWidget(status)
        row.addSpacing(8)
        for action in (self.undo, self.redo, self.duplicate):
            row.addWidget(ActionButton(action))
        return widget

    def fill_menu(self, menu: QMenu) -> None:
        """Put all of them into a menu."""
        menu.addActions([self.undo, self.redo])
        menu.addSeparator()
        menu.addActions([self.try_it, self.start])
        menu.addSeparator()
        menu.addAction(self.duplicate)
