"""The Simulation tab in menus and header: opening and saving."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from sortrank_gui.ui.open_study.open_study import OpenStudy
from sortrank_gui.ui.pictures.images import ImageStore
from sortrank_gui.ui.tabs.tab import Page, Tab, TabFacts


class SimulationTab(Tab):
    """What can be done with experiments."""

    name = "simulation"
    facts = TabFacts(4, "Simulation", "Si&mulation", needs_study=False)
    page_module = "sortrank_gui.ui.simulation.simulation_page"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open_settings = self.make_action(
            "Open settings…", "Ctrl+Alt+O", "Read an experiment from a JSON file"
        )
        self.open_results = self.make_action(
            "Open results…", "Ctrl+Alt+I", "Read measurements from a CSV file, to compare with"
        )
        self.save_settings = self.make_action(
            "Save settings…", "Ctrl+Alt+S", "Write the experiment as JSON, for the command line too"
        )
        self.save_results = self.make_action(
            "Save results…", "Ctrl+Alt+E", "Write the measurements as CSV"
        )
        self.save_figure = self.make_action(
            "Save figure…", "Ctrl+Alt+F", "Write what is shown as PNG, SVG or PDF"
        )

    def files(self) -> list[QAction]:
        """Return them in the order of menus."""
        opening = [self.open_settings, self.open_results]
        return [*opening, self.save_settings, self.save_results, self.save_figure]

    def fill_menu(self, menu: QMenu) -> None:
        """Put everything into the menu."""
        menu.addActions(self.files())

    def make_page(self, study: OpenStudy | None, _images: ImageStore) -> Page:
        """Return experiments, race and planner."""
        from sortrank_gui.ui.simulation.simulation_page import SimulationPage

        return SimulationPage(self, study)
