"""The style sheet of the Results tab: tables without lines, a quiet list at the left."""

from dataclasses import asdict
from string import Template

from sortrank_gui.ui.widgets.theme import Theme


def make_results_sheet(theme: Theme) -> str:
    """Return the style sheet of the tab in a theme's colours."""
    return _SHEET.substitute(asdict(theme))


_SHEET = Template("""
QTableView#data { background: $card; color: $text; border: none; outline: 0; }
QTableView#data::item { border: none; border-bottom: 1px solid $well; padding: 0 8px; }
QTableView#data::item:selected { background: $well; color: $text; }
QTableView#data QHeaderView { background: $card; border: none; }
QTableView#data QHeaderView::section {
    background: $card; color: $soft; border: none; border-bottom: 1px solid $line;
    padding: 6px 11px;
}
QTableView#data QHeaderView::section:hover { color: $text; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QListWidget#navigation { background: transparent; border: none; outline: 0; }
QListWidget#navigation::item {
    color: $soft; border: 1px solid transparent; border-radius: 6px; padding: 0 11px;
    margin-bottom: 2px;
}
QListWidget#navigation::item:hover { color: $text; background: $well; }
QListWidget#navigation::item:selected { color: $text; background: $well; }
QListWidget#navigation::item:focus { border: 1px solid $accent; }
QLineEdit#search {
    background: $card; color: $text; border: 1px solid $line; border-radius: 6px; padding: 0 8px;
}
QLineEdit#search:focus { border: 1px solid $accent; }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; border: none; }
QScrollBar::handle:horizontal { background: $line; border-radius: 4px; min-width: 24px; }
""")
