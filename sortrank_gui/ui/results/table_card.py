"""A card with a table: a sentence above it, a search and a menu to copy and save it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from sortrank_gui.ui.plots.plot_menu import PlotMenu, Source
from sortrank_gui.ui.results.data_table import DataTable, SearchField
from sortrank_gui.ui.results.view import more_button, wrapped_label
from sortrank_gui.ui.widgets.card import TitledCard


class TableCard(TitledCard):
    """A table that is searched; `lead` goes to the left of the search."""

    failed = Signal(object)

    def __init__(self, title: str, hint: str, *, lead: QWidget | None = None) -> None:
        super().__init__(title)
        self.data = DataTable(title)
        self.search = SearchField(self.data, hint)
        self.words = wrapped_label()
        self.words.hide()
        self.controls.setSpacing(16)
        for control in filter(None, (lead, self.search)):
            self.controls.addWidget(control)
        self.body.addWidget(self.words)
        self.body.addWidget(self.data, stretch=1)

    def say(self, text: str) -> None:
        """Say something above the table."""
        self.words.setText(text)
        self.words.setVisible(bool(text))

    def offer_files(self, source: Source, *, pictures: bool = False) -> PlotMenu:
        """Add a menu that copies and saves what a view tells, as data or also as a picture."""
        menu = PlotMenu(self.accessibleName(), source, self)
        menu.failed.connect(self.failed)
        for action in menu.actions():
            action.setVisible(pictures or "picture" not in action.text())
        self.controls.addWidget(more_button(menu))
        return menu
