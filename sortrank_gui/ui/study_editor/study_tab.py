"""The Study tab in menus and header: all that can be done to a study."""

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.study_editor.draft import Draft
from sortrank_gui.ui.study_editor.item_actions import ItemActions
from sortrank_gui.ui.tabs.tab import Page, Tab, TabFacts
from sortrank_gui.ui.widgets.actions import ActionButton


class StudyTab(Tab):
    """What can be done to the study and to its items."""

    name = "study"
    facts = TabFacts(1, "Study", "S&tudy")
    page_module = "sortrank_gui.ui.study_editor.study_page"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        standard = QKeySequence.StandardKey
        self.undo = self.make_action("Undo", standard.Undo, "Take the last edit back")
        self.redo = self.make_action("Redo", standard.Redo, "Do it again")
        self.duplicate = self.make_action(
            "Duplicate…", "Ctrl+Shift+A", "A study with the same items, without answers"
        )
        self.try_it = self.make_action(
            "Try it yourself", "Ctrl+T", "Answer some pairs; nothing is kept"
        )
        self.plan = self.make_action(
            "Plan for people…", "Ctrl+Alt+P", "Minutes each, and the error to expect"
        )
        self.start = self.make_action(
            "Start the survey", "Ctrl+Return", "Let the first participant in"
        )
        self.items = ItemActions(self)

    def follow(self, draft: Draft) -> None:
        """Offer what is possible with this draft."""
        ready = not draft.problems
        self.undo.setEnabled(draft.can_undo)
        self.redo.setEnabled(draft.can_redo)
        self.plan.setEnabled(ready)
        self.try_it.setEnabled(ready)
        self.start.setEnabled(ready)

    def make_controls(self) -> QWidget:
        """Return the buttons for the header."""
        widget = QWidget()
        row = QHBoxLayout(widget)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for action in (self.undo, self.redo, self.duplicate):
            row.addWidget(ActionButton(action))
        return widget

    def fill_menu(self, menu: QMenu) -> None:
        """Put all of them into a menu."""
        menu.addActions([self.undo, self.redo])
        menu.addSeparator()
        menu.addActions([self.plan, self.try_it, self.start])
        menu.addSeparator()
        menu.addAction(self.duplicate)
        menu.addSeparator()
        self.items.fill_menu(menu)

    def make_page(self, study: OpenStudy | None, images: ImageStore) -> Page:
        """Return the editor."""
        from sortrank_gui.ui.study_editor.study_page import StudyPage

        assert study is not None
        return StudyPage(study, images, self)
