"""The style sheet of the Results tab: tables without lines, a quiet list at the left."""

SHEET = """
QTableView#data { background: palette(base); color: palette(text); border: none; outline: 0; }
QTableView#data::item {
    border: none; border-bottom: 1px solid palette(alternate-base); padding: 0 8px;
}
QTableView#data::item:selected { background: palette(alternate-base); color: palette(text); }
QTableView#data QHeaderView { background: palette(base); border: none; }
QTableView#data QHeaderView::section {
    background: palette(base); color: palette(placeholder-text); border: none;
    border-bottom: 1px solid palette(mid); padding: 6px 11px;
}
QTableView#data QHeaderView::section:hover { color: palette(text); }
QAbstractScrollArea::corner { background: transparent; border: none; }
QListWidget#navigation { background: transparent; border: none; outline: 0; }
QListWidget#navigation::item {
    color: palette(placeholder-text); border: 1px solid transparent; border-radius: 6px;
    padding: 0 11px; margin-bottom: 2px;
}
QListWidget#navigation::item:hover { color: palette(text); background: palette(alternate-base); }
QListWidget#navigation::item:selected { color: palette(text); background: palette(alternate-base); }
QListWidget#navigation::item:focus { border: 1px solid palette(highlight); }
QLineEdit#search {
    background: palette(base); color: palette(text); border: 1px solid palette(mid);
    border-radius: 6px; padding: 0 8px;
}
QLineEdit#search:focus { border: 1px solid palette(highlight); }
QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; border: none; }
QScrollBar::handle:horizontal { background: palette(mid); border-radius: 4px; min-width: 24px; }
"""
