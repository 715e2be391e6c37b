"""The Results tab in menus and header: all that can be done to results."""

from PySide6.QtWidgets import QMenu, QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.tabs.tab import Page, Tab, TabFacts


class ResultsTab(Tab):
    """What can be done to results."""

    name = "results"
    facts = TabFacts(3, "Results", "&Results", shows_results=True)
    page_module = "sortrank_gui.ui.results.results_page"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.refresh = self.make_action("Compute again", "Ctrl+F5", "Take in all new answers")
        self.reset = self.make_action("Reset filters", "Ctrl+Shift+R", "Let all answers pass again")
        tip = "Write tables and figures for other programs and papers"
        self.export = self.make_action("Export…", "Ctrl+Shift+E", tip)

    def fill_menu(self, menu: QMenu) -> None:
        """Put everything into the menu."""
        menu.addActions([self.refresh, self.reset, self.export])

    def make_page(self, open_study: OpenStudy | None, images: ImageStore) -> Page:
        """Return the results of a study."""
        from sortrank_gui.ui.results.results_page import ResultsPage

        assert open_study is not None
        return ResultsPage(open_study, images, self)
