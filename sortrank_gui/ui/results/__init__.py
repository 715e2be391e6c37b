"""The Results tab: what a study found, filtered, looked at from all sides, and exported."""

from sortrank_gui.ui.results.results_tab import ResultsTab

__all__ = ["ResultsTab"]
