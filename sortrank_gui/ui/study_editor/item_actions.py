"""All that can be done to items: the same actions serve buttons, the menu and the context menu."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from sortrank_gui.ui.tabs.tab import Tab


class ItemActions:
    """The actions, and which of them are possible now."""

    def __init__(self, tab: Tab) -> None:
        self.files = tab.make_action(
            "Add files…", "Ctrl+Shift+F", "Pictures, a table (CSV) or a text file with lines"
        )
        self.folder = tab.make_action(
            "Add folder…", "Ctrl+Shift+D", "Every picture of a folder becomes an item"
        )
        self.paste = tab.make_action(
            "Paste", "Ctrl+Shift+V", "Lines of text, a picture or files become items"
        )
        self.preview = tab.make_action("Preview", "Ctrl+I", "Look at the item large; also Space")
        self.text = tab.make_action("Text…", "F4", "Read and change the text of the item")
        self.tags = tab.make_action(
            "Tags…", "Ctrl+Shift+T", "Words by which blocks and conditions choose items"
        )
        self.pictures = tab.make_action(
            "Add another set of pictures…",
            "Ctrl+Shift+G",
            "Another picture for each item, by the names of the files, for a condition",
        )
        self.no_pictures = tab.make_action(
            "Remove a set of pictures…", "Ctrl+Shift+H", "Forget another set of pictures"
        )
        self.rename = tab.make_action("Rename", "F2", "Change the name of the item")
        self.remove = tab.make_action(
            "Remove", "Ctrl+Delete", "Take the chosen items out of the study; also Delete"
        )
        self.earlier = tab.make_action("Move up", "Ctrl+Shift+Up", "Earlier in the list")
        self.later = tab.make_action("Move down", "Ctrl+Shift+Down", "Later in the list")
        self.all = tab.make_action(
            "Select all", QKeySequence.StandardKey.SelectAll, "Choose every item"
        )
        for action in self._every():
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        for action in (self.rename, self.all):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)

    def _every(self) -> list[QAction]:
        return [*self.adding(), *self.sets(), *self._on_chosen(), self.all]

    def adding(self) -> list[QAction]:
        """Return the ways to get new items."""
        return [self.files, self.folder, self.paste]

    def sets(self) -> list[QAction]:
        """Return what is done to the pictures of all items."""
        return [self.pictures, self.no_pictures]

    def _on_chosen(self) -> list[QAction]:
        first = [self.preview, self.text, self.tags]
        return [*first, self.rename, self.remove, self.earlier, self.later]

    def follow(self, chosen: int, *, locked: bool, sorted_out: bool, sets: bool) -> None:
        """Offer what is possible with so many chosen items; not all are shown in a search."""
        for action in (*self.adding(), self.pictures):
            action.setEnabled(not locked)
        self.no_pictures.setEnabled(sets and not locked)
        self.tags.setEnabled(chosen > 0 and not locked)
        self.preview.setEnabled(chosen > 0)
        self.text.setEnabled(chosen == 1)
        self.rename.setEnabled(chosen == 1 and not locked)
        self.remove.setEnabled(chosen > 0 and not locked)
        for action in (self.earlier, self.later):
            action.setEnabled(chosen > 0 and not locked and not sorted_out)

    def fill_menu(self, menu: QMenu) -> None:
        """Put all of them into a menu."""
        menu.addActions(self.adding())
        menu.addActions(self.sets())
        menu.addSeparator()
        menu.addActions(self._on_chosen())
        menu.addSeparator()
        menu.addAction(self.all)
